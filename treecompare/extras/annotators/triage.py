"""What several analyses agree on and may be accepted unseen: words whose arc all files have that have the sentence (two at least,
and all of them voted), and sentences all of whose words are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from treecompare.errors import UsageError
from treecompare.extras.annotators.dependency_consensus import Decided, arcs_of, consensus
from treecompare.extras.annotators.results import told
from treecompare.extras.annotators.several import MISSING, MOST, Several
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, are_of_kind, of_kind

LENGTHS = ((10, "1-10"), (20, "11-20"), (40, "21-40"))
LONGER = "41+"
RELATIONS = 8
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Unit:
    """A word, or a sentence as a whole.

    ``row``: of :class:`Several`; ``word``: its number from 1, 0 for a sentence; ``votes``: how many files have its arc, of a
    sentence the fewest of its words; ``files``: how many have the sentence. ``pattern``: who agrees with whom, a figure per file:
    those with the same one have the same arc, and ``-`` has none; empty for a sentence. ``length``: words of the sentence.
    ``wrong``, ``wrong_heads``: how many of its words are not as they were checked; None where nobody did.
    """

    row: int
    word: int
    votes: int
    files: int
    relation: str
    pattern: str
    length: int
    wrong: int | None = None
    wrong_heads: int | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether all files that have it agree, two at least."""
        return self.votes == self.files >= 2

    @property
    def agreement(self) -> str:
        """``2 of 3``."""
        return f"{self.votes} of {self.files}"

    @property
    def length_class(self) -> str:
        """The stratum of the sentence's length."""
        return next((name for most, name in LENGTHS if self.length <= most), LONGER)


@dataclass(frozen=True)
class Waiting:
    """A sentence that has to be looked at: how many of its words are neither ``all`` nor ``majority``, and how many not ``all``."""

    row: int
    words: int
    unclear: int
    open: int


class Triage:
    """The units of 2 to 10 analyses, perhaps with a checked treebank to look up what is wrong."""

    def __init__(self, several: Several, checked: AnyTreebank | None = None) -> None:
        if not are_of_kind(several.treebanks, DependencyTreebank):
            raise UsageError(f"{several.treebanks[0].path} has constituents; expected dependencies for a triage")
        self.several = several
        self.checked = checked
        self.found: list[Decided] = list(consensus(several, [1] * len(several.treebanks)))
        self.words: list[Unit] = []
        self.sentences: list[Unit] = []
        for units in self._units():
            self.words += units
            weakest = min(units, key=lambda one: one.votes)
            wrong = None if units[0].wrong is None else sum(one.wrong or 0 for one in units)
            sentence = replace(weakest, word=0, relation="", pattern="", wrong=wrong, wrong_heads=None)
            self.sentences.append(sentence)

    def _units(self) -> Iterator[list[Unit]]:
        treebanks = of_kind(self.several.treebanks, DependencyTreebank)
        arcs = [arcs_of(one) for one in treebanks]
        offsets = [one.sentences.offsets.tolist() for one in treebanks]
        answers = self._answers()
        for one in self.found:
            if one.reason:
                continue
            row = self.several.rows[one.row]
            files = int(self.several.has[one.row].sum())
            given = {file: arcs[file][offsets[file][row[file]] : offsets[file][row[file] + 1]] for file in one.voters}
            truth = answers.get(one.row)
            units = []
            for place, option in enumerate(one.chosen):
                of_files = [given[file][place] if file in given else None for file in range(len(row))]
                distinct = list(dict.fromkeys(arc for arc in of_files if arc is not None))
                pattern = "".join("-" if arc is None else str(distinct.index(arc)) for arc in of_files)
                wrong = heads = None
                if truth is not None:
                    wrong, heads = int(truth[place] != option.arc), int(truth[place][0] != option.head)
                votes = option.label_votes
                units.append(
                    Unit(one.row, place + 1, votes, files, option.relation, pattern, len(one.chosen), wrong, heads)
                )
            if units:
                yield units

    def _answers(self) -> dict[int, list[tuple[int, str]]]:
        """By row the arcs of the checked treebank, where it has the sentence with the words that were voted on."""
        if self.checked is None:
            return {}
        if not isinstance(self.checked, DependencyTreebank):
            raise UsageError(f"{self.checked.path} holds {self.checked.kind}; expected dependencies")
        together = Several.of([*self.several.treebanks, self.checked], most=MOST + 1)
        arcs, offsets = arcs_of(self.checked), self.checked.sentences.offsets.tolist()
        row_of = {(file, at): row for row in together.rows for file, at in enumerate(row)}
        out = {}
        for one in self.found:
            if one.reason:
                continue
            file = one.voters[0]
            row = row_of[file, self.several.rows[one.row][file]]
            if row[-1] != MISSING and together.words[-1][row[-1]] == together.words[file][row[file]]:
                out[one.row] = arcs[offsets[row[-1]] : offsets[row[-1] + 1]]
        return out

    @property
    def told(self) -> list[str]:
        """Who did not vote on a sentence, and why."""
        return told(self.several, self.found)

    @cached_property
    def accepted_words(self) -> list[Unit]:
        """Words that may be accepted."""
        return [one for one in self.words if one.is_accepted]

    @cached_property
    def accepted_sentences(self) -> list[Unit]:
        """Sentences all of whose words may be; ``wrong`` is at most 1."""
        accepted = (one for one in self.sentences if one.is_accepted)
        return [one if one.wrong is None else replace(one, wrong=min(1, one.wrong)) for one in accepted]

    @cached_property
    def relations(self) -> frozenset[str]:
        """The most frequent relations of accepted words; all else is ``other``."""
        counts = Counter(one.relation for one in self.accepted_words)
        return frozenset(sorted(counts, key=lambda name: (-counts[name], name))[:RELATIONS])

    def relation_class(self, unit: Unit) -> str:
        """The stratum of a word's relation."""
        return unit.relation if unit.relation in self.relations else OTHER

    @cached_property
    def all_words(self) -> int:
        """How many words all sentences have, with those that have no consensus."""
        return len(self.words) + sum(one.words for one in self.queue if one.row in self.undecided)

    @cached_property
    def undecided(self) -> set[int]:
        """The rows without a consensus."""
        return {one.row for one in self.found if one.reason}

    @cached_property
    def queue(self) -> list[Waiting]:
        """Sentences that are not accepted: first those with most words that are neither ``all`` nor ``majority``, then most that
        are not ``all``, then as in the files. Without a consensus no word is either."""
        out = []
        accepted = {one.row for one in self.accepted_sentences}
        for one in self.found:
            if one.row in accepted:
                continue
            length = len(one.kinds)
            if one.reason:
                row = zip(self.several.rows[one.row], self.several.words, strict=True)
                length = next((len(words[at]) for at, words in row if at != MISSING), 0)
            agreed = one.kinds.count("all")
            clear = agreed + one.kinds.count("majority")
            out.append(Waiting(one.row, length, length - clear, length - agreed))
        return sorted(out, key=lambda one: (-one.unclear, -one.open))
