"""The frames of a walk: its steps with their trees, made when they are looked at, and the figures in their texts.

``{la}`` is the score of a measure as tables show it (90.20), ``{la:3}`` the same as papers print it, with so many decimals (0.902).
``{t.whole.dice cost}`` is a count behind it: ``matched``, ``deleted``, ``inserted``, ``swapped``, ``cost``, ``gold``, ``test``,
``words`` or ``crossing``. ``{la word 4}`` is the score of a single word. ``@2`` before the bracket closes means: of step 2.
What stands in braces and is none of this stays as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from treecompare import resources
from treecompare.comparison.base import AnyTreebank, Comparison, score
from treecompare.comparison.files import Files, Opened, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.teaching.exercise import GOLD, Exercise, of_sentence, of_texts
from treecompare.extras.teaching.frames import Frame
from treecompare.extras.teaching.walks import Source, Walk, WalkStep
from treecompare.measures import ALL_MEASURES, MEASURES_OF, measure
from treecompare.measures.explain import number
from treecompare.measures.measure import Counts
from treecompare.reading import treebank_name

_FIGURE = re.compile(
    r"\{(?P<key>[a-z][\w.-]*)(?: (?:word (?P<word>\d{1,4})|(?P<count>[a-z_]+)))?(?::(?P<decimals>\d))?(?:@(?P<step>\d{1,4}))?\}"
)
_COUNTS = frozenset(Counts.__dataclass_fields__) - {"score", "forgiven"}
_KEYS = frozenset(one.key for one in ALL_MEASURES)
NONE = "–"
"""What stands for a figure that there is not."""

StepExercise = Callable[[int], Exercise]
"""The exercise of a step, from 1."""


def filled(text: str, exercise: Exercise, of_step: StepExercise | None = None) -> str:
    """A text with its figures. ``of_step``: where those of other steps come from; without it they are not figures."""

    def one(found: re.Match[str]) -> str:
        if not _is_figure(found) or (found["step"] and of_step is None):
            return found[0]
        of = exercise
        if found["step"]:
            assert of_step is not None
            try:
                of = of_step(int(found["step"]))
            except IndexError:
                return NONE
        return _figure(found, of.comparison, of.row)

    return _FIGURE.sub(one, text)


def blanked(text: str) -> str:
    """A text with ``…`` for its figures, where nobody wants to wait for them."""
    return _FIGURE.sub(lambda found: "…" if _is_figure(found) else found[0], text)


def _is_figure(found: re.Match[str]) -> bool:
    return found["key"] in _KEYS and (found["count"] is None or found["count"] in _COUNTS)


def _figure(found: re.Match[str], comparison: Comparison, row: int) -> str:
    one, table = measure(found["key"]), comparison.table
    try:
        if not table.has(one.part):
            return NONE
        comparison.count_on_demand([one.part])
        if not table.exists(0, row, one.part):
            return NONE
        if found["count"]:
            columns = table.part(0, one.part, slice(row, row + 1))
            return number(float(getattr(columns, found["count"])[0]))
        score, decimals = float(table.scores(0, one.key)[row]), found["decimals"]
        if found["word"]:
            words = comparison.word_scores(0, row, one.part)
            if words is None or not 0 < int(found["word"]) <= len(words):
                return NONE
            score, decimals = words[int(found["word"]) - 1].score, decimals or "3"
    except UsageError:
        return NONE
    if math.isnan(score):
        return NONE
    return f"{score:.{decimals}f}" if decimals else one.shown(score)


Trees = tuple[Source, Settings]
"""Which trees a step shows, and under which settings they are compared."""
SYSTEM, PUBLISHED = "system", "published"
"""What a system is called that has no name; and the file of the papers' own parses."""


@dataclass(frozen=True)
class Own:
    """The comparison in which a walk is kept. ``row_of``: the row that shows a sentence of its gold, -1 for none; both from 0."""

    files: Files
    treebanks: Mapping[str, AnyTreebank]
    comparison: Comparison
    row_of: Callable[[int], int]

    @classmethod
    def of(cls, found: Opened) -> Own:
        """What was opened, as its gold counts sentences."""
        return cls(found.files, found.treebanks, found.comparison, found.comparison.row_of)


class Stages:
    """A walk that is being given. Steps count from 1; an exercise that was made is kept, and never changed.

    ``own``: the comparison in which the walk is kept, for steps that show its sentences. ``made``: trees that are there already, of
    a walk that was like this one.
    """

    def __init__(self, walk: Walk, own: Own | None = None, made: dict[Trees, Exercise] | None = None) -> None:
        self.walk = walk
        self._own = own
        self.made: dict[Trees, Exercise] = {} if made is None else made

    def step(self, number: int) -> WalkStep:
        """A step. Raises IndexError: there is none of that number."""
        if not 1 <= number <= len(self):
            raise IndexError(number)
        return self.walk.steps[number - 1]

    def exercise(self, number: int) -> Exercise:
        """The trees of a step; the same object as for the step before where these are the same trees. Raises IndexError: there is
        none of that number; TreecompareError: its sentence is not there, or cannot be compared; says why."""
        step = self.step(number)
        trees = step.source, step.settings
        if trees not in self.made:
            self.made[trees] = exercise_of(step, self._own, self.walk.title)
        return self.made[trees]

    def __len__(self) -> int:
        return len(self.walk.steps)

    def frame(self, number: int) -> Frame:
        """A step as it is shown, with the measures that there are for its trees: the files of a comparison may be of another kind
        than when it was written. Where its trees are not there, it says so. Raises IndexError: there is none of that number."""
        step = self.step(number)
        try:
            exercise = self.exercise(number)
            there = {one.key for one in MEASURES_OF[exercise.comparison.kind]}
            text = filled(step.text, exercise, self.exercise)
        except TreecompareError as error:
            return Frame(f"This step cannot be shown: {error}")
        measures = tuple(key for key in step.measures if key in there)
        return Frame(
            text, exercise=exercise, wanted=step.view, measures=measures if measures or not step.measures else None,
            script=step.script, script_frame=max(step.script_step, 1),
        )  # fmt: skip


def exercise_of(step: WalkStep, own: Own | None = None, title: str = "") -> Exercise:
    """The trees of a step, compared under its settings; sentences of a comparison under those of the comparison. Raises
    TreecompareError: its sentence is not there, or cannot be compared; says why."""
    source = step.source
    if source.gold:
        names = source.gold_name or GOLD, source.system or SYSTEM
        return replace(of_texts(source.gold, source.test, step.settings, title, *names), is_gold=source.is_gold)
    if source.sample:
        return _of_sample(_sample(source.sample, source.golds, step.settings), source)
    if own is None:
        raise UsageError("this step shows a sentence of the comparison in which it was written; open that comparison")
    return _of_comparison(own, source)


def _of_sample(found: Opened, source: Source) -> Exercise:
    """A sentence of a sample; where its system is a paper's, that has no name."""
    made = _of_comparison(Own.of(found), source)
    if source.system != PUBLISHED:
        return made
    return replace(made, system=made.system.with_fields(name=SYSTEM), title=found.comparison.ids[source.sentence - 1])


def _of_comparison(own: Own, source: Source) -> Exercise:
    systems, sentences = own.comparison.table.systems, own.comparison.gold_sentences
    if source.system not in systems:
        raise UsageError(f"there is no system '{source.system}'; expected one of {', '.join(systems)}")
    row = own.row_of(source.sentence - 1) if 0 < source.sentence <= sentences else -1
    if row < 0:
        raise UsageError(f"there is no sentence {source.sentence}; expected a number from 1 to {sentences}")
    return of_sentence(own.files, own.treebanks, own.comparison, systems.index(source.system), row)


@lru_cache(maxsize=16)
def _sample(key: str, golds: tuple[str, ...], settings: Settings) -> Opened:
    """A shipped comparison, scored; with ``golds`` only those of several."""
    by_key = {one.key: one for one in resources.samples()}
    if key not in by_key:
        raise UsageError(f"there is no sample '{key}'; expected one of {', '.join(by_key)}")
    files = sample_files(by_key[key])
    found = opened(open_files(_with_golds(files, golds) if golds else files, settings))
    score(found.comparison)
    return found


def _with_golds(files: Files, names: tuple[str, ...]) -> Files:
    """The same with some of the golds; a system whose own gold is not among them follows the first."""
    paths = [files.gold, *(path for _, path in files.golds)]
    by_name = {treebank_name(path): path for path in paths} | {Path(path).name: path for path in paths}
    if unknown := [name for name in names if name not in by_name]:
        raise UsageError(f"there is no gold '{unknown[0]}'; expected one of {', '.join(map(treebank_name, paths))}")
    chosen = [by_name[name] for name in names]
    follows = tuple(
        (path, chosen.index(paths[gold])) for path, gold in files.follows if paths[gold] in chosen and len(chosen) > 1
    )
    kept = tuple((name, path) for name, path in files.systems if len(chosen) == 1 or path in dict(follows))
    return replace(files, gold=chosen[0], golds=tuple(("", path) for path in chosen[1:]), follows=follows, systems=kept)
