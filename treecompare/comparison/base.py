"""What every kind of comparison offers: the class that analyses, exports, command line, window and library speak to.

A kind is a folder beside this module (constituents, dependencies, lattices, schemes) with a subclass of :class:`Comparison`, and
its entry in :mod:`treecompare.comparison.files`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.comparison.answered import Outcomes, called, signs
from treecompare.comparison.answered import full_path as full_path
from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text, treebank_texts
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import Cancel as Cancel
from treecompare.errors import Cancelled, UsageError, counted
from treecompare.mappings.sentence_pairing import GOLD_ONLY, MOVED, TEST_ONLY
from treecompare.measures import MEASURES_OF, Counts, Measure
from treecompare.measures.measure import JUDGED_PART
from treecompare.readers.treebank import AnyTreebank as AnyTreebank
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Mask, Part, ScoreTable, Sentences
from treecompare.trees.preparation import NONE, Preparation
from treecompare.trees.tree import Trees

if TYPE_CHECKING:
    from treecompare.comparison.hits import PatternHits, Sides
    from treecompare.comparison.judgements import Judgements, Questions
    from treecompare.drawing.drawn import Drawn, Telling
    from treecompare.drawing.names import Names
    from treecompare.drawing.sentence import SentenceDrawing, Wanted
    from treecompare.drawing.stacked import StackedSentence
    from treecompare.mappings.errors import Error, ErrorCost, ErrorList, ErrorSearch, ErrorSites, ErrorType
    from treecompare.scores.items import Items
    from treecompare.trees.joined_patterns import Joined


NOBODY = "nobody has judged this parse yet; mark it in the window (t), or give a table of phenomena"
NOTHING = "No parse is judged yet: judge some in the window (t), or give a table of judgements."


class Judged(Part):
    """``gold``: judgements on the parse of a sentence; ``matched``: those that say it is correct.

    ``correct`` gives those of now: people go on judging, and may read a table of them at any time.
    """

    is_beside = True
    is_sample = True

    def __init__(self, correct: Callable[[], Mapping[tuple[int, str, str], bool]]) -> None:
        super().__init__([JUDGED_PART], without=NOBODY)
        self._correct = correct

    def _counted(self, table: ScoreTable, system: int) -> NDArray[np.int64]:
        """``[2, rows]`` = judgements, and those that say correct."""
        found, name = np.zeros((2, table.sentences), np.int64), table.systems[system]
        for (row, of, *_), is_right in dict(self._correct()).items():
            if of == name and row < table.sentences:
                found[:, row] += 1, is_right
        return found

    def is_there(self, table: ScoreTable, part: str) -> bool:
        """As soon as anything is judged."""
        return bool(self._correct())

    def nothing(self) -> str:
        return NOTHING

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        gold, matched = self._counted(table, system)[:, rows]
        return Counts.of(gold, gold, matched)

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        found: Mask = self._counted(table, system)[0, rows] > 0
        return found

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        """A parse that is missing may be judged, too."""
        return np.zeros(table.sentences, np.bool_)

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        return ()

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        return self.without


IN_ORDER = TEST_ONLY + 1
"""The same number in both files, where nothing else is asked."""
WAYS = (
    "by text", "by text, elsewhere", "by id", "by place", "across sentence breaks", "only in the gold",
    "only in the system", "in order",
)  # fmt: skip
"""What the ways of pairing are called (``mappings/sentence_pairing.py``)."""


@dataclass(frozen=True, eq=False)
class SentencePairing:
    """Which sentences of the gold and of a system stand for each other.

    ``units``: ``[units, 4]`` first and last (half-open) sentence of the gold, the same of the system; one side may be empty.

    Per unit, ``edits``: characters that differ; ``ways``: how it was paired, an index of WAYS; ``rows``: the row of the score
    table, -1 for none.
    """

    units: NDArray[np.int64]
    edits: NDArray[np.int64]
    ways: NDArray[np.uint8]
    rows: NDArray[np.int64]

    @cached_property
    def is_plain(self) -> NDArray[np.bool_]:
        """Units of one sentence each that have their place in both files and the same characters."""
        one_each = (self.units[:, 1] - self.units[:, 0] == 1) & (self.units[:, 3] - self.units[:, 2] == 1)
        plain: NDArray[np.bool_] = one_each & (self.ways != MOVED) & (self.edits == 0)
        return plain


def in_order(gold: int, test: int, rows: NDArray[np.int64]) -> SentencePairing:
    """The pairing by number of so many sentences; ``rows``: the first sentence of the gold in each row of the score table."""
    numbers = np.arange(max(gold, test))
    limits = [np.minimum(numbers[:, None] + (0, 1), count) for count in (gold, test)]
    units = np.concatenate(limits, axis=1)
    of_units = np.searchsorted(rows, units[:, 0], "right") - 1
    there = np.where(units[:, 0] < units[:, 1], of_units, -1)
    ways = np.select([numbers >= test, numbers >= gold], [GOLD_ONLY, TEST_ONLY], IN_ORDER).astype(np.uint8)
    return SentencePairing(units, np.zeros(len(units), np.int64), ways, there)


def rows_of_test(pairing: SentencePairing) -> NDArray[np.int64]:
    """The row of the score table in which each sentence of the system stands; -1 for none."""
    units = pairing.units
    found = np.full(int(units[:, 3].max(initial=0)), -1, np.int64)
    for row, (first, last) in zip(pairing.rows.tolist(), units[:, 2:].tolist(), strict=True):
        found[first:last] = row
    return found


LARGE = 2_000_000
"""Pairs of nodes from which on a mapping may take longer than a tenth of a second."""
Hits: TypeAlias = Callable[[NDArray[np.int32], Sequence[str]], Sequence[int]]
"""Given numbers that occur and the texts of all numbers: the numbers whose texts are wanted."""


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` pairs are counted; newest are the sentences ``first:last`` of ``system`` (may be none)."""

    done: int
    total: int
    system: int = 0
    first: int = 0
    last: int = 0


def until(cancel: Cancel | None, steps: Iterator[Progress]) -> Iterator[Progress]:
    """The steps up to the one in which ``cancel`` is set; none if it is set already."""
    if cancel is not None and cancel.is_set():
        return
    for step in steps:
        yield step
        if cancel is not None and cancel.is_set():
            return


class Counted(ABC):
    """A gold and its systems under some settings, and what is counted of them. Making one costs nothing: :meth:`run` does all work.

    ``gold``, ``systems``: what is compared; they have a ``name`` and a ``path``. ``ids``: a name per sentence. ``table``: statuses,
    reasons and counts, filled as the run goes on. ``is_gold``: False where neither analysis is gold (:meth:`call_by_names`).
    Attributes that need work do it when they are first asked for, and :meth:`prepare` asks for all of them.
    """

    kind: ClassVar[str]
    """The name of the kind, as analyses and measures list it."""
    has_variants: ClassVar[bool] = False
    """Whether ``all`` measures includes precision, recall and scores of aligned words."""

    can_be_partial: ClassVar[bool] = False
    """Whether sentences may be defined under some measures only (status ``partial``)."""

    error_types: ClassVar[tuple[ErrorType, ...]] = ()
    """What errors are about, as :meth:`errors` finds them: each error is of one type; none where errors are not looked for."""

    error_kinds: ClassVar[tuple[ErrorType, ...]] = ()
    """What is wrong: each error is of one of these, too."""

    error_costs: ClassVar[tuple[ErrorCost, ...]] = ()
    """Under which two measures the costs of errors are told."""

    error_sites: ClassVar[tuple[ErrorSites, ...]] = ()
    """The tables from where to where."""

    usual_keys: tuple[str, str]
    """The measures A and B until others are chosen."""

    item_keys: ClassVar[Mapping[Any, str]] = {}
    """What :meth:`items` has, each with the measure whose counts its rows add up to."""

    has_crossing_branches: bool = False
    """Whether branches of trees of constituents cross in some treebank, before they are resolved."""

    outcomes: Mapping[int, Outcomes] = {}
    """What became of the answers of systems that are raw output, by the number of the system."""

    baselines: frozenset[int] = frozenset()
    """The systems that are uninformed baselines."""

    consensus: frozenset[int] = frozenset()
    """The systems that are the consensus of the others."""

    in_place: frozenset[int] = frozenset()
    """The systems that have a sentence for each of the gold's, in this order: those that are made from it. No text decides then
    which sentences stand for which."""

    wanted: Sequence[str] = ()
    """The parts that :meth:`run` counts of those that are only counted :meth:`on demand <count_on_demand>`."""

    gold: Any
    systems: Sequence[Any]
    sentences: int
    ids: list[str]

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_gold = True
        self._items: dict[tuple[int, str], tuple[Mask, Items]] = {}
        self._errors: dict[int, ErrorList] = {}
        self._last_errors: dict[tuple[int, int], list[Error]] = {}
        self._searches: dict[int, ErrorSearch] = {}

    @cached_property
    def judgements(self) -> Judgements:
        """What people say of the sentences; empty until someone puts it there."""
        from treecompare.comparison.judgements import Judgements

        return Judgements()

    @cached_property
    def questions(self) -> Questions:
        """What people want to count in it."""
        from treecompare.comparison.judgements import Questions

        return Questions()

    @property
    def unused_settings(self) -> dict[str, str]:
        """Settings that change nothing here, with the kind that they are for."""
        return {one.name: one.said for one in SETTINGS.values() if one.kinds and self.kind not in one.kinds}

    def as_program(self) -> Self:
        """The same counts, in whose figures a column that is blank is none the less compared, as by the shared task's program."""
        found, table = copy(self), copy(self.table)
        table.as_program = True
        vars(found)["table"] = table
        return found

    # -- the work ------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def table(self) -> ScoreTable:
        """The scores that are shown."""

    @property
    def preparation(self) -> Preparation:
        """How trees are prepared; by default they stay as they are."""
        return Preparation(NONE)

    @property
    @abstractmethod
    def warnings(self) -> list[str]:
        """What readers, pairing and counting have to say; it grows."""

    def _asking(self, table: ScoreTable) -> ScoreTable:
        """A table whose figures rest on the sentences that the settings want."""
        table.on = cast(Sentences, self.settings.sentences)
        if self.settings.max_length is not None:
            table.left_out[:] = table.lengths > self.settings.max_length
        table.add(Judged(lambda: self.judgements.correct if "judgements" in vars(self) else {}))
        table.options = (*table.options, *signs(self.outcomes, [one.path for one in self.systems]))
        table.baselines = self.baselines
        return table

    def _skipping(
        self, table: ScoreTable, system: int, reasons: Mapping[int, str], share: float = 1.0
    ) -> NDArray[np.uint8]:
        """Statuses of a system of which sentences are skipped for these reasons, those that are too long, or all if they are
        another text (``share`` of its characters is the gold's). Notes why."""
        longer = f"longer than {counted(self.settings.max_length or 0, 'word')}"
        reasons = {**reasons, **dict.fromkeys(np.flatnonzero(table.left_out).tolist(), longer)}
        if share < LEAST_SHARE:
            reasons = dict.fromkeys(range(table.sentences), another_text(share))
        table.set_reasons(system, reasons)
        status = np.full(table.sentences, SCORED, np.uint8)
        status[list(reasons)] = SKIPPED
        return status

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        """Does, step by step, what has to be known before the table can be shown; nothing the second time."""
        yield from ()

    def _asked_first(self, *names: str) -> Iterator[str]:
        """Asks for these attributes, which need work, step by step; for none that is known."""
        for name in names:
            if name not in self.__dict__:
                getattr(self, name)
                yield name

    @abstractmethod
    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """Fills the table, after :meth:`prepare`."""

    def run(self, jobs: int | None = None, cancel: Cancel | None = None) -> Iterator[Progress]:
        """Does all the work and yields after each step. Ends early, without an error, once ``cancel`` is set.

        ``jobs``: threads; all cores by default.

        Raises TreecompareError: the files cannot be compared, or one of the settings' files cannot be read.
        """
        cancel = cancel or Cancel()
        with suppress(Cancelled):  # in the middle of a step
            yield from until(cancel, self.prepare(cancel))
            yield from until(cancel, self.count(jobs, cancel))
            if self.wanted:
                self.count_on_demand(self.wanted, cancel)

    # -- what is compared ----------------------------------------------------------------------------------------------

    def applying(self, measures: Iterable[Measure]) -> list[Measure]:
        """Those of the measures that there are counts for; of dependencies only F1; where all are asked for, none that is
        :meth:`only_asked`."""
        variants = (".precision", ".recall", ".aligned")
        measures = tuple(measures)
        are_all = len(measures) >= len(MEASURES_OF[self.kind])
        found = [one for one in measures if self.table.has(one.part) and not (are_all and self.only_asked(one.part))]
        return [
            one
            for one in found
            if (self.has_variants and not self.table.of(one.part).is_beside) or not one.key.endswith(variants)
        ]

    def only_asked(self, part: str) -> bool:
        """Whether a measure over that part is only shown to those who ask for it by its key."""
        return False

    def texts(self) -> list[str]:
        """The words of each gold sentence, one text per sentence."""
        return treebank_texts(self.gold)

    @property
    def evalb_lengths(self) -> NDArray[np.int64]:
        """Words per gold sentence as evalb counts them for its CUTOFF_LEN block."""
        return self.table.lengths

    def treebanks(self) -> list[tuple[AnyTreebank, int | None]]:
        """All treebanks as they are compared, with the number of the system, None of golds."""
        return [(self.gold, None), *((one, system) for system, one in enumerate(self.systems))]

    def head(self) -> dict[str, Any]:
        """What stands first in every JSON object: version, gold, preparation."""
        return {"treecompare": __version__, "gold": self.gold.path, "params": "none"}

    def command(self, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None) -> list[str]:
        """The words of the command that computes the same: ``treecompare score gold.mrg a.mrg --params evalb``.

        ``options`` come last; ``systems`` restricts the command to some systems. Names are given where they are not the files' own.
        """
        words = ["treecompare", *command.split(), full_path(self.gold.path)]
        for system in range(len(self.systems)) if systems is None else systems:
            name, path = self.table.systems[system], self.systems[system].path
            words.append(full_path(path) if name == called(path) else f"{name}={full_path(path)}")
        return [*words, *self.settings.as_options(), *([] if self.is_gold else ["--no-gold"]), *options]

    needs_gold: ClassVar[str] = ""
    """Why there has to be a gold; empty where two analyses of which neither is gold can be compared as well."""

    def call_by_names(self) -> None:
        """Neither analysis is gold: from now on people are told the names of both. No figure changes. Raises UsageError: there has
        to be a gold."""
        if self.needs_gold:
            raise UsageError(f"without gold: {self.needs_gold}")
        self.is_gold = False

    def names(self, system: int | None = None) -> Names:
        """What gold and system are called where people are told of them; None: of all systems side by side."""
        from treecompare.drawing.names import OTHER, PLAIN, Names

        if self.is_gold:
            return PLAIN
        systems = self.table.systems
        only = 0 if len(systems) == 1 else system
        return Names(self.gold.name, OTHER if only is None else systems[only], tuple(systems))

    @abstractmethod
    def prepared(self) -> str:
        """What was done before anything was compared, in a sentence for a paper."""

    def compared_said(self) -> list[str]:
        """How sentences were prepared and compared, in short; by default as words are."""
        return [*self.settings.converted_said, *self.settings.words_said]

    @property
    def left_out_punctuation(self) -> str:
        """Which tags of punctuation are not compared, and how many words of the gold that are; empty where there are none."""
        return ""

    @property
    def tags(self) -> bool | None:
        """Whether nodes over single words are part-of-speech tags; None: each file decides."""
        return self.preparation.preterminals

    def sentences_of(self, system: int, row: int) -> tuple[list[int], list[int]]:
        """The sentences of the gold and of a system, from 0, that stand in a row of the table; mostly one of each."""
        return [row], [row]

    def other_texts(self) -> list[int]:
        """The systems whose files hold another text than the gold, so that they are not scored."""
        return []

    def number_of(self, row: int) -> int:
        """The number of the first gold sentence of a row, from 1: what people see and type."""
        return row + 1

    def numbers_of(self, row: int) -> str:
        """The numbers of the gold sentences of a row, as lists show them: ``12`` or ``12+13``."""
        first = self.number_of(row)
        return "+".join(map(str, range(first, first + len(self.sentences_of(0, row)[0]))))

    @property
    def gold_sentences(self) -> int:
        """How many sentences the gold has: as many as there are rows, save where rows hold several."""
        last = self.sentences - 1
        return self.number_of(last) + len(self.sentences_of(0, last)[0]) - 1

    def sentence_pairing(self, system: int) -> SentencePairing:
        """How the sentences of a system were paired with the gold's: by number, where nothing is aligned."""
        return in_order(self.sentences, self.sentences, np.arange(self.sentences))

    def row_of(self, sentence: int) -> int:
        """The row in which a gold sentence stands, both from 0."""
        return sentence

    def sentence_names(self) -> dict[str, int]:
        """The row of each number, id and joined id by which a sentence may be named; ids count first."""
        numbers = {str(number): self.row_of(number - 1) for number in range(1, len(self.gold_texts()) + 1)}
        gold_ids = {name: self.row_of(place) for place, name in enumerate(self.gold.ids or []) if name}
        return numbers | gold_ids | {name: row for row, name in enumerate(self.ids)}

    def gold_texts(self) -> list[str]:
        """The words of each gold sentence: :meth:`texts`, save where rows hold several sentences."""
        return self.texts()

    def word_counts(self) -> Sequence[int]:
        """How many words people count in each row: those of the gold's file, without traces."""
        return [len(text.split(" ")) if text else 0 for text in self.texts()]

    def check_sentence(self, sentence: int) -> None:
        """Whether there is a sentence of that number (from 0). Raises UsageError: there is none."""
        if not 0 <= sentence < self.sentences:
            last = self.numbers_of(self.sentences - 1).split("+")[-1] if self.sentences else "0"
            raise UsageError(f"there is no sentence {sentence + 1}; expected a number from 1 to {last}")

    # -- errors and items --------------------------------------------------------------------------------------------------

    def errors_in(self, system: int, sentence: int) -> int | None:
        """How many errors a system that is scored has in a sentence; None where none are looked for."""
        return None

    def discontinuous(self, system: int) -> Mask:
        """Sentences in which the gold or a system has a constituent whose words stand apart, as far as they are compared."""
        found: Mask = np.zeros(self.sentences, np.bool_)
        if (counts := self.table.columns.get("discontinuous")) is not None:
            found = counts[system, :, :2].sum(axis=1) > 0
        return found

    def errors(self, system: int, cancel: NDArray[np.int32] | None = None) -> ErrorList:
        """The errors of all sentences of a system that is scored; looked for once, and kept. Raises UsageError: errors are not
        looked for in comparisons of this kind; Cancelled: ``cancel[0] != 0``."""
        if system in self._errors:
            return self._errors[system]
        from treecompare.mappings.errors import ErrorSearch

        search = ErrorSearch(partial(self._errors_in_blocks, system))
        if self.table.waits(system):
            return search.all(cancel)
        self._errors[system] = self._searches.setdefault(system, search).all(cancel)
        return self._errors[system]

    def known_errors(self, system: int) -> ErrorList | None:
        """The same, if they are known already."""
        return self._errors.get(system)

    def _errors_in_blocks(self, system: int) -> Iterator[ErrorList]:
        raise UsageError(f"errors are not looked for in comparisons of {self.kind}")

    def errors_of(self, system: int, sentence: int) -> list[Error]:
        """The errors of one sentence, for which those of all others are not looked for. Raises UsageError: as :meth:`errors`."""
        return self.errors(system).of(sentence)

    def items(self, system: int, what: str) -> Items:
        """What is compared of a system that is scored, as one table, on the sentences that figures rest on; kept once it is made.
        ``what``: one of ``item_keys``."""
        rows = self.table.rows(system, self.item_keys[what])
        known = self._items.get((system, what))
        if known is None or not np.array_equal(known[0], rows):
            known = self._items[system, what] = rows.copy(), self._made_items(system, what, rows)
        return known[1]

    def _made_items(self, system: int, what: str, rows: Mask) -> Items:
        """Those of ``rows``. A kind that names none in ``item_keys`` is never asked."""
        raise NotImplementedError

    def count_on_demand(self, parts: Sequence[str], cancel: Cancel | None = None) -> None:  # noqa: B027
        """Counts those parts now, of measures that take long and are counted only when someone asks. Raises Cancelled: nobody waits
        for them any more."""

    def not_counted(self, parts: Sequence[str]) -> list[str]:
        """Which of these parts wait for :meth:`count_on_demand`."""
        return []

    def follow(self, before: Counted) -> None:  # noqa: B027
        """Takes over what was chosen in a comparison of the same files, as far as it exists here."""


class Comparison(Counted):
    """What is counted, and its sentences to look at: how they are called, drawn and searched."""

    def sentence_title(self, system: int, sentence: int) -> str:
        """A sentence and a system by their names."""
        return f"{self.ids[sentence]}, {self.systems[system].name}"

    def drawn_title(self, system: int, sentence: int) -> str:
        """Number and name of a sentence, and whose parse it is; where neither analysis is gold, both."""
        name, number = self.ids[sentence], str(self.number_of(sentence))
        names = [*([] if name == number else [name]), *([] if self.is_gold else [self.gold.name])]
        return " · ".join([f"Sentence {number}", *names, self.table.systems[system]])

    def _differs(self, system: int, sentence: int) -> bool:
        return bool(self.table.changed(system, slice(sentence, sentence + 1))[0] > 0)

    def words_drawn(self, system: int, row: int, first: int, last: int) -> tuple[list[tuple[str, int]], list[int]]:
        """The words ``first`` to ``last`` of a row, counted so from 1, in its drawing: as nodes of whole trees, or as words."""
        return [], list(range(first, last + 1))

    def occurrences_drawn(self, system: int, row: int) -> tuple[list[tuple[str, int]], list[int]]:
        """Nodes or words of all occurrences of phenomena in a row whose words are known; none where nothing is drawn."""
        nodes: list[tuple[str, int]] = []
        words: list[int] = []
        spans = self.judgements.spans(row)
        if spans and self.table.statuses[system, row] in (SCORED, PARTIAL):
            for first, last in spans:
                found = self.words_drawn(system, row, first, last)
                nodes, words = nodes + found[0], words + found[1]
        return nodes, words

    @abstractmethod
    def drawing(self, system: int, sentence: int, wanted: Wanted) -> SentenceDrawing:
        """What there is to draw of a sentence, ready to be written in any format; the system is scored first if need be. Raises
        UsageError: there is no such sentence, or it cannot be drawn; says why."""

    can_be_stacked: ClassVar[bool] = False
    """Whether all systems can be drawn under the gold."""

    def check_stack(self) -> None:
        """Whether all systems can be drawn under the gold. Raises UsageError: they cannot."""
        if not self.can_be_stacked:
            raise UsageError(
                f"all systems are drawn under the gold for constituents and dependencies; these are {self.kind}: draw one system"
            )

    def stacked(self, sentence: int, wanted: Wanted, key: str = "") -> StackedSentence:
        """A sentence in the gold and in all systems, with their scores under the measure ``key``; the systems are scored already.
        Raises UsageError: there is no such sentence, the gold has nothing to draw there, or nothing of this kind is drawn so."""
        self.check_stack()  # refuses kinds that are not drawn so
        raise NotImplementedError

    @abstractmethod
    def drawn(
        self, system: int, sentence: int, wanted: Wanted, telling: Telling, cancel: NDArray[np.int32] | None = None
    ) -> Drawn:
        """A sentence of a system that is scored, to be drawn in any of its ways. Raises UsageError: it cannot be drawn; says why;
        Cancelled: ``cancel[0] != 0``."""

    def size_of(self, system: int, row: int) -> int:
        """How many nodes of the gold and of a system that is scored could be mapped to each other in a row."""
        return 0

    def takes_long(self, system: int, sentence: int) -> bool:
        """Whether drawing it may take longer than a tenth of a second."""
        return self.size_of(system, sentence) > LARGE

    def word_scores(self, system: int, sentence: int, part: str = "la") -> Sequence[Any] | None:
        """The score of each word with what it is made of; None where words have none."""
        return None

    def error_words(self, system: int, sentence: int) -> list[str]:
        """The gold's words of a sentence, in the order in which errors number them."""
        return self.texts()[sentence].split()

    def extra_words(self, system: int, sentence: int, error: Error) -> list[str]:
        """The words of the system that an error is about and that the gold has not."""
        return []

    @abstractmethod
    def sentences_with(self, system: int, where: str, hits: Hits) -> Mask:
        """Sentences in which the gold or a system has one of the wanted ``labels`` or ``tags`` (``where``)."""

    pattern_kind: ClassVar[str] = ""
    """Of what patterns are: constituents or dependencies; empty where none are looked for."""

    def pattern_trees(self, system: int) -> tuple[Trees, Trees] | None:
        """The trees of gold and system in which tree patterns are looked for; None where there are no such trees."""
        return None

    def pattern_sides(self, names: Sequence[str], system: int) -> Sides:
        """The trees in which patterns are looked for; ``names`` as in patterns, ``system`` is the one that is called so. Raises
        UsageError: there are no patterns here."""
        raise self._no_patterns()

    def patterns_look_at(self) -> str:
        """How the trees were prepared in which patterns are looked for, as a sentence; empty where nothing was."""
        return ""

    def compiled(self, pattern: str) -> Joined:
        """A pattern over gold and systems, read as one of this kind of comparison. Raises UsageError: it is none, names a system
        that is not there, or there are no patterns here."""
        from treecompare.trees.joined_patterns import compile_joined

        if not self.pattern_kind:
            raise self._no_patterns()
        found = compile_joined(pattern, self.pattern_kind)
        found.check_names(self.table.systems)
        return found

    def find(self, pattern: Joined, system: int, cancel: NDArray[np.int32] | None = None) -> PatternHits:
        """What a pattern finds, ``system`` being the system that it calls so. Raises UsageError: a regular expression takes too
        long, there are too many hits, or no sentence in which trees can be joined; Cancelled: ``cancel[0]`` is no longer 0."""
        from treecompare.comparison.hits import find
        from treecompare.trees.joined_patterns import SYSTEM

        sides = self.pattern_sides(pattern.sides, system)
        if pattern.joins_trees and not sides.comparable.any():
            names = " and ".join(self.table.systems[system] if name == SYSTEM else name for name in pattern.sides)
            raise UsageError(
                f"pattern: no sentence has the same words, with a parse, in {names}; there is nothing to join"
            )
        return find(pattern, sides, cancel)

    def _no_patterns(self) -> UsageError:
        return UsageError(
            f"patterns are for constituents and dependencies; these treebanks are compared as {self.kind}"
        )


def labelled_rows(treebank: AnyTreebank, order: NDArray[np.int64], where: str, hits: Hits) -> Mask:
    """Per row whether its sentence of a treebank (``order``: -1 for none) has one of the wanted ``labels`` or ``tags``, as they are
    written."""
    has = np.zeros(treebank.count + 1, np.bool_)  # the last is none
    for numbers, sentence_of in treebank.labelled(where):
        has[sentence_of[np.isin(numbers, hits(numbers, treebank.symbols.texts))]] = True
    found: Mask = has[order]
    return found


AnyComparison = TypeVar("AnyComparison", bound=Comparison)


def score(comparison: AnyComparison, jobs: int | None = None, cancel: Cancel | None = None) -> AnyComparison:
    """Runs a comparison to its end. Raises Cancelled: nobody waits for that any more."""
    for _ in comparison.run(jobs, cancel):
        pass
    if cancel is not None and cancel.is_set():
        raise Cancelled
    return comparison
