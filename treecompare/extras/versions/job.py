"""Two versions of a treebank in the window: rules, the places to look at with what was said of them, drawings, the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from treecompare.comparison.base import Cancel
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.files import Versions
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.style import BAND
from treecompare.errors import TreecompareError, UsageError, counted
from treecompare.extras.versions import entries, results
from treecompare.extras.versions.entries import DONE, ON_PURPOSE, OPEN, Entry, address
from treecompare.extras.versions.examples import SIDES, pair_of
from treecompare.extras.versions.listed import CHANGES, LEFT_OVER, OTHERWISE, OUTSIDE, TITLES, Listed
from treecompare.extras.versions.report import comment, lead, report
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.sources import read_versions
from treecompare.extras.versions.version import QUIET, Watch
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.versions import diff as difference
from treecompare.extras.versions.wording import EVERYWHERE, conditions_in_words, effect_in_words
from treecompare.extras.versions.words import UNCHANGED
from treecompare.jobs import base
from treecompare.jobs.base import Answer, Block, Choice, Column, Command, Doing, Head, Later, Order, Picture, Text
from treecompare.jobs.drawn import Asked, sentence_drawn
from treecompare.jobs.listed import Titled
from treecompare.pages.html import as_html, as_markdown
from treecompare.reading import unpacked_name
from treecompare.scores.result import ResultTable
from treecompare.scores.rich import Rich, link, quiet, strong

MOST_WORDS = 4
"""Of so many words of a sentence it is told what changed."""
NAMES = {"DEPREL": "relation", "HEAD": "head", "UPOS": "tag", "LEMMA": "lemma", "FORM": "form", "FEATS": "feature"}
"""What layers are called where a rule is told part by part."""


def rule_blocks(diff: Diff, rank: int, family: Family) -> list[Block]:
    """A rule: how often it was done, what it does where, and how much the rules explain with it."""
    done, over = len(family.covered), len(family.left_over)
    left = "a guess" if family.is_vague else f"{over:,} left over" if over else "none left over"
    said = f"{done:,} of {done + over + len(family.otherwise):,}, {left}"
    rows: list[tuple[str, str]] = []
    for piece in effect_in_words(family).pieces:
        if piece.look == "small":
            rows.append((NAMES.get(piece.text, piece.text), ""))
        elif piece.look == "strong":
            rows[-1] = rows[-1][0], Rich(piece)
    where = conditions_in_words(family)
    rows.append(("where", where if where == EVERYWHERE else where.removeprefix("where ")))
    reach = diff.rules.in_reach
    about = counted(reach, "change") + " that rules can tell" * (reach != len(diff.edits))
    rules = f"rules 1 to {rank} explain" if rank > 1 else "rule 1 explains"
    parts = [(family.explained, "explained", ""), (reach - family.explained, "", BAND)]
    return [
        Head(f"Rule {rank}", Rich(link(said, f"rule {rank}"))), base.Pairs(rows),
        base.Share(parts, f"{rules} {100 * family.share:.2f} % of {about}"),
    ]  # fmt: skip


def changes_told(diff: Diff, entry: Entry) -> list[Rich]:
    """What changed in the sentence, word by word: first what was done at the place itself."""

    def is_here(one: Entry) -> bool:
        return one.place == entry.place or bool(set(one.words) & set(entry.words))

    found = entries.of_edits([edit for edit in diff.edits if edit.row == entry.row])
    found.sort(key=lambda one: not is_here(one))
    here = sum(map(is_here, found)) if entry.place.first else -1
    told = []
    for number, one in enumerate(found[:MOST_WORDS]):
        words = diff.changes.found.sides[one.place.side].words_of(one.place.sentence)[: one.place.last]
        about = " ".join(words[max(one.place.first - 1, 0) :])
        also = "Also in this sentence: " * (number == here)
        told.append(Rich(also, strong(about), ": " if about else "", one.what))
    more = len(found) - MOST_WORDS
    told += [Rich(quiet(f"… and {counted(more, 'more word')}"))] if more > 0 else []
    return told or [Rich(quiet("Nothing changed in this sentence."))]


HERE = "here"
"""The address of the words of a place."""


def place_picture(diff: Diff, entry: Entry) -> Picture:
    """Both versions of the sentence of a place. Raises TreecompareError: only one version has it, or it cannot be drawn."""
    found = diff.changes.found
    row = found.rows[entry.row]
    if not all(row.sides):
        words = " ".join(found.sides[entry.place.side].words_of(entry.place.sentence))
        raise UsageError(f"Only in {diff.names[entry.place.side]}: {words}")
    pair = pair_of(diff.kind.sides(diff.changes, entry.row))
    has_graphs = isinstance(pair, DependencyComparison) and not pair.without_graphs
    one = sentence_drawn(pair, 0, 0, Asked(enhanced=has_graphs and layers_of(entry) == {"DEPS"}))
    numbers = [found.base.number(word) for word in entry.words]
    nodes = [node for number in numbers for node in pair.words_drawn(0, 0, number, number)[0]]
    drawn, is_changed = one.drawn, any(edit.row == entry.row for edit in diff.edits)
    drawn.title = f"{entries.sentence_id(diff, entry.place) or address(diff, entry.place)}, before and after"
    drawn.wanted = list(drawn.columns_of_words(numbers)) if isinstance(drawn, ArcsDrawn) else nodes
    one.telling.in_corners, one.telling.same_said = SIDES, "The trees are the same" if is_changed else "Identical"
    return Picture(
        drawn, one.layouts, lambda what: base.Light(list(one.nodes_lit(nodes, numbers)) if what == HERE else ()), HERE
    )


def layers_of(entry: Entry) -> set[str]:
    """What a place is about, as HEAD and DEPS."""
    if not entry.edits and entry.family is not None:
        return {atom.layer for atom in entry.family.effect}
    return {layer for edit in entry.edits for layer in edit.layer.split("+")}


ANSWERS = {"1": DONE, "2": ON_PURPOSE, "0": OPEN}
SIGNS = {DONE: "✓", ON_PURPOSE: "=", OPEN: "○"}
AROUND = 12
"""So many words on either side are told, of which those are shown that have room."""


def opening(versions: Versions) -> base.Opening:
    """What makes the job. It raises TreecompareError: a version is not there, or cannot be read or compared."""

    def made(cancel: Cancel, tell: Callable[[Doing], object]) -> VersionsJob:
        def told(what: str, share: float) -> None:
            tell(Doing(what, share))

        watch = Watch(told, cancel.flag)
        tell(Doing("reading both versions"))
        older, newer = read_versions(versions.base, versions.head, versions.repository)
        watch.tell("comparing", 0.0)
        diff = difference(older, newer, ignored=versions.ignored, watch=watch)
        tell(Doing("listing places"))
        return VersionsJob(diff, watch)

    return made


def _title(names: Sequence[str]) -> str:
    """Both versions, what their names begin with once: ``ewt-dev r2.15 → r2.16``."""
    least = min(names, key=len)
    same = next((at for at, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1), len(least))
    cuts = [at for at in range(1, same + 1) if least[at - 1] in "._-" and least[at : at + 1].isalpha()]
    cut = max(cuts, default=0)
    return f"{least[:cut].rstrip('._-')} {' → '.join(name[cut:] for name in names)}".lstrip()


class VersionsJob(base.Job):
    """What changed. A place is a rule, or a place of one of the sections (see :class:`Listed`).

    ``unread``: why the marks cannot be read; then none can be set, so that those in the file are not lost.
    """

    kind, view, help = "versions", "Changes", "versions"

    def __init__(self, diff: Diff, watch: Watch = QUIET) -> None:
        self.title = _title([unpacked_name(name).removesuffix(".conllu") for name in diff.names])
        self.diff, self.listed, self.unread = diff, Listed(diff, watch), ""
        self._example: defaultdict[int, int] = defaultdict(int)
        """Which of the places where a rule was done is drawn, by the number of the rule."""
        self._asked = -1
        """The place that asks about all that are like it; -1: none."""
        try:
            self.listed.marks = entries.read_marks(entries.marks_path(), is_needed=False)
        except TreecompareError as error:
            self.unread = f"Marks cannot be set: {error}"

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[Order]:
        most = [Order("places", "Most places")] if self.diff.rules.families else []
        return [Order("look", "Please look at first"), *most, Order("files", "Order of the files")]

    def conditions(self) -> Mapping[str, str]:
        names = {} if self.diff.kind.has_rules else {OUTSIDE: CHANGES}
        sections = {names.get(part, part): self.listed.title(part) for part in TITLES if self.listed.parts.get(part)}
        rule = {"rule": "Where a rule was left over or was done: rule = 3"} if self.diff.rules.families else {}
        return {
            **rule, **sections, "open": "Not decided", "done": "Marked as done", "purpose": "Marked as on purpose",
            "on-purpose": "Marked as on purpose", "note": "With a note, or these words in it: note = idiom",
            "file": "In files called so: file = dev", "number": "The number of the sentence: number > 600",
        }  # fmt: skip

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places:
        sections, found = self.listed.rows(order, tokens)
        waits, statuses = self.listed.waiting(), self.diff.changes.statuses
        changed = sum(status not in UNCHANGED for status in statuses)
        first = next((place for place in found.tolist() if waits[place]), next(iter(found.tolist()), -1))
        return base.Places(
            found, self._columns(), sections, waits, 2, counted(len(self.diff.edits), "change"),
            self.unread or f"{changed:,} of {counted(len(statuses), 'sentence')}",
            f"{self.diff.so_far('Nothing changed')}." if self.diff.is_unchanged else "Nothing is listed here.", first,
        )  # fmt: skip

    def _columns(self) -> list[Column]:
        rank = Column("rule", "", "number", 3, lambda n: str(self.listed.entries[n].rank or ""), rank=1, about="Rule")
        words = Column("words", "", "words", 0, self._words, self._below)
        state = Column(
            "state", "", "mark", 9, self._state, self._state_below, about="○ open, ✓ done, = on purpose, … a note"
        )
        return [rank, words, state] if self.diff.rules.families else [words, state]

    def _state(self, place: int) -> str:
        if self.listed.family(place) is not None:
            return f"{len(self.diff.rules.families[place].covered):,} of {self.listed.size(place):,}"
        mark = self.listed.mark(place)
        return "…" if mark.note and mark.state == OPEN else SIGNS[mark.state]

    def _state_below(self, place: int) -> str:
        family, mark = self.listed.family(place), self.listed.mark(place)
        if family is None:
            return mark.state
        return "a guess" if family.is_vague else f"{len(family.left_over):,} left" if family.left_over else ""

    def _words(self, place: int) -> Rich:
        family = self.listed.family(place)
        if family is not None:
            return effect_in_words(family)
        return entries.words_around(self.diff, self.listed.entries[place].place, AROUND)

    def _below(self, place: int) -> Rich:
        family, entry = self.listed.family(place), self.listed.entries[place]
        if family is not None:
            return Rich(quiet(conditions_in_words(family)))
        return entry.what or Rich(quiet(self._where(entry)))

    def _where(self, entry: Entry) -> str:
        where = address(self.diff, entry.place)
        is_one = len(self.diff.base.files) == len(self.diff.head.files) == 1
        return f"line {where.rpartition(':')[2]}" if is_one else where

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> Picture | base.Pictures:
        entry = self.listed.entries[place]
        if self.listed.family(place) is not None:
            return self._where_done(entry.rank)
        drawn = place_picture(self.diff, entry)
        if self.listed.part_of(place) in (LEFT_OVER, OTHERWISE):
            with suppress(TreecompareError):  # an example that cannot be drawn hides nothing
                return base.Pictures((drawn, self._where_done(entry.rank)))
        return drawn

    def _where_done(self, rank: int) -> Picture:
        family, number = self.diff.rules.families[rank - 1], self._example[rank]
        (entry,) = entries.covered(self.diff, rank, family, number + 1, number)
        beside = f"{number + 1:,} of {len(family.covered):,} · {self._where(entry)}"
        turn = "turn" if len(family.covered) > 1 else ""
        return replace(
            place_picture(self.diff, entry), head=f"Where rule {rank} was done", head_beside=beside, turn=turn
        )

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[Block]:
        entry = self.listed.entries[place]
        rule = rule_blocks(self.diff, entry.rank, entry.family) if entry.family is not None else []
        if self.listed.family(place) is not None:
            return [*rule, Text(Rich(link("List its places", f"rule {entry.rank}")))]
        if place != self._asked:
            self._asked = -1
        words = " ".join(piece.text for piece in self._words(place).pieces if piece.look == "strong")
        stands = [Text(entry.what)] if entry.what and self.listed.part_of(place) not in (OTHERWISE, OUTSIDE) else []
        where = [address(self.diff, entry.place), *filter(None, [entries.sentence_id(self.diff, entry.place)])]
        return [
            *rule, Head(f"Here: {words}" if words else "Here"), *stands, *map(Text, changes_told(self.diff, entry)),
            Text(Rich(where[0], *(quiet(f" · {one}") for one in where[1:]))), *self._question(place),
            Head("Note"), base.NOTE._replace(text=self.listed.mark(place).note),
        ]  # fmt: skip

    def _question(self, place: int) -> list[Block]:
        alike, rank = self._alike(place), self.listed.entries[place].rank
        state, is_for_all = self.listed.mark(place).state, place == self._asked
        choices = [
            Choice("1", "Done", "corrected since", is_chosen=state == DONE and not is_for_all),
            Choice("2", "On purpose", "kept as it is", is_chosen=state == ON_PURPOSE and not is_for_all),
            Choice("0", "Not decided", is_chosen=state == OPEN and not is_for_all),
        ]
        all_said = f"all {len(alike):,} of rule {rank}"
        if is_for_all:
            return [Head(f"What about {all_said}?"), *choices, Text(Rich(link("Only this place", "alone")))]
        more = [Text(Rich(link(f"Same for {all_said}…", "alike")))] if len(alike) > 1 else []
        return [Head("What about this place?"), *choices, *more]

    def _alike(self, place: int) -> list[int]:
        """The places of the same section and rule; none where there is no rule."""
        rank = self.listed.entries[place].rank
        there = self.listed.parts[part] if (part := self.listed.part_of(place)) in (LEFT_OVER, OTHERWISE) else ()
        return [one for one in there if rank and self.listed.entries[one].rank == rank]

    def progress(self) -> tuple[int, int, str] | None:
        left = self.listed.parts[LEFT_OVER] or range(*self.listed.own)
        waits = self.listed.waiting()[left.start : left.stop]
        done = len(left) - int(waits.sum())
        return (done, len(left), f"{done:,} of {len(left):,} looked at") if left else None

    # -- what is done --------------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[Command]:
        can = not self.diff.is_unchanged
        return [
            base.to_export("report", "Report…", "HTML or Markdown for reviewers, without what is on purpose"),
            base.to_export("comment", "Comment", "Markdown for a pull request, without what is on purpose"),
            Command("copy-place", "Copy this place", can=can, about="File, line, words, and what stands or was done there"),
            base.TO_NOTE._replace(can=can),
            Command("again", "Open again", can=can, about="Not decided"),
            base.to_export("save-marks", "Marks…", "TSV: what was said of these places, for others", can=can),
            Command("read-marks", "Read marks…", about="Adds the marks of a table"),
        ]  # fmt: skip

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        own = [place for place in places if self.listed.family(place) is None]
        if action in ("choose", "again", "note", "mark", "copy-place") and not own:
            raise UsageError("nothing is said of a rule; expected one of its places")
        if action == "choose":
            return self._choose(self._alike(own[0]) if own[0] == self._asked else own, ANSWERS[str(value)])
        if action == "again":
            return self._choose(own, OPEN)
        if action == "mark":
            return [base.Ask(base.NOTE)]
        if action == "note":
            note = " ".join(str(value).split())
            return [self._said("Note", own[:1], note=note)] if note != self.listed.mark(own[0]).note else []
        if action == "open":
            return self._list_rule(self.listed.entries[places[0]].rank, is_from_first=True)
        if action == "link":
            return self._follow(places[0], str(value))
        if action == "turn":
            rank = self.listed.entries[places[0]].rank
            self._example[rank] = (self._example[rank] + int(value)) % len(self.diff.rules.families[rank - 1].covered)
            return [base.Shown(picture=True)]
        if action == "copy-place":
            return [base.Copy("the place", "\n".join(map(self._place_text, own)))]
        return self._hand_over(action, value)

    def _follow(self, place: int, to: str) -> Sequence[Answer]:
        if to in ("alike", "alone"):
            self._asked = place if to == "alike" and len(self._alike(place)) > 1 else -1
            return [base.Shown(why=True)]
        what, _, rank = to.partition(" ")
        return self._list_rule(int(rank), self.listed.family(place) is not None) if what == "rule" else []

    def _list_rule(self, rank: int, is_from_first: bool) -> Sequence[Answer]:
        """The places of a rule, those first where it was left over; none is asked for where there is no rule."""
        if not rank:
            return []
        first = int(self.listed.rows("look", [base.Token("rule", "=", str(rank))])[1][0])
        return [base.Go(find=f"rule = {rank}", place=first if is_from_first else None)]

    def _hand_over(self, action: str, value: Any) -> Sequence[Answer]:
        marks = self.listed.marks
        told = replace(self.diff, accepted=entries.accepted(marks), done=entries.accepted(marks, DONE))
        if action == "report":
            formats, name = (("Page", "html"), ("Markdown", "md")), " ".join(self.diff.names)
            return [base.Save("Save a report", formats, name, partial(_written, told))]
        if action == "comment":
            return [base.Copy("Markdown for a comment", _written(told, "md"))]
        if action == "save-marks":
            return [
                base.Save(
                    "Save marks", (("Table", "tsv"),), "accepted", lambda _: entries.marks_text(self.listed.own_marks)
                )
            ]
        if action == "read-marks":
            return [base.Read("Read marks", (("Table", "tsv"),), "take-marks")]
        if action == "take-marks":
            return [self._kept("Marks read", entries.read_marks(value))]
        return []

    def _place_text(self, place: int) -> str:
        entry = self.listed.entries[place]
        said = address(self.diff, entry.place), entries.words_around(self.diff, entry.place), entry.what
        return "\t".join(filter(None, said))

    def _choose(self, places: Sequence[int], state: str) -> Sequence[Answer]:
        title = f"{state or 'not decided'}: {counted(len(places), 'place')}"
        self._asked = -1
        return [self._said(title[0].upper() + title[1:], places, goes_on=state != OPEN, state=state)]

    def _said(self, title: str, places: Sequence[int], goes_on: bool = False, **said: str) -> base.Done:
        marks: entries.Marks = {}
        for place in places:
            entry = self.listed.entries[place]
            rule = entry.family.effect_told if entry.family is not None else entry.what
            where, words = address(self.diff, entry.place), entries.words_around(self.diff, entry.place)
            before = self.listed.mark(place)
            marks[self.listed.name(place)] = before._replace(place=where, words=words, rule=rule, **said)
        return replace(self._kept(title, marks), goes_on=goes_on)

    def _kept(self, title: str, marks: Mapping[str, entries.Mark]) -> base.Done:
        """Stores marks beside what another window may have said of other places. Raises TreecompareError: they cannot be."""
        path = entries.marks_path()
        there = entries.read_marks(path, is_needed=False)
        known = {**there, **marks}
        entries.write_marks(path, known)
        self.listed.marks, self.unread = known, ""
        before = {key: list(there.get(key, entries.Mark())) for key in marks}
        return base.Done(title, "marks", before, {key: list(mark) for key, mark in marks.items()})

    def put(self, _action: str, values: Mapping[str, Any]) -> int:
        self._kept("", {key: entries.Mark(*mark) for key, mark in values.items()})
        return next((place for key in values if (place := self.place(key)) >= 0), -1)

    # -- beside ------------------------------------------------------------------------------------------------------------

    def beside(self) -> base.Tabs:
        return [(self.view, lambda: self), ("Overview", lambda: VersionsOverview(self.title, self.diff, self.beside))]

    def name(self, place: int) -> str:
        return self.listed.name(place)

    def place(self, name: str) -> int:
        return self.listed.place(name)


def _written(diff: Diff, form: str) -> Later:
    if form == "md":
        return Later("Making the comment…", lambda *_: as_markdown(comment(diff)))
    return Later("Making the report…", lambda *_: as_html(report(diff)))


class VersionsOverview(Titled):
    """A place is a table; the first one has what is said first. ``beside``: the tabs of the job that it belongs to."""

    kind, view, help = "versions-overview", "Overview", "versions"

    def __init__(self, title: str, diff: Diff, beside: Callable[[], base.Tabs]) -> None:
        self.title, self.diff, self._beside = title, diff, beside
        rules: dict[str, Callable[[Diff], ResultTable]] = {"Rules": results.rules} if diff.rules.families else {}
        outside = {"Outside the rules, by kind": partial(results.grouped, only_outside=True)} if rules else {}
        self._tables: dict[str, Callable[[Diff], ResultTable]] = {
            "Summary": results.summary, **rules, **outside, "Changes by kind": results.grouped, "Files": results.files,
            "Sentences": results.sentences,
        }  # fmt: skip
        self.titles = list(self._tables)

    def picture(self, place: int) -> Later:
        def made(*_: Any) -> base.Page:
            said = [*lead(self.diff), *filter(None, [self.diff.remarks])] if place == 0 else []
            return base.Page(self.titles[place], [*map(str, said), self._tables[self.titles[place]](self.diff)])

        return Later("Counting…", made)

    def why(self, _place: int) -> Sequence[Block]:
        return [Text(str(one)) for one in lead(self.diff)]

    def beside(self) -> base.Tabs:
        return self._beside()
