"""Which tokens of which model a run is billed for, and what caching saved of that bill."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from site_builder.measures.json_view import View, describe
from site_builder.measures.pricing import Tokens, read_prices, saving_and_bill
from site_builder.measures.roles import ROLES, SUPERVISION
from site_builder.measures.telemetry import Group, Telemetry, usage_of
from site_builder.sources.importers.favur_meta import plain
from site_builder.sources.importers.favur_sheet import TELEMETRY, Sheet, in_meta
from site_builder.sources.importers.favur_usage import Figures

SAVING = "pricing.cache_saving_usd"
BILL = "pricing.uncached_bill_usd"

Billed = tuple[dict[str, Tokens], str]
"""Tokens by model, and where they were taken from."""


class Usage(msgspec.Struct, frozen=True):
    """The figures that tokens can be taken from."""

    telemetry: Telemetry
    models: list[str]
    """Models used by the run."""
    run: Figures
    roles: dict[str, Figures]


def read_pricing(meta: View, usage: Usage, sheet: Sheet) -> None:
    """Write saving and bill, or for both the same reason why they are not known."""
    prices = read_prices(meta)
    used = usage.models
    unpriced = [model for model in used if model not in prices]
    if not used:
        _miss(sheet, "no model is named, so no price applies")
    elif unpriced:
        _miss(sheet, f"no price for the model {describe(unpriced[0])}")
    else:
        billed = _tokens(meta, usage)
        if isinstance(billed, str):
            _miss(sheet, billed)
        else:
            tokens, source = billed
            saving, bill = saving_and_bill(tokens, prices)
            evidence = in_meta(
                "/pricing", f"prices of {plain(', '.join(sorted(tokens)))}; tokens from {source}"
            )
            sheet.put(SAVING, saving, evidence)
            sheet.put(BILL, bill, evidence)


def _miss(sheet: Sheet, detail: str) -> None:
    for metric_id in (SAVING, BILL):
        sheet.miss(metric_id, "not_collected", detail)


def _tokens(meta: View, usage: Usage) -> Billed | str:
    """Return the tokens by model, or why they cannot be told apart."""
    if len(usage.models) == 1:
        tokens = _of(usage.run)
        if not tokens.complete:
            return "input, cache read and output tokens of the run are not all known"
        return {usage.models[0]: tokens}, "the figures of the run"
    return _by_role(meta, usage.roles) or _by_event(usage.telemetry, usage.models)


def _by_role(meta: View, roles: dict[str, Figures]) -> Billed | None:
    """Return the roles' tokens by model when every role of ``meta.json`` has a model and all its tokens."""
    named = meta.child("roles")
    rows = {role: named.child(role) for role in ROLES if role in named.record} if named is not None else {}
    sums: dict[str, Tokens] = {}
    for role, row in rows.items():
        model, tokens = row.text("model") if row is not None else "", _of(roles[role])
        if not model or not tokens.complete:
            return None
        sums[model] = _plus(sums[model], tokens) if model in sums else tokens
    return (sums, "the figures of the roles") if sums else None


def _by_event(telemetry: Telemetry, used: list[str]) -> Billed | str:
    if telemetry.missing:
        return f"several models, roles without full figures, and {telemetry.missing}"
    if any(not model and role != SUPERVISION for role, model in telemetry.groups):
        return "several models, roles without full figures, and events that name no model"
    sums: dict[str, Tokens] = {}
    for model in used:
        requests = telemetry.requests(_of_model(model))
        if requests.requests:
            usage = usage_of(requests, 0)
            sums[model] = Tokens(
                usage.input_tokens, usage.cache_read_tokens, usage.output_tokens, usage.cache_write_tokens
            )
    if not sums:
        return "several models, roles without full figures, and no llm_request event"
    if not all(tokens.complete for tokens in sums.values()):
        return "several models, and events without input, cache read or output tokens"
    return sums, f"{TELEMETRY} by model"


def _of_model(model: str) -> Callable[[Group], bool]:
    return lambda group: group[0] != SUPERVISION and group[1] == model


def _of(figures: Figures) -> Tokens:
    return Tokens(
        figures["input_tokens"],
        figures["cache_read_tokens"],
        figures["output_tokens"],
        figures["cache_write_tokens"],
    )


def _plus(one: Tokens, other: Tokens) -> Tokens:
    return Tokens(
        (one.input or 0.0) + (other.input or 0.0),
        (one.cache_read or 0.0) + (other.cache_read or 0.0),
        (one.output or 0.0) + (other.output or 0.0),
        (one.cache_write or 0.0) + (other.cache_write or 0.0),
    )
