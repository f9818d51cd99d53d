"""Kernels in one source each, in Cython's pure Python mode: ``_accounts`` is compiled from ``accounts.py``, which Python runs as it
is, more slowly, where there is no compiler, or with ``TREECOMPARE_PURE=1``, by which the tests compare the two. Cython is needed
only to compile: annotations are not evaluated, and for decorators and contexts this package stands in.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from contextlib import nullcontext
from types import ModuleType
from typing import Any


class _Nothing(nullcontext[None]):
    """Decorator and context without effect."""

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return function


cclass = cfunc = final = gil = nogil = _Nothing()
compiled = False


def exceptval(*_: int, check: bool = True) -> _Nothing:
    """Another decorator without effect: what a compiled function returns beside an exception."""
    return cfunc


KERNELS = ("tokenizers", "constituents", "characters", "accounts", "mappings.tree_errors", "mappings._edits")


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
    folder, _, last = name.rpartition(".")
    return f"treecompare.{folder or 'kernels'}._{last.lstrip('_')}"


def source_of(name: str) -> str:
    """What Python runs in the place of a kernel: what it is written in, or the twin of what is written in C."""
    is_of_c = name.rpartition(".")[2].startswith("_")
    return f"{module_of(name)}_twin" if is_of_c else module_of(name).replace("._", ".")


def kernel(name: str) -> Any:
    """The module that does the work."""
    return compiled_kernel(name) or importlib.import_module(source_of(name))
