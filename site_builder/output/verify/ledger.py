"""The ledger of pinned scores."""

from __future__ import annotations

import hashlib
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.faults import TOLERANCE
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pinned_scores import PinnedScores, as_told, sessions_of
from site_builder.output.verify.run_history import LEDGER_PAGE
from site_builder.output.verify.site_files import SiteFiles

LEDGER = "data/ledger.jsonl"
ENTRIES = ("cohort", "score", "withdrawal", "reinstatement", "correction")
"""Kinds of entries of the ledger."""


class LedgerCheck:
    """The chain of its entries, and what they pin."""

    def __init__(self, site: SiteFiles, boards: BoardFiles) -> None:
        self.site, self.boards, self.scored = site, boards.boards, boards.scored
        self.known: dict[int, dict[str, Any]] = {}
        if LEDGER in site.own or "data/ledger/index.html" in site.own or LEDGER_PAGE in site.own:
            site.guarded(LEDGER, self._ledger)
        PinnedScores(site, boards, self.known).check()

    def _ledger(self, path: str) -> None:
        """Follow the chain: each line names the digest of the line before, and seals itself."""
        before, known = "first", self.known
        content = self.site.read(path)
        if content is None:
            self.site.fault(path, "it is not there, and a page is about it")
            return
        for number, line in enumerate(content.splitlines(keepends=True), start=1):
            entry = self.site.parse(path, line)
            if not isinstance(entry, dict):
                before = hashlib.sha256(line).hexdigest()
                continue
            about = f"entry {number}"
            known[number] = entry
            self.site.expect(path, f"{about}: its number", entry.get("entry"), number)
            self.site.expect(path, f"{about}: digest of the entry before", entry.get("previous"), before)
            seal = str(entry.get("seal"))
            unsealed = line.replace(f'"seal":"{seal}"'.encode(), b'"seal":"' + b"0" * 64 + b'"')
            self.site.expect(path, f"{about}: its seal", seal, hashlib.sha256(unsealed).hexdigest())
            before = hashlib.sha256(line).hexdigest()
            self.site.checked["ledger entries"] += 1
            if entry.get("kind") not in ENTRIES:
                self.site.fault(path, f"{about}: its kind", entry.get("kind"), list(ENTRIES))
            elif number - 1 in known and entry["date"] < known[number - 1]["date"]:
                self.site.fault(path, f"{about}: its date is before that of the entry before", entry["date"])
            if entry.get("kind") == "score":
                cohort = known.get(entry["cohort"], {})
                if cohort.get("kind") != "cohort":
                    self.site.fault(
                        path, f"{about}: its cohort is no entry of one before it", entry["cohort"]
                    )
                self._pinned(path, entry, cohort)
        self.site.guarded(LEDGER_PAGE, lambda file: self._ledger_page(file, content, list(known.values())))
        self._standing(list(known.values()))

    def _ledger_page(self, path: str, content: bytes, entries: list[dict[str, Any]]) -> None:
        """Hold what the page of the ledger says against the ledger."""
        page = self.site.json(path)
        digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        notices = [
            {"entry": entry["entry"], "date": entry["date"], "kind": entry["kind"], "run": entry["run"]}
            for entry in reversed(entries)
            if entry["kind"] in ("withdrawal", "reinstatement", "correction")
        ]
        told = [{key: one[key] for key in ("entry", "date", "kind", "run")} for one in page["notices"]]
        for name, published, again in (
            ("entries", page["entries"], len(entries)),
            ("scores", page["scores"], sum(entry["kind"] == "score" for entry in entries)),
            ("cohorts", page["cohorts"], sum(entry["kind"] == "cohort" for entry in entries)),
            ("notices", page["withdrawals_and_corrections"], len(notices)),
            ("sessions", [as_told(one) for one in page["sessions"]], sessions_of(self.known)),
            ("digest", page["digest"], digest),
            ("newest entry", page["newest"], max((entry["date"] for entry in entries), default="")),
            ("withdrawals and corrections", told, notices),
        ):
            self.site.expect(path, f"its {name}", published, again)

    def _standing(self, entries: list[dict[str, Any]]) -> None:
        """Replay the ledger: a withdrawn run is barred as one on its boards, a scored one is on some."""
        withdrawn: dict[tuple[str, str], str] = {}
        scored: set[tuple[str, str]] = set()
        for entry in entries:
            if entry["kind"] in ("withdrawal", "reinstatement"):
                words = f"withdrawn on {entry['date']}: {entry['why'].strip().rstrip('.')}"
                withdrawn[entry["family"], entry["run"]] = words if entry["kind"] == "withdrawal" else ""
            elif entry["kind"] == "score":
                scored.add((entry["family"], entry["run"]))
        for name, (board, runs) in self.boards.items():
            family, barred = board["rubric"]["id"].partition("/")[0], board["ranking"]["barred"]
            for run in runs:
                scored.discard((family, run))
                wanted, said = withdrawn.get((family, run), ""), barred.get(run, "")
                if said != wanted and (wanted or said.startswith("withdrawn on ")):
                    self.site.fault(f"data/{name}/board.json", f"why {run} is barred", said, wanted)
        page = self.site.json(LEDGER_PAGE)
        told = page.get("on_no_board", []) if isinstance(page, dict) else []
        without = sorted({run for _, run in scored})
        self.site.expect(LEDGER_PAGE, "its runs with a pinned score and on no board", told, without)

    def _pinned(self, path: str, entry: dict[str, Any], cohort: dict[str, Any]) -> None:
        """Hold pinned scores against those of now, where export, rubric and cohort are still the same.

        Where another run of the cohort has another export by now, what rests on no median is held alone.
        """
        found = self.scored.get((entry["run"], entry["rubric"]))
        pinned = entry["digest"], cohort.get("runs"), entry["rubric_digest"]
        if found is None or pinned != (found[1], found[2], found[0].graph.document["digest"]):
            self.site.checked["scores pinned otherwise"] += 1
            return
        sheet = found[0]
        i = sheet.graph.position[sheet.graph.headline]
        pairs = [(name, value, sheet.state(name)) for name, value in entry["values"].items()]
        pairs += [
            (name, entry[name], getattr(sheet.sheet, name)[i]) for name in ("coverage", "lower", "upper")
        ]
        if cohort["exports"] != found[3]:
            apart = apart_from_medians(sheet.graph)
            pairs = [
                one
                for one in pairs
                if (one[0] if one[0] in sheet.graph.position else sheet.graph.headline) in apart
            ]
        for name, pinned, again in pairs:
            self.site.expect(
                path, f"entry {entry['entry']}, run {entry['run']}, {name}", pinned, again, TOLERANCE
            )
        self.site.checked["pinned values"] += len(pairs)


def apart_from_medians(graph: Graph) -> set[str]:
    """Return the nodes that no median of the cohort has a part in."""
    resting: set[int] = set()
    for i, inputs in enumerate(graph.inputs):
        if graph.nodes[i]["op"] == "cohort_median" or resting.intersection(inputs):
            resting.add(i)
    return {name for i, name in enumerate(graph.names) if i not in resting}
