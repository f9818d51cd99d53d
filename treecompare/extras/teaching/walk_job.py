"""Walks in the window: shipped ones, those of files, and the walk that a comparison keeps; gone through, presented, changed."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from treecompare import resources
from treecompare.drawing.sentence import Wanted
from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.teaching.exercise import Exercise, without_gold, without_names
from treecompare.extras.teaching.frames import Frame, Script
from treecompare.extras.teaching.lesson_job import LessonJob, is_lesson, of_walk
from treecompare.extras.teaching.stages import Own, Stages, blanked
from treecompare.extras.teaching.steps import scripts
from treecompare.extras.teaching.steps_job import SCORES, Compared, StepsJob, Stop
from treecompare.extras.teaching.walk_files import (
    SUFFIX,
    draft_path,
    keep_draft,
    lesson_of,
    read_walk_file,
    walk_text,
    write_walk,
)
from treecompare.extras.teaching.walk_files import Keeper as Keeping
from treecompare.extras.teaching.walks import HIDDEN, LONGEST_TEXT, MOST_STEPS, VIEW_CHOICES, Walk, WalkStep, read_walk
from treecompare.jobs import base
from treecompare.jobs.compare import CompareJob, measure_options
from treecompare.jobs.drawn import Asked, SentenceDrawn, sentence_drawn
from treecompare.jobs.lines import links
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.rich import Rich, quiet
from treecompare.writing import file_name

FORMATS = (("Walk", SUFFIX),)
HINT, LINES = "Text of this step; {la} is filled in with a score", 6
MOST_TOLD = 2
"""Of measures that are neither A nor B, below a step of the list."""
HIDES = {"names": "Names", "gold": "The gold", "scores": "Scores"}
VIEWS = {
    "mapping:T": "Tree distance (T)", "mapping:E": "Same spans (E)", "part:whole": "Whole trees", "part:roof": "Constituents only",
    "labelled:True": "With labels", "labelled:False": "Without labels", "layout:mirrored": "Mirrored",
    "layout:side-by-side": "Side by side", "layout:merged": "Merged",
}  # fmt: skip
"""What a step may say of how it is drawn, as people choose it."""


class Keeper(Protocol):
    """Where a walk is kept at once, which no file of its own has."""

    def read(self) -> Walk:
        """The walk as it is kept now."""

    def write(self, walk: Walk, what: str) -> None:
        """Keeps another one; ``what`` names the change. Raises TreecompareError: it cannot be kept."""


class WalkJob(StepsJob):
    """A walk. ``own``: the comparison whose sentences it shows; ``of``: the job of that; ``path``: the file it is saved in, if any.
    ``keep``: where changes are kept at once; ``edits``: whether texts are typed and steps moved."""

    def __init__(
        self,
        walk: Walk,
        path: str = "",
        own: Own | None = None,
        of: CompareJob | None = None,
        keep: Keeper | None = None,
        edits: bool = False,
    ) -> None:
        super().__init__(walk.title, of)
        self.walk, self.path, self.own, self.keep, self.edits = walk, path, own, keep, edits
        self.kind, self.stay = "walk", False
        self._read = walk
        """As it was read, or saved last."""
        self._known: dict[str, Walk] = {}
        """Walks that Undo goes back to, by their texts."""
        self._without_names, self._without_gold = cache(without_names), cache(without_gold)
        """Trees without what is hidden of them."""
        self._by_hand: dict[Exercise, LessonJob] = {}
        """Copies of trees that are changed."""
        self._stages = Stages(walk, own)
        self._picked: list[str] = []
        """Measures that people chose beside those of the steps."""
        self._said: list[str] = []
        often = Counter(key for step in walk.steps for key in step.measures).most_common(2)
        first = list(dict.fromkeys(key for step in walk.steps for key in step.measures if key in dict(often)))
        self.a, self.b = (first * 2)[:2] or ("", "")
        self._make()

    def _make(self) -> None:
        self._stages = Stages(self.walk, self.own, self._stages.made)
        self.title, self.stops = self.walk.title, []
        self._of_step: list[int] = []
        """Per place the number of its step of the walk, from 0."""
        for number in range(1, len(self._stages) + 1):
            frame = self._stages.frame(number)
            found = [Stop(str(number), frame, None, frame.exercise)]
            script = self._script(frame)
            for place in range(frame.script_frame, len(script.outline) + 1 if script is not None else 0):
                assert script is not None
                found.append(Stop(f"{number}.{place}", script.outline[place - 1], script, frame.exercise))
            self.stops += found
            self._of_step += [number - 1] * len(found)
        if not self.a:
            there = next((one.exercise for one in self.stops if one.exercise is not None), None)
            self.a, self.b = there.comparison.usual_keys if there is not None else ("e.whole.dice", "t.whole.dice")

    def _script(self, frame: Frame) -> Script | None:
        if not frame.script or frame.exercise is None:
            return None
        found = scripts(frame.exercise.comparison, 0, frame.exercise.row)
        return next((one for one in found if one.name == frame.script), None)

    # -- what they are of ----------------------------------------------------------------------------------------------------

    def step_of(self, place: int) -> WalkStep:
        """The step of the walk that a place belongs to."""
        return self.walk.steps[self._of_step[place]]

    def _first_of(self, number: int) -> int:
        return self._of_step.index(min(max(number, 0), len(self.walk.steps) - 1))

    def _exercise(self, place: int) -> Exercise:
        if place >= len(self.stops):
            raise UsageError("this step is not there any more")
        stop = self.stops[place]
        exercise = stop.frame.exercise or stop.exercise
        if exercise is None:
            raise UsageError(stop.frame.text)
        return exercise

    def at(self, place: int) -> Compared:
        exercise = self._exercise(place)
        return Compared(exercise.comparison, 0, exercise.row)

    def keys(self, place: int) -> Sequence[str]:
        is_own = self.stops[place].script is None
        own = self.stops[place if is_own else self._first_of(self._of_step[place])].frame.measures
        if not self._is_told(place):
            return own or ()
        comparison = self._exercise(place).comparison
        there = {one.key for one in comparison.applying(MEASURES_OF[comparison.kind])}
        usual = [key for key in (self.a, self.b) if own is None]
        keys = [key for key in dict.fromkeys((*(own or ()), *usual, *self._picked)) if key in there]
        return sorted(keys, key=lambda key: (self.a, self.b, key).index(key))

    def before(self, place: int) -> int:
        """Of a walk the step before it, where it shows other trees over the same words."""
        number = self._of_step[place]
        if self.stops[place].script is not None:
            return super().before(place)
        first = self._first_of(number - 1) if number else place
        last, own = self.stops[first].exercise, self.stops[place].exercise
        if last is None or own is None or last is own or SCORES in self.hidden(first):
            return -1
        is_alike = last.comparison.kind == own.comparison.kind and last.gold.words_of(0) == own.gold.words_of(0)
        return first if is_alike and last.settings == own.settings else -1

    def hidden(self, place: int) -> frozenset[str]:
        if place in self.asked_for or self.edits:
            return frozenset()
        stop, step = self.stops[place], self.step_of(place)
        own = step.hidden if stop.script is None else ()
        several = stop.exercise is not None and len(stop.exercise.golds) > 1  # one alone can be hidden
        tells = bool(step.measures) or blanked(step.text) != step.text or stop.script is not None
        return frozenset({*self.hides, *own} - ({"gold"} if several else set()) - (set() if tells else {SCORES}))

    def text(self, place: int) -> str:
        stop, exercise = self.stops[place], self.stops[place].exercise
        if exercise is not None and not self.step_of(place).text.strip():
            return f"{exercise.title or self.title}: no text yet"
        if stop.script is None and self._is_told(place) and SCORES in self.hidden(place):
            return blanked(self.step_of(place).text)
        return super().text(place)

    def below(self, place: int) -> str:
        """Of a step of the walk its own measures, but for A and B."""
        if self.stops[place].script is not None:
            return super().below(place)
        others = [key for key in self.keys(place) if key not in (self.a, self.b)]
        said = [f"{self.title_of(place, key)} {self.score(place, key)}" for key in others[:MOST_TOLD]]
        more = len(others) - len(said)
        return Rich(quiet(" · ".join([*said, *([f"+{more}"] if more else [])]) or " "))

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def wanted(self, place: int) -> Wanted:
        stop = self.stops[place]
        return super().wanted(place) if stop.script is not None else self.step_of(place).view

    def drawn(self, place: int) -> SentenceDrawn:
        hidden, exercise = self.hidden(place), self._exercise(place)
        if "names" in hidden:
            exercise = self._without_names(exercise)
        if "gold" in hidden:
            exercise = self._without_gold(exercise)
        asked: Asked = self._asked(place)
        found = sentence_drawn(exercise.comparison, 0, exercise.row, asked)
        if "gold" in hidden:
            found.telling.hides_gold = True
            found.layouts = ("merged",) if found.layouts else ()
        return found

    def names(self, place: int) -> Any:
        if "names" in self.hidden(place):
            return self._without_names(self._exercise(place)).comparison.names(0)
        return super().names(place)

    # -- why ---------------------------------------------------------------------------------------------------------------

    def more(self, place: int) -> Sequence[base.Block]:
        """Where the walk is changed also the step's text, and what belongs to it."""
        if not self.edits:
            has_trees = self.stops[place].exercise is not None
            hands = [base.Choice("e", "Change a copy by hand")] if has_trees else []
            return [*hands, *super().more(place)]
        step, number = self.step_of(place), self._of_step[place] + 1
        ways = [("step-measures", "measures…"), ("figure", "figure…"), ("view", "drawing…"), ("hides", "hide…")]
        moves = [("move:-1", "▴ up"), ("move:1", "▾ down"), ("add-step", "copy"), ("remove-step", "remove")]
        blocks: list[base.Block] = [
            base.Head(f"Step {number}"),
            base.Field("text", HINT, step.text, LINES),
            links(ways),
            links(moves),
        ]
        if self.keep is None:
            blocks += [
                base.Head("The walk"),
                base.Field("title", "Title", self.walk.title, 1),
                base.Field("about", "About", self.walk.about, 1),
            ]
        return [*blocks, *super().more(place)]

    def picks(self, place: int) -> Sequence[base.Pick]:
        """First which walk it is, with the shipped ones to choose from."""
        shipped = [(one.key, one.title) for one in resources.walk_files()]
        options = [*([] if self.walk.key else [("now", self.title)]), ("", "Shipped"), *shipped]
        return [base.Pick("walk", "", options, self.walk.key or "now"), *super().picks(place)]

    # -- what is done ------------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[base.Command]:
        is_changed = self.walk != self._read
        return [
            *super().commands(),
            base.Command("hide:gold", "Hide the gold", is_on="gold" in self.hides, about="A class guesses; Space shows"),
            base.Command("hide:names", "Hide names", is_on="names" in self.hides, about="They are called gold and system"),
            base.Command("e", "Change a copy by hand", about="The trees of this step; the walk stays as it is"),
            base.Command("edit-walk", "Change this walk", is_on=self.edits, about="Texts, measures and order of its steps"),
            *([base.Command("save", "Save")] if self.keep is None else []),
            base.Command("walk-as", "Save the walk as…"),
            base.Command("as-read", "As it was saved", can=is_changed and self.keep is None, about="Changes are taken back"),
            *(base.Command(key, title, can=self.edits) for key, title in (
                ("move:-1", "Move the step up"), ("move:1", "Move the step down"), ("add-step", "Copy the step"),
                ("remove-step", "Remove the step"), ("step-measures", "Measures of the step…"), ("view", "Drawing of the step…"),
                ("hides", "Hide in this step…"),
            )),
        ]  # fmt: skip

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        if action in ("a", "b") and str(value) not in self._picked:
            self._picked.append(measure(str(value)).key)
        return super().do(places, action, value)

    def _do_walk(self, _place: int, key: str) -> Sequence[base.Answer]:
        path = next((one.path for one in resources.walk_files() if one.key == key), None)
        return [] if path is None else [base.Make(opening_walk(str(path)), "Opening")]

    def _do_hide(self, place: int, what: str) -> Sequence[base.Answer]:
        """Raises UsageError: there are several golds."""
        exercise = self.stops[place].exercise
        if what == "gold" and what not in self.hides and exercise is not None and len(exercise.golds) > 1:
            raise UsageError("There are several golds; one alone can be hidden")
        return super()._do_hide(place, what)

    def _do_choose(self, place: int, key: Any = None) -> Sequence[base.Answer]:
        """``e`` changes the trees of a step by hand."""
        return self._do_e(place) if key == "e" else super()._do_choose(place, key)

    def _do_e(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        """Raises UsageError: the trees of the step are not there."""
        exercise = self._exercise(place)
        if exercise not in self._by_hand:
            self._by_hand[exercise] = LessonJob(exercise, Keeping("", exercise), self, self.step_of(place).measures)
        return [base.Open("Lesson", make=lambda: self._by_hand[exercise])]

    def _do_edit_walk(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        self.edits = not self.edits
        step = self.step_of(place)
        return [base.ANEW, *([base.Ask(base.Field("text", HINT, step.text, LINES))] if self.edits else [])]

    def _change(
        self, what: str, steps: Sequence[WalkStep], at: int | None = None, **named: str
    ) -> Sequence[base.Answer]:
        """Another walk; ``at``: the step that is looked at then, if it is another. Raises TreecompareError: it cannot be kept; all
        is as before."""
        if not steps:
            raise UsageError("a walk has a step at least; close it if it is not wanted")
        if len(steps) > MOST_STEPS:
            raise UsageError(f"a walk has at most {MOST_STEPS} steps")
        before, after = self.walk, replace(self.walk, steps=tuple(steps), **named)
        if after == before:
            return []
        self._take(after, what)
        texts = walk_text(before), walk_text(after)
        self._known |= dict(zip(texts, (before, after), strict=True))
        return [
            base.Done(what, "walk", {"walk": texts[0]}, {"walk": texts[1]}),
            base.ANEW,
            *([] if at is None else [base.Go(place=self._first_of(at))]),
        ]

    def _take(self, walk: Walk, what: str) -> None:
        """Raises TreecompareError: it cannot be kept; then all is as before."""
        if self.keep is not None:
            self.keep.write(walk, what)
        else:
            keep_draft(self._draft, walk if walk != self._read else None)
        self.walk = walk
        self._make()

    @property
    def _draft(self) -> str:
        """What its draft is called by."""
        return self.path or self.walk.key or self._read.title

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        text = str(values["walk"])
        self._take(self._known.get(text) or read_walk(text, self.path or "walk", self.walk.key), action)
        return -1

    def _with(self, place: int, what: str, **changes: Any) -> Sequence[base.Answer]:
        at = self._of_step[place]
        steps = list(self.walk.steps)
        steps[at] = replace(steps[at], **changes)
        return self._change(what, steps)

    def _do_text(self, place: int, text: str) -> Sequence[base.Answer]:
        if len(text) > LONGEST_TEXT:
            raise UsageError(f"{len(text):,} characters; expected at most {LONGEST_TEXT:,}")
        return self._with(place, "Text of a step", text=text)

    def _do_title(self, _place: int, text: str) -> Sequence[base.Answer]:
        if not text.strip():
            raise UsageError("a walk needs a title; expected a few words")
        return self._change("Title of the walk", self.walk.steps, title=text.strip())

    def _do_about(self, _place: int, text: str) -> Sequence[base.Answer]:
        return self._change("About the walk", self.walk.steps, about=text.strip())

    def _do_move(self, place: int, by: str) -> Sequence[base.Answer]:
        at, steps = self._of_step[place], list(self.walk.steps)
        if not 0 <= (then := at + int(by)) < len(steps):
            return [base.Say("There is no step beyond.")]
        steps.insert(then, steps.pop(at))
        return self._change("Order of the walk", steps, then)

    def _do_add_step(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        at, steps = self._of_step[place], list(self.walk.steps)
        steps.insert(at + 1, replace(steps[at], script="", script_step=0, name=secrets.token_hex(6)))
        return self._change("A new step", steps, at + 1)

    def _do_remove_step(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        at = self._of_step[place]
        return self._change("A step removed", [one for n, one in enumerate(self.walk.steps) if n != at], at)

    def _do_step_measures(self, place: int, key: str | None) -> Sequence[base.Answer]:
        step = self.step_of(place)
        if key:
            others = tuple(one for one in step.measures if one != key)
            return self._with(place, "Measures of a step", measures=others if key in step.measures else (*others, key))
        return [base.Choose("step-measures", self._measures(place, step.measures))]

    def _do_figure(self, place: int, key: str | None) -> Sequence[base.Answer]:
        if key:
            return self._with(place, "Text of a step", text=f"{self.step_of(place).text.rstrip()} {{{key}}}".lstrip())
        return [base.Choose("figure", self._measures(place, None))]

    def _measures(self, place: int, chosen: Sequence[str] | None) -> list[base.Option]:
        options = measure_options(self._exercise(place).comparison, self.names(place))
        return [base.Option(key, one, key in chosen if key and chosen is not None else None) for key, one in options]

    def _do_view(self, place: int, value: str | None) -> Sequence[base.Answer]:
        view = self.step_of(place).view
        if value:
            name, _, said = value.partition(":")
            now = next(one for one in VIEW_CHOICES[name] if str(one) == said)
            return self._with(place, "Drawing of a step", view=replace(view, **{name: now}))
        if self._exercise(place).comparison.kind != "constituents":
            raise UsageError("only trees of constituents are drawn in several ways")
        now = {f"{name}:{getattr(view, name)}" for name in VIEW_CHOICES}
        return [base.Choose("view", [base.Option(one, title, one in now) for one, title in VIEWS.items()])]

    def _do_hides(self, place: int, what: str | None) -> Sequence[base.Answer]:
        hidden = self.step_of(place).hidden
        if what:
            now = tuple(one for one in HIDDEN if (one in hidden) != (one == what))
            return self._with(place, "What a step hides", hidden=now)
        return [base.Choose("hides", [base.Option(one, title, one in hidden) for one, title in HIDES.items()])]

    # -- files -------------------------------------------------------------------------------------------------------------

    def _do_save(self, place: int, _: Any = None) -> Sequence[base.Answer]:
        """In its file; where it has none, or is a shipped one, a file is asked for."""
        return self._do_walk_to(place, self.path) if self.path and not self.walk.key else self._do_walk_as(place)

    def _do_walk_as(self, _place: int, _: Any = None) -> Sequence[base.Answer]:
        return [base.Read("Save the walk", FORMATS, "walk-to", name=f"{file_name(self.title)}.{SUFFIX}")]

    def _do_walk_to(self, _place: int, path: str) -> Sequence[base.Answer]:
        """Raises TreecompareError: it cannot be written, or would not be read again; what was there is still there."""
        if any(Path(path).resolve() == one.path.resolve() for one in resources.walk_files()):
            raise UsageError(f"{path} is a shipped walk; expected a file of your own")
        for number, step in enumerate(self.walk.steps, 1):
            if not step.text.strip():
                raise UsageError(f"step {number} has no text; type one before the walk is saved")
        walk = replace(self.walk, key="", steps=tuple(map(self._by_itself, range(len(self.walk.steps)))))
        write_walk(path, walk)
        if self.keep is None:
            keep_draft(self._draft, None)
            self.walk = self._read = walk
            self.path = path
            self._make()
        return [base.Say(f"Saved {path}"), base.ANEW]

    def _by_itself(self, number: int) -> WalkStep:
        """A step with its trees in it. Raises UsageError: a file cannot hold these."""
        step = self.walk.steps[number]
        if not step.source.is_own:
            return step
        exercise = self._stages.exercise(number + 1)
        try:
            made = lesson_of(exercise, step.text, step.measures, step.view, step.hidden).steps[0]
        except TreecompareError as error:
            raise UsageError(f"step {number + 1}: {error}") from error
        return replace(step, source=made.source, settings=made.settings, name="")

    def _do_as_read(self, _place: int, _: Any = None) -> Sequence[base.Answer]:
        read = self._read
        return self._change("As it was saved", read.steps, 0, title=read.title, about=read.about)

    def remarks(self) -> Sequence[str]:
        return self._said

    def take_draft(self) -> None:
        """Goes on with what was changed and never saved."""
        path = draft_path(self._draft)
        if not path.exists():
            return
        try:
            walk = replace(read_walk_file(path), key=self.walk.key)
        except TreecompareError as error:
            self._said = [f"What was changed of this walk and not saved cannot be read: {error}."]
            return
        self.walk, self.edits = walk, True
        self._make()
        self._said = ["Changes of this walk that were not saved are shown; “As it was saved” takes them back."]

    # -- beside ------------------------------------------------------------------------------------------------------------

    def turn(self, is_undo: bool) -> Sequence[base.Answer]:
        """The walk may have been changed by that."""
        answers = super().turn(is_undo)
        if self.keep is not None:
            self.walk = self.keep.read()
            self._make()
        return answers

    def name(self, place: int) -> str:
        """Its end has none, unless it is changed: a walk that was gone through begins anew."""
        return self.stops[place].number if 0 <= place < len(self.stops) - (not self.edits) else ""

    def place(self, name: str) -> int:
        return next((place for place, one in enumerate(self.stops) if one.number == name), -1)

    def state(self) -> dict[str, Any]:
        return {"a": self.a, "b": self.b, "picked": self._picked, "hides": sorted(self.hides), "edits": self.edits}

    def restore(self, state: Mapping[str, Any]) -> None:
        known = {one.key for kind in MEASURES_OF.values() for one in kind}
        self.a, self.b = (key if (key := str(state.get(one))) in known else getattr(self, one) for one in "ab")
        picked, hides = state.get("picked"), state.get("hides")
        self._picked = [str(one) for one in picked if one in known] if isinstance(picked, list) else []
        self.hides = {str(one) for one in hides if one in HIDDEN} if isinstance(hides, list) else set()
        self.edits = self.edits or state.get("edits") is True


def opening_walk(path: str) -> base.Opening:
    """What opens the walk of a file, a shipped one or one's own. It raises TreecompareError: it cannot be read, or is none."""

    def made(_cancel: Any, tell: Callable[[base.Doing], object]) -> base.Job | None:
        key = next((one.key for one in resources.walk_files() if one.path.resolve() == Path(path).resolve()), "")
        tell(base.Doing("reading the walk"))
        walk = replace(read_walk_file(path), key=key)
        if is_lesson(walk):
            return of_walk(walk, str(Path(path).absolute()))
        job = WalkJob(walk, "" if key else str(Path(path).absolute()))
        job.take_draft()
        return job

    return made
