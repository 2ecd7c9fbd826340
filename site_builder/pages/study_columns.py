"""Published documents that are of no board: claims, comparisons, judgements, editions, verification."""

from __future__ import annotations

from site_builder.pages.data_columns import DataColumn as C
from site_builder.pages.data_columns import DataFile

CLAIM = DataFile(
    "claim.json",
    "Claim of a campaign",
    "What one campaign says, whether it may be published, and the digest of every file that it rests on.",
    (
        C("version", "text", "format of the document: `ruhroh_benchmark_claim_v2`"),
        C("createdAt", "text", "when its newest sample ended, UTC"),
        C("createdAtNote", "text", "said where no sample states a time", optional=True),
        C("tool", "object", "`name` and `version` of the program that made it"),
        C("rubric", "object", "`id` and `digest` of the rubric that decides"),
        C("source", "object", "results, suite, plan, ledger and calibration: path and SHA-256 of each file"),
        C("scope", "text", "what is claimed about: `suite`, or `ad_hoc_compare` where none is selected"),
        C("publishable", "boolean", "whether nothing stands against publishing it"),
        C("suite", "object or null", "the suite with its version and scenarios; null where none is selected"),
        C("methodology", "object", "level of confidence, statistical methods and their parameters"),
        C(
            "summary",
            "object",
            "counts of scenarios, targets, samples, passes and reviews; the pass rate of all",
        ),
        C("targetSummaries", "list", "each target over all scenarios"),
        C("scenarioResults", "list", "each cohort: samples, passes, rates with intervals, pass@k, usage"),
        C("pairwiseComparisons", "list", "each pair: difference, interval, exact test, verdict"),
        C("outcomeFrontier", "object", "kept for the format; nothing is computed here"),
        C("readiness", "object", "blockers and advisories of publishing, comparing and ranking"),
        C("evidence", "object", "counts of findings about plan, files and reviews"),
    ),
)
"""``data/campaigns/<campaign>/claim.json``."""

COMPARISON = DataFile(
    "comparison.json",
    "Comparison of a campaign",
    "All that follows from the samples of one campaign: every figure of its pages, unrounded.",
    (
        C("format", "text", "`proofboard-ruhroh-comparison/1`"),
        C("rubric", "object", "`id` and `digest` of the rubric"),
        C("settings", "object", "parameters of the rubric that the figures depend on"),
        C("minimum_runs", "integer", "samples that a cohort needs for more than a direction"),
        C("suite", "object or null", "the suite; null where none is selected"),
        C("samples", "integer", "samples that were compared"),
        C("outside_of_suite", "list", "samples of scenarios that the suite does not list"),
        C("cohorts", "list", "one for each scenario and target: members, passes, intervals, usage, findings"),
        C("pairs", "list", "one for each two targets of a scenario: counts, difference, exact test, verdict"),
        C("roll_ups", "list", "one for each target, over all its scenarios"),
        C("uncovered_scenarios", "list", "scenarios of the suite without a sample"),
        C("coverage", "object or null", "planned samples and what became of each; null without a plan"),
        C(
            "calibration",
            "object or null",
            "cases on which the evaluator was tried; null where there are none",
        ),
        C("artifacts", "object", "faults among the files of evidence"),
        C("review_queue", "list", "samples that a person must or should look at, with the reasons"),
        C("readiness", "object", "whether the claim may be published, and what stands against it"),
        C("problems", "list", "what was wrong with the files"),
    ),
)
"""``data/campaigns/<campaign>/comparison.json``."""

TRIES = "pass_at_<k>"
"""Stands for a column for each number of tries."""

COHORTS = DataFile(
    "cohorts.csv",
    "Cohorts of a campaign as a table",
    "One line for each scenario under each target, by name: cohorts are not ranked.",
    (
        C("scenario", "text", "id of the scenario"),
        C("target", "text", "the declared target, else the adapter that ran the samples"),
        C("samples", "integer", "samples of the cohort"),
        C("minimum", "integer", "samples needed for more than a direction"),
        C("directional", "boolean", "whether there are fewer"),
        C("passes", "integer", "samples that passed"),
        C("pass_rate", "number", "passes by samples, 0–1"),
        C("pass_rate_lower", "number", "lower end of its interval"),
        C("pass_rate_upper", "number", "upper end of its interval"),
        C(TRIES, "number or reason", "chance of a pass in k tries, 0–1; or `too_few_samples`"),
        C("mean_score", "number", "mean of the evaluator's scores"),
        C("mean_score_lower", "number", "lower end of its interval"),
        C("mean_score_upper", "number", "upper end of its interval"),
        C("cost_samples", "integer", "samples that report a cost"),
        C(
            "cost_usd_per_pass",
            "number or reason",
            "USD of all samples by passes; `not_complete`, `no_pass` or `too_large` where there is none",
        ),
        C("tokens_samples", "integer", "samples that report tokens"),
        C("tokens_per_pass", "number or reason", "the same of tokens"),
        C("review_required", "integer", "samples that a person must look at"),
    ),
)
"""``data/campaigns/<campaign>/cohorts.csv``."""

PAIRS = DataFile(
    "pairs.csv",
    "Pairs of a campaign as a table",
    "One line for each two targets of a scenario.",
    (
        C("scenario", "text", "id of the scenario"),
        C("contender", "text", "one target"),
        C("baseline", "text", "the target that it is compared with"),
        C("verdict", "text", "`conclusive`, `directional` or `inconclusive`"),
        C("direction", "text", "by the interval: `contender_higher`, `baseline_higher` or `inconclusive`"),
        C("difference", "number", "pass rate of the contender less that of the baseline"),
        C("difference_lower", "number", "lower end of its interval"),
        C("difference_upper", "number", "upper end of its interval"),
        C("p_value", "number", "of Fisher's exact test, two-sided"),
        C("alpha", "number", "level below which it is significant"),
        C("significant", "boolean", "whether it is"),
        C("disagree", "boolean", "whether interval and test point to different verdicts"),
        C("contender_passes", "integer", "passes of the contender"),
        C("contender_samples", "integer", "its samples"),
        C("baseline_passes", "integer", "passes of the baseline"),
        C("baseline_samples", "integer", "its samples"),
        C("minimum", "integer", "samples that both need for a conclusive verdict"),
        C("varied", "text", "conditions in which the two differ, separated by `|`"),
        C("unknown", "text", "conditions that one of the two does not state"),
        C("reasons", "text", "codes of what stands against more, separated by `|`"),
    ),
)
"""``data/campaigns/<campaign>/pairs.csv``."""

JUDGEMENT = DataFile(
    "judgement.json",
    "Judgement of a release gate",
    "One recorded run under one rubric; the file is named after the rubric.",
    (
        C("outcome", "text", "`passed`, `failed` or `rejected`"),
        C("rubric", "text", "rubric that decides, with its version"),
        C("rubric_digest", "text", "digest of that rubric"),
        C("suite", "object", "`id`, `version`, `digest` and number of `cases`"),
        C("run", "object", "`id`, `folder`, `digest` and what the run discloses"),
        C("rejections", "list", "why the run is not scored; empty where it is"),
        C("checks", "list", "each check: observed, limit, margin, whether it is met", optional=True),
        C("advisories", "list", "what else to know; none of it decides", optional=True),
        C(
            "conditions",
            "object",
            "condition → metric → value, or the reason why it is missing",
            optional=True,
        ),
        C("outputs", "list", "each output with its size and SHA-256, and why it is withheld", optional=True),
        C("limitation", "text", "what the result applies to", optional=True),
        C("local_additions", "object", "what this site adds; none of it decides", optional=True),
    ),
)
"""``data/gates/<run>/<rubric>.json``."""

EDITIONS = DataFile(
    "editions.json",
    "Frozen editions",
    "Every frozen copy of this site, and which one came after it.",
    (C("editions", "list", "name, day, address, digest and `superseded_by`, newest first"),),
)
"""``data/editions.json``."""

REPORT = DataFile(
    "report.json",
    "What verifying found",
    "How many numbers the site has and how each was checked; in the folder `verify`.",
    (
        C("format", "text", "`proofboard-verification/1`"),
        C("certificate", "text", "the counts in one line, as on the pages"),
        C("numbers", "object", "kind of check → numbers; `all` is their sum"),
        C("pages", "object", "first folder of the address → the same for its pages"),
        C(
            "matched",
            "object",
            "names whose numbers are only compared with the data of their page → how many",
        ),
    ),
)
"""``verify/report.json``."""
