"""Trees of constituents that are scored as dependencies, too, in the rows of the same table (Kübler et al. 2008, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import full_path
from treecompare.comparison.base import AnyTreebank, Cancel, Progress, until
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.sentence_texts import LEAST_SHARE, OtherSentences
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import counted
from treecompare.mappings.tokens import align
from treecompare.measures import BESIDE_MEASURES, Counts
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.made import as_dependencies
from treecompare.readers.treebank import warnings_of
from treecompare.scores.table import WAITING, Mask, Numbers, Part, ScoreTable
from treecompare.trees.conversion import usual_table
from treecompare.trees.head_rules import head_rules

GOLD = "gold"
"""What the gold is called where files of dependencies are named."""


class TreesAndDependencies(ConstituentComparison):
    """Treebanks of constituents whose parses are scored as dependencies, too: as files of their own have them, or converted by head
    rules.

    ``given``: files of dependencies by the number of the treebank that they are of, 0 for the gold. ``dependencies``: their
    comparison, by gold sentences.
    """

    dependencies: DependencyComparison

    def __init__(
        self,
        gold: Treebank,
        systems: Sequence[Treebank],
        settings: Settings | None = None,
        on_demand: bool = True,
        given: Mapping[int, DependencyTreebank] | None = None,
    ) -> None:
        super().__init__(gold, systems, settings, on_demand)
        self._trees = (gold, *systems)
        self.given = {
            number: replace(one, name=treebank.name)
            for number, treebank in enumerate(self._trees)
            if (one := (given or {}).get(number)) is not None
        }
        both: list[AnyTreebank] = [self.given.get(number, one) for number, one in enumerate(self._trees)]
        table = self.settings.with_dependencies or "auto"
        alone = replace(self.settings, as_dependencies=table, with_dependencies=None, max_length=None)
        self.dependencies = DependencyComparison(both[0], both[1:], alone, on_demand)
        self._is_checked = False

    @property
    def unused_settings(self) -> dict[str, str]:
        """Those of dependencies are used."""
        unused = super().unused_settings.items()
        return {name: said for name, said in unused if "dependencies" not in SETTINGS[name].kinds}

    def _asking(self, table: ScoreTable) -> ScoreTable:
        found = super()._asking(table)
        found.add(DependencyRows(self.dependencies, self.rows, self._signed()))
        return found

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        """Also converts and aligns dependencies. Raises OtherSentences: a file is not of the sentences of its treebank."""
        yield from until(cancel, super().prepare(cancel))
        if cancel is None or not cancel.is_set():
            yield from until(cancel, self.dependencies.prepare(cancel))
            if not self._is_checked and (cancel is None or not cancel.is_set()):
                self._check(None if cancel is None else cancel.flag)
                self._is_checked = True
            self._tell()

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """Dependencies first: a sentence that has its status has all its scores."""
        for one in self.dependencies.count(jobs, cancel):
            yield replace(one, done=0, first=0, last=0)
        if not cancel.is_set():
            self._tell()
            yield from super().count(jobs, cancel)

    def _signed(self) -> tuple[str, ...]:
        """Which files were read, for signatures, where others are converted: where all are read, figures are those of the files."""
        if self.dependencies.settings.as_dependencies is None or not self.given:
            return ()
        named = (f"{one.name if number else GOLD}={Path(one.path).name}" for number, one in sorted(self.given.items()))
        return (f"dependencies-of:{','.join(named)}",)

    def command(self, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None) -> list[str]:
        """With the files of dependencies, of these systems or of all."""
        systems = None if systems is None else list(systems)
        wanted = self.given if systems is None else {0, *(system + 1 for system in systems)}
        chosen = [(number, one) for number, one in self.given.items() if number in wanted]
        named = [(one.name if number else GOLD, full_path(one.path)) for number, one in chosen]
        files = [word for name, path in named for word in ("--dependencies-of", f"{name}={path}")]
        return super().command(command, [*files, *options], systems)

    def prepared(self) -> str:
        rules = self.dependencies.settings.as_dependencies
        if rules is None:
            return f"{super().prepared()} Dependencies of the same parses were read from files of their own."
        some = "Some dependencies were read from files, the others" if self.given else "Dependencies"
        return f"{super().prepared()} {some} were converted from the trees by the head rules {Path(rules).name}."

    def _tell(self) -> None:
        rules = self.dependencies.settings.as_dependencies
        without = [one.name for number, one in enumerate(self._trees) if number not in self.given]
        found = [
            f"{name}: no file of its dependencies is given; its trees are converted by the head rules {Path(rules or '').name}"
            for name in (without if self.given else ())
        ]
        of_trees = warnings_of(self._trees)  # told where trees are compared
        found += [one for one in self.dependencies.warnings if one not in of_trees]
        self.warnings += [one for one in dict.fromkeys(found) if one not in self.warnings]

    def _check(self, flag: NDArray[np.int32] | None) -> None:
        if 0 in self.given:
            _check_gold(self._trees[0], self.given[0], flag)
        for number, one in self.given.items():
            share = self.dependencies.share(number - 1) if number else 1.0
            if share < LEAST_SHARE:
                raise OtherSentences(
                    one.path,
                    f"{one.path}: is another text than the gold ({int(100 * share)} % of its characters are the gold's); expected "
                    f"the dependencies of {one.name}'s sentences",
                )


def _check_gold(trees: Treebank, words: DependencyTreebank, flag: NDArray[np.int32] | None) -> None:
    """Whether the gold's dependencies are of the very sentences of its trees, in their order. Raises OtherSentences: they are
    not."""
    converted = as_dependencies(trees, head_rules(usual_table(trees.trees)), unescape=True).sentences
    found = align(converted, words.sentences, "align", flag)
    expected = f"expected the dependencies of the sentences of {trees.path}"
    if found.pairing.share < LEAST_SHARE:
        share = f"{int(100 * found.pairing.share)} % of its characters are the gold's"
        raise OtherSentences(words.path, f"{words.path}: is another text than the gold ({share}); {expected}")
    if len(words.sentences) != len(converted):
        raise OtherSentences(
            words.path,
            f"{words.path}: {counted(len(words.sentences), 'sentence')}, where the gold has {len(converted):,}; {expected}",
        )
    is_other = (found.partner != np.arange(len(converted))) | ~found.aligned
    is_other &= (converted.lengths > 0) & (words.sentences.lengths > 0)
    if is_other.any():
        first = int(np.argmax(is_other))
        raise OtherSentences(
            words.path,
            f"{words.path}:{int(words.lines[first])}: sentence {first + 1} has other words than the gold's; {expected}",
        )


class DependencyRows(Part):
    """The counts of a comparison of dependencies, added up over the rows of another table of the same sentences.

    ``firsts``: the first gold sentence of each row, and one more. A row is scored if all its sentences are. ``options``: what
    signatures say besides.
    """

    is_beside = True

    def __init__(self, comparison: DependencyComparison, firsts: Numbers, options: tuple[str, ...] = ()) -> None:
        super().__init__(tuple(one.part for one in BESIDE_MEASURES))
        self._comparison, self._firsts, self._options = comparison, firsts, options

    @property
    def _counted(self) -> ScoreTable:
        return self._comparison.table

    def _of_rows(self, of_sentences: NDArray, add: np.ufunc) -> NDArray:  # type: ignore[type-arg]
        """An entry per row; rows beyond the gold, which longer systems make, have nothing."""
        beyond = max(int(self._firsts[-1]) - len(of_sentences), 0)
        padded = np.pad(of_sentences, (0, beyond))
        return add.reduceat(padded, self._firsts[:-1]) if len(self._firsts) > 1 else padded[:0]

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        of_sentences = vars(self._counted.part(system, part)).items()
        return Counts(**{name: self._of_rows(one, np.add)[rows] for name, one in of_sentences})

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        there = self._of_rows(self._counted.exist(system, part), np.logical_and)
        found: Mask = (there & ~table.left_out)[rows]
        return found

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        return self._of_rows(self._counted.zeroed[system], np.logical_and)

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """As a comparison of dependencies alone writes them; lengths are those of the other table's rows."""
        longest = [one for one in table.options if one.startswith("max-length:")]
        return (*self._counted.options_of(key), *self._options, *longest)

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        for one in range(*self._firsts[sentence : sentence + 2].tolist()):
            if one >= self._counted.sentences:
                return "the gold has no such sentence"
            if self._counted.statuses[system, one] == WAITING:
                return "this sentence has not been compared yet"
            if reason := self._counted.reason(system, one):
                return f"as dependencies: {reason}"
        return table.reason(system, sentence) or self.without

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        return {part: names for part, names in self._counted.shown_counts().items() if part in self.keys}
