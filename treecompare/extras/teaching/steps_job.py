"""Steps in the window: each is a place of the list, with what is said, its trees, what is lit in them, and A and B after it."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence
from treecompare.comparison.lit import drawn_for
from treecompare.drawing.scheme_layout import SchemesDrawn
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.style import marked
from treecompare.errors import UsageError
from treecompare.extras.teaching.exercise import Exercise
from treecompare.extras.teaching.frames import Frame, Lineages, Script
from treecompare.extras.teaching.lineage_steps import operation_of
from treecompare.extras.teaching.steps import scripts
from treecompare.jobs import base
from treecompare.jobs.compare import CompareJob, measure_options
from treecompare.jobs.compare_exports import handout
from treecompare.jobs.compare_why import full, linked
from treecompare.jobs.drawn import Asked, SentenceDrawn, sentence_drawn
from treecompare.jobs.lines import links
from treecompare.jobs.listed import fitting
from treecompare.measures import MEASURES_OF, measure
from treecompare.measures.explain import number
from treecompare.measures.measure import Measure
from treecompare.measures.tedeval import TEDEVAL_2011_PARTS
from treecompare.scores.rich import Rich, link, quiet, strong
from treecompare.scores.set_notes import measure_title

SMALLEST = 0.005
"""Changes that two decimals do not show are none."""
SCORES = "scores"
"""What may be hidden of any step; of walks also the names and the gold."""
WAYS = ("edit-walk", "hide:scores", "hide:gold")
"""Commands that are also offered in Why."""
LAST = "This is the last step."


class Compared(NamedTuple):
    """The trees of a step, as they are compared."""

    comparison: Comparison
    system: int
    row: int


@dataclass(frozen=True, eq=False)
class Stop:
    """A place of the list. ``number``: as people read it. ``script``: the score whose step it is; None: it is a step of a walk.
    ``exercise``: its trees, where the frame has none of its own."""

    number: str
    frame: Frame
    script: Script | None = None
    exercise: Exercise | None = None


def score_at(at: Compared, key: str) -> float:
    """The score of a step; NaN where it has none."""
    table, one = at.comparison.table, measure(key)
    try:
        at.comparison.count_on_demand([one.part])
    except UsageError:
        return math.nan
    is_there = table.has(one.part) and table.exists(at.system, at.row, one.part)
    return float(table.scores(at.system, key)[at.row]) if is_there else math.nan


def change_text(one: Measure, now: float, before: float, opening: float | None = None) -> str:
    """How a score changed: ▲ 3.10, ▼ 0.50 worse; nothing where it did not; a ring where one of both is undefined. With the score of
    the ``opening`` also how it changed since then, where that is something else."""
    if opening is not None and (told := change_text(one, now, opening)) != (last := change_text(one, now, before)):
        return " · ".join(filter(None, (last, f"{told} in all" if told else "as at first")))
    if math.isnan(now) or math.isnan(before):
        return "" if math.isnan(now) == math.isnan(before) else "○"
    change = (now - before) * (100 if one.percent else 1)
    turned = "" if one.higher_is_better else " worse" if change > 0 else " better"
    return "" if abs(change) < SMALLEST else f"{'▲' if change > 0 else '▼'} {abs(change):.2f}{turned}"


def lineage_lines(lineages: Lineages) -> list[Rich]:
    """Both lineages of a word, one below the other, and what their symbols cost; the one that is dealt with stands out, and those
    that were dealt with have the signs of drawings."""
    found = []
    for side, title in enumerate(lineages.titles):
        parts: list[Any] = [quiet(f"{title}: ")]
        for place, cell in enumerate(lineages.cells):
            symbol = str(cell[side])
            if symbol and place <= lineages.now:
                symbol = marked(symbol, operation_of(cell))
            parts += [strong(symbol or "–") if place == lineages.now else symbol or "–", "  "]
        found.append(Rich(*parts))
    costs = [number(cost) for _, _, cost in lineages.cells[: lineages.now + 1]]
    return [*found, *([Rich(quiet(f"costs: {'  '.join(costs)}"))] if costs else [])]


def score_columns(a: str, b: str, figure: Callable[[str, int], str]) -> list[base.Column]:
    """A and B after each step; only one where they are the same. ``figure``: of a measure and a place."""
    found = []
    for letter, key in {"A": a, "B": b}.items() if a != b else [("A", a)]:
        about, rank = f"{letter} after the step: {measure(key).title}", 2 * (letter == "B")
        found.append(base.Column(letter, letter, "figure", 6, partial(figure, key), rank=rank, about=about))
    return found


class StepsJob(base.Job):
    """Steps, one after the other. ``of``: the job of the comparison that they are of, if they are of any. ``a``, ``b``: the
    measures beside them; ``hides``: what is to be guessed first, in every step; ``asked_for``: where it was asked for."""

    kind, view, help = "steps", "Steps", "steps"
    leads = MappingProxyType({"count": lambda of: base.Lit(f"count:{of}")})
    a: str
    b: str

    def __init__(self, title: str, of: CompareJob | None = None) -> None:
        self.title, self.of = title, of
        self.stops: list[Stop] = []
        self.hides: set[str] = set()
        self.asked_for: set[int] = set()
        self.stay = True
        """Whether the steps themselves stay as they are."""
        self.drawn_for: tuple[int, str] = -1, ""
        """The step whose trees are drawn as a measure counts them, and what that counts."""

    # -- what they are of ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def at(self, place: int) -> Compared:
        """The trees of a step. Raises UsageError: they are not there."""

    def keys(self, place: int) -> Sequence[str]:
        """The measures that stand beside a step."""
        return tuple(dict.fromkeys((self.a, self.b)))

    def before(self, place: int) -> int:
        """The step before, if its scores can be told beside these, else -1; only steps that change the trees have one."""
        stop, last = self.stops[place], self.stops[place - 1] if place else None
        is_next = last is not None and last.script is stop.script and stop.frame.exercise is not None
        return place - 1 if is_next and self._is_told(place - 1) else -1

    def opening(self, place: int) -> int:
        """The step that all those before it began with."""
        return place if (last := self.before(place)) < 0 else self.opening(last)

    def hidden(self, place: int) -> frozenset[str]:
        """What is not told of a step yet."""
        return frozenset() if place in self.asked_for else frozenset(self.hides)

    def _is_told(self, place: int) -> bool:
        """Whether its trees are there."""
        try:
            self.at(place)
        except UsageError:
            return False
        return True

    def score(self, place: int, key: str) -> str:
        """A score as it is told: ``?`` where it is to be guessed, ``–`` where a step does not have it."""
        if key not in self.keys(place) or not self._is_told(place):
            return "–"
        return "?" if SCORES in self.hidden(place) else measure(key).shown(score_at(self.at(place), key))

    def text(self, place: int) -> str:
        """What a step says; nothing that tells what is to be guessed."""
        stop = self.stops[place]
        return "Guess first; then Space shows it." if stop.script and self.hidden(place) else stop.frame.text

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        return [base.Order("steps", "Steps", "", len(self.stops))]

    def parts(self) -> Sequence[tuple[base.Section | None, Sequence[int]]]:
        """The parts of the list with their headings; None where it is one without."""
        return [(None, range(len(self.stops)))]

    @property
    def listed(self) -> list[int]:
        """The steps in the order of the list."""
        return [place for _, places in self.parts() for place in places]

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places | base.Later:
        parts = [(one, fitting(places, tokens, self.text)) for one, places in self.parts()]
        sections = [one._replace(size=len(places)) for one, places in parts if one is not None]
        found = np.array([place for _, places in parts for place in places], np.int64)
        return base.Places(
            found, self.columns(), sections, lines=2, foot=Rich(quiet("Space: next step · F5: present")),
            nothing="No matching steps.", stay=self.stay,
        )  # fmt: skip

    def columns(self) -> list[base.Column]:
        """Number, what it says, and A and B after it where steps differ in them."""
        found = [
            base.Column("number", "", "number", 4, lambda place: self.stops[place].number, rank=3),
            base.Column("words", "What the step says", "words", 0, self.text, self.below),
        ]
        if any(one.frame.exercise is not None for one in self.stops):
            found += score_columns(self.a, self.b, self._figure)
        return found

    def _figure(self, key: str, place: int) -> str:
        is_of_trees = self.stops[place].frame.exercise is not None
        return self.score(place, key) if is_of_trees or not self.stops[place].script else ""

    def below(self, place: int) -> str:
        """The second line of a step: what is counted by then."""
        return Rich(quiet("" if self.hidden(place) else self.stops[place].frame.figure or " "))

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def drawn(self, place: int) -> SentenceDrawn:
        """What is drawn of a step. Raises UsageError: its trees are not there, or cannot be drawn."""
        return sentence_drawn(*self.at(place), self._asked(place))

    def _asked(self, place: int) -> Asked:
        wanted, at = self.wanted(place), self.at(place)
        if self.drawn_for[0] == place and at.comparison.kind == "constituents":
            wanted = drawn_for(at.comparison, self.drawn_for[1], wanted)  # type: ignore[arg-type]
        key = TEDEVAL_2011_PARTS[0] if wanted.relabels else ""
        return Asked(wanted.mapping, wanted.part, wanted.labelled, golds=frozenset(wanted.golds), key=key)

    def wanted(self, place: int) -> Wanted:
        """How a step is drawn."""
        stop = self.stops[place]
        return stop.script.wanted if stop.script is not None else stop.frame.wanted or Wanted()

    def picture(self, place: int) -> base.Picture | base.Later:
        at = self.at(place)
        if at.comparison.takes_long(at.system, at.row):
            return base.Later(
                "These trees are large; they are being aligned…", lambda _cancel, _tell: self._picture(place)
            )
        return self._picture(place)

    def _picture(self, place: int) -> base.Picture:
        stop, one = self.stops[place], self.drawn(place)
        frame, is_secret = stop.frame, bool(self.hidden(place))
        if frame.is_numbered_alike and stop.script is not None and not is_secret:
            # at the end nothing differs, and all would be folded: what was done last stays in sight
            one.drawn.wanted = list(one.drawn.wanted_for([*frame.nodes, *(() if frame.nodes else frame.done[-2:])]))
        layouts = sorted(one.layouts, key=lambda layout: layout != self.wanted(place).layout)
        lights = partial(self._light, one, place)
        said = [self.text(place), *([] if is_secret else self._lineages(frame))]
        opening = self.opening(place)
        figures = [(self.title_of(place, key), *self._told(place, key, opening)) for key in self.keys(place)]
        return base.Picture(
            one.drawn, layouts, lights, "step", said=said, figures=figures,
            counts=SCORES not in self.hidden(place),
        )  # fmt: skip

    def names(self, place: int) -> Any:
        """What gold and system are called."""
        at = self.at(place)
        return at.comparison.names(at.system)

    def title_of(self, place: int, key: str) -> str:
        """What a measure is called beside a step."""
        title = measure_title(measure(key), self.names(place)) if self._is_told(place) else measure(key).title
        return title[:1].upper() + title[1:]

    def _told(self, place: int, key: str, *since: int) -> tuple[str, str]:
        now, last = self.score(place, key), self.before(place)
        if last < 0 or now in ("?", "–"):
            return now, ""
        return now, change_text(measure(key), *(score_at(self.at(one), key) for one in (place, last, *since)))

    def _lineages(self, frame: Frame) -> list[Rich]:
        return lineage_lines(frame.lineages) if frame.lineages is not None else []

    def _light(self, one: SentenceDrawn, place: int, what: str) -> base.Light:
        """What a step is about, ticks beside what was found right before it and crosses beside what was not; or a count."""
        stop, kind = self.stops[place], what.partition(":")
        if kind[0] == "count":
            return base.Light(one.counted(*kind[2].split("/", 1)))
        frame = stop.frame
        if stop.script is None or not frame.is_numbered_alike or self.hidden(place):
            return base.Light()
        if isinstance(one.drawn, SchemesDrawn):
            before = stop.script.operations_before(stop.script.outline.index(frame) + 1)
            places = one.drawn.places_of_operation
            right, wrong = ([at for one in before if one.is_charged is is_error for at in places(one)]
                            for is_error in (False, True))  # fmt: skip
            return base.Light(places(frame.operation), done=right, failed=wrong)
        of = one.drawn.places_of
        return base.Light(of(list(frame.nodes)), done=of(list(frame.done)), failed=of(list(frame.failed)))

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[base.Block]:
        stop, hidden = self.stops[place], self.hidden(place)
        blocks: list[base.Block] = [base.Text(self.text(place), "" if stop.script is None else "strong")]
        if not hidden and stop.frame.figure:
            blocks.append(base.Text(stop.frame.figure, "quiet"))
        blocks += [base.Text(line) for line in ([] if hidden else self._lineages(stop.frame))]
        if not self._is_told(place):
            return [*blocks, *self.more(place)]
        if hidden:
            what = " and ".join(sorted(hidden - {"names"})) or "names"
            blocks += [base.Head("Guess first"), base.Choice("1", f"Show the {what}", "or Space")]
        return [*blocks, *self._scores(place, hidden), *self.more(place)]

    def more(self, _place: int) -> Sequence[base.Block]:
        """What can be done, below all else."""
        return [
            links([(one.key, "✓\u00a0" * bool(one.is_on) + one.title) for one in self.commands() if one.key in WAYS])
        ]

    def _scores(self, place: int, hidden: frozenset[str]) -> list[base.Block]:
        found: list[base.Block] = []
        for key in self.keys(place):
            letter = {self.b: "B", self.a: "A"}.get(key, "")
            now, change = self._told(place, key)
            title, line, words = self.title_of(place, key), "", ""
            if not hidden & {SCORES, "gold"}:
                told = explain_sentence(*self.at(place), key)
                line = linked(told.numbers.line, measure(key).part) if told.numbers is not None else told.undefined
                last = self.before(place)
                words = f"before: {measure(key).shown(score_at(self.at(last), key))}" if last >= 0 else ""
            share = full(measure(key), score_at(self.at(place), key)) if SCORES not in hidden else 0.0
            found.append(base.Score(letter, title, change, now, share, line, words))
        return found

    def picks(self, place: int) -> Sequence[base.Pick]:
        if not self._is_told(place):
            return []
        options = measure_options(self.at(place).comparison, self.names(place))
        shorts = [measure(key).title.partition(",")[0] for key in (self.a, self.b)]
        is_same = shorts[0] == shorts[1]
        return [
            base.Pick(letter, letter.upper(), options, key, self.score(place, key), short="" if is_same else short)
            for letter, key, short in zip("ab", (self.a, self.b), shorts, strict=True)
        ]

    # -- what is done ------------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[base.Command]:
        return [
            base.Command(
                "hide:scores", "Hide scores", is_on=SCORES in self.hides, about="A class guesses; Space shows"
            ),
            base.to_export("handout", "Hand-out…", "A page with the drawing and all scores of the step"),
            *([] if self.of is None else [one for one in self.of.commands() if one.key in self.of.of_file]),
        ]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        if self.of is not None and action in self.of.of_file:
            return self.of.do((), action, value)
        if action in ("a", "b"):
            setattr(self, action, measure(str(value)).key)
            return [base.ANEW]
        if not places:
            return []
        return self.answered(places[0], action, value) or []

    def _do_step(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        """Shows what is hidden; then on to the next step, and from the last one of a score to the next score."""
        if self.hidden(place):
            return self._do_choose(place)
        after = self.listed[self.listed.index(place) + 1 :]
        return [base.Go(place=after[0])] if after else [base.Say(LAST)]

    def _do_step_back(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        before = self.listed[: self.listed.index(place)]
        return [base.Go(place=before[-1])] if before else []

    def _do_present(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        """From the beginning, where one is at the end already."""
        return [base.Go(place=self.listed[0])] if place == self.listed[-1] else []

    def _do_choose(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        self.asked_for.add(place)
        return [base.ANEW]

    def _do_hide(self, place: int, what: str) -> Sequence[base.Answer]:
        self.asked_for.clear()
        self.hides ^= {what}
        return [base.ANEW]

    def _do_score(self, _place: int, letter: str) -> Sequence[base.Answer]:
        """To what A counts, or B."""
        return self._do_score_of(_place, measure(self.a if letter == "A" else self.b).part)

    def _do_score_of(self, place: int, part: str) -> Sequence[base.Answer]:
        self.drawn_for = place, part
        return [base.Shown(picture=True)]

    def _do_handout(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        """Raises UsageError: the trees of the step are not there."""
        told = handout(*self.at(place), self.text(place))
        return [told._replace(title=self.title, scores=(), foot="") if self.hidden(place) else told]

    # -- beside ------------------------------------------------------------------------------------------------------------

    def history(self) -> tuple[str, str] | None:
        return None if self.of is None else self.of.history()

    def turn(self, is_undo: bool) -> Sequence[base.Answer]:
        answers = () if self.of is None else self.of.turn(is_undo)
        return [*(one for one in answers if not isinstance(one, base.Go)), base.ANEW]

    def beside(self) -> base.Tabs:
        """The tabs of the comparison, and this one behind its sentences."""
        if self.of is None:
            return super().beside()
        tabs = [*self.of.beside()]
        at = [name for name, _ in tabs].index(self.of.view) + 1
        return [*tabs[:at], *super().beside(), *tabs[at:]]


class ScoreSteps(StepsJob):
    """How a sentence of a comparison is scored, step by step, score after score. ``of``: the job that it was opened from; ``row``:
    the sentence; ``part``: the score that comes first, then those of A and B. Raises UsageError: nothing is counted there."""

    passes = True

    def __init__(self, of: CompareJob, row: int, part: str = "") -> None:
        comparison, system = of.comparison, of.system
        super().__init__(f"{comparison.sentence_title(system, row)}: step by step", of)
        self.base = Compared(comparison, system, row)
        self.a, self.b = of.a, of.b
        every = scripts(comparison, system, row)
        first = [part, measure(self.a).part, measure(self.b).part]
        self._words = {one.name: one for one in every if one.word}
        self.scripts = [one for one in every if not one.word]
        self.scripts.sort(key=lambda one: first.index(one.name) if one.name in first else len(first))
        if not self.scripts:
            raise UsageError("Nothing is counted in this sentence, so it has no steps")
        self._first: dict[str, int] = {}
        """The first step of each script."""
        for one in self.scripts:
            self._add(one)

    def _add(self, script: Script) -> None:
        self._first[script.name] = len(self.stops)
        self.stops += [Stop(str(number), frame, script) for number, frame in enumerate(script.outline, 1)]

    def at(self, place: int) -> Compared:
        exercise = self.stops[place].frame.exercise
        return self.base if exercise is None else Compared(exercise.comparison, 0, exercise.row)

    def keys(self, place: int) -> Sequence[str]:
        """And a measure of the score that is gone through."""
        script = self.stops[place].script
        of_part = [
            one.key for one in MEASURES_OF[self.base.comparison.kind] if script is not None and one.part == script.part
        ]
        own = sorted(of_part, key=lambda key: key not in (self.a, self.b) and ".dice" not in key)[:1]
        return tuple(dict.fromkeys((self.a, self.b, *own)))

    def parts(self) -> Sequence[tuple[base.Section | None, Sequence[int]]]:
        found: list[tuple[base.Section | None, Sequence[int]]] = []
        for one in self.scripts:
            first = self._first[one.name]
            places = range(first, first + len(one.outline))
            found.append((base.Section(one.name, one.title, len(places), f"{len(places):,}"), places))
        return found

    def why(self, place: int) -> Sequence[base.Block]:
        """With the way to the steps of a single word."""
        blocks, nodes = list(super().why(place)), self.stops[place].frame.lineages
        script = self.stops[place].script
        assert script is not None
        if nodes is not None and not script.word and not self.hidden(place):
            name = f"{script.name}:{int(self.stops[place].number) - 1}"
            blocks.insert(2, base.Text(Rich(link("Symbol by symbol ›", f"word:{name}"))))
        return blocks

    def _do_word(self, _place: int, name: str) -> Sequence[base.Answer]:
        """The steps of a word stand behind those of all words."""
        script = self._words.get(name)
        if script is None:
            return []
        if name not in self._first:
            after = next(place for place, one in enumerate(self.scripts) if one.name == script.part)
            self.scripts.insert(after + 1, script)
            self._add(script)
        return [base.ANEW, base.Go(place=self._first[name])]

    def picks(self, place: int) -> Sequence[base.Pick]:
        """First of all which score it is."""
        now = self.stops[place].script
        scores = [(one.name, one.title) for one in self.scripts]
        return [base.Pick("score-of", "", scores, now.name if now is not None else ""), *super().picks(place)]

    def _do_score_of(self, _place: int, name: str) -> Sequence[base.Answer]:
        return [base.Go(place=self._first[name])] if name in self._first else []

    def name(self, place: int) -> str:
        script = self.stops[place].script if 0 <= place < len(self.stops) else None
        return f"{script.name} {self.stops[place].number}" if script is not None else ""

    def place(self, _name: str) -> int:
        """None: it begins at the score that was asked for."""
        return -1

    def state(self) -> dict[str, Any]:
        return {"hides": sorted(self.hides)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.hides = {SCORES} if state.get("hides") == [SCORES] else set()
