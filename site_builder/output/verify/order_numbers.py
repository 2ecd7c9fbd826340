"""How firm an order is and who is first, by the names that their numbers have on pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import DERIVED, GIVEN, Named
from site_builder.output.verify.graph import Graph

REPEATS = {
    "sd": "pooled_sd",
    "degrees_of_freedom": "degrees_of_freedom",
    "configurations": "configurations_with_repeats",
    "runs": "runs_in_repeats",
    "least": "least_significant_difference",
    "t": "t",
    "borrowed": "runs_with_borrowed_spread",
    "tied": "runs_tied_with_the_first",
}
"""Name on pages → key in the data of what repeats say of a board; ``BoardCheck`` makes it again."""


DRAWS = {"draws": "count", "concentration": "concentration"}
"""Name on pages → key in the data of the settings of draws."""
ORDER_PAGE = "methodology/order/index.json"


def numbers_of_repeats(repeats: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of what repeats say of a board."""
    for name, key in REPEATS.items():
        yield f"repeats.{name}", repeats[key]


def numbers_of_head(board: dict[str, Any], headline: str) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of what the home page says of a board, and ``HomeCheck`` holds against it."""
    yield "board.listed", board["listed"]
    yield "board.ranked", board["ranked"]
    top = board["top"]
    if top is not None:
        yield "board.gap", top["gap"]
        yield "board.inside_noise", top["inside_noise"]
        yield "repeats.least", top["least_significant_difference"]
        yield headline, top["score"]
        yield f"{headline}#coverage", top["coverage"]
    for one in board["leaders"]:
        yield one["axis"], one["points"]
        yield f"{one['axis']}#median", one["median"]
        yield f"{one['axis']}#n", one["n"]


def named_of_settings(board: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of the settings by which it is said how firm the order of a board is."""
    if "repeats" in board:
        yield "repeats.confidence", board["repeats"]["confidence"], GIVEN
    draws = board.get("sensitivity", {}).get("draws", {})
    yield from ((f"sensitivity.{n}", draws[k], GIVEN) for n, k in DRAWS.items() if k in draws)


def named_of_order_page(data: dict[str, Any]) -> Named:
    """Yield (name, value, kind) of what the page on orders says: settings, and repeats of every board."""
    for name in ("order.draws", "order.concentration", "order.tried"):
        yield name, data["values"][name], GIVEN
    for board in data["boards"].values():
        yield "board.ranked", board["ranked"], DERIVED
        yield from ((name, value, DERIVED) for name, value in numbers_of_repeats(board["repeats"]))
        yield from named_of_settings(board)


def numbers_of_order(board: dict[str, Any], graph: Graph) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of what ``BoardCheck`` and ``SensitivityCheck`` make again of how firm an order is.

    Not among them: how many draws there are and how concentrated they are, which they are made from.
    """
    if "repeats" in board:
        yield from numbers_of_repeats(board["repeats"])
    said = board.get("sensitivity")
    if said is None or not graph.can_be_varied:
        return
    for name in ("runs", "ranked", "kept", "trials", "same_leader", "pairs"):
        yield f"sensitivity.{name}", said[name]
    yield "sensitivity.first_holds", said["draws"]["first_holds"]
    for one in said["weighings"]:
        for part, key in (("", "weights"), ("#share", "shares"), ("#sd", "standard_deviations")):
            for node, value in one[key].items():
                yield f"weight.{node}{part}", value
    for letter, key in (("w", "by_weights"), ("a", "by_amounts")):
        for number, trial in enumerate(said.get(key, ())):
            yield f"sensitivity.{letter}{number}.moved", trial["moved"]
    if "amounts" in said:
        yield "sensitivity.groups", said["amounts"]["groups"]
    for one in said["reach"]:
        yield "sensitivity.rank", one["rank"]
        yield "weights.first", one["first"]
        for of, key in (("weights", "by_weights"), ("amounts", "by_amounts")):
            for end, value in zip(("best", "worst"), one.get(key, ())):
                yield f"{of}.{end}", value
    for reversal in said["rank_reversals"]:
        yield from _numbers_of_reversal(reversal)


def _numbers_of_reversal(reversal: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for node, value in reversal["weights"].items():
        yield f"weights.{node}", value
    for side, value in reversal.get("amounts", {}).items():
        yield f"amounts.{side}", value
    change = reversal["smallest"]
    for part in ("now", "at", "by", "relative") if change is not None else ():
        yield f"reversal.{change['weight']}#{part}", change[part]
