"""Small treebanks, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from treecompare.readers import DependencyTreebank
from treecompare.trees.dependencies import Dependencies


def dependencies(name: str, *sentences: Sequence[tuple[Any, ...]]) -> DependencyTreebank:
    """Sentences of (form, head, relation)."""
    return DependencyTreebank(name, name, "conllu", Dependencies.of(list(sentences)), np.arange(len(sentences)))
