"""Other static site generators over the cells of our pages as bare text, with a layout of a dozen lines.

Each peer is a folder of input that is written unmeasured, and a command that is measured as a user would
run it: start-up, reading, rendering and writing. The output of each is counted, so that none wins by leaving
pages out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from pathlib import Path

from measuring.costs import Cost, Failed, middle, run_command
from measuring.page_tables import DataPage

Command = Sequence[str | Path]
Maker = Callable[[Path, Sequence[DataPage]], Command]

HERE = Path(__file__).resolve().parent
LONG_S = 20.0
"""A generator that takes more processor time than this is measured once, its start included."""
TEMPLATE = HERE / "plain_page.html"
_HEAD = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>\n<body>\n'
)
HUGO_CONFIG = """\
baseURL = "/"
disableKinds = ["home", "section", "taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"]
"""
"""Nothing but the pages themselves."""


@dataclass(frozen=True)
class PeerResult:
    """What one generator did with the pages."""

    name: str
    cost: Cost | None
    """Median of three after one that does not count, or the only one; ``None`` when there is none."""
    note: str
    """Version, or why there is no cost."""
    pages: int = 0
    megabytes: float = 0.0


def measure_peers(pages: Sequence[DataPage], folder: Path, everything: bool) -> Iterator[PeerResult]:
    """Measure the peers that are installed; with ``everything`` install the others into ``folder``."""
    yield _measure("plain Jinja", jinja_version(), _jinja, pages, folder / "jinja")
    if shutil.which("hugo"):
        yield _measure("Hugo", hugo_version(), _hugo, pages, folder / "hugo")
    else:
        yield PeerResult("Hugo", None, "not installed")
    for name, install, make in (
        ("Eleventy", _install_eleventy, _eleventy),
        ("MkDocs", _installed_by_pip("mkdocs"), _mkdocs),
        ("Pelican", _installed_by_pip("pelican[markdown]"), _pelican),
    ):
        place = folder / name.lower()
        if not everything:
            yield PeerResult(name, None, "not measured (--peers all installs it)")
            continue
        place.mkdir()
        try:
            note = install(place)
        except (Failed, FileNotFoundError) as error:
            yield PeerResult(name, None, f"could not be installed: {str(error)[:80]}")
            continue
        yield _measure(name, note, make, pages, place)


def _measure(name: str, note: str, make: Maker, pages: Sequence[DataPage], place: Path) -> PeerResult:
    place.mkdir(exist_ok=True)
    return measured(name, note, make(place, pages), place, pages=len(pages))


def measured(
    name: str,
    note: str,
    command: Command,
    place: Path,
    *,
    pages: int,
    fault: Callable[[Path], str] = lambda path: "",
) -> PeerResult:
    """Return what a command costs that writes ``pages`` pages into ``place/out``.

    There is no cost when it fails, leaves pages out, or ``fault`` finds that one lacks something.
    """
    output = place / "out"
    costs: list[Cost] = []
    try:
        for _ in range(4):
            shutil.rmtree(output, ignore_errors=True)
            costs.append(run_command(command, place))
            if costs[0].processor_s > LONG_S:
                note += "; one turn"
                break
    except Failed as error:
        return PeerResult(name, None, str(error))
    made = [path for path in output.rglob("*.html") if path.stat().st_size > len(_HEAD)]
    if len(made) < pages:
        return PeerResult(name, None, f"made {len(made)} of {pages} pages")
    lacking = next((f"{path.parent.name}: {words}" for path in sorted(made) if (words := fault(path))), "")
    if lacking:
        return PeerResult(name, None, lacking)
    size = sum(path.stat().st_size for path in made) / 1e6
    return PeerResult(name, middle(costs[1:] or costs), note, len(made), size)


def _jinja(place: Path, pages: Sequence[DataPage]) -> Command:
    (place / "pages.json").write_text(json.dumps([page.record() for page in pages]), encoding="utf-8")
    return [sys.executable, HERE / "plain_jinja.py", place / "pages.json", TEMPLATE, place / "out"]


def _hugo(place: Path, pages: Sequence[DataPage]) -> Command:
    layout = (
        _HEAD.format(title="{{ .Title }}")
        + "<h1>{{ .Title }}</h1>\n{{ range .Params.tables }}<table>\n{{ range $n, $row := . }}<tr>"
        "{{ range $row }}{{ if $n }}<td>{{ . }}</td>{{ else }}<th>{{ . }}</th>{{ end }}{{ end }}</tr>\n"
        "{{ end }}</table>\n{{ end }}</body>\n</html>\n"
    )
    put(place / "layouts/_default/single.html", layout)
    put(place / "config.toml", HUGO_CONFIG)
    for page in pages:
        put(place / f"content/runs/{page.slug}.md", json.dumps(page.record()) + "\n")
    return ["hugo", "--quiet", "--destination", place / "out"]


def _mkdocs(place: Path, pages: Sequence[DataPage]) -> Command:
    put(
        place / "theme/main.html",
        _HEAD.format(title="{{ page.title }}") + "{{ page.content }}\n</body>\n</html>\n",
    )
    put(place / "mkdocs.yml", "site_name: Pages\nsite_dir: out\ntheme:\n  name: null\n  custom_dir: theme\n"
         "plugins: []\nmarkdown_extensions: [tables]\n")  # fmt: skip
    for page in pages:
        put(place / f"docs/runs/{page.slug}.md", f"# {page.title}\n\n{_markdown(page)}")
    return [place / "venv/bin/mkdocs", "build", "--quiet"]


def _pelican(place: Path, pages: Sequence[DataPage]) -> Command:
    put(place / "theme/templates/article.html", _HEAD.format(title="{{ article.title }}")
         + "<h1>{{ article.title }}</h1>\n{{ article.content }}\n</body>\n</html>\n")  # fmt: skip
    (place / "theme/static").mkdir(parents=True)
    put(
        place / "settings.py",
        """\
SITENAME = "Pages"
TIMEZONE = "UTC"
THEME = "theme"
PATH = "content"
OUTPUT_PATH = "out"
DIRECT_TEMPLATES = []
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
AUTHOR_SAVE_AS = CATEGORY_SAVE_AS = TAG_SAVE_AS = ""
ARTICLE_SAVE_AS = "runs/{slug}/index.html"
""",
    )
    for page in pages:
        head = f"Title: {page.title}\nDate: 2026-01-01\nSlug: {page.slug}\nCategory: runs\n\n"
        put(place / f"content/{page.slug}.md", head + _markdown(page))
    return [place / "venv/bin/pelican", "--settings", "settings.py", "--quiet"]


def _eleventy(place: Path, pages: Sequence[DataPage]) -> Command:
    put(place / "input/_data/pages.json", json.dumps([page.record() for page in pages]))
    front = {"pagination": {"data": "pages", "size": 1, "alias": "run"},
             "permalink": "/runs/{{ run.slug }}/index.html"}  # fmt: skip
    body = TEMPLATE.read_text(encoding="utf-8").replace("page.", "run.")
    put(place / "input/run.njk", f"---json\n{json.dumps(front)}\n---\n{body}")
    return [place / "node_modules/.bin/eleventy", "--input=input", "--output=out", "--quiet"]


def _markdown(page: DataPage) -> str:
    """Return the tables in the Markdown that both Python generators read."""
    parts = []
    for header, *rows in page.tables:
        width = max(len(row) for row in (header, *rows))
        lines = [_markdown_row(header, width), "|" + " --- |" * width]
        parts.append("\n".join(lines + [_markdown_row(row, width) for row in rows]))
    return "\n\n".join(parts) + "\n"


def _markdown_row(row: Sequence[str], width: int) -> str:
    texts = [escape(text).replace("|", "&#124;") for text in row]
    return "| " + " | ".join(texts + [""] * (width - len(row))) + " |"


def _installed_by_pip(package: str) -> Callable[[Path], str]:
    def install(place: Path) -> str:
        run_command([sys.executable, "-m", "venv", place / "venv"], place)
        python = place / "venv/bin/python"
        run_command([python, "-m", "pip", "install", "--quiet", package], place)
        name = package.partition("[")[0]
        asked = f"import importlib.metadata as m; print(m.version('{name}'))"
        return f"{name} {_said([python, '-c', asked], place)}"

    return install


def _install_eleventy(place: Path) -> str:
    run_command(["npm", "install", "--silent", "--no-audit", "--no-fund", "@11ty/eleventy"], place)
    about = json.loads((place / "node_modules/@11ty/eleventy/package.json").read_text(encoding="utf-8"))
    return f"eleventy {about['version']}"


def jinja_version() -> str:
    """Return name and version of the Jinja that is imported."""
    return f"jinja2 {version('jinja2')}"


def hugo_version() -> str:
    """Return name and version of the Hugo that is installed."""
    words = _said(["hugo", "version"], HERE).replace("v", " ", 1).replace("+", " ").split()
    return f"hugo {next((word for word in words if word[:1].isdigit()), 'of unknown version')}"


def _said(command: Command, folder: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode().strip()


def put(path: Path, text: str) -> None:
    """Write a file and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
