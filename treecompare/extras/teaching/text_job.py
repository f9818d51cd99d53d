"""A lesson that begins with a text: two trees that are typed or pasted, or a sentence and a small grammar; and shipped lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from treecompare import resources
from treecompare.comparison.base import AnyTreebank, Cancel
from treecompare.errors import ReadError, TreecompareError, UsageError, as_sentence, counted
from treecompare.extras.teaching.exercise import LARGEST, Exercise, read_sentence, unbalanced
from treecompare.extras.teaching.grammar import Analyses, analyses, as_exercise, read_grammar, shipped
from treecompare.extras.teaching.lesson_job import LessonJob
from treecompare.extras.teaching.stages import blanked
from treecompare.extras.teaching.walk_files import Keeper
from treecompare.extras.teaching.walk_job import opening_walk
from treecompare.extras.teaching.walks import Walk, read_walk
from treecompare.jobs import base, compare_why
from treecompare.jobs.base import Answer, Block, Choice, Field, Shown, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.listed import fitting
from treecompare.scores.table import PARTIAL, SCORED
from treecompare.trees.characters import plain_word
from treecompare.trees.writing import bracket_line

TREES, GRAMMAR, FIRST = 0, 1, 2
"""Places; from the third on analyses of the sentence under the grammar, then shipped lessons."""
EXAMPLES = {
    "gold": "(S (NP I) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D the) (N telescope))))))",
    "system": "(S (NP I) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (D the) (N telescope)))))",
}
OTHER = {"gold": "system", "system": "gold"}
LOST = 100_000
"""Letters of what is typed that are there again in another session."""
SIDES_SAID = (
    "One sentence on each side, or on one side alone: in brackets, CoNLL-U or any other format. "
    "The trees are drawn while you type."
)
RULES_SAID = (
    "A rule on each line: a category, an arrow, its parts. Words stand in quotes, | stands between alternatives, "
    "# begins a comment."
)


def opening() -> base.Opening:
    """What opens it, with the example of a grammar analysed."""
    return lambda cancel, _tell: TextJob(cancel)


def sentence_of(error: TreecompareError, letter: int = 0, line: int = 0) -> str:
    """What is wrong as a sentence; before it the line and the letter, as far as they are known."""
    text = error.reason if isinstance(error, ReadError) else str(error)
    line = line or (error.line if isinstance(error, ReadError) else 0)
    where = ", ".join([*([f"line {line}"] if line else []), *([f"letter {letter}"] if letter else [])])
    return as_sentence(f"{where}: {text}" if where else text)


class TextJob(base.Job):
    """What is typed is there again in another session. ``of``: what it was opened from, whose tabs stand beside it."""

    kind, title, view, help = "from-text", "From text", "Lessons", "teaching"

    def __init__(self, cancel: Cancel | None = None, of: base.Job | None = None) -> None:
        self.of = of
        self.typed = {"gold": "", "system": "", "title": "", "name-gold": "gold", "name-system": "system"}
        self.exercise: Exercise | None = None
        """What is typed; None while something is wrong."""
        self._drawn: Exercise | None = None
        """What was drawn last."""
        self._alone = "gold"
        """The side that was read alone, whose tree stood for that of the other then; empty: both were read."""
        self.faults: dict[str, str] = {}
        self.note = ""
        self._grammars, self._walks = shipped(), resources.walk_files()
        self.typed["grammar"] = self._grammars[-1][1]
        self.typed["sentence"] = read_grammar(self.typed["grammar"]).sentences[0]
        self.found: Analyses | None = None
        self.chosen = {"gold": 0, "system": 1}
        self._asked = self._found_for = "", ""
        self._analyse(cancel)

    def asks(self) -> Field | None:
        return None if self.typed["gold"] else self._field("gold")

    def _field(self, side: str) -> Field:
        return Field(side, f"Tree of the {side}", self.typed[side], 6)

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        return [base.Order("given", "From text")]

    @property
    def _analyses(self) -> int:
        return len(self.found.trees) if self.found is not None else 0

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places | base.Later:
        if self._asked != self._found_for:

            def made(cancel: Cancel, _tell: object) -> base.Places:
                self._analyse(cancel)
                return self._places(tokens)

            return base.Later("Looking for analyses…", made)
        return self._places(tokens)

    def _places(self, tokens: Sequence[base.Token]) -> base.Places:
        parts = {
            "Typed": [TREES], "From a grammar": [GRAMMAR, *range(FIRST, FIRST + self._analyses)],
            "Lessons": range(FIRST + self._analyses, FIRST + self._analyses + len(self._walks)),
        }  # fmt: skip
        rows = {name: fitting(part, tokens, self._said) for name, part in parts.items()}
        sections = [base.Section(name, name, len(part)) for name, part in rows.items()]
        columns = [base.Column("words", "Begins with", "words", 0, self._said, self._below)]
        order = np.array([one for part in rows.values() for one in part], np.int64)
        return base.Places(order, columns, sections, lines=2, nothing="Nothing matches.", first=TREES)

    def _said(self, place: int) -> str:
        walk = self._walk(place)
        if walk is not None:
            return walk.title
        if place < FIRST:
            return ("Two trees", "A sentence and a grammar")[place]
        sides = [side for side, chosen in self.chosen.items() if chosen == place - FIRST]
        return f"Analysis {place - FIRST + 1}" + (f" – {', '.join(sides)}" if sides else "")

    def _below(self, place: int) -> str:
        walk = self._walk(place)
        if walk is not None:
            return walk.about
        if place < FIRST:
            return (self.typed["title"] or "brackets or rows, typed or pasted", self.typed["sentence"])[place]
        return bracket_line(self.found.trees[place - FIRST]) if self.found is not None else ""

    def _walk(self, place: int) -> Walk | None:
        number = place - FIRST - self._analyses
        if not 0 <= number < len(self._walks):
            return None
        file = self._walks[number]
        return read_walk(file.path.read_text("utf-8"), str(file.path), file.key)

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> base.Picture | base.Pictures | base.Page | base.Later:
        walk = self._walk(place)
        if walk is not None:
            texts = [f"{number}.  {blanked(step.text)}" for number, step in enumerate(walk.steps, 1)]
            return base.Page(walk.title, [walk.about, *texts])
        is_typed = place == TREES
        exercise = self._drawn if is_typed else self._pair(place)
        if exercise is None:
            raise UsageError("The trees are drawn here while you type." if is_typed else "There is no analysis yet.")
        made = CompareJob(exercise.comparison).picture(exercise.row)
        is_half = is_typed and self.exercise is None and bool(self._alone)
        if (place >= FIRST or is_half) and isinstance(made, base.Picture):
            if not made.layouts:  # arcs have always two sides
                raise UsageError(self._half_said)
            return replace(made, layouts=("merged",), counts=place >= FIRST)
        return made

    @property
    def _half_said(self) -> str:
        return f"The {OTHER[self._alone]} cannot be read yet." if self._alone else ""

    def _pair(self, place: int) -> Exercise | None:
        if self.found is None:
            return None
        number = place - FIRST
        gold, system = (number, number) if place >= FIRST else (self.chosen["gold"], self.chosen["system"])
        return as_exercise(self.found, gold, system)

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[Block]:
        if self._walk(place) is not None:
            return [Choice("1", "Open the lesson")]
        if place == TREES:
            return self._trees_asked()
        return self._grammar_asked() if place == GRAMMAR else self._analysis_asked(place - FIRST)

    def _trees_asked(self) -> list[Block]:
        blocks: list[Block] = [Text(SIDES_SAID, "quiet")]
        for side in OTHER:
            blocks += [
                base.Head(side.capitalize()), self._field(side),
                *([Text(self.faults[side], "alarm")] if side in self.faults else []),
            ]  # fmt: skip
        blocks += [Text(self.faults["both"], "alarm")] if "both" in self.faults else []
        blocks += [Text(self.note, "quiet")] if self.note else []
        if self.exercise is None and self._drawn is not None:
            blocks.append(Text(self._half_said or "The drawing is as it was when both could be read.", "quiet"))
        why_not = "" if self.exercise is not None else "There is no sentence yet that can be read"
        empty = [side for side in OTHER if not self.typed[side].strip()]
        example = "An example" if len(empty) > 1 else f"Start from the {OTHER[empty[0]]}" if empty else ""
        blocks += [Choice("1", "Open as a lesson", why_not=why_not)]
        blocks += [Choice("2", example)] if example else []
        names = [Field(f"name-{side}", f"Name of the {side}", self.typed[f"name-{side}"], 1) for side in OTHER]
        title = Field("title", "Title of the lesson (Enter)", self.typed["title"], 1)
        blocks += [base.Fold("Title and names", "", lambda: [title, *names]), *self._scores(self.exercise)]
        return blocks

    @staticmethod
    def _scores(exercise: Exercise | None) -> list[Block]:
        """What measures make of the trees, so that a pair is found that one likes and another does not."""
        if exercise is None:
            return []
        job = CompareJob(exercise.comparison)
        found = compare_why.scores(job.listed, exercise.row, "")
        return [
            base.Head("Scores"),
            *(one._replace(formula="", words="") for one in found if isinstance(one, base.Score)),
        ]

    def _grammar_asked(self) -> list[Block]:
        found, fault = self.found, self.faults.get("grammar")
        blocks: list[Block] = [
            base.Head("Sentence"), Field("sentence", "A sentence, with blanks between its words; Enter", self.typed["sentence"], 1),
            base.Head("Grammar"), Text(RULES_SAID, "quiet"), Field("grammar", "S -> NP VP", self.typed["grammar"], 12),
            *([Text(fault, "alarm")] if fault else []),
        ]  # fmt: skip
        if found is not None:
            blocks.append(Text(_how_many(found), "strong"))
        why_not = "" if found is not None else "There is no analysis yet"
        chosen = f"gold: analysis {self.chosen['gold'] + 1}, system: analysis {self.chosen['system'] + 1}"
        return [*blocks, Choice("1", "Open as a lesson", chosen, why_not=why_not), Choice("2", "Another example…"),
                *self._scores(self._pair(GRAMMAR))]  # fmt: skip

    def _analysis_asked(self, number: int) -> list[Block]:
        brackets = self._below(FIRST + number)
        return [
            Choice("1", "It is the gold", is_chosen=self.chosen["gold"] == number),
            Choice("2", "It is the system", is_chosen=self.chosen["system"] == number),
            Choice("3", "Open as a lesson", "Both that are chosen"), base.Head("As brackets"), Text(brackets),
        ]  # fmt: skip

    # -- what is done ------------------------------------------------------------------------------------------------------

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        place = places[0] if places else TREES
        if action == "open":
            return self._choose(place, "3" if FIRST <= place < FIRST + self._analyses else "1")
        if action == "choose":
            return self._choose(place, value)
        if action == "example":
            self.typed["grammar"] = self._grammars[int(value)][1]
            self.typed["sentence"] = read_grammar(self.typed["grammar"]).sentences[0]
            self._asked = self.typed["grammar"], self.typed["sentence"]
            return [base.ANEW]
        if action not in self.typed or self.typed[action] == value:
            return []
        self.typed[action] = str(value)
        if action in ("grammar", "sentence"):
            self._asked = self.typed["grammar"], self.typed["sentence"]
            return [base.ANEW]
        self.read()
        return [Shown(places=action == "title", picture=True, why=True)]

    def _choose(self, place: int, key: str) -> Sequence[Answer]:
        """An answer. Raises UsageError: nothing can be opened."""
        walk = self._walk(place)
        if walk is not None:
            return [base.Open("Steps", make=partial(self._walk_job, place))]
        if place >= FIRST and key in ("1", "2"):
            self.chosen["gold" if key == "1" else "system"] = place - FIRST
            return [Shown(places=True, why=True)]
        if key == "2" and place == GRAMMAR:
            return [base.Choose("example", [base.Option(str(n), title) for n, (title, _) in enumerate(self._grammars)])]
        if key == "2":
            typed = next((self.typed[side] for side in OTHER if self.typed[side].strip()), "")
            for side in OTHER:
                self.typed[side] = self.typed[side] if self.typed[side].strip() else typed or EXAMPLES[side]
            self.read()
            return [Shown(picture=True, why=True)]
        self.read()
        exercise = self.exercise if place == TREES else self._pair(GRAMMAR)
        if exercise is None:
            raise UsageError("there is no sentence yet that can be read")
        return [base.Open("Lesson", make=partial(LessonJob, exercise, Keeper("", exercise), self))]

    def _walk_job(self, place: int) -> base.Job:
        made = opening_walk(str(self._walks[place - FIRST - self._analyses].path))(Cancel(), lambda _: None)
        assert made is not None
        return made

    # -- what is typed -----------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Reads both fields and finds what is wrong."""
        self.exercise, self.note = None, ""
        self.faults = {key: one for key, one in self.faults.items() if key == "grammar"}
        found: dict[str, AnyTreebank] = {}
        for side in OTHER:
            text = self.typed[side]
            if len(text) > LARGEST:
                self.faults[side] = f"{len(text):,} letters; expected one sentence."
            elif text.strip():
                try:
                    found[side] = self._read(side, text)
                except TreecompareError as error:
                    self.faults[side] = _where(error, text)
        alone = next(iter(found)) if len(found) == 1 else ""
        lacking = OTHER.get(alone, "")
        if lacking and (self._alone or lacking not in self.faults):  # what is to differ is changed by hand
            found[lacking] = self._read(lacking, self.typed[alone])
            self.note = f"The {lacking} has no tree yet: it begins as that of the {alone}, to be changed in the lesson."
        if len(found) == 2:
            self._alone = alone
            self._compare(found["gold"], found["system"])
        if any(side in self.faults for side in OTHER):
            self.exercise, self.note = None, ""

    def _read(self, side: str, text: str) -> AnyTreebank:
        return read_sentence(text + "\n", self.typed[f"name-{side}"].strip() or side)

    def _compare(self, gold: AnyTreebank, system: AnyTreebank) -> None:
        made = Exercise((gold,), system, title=self.typed["title"].strip())
        try:
            table = made.comparison.table
        except TreecompareError as error:
            self.faults["both"] = sentence_of(error)
            return
        if table.statuses[0, 0] not in (SCORED, PARTIAL):
            self.faults["both"] = f"These sentences cannot be compared: {table.reason(0, 0)}."
            return
        self.exercise = self._drawn = made
        words = [[plain_word(word) for word in one.words_of(0)] for one in (gold, system)]
        different = [n for n, (one, other) in enumerate(zip(*words, strict=False)) if one != other]
        if different:
            one, other = (side[different[0]] for side in words)
            told = f"word {different[0] + 1} is “{one}” in the gold and “{other}” in the system"
            self.note = self.note or f"The words differ: {told}. They are aligned."
        elif len(words[0]) != len(words[1]):
            told = f"{len(words[0])} in the gold, {len(words[1])} in the system"
            self.note = self.note or f"The words differ: {told}. They are aligned."

    def _analyse(self, cancel: Cancel | None) -> None:
        """Looks for the analyses of the sentence; what was found before is of another one."""
        asked = self._asked = self.typed["grammar"], self.typed["sentence"]
        self.found, self.chosen = None, {"gold": 0, "system": 1}
        self.faults.pop("grammar", None)
        try:
            self.found = analyses(read_grammar(asked[0]), asked[1], cancel)
            self.chosen["system"] = min(1, self._analyses - 1)
        except TreecompareError as error:
            self.faults["grammar"] = sentence_of(error)
        self._found_for = asked

    def beside(self) -> base.Tabs:
        return [*(self.of.beside() if self.of is not None else ()), *super().beside()]

    # -- in another session ------------------------------------------------------------------------------------------------

    def name(self, place: int) -> str:
        return str(place) if place < FIRST else ""

    def state(self) -> dict[str, Any]:
        return dict(self.typed) if sum(map(len, self.typed.values())) < LOST else {}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.typed |= {key: one for key, one in state.items() if key in self.typed and isinstance(one, str)}
        self._asked = self.typed["grammar"], self.typed["sentence"]
        self.read()


def _how_many(found: Analyses) -> str:
    shown = len(found.trees)
    if found.total == 1:
        return "One analysis: the sentence is not ambiguous under this grammar."
    if found.total == shown:
        return counted(shown, "analysis", "analyses")
    power = len(str(found.total)) - 1  # a longer number is wider than the window
    many = f"{found.total:,}" if power < 15 else f"more than 10^{power}"
    return f"{many} analyses; the first {shown} are listed"


def _where(error: TreecompareError, text: str) -> str:
    """What is wrong with a text, and where: a bracket that nothing closes, or that closes nothing, if it is one."""
    place = unbalanced(text) if text.lstrip().startswith("(") else -1
    if place < 0:
        return sentence_of(error)
    before = text[:place]
    return sentence_of(error, place - before.rfind("\n"), before.count("\n") + 1)
