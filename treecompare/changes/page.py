"""What changed as one page of HTML for a reviewer: what to look at first, then the rest.

The page needs no network and no script, follows the reader's light or dark mode, prints, and stays small whatever changed:
sentences are drawn as far as there is room, of long lists the first rows are shown, and it says what was left out.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterable, Sequence

from treecompare import __version__, resources
from treecompare.changes.changes import Changes
from treecompare.changes.constituents import TreeChanges
from treecompare.changes.edits import MIRROR, Edit
from treecompare.changes.examples import drawings, example_rows
from treecompare.changes.results import INCOMPLETE, forgotten, grouped, sentences, summary
from treecompare.changes.rules import Family
from treecompare.changes.tables import cell
from treecompare.changes.versions import Diff, Read
from treecompare.errors import counted
from treecompare.scores.result import ResultTable
from treecompare.trees.visible import visible

DRAWN = 12
"""So many sentences are drawn."""
MOST_DRAWN_BYTES = 3_000_000
ROWS = 200
"""So many rows of each list are shown,"""
OPEN_ROWS = 25
"""so many of them at once, the others are unfolded."""
CONTEXT = 5
"""So many words are shown on either side of one."""
CELL = 160
CAPTION = 6
"""So many edits are told above a drawing."""


def page(diff: Diff) -> str:
    """The page as text."""
    title = f"What changed from {diff.names[0]} to {diff.names[1]}"
    told = "; ".join(
        f"{name}: {read.remarks}" for name, read in (("BASE", diff.base), ("HEAD", diff.head)) if read.remarks
    )
    parts = [f"<h1>{_text(title)}</h1>", f"<p class=quiet>{_text(told)}</p>" if told else ""]
    if diff.is_unchanged:
        parts.append("<p>Nothing changed.</p>")
    else:
        parts += [
            _first_words(diff), _cards(diff), _rules(diff), _examples(diff), _left_over(diff), _outside(diff), _special(diff),
            _files(diff), _behind(diff),
        ]  # fmt: skip
    version = f"treecompare {_text(__version__)}, one file, no scripts, no network."
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{_text(title)}</title><style>{resources.path('report.css').read_text('utf-8')}</style></head><body><main>\n"
        + "\n".join(filter(None, parts))
        + f"\n<footer>{version}</footer></main></body></html>\n"
    )


# -- what to look at first ------------------------------------------------------------------------------------------------------


def _first_words(diff: Diff) -> str:
    changes = diff.changes
    words = len({edit.word for edit in changes.edits if edit.word >= 0})
    rows = sum(status != "same" for status in changes.statuses)
    said = [
        f"<b>{counted(words, 'word')}</b> changed in <b>{counted(rows, 'sentence')}</b> of {len(changes.found.rows):,}."
    ]
    if (found := diff.rules) is not None and found.in_reach:
        told = sum(family.is_open for family in found.families)
        said.append(f"{counted(told, 'rule')} and {counted(len(found.families) - told, 'small one')} explain")
        said.append(f"{len(found.explained_edits):,} of {counted(found.in_reach, 'edit')} in their reach.")
        said.append(
            f"Please look at <b>{counted(len(forgotten(diff)), 'place')}</b> where a rule applies but nothing changed,"
        )
        said.append(f"and at <b>{counted(len(diff.outside), 'edit')}</b> outside all rules.")
        if not found.is_complete:
            said.append(f"{_text(INCOMPLETE[0].upper() + INCOMPLETE[1:])}.")
    return f"<p>{' '.join(said)}</p>"


def _cards(diff: Diff) -> str:
    cards = [
        f"<div class=card><b>{number:,}</b><span>{_text(str(which))}</span></div>"
        for what, which, number in summary(diff).rows
        if what in ("edits", "rows", "flags")
        and which not in ("same", "all but DEPS.mirror")
        and isinstance(number, int)
    ]
    return f"<div class=cards>{''.join(cards)}</div>"


def _rules(diff: Diff) -> str:
    families = [] if diff.rules is None else diff.rules.families
    if not families:
        return ""

    def row(rank: int, family: Family) -> Sequence[str]:
        number, left = len(family.covered), len(family.left_over)
        of = number + left + len(family.otherwise)
        said = "none left over" if not left else f"{left:,} others" if family.is_vague else f"{left:,} left over"
        return (
            str(rank),
            f"<b>{_effect(family)}</b><br><span class=quiet>where {_text(family.conditions_told)}</span>",
            f'<span class=bar><i style="width:{100 * number / of:.0f}%"></i></span>',
            f"{number:,} of {of:,}",
            f"<span class={'look' if left and not family.is_vague else 'quiet'}>{said}</span>",
        )

    ranked = list(enumerate(families, 1))
    told = [row(rank, family) for rank, family in ranked if family.is_open]
    small = [row(rank, family) for rank, family in ranked if not family.is_open]
    head = ("", "what was done", "", "words", "")
    shown = _rows(head, told, (0, 2, 3, 4))
    if small:
        shown += f"<details><summary>{counted(len(small), 'small rule')}</summary>{_rows(head, small, (0, 2, 3, 4))}</details>"
    return _section("Rules found", "what changed everywhere in the same way", shown)


def _left_over(diff: Diff) -> str:
    changes = diff.changes
    places = forgotten(diff)
    if not places or not isinstance(changes, Changes):
        return ""
    partners = changes.found.words.base
    rows = []
    for rank, family, word in places[:ROWS]:
        other = int(partners[word])
        sentence = int(changes.found.head.sentence_of[other])
        where = _where(diff.head, changes.found.head.ids[sentence], sentence)
        effect = f"not done: {_effect(family)}"
        rows.append((str(rank), where, _context(changes, other), effect))
    return _section(
        f"Left over: {counted(len(places), 'place')}", "a rule applies, nothing changed",
        _rows(("rule", "where", "", ""), rows, (0,), len(places) - len(rows)),
    )  # fmt: skip


def _outside(diff: Diff) -> str:
    changes = diff.changes
    if isinstance(changes, TreeChanges):
        table = grouped(diff)
        return _table(table.title, "", table) if table.rows else ""
    edits = [edit for edit in diff.outside if edit.follows < 0]
    if not edits:
        return ""
    rows = []
    for edit in edits[:ROWS]:
        other = int(changes.found.words.base[edit.word]) if edit.word >= 0 else -1
        where = _where(diff.head, changes.found.head.ids[edit.head], edit.head)
        rows.append((where, _context(changes, other) if other >= 0 else _text(edit.head_word), _told(edit)))
    return _section(
        f"Outside the rules: {counted(len(edits), 'edit')}", "no rule explains them",
        _rows(("where", "", ""), rows, left_out=len(edits) - len(rows)),
    )  # fmt: skip


def _told(edit: Edit) -> str:
    name = edit.layer if edit.key == "-" else f"{edit.layer} {edit.key}"
    how = "" if edit.how == "-" else f" ({edit.how})"
    return (
        f"<span class=layer>{_text(name)}</span> {_text(cell(edit.old))} → <b>{_text(cell(edit.new))}</b>{_text(how)}"
    )


def _effect(family: Family) -> str:
    return _text(family.effect_told.replace(" -> ", " → "))


def _edits_of(diff: Diff) -> dict[int, list[Edit]]:
    found: dict[int, list[Edit]] = {}
    for edit in diff.changes.edits:
        if edit.layer != MIRROR:
            found.setdefault(edit.row, []).append(edit)
    return found


def _special(diff: Diff) -> str:
    table = sentences(diff, only_special=True)
    return _table("Sentences split, joined, cut anew, moved or lost", "", table) if table.rows else ""


def _examples(diff: Diff) -> str:
    wanted = example_rows(diff, DRAWN)
    figures, size, drawn, edits_of = [], 0, 0, _edits_of(diff)
    for row, light, dark in drawings(diff, list(wanted)):
        size += (len(light.encode()) + len(dark.encode())) * 4 // 3
        if size > MOST_DRAWN_BYTES:
            break
        drawn += 1
        one = diff.changes.found.rows[row]
        where = _where(diff.head, diff.changes.found.head.ids[one.head[0]], one.head[0])
        pictures = (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{_data(dark)}">'
            f'<img alt="the sentence before (above) and after (below)" src="{_data(light)}"></picture>'
        )
        # much of what changes is not drawn: features, lemmas, comments
        edits = edits_of.get(row, [])
        said = [f"{_text(edit.head_word)} {_told(edit)}" for edit in edits[:CAPTION]]
        said += [f"{len(edits) - CAPTION:,} more"] if len(edits) > CAPTION else []
        told = f"<br><span class=quiet>{'; '.join(said)}</span>" if said else ""
        figures.append(f"<figure><figcaption>{_text(wanted[row])}: {where}{told}</figcaption>{pictures}</figure>")
    if not figures:
        return ""
    changed = sum(status not in ("same", "removed", "added") for status in diff.changes.statuses)
    left = changed - drawn
    below = f"<p class=quiet>{counted(left, 'more changed sentence')} not drawn.</p>" if left > 0 else ""
    first, *others = figures
    more = (
        f"<details><summary>{counted(len(others), 'more example')}</summary>{''.join(others)}</details>"
        if others
        else ""
    )
    return _section("An example", "before above, after below", first + more + below)


def _data(svg: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


# -- the rest behind it -----------------------------------------------------------------------------------------------------------


def _files(diff: Diff) -> str:
    if len(diff.head.files) < 2:
        return ""
    changes = diff.changes
    edits, rows = dict.fromkeys(diff.head.files, 0), dict.fromkeys(diff.head.files, 0)
    for number, row in enumerate(changes.found.rows):
        if row.head and changes.statuses[number] != "same":
            file = diff.head.file_of(row.head[0])
            rows[file] += 1
            edits[file] += changes.edits_of_row[number]
    cells = [(_text(file), f"{rows[file]:,}", f"{edits[file]:,}") for file in diff.head.files]
    return _section("Files", "", _rows(("file", "sentences changed", "edits"), cells, (1, 2)))


def _behind(diff: Diff) -> str:
    tables = [summary(diff), *([] if diff.rules is None else [grouped(diff)]), sentences(diff)]
    return _section(
        "Everything else", "",
        "".join(f"<details><summary>{_text(one.title)}</summary>{_result(one)}</details>" for one in tables if one.rows),
    )  # fmt: skip


def _table(title: str, quiet: str, table: ResultTable) -> str:
    return _section(title, quiet, _result(table))


def _result(table: ResultTable) -> str:
    head, *rows = table.texts()
    numbers = [place for place, column in enumerate(table.columns) if column.is_number]
    shown = [[_text(text) for text in row] for row in rows[:ROWS]]
    return _rows(head, shown, numbers, len(rows) - len(shown))


def _section(title: str, quiet: str, content: str) -> str:
    small = f" <small>{_text(quiet)}</small>" if quiet else ""
    return f"<section><h2>{_text(title)}{small}</h2>{content}</section>"


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = (), left_out: int = 0) -> str:
    """A table; its cells are HTML already, its head is text."""

    def line(tag: str, cells: Iterable[str], shown: Callable[[str], str] = str) -> str:
        of = (
            f"<{tag}{' class=number' if place in numbers else ''}>{shown(one)}</{tag}>"
            for place, one in enumerate(cells)
        )
        return f"<tr>{''.join(of)}</tr>"

    def table(some: Sequence[Sequence[str]]) -> str:
        return f"<div class=scroll><table>{line('th', head, _text)}{''.join(line('td', row) for row in some)}</table></div>"

    listed = list(rows)
    below = f"<p class=quiet>… and {left_out:,} more, left out here.</p>" if left_out > 0 else ""
    if len(listed) <= OPEN_ROWS + 5:
        return table(listed) + below
    unfolds = f"<summary>{len(listed) - OPEN_ROWS:,} more</summary>{table(listed[OPEN_ROWS:])}{below}"
    return f"{table(listed[:OPEN_ROWS])}<details>{unfolds}</details>"


def _where(read: Read, sent_id: str | None, sentence: int) -> str:
    file = f"{read.file_of(sentence)}: " if len(read.files) > 1 else ""
    return _text(f"{file}{sent_id or f'sentence {sentence + 1}'}")


def _context(changes: Changes, word: int) -> str:
    """A word of HEAD among its neighbours."""
    side = changes.references.head
    sentence = int(side.version.sentence_of[word])
    first, last = side.version.word_offsets[sentence : sentence + 2].tolist()
    words = [_text(side.form(one)) for one in range(max(first, word - CONTEXT), word)]
    behind = [_text(side.form(one)) for one in range(word + 1, min(last, word + CONTEXT + 1))]
    return " ".join([*words, f"<b>{_text(side.form(word))}</b>", *behind])


def _text(text: str) -> str:
    """A text as HTML, cut where it is long."""
    text = visible(text)
    return html.escape(text if len(text) <= CELL else f"{text[: CELL - 1]}…")
