"""The measuring programs that run in a process of their own, so that none carries the memory of another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from measuring.costs import Failed

HERE = Path(__file__).resolve().parent


def command_of(name: str, *arguments: str | Path) -> list[str | Path]:
    """Return the command that runs one of the programs beside this module."""
    others = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(HERE.parent), *([others] if others else [])])
    return ["env", f"PYTHONPATH={path}", sys.executable, HERE / name, *arguments]


def run_program(name: str, *arguments: str | Path) -> Any:
    """Run a program and return what it printed as JSON, ``None`` for nothing. Raises ``Failed``."""
    done = subprocess.run(command_of(name, *arguments), stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Failed(f"{name} ended with {done.returncode}")
    return json.loads(done.stdout) if done.stdout else None
