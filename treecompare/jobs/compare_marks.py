"""What people say of the sentences of a comparison: notes, phenomena and where they occur, judgements, error classes."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from treecompare.comparison import judgements
from treecompare.comparison.base import Comparison
from treecompare.comparison.judgements import CORRECT, PHENOMENON, WHOLE, YES, Change, SaidOfSentence, occurrence
from treecompare.errors import UsageError, counted
from treecompare.jobs import base
from treecompare.jobs.base import NOTE, Answer, Ask, Choose, Command, Field, Option
from treecompare.scores.rich import Piece, Rich, link, parted, quiet

VERDICTS = {YES: "right", judgements.NO: "wrong", judgements.UNCLEAR: "unclear"}
ANSWERS = {YES: "Yes: right", judgements.NO: "No: wrong", judgements.UNCLEAR: "Unclear"}
MOST_MARKS = 9
"""Phenomena that have a digit."""
OTHER = "\0other"
"""The option of a menu behind which a name is typed."""
SCHEME = "choose-scheme"
"""The command of jobs that let people choose whose phenomena they mark."""


class Marks(base.Job):
    """The part of a job that people say something in. ``order``: the sentences that are listed."""

    comparison: Comparison
    system: int
    order: base.Numbers
    scheme: judgements.Scheme
    """The phenomena and error classes on offer."""

    @abstractmethod
    def forget(self) -> None:
        """Something else is said of sentences, here or in another window."""

    @property
    def _name(self) -> str:
        return self.comparison.table.systems[self.system]

    def said_of(self, place: int) -> SaidOfSentence:
        """What is said of a sentence, and of the system's analysis of it."""
        return SaidOfSentence(self.comparison.judgements, place, self.comparison.numbers_of(place), self._name)

    def phenomena(self) -> list[str]:
        """Those that can be marked: of the scheme, then others that are marked somewhere."""
        return judgements.phenomena_on_offer(self.scheme, self.comparison.judgements)

    def mark_commands(self) -> list[Command]:
        """What can be marked without Why."""
        return [
            Command("mark", "Mark…", about="Right, wrong, unclear, or a phenomenon"),
            Command("next-unjudged", "Next sentence that is not judged", about="Of those that differ"),
            Command("class", "Error class…", about="What kind of error the system made here"),
            base.TO_NOTE._replace(key="note"),
            Command("tag-listed", "Mark all listed sentences…", about="A phenomenon for all sentences that are listed"),
        ]

    # -- Why ---------------------------------------------------------------------------------------------------------------

    def note_blocks(self, place: int) -> list[base.Block]:
        """Judgement, phenomena and their occurrences, the note."""
        said, known = self.said_of(place), self.scheme.phenomena
        found: list[base.Block] = [base.Head("Note", Rich(quiet("t marks"))), base.Text(parted(self._judged(said, 0)))]
        for number, mark in enumerate(said.marks()):
            if mark != WHOLE:
                meaning = known.get(occurrence(mark)[0], "")
                first = [f"{meaning}  "] if meaning else []
                below = Rich(*first, parted([*self._judged(said, number), *self._placed(said, number)]))
                found.append(base.Row(f"phenomenon:{mark}", said.title(mark), below=below))
        return [*found, NOTE._replace(text=said.note)]

    def _judged(self, said: SaidOfSentence, number: int) -> Iterable[Piece]:
        """Right, wrong, unclear, and the error class of an occurrence; 0: of the whole sentence."""
        mark = said.marks()[number]
        for value, title in VERDICTS.items():
            is_so = said.verdict(mark) == value
            yield link(f"✓\u00a0{title}" if is_so else title, f"judge:{value}/{number}")
        yield link(said.error_class(mark) or "class…", f"class:{number}")

    @staticmethod
    def _placed(said: SaidOfSentence, number: int) -> Iterable[Piece]:
        """The words of an occurrence, one more of it, one less."""
        span = judgements.span_of(occurrence(said.marks()[number])[1])
        yield link("other words…" if span else "words…", f"words:{number}")
        yield link("one\u00a0more", f"more:{number}")
        yield link("take\u00a0away", f"less:{number}")

    # -- the menu ------------------------------------------------------------------------------------------------------------

    def _do_mark(self, places: Sequence[int], value: str | None) -> Sequence[Answer]:
        said = self.said_of(places[0])
        if value is not None:
            what, _, of = value.partition(":")
            if what == SCHEME:
                return self.do(places, SCHEME)
            return self._do_verdict(places, of) if what == "verdict" else self._do_tag(places, of)
        options = [Option("", f"Is {self._name} right here?")]
        for one, text in ANSWERS.items():
            options.append(Option(f"verdict:{one}", text, said.verdict() == one, text.partition(":")[0]))
        options.append(Option("", "Phenomena"))
        for number, name in enumerate(self.phenomena(), 1):
            is_there = places[0] in said.judgements.phenomena.get(name, ())
            key = str(number) if number <= MOST_MARKS else ""
            text = f"{name} – {self.scheme.phenomena.get(name, '')}".removesuffix(" – ")
            options.append(Option(f"tag:{name}", text, is_there, key))
        if not self.phenomena() and any(one.key == SCHEME for one in self.commands()):
            options.append(Option(f"{SCHEME}:", "Choose a scheme, which names them…", key="scheme"))
        return [Choose("mark", [*options, Option(f"tag:{OTHER}", "Other phenomenon…", key="Other")])]

    def _do_verdict(self, places: Sequence[int], verdict: str) -> Sequence[Answer]:
        """Judges all places; a second time takes it away."""
        is_there = self.said_of(places[0]).verdict() == verdict
        changes: list[Change] = [(CORRECT, place, self._name, "", None if is_there else verdict) for place in places]
        what = "Not judged" if is_there else VERDICTS[verdict].capitalize()
        return self._said(f"{what}: {counted(len(places), 'sentence')}", changes)

    def _do_tag(self, places: Sequence[int], name: str) -> Sequence[Answer]:
        """Marks all places with a phenomenon, or none of them any more."""
        said = self.comparison.judgements
        if name == OTHER:
            return [Ask(Field("phenomenon-name", "A short name, as RC or coordination", "", 1))]
        if places[0] in said.phenomena.get(name, ()):
            changes = [change for place in places for change in judgements.untagged(said, place, name)]
            return self._said(f"No longer {name}: {counted(len(places), 'sentence')}", changes)
        return self._do_phenomenon_name(places, name)

    def _do_phenomenon_name(self, places: Sequence[int], typed: str) -> Sequence[Answer]:
        name = typed.strip()
        changes: list[Change] = [(PHENOMENON, place, "", judgements.marked(name), YES) for place in places if name]
        return self._said(f"{name}: {counted(len(places), 'sentence')}", changes) if changes else []

    def _do_tag_listed(self, places: Sequence[int], name: str | None) -> Sequence[Answer]:
        """Marks all sentences that are listed, as one step. Raises UsageError: they are already."""
        size = counted(len(self.order), "sentence")
        if name is None:
            head, other = Option("", f"Phenomenon of the {size} that are listed"), "Other phenomenon…"
            options = [Option(one, one) for one in self.phenomena()]
            return [Choose("tag-listed", [head, *options, Option(OTHER, other, key="Other")])]
        if name == OTHER:
            return [Ask(Field("tag-listed", f"Phenomenon of the {size} that are listed", "", 1))]
        there = self.comparison.judgements.phenomena.get(name.strip(), set())
        new = [place for place in self.order.tolist() if place not in there]
        if not new:
            raise UsageError(f"all sentences that are listed are marked as {name.strip()} already")
        return self._do_phenomenon_name(new, name)

    def _do_next_unjudged(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        """To the next sentence of the list that differs and is not judged yet, round the end; with how many are done."""
        differ = self.order[self.comparison.table.changed(self.system)[self.order] > 0].tolist()
        done = self.comparison.judgements.done(self._name)
        order = self.order.tolist()
        here = order.index(places[0]) if places[0] in order else -1
        waiting, judged = set(differ) - done, sum(one in done for one in differ)
        following = next((one for one in (*order[here + 1 :], *order[: here + 1]) if one in waiting), None)
        if following is None:
            return [base.Say("All sentences of the list that differ are judged.")]
        return [base.Go(place=following), base.Say(f"Judged: {judged:,} of the {len(differ):,} that differ.")]

    # -- one occurrence ------------------------------------------------------------------------------------------------------

    def _do_judge(self, places: Sequence[int], of: str) -> Sequence[Answer]:
        """Judges an occurrence, of the whole sentence all places; a second time takes it away."""
        verdict, _, number = of.partition("/")
        said, mark = self._occurrence(places[0], number)
        if mark == WHOLE:
            return self._do_verdict(places, verdict)
        return self._edited(said.judged(None if said.verdict(mark) == verdict else verdict, mark))

    def _do_class(self, places: Sequence[int], of: str | None) -> Sequence[Answer]:
        """The classes of errors that there are, those of the scheme with what they mean."""
        said, mark = self._occurrence(places[0], of or "0")
        now, number = said.error_class(mark), of or "0"
        options = [
            Option(f"{number}/{one}", f"{one} – {meaning}".removesuffix(" – "), one == now)
            for one, meaning in said.classes(mark, self.scheme).items()
        ]
        last = Option(f"{number}/{OTHER}", "Other class…", key="Other"), Option(f"{number}/", "None", key="None")
        head = Option("", f"Error class of {said.title(mark)}")
        return [Choose("set-class", [head, *options, *last[: 1 + bool(now)]])]

    def _do_set_class(self, places: Sequence[int], value: str | tuple[str, str]) -> Sequence[Answer]:
        """``value``: the number of an occurrence, and the class."""
        number, error_class = value if isinstance(value, tuple) else value.split("/", 1)
        said, mark = self._occurrence(places[0], number)
        if error_class == OTHER:
            hint = f"Error class of {said.title(mark)}"
            return [Ask(Field(f"set-class:{number}", hint, said.error_class(mark), 1))]
        return self._edited(said.classed(error_class.strip(), mark))

    def _do_words(self, places: Sequence[int], value: str | tuple[str, str]) -> Sequence[Answer]:
        """Asks at which words an occurrence stands, or says it. Raises UsageError: it cannot stand there."""
        number, typed = value if isinstance(value, tuple) else (value, None)
        said, mark = self._occurrence(places[0], number)
        if typed is None:
            place = occurrence(mark)[1]
            hint = f"Words of {said.title(mark)}, from 1, without traces: 3-5"
            return [Ask(Field(f"words:{number}", hint, place if judgements.span_of(place) else "", 1))]
        return self._edited(said.placed(mark, typed.strip(), self.comparison.word_counts()[places[0]]))

    def _do_more(self, places: Sequence[int], number: str) -> Sequence[Answer]:
        said, mark = self._occurrence(places[0], number)
        return self._edited(said.one_more(occurrence(mark)[0]))

    def _do_less(self, places: Sequence[int], number: str) -> Sequence[Answer]:
        said, mark = self._occurrence(places[0], number)
        return self._edited(said.removed(mark))

    def _occurrence(self, place: int, number: str) -> tuple[SaidOfSentence, str]:
        """What is said of a sentence, and the mark of one of its occurrences. Raises UsageError: it is not there any more."""
        said = self.said_of(place)
        marks = said.marks()
        if not (number.isdecimal() and int(number) < len(marks)):
            raise UsageError("this occurrence is not there any more")
        return said, marks[int(number)]

    # -- storing -------------------------------------------------------------------------------------------------------------

    def _do_note(self, places: Sequence[int], text: str | None) -> Sequence[Answer]:
        if text is None:
            return [Ask(NOTE)]
        before = self.comparison.judgements.notes.get(places[0], "")
        return self._said("Note", [(judgements.NOTE, places[0], "", "", text or None)]) if text != before else []

    def _edited(self, edit: judgements.Edit) -> Sequence[Answer]:
        return self._said(f"{edit.what[:1].upper()}{edit.what[1:]}", edit.changes) if edit.changes else []

    def _said(self, title: str, changes: Sequence[Change]) -> Sequence[Answer]:
        """Says something of places, as one step."""
        before = [(*change[:4], self._value(change)) for change in changes]
        self._keep(changes, title)
        return [base.Done(title, "say", _as_data(before), _as_data(changes)), base.Shown(why=True)]

    def _value(self, change: Change) -> str | None:
        """What is said at the place of a change."""
        kind, place, system, mark, _ = change
        said = self.comparison.judgements
        if kind == judgements.NOTE:
            return said.notes.get(place)
        if kind == PHENOMENON:
            is_there = any(mark in said.marks_in(place, name) for name in said.of_sentence(place))
            return YES if is_there else None
        return said.verdict((place, system, mark)) if kind == CORRECT else said.classes.get((place, system, mark))

    def _keep(self, changes: Sequence[Change], title: str) -> None:
        """As long as the job is there. Raises TreecompareError: it cannot be said; then nothing is."""
        for change in changes:
            self.comparison.judgements.put(*change)
        self.forget()

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        changes: list[Change] = [(*json.loads(key), value) for key, value in values.items()]
        self._keep(changes, action)
        return changes[0][1] if changes else -1


def _as_data(changes: Sequence[tuple[str, int, str, str, str | None]]) -> dict[str, str | None]:
    return {json.dumps(change[:4]): change[4] for change in changes}
