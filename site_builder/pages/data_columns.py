"""The published data files and their columns: one table for the data page, the schemas and the files."""

from __future__ import annotations

import msgspec


class DataColumn(msgspec.Struct, frozen=True):
    """One column of a table, or one key of a record."""

    name: str
    kind: str
    """``text``, ``number``, ``integer``, ``boolean``, ``number or reason``, ``list``, ``object``, …."""
    about: str
    optional: bool = False
    """True where it depends on the rubric whether a file has it."""


class DataFile(msgspec.Struct, frozen=True):
    """One kind of published file."""

    name: str
    """File name; ``<board>`` stands for the board's folder."""
    title: str
    about: str
    columns: tuple[DataColumn, ...]


C = DataColumn

BOARD_COLUMNS = (
    C("rank", "integer or reason", "rank among the ranked runs; equal scores share one; or `unranked`"),
    C("rank_shared", "boolean", "whether another run has exactly the same score"),
    C(
        "band_best",
        "integer or reason",
        "best rank that repeats leave open, or `not_estimable`",
    ),
    C("band_worst", "integer or reason", "worst such rank"),
    C("spread", "text", "whose repeats the band rests on: `own`, `borrowed`, `not_estimable`, `unranked`"),
    C(
        "least_significant_difference",
        "number or reason",
        "difference that tells two single runs apart",
    ),
    C("weights_best", "integer or reason", "best rank under other weights; or `not_tried`"),
    C("weights_worst", "integer or reason", "worst such rank"),
    C("weights_first", "number or reason", "share of the draws of weights in which the run is first, 0–1"),
    C("cohort", "text", "what the runs of the board have in common"),
    C("rubric", "text", "rubric of every score in the row, with its version"),
    C("run", "text", "run id as exported"),
    C("configuration", "text", "name of models, harness and settings together"),
    C("families", "text", "model families, separated by `|`"),
    C("providers", "text", "who provides the models, separated by `|`; empty where nobody is named"),
    C("score", "number or reason", "the board's headline value, unrounded"),
    C("lower", "number or reason", "the score with every missing part at its worst"),
    C("upper", "number or reason", "the score with every missing part at its best"),
    C("coverage", "number", "share of the score's weight that is backed by measurements, 0–1"),
    C("runs_of_configuration", "integer", "runs of the same configuration on this board, this one included"),
    C("<label>", "text", "one column for each label that the rubric shows (`model`, `arm`, `memory`)"),
    C("<node>", "number or reason", "one column for each axis and further column of the board, by node id"),
    C("duration_s", "number or reason", "seconds from start to finish"),
    C("date", "text", "UTC day on which the run finished"),
    C("added", "text", "UTC day of its first pinned score; without one, that on which the run finished"),
    C("digest", "text", "SHA-256 over the files of the export"),
    C("unranked", "text", "why the run has no rank; empty for ranked runs"),
    C("verification", "text", "highest level that holds: `self-reported` … `re-run` (see the submit page)"),
    C("reading", "text", "word for the score, where the rubric has such words", optional=True),
    C("measured", "integer", "values measured of those the rubric asks for, where it asks", optional=True),
    C("asked", "integer", "values the rubric asks for, where it asks", optional=True),
)
"""Columns of ``board.csv``."""

BOARD_KEYS = (
    C("run", "text", "run id as exported"),
    C("page", "text", "address of the run's page"),
    C("configuration", "text", "name of models, harness and settings together"),
    C("families", "list", "model families"),
    C("providers", "list", "who provides the models; empty where nobody is named"),
    C("rank", "integer", "rank among the ranked runs; null for a run without one"),
    C("rank_shared", "boolean", "whether another run has exactly the same score"),
    C("band", "list", "best and worst rank that the noise of repeats leaves open; null where not estimable"),
    C("spread", "text", "whose repeats the band rests on: `own`, `borrowed`, `not_estimable`, `unranked`"),
    C("repeats_of", "text", "what the repeats of the run share; ranked runs with equal text are repeats"),
    C("low_coverage", "boolean", "whether less than half of the score's weight is measured"),
    C("unranked", "text", "why the run has no rank; empty for ranked runs"),
    C("score", "number or reason", "the board's headline value, unrounded"),
    C("lower", "number or reason", "the score with every missing part at its worst"),
    C("upper", "number or reason", "the score with every missing part at its best"),
    C("coverage", "number", "share of the score's weight that is backed by measurements, 0–1"),
    C("runs_of_configuration", "integer", "runs of the same configuration on this board, this one included"),
    C("values", "object", "node id → number or reason, for each axis and further column of the board"),
    C("duration_s", "number or reason", "seconds from start to finish"),
    C("date", "text", "UTC day on which the run finished"),
    C("added", "text", "UTC day of its first pinned score; without one, that on which the run finished"),
    C("digest", "text", "SHA-256 over the files of the export"),
    C("verification", "text", "highest level of verification that holds"),
    C("labels", "object", "label → what the run states, where the rubric shows labels", optional=True),
    C("reading", "text", "word for the score, where the rubric has such words", optional=True),
    C("measured", "object", "`count` of the values measured `of` those asked for", optional=True),
    C("badges", "list", "marks of the run, where it has any", optional=True),
)
"""Keys of a row of ``board.json``; the object around them has the board's rubric and columns."""

METRIC_COLUMNS = (
    C("run", "text", "run id as exported"),
    C("metric", "text", "id of the measured node"),
    C("unit", "text", "unit of the value"),
    C("value", "number", "the measured value; empty exactly when `missing` holds a reason"),
    C("missing", "text", "why there is no value; empty when there is one"),
    C("detail", "text", "for a missing value: what was looked for and not found"),
    C("file", "text", "file of the export in which the value was read; several are separated by `|`"),
    C("pointer", "text", "JSON pointers into those files"),
    C("note", "text", "how the value follows from the files"),
)
"""Columns of ``metrics.csv``."""

RUN_KEYS = (
    C("run", "text", "run id as exported"),
    C("configuration_page", "text or null", "page of its configuration; null where none is named"),
    C("rank", "integer", "rank, or null"),
    C("score", "number or reason", "headline value, unrounded"),
    C("coverage", "number", "0–1"),
    C("nodes", "object", "node id → value with coverage and bounds, or the reason why it is missing"),
    C(
        "contributions",
        "object",
        "what components add to axes, terms to roles, roles to the whole, in points",
    ),
    C("files", "list", "the export's own records with size and SHA-256"),
    C("problems", "list", "what was wrong with the export"),
    C("walk", "list", "factors of a score that is a product, with what each leaves and takes", optional=True),
    C(
        "doubted",
        "object",
        "measured value → the mark that stands for it where shown by itself",
        optional=True,
    ),
    C("stated", "list", "results the export states itself, published and recomputed", optional=True),
)
"""Main keys of a line of ``runs.jsonl``; the schema lists all."""

EXPORT_KEYS = (
    C("run", "text", "run id as exported"),
    C("folder", "text", "folder or file of the export, relative to the project"),
    C("digest", "text", "the run's digest, as on its page"),
    C(
        "digest_of",
        "text",
        "how the digest follows from the files: `nul`, `lines`, or empty where it does not",
    ),
    C("files", "object", "path relative to the project → SHA-256 of the file"),
)
"""Keys of a line of ``exports.jsonl``."""

EXCHANGE_KEYS = (
    C("schema_version", "text", "version of the format, `0.2.1`"),
    C("evaluation_id", "text", "board, model, run and time of the record"),
    C(
        "retrieved_timestamp",
        "text",
        "beginning of the UTC day on which the run was added, as Unix time in seconds",
    ),
    C("evaluation_timestamp", "text", "when the run finished, else when it started", optional=True),
    C("source_metadata", "object", "this site; how evaluators and models are related is not stated"),
    C("model_info", "object", "the model; of several, the configuration with all of them in its details"),
    C("eval_library", "object", "the harness, with rubric and program that scored in its details"),
    C("dedupe_identity", "object", "`content_hash`: digest of the export"),
    C("evaluation_results", "list", "the score, then each axis that has a value, with direction and range"),
    C("detailed_evaluation_results", "object", "`file_path`: data of the run's page on this site"),
)
"""Keys of a line of ``every-eval-ever.jsonl``."""

PARTS_KEYS = (
    C("rubric", "text", "rubric of the board, with its version"),
    C("headline", "text", "id of the node by which the board ranks"),
    C("title", "text", "its name"),
    C("decimals", "integer", "digits behind the point with which scores are shown"),
    C("nodes", "list", "graph from what runs have up to the headline, as nodes of `<version>.graph.json`"),
    C(
        "parts",
        "list",
        "weighed parts: `node`, `title`, `weight`, `of` which node, its `name`, `at` which place",
    ),
    C("given", "list", "nodes of which each run has a value or a reason, in the order of its `values`"),
    C(
        "runs",
        "list",
        "`run`, `page`, `configuration`, `rank` and `values`; where they hold, `shared` and `last`",
    ),
)
"""Keys of the object of ``parts.js``."""

EXCLUDED_KEYS = (
    C("inputs", "object", "exports found, ranked, unranked, left out; the last three sum to the first"),
    C("left_out", "list", "exports on no board, with reason and problems"),
    C("unranked", "list", "runs listed without a rank, with the reason"),
)
"""Keys of ``excluded.json``."""

LEDGER_KEYS = (
    C("entry", "integer", "1 for the first line, and so on without a gap"),
    C("kind", "text", "`cohort`, `score`, `withdrawal`, `reinstatement` or `correction`"),
    C("date", "text", "UTC day of the entry"),
    C("previous", "text", "SHA-256 of the whole line before, with its line end; `first` in entry 1"),
    C("seal", "text", "SHA-256 of this line, with 64 zeros in the place of the seal"),
    C("family", "text", "family of the run or cohort"),
    C(
        "cohort",
        "text or number",
        "in a cohort: its key; in a score: number of its cohort's entry",
        optional=True,
    ),
    C("rubric", "text", "rubric of scores and medians, with its version", optional=True),
    C("rubric_digest", "text", "digest of that rubric", optional=True),
    C("runs", "list", "ids of a cohort's runs", optional=True),
    C("exports", "text", "digest over the lines `id digest` of a cohort's runs", optional=True),
    C("medians", "object", "node → `value`, runs `lacking` it, or `withheld`", optional=True),
    C("run", "text", "run id as exported", optional=True),
    C("folder", "text", "folder of the export", optional=True),
    C("digest", "text", "digest of the export that was scored", optional=True),
    C("tools", "object", "tool → version that measured", optional=True),
    C("headline", "text", "id of the node by which boards rank", optional=True),
    C("values", "object", "node → unrounded value, or the reason why there is none", optional=True),
    C("coverage", "number", "of the headline, 0–1", optional=True),
    C("lower", "number", "the headline with every missing part at its worst", optional=True),
    C("upper", "number", "the headline with every missing part at its best", optional=True),
    C("why", "text", "reason of a withdrawal, reinstatement or correction", optional=True),
    C("old", "text", "digest of the export before a correction", optional=True),
    C("new", "text", "digest of the corrected export", optional=True),
)
"""Keys of a line of ``ledger.jsonl``; which ones it has depends on its kind."""

FILES = (
    DataFile(
        "board.csv",
        "Board as a table",
        "One line for each run of the board, in the board's order.",
        BOARD_COLUMNS,
    ),
    DataFile(
        "board.json",
        "Board as one object",
        "The same rows with the board's rubric, columns and left-out exports; the board page's own data.",
        BOARD_KEYS,
    ),
    DataFile(
        "runs.jsonl",
        "Runs, a line each",
        "Everything the run pages show: every node with coverage and bounds.",
        RUN_KEYS,
    ),
    DataFile(
        "metrics.csv",
        "Measurements in long form",
        "One line for each run and measured value, with its evidence. Roles that did not run are left out.",
        METRIC_COLUMNS,
    ),
    DataFile(
        "exports.jsonl",
        "Digests of the exports, a line each",
        "Every file that each run was read from, by its digest: what an auditor holds the exports against.",
        EXPORT_KEYS,
    ),
    DataFile(
        "every-eval-ever.jsonl",
        "Results in an exchange format",
        "One record of Every Eval Ever, a format that collects results of many evaluations, for each run "
        "with a score. The largest number there is stands for the end of a range that is open.",
        EXCHANGE_KEYS,
    ),
)
"""Files of each board."""

PARTS = DataFile(
    "parts.js",
    "Weighed parts of a board",
    "What a board is ranked from under a reader's own weights, unrounded: one object in a call of "
    "`proofboard.board`, for boards whose order rests on weights.",
    PARTS_KEYS,
)

EXCLUDED = DataFile(
    "excluded.json", "What has no rank", "Every export without a rank, and why.", EXCLUDED_KEYS
)

LEDGER = DataFile(
    "ledger.jsonl",
    "Ledger",
    "First scores, withdrawals and corrections, a line each; entries are only ever added.",
    LEDGER_KEYS,
)
