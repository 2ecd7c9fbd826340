"""Files and data of the pages on two versions of a rubric, as the data page and the schemas describe them."""

from __future__ import annotations

from site_builder.pages.data_columns import DataColumn, DataFile

C = DataColumn

DIFFERENCE_COLUMNS = (
    C("board", "text", "board on which the run is listed"),
    C("run", "text", "run id as exported"),
    C("score_before", "number or reason", "score under the older version, unrounded; or `none`"),
    C("score_after", "number or reason", "score under the newer version, unrounded; or `none`"),
    C("change", "number or reason", "score after minus score before; or `none`"),
    C("rank_before", "integer or reason", "rank under the older version, or `unranked`"),
    C("rank_after", "integer or reason", "rank under the newer version, or `unranked`"),
    C("unranked_before", "text", "why there is no rank under the older version; empty for ranked runs"),
    C("unranked_after", "text", "why there is no rank under the newer version; empty for ranked runs"),
    C("passes", "integer", "runs that stood above it and stand below"),
    C("passes_by", "integer", "runs that stood below it and stand above"),
    C("change:<clause>", "number or reason", "one column for each clause that moves a run: what it changes"),
)
"""Columns of ``data/diffs/<family>/<older>..<newer>.csv``."""

BETWEEN = (
    C("older", "object", "`id` and `digest` of the older version"),
    C("newer", "object", "`id` and `digest` of the newer version"),
)

PAIR_KEYS = (
    *BETWEEN,
    C("summary", "list", "numbers of the sentence that the page begins with"),
    C(
        "clauses",
        "list",
        "every clause that differs: `id`, `kind`, old and new values in `changes`, and `why`",
    ),
    C("groups", "list", "how many clauses of each kind were `added`, `removed` and `changed`"),
    C("order", "list", "ids of the clauses in the order of the attribution; those of a list enter together"),
    C("totals", "object", "`runs` on all boards, how many `moved` and `moved_rank`"),
    C("boards", "list", "each board: `page`, the same counts, `medians` that differ, largest rise and fall"),
    C(
        "decisions",
        "object or null",
        "`runs` that gates decide under both, and how many come out `differing`",
    ),
)
"""Keys of the ``index.json`` of a page on two versions."""

BOARD_KEYS = (
    C("board", "text", "id of the board"),
    *BETWEEN,
    C("steps", "list", "first clause of every step of the attribution, in its order"),
    C("on_runs", "boolean", "whether the pages of all its runs have both scores"),
    C("moved", "integer", "runs with another score"),
    C("moved_rank", "integer", "runs with another rank"),
    C("not_listed", "integer", "runs that the page does not list; `runs` has them"),
    C("medians_differing", "integer", "cohort medians that differ"),
    C("medians", "list", "`node`, `before` and `after` of these, each over so many runs; or `withheld`"),
    C("runs", "list", "each run: score and rank `before` and `after`, `attribution`, whom it `passed`"),
    C("shown", "list", "numbers that the page shows of the runs it lists, in their order"),
)
"""Keys of the ``index.json`` of a board under two versions."""

DIFFERENCES = (
    DataFile(
        "difference.csv",
        "Runs under two versions of a rubric",
        "One line for each run, in data/diffs/<family>/<older>..<newer>.csv.",
        DIFFERENCE_COLUMNS,
    ),
    DataFile(
        "difference.json",
        "Two versions of a rubric",
        "The index.json beside a page on two versions: every clause, and every board in a line.",
        PAIR_KEYS,
    ),
    DataFile(
        "difference-board.json",
        "A board under two versions of a rubric",
        "The index.json beside the page of a board under two versions: every run, and what moved it.",
        BOARD_KEYS,
    ),
)
"""Published where a site has versions to compare."""
