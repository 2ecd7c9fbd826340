"""One profile per demonstration run: what makes the run itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from demonstration.models import MODELS, Model

ROLES = (
    "scout", "director", "architect", "spec", "orchestrator", "sprint_plan", "pseudocode",
    "develop", "code", "build", "test", "code_review", "sprint_review", "platform",
)  # fmt: skip
"""The fourteen roles, in the order in which they first act."""

SHARE = {
    "scout": 2, "director": 3, "architect": 4, "spec": 3, "orchestrator": 9, "sprint_plan": 5,
    "pseudocode": 8, "develop": 12, "code": 26, "build": 5, "test": 9, "code_review": 9,
    "sprint_review": 5, "platform": 3,
}  # fmt: skip
"""How the requests of a run are divided over its roles, in relative numbers."""

PER_SPRINT = ("pseudocode", "develop", "code", "build", "test", "code_review", "sprint_review")
LIGHT = ("scout", "build", "test", "platform", "pseudocode")
"""Roles that the second model of a configuration serves."""

ARTIFACT_ROLES = (
    "scout", "director", "architect", "spec", "sprint_plan", "pseudocode", "code_review",
    "sprint_review",
)  # fmt: skip

FILE_ROLES = {"source": "code", "test": "develop", "doc": "architect", "other": "build"}
"""Who is said to have written a file, in runs that tag their deliverables."""

CRITERIA = {"circles": 18, "solar-system": 24}
"""Acceptance criteria in each statement of work."""

Sprint = tuple[str, int | None]
"""Verdicts by first letter, in order ("RA" = REJECT, APPROVE), and fix tasks."""

VERDICTS = {"A": "APPROVE", "R": "REJECT", "E": "ESCALATE"}


@dataclass(frozen=True)
class Profile:
    """What makes a run itself. Rates are shares of 1 unless said otherwise."""

    run_id: str
    sow: str
    configuration: str
    models: tuple[str, ...]
    started_at: str
    requests: int
    sprints: tuple[Sprint, ...]
    milestones: tuple[int, int]
    """Completed and all."""
    unmet: tuple[int, ...] = ()
    """Numbers of the acceptance criteria that were not met."""
    without_roles: tuple[str, ...] = ()
    without_artifacts: tuple[str, ...] = ()
    care: float = 0.9
    """How complete the records of the roles are, 0 to 1."""
    request_failures: float = 0.005
    tool_errors: float = 0.02
    hallucinations: float = 0.005
    first_try: float = 0.95
    unauthorized: int = 0
    """Number of attempts."""
    tool_calls: float = 1.2
    """Calls per request."""
    command_failures: float = 0.12
    verification: float = 16.0
    """Verification events per hundred commands."""
    growth: int = 1100
    """Tokens that each turn adds to the prompt."""
    talk: float = 1.0
    """Output compared with the ordinary answers of the model."""
    turns_per_session: int = 16
    pace: float = 1.0
    """What is multiplied with every time span; with a tiny one the run is too fast to be true."""
    overhead: tuple[int, int] = (6200, 7400)
    """Tokens of the system prompt and of the tool schemas."""
    supervision: float | None = 0.04
    """Aimed share of the bill; None: the poller did not run."""
    supervision_in_meta: bool = True
    harness: str = "2.4.1"
    """Version; from 2.4 on it states its commit and the command of the run."""
    changed_harness: bool = False
    """Whether the harness had changes that were not committed."""
    compressed: bool = True
    parts: int = 1
    """Number of telemetry files."""
    tagged_files: bool = False
    untagged_roles: tuple[str, ...] = ()
    """Roles whose requests carry no role tag."""
    role_context: bool = False
    unpriced: tuple[str, ...] = ()
    """Models reported as having no price."""
    stated_tests: bool = False
    """Whether `meta.json` repeats the test counts and the coverage."""
    missing: frozenset[str] = field(default_factory=frozenset)
    """Any of: artifacts, context, manifest, milestones, pricing, retries, role_usage, sessions,
    sprints, telemetry, timing."""

    @property
    def roles(self) -> tuple[str, ...]:
        """Roles that ran."""
        return tuple(role for role in ROLES if role not in self.without_roles)

    def model_of(self, role: str) -> Model:
        """The model that serves a role."""
        return MODELS[self.models[-1] if role in LIGHT else self.models[0]]


HARNESS_COMMITS = {"2.4.1": "5d2be83"}
"""Version of the harness → its commit, invented as it is, where the harness states it."""


def _missing(*parts: str) -> frozenset[str]:
    return frozenset(parts)


PROFILES = (
    Profile(
        "circles-aurora-1", "circles", "all-Aurora", ("aurora-large",), "2026-05-12T09:14:03+02:00",
        requests=520, sprints=(("A", 0), ("A", 0), ("A", 0)), milestones=(6, 6), care=0.97,
        request_failures=0.002, tool_errors=0.009, hallucinations=0.002, first_try=0.98,
        command_failures=0.06, verification=21, growth=1250, overhead=(7100, 8300),
        supervision=0.021, harness="2.3.0", role_context=True,
    ),
    Profile(
        "circles-aurora-2", "circles", "all-Aurora", ("aurora-large",), "2026-05-13T10:02:41+02:00",
        requests=470, sprints=(("A", 0), ("A", 2), ("A", 0)), milestones=(6, 6), care=0.9,
        request_failures=0.004, tool_errors=0.017, hallucinations=0.004, first_try=0.96,
        command_failures=0.1, verification=17, growth=1180, overhead=(7100, 8300),
        supervision=0.024, harness="2.3.0", tagged_files=True, without_artifacts=("spec",),
    ),
    Profile(
        "circles-aurora-3", "circles", "all-Aurora", ("aurora-large",), "2026-05-13T18:47:20+02:00",
        requests=610, sprints=(("A", 1), ("EA", 2), ("A", 0)), milestones=(6, 6), unmet=(11,),
        without_roles=("spec",), care=0.84, request_failures=0.008, tool_errors=0.024,
        hallucinations=0.007, first_try=0.94, unauthorized=1, command_failures=0.15,
        verification=13, growth=1450, overhead=(7100, 8300), supervision=0.028, harness="2.3.0",
        untagged_roles=("orchestrator",),
    ),
    Profile(
        "circles-basalt-1", "circles", "all-Basalt", ("basalt-2",), "2026-06-02T22:30:00Z",
        requests=830, sprints=(("A", 0), ("RA", 3), ("A", 0), ("A", 0)), milestones=(6, 6),
        without_roles=("spec",), care=0.95, request_failures=0.001, tool_errors=0.012,
        hallucinations=0.003, first_try=0.97, command_failures=0.09, verification=24, growth=1500,
        turns_per_session=20, overhead=(5400, 6900), supervision=0.06, parts=2, tagged_files=True,
        role_context=True,
    ),
    Profile(
        "circles-cobalt-1", "circles", "Cobalt + Cobalt Mini", ("cobalt", "cobalt-mini"),
        "2026-06-21T13:05:09-07:00", requests=560, sprints=(("A", 0), ("EA", 1), ("A", 2)),
        milestones=(5, 6), unmet=(8, 15, 17), without_roles=("director", "spec"), care=0.78,
        request_failures=0.012, tool_errors=0.031, hallucinations=0.011, first_try=0.93,
        command_failures=0.19, verification=10, growth=2300, overhead=(9800, 11200),
        supervision=0.045, untagged_roles=("orchestrator",), stated_tests=True,
        without_artifacts=("code_review", "sprint_review"), missing=_missing("retries"),
    ),
    Profile(
        "circles-cobalt-2", "circles", "Cobalt + Cobalt Mini", ("cobalt", "cobalt-mini"),
        "2026-06-22T07:41:55-07:00", requests=640, sprints=(("A", 1), ("RA", 4), ("E", 2)),
        milestones=(5, 6), unmet=(7, 8, 11, 15), without_roles=("director", "spec"), care=0.7,
        request_failures=0.017, tool_errors=0.042, hallucinations=0.016, first_try=0.9,
        unauthorized=1, command_failures=0.24, verification=8, growth=2600,
        overhead=(9800, 11200), supervision=0.06, supervision_in_meta=False,
        without_artifacts=("code_review",), missing=_missing("context", "sessions"),
    ),
    Profile(
        "circles-delta-1", "circles", "all-Delta", ("delta-fast",), "2026-07-09T04:20:30+05:30",
        requests=390, sprints=(("RE", 5), ("RR", 7)), milestones=(4, 6),
        unmet=(3, 6, 8, 12, 14, 18),
        without_roles=("scout", "director", "spec", "pseudocode", "platform"), care=0.45,
        request_failures=0.037, tool_errors=0.071, hallucinations=0.038, first_try=0.81,
        unauthorized=3, command_failures=0.36, verification=3, growth=2400, talk=1.1,
        overhead=(8800, 14300), supervision=0.14, unpriced=("delta-fast",),
    ),
    Profile(
        "circles-echo-1", "circles", "Echo Pro + Echo Lite", ("echo-pro", "echo-lite"),
        "2026-05-03T11:11:11Z", requests=450, sprints=(), milestones=(0, 0),
        without_roles=("director", "spec", "platform"), harness="1.9.4", supervision=None,
        missing=_missing("artifacts", "context", "manifest", "milestones", "pricing", "role_usage",
                         "sessions", "sprints", "telemetry", "timing"),
    ),
    Profile(
        "circles-flint-1", "circles", "all-Flint", ("flint-nano",), "2026-08-17T16:00:45+09:00",
        requests=150, sprints=(("R", 0),), milestones=(1, 6),
        unmet=(5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18),
        without_roles=("scout", "director", "architect", "spec", "pseudocode", "build", "platform",
                       "code_review", "sprint_review"),
        care=0.3, request_failures=0.06, hallucinations=0.2, first_try=0.6, tool_calls=0.06,
        command_failures=0.4, verification=0, growth=2800, talk=1.25, overhead=(6900, 9900),
        supervision=None, compressed=False,
    ),
    Profile(
        "circles-gale-1", "circles", "Delta + Flint", ("delta-fast", "flint-nano"),
        "2026-08-28T09:15:00Z", requests=310, sprints=(("A", 0), ("A", 1)), milestones=(6, 6),
        unmet=(14,), without_roles=("director", "spec"), care=0.9, request_failures=0.02,
        tool_errors=0.03, hallucinations=0.02, first_try=0.9, command_failures=0.2, verification=9,
        growth=1900, overhead=(7800, 9900), supervision=0.05,
    ),
    Profile(
        "circles-haste-1", "circles", "all-Echo Lite", ("echo-lite",), "2026-08-20T10:30:00Z",
        requests=48, sprints=(("A", 0),), milestones=(6, 6),
        without_roles=("scout", "director", "architect", "spec", "pseudocode", "build", "platform"),
        care=0.8, command_failures=0.05, verification=20, pace=0.0002, supervision=None,
    ),
    Profile(
        "solar-atlas-1", "solar-system", "Atlas + Aurora Small", ("atlas-5", "aurora-small"),
        "2026-06-11T08:00:00+01:00", requests=780,
        sprints=(("A", 0), ("A", 0), ("A", 1), ("A", 0)), milestones=(8, 8),
        without_roles=("spec",), care=0.96, request_failures=0.003, tool_errors=0.011,
        hallucinations=0.003, first_try=0.97, command_failures=0.08, verification=19, growth=1600,
        overhead=(7600, 9100), supervision=0.03, tagged_files=True, role_context=True,
    ),
    Profile(
        "solar-atlas-2", "solar-system", "Atlas + Aurora Small", ("atlas-5", "aurora-small"),
        "2026-06-12T08:30:00+01:00", requests=720,
        sprints=(("A", 0), ("A", 2), ("RA", 3), ("A", 1)), milestones=(7, 8), unmet=(19,),
        without_roles=("spec",), care=0.88, request_failures=0.006, tool_errors=0.02,
        hallucinations=0.006, first_try=0.95, command_failures=0.14, verification=15, growth=1500,
        overhead=(7600, 9100), supervision=0.034, parts=2, untagged_roles=("orchestrator",),
    ),
    Profile(
        "solar-beacon-1", "solar-system", "all-Beacon", ("beacon-3",), "2026-07-01T23:59:30-03:00",
        requests=880, sprints=(("A", 0), ("RA", 2), ("A", 0)), milestones=(8, 8), care=0.86,
        without_roles=("director", "platform"), request_failures=0.009, tool_errors=0.026,
        hallucinations=0.008, first_try=0.93, command_failures=0.16, verification=14, growth=800,
        talk=0.85, turns_per_session=12, overhead=(4900, 5200), supervision=0.05, role_context=True,
        without_artifacts=("sprint_review",),
    ),
    Profile(
        "solar-comet-1", "solar-system", "Comet + Cobalt Mini", ("comet-1", "cobalt-mini"),
        "2026-07-28T06:45:12+05:45", requests=690, sprints=(("A", 2), ("EA", 1), ("RE", 3)),
        milestones=(6, 8), unmet=(9, 16, 20, 23), without_roles=("director", "spec", "scout"),
        care=0.72, request_failures=0.014, tool_errors=0.038, hallucinations=0.013, first_try=0.9,
        unauthorized=2, command_failures=0.22, verification=11, growth=1900,
        overhead=(9100, 9900), supervision=0.08, unpriced=("comet-1",),
    ),
    Profile(
        "solar-drift-1", "solar-system", "all-Drift", ("drift-xl",), "2026-08-05T17:22:08+10:00",
        requests=310, sprints=(("RR", 4), ("E", 6)), milestones=(3, 8),
        unmet=(4, 6, 9, 11, 12, 16, 18, 20, 22, 24),
        without_roles=("scout", "spec", "pseudocode", "build"), care=0.55, request_failures=0.029,
        tool_errors=0.058, hallucinations=0.027, first_try=0.86, unauthorized=2,
        command_failures=0.31, verification=5, growth=3600, overhead=(10400, 13800),
        supervision=None, changed_harness=True, compressed=False, missing=_missing("context"),
    ),
    Profile(
        "solar-ember-1", "solar-system", "all-Ember", ("ember-2",), "2026-09-14T12:00:00Z",
        requests=570, sprints=(("A", None), ("A", None), ("A", None)), milestones=(8, 8),
        care=0.82, request_failures=0.007, tool_errors=0.029, hallucinations=0.009, first_try=0.92,
        command_failures=0.17, verification=12, growth=1000, overhead=(5900, 7000),
        supervision=0.13, tagged_files=True, missing=_missing("timing"),
    ),
)  # fmt: skip
