"""What changed as a page for a reviewer: what to look at first, the rules with their examples, everything else behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from treecompare.changes import results
from treecompare.changes.edits import Edit
from treecompare.changes.examples import LONGEST, TELLING
from treecompare.changes.places import address, place_of_edit, place_of_row, place_of_word, words_around
from treecompare.changes.rules import Family
from treecompare.changes.versions import Diff
from treecompare.changes.wording import LAYER_NAMES, conditions_in_words, edits_in_words, effect_in_words
from treecompare.drawing.scene import Scene
from treecompare.errors import counted
from treecompare.pages.markdown import as_markdown
from treecompare.pages.page import Cards, Folded, Listing, Page, Paragraph, Part, Picture, Section, Table
from treecompare.scores.result import Column, ResultTable, Value, plain_column, text_column
from treecompare.scores.rich import Piece, Rich, alarm, link, pieces_of, quiet, strong

DRAWN_RULES, DRAWN_PLACES = 12, 20
"""So many rules have a drawn example, and so many places of each list are drawn."""
COVERED = 50
"""So many places of a rule are listed."""
IN_FILE = 50
"""So many changes of a file are listed."""
STRUCTURE = frozenset({"HEAD", "DEPREL", "HEAD+DEPREL", "WORDS"})
"""What a drawing shows."""
_DONE = {
    "split": "split",
    "joined": "joined with others",
    "regrouped": "cut in another way",
    "removed": "removed",
    "added": "added",
    "retokenised": "with words cut in another way",
    "moved": "in another place",
}


def report(diff: Diff, only_rules: bool = False, again: str = "") -> Page:
    """The page. ``only_rules``: rules and where they were left over; ``again``: the command that makes it."""
    page = _page(diff, _MAKERS[:2] if only_rules else _MAKERS, only_rules)
    foot = f"Again: {again}" if again else ""
    return replace(page, foot=foot, comment="" if diff.is_unchanged else as_markdown(comment(diff, only_rules)))


def comment(diff: Diff, only_rules: bool = False) -> Page:
    """The same for a comment on a pull request, and a beginning of a change log: without examples and what stands behind."""
    makers = (_rules, _left_over, _otherwise, _outside, _kinds, _special, _file_table)
    return _page(diff, makers[:2] if only_rules else makers, only_rules)


def _page(diff: Diff, makers: Sequence[Callable[[Diff], Iterable[Section]]], only_rules: bool) -> Page:
    title = f"What changed from {diff.names[0]} to {diff.names[1]}"
    told: list[Paragraph | Cards] = [Paragraph(diff.remarks, is_quiet=True)] if diff.remarks else []
    if diff.is_unchanged:
        return Page(title, [Paragraph("Nothing changed."), *told], [])
    return Page(title, [*_lead(diff, only_rules), *told], [section for make in makers for section in make(diff)])


# -- what to look at first ------------------------------------------------------------------------------------------------


def _lead(diff: Diff, only_rules: bool) -> list[Paragraph | Cards]:
    changes, found = diff.changes, diff.rules
    edits, words = diff.edits, changes.changed_words.total()
    sentences = sum(status != "same" for status in changes.statuses)
    said: list[str | Piece] = [
        strong(counted(sentences, "sentence")), f" of {len(changes.statuses):,} changed, ", strong(counted(words, "word")),
        " in them.",
    ]  # fmt: skip
    if special := _special_counts(diff):
        said.append(f" {', '.join(special)}.")
    paragraphs: list[Paragraph | Cards] = [Paragraph(Rich(*said))]
    if found.families:
        told, small = len(found.told), len(found.families) - len(found.told)
        rules = counted(told, "rule") + (f" and {counted(small, 'small one')}" if small else "")
        verb = "accounts" if len(found.families) == 1 else "account"
        explained = f" {verb} for {len(found.explained):,} of {counted(len(edits), 'change')}."
        paragraphs.append(Paragraph(Rich(strong(rules), explained)))
    elif found.in_reach:
        paragraphs.append(Paragraph("No rule: the changes have too little in common."))
    if not found.is_complete:
        paragraphs.append(Paragraph(Rich(f"{results.INCOMPLETE[0].upper()}{results.INCOMPLETE[1:]}.")))
    if diff.kind.has_rules:
        paragraphs.append(Paragraph(_look_at(diff, only_rules)))
    cards = [(f"{words:,}", f"words changed of {len(changes.found.head.words):,}")]
    cards += [(f"{number:,}", LAYER_NAMES.get(layer, layer)) for layer, number in results.layers(diff)]
    if nodes := sum(map(changes.changed_nodes, range(len(changes.statuses)))):
        cards.append((f"{nodes:,}", "constituents in one version only"))
    return [*paragraphs, Cards(cards)]


def _look_at(diff: Diff, only_rules: bool) -> Rich:
    left, outside = len(results.forgotten(diff)), len(diff.outside)
    parts: list[str | Piece] = []
    if left:
        parts += [link(f"{counted(left, 'place')} where a rule applies but nothing changed", "#left-over")]
    if outside:
        said = f"{counted(outside, 'change')} outside the rules"
        parts += [*([" and "] if parts else []), said if only_rules else link(said, "#outside")]
    return (
        Rich("Please look at ", *parts, ".")
        if parts
        else Rich("Nothing was left over, and nothing is outside the rules.")
    )


def _special_counts(diff: Diff) -> list[str]:
    statuses = Counter(diff.changes.statuses)
    flags = Counter(flag for row in diff.changes.flags for flag in row)
    said = [(statuses[one] or flags[one], done) for one, done in _DONE.items()]
    return [f"{counted(number, 'sentence')} {done}" for number, done in said if number]


# -- rules ----------------------------------------------------------------------------------------------------------------


def _rules(diff: Diff) -> Iterable[Section]:
    if not diff.rules.families:
        return
    told = diff.rules.told
    examples = _drawn_examples(diff)
    inside: dict[int, Sequence[Part]] = {}
    for place, (rank, family) in enumerate(told):
        parts: list[Part] = [examples[rank]] if rank in examples else []
        inside[place] = [*parts, _covered(diff, family)]
    first = next((place for place, (rank, _) in enumerate(told) if rank in examples), None)
    keys = {place: f"rule-{rank}" for place, (rank, _) in enumerate(told)}
    parts = (
        [Listing(_rule_rows(told), "rules", inside, frozenset() if first is None else frozenset({first}), keys)]
        if told
        else []
    )
    if small := results.small_rules(diff):
        others = [(rank, family) for rank, family in enumerate(diff.rules.families, 1) if not family.is_open]
        parts.append(Folded(small, [Listing(_rule_rows(others), "rules")]))
    yield Section("Rules found", parts, "what changed everywhere in the same way", "rules")


def _rule_rows(families: Sequence[tuple[int, Family]]) -> ResultTable:
    rows: list[list[Value]] = []
    for rank, family in families:
        number, left = len(family.covered), len(family.left_over)
        of = number + left + len(family.otherwise)
        if not left:
            over = Rich(quiet("none left over"))
        else:
            over = Rich(quiet(counted(left, "other")) if family.is_vague else alarm(f"{left:,} left over"))
        what = Rich(effect_in_words(family), quiet(f"\n{conditions_in_words(family)}"))
        rows.append([rank, what, number / of, f"{number:,} of {of:,}", over])
    columns = (
        plain_column("rule"), text_column("what was done, and where", "what"),
        Column("", lambda value: "", key="share", look="bar"), text_column("words"), text_column("left over", "left"),
    )  # fmt: skip
    return ResultTable("Rules found", columns, rows)


def _covered(diff: Diff, family: Family) -> Part:
    """The first places where a rule was applied."""
    rows: list[list[Value]] = []
    for word in family.covered[:COVERED]:
        place = place_of_word(diff, int(diff.rules.words[word]))
        rows.append([_address(diff, address(diff, place)), words_around(diff, place)])
    more = len(family.covered) - len(rows)
    table = ResultTable(
        "", (text_column("place"), text_column("words", "context")), rows, f"and {more:,} more" if more else ""
    )
    return Folded(counted(len(family.covered), "place"), [Table(table, at_once=COVERED)])


def _drawn_examples(diff: Diff) -> dict[int, Picture]:
    """A drawn sentence for each of the first rules that change what is drawn."""
    version, words = diff.changes.found.base, diff.rules.words
    row_of = diff.changes.found.row_of[0]
    chosen: dict[int, tuple[int, set[int]]] = {}
    for rank, family in diff.rules.told:
        if len(chosen) < DRAWN_RULES and any(atom.layer in STRUCTURE for atom in family.effect):
            rows: dict[int, set[int]] = {}
            for word in words[family.covered].tolist():
                rows.setdefault(int(row_of[version.sentence_of[word]]), set()).add(word)
            row = min((row for row in rows if row not in chosen), key=lambda row: _telling(diff, row), default=None)
            if row is not None:
                chosen[row] = rank, rows[row]
    scenes = diff.kind.scenes(diff.changes, list(chosen), {row: lit for row, (_, lit) in chosen.items()})
    return {chosen[row][0]: _picture(diff, row, scene, "An example") for row, scene in scenes}


def _picture(diff: Diff, row: int, scene: Scene, what: str = "") -> Picture:
    place = place_of_row(diff, row)
    return Picture(scene, Rich(f"{what}: " if what else "", _address(diff, address(diff, place))))


def _address(diff: Diff, told: str) -> str:
    """File and line, or only the line where there is one file."""
    if len(diff.base.files) > 1 or len(diff.head.files) > 1:
        return told
    (piece,) = pieces_of(told)
    return Rich(piece._replace(text=f"line {piece.text.rpartition(':')[2]}"))


def _shown(diff: Diff, table: ResultTable, *names: str) -> ResultTable:
    """Some columns of a table, with such addresses."""
    chosen = results.with_columns(table, *names)
    place = names.index("place")
    rows = [[*row[:place], _address(diff, cast(str, row[place])), *row[place + 1 :]] for row in chosen.rows]
    return replace(chosen, rows=rows)


def _telling(diff: Diff, row: int) -> tuple[bool, int, int, int]:
    """Sentences that are not long first, of these such with few edits that have words enough to be understood."""
    words = int(np.diff(diff.changes.found.base.word_offsets)[list(diff.changes.found.rows[row].base)].sum())
    return words > LONGEST, diff.changes.edits_of_row[row], abs(words - TELLING), row


# -- places ---------------------------------------------------------------------------------------------------------------


def _left_over(diff: Diff) -> Iterable[Section]:
    places = results.forgotten(diff)
    if not places:
        return
    table = _shown(diff, results.left_over(diff), "rule", "place", "context", "still")
    rows = [[rank, where, context, Rich(alarm(str(still)))] for rank, where, context, still in table.rows]
    shown = ResultTable(table.title, (*table.columns[:3], text_column("now", "what")), _linked_rules(rows))
    words = [int(diff.rules.words[word]) for _, _, word in places[:DRAWN_PLACES]]
    inside = _drawn_words(diff, words)
    title = f"Left over: {counted(len(places), 'place')}"
    yield Section(
        title, [Listing(shown, _look(diff, "places"), inside)], "a rule applies, nothing changed", "left-over"
    )


def _linked_rules(rows: Iterable[Sequence[Value]]) -> list[list[Value]]:
    """Rows of which the first cell is the number of a rule."""
    return [[Rich(link(str(rank), f"#rule-{rank}")), *cells] for rank, *cells in rows]


def _drawn_words(diff: Diff, words: Sequence[int]) -> dict[int, Sequence[Part]]:
    """Drawings of the sentences of words of BASE, by the place of the word."""
    found = diff.changes.found
    rows = [int(found.row_of[0][found.base.sentence_of[word]]) for word in words]
    lit: dict[int, set[int]] = {}
    for row, word in zip(rows, words, strict=True):
        lit.setdefault(row, set()).add(word)
    pictures = {row: _picture(diff, row, scene) for row, scene in diff.kind.scenes(diff.changes, list(lit), lit)}
    return {place: [pictures[row]] for place, row in enumerate(rows) if row in pictures}


def _otherwise(diff: Diff) -> Iterable[Section]:
    table = _shown(diff, results.otherwise(diff), "rule", "place", "context", "was done")
    if table.rows:
        shown = ResultTable(
            table.title, (*table.columns[:3], text_column("was done", "what")), _linked_rules(table.rows)
        )
        title = f"Otherwise changed: {counted(len(table.rows), 'place')}"
        yield Section(
            title,
            [Listing(shown, _look(diff, "places"), at_once=10)],
            "a rule applies, something else was done",
            "otherwise",
        )


def _outside(diff: Diff) -> Iterable[Section]:
    if not diff.kind.has_rules or not diff.outside:
        return
    table = _shown(diff, results.outside(diff), "place", "context", "edits")
    drawn = [(place, edits) for place, edits in enumerate(results.by_place(diff.outside)[:200]) if _is_drawn(edits)]
    rows = {edits[0].row: {edit.word for edit in edits if edit.word >= 0} for _, edits in drawn[:DRAWN_PLACES]}
    pictures = {row: _picture(diff, row, scene) for row, scene in diff.kind.scenes(diff.changes, list(rows), rows)}
    inside = {place: [pictures[edits[0].row]] for place, edits in drawn if edits[0].row in pictures}
    title = f"Outside the rules: {counted(len(diff.outside), 'change')}"
    parts: list[Part] = [Listing(table, _look(diff, "plain"), inside)]
    kinds = results.grouped(diff, only_outside=True)
    if len(table.rows) > len(kinds.rows) > 1:
        parts.append(Folded("the same by kind", [Table(kinds)]))
    places = len(table.rows)
    yield Section(title, parts, f"at {counted(places, 'place')}" if places != len(diff.outside) else "", "outside")


def _is_drawn(edits: Sequence[Edit]) -> bool:
    return any(edit.layer in STRUCTURE for edit in edits)


# -- sentences, files, kinds ------------------------------------------------------------------------------------------------


def _special(diff: Diff) -> Iterable[Section]:
    found = diff.changes.found
    rows = [row for row in range(len(found.rows)) if results.special(diff, row)]
    if not rows:
        return
    split = [row for row in rows if all(found.rows[row].sides) and diff.changes.statuses[row] != "same"]
    pictures = {
        row: _picture(diff, row, scene) for row, scene in diff.kind.scenes(diff.changes, split[:DRAWN_PLACES], {})
    }
    cells: list[list[Value]] = []
    for row in rows:
        place = place_of_row(diff, row)
        cells.append([_address(diff, address(diff, place)), words_around(diff, place), results.special(diff, row)])
    inside = {place: [pictures[row]] for place, row in enumerate(rows) if row in pictures}
    columns = text_column("place"), text_column("words", "context"), text_column("what happened", "what")
    listing = Listing(ResultTable("", columns, cells), _look(diff, "plain"), inside, at_once=10)
    quiet_title = "split, joined, moved, renamed, cut in another way, added or removed"
    yield Section(f"Sentences: {counted(len(rows), 'place')}", [listing], quiet_title, "sentences")


def _look(diff: Diff, look: str) -> str:
    """Lists whose places are only lines are narrower there."""
    return look if len(diff.base.files) > 1 or len(diff.head.files) > 1 else f"{look} lines"


def _changed(diff: Diff) -> Iterable[Section]:
    """Sentences one by one, drawn, where there are no rules."""
    if diff.kind.has_rules:
        return
    changes = diff.changes
    rows = [row for row, status in enumerate(changes.statuses) if status == "changed"]
    order = sorted(rows, key=lambda row: (not changes.changed_nodes(row), _telling(diff, row)))[:DRAWN_PLACES]
    pictures = {row: _picture(diff, row, scene) for row, scene in diff.kind.scenes(changes, sorted(order), {})}
    edits = {row: [edit for edit in diff.edits if edit.row == row] for row in rows}
    table: list[list[Value]] = []
    for row in rows:
        nodes = changes.changed_nodes(row)
        constituents = [counted(nodes, "constituent") + " in one version only"] if nodes else []
        what = Rich(", ".join(constituents), ", " if nodes and edits[row] else "", edits_in_words(edits[row]))
        place = place_of_row(diff, row)
        table.append([_address(diff, address(diff, place)), words_around(diff, place), what])
    if table:
        columns = text_column("place"), text_column("words", "context"), text_column("what changed", "edits")
        inside = {place: [pictures[row]] for place, row in enumerate(rows) if row in pictures}
        first = frozenset([min(inside)]) if inside else frozenset[int]()
        listing = Listing(ResultTable("", columns, table), _look(diff, "plain"), inside, first)
        yield Section(
            f"Changed: {counted(len(rows), 'sentence')}",
            [listing],
            "before above or left, after below or right",
            "changed",
        )


def _kinds(diff: Diff) -> Iterable[Section]:
    """What happened to constituents."""
    if not diff.kind.has_rules and (table := results.grouped(diff)).rows:
        yield Section("Changes by kind", [Table(table)], "", "kinds")


def _file_table(diff: Diff) -> Iterable[Section]:
    yield Section("Files", [Table(results.files(diff))], "", "files")


def _files(diff: Diff) -> Iterable[Section]:
    by_file: dict[str, list[list[Edit]]] = {}
    for edits in results.by_place(diff.edits):
        by_file.setdefault(diff.file_of(edits[0].row), []).append(edits)
    folded = [
        Folded(f"{file}: {counted(len(places), 'place')}", [_of_file(diff, places)]) for file, places in by_file.items()
    ]
    yield Section("Files", [Table(results.files(diff)), *folded], "", "files")


def _of_file(diff: Diff, places: Sequence[Sequence[Edit]]) -> Part:
    rows: list[list[Value]] = []
    for edits in places[:IN_FILE]:
        place = place_of_edit(diff, edits[0])
        rows.append([_address(diff, address(diff, place)), words_around(diff, place), edits_in_words(edits)])
    more = len(places) - len(rows)
    columns = text_column("place"), text_column("words", "context"), text_column("what changed", "edits")
    return Listing(
        ResultTable("", columns, rows, f"and {more:,} more" if more else ""), _look(diff, "plain"), at_once=IN_FILE
    )


def _behind(diff: Diff) -> Iterable[Section]:
    tables = [
        results.summary(diff),
        *([results.grouped(diff)] if diff.kind.has_rules else []),
        results.sentences(diff),
    ]
    parts = [Folded(one.title, [Table(one)]) for one in tables if one.rows]
    yield Section("Everything else", parts)


_MAKERS = (_rules, _left_over, _otherwise, _outside, _kinds, _changed, _special, _files, _behind)
