"""Other weights make another graph, and its name shows it."""

from __future__ import annotations

import pytest

from site_builder.errors import RubricError
from site_builder.scoring.variant import reweighted, weights_of
from tests.scorecrux.sessions import document, rubric, scored

EQUAL = {"q_info": 1, "q_context": 1, "q_continuity": 1}


def test_the_usual_weights_give_the_graph_itself() -> None:
    graph = rubric()
    assert weights_of(graph, "q_combined") == {"q_info": 3, "q_context": 2, "q_continuity": 2}
    assert reweighted(graph, "q_combined", {"q_info": 3.0}) is graph


def test_other_weights_change_the_id_the_digest_and_the_score() -> None:
    graph = rubric()
    other = reweighted(graph, "q_combined", EQUAL)
    assert (other.id, graph.id) == ("scorecrux/1.3~q_combined=1:1:1", "scorecrux/1.3")
    assert other.digest.startswith("sha256:")
    assert other.digest != graph.digest
    assert weights_of(other, "q_combined") == EQUAL
    assert scored(document(), other)[1].value("cx_em") == 25.58
    assert scored(document(), graph)[1].value("cx_em") == 26.04


def test_a_weight_of_0_takes_the_part_out() -> None:
    other = reweighted(rubric(), "q_combined", {"q_context": 0, "q_continuity": 0})
    assert scored(document(), other)[1].value("cx_em") == 28.75


def test_unfit_changes_are_refused() -> None:
    with pytest.raises(RubricError, match="negative"):
        reweighted(rubric(), "q_combined", {"q_info": -1})
    with pytest.raises(KeyError):
        reweighted(rubric(), "q_combined", {"q_safety": 1})
    with pytest.raises(KeyError):
        reweighted(rubric(), "q_combine", {})
    with pytest.raises(ValueError, match="no weights"):
        reweighted(rubric(), "q_context", {})
