"""What changed as tables for people, the library and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from treecompare.changes.changes import Changes
from treecompare.changes.constituents import TreeChanges
from treecompare.changes.edits import Edit
from treecompare.changes.groups import Group, groups
from treecompare.changes.rules import Family
from treecompare.changes.tables import count_table, sentence_table
from treecompare.changes.tree_groups import tree_groups
from treecompare.changes.versions import Diff
from treecompare.errors import counted
from treecompare.scores.result import Column, ResultTable, Value, count_column, plain_column, share_column, text_column

INCOMPLETE = "so much changed that not all rules were looked for; edits outside the rules may belong to others"


def summary(diff: Diff) -> ResultTable:
    """How much there is of what; nothing of which there is none."""
    rows: list[list[Value]] = []
    for what, which, number in count_table(diff.changes)[1:]:
        if what in ("sentences", "words", "rows", "flags", "edits") and (number != "0" or what == "sentences"):
            rows.append([what, which, int(number)])
        if what.startswith("constituents"):
            rows.append([what, which, int(number)])
    if (found := diff.rules) is not None and found.in_reach:
        rows.append(["rules", "edits in their reach", found.in_reach])
        rows.append(["rules", "edits explained", len(found.explained_edits)])
    note = "; ".join(
        f"{name}: {read.remarks}" for name, read in (("BASE", diff.base), ("HEAD", diff.head)) if read.remarks
    )
    columns = text_column("what"), text_column("which"), count_column("count")
    return ResultTable(f"What changed from {diff.names[0]} to {diff.names[1]}", columns, rows, note)


def rules(diff: Diff, only_open: bool = False) -> ResultTable:
    """The rules; ``only_open``: those that explain much, the others are counted in the note."""
    found = diff.rules
    families = [] if found is None else found.families
    shown = [family for family in families if family.is_open or not only_open]
    rows: list[list[Value]] = [
        [
            rank, family.conditions_told, family.effect_told, len(family.covered), len(family.left_over), len(family.otherwise),
            family.explained, family.share, family.gain,
        ]
        for rank, family in enumerate(shown, 1)
    ]  # fmt: skip
    note = ""
    if folded := families[len(shown) :]:
        edits = folded[-1].explained - (shown[-1].explained if shown else 0)
        note = f"{counted(len(folded), 'small rule')}, {counted(edits, 'edit')}"
    if found is not None and not found.is_complete:
        note = "; ".join(filter(None, (note, INCOMPLETE)))
    columns = (
        plain_column("rule"), text_column("where in BASE"), text_column("was done", "effect"), count_column("words"),
        count_column("left over", "left_over"), count_column("otherwise changed", "otherwise_changed"),
        count_column("edits so far", "edits_so_far"), share_column("% of edits so far", "share_so_far"), plain_column("gain"),
    )  # fmt: skip
    return ResultTable("Rules: wherever the conditions hold in BASE, this was done", columns, rows, note)


def forgotten(diff: Diff) -> list[tuple[int, Family, int]]:
    """Places where a rule was perhaps forgotten: number of the rule, the rule, word in BASE. Vague rules forget nothing."""
    found = diff.rules
    if found is None:
        return []
    return [
        (rank, family, int(found.words[word]))
        for rank, family in enumerate(found.families, 1)
        if family.is_open and not family.is_vague
        for word in family.left_over
    ]


def left_over(diff: Diff) -> ResultTable:
    """Words where the conditions of a rule hold and nothing was done, rule by rule."""
    changes = diff.changes
    rows: list[list[Value]] = []
    if isinstance(changes, Changes):
        version, partners = changes.found.base, changes.found.words.base
        for rank, family, word in forgotten(diff):
            head, other = changes.found.head, int(partners[word])
            sentence = int(head.sentence_of[other])
            rows.append(
                [
                    rank, family.effect_told, sentence + 1, head.ids[sentence] or "", head.number(other),
                    changes.references.head.form(other), int(version.sentence_of[word]) + 1,
                ]
            )  # fmt: skip
    columns = (
        plain_column("rule"), text_column("not done", "effect"), plain_column("sentence of HEAD", "head"), text_column("id"),
        plain_column("word"), text_column("form"), plain_column("sentence of BASE", "base"),
    )  # fmt: skip
    return ResultTable("Perhaps forgotten: the conditions of a rule hold, and nothing was done", columns, rows)


def sentences(diff: Diff, only_special: bool = False) -> ResultTable:
    """All sentences that are not the same in both; ``only_special``: not those that only have edits."""
    texts = sentence_table(diff.changes)[1:]
    rows: list[list[Value]] = []
    for number, (text, status, flags) in enumerate(zip(texts, diff.changes.statuses, diff.changes.flags, strict=True)):
        moved = diff.moved_to(number)
        if (status in ("same", "changed") and only_special and not flags and not moved) or (
            status == "same" and not flags and not moved
        ):
            continue
        told = ", ".join((*flags, *([f"moved to {moved}"] if moved else [])))
        rows.append([status, told, *text[3:7], int(text[7])])
    columns = (
        text_column("status"), text_column("besides", "flags"), text_column("BASE", "base"), text_column("HEAD", "head"),
        text_column("id in BASE", "base_id"), text_column("id in HEAD", "head_id"), count_column("edits"),
    )  # fmt: skip
    return ResultTable("Sentences that are not the same", columns, rows)


def grouped(diff: Diff, only_outside: bool = False) -> ResultTable:
    """Edits of the same kind; ``only_outside``: of those that no rule explains."""
    changes = diff.changes
    title = "Edits outside all rules" if only_outside else "Edits of a kind"
    if isinstance(changes, TreeChanges):
        kinds = text_column("what happened", "kind"), text_column("of what", "what"), text_column("label")
        columns = (*kinds, text_column("from"), text_column("to"), count_column("count"))
        return ResultTable("Constituents and tags", columns, [list(one) for one in tree_groups(changes)])
    found: Iterable[Group] = groups(changes, diff.outside if only_outside else None)
    rows: list[list[Value]] = [[*map(_text, one[:5]), one.number] for one in found]
    return ResultTable(title, (*_kind_columns(), count_column("count")), rows)


def _kind_columns() -> tuple[Column, ...]:
    return text_column("layer"), text_column("key"), text_column("from"), text_column("to"), text_column("how")


def edits(diff: Diff) -> ResultTable:
    """All edits, and whether a rule explains each."""
    outside = set(map(id, diff.outside))
    rows: list[list[Value]] = [
        [*_place(edit), edit.follows >= 0, id(edit) not in outside] for edit in diff.changes.edits
    ]
    columns = (
        plain_column("sentence of BASE", "base"), plain_column("sentence of HEAD", "head"),
        text_column("word in BASE", "base_word"), text_column("word in HEAD", "head_word"),
        *_kind_columns(), text_column("follows another", "follows"), text_column("explained"),
    )  # fmt: skip
    return ResultTable("Edits", columns, rows)


def _place(edit: Edit) -> list[Value]:
    place: list[Value] = [edit.base + 1, edit.head + 1, edit.base_word, edit.head_word]
    return [*place, edit.layer, "" if edit.key == "-" else edit.key, _text(edit.old), _text(edit.new), _text(edit.how)]


def _text(value: str | None) -> str:
    return "_" if value is None else "" if value == "-" else value


def for_people(diff: Diff, only_rules: bool = False) -> list[ResultTable]:
    """What a reviewer looks at, in this order; tables without rows are left out."""
    tables = [rules(diff, only_open=True), left_over(diff)]
    if not only_rules:
        tables = [summary(diff), *tables, sentences(diff, only_special=True), grouped(diff, only_outside=True)]
    return [table for table in tables if table.rows or table.note]


def for_scripts(diff: Diff, only_rules: bool = False) -> Sequence[ResultTable]:
    """Everything."""
    if only_rules:
        return [rules(diff), left_over(diff)]
    return [summary(diff), sentences(diff), rules(diff), left_over(diff), grouped(diff), edits(diff)]
