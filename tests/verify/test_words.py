"""No verdict, reason or notice on a page can say something else than the data beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.output.verify.faults import Fault
from tests.verify.changed_words import CHANGES, REMOVED
from tests.verify.forgery import faults_of, forge, said_of


@pytest.fixture(scope="module")
def forged(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], list[Fault]]:
    """Return the page of each change, and what the verifier says of a site with all of them."""
    copy = tmp_path_factory.mktemp("changed") / "site"
    pages = forge(site, copy, CHANGES)
    return pages, faults_of(copy)


@pytest.fixture(scope="module")
def shortened(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], list[Fault]]:
    """Return the same of a site from which words are removed."""
    copy = tmp_path_factory.mktemp("shortened") / "site"
    pages = forge(site, copy, REMOVED)
    return pages, faults_of(copy)


@pytest.mark.parametrize("name", CHANGES)
def test_words_that_contradict_the_data_are_found(
    forged: tuple[dict[str, str], list[Fault]], name: str
) -> None:
    pages, faults = forged
    said = said_of(pages[name], faults)
    assert [words for words in said if CHANGES[name].blamed in words], said


@pytest.mark.parametrize("name", REMOVED)
def test_words_that_are_removed_are_missed(shortened: tuple[dict[str, str], list[Fault]], name: str) -> None:
    pages, faults = shortened
    said = said_of(pages[name], faults)
    assert [words for words in said if REMOVED[name].blamed in words], said


def test_nothing_else_is_blamed(forged: tuple[dict[str, str], list[Fault]]) -> None:
    pages, faults = forged
    assert {fault.file for fault in faults} == set(pages.values())
