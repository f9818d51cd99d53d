"""What stands in a sentence after decisions and rules: always a tree, which depends on files, decisions and rules alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from treecompare.extras.annotators.differences import Difference, Place

UNDECIDED, IMPLIED = "undecided", "implied"


class Fixed(NamedTuple):
    """A value that is decided; ``told``: by whom or what, as a refusal says it."""

    value: str
    told: str


class Refusal(NamedTuple):
    """Why a value cannot stand, and the decisions that are in its way."""

    why: str
    by: tuple[Place, ...] = ()


class Result(NamedTuple):
    """What stands at a difference. ``source``: the name of a file, ``other``, ``rule N``, ``implied`` or ``undecided``."""

    value: str
    source: str
    rule: int = 0
    note: str = ""


@dataclass
class Settled:
    """A sentence as it stands.

    ``results``: by the place of the difference; further ones, with the source ``implied``, where the analyses agree and what
    they have cannot stand. ``refused``: decisions and rules that would break the tree, with the reason, by place; a rule by its
    number. ``is_tree``: whether the words depend on each other as a tree: not where no analysis has one.
    """

    results: dict[Place, Result] = field(default_factory=dict)
    refused: dict[Place, str] = field(default_factory=dict)
    refused_rules: list[int] = field(default_factory=list)
    is_tree: bool = True


class SentenceModel(ABC):
    """A sentence and its differences: what can stand in it."""

    def __init__(self, differences: Sequence[Difference], words: Sequence[str], names: Sequence[str]) -> None:
        self.differences = differences
        self.words = words
        self.names = names

    @abstractmethod
    def refusal(self, fixed: Mapping[Place, Fixed], place: Place, value: str) -> Refusal | None:
        """Why a value cannot be decided beside those that are; None if it can."""

    @abstractmethod
    def values(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[Place, str], set[Place], bool]:
        """What stands at every difference; the places whose value others imply (among them some where the analyses agree); and
        whether all of it is a tree."""

    @abstractmethod
    def checked(self, place: Place, typed: str) -> str:
        """A value that people typed. Raises UsageError: it is none; says what was expected."""

    def told(self, word: int) -> str:
        """A word (from 1) as messages name it; 0 is the root."""
        return self.words[word - 1] if word else "root"
