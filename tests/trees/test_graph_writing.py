"""What NEGRA export keeps of a tree, and what it loses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treecompare.readers import read_content
from treecompare.trees.annotations import LEMMA, MORPH, Extras
from treecompare.trees.writing import NAMED_LOSSES, export_lines, losses


def test_marks_are_escaped_in_words_only() -> None:
    [tree] = read_content(b"(S (%% %%) (B b))", "gold.mrg").trees
    lines = export_lines(tree, "1")[0].split("\n")
    assert lines[1].split("\t")[:3:2] == ["_%%", "%%"]


def test_any_text_of_a_column_is_a_loss() -> None:
    [tree] = read_content(b"(S (A a))", "gold.mrg").trees
    nodes = len(tree.labels)
    for name in (LEMMA, MORPH):
        first = replace(tree, extras=Extras(columns={name: np.zeros(nodes, np.int32)}))
        assert losses(first) == {NAMED_LOSSES[name]} and not losses(first, (name,))
        assert not losses(replace(tree, extras=Extras(columns={name: np.full(nodes, -1, np.int32)})))
