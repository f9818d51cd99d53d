"""What changed as tables for people, the library, pages and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from treecompare.errors import counted
from treecompare.extras.versions import entries
from treecompare.extras.versions.edits import LAYERS, AnyChanges, Count, TableRows, cell
from treecompare.extras.versions.entries import Place, address, place_of_edit, place_of_row, sentence_id, words_around
from treecompare.extras.versions.kind import AnyKind, shown
from treecompare.extras.versions.rules import Rules
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import conditions_in_words, effect_in_words
from treecompare.extras.versions.words import FLAGS, STATUSES, UNCHANGED, UNREAD
from treecompare.scores.result import Column, ResultTable, Value, count_column, plain_column, share_column, text_column

INCOMPLETE = "so much changed that not all rules were looked for; changes outside the rules may belong to others"


def summary(diff: Diff) -> ResultTable:
    """How much there is of what; nothing of which there is none."""
    rows: list[list[Value]] = []
    for what, which, number in counts(diff.kind, diff.changes):
        if what in ("sentences", "words", "rows", "flags", "edits") and (number or what == "sentences"):
            rows.append([what, which, number])
        if what.startswith("constituents"):
            rows.append([what, which, number])
    if diff.rules.in_reach:
        rows.append(["rules", "edits in their reach", diff.rules.in_reach])
        rows.append(["rules", "edits explained", len(diff.rules.explained)])
    renamed = [f"{old} is called {new}" for old, new in diff.renamed_files]
    note = "; ".join(filter(None, [diff.remarks, *renamed]))
    columns = text_column("what"), text_column("which"), count_column("count")
    return ResultTable(f"What changed from {diff.names[0]} to {diff.names[1]}", columns, rows, note)


# -- rules --------------------------------------------------------------------------------------------------------------------


def rules(diff: Diff, only_told: bool = False) -> ResultTable:
    """The rules; ``only_told``: those that explain much, the others are counted in the note."""
    found = diff.rules
    families = found.told if only_told else list(enumerate(found.families, 1))
    rows: list[list[Value]] = [
        [
            rank, family.effect_told, family.conditions_told, str(effect_in_words(family)), conditions_in_words(family),
            len(family.covered), len(family.left_over), len(family.otherwise), family.explained, family.share, family.gain,
        ]
        for rank, family in families
    ]  # fmt: skip
    columns = (
        plain_column("rule"), text_column("was done", "effect"), text_column("where in BASE", "conditions"),
        text_column("done, in words", "effect_in_words"), text_column("where, in words", "conditions_in_words"),
        count_column("words"), count_column("left over", "left_over"), count_column("otherwise changed", "otherwise_changed"),
        count_column("edits so far", "edits_so_far"), share_column("% of edits so far", "share_so_far"), plain_column("gain"),
    )  # fmt: skip
    note = "; ".join(filter(None, [small_rules(diff) if only_told else "", "" if found.is_complete else INCOMPLETE]))
    return ResultTable("Rules: wherever the conditions hold in BASE, this was done", columns, rows, note)


def small_rules(diff: Diff) -> str:
    """How many rules are not told, and how many edits they explain; nothing, if all are told."""
    told, families = len(diff.rules.told), diff.rules.families
    if told == len(families):
        return ""
    edits = families[-1].explained - (families[told - 1].explained if told else 0)
    return f"{counted(len(families) - told, 'small rule')}, {counted(edits, 'edit')}"


# -- places ---------------------------------------------------------------------------------------------------------------


def left_over(diff: Diff) -> ResultTable:
    """Words where the conditions of a rule hold and nothing was done, rule by rule."""
    version, rows = diff.changes.found.base, []
    for entry in entries.left_over(diff):
        assert entry.family is not None
        base = int(version.sentence_of[entry.words[0]])
        numbers: list[Value] = [entry.place.sentence + 1, entry.place.first, base + 1]
        told: list[Value] = [entry.what, entry.family.effect_told]
        rows.append([entry.rank, *_where(diff, entry.place), *told, *numbers, entries.key_of(diff, entry)])
    columns = (
        plain_column("rule"), *_place_columns(), text_column("now", "still"), text_column("not done", "effect"),
        plain_column("sentence of HEAD", "head"), plain_column("word"), plain_column("sentence of BASE", "base"),
        text_column("key"),
    )  # fmt: skip
    return ResultTable("Left over: a rule applies, nothing changed", columns, rows, entries.on_purpose(diff))


def otherwise(diff: Diff) -> ResultTable:
    """Words where the conditions of a rule hold and something else was done, rule by rule."""
    rows: list[list[Value]] = [
        [entry.rank, *_where(diff, entry.place), entry.what, entry.family.effect_told if entry.family else ""]
        for entry in entries.otherwise(diff)
    ]
    columns = plain_column("rule"), *_place_columns(), text_column("was done"), text_column("instead of", "effect")
    return ResultTable("Otherwise changed: a rule applies, something else was done", columns, rows)


def outside(diff: Diff) -> ResultTable:
    """The edits that no rule explains, place by place; those that follow another stand with it."""
    rows: list[list[Value]] = [
        [*_where(diff, entry.place), entry.what, len(entry.edits)] for entry in entries.outside(diff)
    ]
    columns = *_place_columns(), text_column("what changed", "edits"), count_column("edits", "count")
    return ResultTable("Outside the rules", columns, rows)


def _where(diff: Diff, place: Place) -> list[Value]:
    context = words_around(diff, place)
    form = next((piece.text for piece in context.pieces if piece.look == "strong"), "") if place.first else ""
    return [address(diff, place), context, form, sentence_id(diff, place)]


def _place_columns() -> tuple[Column, ...]:
    return text_column("place"), text_column("words", "context"), text_column("form"), text_column("id")


# -- sentences, files, kinds, everything ----------------------------------------------------------------------------------


def sentences(diff: Diff, only_special: bool = False) -> ResultTable:
    """All sentences that are not the same in both; ``only_special``: not those that only have edits."""
    rows: list[list[Value]] = []
    found = diff.changes.found
    for number, (row, status) in enumerate(zip(found.rows, diff.changes.statuses, strict=True)):
        besides = [one for one in diff.besides.get(number, ()) if one != status]
        if besides or status not in ("same", "changed") or (status == "changed" and not only_special):
            place = place_of_row(diff, number)
            rows.append(
                [
                    status, ", ".join(besides), address(diff, place), words_around(diff, place),
                    positions(row.base), positions(row.head), ids_told(row.base, found.base.ids),
                    ids_told(row.head, found.head.ids), diff.changes.edits_of_row[number],
                ]
            )  # fmt: skip
    columns = (
        text_column("status"), text_column("besides", "flags"), text_column("place"), text_column("words", "context"),
        text_column("BASE", "base"), text_column("HEAD", "head"), text_column("id in BASE", "base_id"),
        text_column("id in HEAD", "head_id"), count_column("edits"),
    )  # fmt: skip
    return ResultTable("Sentences that are not the same", columns, rows)


def files(diff: Diff, most: int = 3) -> ResultTable:
    """What changed file by file, and in all; ``most``: so many rules have columns of their own."""
    told = [rank for rank, _ in diff.rules.told[:most]]
    others = len(diff.rules.families) > len(told)
    has_rules = bool(diff.rules.in_reach)
    lost = [name for name in diff.base.files if diff.files.get(name, name) not in diff.head.files]
    by_file: dict[str, Counter[str]] = {name: Counter() for name in (*diff.head.files, *lost)}
    changes = diff.changes
    file_of = [diff.file_of(row) for row in range(len(changes.found.rows))]
    for row, status in enumerate(changes.statuses):
        by_file[file_of[row]]["sentences"] += status not in UNCHANGED
    for row, words in changes.changed_words.items():
        by_file[file_of[row]]["words"] += words
    for number, edit in enumerate(changes.edits):
        if edit.layer != "DEPS.mirror":
            rank = diff.rules.explained.get(number)
            what = "outside" if rank is None else f"rule {rank}" if rank in told else "other rules"
            by_file[file_of[edit.row]][what] += 1
            by_file[file_of[edit.row]]["changes"] += 1
    for entry in entries.left_over(diff):
        by_file[file_of[entry.row]]["left over"] += 1
    names = ["sentences", "words", "changes"]
    if has_rules:
        names += [*(f"rule {rank}" for rank in told), *(["other rules"] if others else []), "outside", "left over"]
    rows: list[list[Value]] = [[name, *(counts[one] for one in names)] for name, counts in by_file.items()]
    whole = sum(by_file.values(), Counter())
    if len(rows) > 1:
        rows.append(["All", *(whole[one] for one in names)])
    return ResultTable("Files", (text_column("file"), *map(count_column, names)), rows)


def layers(diff: Diff) -> list[tuple[str, int]]:
    """How many edits each layer has, of those that have any."""
    found = Counter(edit.layer for edit in diff.edits)
    known = list(dict.fromkeys((*diff.kind.layers, *LAYERS)))
    return [(layer, found[layer]) for layer in sorted(found, key=known.index)]


def grouped(diff: Diff, only_outside: bool = False) -> ResultTable:
    """Edits of the same kind; ``only_outside``: of those that no rule explains."""
    if only_outside:
        return replace(diff.kind.groups(diff.changes, diff.outside), title="Outside the rules, by kind")
    return diff.kind.groups(diff.changes)


def edits(diff: Diff) -> ResultTable:
    """All edits, and which rule explains each."""
    explained = diff.rules.explained
    rows: list[list[Value]] = [
        [
            edit.base + 1, edit.head + 1, edit.base_word, edit.head_word, edit.layer, shown(edit.key), shown(edit.old),
            shown(edit.new), shown(edit.how), edit.follows >= 0, explained.get(number), address(diff, place_of_edit(edit)),
        ]
        for number, edit in enumerate(diff.changes.edits)
    ]  # fmt: skip
    columns = (
        plain_column("sentence of BASE", "base"), plain_column("sentence of HEAD", "head"),
        text_column("word in BASE", "base_word"), text_column("word in HEAD", "head_word"),
        *map(text_column, ("layer", "key", "from", "to", "how")), text_column("follows another", "follows"), plain_column("rule"),
        text_column("place"),
    )  # fmt: skip
    return ResultTable("Edits", columns, rows)


# -- which tables, for whom -----------------------------------------------------------------------------------------------


def with_columns(table: ResultTable, *names: str) -> ResultTable:
    """A table with some of its columns."""
    places = [place for name in names for place, one in enumerate(table.columns) if one.name == name]
    rows = [[row[place] for place in places] for row in table.rows]
    return replace(table, columns=tuple(table.columns[place] for place in places), rows=rows)


def for_people(diff: Diff, only_rules: bool = False) -> list[ResultTable]:
    """What a reviewer looks at, in this order; tables without rows are left out."""
    told = with_columns(
        rules(diff, only_told=True), "rule", "effect", "conditions", "words", "left_over", "otherwise_changed", "share_so_far"
    )  # fmt: skip
    tables = [told, with_columns(left_over(diff), "rule", "place", "form", "context", "still")]
    if not only_rules:
        changed = with_columns(otherwise(diff), "rule", "place", "form", "was done")
        beside = with_columns(outside(diff), "place", "form", "edits") if diff.kind.has_rules else None
        kinds = grouped(diff, only_outside=diff.kind.has_rules)
        special = with_columns(sentences(diff, only_special=True), "status", "flags", "place", "context", "edits")
        tables = [summary(diff), *tables, changed, *([beside] if beside else []), special, kinds]
        if len(diff.head.files) > 1:
            tables.append(files(diff))
    return [table for table in tables if table.rows or table.note]


def for_scripts(diff: Diff, only_rules: bool = False) -> Sequence[ResultTable]:
    """Everything."""
    if only_rules:
        return [rules(diff), left_over(diff), otherwise(diff)]
    return [
        summary(diff), sentences(diff), rules(diff), left_over(diff), otherwise(diff), outside(diff), grouped(diff),
        files(diff), edits(diff),
    ]  # fmt: skip


def all_tables(kind: AnyKind, changes: AnyChanges, rules: Rules) -> dict[str, TableRows]:
    """The tables by the names of their files."""
    return {
        "sentences": sentence_table(kind, changes), "counts": count_table(kind, changes), **kind.tables(changes, rules),
    }  # fmt: skip


def sentence_table(kind: AnyKind, changes: AnyChanges) -> TableRows:
    """All rows: their sentences by position from 1, how many edits they have, and what else the kind of treebank has."""
    found = changes.found
    heads = ["row", "status", "flags", "base", "head", "base_id", "head_id", "edits", *kind.further_heads]
    rows = [
        [
            str(number + 1), changes.statuses[number], ",".join(changes.flags[number]) or "-", positions(row.base),
            positions(row.head), ids_told(row.base, found.base.ids), ids_told(row.head, found.head.ids),
            str(changes.edits_of_row[number]), *kind.further_cells(changes, number),
        ]
        for number, row in enumerate(found.rows)
    ]  # fmt: skip
    return [heads, *rows]


def positions(sentences: tuple[int, ...]) -> str:
    """Sentences of a version, from 1."""
    return "+".join(str(one + 1) for one in sentences) or "-"


def ids_told(sentences: tuple[int, ...], ids: Sequence[str | None]) -> str:
    """The ids of sentences of a version."""
    return "+".join(cell(ids[one]) for one in sentences) or "-"


def count_table(kind: AnyKind, changes: AnyChanges) -> TableRows:
    """How much there is of everything."""
    return [["what", "which", "count"], *([what, which, str(count)] for what, which, count in counts(kind, changes))]


def counts(kind: AnyKind, changes: AnyChanges) -> list[Count]:
    """The same as numbers."""
    found, statuses = changes.found, Counter(changes.statuses)
    flags = Counter(flag for row in changes.flags for flag in row)
    known = [status for status in STATUSES if status != UNREAD or statuses[status]]
    return [
        ("sentences", "base", len(found.base)), ("sentences", "head", len(found.head)), ("words", "base", len(found.base.words)),
        ("words", "head", len(found.head.words)), *(("rows", status, statuses[status]) for status in known),
        *(("flags", flag, flags[flag]) for flag in FLAGS), *kind.counts(changes),
    ]  # fmt: skip
