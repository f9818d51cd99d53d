"""What changed as a page for a reviewer: what to look at first, the rules with their examples, everything else behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from treecompare.errors import counted
from treecompare.extras.versions import entries, results
from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.entries import Entry, Place, address, place_of_row, words_around
from treecompare.extras.versions.examples import LONGEST, TELLING
from treecompare.extras.versions.kind import ANYTHING
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import LAYER_NAMES, conditions_in_words, edits_in_words, effect_in_words
from treecompare.extras.versions.words import UNCHANGED, UNREAD
from treecompare.pages.html import Cards, Folded, Listing, Page, Paragraph, Part, Picture, Section, Table, as_markdown
from treecompare.scores.result import Column, ResultTable, Value, plain_column, text_column
from treecompare.scores.rich import Piece, Rich, alarm, link, pieces_of, quiet, strong

DRAWN_RULES, DRAWN_PLACES = 12, 20
"""So many rules have a drawn example, and so many places of each list are drawn."""
COVERED = 50
"""So many places of a rule are listed."""
IN_FILE = 50
"""So many changes of a file are listed."""
MOST_ROWS = 200
"""So many places of any other list."""
STRUCTURE = frozenset({"HEAD", "DEPREL", "HEAD+DEPREL", "WORDS"})
"""What a drawing shows."""
_DONE = {
    "split": "split",
    "joined": "joined with others",
    "regrouped": "cut in another way",
    "removed": "removed",
    "added": "added",
    UNREAD: "not compared, as they cannot be read",
    "retokenised": "with words cut in another way",
    "moved": "in another place",
    "file": "in another file",
}


def report(diff: Diff, only_rules: bool = False, again: str = "") -> Page:
    """The page. ``only_rules``: rules and where they were left over; ``again``: the command that makes it."""
    page = _Report(diff, only_rules).page(*(_RULES if only_rules else _ALL))
    foot = f"Again: {again}" if again else ""
    copied = replace(page, sections=[_short(one) for one in page.sections if one.key in _COMMENT])
    return replace(page, foot=foot, comment="" if diff.is_unchanged else as_markdown(copied))


def comment(diff: Diff, only_rules: bool = False) -> Page:
    """The same for a comment on a pull request, and a beginning of a change log: without examples and what stands behind."""
    page = _Report(diff, only_rules, draws=False).page(*(_RULES if only_rules else _COMMENT))
    return replace(page, sections=list(map(_short, page.sections)))


def lead(diff: Diff) -> list[str]:
    """What is said first, in a few sentences."""
    return [one.text for one in _Report(diff).page().lead if isinstance(one, Paragraph) and not one.is_quiet]


def _short(section: Section) -> Section:
    """A section of a comment: the table of files, if there are several, without what changed in each."""
    if section.key != "files":
        return section
    return replace(
        section, parts=[one for one in section.parts[:1] if isinstance(one, Table) and len(one.result.rows) > 1]
    )


_RULES = ("rules", "left-over")
_COMMENT = (*_RULES, "otherwise", "outside", "kinds", "sentences", "files")
_ALL = (*_RULES, "otherwise", "outside", "kinds", "changed", "sentences", "files", "behind")
"""The sections, in this order."""


class _Report:
    """Makes the sections of a page. ``draws``: whether there are drawings."""

    def __init__(self, diff: Diff, only_rules: bool = False, draws: bool = True) -> None:
        self.diff, self.only_rules, self.draws = diff, only_rules, draws

    def page(self, *keys: str) -> Page:
        """The page with these sections, as far as there is something to say."""
        diff = self.diff
        title = f"What changed from {diff.names[0]} to {diff.names[1]}"
        told: list[Paragraph | Cards] = [Paragraph(diff.remarks, is_quiet=True)] if diff.remarks else []
        if diff.is_unchanged:
            return Page(title, [Paragraph(f"{diff.so_far('Nothing changed')}."), *told], [])
        makers: dict[str, Callable[[], Iterable[Section]]] = {
            "rules": self._rules, "left-over": self._left_over, "otherwise": self._otherwise, "outside": self._outside,
            "kinds": self._kinds, "changed": self._changed, "sentences": self._special, "files": self._files,
            "behind": self._behind,
        }  # fmt: skip
        return Page(title, [*self._lead(), *told], [section for key in keys for section in makers[key]()])

    def _pictures(self, lit: dict[int, set[int]], what: str = "") -> dict[int, Picture]:
        """Drawings of rows, as far as they can be drawn, with the words that are pointed out; ``what`` they are."""
        if not self.draws:
            return {}
        captions = f"{what}: " if what else ""
        scenes = self.diff.kind.scenes(self.diff.changes, list(lit), lit)
        return {row: Picture(scene, Rich(captions, self._place(place_of_row(self.diff, row)))) for row, scene in scenes}

    def _place(self, place: Place) -> str:
        return self._address(address(self.diff, place))

    def _address(self, told: str) -> str:
        if self._has_files:
            return told
        (piece,) = pieces_of(told)
        return Rich(piece._replace(text=f"line {piece.text.rpartition(':')[2]}"))

    @property
    def _has_files(self) -> bool:
        return len(self.diff.base.files) > 1 or len(self.diff.head.files) > 1

    def _look(self, look: str) -> str:
        """Lists whose places are only lines are narrower there."""
        return look if self._has_files else f"{look} lines"

    # -- what to look at first --------------------------------------------------------------------------------------------

    def _lead(self) -> list[Paragraph | Cards]:
        changes, found = self.diff.changes, self.diff.rules
        edits, words = self.diff.edits, changes.changed_words.total()
        sentences = sum(status not in UNCHANGED for status in changes.statuses)
        said: list[str | Piece] = [
            strong(counted(sentences, "sentence")), f" of {len(changes.statuses):,} changed, ", strong(counted(words, "word")),
            " in them.",
        ]  # fmt: skip
        if special := ", ".join(self._special_counts()):
            said += [" ", special if self.only_rules else link(special, "#sentences"), "."]
        paragraphs = [Rich(*said)]
        if found.families:
            told, small = len(found.told), len(found.families) - len(found.told)
            rules = counted(told, "rule") + (f" and {counted(small, 'small one')}" if small else "")
            verb = "accounts" if len(found.families) == 1 else "account"
            explained = f" {verb} for {len(found.explained):,} of {counted(len(edits), 'change')}."
            paragraphs.append(Rich(strong(rules), explained))
        elif found.in_reach:
            paragraphs.append(Rich("No rule: the changes have too little in common."))
        if not found.is_complete:
            paragraphs.append(Rich(f"{results.INCOMPLETE[0].upper()}{results.INCOMPLETE[1:]}."))
        if self.diff.kind.has_rules:
            paragraphs.append(self._look_at())
        cards = [(f"{words:,}", f"words changed of {len(changes.found.head.words):,}")]
        cards += [(f"{number:,}", LAYER_NAMES.get(layer, layer)) for layer, number in results.layers(self.diff)]
        if nodes := sum(map(changes.changed_nodes, range(len(changes.statuses)))):
            cards.append((f"{nodes:,}", "constituents in one version only"))
        return [*map(Paragraph, paragraphs), Cards(cards)]

    def _look_at(self) -> Rich:
        left, outside = len(entries.left_over(self.diff)), len(self.diff.outside)
        parts: list[str | Piece] = []
        if left:
            parts.append(link(f"{counted(left, 'place')} where a rule applies but nothing changed", "#left-over"))
        if outside:
            places = len(entries.places(self.diff.outside))
            at = f" at {counted(places, 'place')}" if places != outside else ""
            said = f"{counted(outside, 'change')}{at} outside the rules"
            parts += [*([" and "] if parts else []), said if self.only_rules else link(said, "#outside")]
        but = f"; {known}" if (known := entries.on_purpose(self.diff)) else ""
        if not parts:
            return Rich(f"Nothing was left over, and nothing is outside the rules{but}.")
        return Rich("Please look at ", *parts, f"{but}.")

    def _special_counts(self) -> list[str]:
        elsewhere = self.diff.moved
        counts = Counter({**Counter(self.diff.changes.statuses), "file": len(elsewhere)})
        rows = enumerate(self.diff.changes.flags)
        counts.update(flag for row, flags in rows for flag in flags if flag != "moved" or row not in elsewhere)
        said = [(counts[one], done) for one, done in _DONE.items()]
        return [f"{counted(number, 'sentence')} {done}" for number, done in said if number]

    # -- rules ------------------------------------------------------------------------------------------------------------

    def _rules(self) -> Iterable[Section]:
        found = self.diff.rules
        if not found.families:
            return
        examples = self._examples()
        inside: dict[int, Sequence[Part]] = {}
        for place, (rank, family) in enumerate(found.told):
            inside[place] = [*([examples[rank]] if rank in examples else []), self._covered(rank, family)]
        drawn = [place for place, (rank, _) in enumerate(found.told) if rank in examples]
        keys = {place: f"rule-{rank}" for place, (rank, _) in enumerate(found.told)}
        parts: list[Part] = [Listing(_rule_rows(found.told), "rules", inside, frozenset(drawn[:1]), keys)]
        if small := results.small_rules(self.diff):
            others = [(rank, family) for rank, family in enumerate(found.families, 1) if not family.is_open]
            parts.append(Folded(small, [Listing(_rule_rows(others), "rules")]))
        yield Section("Rules found", parts, "what changed everywhere in the same way", "rules")

    def _listed(self, found: Sequence[Entry], columns: tuple[Column, ...]) -> list[list[Value]]:
        """Rows of places: by the names of the columns the rule, the place, the words around, what stands or was done."""
        rows: list[list[Value]] = []
        for one in found:
            cells: dict[str, Value] = {
                "rule": Rich(link(str(one.rank), f"#rule-{one.rank}")) if one.rank else "", "place": self._place(one.place),
                "context": words_around(self.diff, one.place), "what": one.what,
            }  # fmt: skip
            rows.append([cells[column.name] for column in columns])
        return rows

    def _drawn(self, found: Sequence[Entry]) -> dict[int, Sequence[Part]]:
        places = enumerate(found[:MOST_ROWS])
        shows = [one for one in places if not one[1].edits or any(edit.layer in STRUCTURE for edit in one[1].edits)]
        lit: dict[int, set[int]] = {}
        for _, one in shows[:DRAWN_PLACES]:
            lit.setdefault(one.row, set()).update(one.words)
        pictures = self._pictures(lit)
        return {place: [pictures[one.row]] for place, one in shows[:DRAWN_PLACES] if one.row in pictures}

    def _listing(self, found: Sequence[Entry], look: str, columns: tuple[Column, ...], at_once: int = 25) -> Listing:
        table = ResultTable("", columns, self._listed(found, columns))
        return Listing(table, self._look(look), self._drawn(found), most=MOST_ROWS, at_once=at_once)

    def _covered(self, rank: int, family: Family) -> Part:
        rows = self._listed(entries.covered(self.diff, rank, family, COVERED), PLAIN[:2])
        table = ResultTable("", PLAIN[:2], rows, _more(len(family.covered) - len(rows)))
        return Folded(counted(len(family.covered), "place"), [Table(table, at_once=COVERED)])

    def _examples(self) -> dict[int, Picture]:
        words = self.diff.rules.words
        chosen: dict[int, tuple[int, set[int]]] = {}
        for rank, family in self.diff.rules.told:
            if len(chosen) < DRAWN_RULES and any(atom.layer in STRUCTURE for atom in family.effect):
                rows = self._rows_of(words[family.covered].tolist())
                row = min((row for row in rows if row not in chosen), key=self._telling, default=None)
                if row is not None:
                    chosen[row] = rank, rows[row]
        pictures = self._pictures({row: lit for row, (_, lit) in chosen.items()}, "An example")
        return {chosen[row][0]: picture for row, picture in pictures.items()}

    def _rows_of(self, words: Iterable[int]) -> dict[int, set[int]]:
        found = self.diff.changes.found
        rows: dict[int, set[int]] = {}
        for word in words:
            rows.setdefault(int(found.row_of[0][found.base.sentence_of[word]]), set()).add(word)
        return rows

    def _telling(self, row: int) -> tuple[bool, int, int, int]:
        """Sentences that are not long first, of these such with few edits that have words enough to be understood."""
        found = self.diff.changes.found
        words = int(np.diff(found.base.word_offsets)[list(found.rows[row].base)].sum())
        return words > LONGEST, self.diff.changes.edits_of_row[row], abs(words - TELLING), row

    # -- places -----------------------------------------------------------------------------------------------------------

    def _left_over(self) -> Iterable[Section]:
        if found := entries.left_over(self.diff):
            listing = self._listing(found, "places", _with_rule("now"))
            told = "; ".join(filter(None, ("a rule applies, nothing changed", entries.on_purpose(self.diff))))
            yield Section(f"Left over: {counted(len(found), 'place')}", [listing], told, "left-over")

    def _otherwise(self) -> Iterable[Section]:
        if found := entries.otherwise(self.diff):
            listing = self._listing(found, "places", _with_rule("was done"), at_once=10)
            title = f"Otherwise changed: {counted(len(found), 'place')}"
            yield Section(title, [listing], "a rule applies, something else was done", "otherwise")

    def _outside(self) -> Iterable[Section]:
        found = entries.outside(self.diff) if self.diff.kind.has_rules else []
        if not found:
            return
        parts: list[Part] = [self._listing(found, "plain", PLAIN)]
        kinds = results.grouped(self.diff, only_outside=True)
        is_telling = any(row[2:5] != [ANYTHING, ANYTHING, "changed"] for row in kinds.rows)
        if len(found) > len(kinds.rows) > 1 and is_telling:
            parts.append(Folded("the same by kind", [Table(kinds)]))
        title, edits = f"Outside the rules: {counted(len(self.diff.outside), 'change')}", len(self.diff.outside)
        yield Section(title, parts, f"at {counted(len(found), 'place')}" * (len(found) != edits), "outside")

    # -- sentences, files, kinds --------------------------------------------------------------------------------------------

    def _special(self) -> Iterable[Section]:
        if found := entries.of_sentences(self.diff):
            quiet_title = "split, joined, moved, renamed, cut in another way, added or removed"
            listing = self._listing(found, "plain", PLAIN, at_once=10)
            yield Section(f"Sentences: {counted(len(found), 'place')}", [listing], quiet_title, "sentences")

    def _changed(self) -> Iterable[Section]:
        diff, changes = self.diff, self.diff.changes
        rows = [row for row, status in enumerate(changes.statuses) if status == "changed"]
        if diff.kind.has_rules or not rows:
            return
        drawn = sorted(rows, key=lambda row: (not changes.changed_nodes(row), self._telling(row)))[:DRAWN_PLACES]
        pictures = self._pictures({row: set() for row in sorted(drawn)})
        edits: dict[int, list[Edit]] = {}
        for edit in diff.edits:
            edits.setdefault(edit.row, []).append(edit)
        cells: list[list[Value]] = []
        for row in rows:
            nodes, own = changes.changed_nodes(row), edits.get(row, [])
            constituents = f"{counted(nodes, 'constituent')} in one version only" if nodes else ""
            place = place_of_row(diff, row)
            what = Rich(constituents, ", " if nodes and own else "", edits_in_words(own))
            cells.append([self._place(place), words_around(diff, place), what])
        inside = {place: [pictures[row]] for place, row in enumerate(rows) if row in pictures}
        # the narrowest drawing is seen whole
        at_once = [at for at in inside if at < Listing.at_once]
        at_once.sort(key=lambda at: (not changes.changed_nodes(rows[at]), pictures[rows[at]].scene.width))
        listing = Listing(ResultTable("", PLAIN, cells), self._look("plain"), inside, frozenset(at_once[:1]))
        quiet_title = "before above or left, after below or right"
        yield Section(f"Changed: {counted(len(rows), 'sentence')}", [listing], quiet_title, "changed")

    def _kinds(self) -> Iterable[Section]:
        """What happened to constituents."""
        if not self.diff.kind.has_rules and (table := results.grouped(self.diff)).rows:
            yield Section("Changes by kind", [Table(table)], "", "kinds")

    def _files(self) -> Iterable[Section]:
        by_file: dict[str, list[Sequence[Edit]]] = {}
        for there in entries.places(self.diff.edits):
            by_file.setdefault(self.diff.file_of(there[0].row), []).append(there)
        folded = [
            Folded(f"{file}: {counted(len(one), 'place')}", [self._of_file(one)]) for file, one in by_file.items()
        ]
        yield Section("Files", [Table(results.files(self.diff)), *folded], "", "files")

    def _of_file(self, found: Sequence[Sequence[Edit]]) -> Part:
        rows = self._listed([entries.at_place(there) for there in found[:IN_FILE]], PLAIN)
        return Listing(
            ResultTable("", PLAIN, rows, _more(len(found) - len(rows))), self._look("plain"), at_once=IN_FILE
        )

    def _behind(self) -> Iterable[Section]:
        kinds = [results.grouped(self.diff)] if self.diff.kind.has_rules else []
        tables = [results.summary(self.diff), *kinds, results.sentences(self.diff)]
        yield Section("Everything else", [Folded(one.title, [Table(one)]) for one in tables if one.rows])


PLAIN = text_column("place"), text_column("words", "context"), text_column("what changed", "what")


def _with_rule(title: str) -> tuple[Column, ...]:
    return plain_column("rule"), *PLAIN[:2], text_column(title, "what")


def _rule_rows(families: Sequence[tuple[int, Family]]) -> ResultTable:
    rows: list[list[Value]] = []
    for rank, family in families:
        number, left = len(family.covered), len(family.left_over)
        of = number + left + len(family.otherwise)
        over = quiet("none left over")
        if left:
            over = quiet(counted(left, "other")) if family.is_vague else alarm(f"{left:,} left over")
        what = Rich(effect_in_words(family), quiet(f"\n{conditions_in_words(family)}"))
        rows.append([rank, what, number / of, f"{number:,} of {of:,}", Rich(over)])
    columns = (
        plain_column("rule"), text_column("what was done, and where", "what"),
        Column("", lambda value: "", key="share", look="bar"), text_column("words"), text_column("left over", "left"),
    )  # fmt: skip
    return ResultTable("Rules found", columns, rows)


def _more(number: int) -> str:
    return f"and {number:,} more" if number else ""
