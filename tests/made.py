"""Small treebanks, made by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from treecompare.readers import DependencyTreebank
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import MadeTrees
from treecompare.trees.lattices import LexemeTrees, lexemes_in_blocks

PHRASES = (
    "(NP (DT the) (NN dog))",
    "(NP (NP (DT a) (NN cat)) (PP (IN with) (NP (NNS ears))))",
    "(NP (PRP she))",
    "(NP (DT the) (JJ old) (NN man))",
)
VERBS = ("(VBD saw)", "(VBD heard)", "(VBD left)")


def dependencies(name: str, *sentences: Sequence[tuple[Any, ...]]) -> DependencyTreebank:
    """Sentences of (form, head, relation)."""
    return DependencyTreebank(name, name, "conllu", Dependencies.of(list(sentences)), np.arange(len(sentences)))


def lexemes_of_dependencies(sentences: Dependencies, nonprojective: str = "lift") -> MadeTrees[LexemeTrees]:
    """Function trees over lexemes of a whole file."""
    return MadeTrees.joined([*lexemes_in_blocks(sentences, nonprojective)])


def gold_trees(count: int, seed: int = 1) -> list[str]:
    """Sentences of 3 to 13 words."""
    draw = random.Random(seed)
    return [
        f"(S {draw.choice(PHRASES)} (VP {draw.choice(VERBS)} {draw.choice(PHRASES)} "
        f"(PP (IN in) {draw.choice(PHRASES)})) (. .))"
        for _ in range(count)
    ]


def write(path: Path, lines: Iterable[str]) -> str:
    """A file of these lines; its path."""
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def erring(trees: list[str], seed: int) -> list[str]:
    """The same sentences with wrong labels, a missing bracket or a wrong tag in about half of them."""
    draw = random.Random(seed)
    errors = (
        ("(VP", "(XP", 1),
        ("(NP (DT", "(QP (DT", 1),
        ("(IN in)", "(RB in)", 1),
        (PHRASES[1], "(NP (DT a) (NN cat) (PP (IN with) (NP (NNS ears))))", 2),
    )
    return [tree.replace(*draw.choice(errors)) if draw.random() < 0.6 else tree for tree in trees]
