"""What the Ruhroh demonstration is about: scenarios, suites, targets and campaigns, all invented."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

SCHEMAS = "https://lumicorp.github.io/ruhroh/schemas"
VERDICTS = ("passed", "failed", "review")


@dataclass(frozen=True)
class Scenario:
    """A task with the criteria it is judged by."""

    id: str
    title: str
    difficulty: str
    runtime_s: int
    prompt: str
    context: tuple[str, ...]
    criteria: tuple[str, ...]
    guidance: tuple[str, ...]
    failures: tuple[str, ...]
    """Criteria that a failing sample leaves unmet, in the evaluator's words."""


SCENARIOS = (
    Scenario(
        id="invoice-export",
        title="Export last month's invoices",
        difficulty="standard",
        runtime_s=900,
        prompt="Our bookkeeper wants last month's invoices as one file that her spreadsheet opens. Amounts "
        "must keep their cents, customers their accents, and cancelled invoices must not be in it.",
        context=(
            "The workspace holds a small web shop with forty invoices in three currencies.",
            "The bookkeeper opens files with a spreadsheet that expects semicolons.",
        ),
        criteria=(
            "The export opens in a spreadsheet with one row for each invoice of the month.",
            "Amounts keep their cents and their currency in every row of the export.",
            "Cancelled invoices are absent, and credit notes appear with a negative amount.",
        ),
        guidance=(
            "Run the export and open what it delivers; do not require a certain file name.",
            "Compare the sum of amounts with the shop's own monthly report.",
        ),
        failures=("Cancelled invoices are still in the export.", "Amounts lose their cents in two rows."),
    ),
    Scenario(
        id="shift-swap",
        title="Let two nurses swap a shift",
        difficulty="hard",
        runtime_s=1500,
        prompt="Two people on the ward plan should be able to swap a shift. Both have to agree, nobody may "
        "end up with two shifts in a row, and the head of the ward must see who agreed when.",
        context=(
            "The workspace holds a plan of eleven people over four weeks with a small web page.",
            "Night shifts end at six; an early shift begins at six.",
        ),
        criteria=(
            "A swap takes effect only after both people have agreed to it on the page.",
            "A swap that gives anybody two shifts in a row is refused with the reason.",
            "The head of the ward sees who agreed to which swap and when it happened.",
        ),
        guidance=(
            "Swap shifts on the running page as two people and as the head of the ward.",
            "Prefer evidence from the delivered page over source text.",
        ),
        failures=("A night shift and the early shift after it can be swapped to one person.",),
    ),
    Scenario(
        id="seed-catalogue",
        title="Search a seed catalogue",
        difficulty="intro",
        runtime_s=600,
        prompt="Gardeners look for seeds by name, month of sowing and height. The list has grown to nine "
        "hundred entries; please make it searchable, also for those who misspell a name by a letter.",
        context=(
            "The workspace holds a static page with nine hundred entries in one file.",
            "The page is opened from a disk, without a server and without a network.",
        ),
        criteria=(
            "Searching by name, sowing month and height together narrows the list correctly.",
            "A name that is misspelled by one letter still finds the plant that was meant.",
            "The page works when it is opened from a disk, without any network access.",
        ),
        guidance=(
            "Open the page from a disk and search for six plants, two of them misspelled.",
            "Count the entries that a search by month should leave, and compare.",
        ),
        failures=(
            "A misspelled name finds nothing.",
            "The search by height leaves plants that are too tall.",
        ),
    ),
)


BY_ID = {scenario.id: scenario for scenario in SCENARIOS}


@dataclass(frozen=True)
class Target:
    """A benchmark target."""

    id: str
    stream: str
    adapter: str
    harness: tuple[str, str]
    model: str
    """Name of the model; ``meridian/<name>`` is its canonical id."""
    recommended: bool = True

    def document(self, *, answered: bool = False) -> Json:
        """Return the target as configurations write it; with the model that answered, as manifests do."""
        model = {
            "provider": "meridian",
            "model": self.model,
            "canonicalId": f"meridian/{self.model}",
            "version": "2026-04",
            "protocol": "chat",
            "promptVersion": "p7",
        }
        return {
            "targetId": self.id,
            "stream": self.stream,
            "adapterId": self.adapter,
            "harness": {"name": self.harness[0], "version": self.harness[1]},
            "requestedModel": model,
            "providerPath": {"provider": "meridian", "protocol": "chat"},
            "recommendedStack": {"recommended": self.recommended},
            **({"actualModel": model} if answered else {}),
        }


LANTERN, TINDER = ("lantern", "2.3.0"), ("tinderbox", "0.9.4")

SUITES: dict[str, Json] = {
    "counter-desk": {
        "title": "Counter desk",
        "scenarios": ("invoice-export", "shift-swap"),
        "runs": 6,
        "about": "Everyday requests of a small office, judged by what can be used afterwards.",
    },
    "garden-desk": {
        "title": "Garden desk",
        "scenarios": ("seed-catalogue",),
        "runs": 10,
        "about": "One short task with many repeats, for comparisons of harnesses and models.",
    },
}


@dataclass(frozen=True)
class Slot:
    """One planned repeat."""

    scenario: Scenario
    target: Target
    index: int
    count: int
    number: int
    """Position in the whole demonstration: spreads the invented times."""

    @property
    def id(self) -> str:
        """The sample id."""
        return f"{self.scenario.id}/{self.target.id}/{self.index:0{len(str(self.count))}}-of-{self.count}"

    @property
    def seed(self) -> str:
        """The sample seed, made as plans make it."""
        parts = (self.scenario.id, self.target.id, str(self.index), str(self.count))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def folder(self) -> str:
        """Folder of the sample below the result root."""
        return f"{self.target.id}/{self.scenario.id}/run-{self.index:02}"

    @property
    def run_id(self) -> str:
        """The run id."""
        return f"{self.scenario.id}-{self.target.id}-{self.index:02}"


@dataclass(frozen=True)
class Campaign:
    """Samples that were collected together, and how they turned out."""

    id: str
    title: str
    about: str
    suite: str
    targets: tuple[Target, ...]
    runs: int
    """Planned repeats of every scenario and target."""
    passes: dict[tuple[str, str], int]
    """(scenario, target) → how many of the collected samples pass."""
    missing: tuple[str, ...] = ()
    """Planned sample ids without a result."""
    excluded: tuple[str, ...] = ()
    """Those of them that the rerun ledger explains."""
    flaws: dict[str, str] = field(default_factory=dict)
    """Sample id → what is wrong with it (see ``ruhroh_samples``)."""
    economics: bool = False
    """Whether cost and tokens are reported completely."""
    calibrated: bool = True
    copies: tuple[str, ...] = ()
    """Sample ids whose result lies there a second time."""


CAMPAIGNS = (
    Campaign(
        id="lantern-desk",
        title="Lantern at the counter desk",
        about="One agent at two jobs of a counter desk; one sample fell to its infrastructure.",
        suite="counter-desk",
        targets=(Target("lantern-native", "native-stack", "lantern", LANTERN, "orrery-3"),),
        runs=7,
        passes={("invoice-export", "lantern-native"): 6, ("shift-swap", "lantern-native"): 5},
        missing=("shift-swap/lantern-native/4-of-7",),
        excluded=("shift-swap/lantern-native/4-of-7",),
    ),
    Campaign(
        id="tinderbox-pilot",
        title="Tinderbox, a pilot",
        about="A pilot with much amiss on purpose: missing samples, mixed versions, an open verdict, weak "
        "evidence, absent files, a copied result.",
        suite="counter-desk",
        targets=(Target("tinderbox-native", "native-stack", "tinderbox", TINDER, "orrery-3"),),
        runs=6,
        passes={("invoice-export", "tinderbox-native"): 2, ("shift-swap", "tinderbox-native"): 3},
        missing=("invoice-export/tinderbox-native/5-of-6", "invoice-export/tinderbox-native/6-of-6"),
        flaws={
            "invoice-export/tinderbox-native/2-of-6": "other adapter version",
            "invoice-export/tinderbox-native/3-of-6": "judges disagree",
            "shift-swap/tinderbox-native/1-of-6": "no evidence",
            "shift-swap/tinderbox-native/2-of-6": "journey lost",
            "shift-swap/tinderbox-native/4-of-6": "other scenario version",
            "shift-swap/tinderbox-native/5-of-6": "other model answered",
            "shift-swap/tinderbox-native/6-of-6": "evaluator failed",
        },
        calibrated=False,
        copies=("invoice-export/tinderbox-native/1-of-6",),
    ),
    Campaign(
        id="harness-duel",
        title="Two harnesses, one model",
        about="The same model under two harnesses: does the harness make a difference?",
        suite="garden-desk",
        targets=(
            Target("lantern-orrery", "harness-controlled", "lantern", LANTERN, "orrery-3", recommended=False),
            Target(
                "tinderbox-orrery", "harness-controlled", "tinderbox", TINDER, "orrery-3", recommended=False
            ),
        ),
        runs=12,
        passes={("seed-catalogue", "lantern-orrery"): 11, ("seed-catalogue", "tinderbox-orrery"): 3},
        economics=True,
    ),
    Campaign(
        id="model-duel",
        title="One harness, two models",
        about="Two versions of one model under the same harness: is the newer one better?",
        suite="garden-desk",
        targets=(
            Target(
                "tinderbox-orrery-3", "model-controlled", "tinderbox", TINDER, "orrery-3", recommended=False
            ),
            Target(
                "tinderbox-orrery-4", "model-controlled", "tinderbox", TINDER, "orrery-4", recommended=False
            ),
        ),
        runs=10,
        passes={("seed-catalogue", "tinderbox-orrery-3"): 5, ("seed-catalogue", "tinderbox-orrery-4"): 9},
    ),
)
