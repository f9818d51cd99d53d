"""Deciding between annotators in the window: the differences, both analyses with the result below them, who is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.style import BAND
from treecompare.errors import counted
from treecompare.extras.annotators import adjudicated, drawn, told
from treecompare.extras.annotators.adjudicated import unit_told
from treecompare.extras.annotators.adjudication import OPEN, Adjudication, Change, told_kind
from treecompare.extras.annotators.agreed_tables import headline_told
from treecompare.extras.annotators.decisions import FILE, NEITHER, NOTED, OTHER
from treecompare.extras.annotators.differences import ARC, Difference, Place, arc_of
from treecompare.extras.annotators.kept import VERDICTS, judged, misfit_told
from treecompare.extras.annotators.queue import (
    BY_ANNOTATOR,
    BY_FREQUENCY,
    BY_LABELS,
    BY_PLACE,
    BY_TRIAGE,
    SIDES,
    Crossed,
    Queue,
    agreement_of,
    crossed,
    labels_told,
)
from treecompare.extras.annotators.told import INKS, labels_in, typed_value, used_nowhere, used_nowhere_told
from treecompare.extras.annotators.written import ending_of, result_told, written
from treecompare.jobs import base
from treecompare.jobs.base import Answer, Block, Command, Done, Go, Later, Places, Row, Say, Text, Token
from treecompare.jobs.compare import Following
from treecompare.mappings.mapping import Mapping as NodeMapping
from treecompare.saved.rows import DECISION, RULE
from treecompare.scores.rich import Piece, Rich, link, quiet, strong

if TYPE_CHECKING:
    from treecompare.jobs.keeping import KeptJob

OPEN_FIRST = "open"
ORDERS = {
    BY_PLACE: "Order of the file",
    OPEN_FIRST: "Open first",
    BY_FREQUENCY: "By kind",
    BY_LABELS: "By label pair",
    BY_ANNOTATOR: "By annotator",
    BY_TRIAGE: "Least agreed sentences first",
}
LAYOUTS = "mirrored", "side-by-side", "merged"
LETTERS, FEWEST = 32, 2
"""So many letters have the names of the values beside each other in a small table, unless it had fewer values than these."""
OF_RELATIONS = "Of all words, relations with their subtypes; LAS, as systems are scored, leaves subtypes out."
WORDS = 8, 40
"""Of a sentence that is looked at first."""
NAME = "decide/name"
"""Under which it is remembered who decides."""

LEADS: Mapping[str, Callable[[str], Answer]] = {
    "find": lambda tokens: Go(find=tokens),
    "place": lambda number: Go(place=int(number)),
    "mark": lambda _: base.Ask(base.NOTE),
}


class DecideJob(Following):
    """Decides between the analyses of an adjudication. ``of``: the job of the comparison, whose file keeps the decisions, and whose
    history has them; ``judges``: whether it can be said there which analysis is right. ``now``: the time of a decision."""

    of: KeptJob

    help, leads = "adjudication", LEADS

    def __init__(
        self, made: Adjudication, of: KeptJob, judges: bool = False, now: Callable[[], datetime] = datetime.now
    ) -> None:
        self.made, self.of, self._judges, self._now = made, of, judges, now
        self.called = told.called_shortly(made.names, made.check.systems if made.check is not None else ())
        self.queue = Queue(made, self.called)
        self.short = [self.called[name] for name in made.names]
        self.kind, self.title, self.view = "decide", " ↔ ".join(self.short), "Differences"
        self.by = of.kept.memory.text(NAME)
        """Who decides."""
        self._looked_at: Place | None = None
        self._last: Place | None = None
        """What was decided last, until people go on from the difference that came next."""
        self._asked: tuple[Difference, str] | None = None
        """The difference of whose kind a rule is asked for, and the file that is meant already, or empty."""
        self._agreement: Sequence[Block] = ()
        self._labels = cache(partial(labels_in, made))
        """What the files have in a field."""
        self.take()

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        titles = ORDERS | ({BY_PLACE: "All agree, then what varies"} if self.made.check is not None else {})
        return [base.Order(key, title) for key, title in titles.items()]

    def conditions(self) -> Mapping[str, str]:
        return {name: one.about for name, one in self.queue.conditions.items()}

    def places(self, order: str, tokens: Sequence[Token]) -> Places | Later:
        if not self.queue.is_ready(order):
            return Later("Sorting…", lambda _cancel, _tell: self.places(self.queue.make_ready(order), tokens))
        made = self.made
        is_open = made.states == OPEN
        fits = [self.queue.fitting(token) for token in tokens if token.name]
        among = np.logical_and.reduce(fits) if fits else None
        words = " ".join(token.value for token in tokens if not token.name)
        rows = self.queue.rows(BY_PLACE if order == OPEN_FIRST else order, text=words, among=among)
        if order == OPEN_FIRST:
            rows = rows[np.argsort(~is_open[rows], kind="stable")]

        row = lru_cache(maxsize=1_000)(lambda at: told.row_told(made, at, self.called))

        def cell(name: str) -> Callable[[int], str]:
            return lambda at: str(getattr(row(at), name))

        width = min(13, max(len(self.by or "curator") + 5, *(len(one) + 2 for one in self.short)))  # name and time
        columns = (
            base.Column("number", "No.", "number", 5, cell("number"), rank=1),
            base.Column("words", "Difference", "words", 0, lambda at: Rich(strong(cell("words")(at))), cell("values")),
            base.Column("who", "Decided", "figure", width, cell("source"), cell("who")),
        )
        return Places(
            rows,
            columns,
            self._sections(rows, order),
            is_open,
            lines=2,
            count=f"{int(np.count_nonzero(is_open[rows])):,} open of {len(rows):,}",
            foot=Rich(*self._foot()),
            nothing="No matching differences.",
            first=self._first(rows),
        )

    def _foot(self) -> Iterator[str | Piece]:
        if self._left_out():
            size = len(self.made.analyses.skipped) or len(self._only_varying())
            yield link(f"{counted(size, 'sentence')} left out", "skipped")
            yield " · "
        yield link("Write result…", "write:result")

    def _only_varying(self) -> Sequence[int]:
        return self.made.check.only_varying if self.made.check is not None else ()

    def _left_out(self) -> str:
        """Which sentences are not asked about, or not about all, and why."""
        varying = self._only_varying()
        said = told.skipped_said(self.made.analyses.skipped), told.not_in_all_said(varying) if varying else ""
        return " ".join(filter(None, said))

    def _first(self, rows: NDArray[np.int64]) -> int:
        """The first open difference in a sentence that is neither short nor long; else the first open one, or any."""
        there = rows[self.made.states[rows] == OPEN][:200].tolist() or rows[:1].tolist()
        for at in there:
            if WORDS[0] <= len(self.made.analyses.words_of(self.made.differences[at].place.sentence)) <= WORDS[1]:
                return int(at)
        return there[0] if there else -1

    def _sections(self, rows: NDArray[np.int64], order: str) -> list[base.Section]:
        """The kinds, or what has the same labels, which follow each other; what occurs only once stands together."""
        if order not in (BY_FREQUENCY, BY_LABELS) or not len(rows):
            return []
        ranks = self.queue.ranked(order)
        is_lone = np.bincount(ranks)[ranks[rows]] == 1
        begins = np.flatnonzero(np.diff(np.where(is_lone, len(ranks), ranks[rows]), prepend=-1)).tolist()
        found = []
        for first, end in zip(begins, [*begins[1:], len(rows)], strict=True):
            one, rank = self.made.differences[rows[first]], ranks[rows[first]]
            left = int(np.count_nonzero(self.made.states[rows[first:end]] == OPEN))
            beside = f"{left:,} open" if left else "✓"
            if is_lone[first]:
                found.append(base.Section("once", "Only once", end - first, beside))
            elif order == BY_LABELS:
                found.append(base.Section(f"{rank}", labels_told(one), end - first, beside))
            else:
                found.append(base.Section(f"{rank}", told_kind(one.kind), end - first, f"kind {rank + 1} · {beside}"))
        return found

    def progress(self) -> tuple[int, int, str]:
        decided, of = self.made.decided, len(self.made.differences)
        return decided, of, f"{decided:,} of {of:,} decided"

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> base.Pictures:
        made, difference = self.made, self.made.differences[place]
        sentence, sides = difference.place.sentence, drawn.sides_of(difference)
        names = self.short[sides[0]], self.short[sides[1]]
        parts = [self._part(difference, drawn.pair(made, sentence, sides, difference), names)]
        for side in {*range(len(made.names))} - {*sides}:
            shown = drawn.single(made, sentence, side, difference)
            parts.append(self._part(difference, shown, ("", ""), self.short[side]))
        standing = told.standing_told(made, sentence, self.called)
        parts.append(self._part(difference, drawn.result(made, sentence, difference), ("", ""), "Result", standing))
        return base.Pictures(parts)

    def _part(
        self,
        difference: Difference,
        shown: drawn.Arcs | NodeMapping,
        names: tuple[str, str],
        head: str = "",
        beside: str = "",
    ) -> base.Picture:
        is_pair = not drawn.is_single(shown)
        title = " ".join(self.made.analyses.words_of(difference.place.sentence))
        of = drawn.drawn_of(shown, difference, names, title)
        return base.Picture(
            of, LAYOUTS if is_pair and not self.made.analyses.is_dependencies else (),
            lambda _what: drawn.lit(shown, difference, of), "here", self.made.analyses.is_dependencies, head=head,
            head_beside=beside, steps=False,
        )  # fmt: skip

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[Block]:
        made, difference = self.made, self.made.differences[place]
        at, decision = difference.place, made.decisions.get(difference.place)
        if at != self._looked_at:
            if self._last != self._looked_at:
                self._last = None
            self._looked_at, self._asked = at, None
        found: list[Block] = [Text(Rich(strong(told.question_told(made, at))))]
        found += told.answers(made, difference, self.called)
        found += self._refused(difference)
        if decision is not None and decision.choice == OTHER and (unknown := self._unknown(at, decision.value)):
            found.append(Text(used_nowhere_told(unknown), "alarm"))
        if decision is not None and decision.choice != NOTED:
            found.append(Text(Rich(link("Open again", "reopen"))))
        found += self._offered(difference) if self._asked is None else self._rules(*self._asked)
        inks = dict(zip(self.short, INKS, strict=False)) | {"Undecided": BAND}
        parts = [(size, what, inks.get(what, "")) for what, size in told.sources_told(made, self.called)]
        found += [base.Head("Decided so far"), base.Share(parts)]
        if made.stored:
            found.append(base.Fold("What was decided", f"{made.decided:,}", self._decided))
        if made.check is None:
            found += [base.Head("Agreement"), *self._agreed()]
        who = " · ".join((decision.by, decision.at.replace("T", " "))) if decision is not None and decision.by else ""
        note = decision.note if decision is not None else ""
        return [*found, base.Head("Note", who), base.NOTE._replace(text=note)]

    def _refused(self, difference: Difference) -> list[Block]:
        found = [self.made.refusal(difference.place, value) for value in difference.values]
        refusals = [one for one in found if one is not None]
        blocks: list[Block] = [Text(f"{why}.", "alarm") for why in dict.fromkeys(one.why for one in refusals)]
        earlier = dict.fromkeys(place for one in refusals for place in one.by)
        links = [link(unit_told(self.made, place), f"place:{self.made.index[place]}") for place in earlier]
        return [*blocks, *(Text(Rich("Decided before: ", one)) for one in links)]

    def _offered(self, shown: Difference) -> list[Block]:
        made, of = self.made, told.ruled(self.made, self._last, shown)
        if len(made.same_kind(of.place)) < 2:
            return []
        offer = link(told.rule_offered(made, of, shown, self.called), "rule")
        listed = link("list them", f"find:kind = {self.queue.kinds.index(of.kind) + 1}")
        return [Text(Rich(offer, quiet(f" · {told_kind(of.kind)} · "), listed))]

    def _rules(self, of: Difference, file: str) -> list[Block]:
        question, still = told.rule_asked(self.made, of, file)
        found: list[Block] = [
            base.Head("A rule", Rich(link("Not now", "no-rule"))),
            Text(question),
            Text(still, "quiet"),
        ]
        for side, name in enumerate(self.made.names):
            if file in ("", name):
                decided, refused = self.made.would_decide(of.kind, name)
                left = f"; {refused:,} left open, where no tree would be left" if refused else ""
                said = f"decides {counted(decided, 'difference')}{left}"
                found.append(Row(f"always:{side}", f"Always {self.short[side]}", below=said, ink=INKS[side]))
        return found

    def _decided(self) -> Sequence[Block]:
        made = self.made
        found: list[Block] = [
            Text(Rich(said.replace("\n", ": "), " · ", link("Revoke", f"revoke:{number}")))
            for number, said in told.rules_told(made)
        ]
        for place, said in told.decisions_told(made, self.called):
            title, _, who = said.partition("\n")
            found.append(Row(f"place:{made.index[place]}", title, below=who))
        misfits = made.misfits
        if misfits:
            found.append(base.Head("Does not fit any more", f"{len(misfits):,}"))
        return [*found, *(Text(misfit_told(one)) for one in misfits[: told.MOST_DECISIONS])]

    def _agreed(self) -> Sequence[Block]:
        """The figures to look at first, and what each two say of the same words. They do not depend on what is decided."""
        return self._agreement or [Later("Counting…", lambda _cancel, _tell: self._counted())]

    def _counted(self) -> Sequence[Block]:
        found: list[Block] = [base.Pairs(headline_told(agreement_of(self.made)))]
        found += [Text(OF_RELATIONS, "quiet")] if self.made.analyses.is_dependencies else []
        for one, other in combinations(range(len(self.short)), 2):
            both = crossed(self.made, (one, other))
            values = both.values()
            while len(values) > FEWEST and sum(map(_letters, values)) + max(map(_letters, values)) > LETTERS:
                values.pop()
            if not values:
                continue
            names = f"{self.short[one]} ↓ {self.short[other]} →"
            heat = base.Heat(values, values, [[_cell(both, (one, other), (a, b)) for b in values] for a in values])
            is_first = (one, other) == (0, 1)
            found += [Text(names, "quiet"), heat] if is_first else [base.Fold(names, "", partial(tuple, [heat]))]
        self._agreement = found
        return found

    # -- what is done ------------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[Command]:
        otherwise = "What was decided otherwise"
        written_of = [
            command
            for side, name in enumerate(self.short)
            for command in (
                base.to_export(f"write:page-{side}", f"Page for {name}…", f"{otherwise}, with the sentences"),
                base.to_export(f"write:table-{side}", f"Table for {name}…", f"{otherwise}, by kind"),
            )
        ]
        verdicts = [
            Command(f"judge:{said}{of}", text + where, about="Judges both analyses and decides nothing")
            for of, where in (("", ""), ("-sentence", ", whole sentence"))
            for said, (text, *_) in VERDICTS.items()
        ]
        return [
            base.to_export("write:result", "Write result…", "The treebank, with where each value is from"),
            base.to_export("write:differences", "Table of differences…", "Each with its result and source"),
            *written_of,
            Command("name", "Your name…", about="Listed beside your decisions; no export has it unless asked for"),
            base.TO_NOTE,
            Command("reopen", "Open again"),
            Command("rule", "Same choice for all of this kind…"),
            Command("earlier", "Decision in the way"),
            *(verdicts if self._judges else []),
            *self.of_comparison(),
        ]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        if (found := self.do_of_comparison(action, value)) is not None:
            return found
        what = (str(value) if action == "link" else action).partition(":")[0]
        if not (places or what in ("write", "name", "find", "place")):
            return ()
        return self.answered([self.made.differences[one].place for one in places], action, value) or []

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        """Also what was done among the sentences, which have places of their own; one goes to the difference that changed."""
        answers, changed = super().turn(is_undo), self.take()
        place = min((self.made.index[one] for one in changed if one in self.made.index), default=-1)
        return [*answers, *([Go(place=place)] if place >= 0 else [])]

    def take(self) -> list[Place]:
        """Takes what the file has by now, also from elsewhere. Returns the places at which it is something else."""
        now, before = self.of.kept.entries(DECISION, RULE), self.made.stored
        changed = [entry for entry in {**before, **now} if before.get(entry) != now.get(entry)]
        self.made.put([(entry, now.get(entry)) for entry in changed])
        return [Place(sentence, unit, field) for kind, sentence, field, unit in changed if kind == DECISION]

    def _changed(
        self, title: str, places: Sequence[Place], change: Callable[[Place], list[Change]], goes_on: bool = False
    ) -> list[Done]:
        """Changes something at each place, as one step; nothing where there is nothing to change. What cannot be stored stays here,
        and the file is saved elsewhere."""
        changes = self.made.together(places, change)
        if not changes:
            return []
        self.of.kept.write_entries(changes, title)
        return [Done(title, "", {}, {}, goes_on)]

    def _who(self) -> dict[str, str]:
        return {"by": self.by or "curator", "at": self._now().isoformat(timespec="minutes")}

    def _told_of(self, places: Sequence[Place]) -> str:
        return unit_told(self.made, places[0]) if len(places) == 1 else counted(len(places), "difference")

    def _decide(self, places: list[Place], said: str, change: Callable[[Place], list[Change]]) -> list[Answer]:
        done = self._changed(f"{self._told_of(places)}: {said}", places, change, goes_on=True)
        self._last = places[0]
        is_last = self.made.decided == len(self.made.differences)
        return [*done, *([Say("All decided. Write result…")] if is_last else [])]

    def _do_choose(self, places: list[Place], key: str) -> list[Answer]:
        made = self.made
        if key == "e":
            return [_typed_at(places[0], made.settled(places[0].sentence).results[places[0]].value)]
        if key == "0":
            return self._decide(places, "neither", lambda place: made.decide(place, NEITHER, **self._who()))
        name = made.names[int(key) - 1]
        return self._decide(places, self.called[name], lambda place: made.decide_as(place, name, **self._who()))

    def _do_other(self, places: list[Place], text: str) -> list[Answer]:
        made = self.made

        def change(place: Place) -> list[Change]:
            return made.decide(place, OTHER, typed_value(made, place, text), **self._who())

        done = self._decide(places, text, change)
        unknown = self._unknown(places[0], made.decisions[places[0]].value)
        return [*done, Say(used_nowhere_told(unknown))] if unknown else done

    def _unknown(self, place: Place, value: str) -> list[str]:
        """Which relations, tags or labels of a value are used nowhere in the files."""
        return used_nowhere(place, value, self._labels(place.field))

    def _do_note(self, places: list[Place], text: str) -> Sequence[Answer]:
        of = places[:1]
        return self._changed(f"Note on {self._told_of(of)}", of, lambda place: self.made.noted(place, text))

    def _do_reopen(self, places: list[Place], _of: str) -> Sequence[Answer]:
        return self._changed(f"Open again: {self._told_of(places)}", places, self.made.reopened)

    def _do_name(self, _places: list[Place], name: str | None) -> list[Answer]:
        if name is None:
            return [base.Ask(base.Field("name", "Your name, listed beside your decisions", self.by, 1))]
        self.by = name.strip()[:100]
        self.of.kept.memory.store(NAME, self.by)
        return [Say(f"Decisions are listed under {self.by or 'curator'}.")]

    def _do_judge(self, places: list[Place], said: str) -> list[Answer]:
        verdict, is_sentence = said.removesuffix("-sentence"), said.endswith("-sentence")
        number, kept = places[0].sentence + 1, self.of.kept
        changes = judged(self.made.names, places[0], kept.row_of(number - 1), is_sentence, verdict)
        kept.write(changes, f"Judged sentence {number}")
        about = f"Sentence {number}" if is_sentence else unit_told(self.made, places[0])
        return [Say(f"{about}: {VERDICTS[verdict][0].lower()}.")]

    # -- rules -------------------------------------------------------------------------------------------------------------

    def _do_rule(self, places: list[Place], _of: str) -> list[Answer]:
        of = told.ruled(self.made, self._last, self.made.differences[self.made.index[places[0]]])
        decision = self.made.decisions.get(of.place)
        self._looked_at = places[0]
        self._asked = of, decision.file if decision is not None and decision.choice == FILE else ""
        return [base.Shown(why=True)]

    def _do_no_rule(self, _places: list[Place], _of: str) -> list[Answer]:
        self._asked = None
        return [base.Shown(why=True)]

    def _do_always(self, places: list[Place], side: str) -> list[Answer]:
        made, shown = self.made, made_at(self.made, places[0])
        of, name = self._asked[0] if self._asked is not None else shown, made.names[int(side)]
        self._asked = None
        title = f"Always {self.called[name]} for {told_kind(of.kind)}"
        done = self._changed(title, [of.place], lambda place: made.rule_for(place, name, **self._who()))
        goes_on = of is shown or made.states[made.index[places[0]]] != OPEN
        return [replace(done[0], goes_on=goes_on), Say(told.rule_told(made, max(made.rules)))]

    def _do_revoke(self, places: list[Place], number: str) -> list[Answer]:
        changes, undecided = self.made.revoked(int(number))
        done = self._changed(f"Revoked rule {number}", places[:1], lambda _: changes)
        first = [Go(place=min(undecided))] if undecided else []
        return [*done, Say(f"{counted(len(undecided), 'difference')} undecided again."), *first]

    # -- other places ------------------------------------------------------------------------------------------------------

    def _do_skipped(self, _places: list[Place], _of: str) -> list[Answer]:
        return [Say(self._left_out())]

    def _do_earlier(self, places: list[Place], _of: str) -> list[Answer]:
        values = made_at(self.made, places[0]).values
        refusals = [self.made.refusal(places[0], value) for value in values]
        by = [one for refusal in refusals if refusal is not None for one in refusal.by]
        return [Go(place=self.made.index[by[0]]) if by else Say("No decision stands in the way of this one.")]

    def _do_box(self, places: list[Place], box: Any) -> list[Answer]:
        """A box was clicked: the difference there, if there is another one, is looked at."""
        made, sentence = self.made, places[0].sentence
        shown = drawn.pair(made, sentence, drawn.sides_of(made_at(made, places[0])))
        there = drawn.difference_at(made, shown, sentence, box)
        return [Go(place=there)] if there is not None and made.differences[there].place != places[0] else []

    def _do_drag(self, places: list[Place], boxes: Sequence[Any]) -> list[Answer]:
        word, head = (box.column + 1 for box in boxes)
        place = Place(places[0].sentence, str(word), ARC)
        if place not in self.made.index:
            return [Say("All analyses have the same head and relation there.")]
        _, relation = arc_of(self.made.settled(place.sentence).results[place].value)
        return [Go(place=self.made.index[place]), _typed_at(place, f"{head}:{relation}")]

    # -- what is written ---------------------------------------------------------------------------------------------------

    def _do_write(self, _places: list[Place], what: str) -> list[Answer]:
        made, paths = self.made, self.made.analyses.paths
        if what == "result":
            kind, ending, found = made.analyses.first.kind.capitalize(), ending_of(made), written(made)
            noted = any(one.note for one in made.decisions.values())
            notes = ["notes on decisions are not in it, but in the table of differences"] if noted else []
            also = "; ".join([*result_told(made, found), *notes])
            return [base.Save("Write result", [(kind, ending)], "adjudicated", lambda _: found.text, paths, also)]
        of, _, side = what.partition("-")
        names = adjudicated.file_names(made)
        name = names[made.names[int(side)]] if side else adjudicated.PROVENANCE
        title, ending, files = (
            ("Page", "html", adjudicated.pages) if of == "page" else ("Table", "tsv", adjudicated.tables)
        )
        return [base.Save(title, [(title, ending)], name, lambda _: files(made)[f"{name}.{ending}"], paths)]

    # -- in another session ------------------------------------------------------------------------------------------------

    def name(self, place: int) -> str:
        sentence, unit, field = self.made.differences[place].place
        return f"{sentence + 1}|{unit}|{field}"

    def place(self, name: str) -> int:
        """Of the number of a sentence alone the difference where who looked at it goes on: there, if possible an open one; else in
        a later sentence."""
        number, is_place, rest = name.partition("|")
        unit, _, field = rest.partition("|")
        sentence = int(number) - 1 if number.isdecimal() else -1
        if is_place:
            return self.made.index.get(Place(sentence, unit, field), -1)
        at = min(self.made.of_sentence.get(sentence, ()), key=lambda one: self.made.states[one] != OPEN, default=-1)
        later = (at for at, one in enumerate(self.made.differences) if one.place.sentence > sentence)
        return at if at >= 0 else next(later, -1)


def made_at(made: Adjudication, place: Place) -> Difference:
    """The difference at a place."""
    return made.differences[made.index[place]]


def _letters(value: str) -> float:
    """How many letters it is as wide as: capitals are wider."""
    return len(value) + sum(map(str.isupper, value)) / 3


def _cell(both: Crossed, sides: tuple[int, int], said: tuple[str, str]) -> tuple[int | None, str]:
    """How often two say something, and what finds the differences where it is not the same."""
    if said[0] == said[1]:
        return both.agreed[said[0]], ""
    size = len(both.differing.get(said, ()))
    tokens = " ".join(f'{SIDES[side]}:"{value}"' for side, value in zip(sides, said, strict=True))
    return size or None, f"find:{tokens}" if size else ""


def _typed_at(place: Place, text: str) -> base.Ask:
    return base.Ask(base.Field("other", told.HOW_TYPED.get(place.field, "Another value"), text, 1))
