"""What lets readers explore figures: Plotly, as its Python package holds it, and the scripts that call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from site_builder.output.files import OutputFile

ASSETS = "assets"
SITE_SCRIPT, BUTTON_SCRIPT, FIGURE_SCRIPT = "site.js", "explore-button.js", "explore.js"
LIBRARY = "plotly.min.js"
PACKAGE, PACKAGED = "plotly", f"package_data/{LIBRARY}"


def plotly_script() -> Path | None:
    """Return where the installed package has Plotly for browsers; ``None`` where it has none.

    The package itself is not imported, which would take longer than a small build.
    """
    spec = find_spec(PACKAGE)
    places = (spec and spec.submodule_search_locations) or ()
    return next((path for place in places if (path := Path(place, PACKAGED)).is_file()), None)


def explorable(assets: Mapping[str, bytes], library: Path | None) -> Iterator[OutputFile]:
    """Yield assets (name → content) as files; with a ``library`` also that, and buttons in the site's script.

    Without one, what would call it is left out, so that no button leads nowhere.
    """
    buttons = assets.get(BUTTON_SCRIPT, b"")
    for name, content in assets.items():
        if name == SITE_SCRIPT and library:
            yield OutputFile(f"{ASSETS}/{name}", content + b"\n" + buttons)
        elif name != BUTTON_SCRIPT and (library or name != FIGURE_SCRIPT):
            yield OutputFile(f"{ASSETS}/{name}", content)
    if library:
        yield OutputFile(f"{ASSETS}/{LIBRARY}", library.read_bytes())
