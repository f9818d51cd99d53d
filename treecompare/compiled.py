"""Finds the kernels: compiled, or as the Python that they are written in, which does the same work more slowly.

``TREECOMPARE_PURE=1`` leaves all that is compiled aside, which is how the tests compare the two and how the program runs where no
C compiler was at hand.
"""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import Any

SOURCES = ("tokenizers", "constituents", "characters", "accounts")
"""Those that Python can run as they are written."""
KERNELS = (*SOURCES, "mappings._edits")


def compiled_kernel(name: str) -> ModuleType | None:
    """The compiled module ``treecompare.kernels._<name>``, or None where Python has to serve: there was no compiler, or what was
    compiled is not for this system (an older C library, another processor)."""
    if os.environ.get("TREECOMPARE_PURE"):
        return None
    try:
        return importlib.import_module(module_of(name))
    except ImportError:
        return None


def module_of(name: str) -> str:
    """What a kernel is compiled to."""
    return f"treecompare.{name}" if "." in name else f"treecompare.kernels._{name}"


def source_of(name: str) -> str:
    """What a kernel is written in."""
    return f"treecompare.kernels.{name}"


def kernel(name: str) -> Any:
    """The module that does the work: compiled, or its source. None: it has no source that Python could run."""
    found = compiled_kernel(name)
    return found if found or name not in SOURCES else importlib.import_module(source_of(name))
