"""Small treebanks for tests: a sentence is ``word/HEAD/DEPREL`` for each word, with further columns by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from treecompare.comparison.files import Versions
from treecompare.extras.versions.edits import DependencyChanges, Edit, changes_between
from treecompare.readers import DependencyTreebank, Treebank, read_content

COLUMNS = ("LEMMA", "UPOS", "XPOS", "FEATS", "DEPS", "MISC")


def conllu(*sentences: str) -> str:
    """CoNLL-U of sentences.

    ``#`` begins a comment up to ``;``. Words: ``dog/2/nsubj``, or just ``dog``; behind it ``UPOS:NOUN`` and other columns, each
    after a blank. ``2-3~don't`` is a multiword token, ``8.1~write`` an empty node.
    """
    return "".join(f"{_sentence(one)}\n" for one in sentences)


def _sentence(text: str) -> str:
    lines, rows = [], []
    while text.startswith("#"):
        comment, _, text = text.partition(";")
        lines.append(comment)
        text = text.strip()
    number = 0
    for part in text.split():
        name, colon, value = part.partition(":")
        if colon and name in COLUMNS:
            rows[-1][("ID", "FORM", *COLUMNS[:4], "HEAD", "DEPREL", *COLUMNS[4:]).index(name)] = value
            continue
        if "~" in part:
            of, _, form = part.partition("~")
            rows.append([of, form, *"________"])
            continue
        number += 1
        form, _, arc = part.partition("/")
        head, _, relation = arc.partition("/")
        rows.append([str(number), form, form, "X", "_", "_", head or "0", relation or "root", "_", "_"])
    return "\n".join([*lines, *("\t".join(row) for row in rows), ""])


def bank(*sentences: str) -> DependencyTreebank:
    """The same, read."""
    found = read_content(conllu(*sentences).encode(), "made.conllu", "conllu")
    assert isinstance(found, DependencyTreebank) and not found.problems
    return found


def trees(text: str) -> Treebank:
    """Trees in brackets."""
    found = read_content(text.encode(), "made.mrg", "brackets")
    assert isinstance(found, Treebank)
    return found


def changed(base: str | list[str], head: str | list[str]) -> DependencyChanges:
    """What changed between two versions, each one sentence or several."""
    of_base, of_head = ([one] if isinstance(one, str) else one for one in (base, head))
    return changes_between(bank(*of_base), bank(*of_head))


def told(changes: DependencyChanges, *layers: str) -> list[tuple[object, ...]]:
    """Word in BASE, layer, key, from, to, how of the edits of these layers, or of all but DEPS.mirror."""
    return [short(edit) for edit in changes.edits if (edit.layer in layers if layers else edit.layer != "DEPS.mirror")]


def short(edit: Edit) -> tuple[object, ...]:
    """The telling parts of an edit."""
    return edit.base_word, edit.layer, edit.key, edit.old, edit.new, edit.how


def paired(changes: DependencyChanges) -> list[tuple[str, str, str]]:
    """Sentences of BASE and of HEAD (from 1) and the status of each row."""
    rows = changes.found.rows
    return [
        ("+".join(str(one + 1) for one in row.base), "+".join(str(one + 1) for one in row.head), status)
        for row, status in zip(rows, changes.statuses, strict=True)
    ]


BASE = [f"# sent_id = s{n}; not/2/x UPOS:ADV so{n}/0/root" for n in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART") for one in BASE[:5]] + [BASE[5].replace("/2/x", "/2/y")]
"""In one sentence the rule was forgotten, and the relation is another."""
Made = Callable[[Sequence[str], Sequence[str]], Versions]


def writes(folder: Path) -> Made:
    """What writes two versions into a folder."""

    def write(base: Sequence[str], head: Sequence[str]) -> Versions:
        for name, sentences in (("old", base), ("new", head)):
            (folder / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
        return Versions(str(folder / "old.conllu"), str(folder / "new.conllu"))

    return write
