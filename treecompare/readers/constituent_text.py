"""Trees of constituents in the formats that ``convert`` writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from treecompare.readers.treebank import Treebank
from treecompare.trees.tree import Tree

BRACKETED = ("brackets", "square", "cgel")
"""Formats whose sentences have ids only where the file says them."""


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


def _names(treebank: Treebank) -> list[str]:
    return treebank.ids or [str(number) for number in range(1, len(treebank.trees) + 1)]


def _brackets(treebank: Treebank, target: str) -> Iterator[tuple[str, set[str]]]:
    from treecompare.trees.writing import discbracket_line

    write: Callable[[Tree], tuple[str, set[str]]] = discbracket_line if target == "discbrackets" else _bracketed
    if target == "pretty":
        write = _indented
    ids = treebank.ids if treebank.format in BRACKETED else None
    for index, tree in enumerate(treebank.trees):
        text, lost = write(tree)
        if treebank.implies_root and len(tree.roots) > 1:
            lost.add("with several roots, which stand side by side on their line")
        yield (f"# sent_id = {ids[index]}\n" if ids else "") + text + "\n", lost


def _as_it_was(treebank: Treebank, _target: str) -> Iterator[tuple[str, set[str]]]:
    from treecompare.readers.ppche import source_of

    return ((source_of(treebank, sentence), set()) for sentence in range(len(treebank.trees)))


def _bracketed(tree: Tree) -> tuple[str, set[str]]:
    from treecompare.trees.writing import bracket_line

    return bracket_line(tree), _lost_in_brackets(tree)


def _indented(tree: Tree) -> tuple[str, set[str]]:
    from treecompare.trees.writing import indented_brackets

    return indented_brackets(tree), _lost_in_brackets(tree)


def _lost_in_brackets(tree: Tree) -> set[str]:
    from treecompare.trees.writing import fits_brackets, losses

    lost = losses(tree)
    if not fits_brackets(tree):
        lost.add("with blanks or brackets in words or labels, which became _ and -LRB-")
    return lost


def _cgel(treebank: Treebank, _target: str) -> Iterator[tuple[str, set[str]]]:
    from treecompare.readers.cgel import cgel_text

    return (cgel_text(treebank, sentence) for sentence in range(len(treebank.trees)))


def _export(treebank: Treebank, target: str) -> Iterator[tuple[str, set[str]]]:
    """What stood around the sentences of a file of the same version stays."""
    from treecompare.trees.writing import export_heading, export_lines

    version = 3 if target == "export3" else 4
    around = treebank.around if treebank.format == "export" else None
    yield around.heading if around is not None and around.version == version else export_heading(version), set()
    names = _names(treebank)
    for number, (name, tree) in enumerate(zip(names, treebank.trees, strict=True), 1):
        if around is not None:
            begin = around.begins[number - 1]
        else:
            begin = (name, "") if name.isascii() and name.isdigit() else (str(number), f" 0 0 0 %% {name}")
        yield export_lines(tree, *begin, version)


def _tigerxml(treebank: Treebank, _target: str) -> Iterator[tuple[str, set[str]]]:
    from treecompare.trees.writing import OTHER_ID, TIGERXML_END, tigerxml_heading, tigerxml_lines, xml_names

    is_same = treebank.format == "tigerxml"
    name = treebank.around.heading if is_same and treebank.around is not None else treebank.name
    yield tigerxml_heading(treebank.trees, name), set()
    names = _names(treebank)
    for name, id, tree in zip(names, names if is_same else xml_names(names), treebank.trees, strict=True):
        text, lost = tigerxml_lines(tree, id)
        yield text, lost if id.endswith(name) else lost | {OTHER_ID}
    yield TIGERXML_END, set()
