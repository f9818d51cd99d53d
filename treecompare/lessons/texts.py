"""The trees of an exercise as text, to be typed over: brackets, discontinuous brackets or CoNLL-U."""

from __future__ import annotations

from dataclasses import replace

from treecompare.comparison.base import AnyTreebank
from treecompare.errors import ReadError
from treecompare.lessons.exercise import Exercise, own_symbols
from treecompare.readers import DependencyTreebank, Treebank, read_content
from treecompare.trees.tree import WORD, Tree
from treecompare.trees.writing import bracket_line, conllu_lines, conllx_lines, indented_brackets

LARGEST = 200_000
"""More letters are no sentence or two."""


def text_of(treebank: AnyTreebank, is_indented: bool = True) -> str:
    """The sentences of a treebank as text that is read again as the same trees."""
    if not isinstance(treebank, Treebank):
        of_words = treebank.sentences
        if treebank.format == "conllx":
            return "".join(conllx_lines(one, keeps_phead=True) for one in of_words)
        return "".join(conllu_lines(one) for one in of_words)
    crosses = bool(treebank.trees.crossing.any())
    lines = []
    for tree in treebank.trees:
        ready = _numbered(tree) if crosses else tree
        line = indented_brackets(ready) if is_indented else bracket_line(ready)
        is_bare = any(tree.kinds[root] == WORD for root in tree.roots)
        lines.append(f"( {line})" if is_bare else line)
    return "".join(line + "\n" for line in lines)


def read_text(text: str, before: AnyTreebank) -> AnyTreebank:
    """What a text holds, in place of another treebank: with its name and ids, and as many sentences.

    Raises:
        ReadError: it cannot be read, or holds other sentences than that: says where.
    """
    if len(text) > LARGEST:
        raise ReadError(before.name, 0, f"{len(text):,} letters; expected the text of a sentence")
    if not text.strip():
        raise ReadError(before.name, 0, "there is no tree; expected brackets or CoNLL-U")
    found = read_content(text.encode("utf-8", "replace"), before.name, name=before.name)
    for problem in sorted(found.problems.values(), key=lambda one: one.line):
        raise ReadError(before.name, problem.line, problem.reason)
    wanted = len(before.lines)
    if len(found.lines) != wanted:
        expected = "one" if wanted == 1 else str(wanted)
        raise ReadError(before.name, _line_of(found, wanted), f"{len(found.lines)} sentences; expected {expected}")
    if isinstance(found, Treebank) != isinstance(before, Treebank):
        kinds = ["constituents", "dependencies"]
        if isinstance(before, Treebank):
            kinds.reverse()
        raise ReadError(before.name, 1, f"these are {kinds[0]}; expected {kinds[1]}, as they were")
    if isinstance(found, DependencyTreebank) and isinstance(before, DependencyTreebank):
        return replace(found, path=before.path, ids=before.ids)
    assert isinstance(found, Treebank) and isinstance(before, Treebank)
    if not any(word for tree in found.trees for word in tree.words):
        raise ReadError(before.name, 1, "the tree has no words; expected some")
    # brackets that were typed over crossing branches may cross again
    kept = before.format if found.format == "brackets" else found.format
    return replace(found, trees=own_symbols(found.trees), path=before.path, ids=before.ids, format=kept)


def with_text(exercise: Exercise, side: str, text: str) -> Exercise:
    """The exercise with what a text holds on one side.

    Raises:
        ReadError: as :func:`read_text`.
    """
    return exercise.with_side(side, read_text(text, exercise.side(side)))


def _line_of(found: AnyTreebank, wanted: int) -> int:
    """The line of the first sentence that is too many; 0 where there are too few."""
    return int(found.lines[wanted]) if len(found.lines) > wanted else 0


def _numbered(tree: Tree) -> Tree:
    """The tree with the place of each word before it, from 0."""
    found = replace(tree)
    ranks = tree.ranks.tolist()
    found.__dict__["texts"] = [
        f"{ranks[node]}={text}" if tree.kinds[node] == WORD else text for node, text in enumerate(tree.texts)
    ]
    return found


def unbalanced(text: str) -> int:
    """Where the first bracket stands that closes nothing, else the last one that nothing closes; -1 where they balance."""
    opened: list[int] = []
    for place, letter in enumerate(text):
        if letter == "(":
            opened.append(place)
        elif letter == ")":
            if not opened:
                return place
            opened.pop()
    return opened[-1] if opened else -1
