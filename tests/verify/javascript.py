"""The evaluator that pages carry, ``templates/assets/evaluate.js``, run by Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.pages.synthetic import TEMPLATES

EVALUATOR = TEMPLATES / "assets" / "evaluate.js"
LOOP = """
require("vm").runInThisContext(require("fs").readFileSync(process.argv[1], "utf8"));
require("readline").createInterface({ input: process.stdin }).on("line", function (line) {
  const [graph, entries, options] = JSON.parse(line);
  if (graph !== null) proofboard.rubric("", graph);
  let answer;
  try {
    answer = proofboard.evaluate(proofboard.rubrics[""], entries, options);
  } catch (error) {
    answer = { thrown: String(error) };
  }
  console.log(JSON.stringify(answer));
});
"""
Entries = Mapping[str, Mapping[str, Any]]


class JavaScript:
    """One process of Node, which answers case after case."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.graph: Any = None

    def evaluate(self, graph: Any, entries: Entries, options: Any = None) -> dict[str, dict[str, Any]]:
        """Return value or reason of every node, by id; under ``thrown`` alone what was thrown instead."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        case = [None if graph is self.graph else graph, entries, options]
        self.graph = graph
        self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()
        answer: dict[str, dict[str, Any]] = json.loads(self.process.stdout.readline())
        return answer


@contextmanager
def started() -> Iterator[JavaScript]:
    """Start Node, and end it; raises ``FileNotFoundError`` where there is none."""
    command = ["node", "-e", LOOP, str(EVALUATOR)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield JavaScript(process)
