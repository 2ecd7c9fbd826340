"""The least that a Python program can do: read JSON, fill one Jinja template a page, write files.

python plain_jinja.py PAGES.json TEMPLATE.html FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from jinja2 import Environment


def main(pages: Path, template: Path, folder: Path) -> None:
    """Write every page into ``folder``."""
    environment = Environment(autoescape=True)
    compiled = environment.from_string(template.read_text(encoding="utf-8"))
    for page in json.loads(pages.read_text(encoding="utf-8")):
        target = folder / "runs" / page["slug"]
        target.mkdir(parents=True)
        (target / "index.html").write_text(compiled.render(page=page), encoding="utf-8")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:]))
