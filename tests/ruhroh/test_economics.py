from __future__ import annotations

from typing import Any

import pytest

from site_builder.records.ruhroh import Usage
from site_builder.studies.ruhroh.usage import roll_up, summarise
from tests.ruhroh.samples import changed, read, result


def envelope(**changes: Any) -> dict[str, Any]:
    return {
        "version": "ruhroh_economics_envelope_v1",
        "totals": {
            "usage": {"totalTokens": 100},
            "costs": [{"amount": 0.5, "currency": "USD", "kind": "metered"}],
        },
        "coverage": {"cost": {"status": "complete"}, "totalTokens": {"status": "complete"}},
        "observations": [],
    } | changes


def usage(economics: Any = None, plain: Any = None) -> Usage:
    document = result()
    if economics is not None:
        document = changed(document, "runAgent/economics", economics)
    if plain is not None:
        document = changed(document, "runManifest/usage", plain)
    return read(document).usage


def test_figures_of_the_economics_record_win_over_plain_ones() -> None:
    found = usage(envelope(), {"costUsd": 9, "totalTokens": 9, "inputTokens": 7})
    assert (found.cost_usd, found.total_tokens, found.input_tokens) == (0.5, 100, 7)
    assert (found.cost_status, found.tokens_status) == ("complete", "complete")


def test_plain_figures_have_no_known_coverage() -> None:
    found = usage(None, {"costUsd": 0, "totalTokens": -5, "outputTokens": "3"})
    assert (found.cost_usd, found.total_tokens, found.output_tokens) == (0, None, None)
    assert (found.cost_status, found.tokens_status) == ("unknown", "unknown")
    assert found.reported
    assert not usage().reported


@pytest.mark.parametrize(
    "economics",
    [
        envelope(legacy=True),
        envelope(totals={"usage": {}, "costs": []}),
        envelope(totals={"costs": [{"amount": 1, "currency": "EUR", "kind": "billed"}]}),
        envelope(totals={"costs": [{"amount": 1, "currency": "USD", "kind": "estimated"}]}),
        envelope(totals={"costs": [{"amount": -1, "currency": "USD", "kind": "billed"}]}),
        envelope(totals={"costs": [{"amount": 1, "currency": "USD", "kind": "billed"}, 5]}),
        envelope(observations=[{"accounting": "exclusive", "cost": {"kind": "estimated"}}]),
        envelope(
            observations=[
                {"accounting": "exclusive", "cost": {"kind": "billed"}, "source": {"kind": "manual"}}
            ]
        ),
        envelope(version="other"),
    ],
)
def test_an_estimate_a_foreign_currency_or_a_doubtful_source_is_no_cost(economics: dict[str, Any]) -> None:
    assert usage(economics).cost_usd is None
    assert usage(economics, {"costUsd": 2}).cost_usd == 2
    assert usage(economics, {"costUsd": 2}).cost_status != "complete"


def test_an_inclusive_checkpoint_is_not_counted_twice_and_spoils_nothing() -> None:
    seen = [{"accounting": "inclusive_checkpoint", "cost": {"kind": "estimated"}}]
    assert usage(envelope(observations=seen)).cost_usd == 0.5


def test_means_are_over_the_samples_that_report_and_missing_is_never_zero() -> None:
    samples = [
        read(changed(result(index=1), "runManifest/usage", {"costUsd": 2})),
        read(changed(result(index=2), "runManifest/usage", {"costUsd": 4})),
        read(result(index=3)),
    ]
    found = summarise(samples, passes=3).cost_usd
    assert (found.total, found.mean, found.observed, found.samples) == (6, 3, 2, 3)
    assert (found.status, found.per_pass) == ("unknown", None)
    nothing = summarise(samples[2:], passes=1).tokens
    assert (nothing.total, nothing.mean, nothing.per_pass) == (None, None, None)


def test_figures_too_large_to_be_added_up_are_absent_and_sums_stay_finite() -> None:
    assert usage(None, {"costUsd": 1.7e308, "totalTokens": 10**400}) == usage(None, {})
    largest = read(changed(result(), "runManifest/usage", {"costUsd": 1e300, "totalTokens": 1}))
    assert summarise([largest] * 1000, 0).cost_usd.total == pytest.approx(1e303)


def test_a_figure_per_pass_needs_complete_reporting_and_a_pass() -> None:
    samples = [read(changed(result(index=i), "runAgent/economics", envelope())) for i in (1, 2)]
    assert summarise(samples, passes=1).cost_usd.per_pass == 1.0
    assert summarise(samples, passes=0).cost_usd.per_pass is None
    partly = [*samples, read(result(index=3))]
    found = summarise(partly, passes=1)
    assert (found.cost_usd.status, found.cost_usd.per_pass) == ("partial", None)


def test_a_roll_up_adds_sums_and_makes_means_anew() -> None:
    complete = summarise([read(changed(result(), "runAgent/economics", envelope()))], passes=1)
    partly = summarise([read(result()), read(result(index=2))], passes=2)
    together = roll_up([complete, partly], passes=3)
    assert (together.tokens.total, together.tokens.mean, together.tokens.samples) == (100, 100, 3)
    assert (together.tokens.status, together.tokens.per_pass) == ("partial", None)
    assert roll_up([complete, complete], passes=4).tokens.per_pass == 50


def test_unavailable_reporting_is_said_to_be_unavailable() -> None:
    coverage = {"cost": {"status": "unavailable"}, "totalTokens": {"status": "partial"}}
    sample = read(changed(result(), "runAgent/economics", envelope(coverage=coverage)))
    found = summarise([sample], passes=1)
    assert (found.cost_usd.status, found.tokens.status) == ("unavailable", "partial")
