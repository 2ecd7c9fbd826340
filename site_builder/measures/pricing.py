"""What caching saved, and what the same tokens would have cost without it, at the prices the run declares.

Prices are USD per million tokens; tokens written to a cache are part of the input.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from site_builder.measures.json_view import View

_MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True):
    """USD per million tokens; an absent cache price equals that of input."""

    input: float
    output: float
    cache_read: float
    cache_write: float


class Tokens(msgspec.Struct, frozen=True):
    """Tokens of one model; ``None`` where the run does not say."""

    input: float | None
    cache_read: float | None
    output: float | None
    cache_write: float | None = None
    """Absent counts as 0."""

    @property
    def complete(self) -> bool:
        """Whether a bill can be made of them."""
        return self.input is not None and self.cache_read is not None and self.output is not None


def read_prices(meta: View) -> dict[str, Price]:
    """Return the models with a usable price: input and output given, and no parity row says there is none."""
    table = meta.child("pricing")
    prices: dict[str, Price] = {}
    for model in sorted(table.record) if table is not None else ():
        row = table.child(model) if table is not None else None
        if row is None:
            continue
        fresh, output = row.number("input"), row.number("output")
        read, write = row.number("cache_read"), row.number("cache_write")
        if fresh is not None and output is not None:
            prices[model] = Price(
                fresh, output, fresh if read is None else read, fresh if write is None else write
            )
    for row in meta.rows("role_model_parity") or ():
        if row.flag("priced") is False:
            prices.pop(row.text("model"), None)
    return prices


def saving_and_bill(tokens: Mapping[str, Tokens], prices: Mapping[str, Price]) -> tuple[float, float]:
    """Return saving and uncached bill in USD over models with complete tokens and a price (the caller's
    duty).

    The saving can be negative: writing to a cache may cost more than its reads save.
    """
    saving = bill = 0.0
    for model in sorted(tokens):
        used, price = tokens[model], prices[model]
        fresh, read = used.input or 0.0, used.cache_read or 0.0
        premium = max(0.0, price.cache_write - price.input)
        saving += read * (price.input - price.cache_read) - (used.cache_write or 0.0) * premium
        bill += (fresh + read) * price.input + (used.output or 0.0) * price.output
    return saving / _MILLION, bill / _MILLION
