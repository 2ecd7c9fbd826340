"""What pages say of the ledger: pinned scores and notices of runs, and its scores by day and cohort."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.nodes import stated
from site_builder.output.verify.run_history import PAST
from site_builder.output.verify.site_files import SiteFiles

Entry = dict[str, Any]
NOTED = {"withdrawal": "withdrawn", "reinstatement": "reinstated", "correction": "corrected"}
"""Kind of an entry → the word of a run's page for it."""


class PinnedScores:
    """The records of runs, held against the entries of the ledger that are about them."""

    def __init__(self, site: SiteFiles, boards: BoardFiles, entries: dict[int, Entry]) -> None:
        """``entries`` holds the ledger by number."""
        self.site, self.boards, self.entries = site, boards.boards, entries
        self.of_run: dict[tuple[str, str], list[Entry]] = {}
        for entry in entries.values():
            if "run" in entry:
                self.of_run.setdefault((entry["family"], entry["run"]), []).append(entry)

    def check(self) -> None:
        """Hold every record of every board, and the days that its rows state."""
        for name in self.boards:
            self.site.guarded(f"data/{name}/runs.jsonl", self._board)

    def _board(self, path: str) -> None:
        board, runs = self.boards[path.split("/")[1]]
        family = board["rubric"]["id"].partition("/")[0]
        members = len(runs.keys() - board["ranking"]["barred"].keys())
        for name, run in runs.items():
            told = {key: run.record[key] for key in PAST if key in run.record}
            if "pinned" in told:
                told["pinned"] = [as_told(pin) for pin in told["pinned"]]
            again = self._past(self.of_run.get((family, name), []))
            again.update({key: board[key] for key in ("medians_changed",) if key in board})
            self.site.compare(path, told, f"the ledger, of run {name},", again)
            if "pinned" in told:
                what = f"run {name}, runs of its cohort today"
                self.site.expect(path, what, run.record["since_first"]["cohort_runs"], members)
        for row in board["rows"]:
            pins = [
                one["date"] for one in self.of_run.get((family, row["run"]), []) if one["kind"] == "score"
            ]
            added = pins[0] if pins else runs[row["run"]].record["finished_at"][:10]
            self.site.expect(
                f"data/{board['board']}/board.json", f"added of {row['run']}", row["added"], added
            )

    def _past(self, entries: list[Entry]) -> dict[str, Any]:
        """Return what the record of a run says of entries about it; nothing where there are none."""
        pinned = [self._pinned(entry) for entry in entries if entry["kind"] == "score"]
        notices = [
            {"kind": NOTED[entry["kind"]], "date": entry["date"], "why": entry["why"].strip().rstrip(".")}
            | {"entry": entry["entry"]}
            for entry in entries
            if entry["kind"] in NOTED
        ]
        found = {"pinned": pinned, "notices": notices}
        return {key: value for key, value in found.items() if value}

    def _pinned(self, entry: Entry) -> Entry:
        """Return what the record of a run says of an entry with a score of it."""
        cohort = self.entries.get(entry["cohort"], {})
        whole = cohort.get("kind") == "cohort"
        return {
            **{key: entry[key] for key in ("entry", "date", "rubric", "coverage")},
            "cohort_runs": len(cohort["runs"]) if whole else "invalid",
            "score": entry["values"].get(entry["headline"], "not_collected"),
        }


def sessions_of(entries: dict[int, Entry]) -> list[Entry]:
    """Return what the page of the ledger says of the scores of each day and cohort, newest first."""
    found: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries.values():
        if entry["kind"] == "score":
            found.setdefault((entry["date"], entry["cohort"]), []).append(entry)
    return [
        {
            "date": date,
            "cohort": entries.get(number, {}).get("cohort", ""),
            "rubric": scores[0]["rubric"],
            "cohort_runs": len(entries[number]["runs"]) if number in entries else "invalid",
            "scores": len(scores),
            "first_entry": scores[0]["entry"],
        }
        for (date, number), scores in reversed(found.items())
    ]


def as_told(data: Entry) -> Entry:
    """Return what a page tells of scores and cohorts, with the reason alone where there is no number."""
    return {key: stated(value) for key, value in data.items()}
