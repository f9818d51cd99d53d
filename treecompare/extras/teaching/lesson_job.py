"""A lesson in the window: one sentence that is edited by hand, its edits as steps, its drawing and scores after each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from treecompare.drawing.drawn import Drawn
from treecompare.errors import UsageError, counted
from treecompare.extras.teaching.editors import (
    Editor,
    Place,
    Step,
    editor_of,
    hung,
    label_of,
    nodes_of,
    place_of,
)
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise, read_text, without_gold, without_names
from treecompare.extras.teaching.stages import exercise_of
from treecompare.extras.teaching.steps_job import Compared, ScoreSteps, change_text, score_at, score_columns
from treecompare.extras.teaching.walk_files import SUFFIX, Keeper, lesson_of, text_of
from treecompare.extras.teaching.walks import HIDDEN as HIDING_KEPT
from treecompare.extras.teaching.walks import Walk
from treecompare.jobs import base, compare_why
from treecompare.jobs.base import Answer, Block, Choice, Column, Command, Lit, Places, Shown, Text
from treecompare.jobs.compare import CompareJob, measure_options
from treecompare.jobs.drawn import Asked, sentence_drawn
from treecompare.jobs.exporting import save_table
from treecompare.jobs.lines import links
from treecompare.jobs.listed import fitting
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.result import ResultTable, Value, row_score_column, text_column
from treecompare.scores.rich import Rich, pieces_of, quiet
from treecompare.scores.set_notes import measure_title
from treecompare.writing import file_name

MOST_ANSWERS = 9
"""Places to which something can be moved that have a digit."""
UNSAID = "?"
"""In place of a score that a class is to guess."""
LOOKS = (
    "a", "b", "score", "count", "error", "word", "choose-drawn", "part", "labelled", "draw", "swap-measures", "copy", "handout"
)  # fmt: skip
"""What is done as in a comparison: how it is looked at, and what is copied."""
HIDING = {"names": "Hide names", "gold": "Hide the gold", "scores": "Hide the scores"}
INVITATION = (
    "Click a node, or walk to it with the arrow keys. Drag it to where it belongs; Enter changes its label. "
    "What is changed is a copy."
)
TYPED = "{} as text"
"""What a step says that was typed; more of it joins that step."""


class Seen(NamedTuple):
    """How steps are looked at: under which measures, drawn for which of them, and how."""

    a: str
    b: str
    drawn_for: str
    asked: Asked


class LessonJob(base.Job):
    """A lesson. A place is a step; the first one is the sentence as it was.

    ``keeper``: where it is kept. ``of``: the job whose sentence it is a copy of, with the tabs beside it. ``measures``,
    ``hidden``: what is looked at, and what a class does not see, as a file of a lesson says it. ``text``: what a class reads.
    """

    kind, view, help = "lesson", "Lesson", "teaching"

    def __init__(
        self,
        exercise: Exercise,
        keeper: Keeper | None = None,
        of: base.Job | None = None,
        measures: Sequence[str] = (),
        hidden: Sequence[str] = (),
        text: str = "",
    ) -> None:
        self.title = exercise.title or " ".join(exercise.gold.words_of(0)) or "Lesson"
        self.keeper, self.of = keeper or Keeper(), of
        self.hidden, self.text = set(hidden), text
        self.steps: tuple[Step, ...] = (Step(exercise),)
        self.at: Place | None = None
        """The node that is chosen, as it is drawn."""
        self.is_held = False
        self.marked: list[Place] = []
        self._jobs: dict[tuple[Exercise, bool, bool], CompareJob] = {}
        self._editor: Callable[[Exercise, str], Editor] = cache(editor_of)
        first = CompareJob(exercise.comparison)
        known = {one.key for one in MEASURES_OF[exercise.comparison.kind]}
        wanted = [one for one in measures if one in known]
        if wanted:
            others = [one for one in (first.a, first.b) if one not in wanted]
            first.restore(dict(zip("ab", (*wanted, *others), strict=False)) | {"drawn_for": "a"})
        self.seen = Seen(first.a, first.b, first.drawn_for, first.asked)
        self._jobs[exercise, False, False] = first
        self._drawn: tuple[int, Drawn] = -1, Drawn()
        """The step that is drawn, and how."""
        if (left := self.keeper.left(exercise)) is not None:
            self.text = left[1]
            self.steps += (Step(left[0], "as it was left"),) if left[0] is not exercise else ()

    # -- what is looked at -------------------------------------------------------------------------------------------------

    def _step(self, place: int) -> Step:
        """What was undone is still listed for a moment."""
        return self.steps[min(max(place, 0), len(self.steps) - 1)]

    def _job(self, place: int, is_drawn: bool = True) -> CompareJob:
        """The comparison of a step, looked at as all of them are. ``is_drawn``: without the gold where that is hidden."""
        exercise = self._step(place).exercise
        names, gold = "names" in self.hidden, is_drawn and self.hides_gold
        key = exercise, names, gold
        if key not in self._jobs:
            shown = without_names(exercise) if names else exercise
            self._jobs[key] = CompareJob((without_gold(shown) if gold else shown).comparison)
        job = self._jobs[key]
        job.a, job.b, job.drawn_for, asked = self.seen
        job.asked = replace(asked, hides_gold=self.hides_gold)
        return job

    def _row(self, place: int) -> int:
        return 0 if self.hides_gold else self._step(place).exercise.row

    @property
    def hides_gold(self) -> bool:
        """Whether the gold is hidden; one of several cannot be."""
        return "gold" in self.hidden and len(self.steps[0].exercise.golds) == 1

    @property
    def hides_score(self) -> bool:
        """Whether scores are hidden, and what tells them."""
        return "scores" in self.hidden

    def _score(self, place: int, key: str) -> float:
        exercise = self._step(place).exercise
        return score_at(Compared(exercise.comparison, 0, exercise.row), key)

    def _figure(self, key: str, place: int) -> str:
        return UNSAID if self.hides_score else measure(key).shown(self._score(place, key))

    def editor(self, place: int) -> Editor:
        """How a step is edited as it is drawn."""
        exercise, part = self._step(place).exercise, self.seen.asked.part
        if self.hides_gold:  # the system stands on both sides then: its nodes are not those of the gold
            return Editor(exercise, part, "the gold is hidden: show it to change the trees")
        return self._editor(exercise, part)

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        return [base.Order("steps", "Order of the lesson", size=len(self.steps))]

    def places(self, order: str, tokens: Sequence[base.Token]) -> Places:
        found = fitting(range(len(self.steps)), tokens, self._said)
        columns = [
            Column("number", "No.", "number", 4, str, rank=3),
            Column("words", "Step", "words", 0, self._said),
            *score_columns(self.seen.a, self.seen.b, self._figure),
        ]
        kept = self.keeper.said(self.steps[-1].exercise, self.text)
        return Places(
            np.array(found, np.int64), columns, foot=kept, nothing="No matching steps.", first=len(self.steps) - 1, stay=False,
        )  # fmt: skip

    def _said(self, place: int) -> str:
        return self._step(place).said or "As it was"

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> base.Picture | base.Later:
        made = self._job(place).picture(self._row(place))
        if isinstance(made, base.Later):
            return base.Later(made.said, lambda cancel, tell: self._dressed(place, made.make(cancel, tell)))
        return self._dressed(place, made)

    def _dressed(self, place: int, made: base.Picture) -> base.Picture:
        drawn: Drawn = made.drawn
        self._drawn = place, drawn
        drawn.title, drawn.wanted, drawn.least = "" if "names" in self.hidden else self.title, [], []
        editor, step = self.editor(place), self._step(place)

        def shown(nodes: Sequence[Place]) -> list[Any]:
            return [one for node in nodes if (one := place_of(drawn, node)) is not None]

        def light(what: str) -> base.Light:
            if what == "step":
                nodes = editor.drawn(step.nodes)
                left = editor.drawn([step.left]) if step.left is not None else []
                return base.Light(shown(nodes), marks=hung(drawn, nodes[0], left[0]) if nodes and left else ())
            return base.Light(shown(self._chosen())) if what == "held" else made.light(what)

        hands = base.Editing(
            lambda box: bool(nodes_of(drawn, box)),
            lambda box: shown([one for node in nodes_of(drawn, box) for one in editor.near(node)]),
            lambda: [label_of(drawn, one) for one in self._chosen()],
            lambda: shown(self._chosen()) if self.is_held else [],
            lambda: shown(self.marked),
        )
        layouts = ("merged",) if self.hides_gold and made.layouts else made.layouts
        lit = "step" if step.nodes and not self.hides_gold else ""
        return replace(
            made, said=[self.text or self._said(place)], figures=[
                (measure(key).title, self._figure(key, place), "" if self.hides_score else self._change(place, key, 0))
                for key in dict.fromkeys((self.seen.a, self.seen.b))
            ], layouts=layouts, light=light, lit=lit, editing=None if editor.why else hands, counts=not self.hides_score,
        )  # fmt: skip

    def _chosen(self) -> list[Place]:
        return [self.at] if self.at is not None else []

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[Block]:
        job, row, step = self._job(place, is_drawn=False), self._step(place).exercise.row, self._step(place)
        comparison = job.comparison
        blocks: list[Block] = [Text(step.said, "strong")] if step.said else []
        drawn = None
        if not self.hides_gold and not comparison.takes_long(0, row):
            with suppress(UsageError):  # the drawing says so
                drawn = sentence_drawn(comparison, 0, row, job.asked)
            blocks += compare_why.in_words(drawn)
        blocks += self._question(place)
        if self.hides_score:
            titles = " and ".join(measure(key).title for key in dict.fromkeys((self.seen.a, self.seen.b)))
            blocks.append(Text(f"How high are {titles}? The score is hidden.", "quiet"))
        else:
            blocks += self._scores(place, job, row)
        if not self.hides_gold and not self.hides_score:
            if compare_why.take_long(job.listed.rows, row):
                blocks.append(base.Later("Looking for errors…", lambda _cancel, _tell: self._errors(job, row)))
            else:
                blocks += self._errors(job, row)
            blocks.append(compare_why.WORDS[comparison.kind](job.listed, row, True, drawn))
            blocks += [base.Fold(TYPED.format(side), "", partial(self._typed, place, side)) for side in self._sides()]
        blocks += [base.Head("Text"), base.Field("text", "What a class reads with it", self.text, 3)]
        hides = [(f"hide:{one}", "✓\u00a0" * (one in self.hidden) + title) for one, title in HIDING.items()]
        return [*blocks, links(hides)]

    @staticmethod
    def _errors(job: CompareJob, row: int) -> list[Block]:
        """What is wrong; there are no others of its kind to lead to."""
        found = list[Block]()
        if job.comparison.error_types:
            job.comparison.errors(0)
        for one in compare_why.errors(job.listed, row):
            if isinstance(one, base.Row):
                one = one._replace(below=Rich(*(piece for piece in pieces_of(one.below) if not piece.to)))
            found.append(one)
        return found

    def _scores(self, place: int, job: CompareJob, row: int) -> list[Block]:
        found: list[Block] = []
        for one in compare_why.scores(job.listed, row, self.seen.drawn_for):
            assert isinstance(one, base.Score)
            key = self.seen.a if one.letter == "A" else self.seen.b
            one = one._replace(beside=self._change(place, key))
            found.append(one._replace(formula="", words="") if self.hides_gold else one)
        return [*found, base.Fold("All measures", "", partial(self._all, place))]

    def _change(self, place: int, key: str, *since: int) -> str:
        return change_text(measure(key), *(self._score(one, key) for one in (place, max(place - 1, 0), *since)))

    def _all(self, place: int) -> list[Block]:
        comparison, found = self._step(place).exercise.comparison, list[Block]()
        for key, title in measure_options(comparison, comparison.names(0)):
            told = "  ".join(filter(None, (self._change(place, key), self._figure(key, place)))) if key else ""
            found.append(base.Row(f"measure:{key}", title, "", told) if key else base.Head(title))
        return found

    def _sides(self) -> dict[str, str]:
        first, second = ("Gold", "System") if self.steps[0].exercise.is_gold else ("A", "B")
        return {first: GOLD, second: TEST}

    def _typed(self, place: int, side: str) -> list[Block]:
        treebank = self._step(place).exercise.side(self._sides()[side])
        text = treebank.written(is_indented=True).strip()
        return [base.Field(f"typed:{self._sides()[side]}", "Brackets or CoNLL-U", text, 8)]

    def _question(self, place: int) -> list[Block]:
        editor = self.editor(place)
        shows = [Choice("0", f"Show the {one}") for one in ("gold", "scores") if one in self.hidden][:1]
        if editor.why:
            return [Text(f"{editor.why}.".capitalize(), "quiet"), *shows]
        if self.at is None:
            return [Text(INVITATION, "quiet"), *shows]
        try:
            called = editor.called(self.at)
        except UsageError:
            return [Text(INVITATION, "quiet"), *shows]
        side = next(name for name, one in self._sides().items() if one == self.at[0])
        if self.is_held:
            return self._where(editor, called)
        marks = f" and {counted(len(self.marked), 'node')} that are marked" if self.marked else ""
        others = editor.others(self.at)
        found = [
            *([Choice("1", "Attach it elsewhere" if editor.has_relations else "Move it")] if editor.near(self.at) else []),
            Choice("2", "Change its relation" if editor.has_relations else "Change its label", "Enter"),
            *([Choice("3", "Change its tag")] if editor.has_relations else []),
            *(
                [
                    Choice("4", "Put a constituent over " + ("what is marked" if self.marked else "it")),
                    Choice("5", "Take it out", "What is below it stays"),
                    Choice("6", "Mark it" if self.at not in self.marked else "Take its mark away",
                           "To put one constituent over several", is_chosen=self.at in self.marked),
                ]
                if editor.has_constituents
                else []
            ),
            *([Choice("7", others[0].said.capitalize() if editor.has_relations else "Another analysis…")] if others else []),
        ]  # fmt: skip
        return [base.Head(Rich(called, quiet(marks)), Rich(quiet(side))), *found, *shows]

    def _where(self, editor: Editor, called: str) -> list[Block]:
        assert self.at is not None
        targets = editor.near(self.at)
        names = [editor.called(one) for one in targets[:MOST_ANSWERS]]
        answers = [Choice(str(n), name, _which(names, targets, n - 1)) for n, name in enumerate(names, 1)]
        more = len(targets) - len(answers)
        said = "Tab and the arrow keys lead to places that are lit, Enter takes one."
        said = f"{counted(more, 'more place')}. {said}" if more > 0 else said
        leave = Choice("0", "Leave it", "Esc")
        return [base.Head(f"Where does {called} belong?"), *answers, leave, Text(said, "quiet")]

    # -- the bar -----------------------------------------------------------------------------------------------------------

    def picks(self, place: int) -> Sequence[base.Pick]:
        found = self._job(place, is_drawn=False).picks(self._step(place).exercise.row)
        letters = [one for one in found if one.key in ("a", "b")]
        if self.hides_score:
            letters = [one._replace(beside=UNSAID, figures=dict) for one in letters]
        return letters

    def commands(self) -> Sequence[Command]:
        several = len(self.steps[0].exercise.golds) > 1
        looks = [
            one for one in self._job(len(self.steps) - 1).commands()
            if one.key.partition(":")[0] in LOOKS and (one.key != "copy:both trees as brackets" or not self.hides_gold)
        ]  # fmt: skip
        return [
            Command("step", "Step by step", about="How A and B count this sentence"),
            Command("save", "Save the lesson", about="In a file that opens again"),
            Command("save-as", "Save the lesson as…"),
            base.to_export("save-measures", "Measures…", can=not self.hides_score),
            Command("open", "Change the label", can=self.at is not None),
            Command("original", "Back to the original", can=len(self.steps) > 1),
            *(
                Command(f"hide:{one}", title, is_on=one in self.hidden, can=not (one == "gold" and several))
                for one, title in HIDING.items()
            ),
            *looks,
        ]

    # -- what is done ------------------------------------------------------------------------------------------------------

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        what = (str(value) if action == "link" else action).partition(":")[0]
        place = places[0] if places else len(self.steps) - 1
        if (own := self.answered(place, action, value)) is not None:
            return own
        if what not in LOOKS:
            return []
        job, part = self._job(place), self.seen.asked.part
        answers = job.do([self._row(place)], action, value)
        if self.hidden & {"gold", "scores"}:  # a class is to find out
            answers = [one._replace(scores=()) if isinstance(one, base.Handout) else one for one in answers]
        self._look(job)
        if part != self.seen.asked.part:  # its nodes have other numbers
            self._let_go()
        return answers

    def _look(self, job: CompareJob) -> None:
        self.seen = Seen(job.a, job.b, job.drawn_for, replace(job.asked, hides_gold=False))

    def _do_measure(self, place: int, key: str) -> Sequence[Answer]:
        return self.do([place], "a", key)

    def _let_go(self) -> None:
        self.at, self.is_held, self.marked = None, False, []

    def _nodes(self, place: int, box: Any) -> list[Place]:
        return nodes_of(self._drawn[1], box) if self._drawn[0] == place else []

    def _do_at(self, place: int, box: Any) -> Sequence[Answer]:
        nodes = self._nodes(place, box)
        if self.is_held or self.at in nodes:
            return []
        self.at = nodes[0] if nodes else None
        return [Shown(why=True)]

    def _do_box(self, place: int, box: Any) -> Sequence[Answer]:
        return self._do_drag(place, (None, box)) if self.is_held else self._do_at(place, box)

    def _do_open(self, place: int, box: Any = None) -> Sequence[Answer]:
        if self.is_held:
            return self._do_drag(place, (None, box)) if box is not None else []
        if box is not None and self.at not in (nodes := self._nodes(place, box)):
            self.at = nodes[0] if nodes else None
        if self.at is None:
            return [base.Say("Choose a node first: click it, or walk to it with the arrow keys.")]
        editor = self.editor(place)
        return [self._asked("label", "Relation" if editor.has_relations else "Label", editor.text(self.at), self.at)]

    def _asked(self, key: str, hint: str, text: str, node: Place) -> base.Ask:
        drawn, where = self._drawn[1], label_of if key == "label" else place_of
        return base.Ask(base.Field(key, hint, text, 1), where(drawn, node) if drawn.scene is not None else None)

    def _do_mark(self, place: int, boxes: Sequence[Any]) -> Sequence[Answer]:
        """Boxes are marked; a single one that is marked is so no longer."""
        if not self.editor(place).has_constituents:
            return [base.Say("Marks are for constituents: what is marked gets one over it.")]
        nodes = [found[0] for box in boxes if (found := self._nodes(place, box))]
        return self._mark(nodes)

    def _mark(self, nodes: Sequence[Place]) -> Sequence[Answer]:
        is_turned = len(nodes) == 1 and nodes[0] in self.marked
        self.marked = [one for one in self.marked if one not in nodes] + ([] if is_turned else list(nodes))
        self.at = nodes[-1] if nodes else self.at
        return [Lit("held"), Shown(why=True)]

    def _do_choose(self, place: int, key: str) -> Sequence[Answer]:
        if self.is_held:
            return self._put_down(place, key)
        if key == "0":
            return self._do_hide(place, next(one for one in ("gold", "scores") if one in self.hidden))
        editor, at = self.editor(place), self.at
        if at is None:
            return [base.Say("Choose a node first: click it, or walk to it with the arrow keys.")]
        if key == "1":
            if not editor.near(at):
                return [base.Say("There is no other place for it.")]
            self.is_held = True
            return [Lit("held"), Shown(why=True)]
        if key == "2":
            return self._do_open(place)
        if key == "3":
            return [self._asked("tag", "Tag", editor.tag(at), at)]
        if key == "4":
            editor.insert(self.marked or [at], "X")  # whether it can be done, before anyone writes
            return [self._asked("insert", "Label", "", (self.marked or [at])[0])]
        if key == "5":
            return self._made(place, editor.delete(at))
        if key == "6":
            return self._mark([at])
        others = editor.others(at)
        if editor.has_relations and others:
            return self._made(place, others[0].work())
        return [base.Choose("analysis", [base.Option(str(n), one.said) for n, one in enumerate(others)])]

    def _put_down(self, place: int, key: str) -> Sequence[Answer]:
        editor = self.editor(place)
        targets = editor.near(self.at) if self.at is not None else []
        if key == "0" or not 0 < int(key) <= len(targets) or self.at is None:
            return self._do_drag(place, (None, None))
        self.is_held, at = False, self.at
        return self._made(place, editor.move(at, targets[int(key) - 1]))

    def _do_drag(self, place: int, boxes: tuple[Any, Any]) -> Sequence[Answer]:
        """A box (None: what is held) was put down on another; on None it stays. Raises UsageError: it cannot go there."""
        box, over = boxes
        moved = self._chosen() if box is None else self._nodes(place, box)
        self.is_held = False
        if over is None or not moved:
            return [Lit(""), Shown(why=True)]
        editor, there = self.editor(place), self._nodes(place, over)
        pairs = [(one, other) for one in moved for other in there]
        fits = [pair for pair in pairs if pair[0][0] == pair[1][0]]
        allowed = [pair for pair in fits if pair[1] in editor.near(pair[0])]
        if not pairs:
            raise UsageError("this is not a node of its own; expected a constituent or a word")
        return self._made(place, editor.move(*(allowed or fits or pairs)[0]))

    def _do_label(self, place: int, text: str, is_tag: bool = False) -> Sequence[Answer]:
        editor, at = self.editor(place), self.at
        if at is None or text.strip() == (editor.tag(at) if is_tag else editor.text(at)):
            return [Shown(picture=True)]
        return self._made(place, editor.retag(at, text) if is_tag else editor.rename(at, text))

    def _do_tag(self, place: int, text: str) -> Sequence[Answer]:
        return self._do_label(place, text, is_tag=True)

    def _do_insert(self, place: int, text: str) -> Sequence[Answer]:
        return self._made(place, self.editor(place).insert(self.marked or self._chosen(), text))

    def _do_analysis(self, place: int, number: str) -> Sequence[Answer]:
        others = self.editor(place).others(self.at) if self.at is not None else []
        return self._made(place, others[int(number)].work()) if int(number) < len(others) else []

    def _do_typed(self, place: int, given: tuple[str, str]) -> Sequence[Answer]:
        """A tree was typed in place of that of a side. Raises ReadError: it cannot be read; says where."""
        (side, text), exercise = given, self._step(place).exercise
        before = exercise.side(side)
        found = read_text(text + "\n", before)
        if found.written() == before.written():
            return []
        called = next(name for name, one in self._sides().items() if one == side)
        return self._made(place, Step(exercise.with_side(side, found), TYPED.format(called)))

    def _do_original(self, _place: int, _: Any) -> Sequence[Answer]:
        return self._made(len(self.steps) - 1, Step(self.steps[0].exercise, "back to the original"))

    def _made(self, place: int, step: Step) -> Sequence[Answer]:
        """A step after that of a place, in place of those that followed it. Raises TreecompareError: its trees cannot be compared;
        then all stays as it was."""
        _ = step.exercise.comparison
        before, typed = self.steps, map(TYPED.format, self._sides())
        joins = step.said == self._step(place).said and step.said in typed
        kept = self.steps[:place] if joins else self.steps[: place + 1]
        place = self._take((*kept, step))
        done = base.Done(step.said, "steps", {"steps": before}, {"steps": self.steps})
        return [done, Shown(True, True, True, place)]

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        return self._take(values["steps"])

    def _take(self, steps: tuple[Step, ...]) -> int:
        """Other steps, which are kept; the last one is looked at, whose place is returned."""
        self.steps, place = steps, len(steps) - 1
        self._let_go()
        step = self.steps[-1]
        drawn = self.editor(place).drawn(step.nodes[:1])
        self.at = drawn[0] if drawn else None
        self.keeper.keep(step.exercise, self.text, self._lesson)
        return place

    def _do_text(self, _place: int, text: str) -> Sequence[Answer]:
        self.text = text
        self.keeper.keep(self.steps[-1].exercise, self.text, self._lesson)
        return [Shown(places=True)]

    def _do_hide(self, place: int, what: str) -> Sequence[Answer]:
        self.hidden ^= {what}
        self._let_go()
        return [Shown(True, True, True, place)]

    def _do_step(self, place: int, _: Any) -> Sequence[Answer]:
        """Shows what is hidden; then how its scores come about."""
        if self.hidden & {"gold", "scores"}:
            self.hidden -= {"gold", "scores"}
            return [Shown(True, True, True, place)]
        return [base.Open("Steps", make=partial(self._steps, place))]

    def _steps(self, place: int) -> ScoreSteps:
        """Raises UsageError: nothing is counted there."""
        job = self._job(place)
        return LessonSteps(self, job, self._row(place), measure(job.b if job.drawn_for == "b" else job.a).part)

    # -- files -------------------------------------------------------------------------------------------------------------

    def _lesson(self, exercise: Exercise) -> Walk:
        """It as a file has it. Raises TreecompareError: its trees are of a kind that no file of a lesson holds."""
        keys = (self.seen.b, self.seen.a) if self.seen.drawn_for == "b" else (self.seen.a, self.seen.b)
        wanted, hidden = replace(self.seen.asked.wanted, elide=False), sorted(self.hidden & set(HIDING_KEPT))
        return lesson_of(exercise, self.title, tuple(dict.fromkeys(keys)), wanted, hidden, self.text)

    def _do_save(self, place: int, _: Any) -> Sequence[Answer]:
        if not self.keeper.path:
            return self._do_save_as(place, None)
        return self._do_saved(place, self.keeper.path)

    def _do_save_as(self, _place: int, _: Any) -> Sequence[Answer]:
        self._lesson(self.steps[-1].exercise)  # whether it can be kept, before anyone is asked where
        return [base.Read("Save the lesson", (("Lesson", SUFFIX),), "saved", name=file_name(self.title))]

    def _do_save_measures(self, place: int, _: Any) -> Sequence[Answer]:
        """What all measures say of a step, and said at first. Raises UsageError: a class is to guess it."""
        if self.hides_score:
            raise UsageError("the scores are hidden; show them first")
        comparison = self._step(place).exercise.comparison
        found = comparison.applying(MEASURES_OF[comparison.kind])
        columns = text_column("measure"), row_score_column("now"), row_score_column("at first")
        names = comparison.names(0)
        rows: list[list[Value]] = [
            [measure_title(one, names), self._score(place, one.key), self._score(0, one.key)] for one in found
        ]
        signatures = tuple(comparison.table.signature(one.key) for one in found)
        table = ResultTable("Measures", columns, rows, signatures=signatures, measures=tuple(found))
        return [save_table("Save the measures", f"{self.title}.csv", table)]

    def _do_saved(self, _place: int, path: str) -> Sequence[Answer]:
        exercise = self.steps[-1].exercise
        self.keeper.save(path, exercise, self.text, self._lesson(exercise))
        return [base.Say(f"Saved: {path}"), Shown(places=True)]

    # -- beside ------------------------------------------------------------------------------------------------------------

    def beside(self) -> base.Tabs:
        if self.of is None:
            return super().beside()
        first, *others = self.of.beside()
        return [first, *super().beside(), *(one for one in others if one[0] != self.view)]

    def state(self) -> dict[str, Any]:
        return self._job(0, is_drawn=False).state()

    def restore(self, state: Mapping[str, Any]) -> None:
        job = self._job(0, is_drawn=False)
        job.restore(state)
        self._look(job)


class LessonSteps(ScoreSteps):
    """How a sentence of a lesson is scored, step by step."""

    def __init__(self, lesson: LessonJob, job: CompareJob, row: int, part: str) -> None:
        super().__init__(job, row, part)
        self.of, self.lesson = None, lesson

    def beside(self) -> Sequence[tuple[str, Any]]:
        """The lesson and its tabs, with this one behind it."""
        return [*(one for one in self.lesson.beside() if one[0] != self.view), (self.view, lambda: self)]


def is_lesson(walk: Walk) -> bool:
    """Whether a walk is one sentence with its own trees and no more, as lessons are kept."""
    first, *others = walk.steps
    return bool(first.source.gold) and not others and not first.script and not walk.key


def of_walk(walk: Walk, path: str = "") -> LessonJob:
    """The lesson of the first step of a walk. Raises TreecompareError: its trees cannot be compared."""
    step = walk.steps[0]
    exercise = exercise_of(step, title=walk.title)
    text = text_of(walk)
    return LessonJob(exercise, Keeper(path, exercise, text), measures=step.measures, hidden=step.hidden, text=text)


def _which(names: Sequence[str], nodes: Sequence[Place], number: int) -> str:
    """Of several nodes that are called alike, and have the same words, the one that is meant; daughters come before mothers."""
    alike = sorted(node for name, node in zip(names, nodes, strict=False) if name == names[number])
    return f"{alike.index(nodes[number]) + 1} of {len(alike)} with this name, from below" if len(alike) > 1 else ""
