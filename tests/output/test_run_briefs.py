"""What is read of a run's record for its board is what the record says."""

from __future__ import annotations

import msgspec

from site_builder.output.run_briefs import KEPT, BriefReader


def test_a_brief_holds_what_the_record_has_of_what_is_kept() -> None:
    nodes = {
        "role.score": {"value": 0.1 + 0.2},
        "class": {"missing": "not_collected"},
        "other": {"value": 1.0},
    }
    record = {
        "run": "r-1",
        "rubric": {"id": "favur/15"},
        "nodes": nodes,
        "other_rubrics": [],
        "rank": None,
        "x": 1,
    }
    brief = BriefReader(["class", "role.score", "absent"]).read(msgspec.json.encode(record))
    kept = {key: record[key] for key in record if key in KEPT}
    assert brief == kept | {"nodes": {name: nodes[name] for name in ("class", "role.score")}}
