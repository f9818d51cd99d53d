"""What changed as tables of texts, for files that scripts compare line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from treecompare.changes.changes import Changes
from treecompare.changes.constituents import TREE_LAYERS, TreeChanges
from treecompare.changes.edits import LAYERS, MIRROR
from treecompare.changes.groups import groups
from treecompare.changes.rules import Rules as RulesFound
from treecompare.changes.sentences import STATUSES
from treecompare.changes.words import FLAGS

Rows = list[list[str]]


def cell(value: str | None) -> str:
    r"""A value as a cell: ``_`` where it is not there, ``\_`` for a value that is ``_``; tabs as ``\t``."""
    if value is None:
        return "_"
    return "\\_" if value == "_" else value.replace("\t", "\\t").replace("\n", "\\n")


def sentence_table(changes: Changes | TreeChanges) -> Rows:
    """All rows: their sentences by position from 1, how many edits they have, and of trees how many constituents."""
    found = changes.found
    table = [["row", "status", "flags", "base", "head", "base_id", "head_id", "edits"]]
    if isinstance(changes, TreeChanges):
        table[0] += ["base_constituents", "head_constituents", "matched"]
    for number, row in enumerate(found.rows):
        table.append(
            [
                str(number + 1), changes.statuses[number], ",".join(changes.flags[number]) or "-", _positions(row.base),
                _positions(row.head), _ids(row.base, found.base.ids), _ids(row.head, found.head.ids),
                str(changes.edits_of_row[number]),
            ]
        )  # fmt: skip
        if isinstance(changes, TreeChanges):
            table[-1] += map(str, changes.brackets[number][:3] if number in changes.brackets else ("-", "-", "-"))
    return table


def _positions(sentences: tuple[int, ...]) -> str:
    return "+".join(str(one + 1) for one in sentences) or "-"


def _ids(sentences: tuple[int, ...], ids: Sequence[str | None]) -> str:
    return "+".join(cell(ids[one]) for one in sentences) or "-"


def edit_table(changes: Changes | TreeChanges) -> Rows:
    """All edits, each with the row that it belongs to."""
    if isinstance(changes, TreeChanges):
        return _tree_edit_table(changes)
    table = [["row", "base", "head", "base_word", "head_word", "layer", "key", "from", "to", "how", "follows"]]
    for edit in changes.edits:
        table.append(
            [
                str(edit.row + 1), _number(edit.base), _number(edit.head), edit.base_word, edit.head_word, edit.layer,
                cell(edit.key), cell(edit.old), cell(edit.new), edit.how,
                "-" if edit.follows < 0 else str(changes.found.base.number(edit.follows)),
            ]
        )  # fmt: skip
    return table


def _tree_edit_table(changes: TreeChanges) -> Rows:
    table = [["row", "base", "head", "base_word", "head_word", "layer", "from", "to"]]
    for edit in changes.edits:
        place = str(edit.row + 1), _number(edit.base), _number(edit.head), edit.base_word, edit.head_word
        table.append([*place, edit.layer, cell(edit.old), cell(edit.new)])
    return table


def bracket_table(changes: TreeChanges) -> Rows:
    """The constituents that only one version has; words are leaves, from 1."""
    table = [["row", "side", "sentence", "label", "first_word", "last_word"]]
    for number, one in changes.brackets.items():
        for side, only in (("base", one.only_base), ("head", one.only_head)):
            for sentence, label, first, last in only:
                table.append([str(number + 1), side, str(sentence + 1), cell(label), str(first), str(last)])
    return table


def _number(sentence: int) -> str:
    return "-" if sentence < 0 else str(sentence + 1)


def count_table(changes: Changes | TreeChanges) -> Rows:
    """How much there is of everything."""
    found = changes.found
    rows: list[_Count] = [
        ("sentences", "base", len(found.base)),
        ("sentences", "head", len(found.head)),
        ("words", "base", len(found.base.words)),
        ("words", "head", len(found.head.words)),
    ]
    statuses, flags = Counter(changes.statuses), Counter(flag for row in changes.flags for flag in row)
    of_rows = [("rows", status, statuses[status]) for status in STATUSES]
    of_rows += [("flags", flag, flags[flag]) for flag in FLAGS]
    if isinstance(changes, TreeChanges):
        rows += of_rows + _tree_counts(changes)
    else:
        rows += [("words", "paired", changes.paired_words), *of_rows, *_edit_counts(changes)]
    return [["what", "which", "count"], *([what, which, str(count)] for what, which, count in rows)]


_Count = tuple[str, str, int]


def _tree_counts(changes: TreeChanges) -> list[_Count]:
    layers = Counter(edit.layer for edit in changes.edits)
    rows: list[_Count] = [("edits", layer, layers[layer]) for layer in TREE_LAYERS]
    numbers = [sum(counts) for counts in zip(*(one[:3] for one in changes.brackets.values()), strict=True)] or [0, 0, 0]
    what = "constituents in paired sentences"
    rows += [(what, which, number) for which, number in zip(("base", "head", "matched"), numbers, strict=True)]
    rows += _counted("TAG", (f"{_cell(e.old)} > {_cell(e.new)}" for e in changes.edits if e.layer == "TAG"))
    only = [one.only_base for one in changes.brackets.values()], [one.only_head for one in changes.brackets.values()]
    for side, found in zip(("base", "head"), only, strict=True):
        rows += _counted(f"only in {side}", (bracket.label for of_row in found for bracket in of_row))
    return rows


def _edit_counts(changes: Changes) -> list[_Count]:
    layers = Counter(edit.layer for edit in changes.edits)
    rows: list[_Count] = [("edits", layer, layers[layer]) for layer in LAYERS]
    rows.append(("edits", f"all but {MIRROR}", len(changes.edits) - layers[MIRROR]))
    rows.append(("edits", "that follow another", sum(edit.follows >= 0 for edit in changes.edits)))
    rows.append(("words", "with an edit", len({edit.word for edit in changes.edits if edit.word >= 0})))
    for layer in ("UPOS", "XPOS", "DEPREL"):
        rows += _counted(layer, (f"{_cell(e.old)} > {_cell(e.new)}" for e in changes.edits if e.layer == layer))
    both = [edit for edit in changes.edits if edit.layer == "HEAD+DEPREL"]
    rows += _counted("HEAD+DEPREL", (f"{edit.relations[0]} > {edit.relations[1]}" for edit in both))
    for layer in ("FEATS", "MISC", "COMMENT"):
        rows += _counted(layer, (f"{e.key} {e.kind}" for e in changes.edits if e.layer == layer))
    moved = [edit for edit in changes.edits if edit.layer in ("HEAD", "HEAD+DEPREL")]
    rows += _counted("HEAD moves", (edit.how for edit in moved))
    rows += _counted("side of its mother", (" > ".join(edit.side) for edit in moved if edit.side is not None))
    if layers["DEPS"]:
        rows.append(("DEPS", "", layers["DEPS"]))
    return rows


def _cell(value: str | None) -> str:
    return "_" if value is None else value


def _counted(what: str, which: Iterable[str]) -> list[_Count]:
    counts = Counter(which)
    return [(what, one, counts[one]) for one in sorted(counts, key=lambda one: (-counts[one], one))]


def group_table(changes: Changes) -> Rows:
    """Edits of the same kind, the most frequent first."""
    table = [["layer", "key", "from", "to", "how", "count"]]
    return table + [[*map(cell, group[:5]), str(group.number)] for group in groups(changes)]


def rule_table(changes: Changes, found: RulesFound, most: int | None = None) -> Rows:
    """The rules, those that save most first; ``most``: only so many. The last line counts them all."""
    table = [["rank", "conditions", "effect", "edits_so_far", "sites", "left_over", "changed_otherwise", "gain"]]
    told = found.families[:most]
    for rank, family in enumerate(told, 1):
        numbers = family.explained, len(family.covered), len(family.left_over), len(family.otherwise), family.gain
        table.append([str(rank), cell(family.conditions_told), cell(family.effect_told), *map(str, numbers)])
    first = max((family.explained for family in found.families[:10]), default=0)
    shares = [
        f"{one} ({100 * one / found.in_reach if found.in_reach else 0:.1f}%)"
        for one in (first, len(found.explained_edits))
    ]
    table.append(
        [
            f"# rules {len(found.families)}; edits in reach of rules {found.in_reach}; explained by the first 10: {shares[0]}; "
            f"by all: {shares[1]}"
        ]
    )
    return table
