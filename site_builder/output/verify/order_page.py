"""The page on how firm orders are: its boards, held against their data."""

from __future__ import annotations

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.order_numbers import DRAWS
from site_builder.output.verify.sensitivity import TRIED
from site_builder.output.verify.site_files import SiteFiles


def check_order_page(site: SiteFiles, path: str, boards: BoardFiles) -> None:
    """Hold what the page says of each board that ranks runs against the board."""
    data = site.json(path)
    there = {name: board for name, (board, _) in boards.boards.items() if board["runs"]["ranked"]}
    told = {
        name: {"ranked": board["runs"]["ranked"], "repeats": board["repeats"]}
        for name, board in there.items()
    }
    site.compare(path, data["boards"], "their boards", told)
    site.expect(path, "runs whose order is tried", data["values"]["order.tried"], TRIED)
    for name, board in there.items():
        draws = board.get("sensitivity", {}).get("draws", {})
        for key, value in DRAWS.items():
            if value in draws:
                what = f"{value} of draws, against the board {name}"
                site.expect(path, what, data["values"][f"order.{key}"], draws[value])
