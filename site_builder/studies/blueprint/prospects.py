"""What of a suite alone keeps every run of it from passing a gate, told before a model is run."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.errors import Problem
from site_builder.records.blueprint import Suite
from site_builder.studies.blueprint.settings import Settings


def never_passing(suite: Suite, settings: Settings, file: str) -> Iterator[Problem]:
    """Yield a warning for each way in which no run of a suite can pass under a rubric.

    ``file`` is the suite as readers know it. Conditions that the rubric judges may be absent, or cases of the
    risk that has checks of its own.
    """
    given = {condition.id for condition in suite.conditions}
    missing = [condition for condition in settings.conditions if condition not in given]
    others = sorted(given - set(settings.conditions))
    if missing:
        known = f" Not judged: {', '.join(others)}." if others else ""
        yield Problem(
            file=file,
            pointer="/conditions",
            code="suite.other-conditions",
            message=f"No run of this suite can pass under {settings.rubric}: conditions that it judges are "
            f"absent ({', '.join(missing)}).{known}",
            advice=f"Name the conditions {', '.join(settings.conditions)}.",
            severity="warning",
        )
    if all(case.risk != settings.gated_risk for case in suite.cases):
        yield Problem(
            file=file,
            code="suite.no-gated-risk",
            message=f"No run of this suite can pass under {settings.rubric}: its checks of cases of "
            f"{settings.gated_risk} risk need at least one, and there is none.",
            advice=f"Give the prompt of such a case the risk_level {settings.gated_risk} in assets.json.",
            severity="warning",
        )
