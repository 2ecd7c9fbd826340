"""Run one command, and write what it used as JSON: ``launch.py REPORT COMMAND…``.

The kernel counts a new process with the memory of the one that started it until it has loaded its own
program. This small process stands between, so that what is measured does not carry the memory of the one that
measures.
"""

import json
import os
import subprocess
import sys
import time


def main(report: str, command: list[str]) -> int:
    """Run ``command`` to its end and return its exit code, negative for a signal."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    figures = {"wall_s": wall, "processor_s": used.ru_utime + used.ru_stime, "peak_mb": used.ru_maxrss / 1024}
    with open(report, "w", encoding="utf-8") as file:
        json.dump({"code": process.returncode, **figures}, file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
