"""``python -m site_builder``: the command ``site-builder``, under that name in its usage as well."""

from __future__ import annotations

from site_builder.cli import main

if __name__ == "__main__":
    main()
