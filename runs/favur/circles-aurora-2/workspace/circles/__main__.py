"""Entry point of `python -m circles`."""

import sys

from .command import run

sys.exit(run(sys.argv[1:]))
