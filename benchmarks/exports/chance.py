# ruff: noqa: SIM905 (lists of a hundred quoted words would fill pages)
"""Seeded chance and a vocabulary: the same seed gives the same names and numbers everywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_VERBS = tuple(
    """
    add apply build check clean collect compare convert count derive draw estimate expand fetch filter find
    fold group join load match measure merge move normalise order pack parse place prune rank read refine
    render reset resolve scale scan select send settle shift smooth solve sort split store sum trace trim
    update weigh
    """.split()
)
_NOUNS = tuple(
    """
    account angle anchor area batch beam border branch budget bucket cell chain channel circle cluster
    column course curve cycle delta depth edge entry event factor field figure frame graph grid group height
    index invoice item kernel label layer ledger level limit margin matrix message metric model moment node
    offset order orbit packet page parcel path patch phase planet point portion price profile queue radius
    range rate record region report result route row sample scale schedule season segment sensor series
    shape shift signal slice span spread state station step stock stream supply surface table target task
    tenant thread ticket token total track unit value vector version vessel voucher weight window zone
    """.split()
)
_FIELDS = tuple(
    """
    amount begin code colour currency distance due end flag height identifier kind length mass name owner
    place price quantity ratio score size speed status stamp title total unit value weight width
    """.split()
)


class Chance(random.Random):
    """A generator of its own for one run or one file, known by a text."""

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one item; quicker than ``choice``."""
        return items[int(self.random() * len(items))]

    def hit(self, share: float) -> bool:
        """Return true in ``share`` of all cases."""
        return self.random() < share

    def whole(self, least: int, most: int) -> int:
        """Return a whole number, both ends included."""
        return least + int(self.random() * (most - least + 1))

    def verb(self) -> str:
        """Return what a function does."""
        return self.pick(_VERBS)

    def noun(self) -> str:
        """Return what it does it to."""
        return self.pick(_NOUNS)

    def field(self) -> str:
        """Return an attribute of it."""
        return self.pick(_FIELDS)

    def function(self) -> str:
        """Return a name such as ``scale_margin_37``; the number keeps names of one file apart."""
        return f"{self.verb()}_{self.noun()}_{self.whole(2, 99)}"

    def class_name(self) -> str:
        """Return a name such as ``MarginTable``."""
        return f"{self.noun().title()}{self.noun().title()}"

    def fraction(self) -> float:
        """Return a number between 0 and 10 with three places."""
        return self.whole(1, 9999) / 1000
