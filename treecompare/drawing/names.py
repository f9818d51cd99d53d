"""What systems are called: short names; where neither of two analyses is gold, the names of both in place of gold and system."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

OTHER = "the other"
"""What each of several systems is called where all stand side by side."""


@dataclass(frozen=True)
class Names:
    """``first``, ``second``: what the gold and the system are called; both empty where the gold is one. ``kept``: further names,
    which stay as they are, like these two."""

    first: str = ""
    second: str = ""
    kept: tuple[str, ...] = ()

    @property
    def is_gold(self) -> bool:
        """Whether the first analysis is gold."""
        return not self.first

    def told(self, text: str) -> str:
        """A text for people about gold and system; where neither is gold, about the two analyses by their names."""
        return text if self.is_gold else _replaced(text, *self._general)

    def told_of_errors(self, text: str) -> str:
        """The same of a text about errors: where neither is gold, these are differences, and nothing is right or wrong."""
        return text if self.is_gold else _replaced(text, *self._of_errors)

    @cached_property
    def _general(self) -> tuple[re.Pattern[str], dict[str, str]]:
        return _compiled({**self._own, **_sides(self.first, self.second)})

    @cached_property
    def _of_errors(self) -> tuple[re.Pattern[str], dict[str, str]]:
        words = {**_sides(self.first, self.second), **_errors(self.first, self.second)}
        return _compiled({**self._own, **words})

    @property
    def _own(self) -> dict[str, str]:
        return {name: name for name in (self.first, self.second, *self.kept) if name}


PLAIN = Names()
"""The gold is one."""


def sides_told(names: Names) -> tuple[str, str]:
    """What stands above both sides where a drawing is written as text."""
    return ("gold", "system") if names.is_gold else (names.first, names.second)


def short_names(gold: str, systems: Sequence[str]) -> list[str]:
    """The names of systems without the parts that all of them begin with: ``dev.a`` and ``dev.b`` are a and b. A single one is
    told from the gold."""
    names = list(systems) if len(systems) > 1 else [gold, *systems]
    least, greatest = min(names), max(names)  # what these two begin with is what all begin with
    same = next((place for place, (one, other) in enumerate(zip(least, greatest, strict=False)) if one != other), None)
    shared = least[:same]
    cut = max(shared.rfind(sign) for sign in "._-") + 1
    is_left = all(name[cut:] for name in names) and len(set(names)) == len(names)
    return [name[cut:] for name in systems] if cut and is_left else list(systems)


def names_in_corners(gold: str, systems: Sequence[str], system: int, is_gold: bool) -> tuple[str, str]:
    """What stands in the corners of a drawing: GOLD and the short name of a system, or both names where neither is gold."""
    if is_gold:
        return "GOLD", short_names(gold, systems)[system]
    first, second = short_names("", [gold, systems[system]])
    return first, second


def _sides(first: str, second: str) -> dict[str, str]:
    """What each word for one of the sides becomes."""
    both = {
        "the gold": first, "The gold": first, "GOLD": first, "gold": first, "Gold": first, "the gold treebank": first,
        "the gold tree": f"{first}'s tree", "the gold words": f"{first}'s words", "gold treebank": first,
        "gold words": f"words of {first}", "gold nodes": f"nodes of {first}", "gold trees": f"trees of {first}",
        "gold sentence": f"sentence of {first}", "gold sentences": f"sentences of {first}", "Gold labels": f"Labels of {first}",
        "a gold one": f"one of {first}'s", "the gold one": f"that of {first}", "a gold constituent": f"a constituent of {first}",
        "the system": second, "The system": second, "system": second, "System": second, "the test": second,
        "the test tree": f"{second}'s tree", "gold and test": f"{first} and {second}",
        "recall": f"share of {first}", "Recall": f"Share of {first}",
        "precision": f"share of {second}", "Precision": f"Share of {second}",
    }  # fmt: skip
    right = {
        "have the right": "have the same", "has the right": "has the same", "head right": "same head",
        "relation right": "same relation", "both right": "both the same", "is right": f"is as in {first}",
        "has right": f"has as {first} does", "gets right": f"has as {first} does",
        "Sentences right": f"Sentences as in {first}", "Words right": f"Words as in {first}",
        "Constituents right": f"Constituents as in {first}", "Who is right": f"Who agrees with {first}",
        "What parsers fail on": "Where analyses differ", "Which system is better": "How alike are they", "better": "closer",
        "worse": "farther", "Wins and losses": "Closer and farther", "Gold, predicted and raw input": "Input of each analysis",
    }  # fmt: skip
    lacking = {
        "one was missed": f"{second} lacks one", "one was invented": f"{first} lacks one",
        "missed": f"only in {first}", "invented": f"only in {second}", "hits count as missed": f"hits count as only in {first}",
        "missed or invented hits": "hits that only one has", "misses it": "lacks it",
        "where systems differ": "where analyses differ",
        "It takes two systems to compare.": f"It takes two analyses beside {first} to compare their scores.",
    }  # fmt: skip
    several = {
        f"{word} system": f"{word} analysis"
        for word in ("each", "Each", "every", "per", "by", "and", "another", "which", "one")
    } | {f"system {letter}": f"analysis {letter}" for letter in "AB"}
    return both | right | lacking | several | {"a system": "an analysis", "this system": second, "This system": second}


def _errors(first: str, second: str) -> dict[str, str]:
    """What is said of errors."""
    return {
        "Words that differ: lost": f"Words only in {first}", "Words that differ: extra": f"Words only in {second}",
        "The head is right, the relation is not.": "Both have the same head, under different relations.",
        "Neither the head nor the relation is right.": "Head and relation differ.",
        "too high": f"higher in {second}", "too low": f"lower in {second}", "Too high or too low": f"Higher or lower in {second}",
        "What is wrong": "What differs", "No errors": "No differences",
        "Errors": "Differences", "errors": "differences", "Error": "Difference", "error": "difference",
        "missing": f"only in {first}", "extra": f"only in {second}", "Wrong": "Different", "wrong": "different",
        "an error": "a difference",
    }  # fmt: skip


def _compiled(words: dict[str, str]) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern that finds the longest of these words, whole ones; parts of file names are none, nor of tree patterns
    (``gold: NP  system: VP``)."""
    ordered = sorted(words, key=len, reverse=True)
    found = "|".join(re.escape(one) + "(?!:)" * (one in ("gold", "system")) for one in ordered)
    return re.compile(rf"(?<![\w-])(?:{found})(?!\w|[-.]\w)"), words


def _replaced(text: str, pattern: re.Pattern[str], words: dict[str, str]) -> str:
    return pattern.sub(lambda found: words[found.group()], text)
