"""Invented models: names, prices and habits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Model:
    """An invented model: how it is billed, how fast it is and how much it says."""

    id: str
    name: str
    family: str
    provider: str
    window: int | None
    """Context window in tokens; None leaves the field out, which means 200,000."""
    prices: tuple[float, ...] | None
    """USD per million tokens: input, output, cache read, cache write; None: no price is known."""
    tokens_per_second: int
    overhead_ms: int
    """Waiting time of a request before the first token."""
    verbosity: int
    """Output tokens of an ordinary answer."""

    @property
    def window_tokens(self) -> int:
        """The context window, stated or not."""
        return self.window or 200_000

    @property
    def caches(self) -> bool:
        """Whether the provider caches prompts."""
        return self.prices is None or len(self.prices) > 2

    def pricing(self) -> Json:
        """The entry of `meta.pricing`."""
        names = ("input", "output", "cache_read", "cache_write")
        return dict(zip(names, self.prices or (), strict=False))

    def record(self) -> Json:
        """The entry of `meta.models`."""
        entry: Json = {"id": self.id, "name": self.name, "family": self.family}
        entry["provider"] = self.provider
        if self.window is not None:
            entry["context_window"] = self.window
        return entry

    def micro_dollars(self, fresh: int, cached: int, written: int, output: int) -> int:
        """Price of a request; a price per million tokens is one in micro-dollars per token.

        A model without prices counts as (1, 4); such a bill is never written down.
        """
        p_in, p_out, *rest = self.prices or (1.0, 4.0)
        p_read = rest[0] if rest else p_in
        p_write = rest[1] if len(rest) > 1 else p_in
        bill = (fresh - written) * p_in + written * p_write + cached * p_read + output * p_out
        return round(bill)


MODELS = {
    model.id: model
    for model in (
        Model("aurora-large", "Aurora Large", "Aurora", "Northlight", 400_000,
              (2.5, 12.0, 0.25, 3.125), 78, 1900, 430),
        Model("aurora-small", "Aurora Small", "Aurora", "Northlight", 200_000,
              (0.4, 1.8, 0.04), 150, 900, 340),
        Model("basalt-2", "Basalt 2", "Basalt", "Stonefield", 262_144,
              (1.2, 6.0, 0.3), 58, 2600, 560),
        Model("cobalt", "Cobalt", "Cobalt", "Blue Kiln", None,
              (3.0, 15.0, 0.3, 3.75), 64, 2200, 470),
        Model("cobalt-mini", "Cobalt Mini", "Cobalt", "Blue Kiln", None,
              (0.5, 2.5, 0.05, 0.625), 132, 1100, 390),
        Model("delta-fast", "Delta Fast", "Delta", "Rivermouth", 131_072,
              (0.2, 0.7), 172, 700, 880),
        Model("echo-pro", "Echo Pro", "Echo", "Hillside", 256_000,
              (1.8, 9.0, 0.45), 70, 2000, 500),
        Model("echo-lite", "Echo Lite", "Echo", "Hillside", 256_000,
              (0.3, 1.2, 0.08), 140, 900, 400),
        Model("flint-nano", "Flint Nano", "Flint", "Kilnworks", 65_536,
              (0.05, 0.2), 190, 500, 620),
        Model("atlas-5", "Atlas 5", "Atlas", "Long Meridian", 1_000_000,
              (1.5, 9.0, 0.15), 92, 2300, 390),
        Model("beacon-3", "Beacon 3", "Beacon", "Harbourworks", 262_144,
              (0.8, 3.2, 0.2), 112, 1500, 330),
        Model("comet-1", "Comet 1", "Comet", "Tailwind", 200_000,
              None, 124, 1300, 640),
        Model("drift-xl", "Drift XL", "Drift", "Low Tide", 128_000,
              (4.0, 20.0, 1.0), 31, 6400, 760),
        Model("ember-2", "Ember 2", "Ember", "Ashgrove", 200_000,
              (0.3, 1.2, 0.03), 105, 1400, 450),
    )
}  # fmt: skip
