"""What a build says of the Python that runs the tests: scores of ``favur/15`` are stated for 3.11."""

from __future__ import annotations

import sys

OF_PYTHON = () if sys.version_info[:2] == (3, 11) else ("rubric.other-tool-version",)
"""Codes of the warnings of a build that come from this Python alone."""
