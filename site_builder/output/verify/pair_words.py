"""What is said of two cohorts side by side, and of one that stands alone, from their verdict and figures."""

from __future__ import annotations

from typing import Any


def reading(pair: dict[str, Any]) -> str:
    """Return what a pair says, from its verdict and the difference of its pass rates."""
    sides = [pair["contender"]["target"], pair["baseline"]["target"]]
    higher, lower = sides if pair["difference"]["value"] > 0 else sides[::-1]
    more = f"passes more often than {lower}"
    said = {
        "conclusive": f"{higher} {more}: interval, exact test and sample sizes all say so.",
        "directional": f"The samples point to {higher}, and do not suffice to say that it {more}.",
    }
    return said.get(pair["verdict"], "The samples do not say which of the two passes more often.")


def opening_of_pair(pair: dict[str, Any]) -> str:
    """Return how the sentence of a claim on a pair begins: who passes more often, and how firmly."""
    sides = [pair["contender"]["target"], pair["baseline"]["target"]]
    higher, lower = sides if pair["difference"]["value"] >= 0 else sides[::-1]
    scenario, more = pair["scenario"], f"passes more often than {lower}"
    said = {
        "conclusive": f"{higher} {more} on {scenario}: ",
        "directional": (
            f"On {scenario} the samples point to {higher}, and do not suffice to say that it {more}: "
        ),
    }
    undecided = f"On {scenario} the samples do not say which of {higher} and {lower} passes more often: "
    return said.get(pair["verdict"], undecided)
