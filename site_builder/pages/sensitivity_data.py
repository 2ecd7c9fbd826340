"""How firm an order is, as plain data: what a board's JSON says under ``sensitivity``."""

from __future__ import annotations

from typing import Any

from site_builder.pages.rank_reversals import Change, RankReversal
from site_builder.pages.sensitivity import Reach, SensitivityView, Trial


def payload(view: SensitivityView) -> dict[str, Any]:
    """Return the section as plain data; with it and the rubric every draw can be made again."""
    data: dict[str, Any] = {
        "runs": view.considered.plain(),
        "ranked": view.ranked.plain(),
        "weighings": [
            {
                "node": one.node,
                "weights": {weight.node: weight.weight.plain() for weight in one.weights},
                "shares": {weight.node: weight.share.plain() for weight in one.weights},
                "standard_deviations": {weight.node: weight.spread.plain() for weight in one.weights},
                "label": one.label,
            }
            for one in view.weighings
        ],
        "draws": {
            "count": view.draws.plain(),
            "distribution": "dirichlet",
            "concentration": view.concentration.plain(),
            "first_holds": view.first_holds.plain(),
        },
        "kept": view.kept.plain(),
        "trials": view.trials.plain(),
        "same_leader": view.same_leader.plain(),
        "reach": [_reach(reach) for reach in view.reaches],
        "pairs": view.pairs.plain(),
        "rank_reversals": [_reversal(reversal) for reversal in view.reversals],
    }
    if view.by_weights:
        (one,) = view.weighings
        data["weights"] = {"of": one.name, "now": one.now, "factors": list(view.weight_factors)}
        data["by_weights"] = [_trial(trial) for trial in view.by_weights]
    if view.amounts is not None:
        data["amounts"] = {
            "of": view.amounts.name,
            "for_each": view.amounts.of,
            "groups": view.amounts.groups.plain(),
            "factors": list(view.amounts.factors),
        }
        data["by_amounts"] = [_trial(trial) for trial in view.amounts.trials]
    return data


def _reach(reach: Reach) -> dict[str, Any]:
    data: dict[str, Any] = {
        "run": reach.run.run_id,
        "rank": reach.rank.plain(),
        "by_weights": [cell.plain() for cell in reach.by_weights],
        "first": reach.first.plain(),
    }
    if reach.by_amounts is not None:
        data["by_amounts"] = [cell.plain() for cell in reach.by_amounts]
        data["group"] = reach.group
    return data


def _reversal(reversal: RankReversal) -> dict[str, Any]:
    data: dict[str, Any] = {
        "above": reversal.above.run_id,
        "below": reversal.below.run_id,
        "tied": reversal.tied,
        "smallest": _change(reversal.smallest) if reversal.smallest else None,
        "weights": {node: cell.plain() for node, cell, _ in reversal.weights},
    }
    if reversal.amounts:
        data["amounts"] = {cell.node.partition(".")[2]: cell.plain() for cell, _ in reversal.amounts}
    return data


def _change(change: Change) -> dict[str, Any]:
    return {
        "weight": change.node,
        "of": change.of,
        "now": change.now.plain(),
        "at": change.at.plain(),
        "by": change.by.plain(),
        "relative": change.relative.plain(),
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "title": trial.title,
        "moved": trial.moved.plain(),
        "leaders": [run.run_id for run in trial.leaders],
    }
