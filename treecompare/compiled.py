"""Finds the compiled kernels; without them Python does the same work, more slowly.

A kernel ``_name`` lies beside its readable twin, or beside ``name``, of which it is compiled. ``TREECOMPARE_PURE=1`` leaves all
kernels aside, which is how the tests compare the two and how the program runs where no C compiler was at hand.
"""

from __future__ import annotations

import importlib
import os
from types import ModuleType

KERNELS = (
    "readers._brackets", "readers._conll", "mappings._spans", "mappings._lineages", "mappings._characters", "kernels._tokens",
    "mappings._edits", "kernels._accounts",
)  # fmt: skip


def kernel(name: str) -> ModuleType | None:
    """The compiled module ``treecompare.<name>``, or None where Python has to serve: there was no compiler, or what was
    compiled is not for this system (an older C library, another processor)."""
    if os.environ.get("TREECOMPARE_PURE"):
        return None
    try:
        return importlib.import_module(f"treecompare.{name}")
    except ImportError:
        return None
