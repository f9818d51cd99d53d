"""A sentence to try things on: a copy of its trees, compared as files with these trees would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from treecompare.comparison.base import AnyTreebank, Comparison, score
from treecompare.comparison.files import Files, compare_files
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, UsageError
from treecompare.readers import read_content
from treecompare.readers.lattice_files import LatticeFile, SegmentationFile
from treecompare.scores.table import PARTIAL, SCORED

F = TypeVar("F", LatticeFile, SegmentationFile)
GOLD, TEST = "gold", "test"
"""The two sides of an exercise, as drawings call them."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """Golds and a system, of one sentence each; several golds are of several schemes. It is never changed, only replaced.

    ``follows``: the number of the gold whose scheme the system follows. ``lattices``, ``segmentations``: as :class:`Files` has
    them. ``dependencies``: the same parses as dependencies, by the number of the treebank, 0 for the gold. ``is_gold``: False where
    neither analysis is gold. ``row``: the row of its comparison that is looked at; there are others where sentence breaks differ.
    """

    golds: tuple[AnyTreebank, ...]
    system: AnyTreebank
    settings: Settings = field(default_factory=Settings)
    follows: int = 0
    lattices: tuple[LatticeFile, ...] = ()
    segmentations: tuple[SegmentationFile, ...] = ()
    dependencies: Mapping[int, AnyTreebank] = field(default_factory=dict)
    is_gold: bool = True
    title: str = ""
    row: int = 0

    @property
    def gold(self) -> AnyTreebank:
        """The first gold."""
        return self.golds[0]

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison of these trees, scored to its end. Its nodes know which of these they are. Raises TreecompareError: they
        cannot be compared."""
        *golds, system = (one.with_origins() for one in (*self.golds, self.system))
        found = compare_files(
            golds, [system], (self.follows,), self.settings, self.lattices, self.segmentations,
            dependencies=self.dependencies,  # type: ignore[arg-type]
        )  # fmt: skip
        if not self.is_gold:
            found.call_by_names()
        return score(found, jobs=1)

    def side(self, side: str) -> AnyTreebank:
        """What stands on a side."""
        return self.gold if side == GOLD else self.system

    def with_side(self, side: str, treebank: AnyTreebank) -> Exercise:
        """The same with another treebank of one sentence on a side."""
        if side == GOLD:
            return replace(self, golds=(treebank, *self.golds[1:]))
        return replace(self, system=treebank)


def of_texts(
    gold: str,
    system: str,
    settings: Settings | None = None,
    title: str = "",
    gold_name: str = "gold",
    system_name: str = "system",
) -> Exercise:
    """An exercise of two sentences that were typed, in any format that is read. Raises ReadError: one of them cannot be read, or is
    not one sentence; names the side and the line."""
    first, second = (read_sentence(text, name) for text, name in ((gold, gold_name), (system, system_name)))
    return Exercise((first,), second, settings or Settings(), title=title)


def read_sentence(text: str, name: str) -> AnyTreebank:
    """A treebank of the one sentence that a text holds. Raises ReadError: it cannot be read, or is not one sentence; says where."""
    treebank = read_content(text.encode("utf-8", "replace"), name, name=name)
    for problem in treebank.problems.values():
        raise ReadError(name, problem.line, problem.reason)
    if treebank.count != 1:
        raise ReadError(name, 0, f"{treebank.count} sentences; expected one")
    return treebank


def of_sentence(
    files: Files, treebanks: Mapping[str, AnyTreebank], comparison: Comparison, system: int, row: int
) -> Exercise:
    """A copy of a sentence that is being compared: of a row, with all of its sentences.

    ``treebanks``: as they were read, by path, as :class:`treecompare.comparison.files.Opened` has them.

    Raises UsageError: there is no such sentence, or it has no score.
    """
    comparison.check_sentence(row)
    if comparison.table.statuses[system, row] not in (SCORED, PARTIAL):
        why = comparison.table.reason(system, row) or "it is not compared yet"
        raise UsageError(f"{comparison.sentence_title(system, row)}: {why}; expected a sentence with scores")
    of_gold, of_system = comparison.sentences_of(system, row)
    files, called = files.sides, [one for one, system in comparison.treebanks() if system is None]
    golds = tuple(
        treebanks[path].with_fields(name=one.name).of_sentences(of_gold)
        for (_, path), one in zip([(files.gold_name, files.gold), *files.golds], called, strict=True)
    )
    name, (_, path) = comparison.table.systems[system], files.systems[system]
    beside = {
        number: treebanks[words].of_sentences(sentences)
        for number, of, sentences in ((0, files.gold, of_gold), (1, path, of_system))
        if (words := dict(files.dependencies).get(of)) and words in treebanks
    }
    given = getattr(comparison, "segmentations", None)
    lattices, segmentations = ((), ()) if given is None else (given.lattices, given.files)
    order = (of_gold, of_system)
    return Exercise(
        golds, treebanks[path].with_fields(name=name).of_sentences(of_system), replace(comparison.settings, max_length=None),
        files.follow(path), _beside(lattices, system, order), _beside(segmentations, system, order),
        dependencies=beside, is_gold=comparison.is_gold, title=comparison.sentence_title(system, row),
    )  # fmt: skip


def _beside(files: Sequence[F], system: int, order: tuple[list[int], list[int]]) -> tuple[F, ...]:
    """Of files of which there is one for all treebanks or one for each: the sentences that are copied."""
    chosen = files if len(files) < 2 else (files[0], files[1 + system])
    return tuple(one.chosen(np.array(sentences, np.int64)) for one, sentences in zip(chosen, order, strict=False))


T = TypeVar("T")


def without_names(exercise: Exercise) -> Exercise:
    """The same trees under names that say nothing: ``gold`` and ``system``, or ``A`` and ``B`` where neither is gold.

    Several golds are ``gold 1``, ``gold 2``, ….
    """
    first, second = ("gold", "system") if exercise.is_gold else ("A", "B")
    several = len(exercise.golds) > 1
    golds = tuple(
        _called(one, f"{first} {number}" if several else first) for number, one in enumerate(exercise.golds, 1)
    )
    return replace(exercise, golds=golds, system=_called(exercise.system, second), title="")


def without_gold(exercise: Exercise) -> Exercise:
    """The system on both sides: every node is matched, and nothing of the gold can be seen or computed.

    Of several golds the one goes whose scheme the system follows, and with it the others.
    """
    beside = dict.fromkeys((0, 1), exercise.dependencies[1]) if 1 in exercise.dependencies else {}
    return replace(
        exercise, golds=(exercise.system,), follows=0, lattices=_systems(exercise.lattices),
        segmentations=_systems(exercise.segmentations), dependencies=beside, is_gold=True, row=0,
    )  # fmt: skip


def _called(treebank: AnyTreebank, name: str) -> AnyTreebank:
    return treebank.with_fields(name=name, path=name)


def _systems(files: Sequence[T]) -> tuple[T, ...]:
    """Of files of which there is one for all or one for each: the system's on both sides."""
    return tuple(files) if len(files) < 2 else (files[1], files[1])


LARGEST = 200_000
"""Longer texts are more than a sentence or two."""


def read_text(text: str, before: AnyTreebank) -> AnyTreebank:
    """What a text holds, in place of another treebank: with its name and ids, and as many sentences. Raises ReadError: it cannot be
    read, or holds other sentences than that: says where."""
    if len(text) > LARGEST:
        raise ReadError(before.name, 0, f"{len(text):,} letters; expected the text of a sentence")
    if not text.strip():
        raise ReadError(before.name, 0, "there is no tree; expected brackets or CoNLL-U")
    found = read_content(text.encode("utf-8", "replace"), before.name, name=before.name)
    for problem in sorted(found.problems.values(), key=lambda one: one.line):
        raise ReadError(before.name, problem.line, problem.reason)
    wanted = before.count
    if found.count != wanted:
        expected = "one" if wanted == 1 else str(wanted)
        line = int(found.lines[wanted]) if len(found.lines) > wanted else 0  # of the first that is too many
        raise ReadError(before.name, line, f"{found.count} sentences; expected {expected}")
    if found.kind != before.kind:
        raise ReadError(before.name, 1, f"these are {found.kind}; expected {before.kind}, as they were")
    if not any(word for sentence in range(found.count) for word in found.words_of(sentence)):
        raise ReadError(before.name, 1, "the tree has no words; expected some")
    # brackets that were typed over crossing branches may cross again
    kept = before.format if found.format == "brackets" else found.format
    return found.with_fields(path=before.path, ids=before.ids, format=kept)


def unbalanced(text: str) -> int:
    """Where the first bracket stands that closes nothing, else one that nothing closes; -1 where they balance.

    Of several that are open at the end it is the last, or the first that should have been closed before a line that is indented no
    more than its own.
    """
    opened: list[int] = []
    late = -1
    begin = 0
    for place, letter in enumerate(text):
        if letter == "\n":
            begin = place + 1
        elif letter == "(":
            indent = place - begin
            if late < 0 and not text[begin:place].strip():
                late = next((one for one in opened if _indent(text, one) >= indent), -1)
            opened.append(place)
        elif letter == ")":
            if not opened:
                return place
            opened.pop()
    if not opened:
        return -1
    return late if late >= 0 else opened[-1]


def _indent(text: str, place: int) -> int:
    """How far a bracket is indented that begins its line; -1 where it does not."""
    begin = text.rfind("\n", 0, place) + 1
    return place - begin if not text[begin:place].strip() else -1
