"""Trees of constituents in the formats that ``convert`` writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from treecompare.readers.cgel import cgel_text
from treecompare.readers.ppche import source_of
from treecompare.readers.treebank import Treebank
from treecompare.trees.writing import (
    OTHER_ID,
    TIGERXML_END,
    Lost,
    bracket_line,
    discbracket_line,
    export_heading,
    export_lines,
    fits_brackets,
    indented_brackets,
    losses,
    tigerxml_heading,
    tigerxml_lines,
    xml_names,
)

BRACKETED = ("brackets", "square", "cgel")
"""Formats whose sentences have ids only where the file says them."""
Texts = Iterator[tuple[str, Lost]]
"""Pieces of a file, each with what of it the format cannot hold."""


def constituent_text(treebank: Treebank, target: str, told: Counter[str]) -> Iterator[str]:
    """The treebank in a format, in pieces; ``told`` is filled with what that takes, and of how many sentences."""
    write = {"ppche": _as_it_was, "tigerxml": _tigerxml, "export": _export, "export3": _export, "cgel": _cgel}.get(
        target, _brackets
    )
    empty = "(())" if write is _brackets else "sentences without words"
    for problem in treebank.problems.values():
        told[f"became {empty}: line {problem.line}, {problem.reason}"] += 1
    for text, lost in write(treebank, target):
        told.update(sorted(lost))
        yield text


def _brackets(treebank: Treebank, target: str) -> Texts:
    write = indented_brackets if target == "pretty" else bracket_line
    ids = treebank.ids if treebank.format in BRACKETED else None
    for index, tree in enumerate(treebank.trees):
        text, lost = discbracket_line(tree) if target == "discbrackets" else (write(tree), losses(tree))
        if target != "discbrackets" and not fits_brackets(tree):
            lost.add("with blanks or brackets in words or labels, which became _ and -LRB-")
        if treebank.implies_root and len(tree.roots) > 1:
            lost.add("with several roots, which stand side by side on their line")
        yield (f"# sent_id = {ids[index]}\n" if ids else "") + text + "\n", lost


def _as_it_was(treebank: Treebank, _target: str) -> Texts:
    return ((source_of(treebank, sentence), set()) for sentence in range(len(treebank.trees)))


def _cgel(treebank: Treebank, _target: str) -> Texts:
    return (cgel_text(treebank, sentence) for sentence in range(len(treebank.trees)))


def _export(treebank: Treebank, target: str) -> Texts:
    """What stood around the sentences of a file of the same version stays."""
    version = 3 if target == "export3" else 4
    around = treebank.around if treebank.format == "export" else None
    yield around.heading if around is not None and around.version == version else export_heading(version), set()
    for number, (name, tree) in enumerate(zip(treebank.sentence_names, treebank.trees, strict=True), 1):
        if around is not None:
            begin = around.begins[number - 1]
        else:
            begin = (name, "") if name.isascii() and name.isdigit() else (str(number), f" 0 0 0 %% {name}")
        yield export_lines(tree, *begin, version)


def _tigerxml(treebank: Treebank, _target: str) -> Texts:
    is_same, names = treebank.format == "tigerxml", treebank.sentence_names
    corpus = treebank.around.heading if is_same and treebank.around is not None else treebank.name
    yield tigerxml_heading(treebank.trees, corpus), set()
    for name, id, tree in zip(names, names if is_same else xml_names(names), treebank.trees, strict=True):
        text, lost = tigerxml_lines(tree, id)
        yield text, lost if id.endswith(name) else lost | {OTHER_ID}
    yield TIGERXML_END, set()
