"""Boards ranked under other weights by the scripts that pages carry, run by Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SCRIPT = """
const [site, board, weights] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const run = path => require("vm").runInThisContext(require("fs").readFileSync(site + path, "utf8"), path);
run("/assets/evaluate.js");
run("/assets/weights.js");
let data;
proofboard.board = (id, object) => { if (id === board) data = object; };
run(`/data/${board}/parts.js`);
const own = proofboard.fromAddress(data, weights);
const standings = proofboard.standings(data, proofboard.byNode(data, own));
console.log(JSON.stringify({
  address: proofboard.inAddress(data, own),
  runs: standings.map(one => ({ run: one.run.run, rank: one.rank, tied: one.tied, score: one.score }))
}));
"""


def ranked(site: Path, board: str, weights: Mapping[str, float] | None = None) -> dict[str, Any]:
    """Return runs with rank and score, and the address, under weights; raises without Node."""
    stated = ",".join(f"{part}:{weight}" for part, weight in (weights or {}).items())
    case = json.dumps([str(site), board, stated])
    done = subprocess.run(["node", "-e", SCRIPT], input=case, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
