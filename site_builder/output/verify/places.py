"""Pages judged by where they lie."""

from __future__ import annotations

import re
from functools import partial

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.site_files import SiteFiles, is_moved

WHOLE = (
    (re.compile(r"(gates/[^/]+/)(?:conditions|reviewers)/(?:[^/]+/)?index\.json"), r"\1cases/index.json"),
    (re.compile(r"(campaigns/[^/]+/).+/index\.json"), r"\1index.json"),
    (re.compile(r"claims/([^/]+)/index\.json"), r"campaigns/\1/index.json"),
)
"""The data of a page, and the page with which it is computed again."""
LISTS = {"claims/index.json": "campaign", "campaigns/index.json": "address"}
"""Pages that list campaigns, and the key of a row that says which."""


def check_whole(site: SiteFiles) -> None:
    """Hold that nothing lacks the page with which it is computed again, so that none is passed over."""
    there = set(site.own)
    for path in site.own:
        for pattern, whole in WHOLE:
            found = pattern.fullmatch(path)
            if found is not None and found.expand(whole) not in there:
                site.guarded(path, partial(_blame_alone, site, found.expand(whole)))
        if path in LISTS:
            site.guarded(path, partial(_check_listed, site, there))


def _blame_alone(site: SiteFiles, whole: str, path: str) -> None:
    if not is_moved(path, site.json(path)):
        site.fault(path, f"there is no {whole} with which it would be computed again")


def _check_listed(site: SiteFiles, there: set[str], path: str) -> None:
    data = site.json(path)
    for row in () if is_moved(path, data) else data["rows"]:
        whole = f"{row[LISTS[path]]}index.json"
        if whole not in there:
            site.fault(path, f"there is no {whole} with which a row would be computed again")


def check_places(site: SiteFiles, boards: BoardFiles) -> None:
    """Judge pages by where they lie: each run, board and configuration has the page that it must have."""
    standing: dict[str, list[tuple[str, str]]] = {}
    for name, (board, _) in boards.boards.items():
        for row in board["rows"]:
            standing.setdefault(str(row["page"]), []).append((name, row["run"]))
    for page in sorted(standing.keys() - set(site.own)):
        site.fault(page, f"there is no page of the run {standing[page][0][1]}")
    for path in site.own:
        if re.fullmatch(r"runs/[^/]+/index\.html", path):
            site.guarded(
                path[: -len("html")] + "json", lambda file: _check_place_of_run(site, file, standing)
            )
        elif re.fullmatch(r"boards/.+\.html", path):
            site.guarded(path, lambda file: _check_place_of_board(site, boards, file))


def _check_place_of_board(site: SiteFiles, boards: BoardFiles, path: str) -> None:
    data = f"data/{path.split('/')[1]}/board.json"
    if path not in boards.pages and not is_moved(path, site.json(path[: -len("html")] + "json")):
        site.fault(path, "no board goes on there" if data in site.own else f"there is no {data}")


def _check_place_of_run(site: SiteFiles, path: str, standing: dict[str, list[tuple[str, str]]]) -> None:
    page = site.json(path)
    if is_moved(path, page):
        return
    boards = standing.get(path[: -len("json")] + "html", [])
    if page is None:
        site.fault(path, "the page of a run has no data beside it")
    elif not boards:
        site.fault(path, "no board lists it")
    elif (page["board"], page["run"]) not in boards:
        site.fault(path, "the board and run that it is of", [page["board"], page["run"]], boards[0])
    elif "nodes" not in page or "other_rubrics" not in page:
        site.fault(path, "it has not what the page of a run has")
