"""Kernels in one source each, in Cython's pure Python mode: ``_accounts`` is compiled from ``accounts.py``, which Python runs as it
is where there is no compiler. Cython is needed only to compile: annotations are not evaluated, and for decorators and contexts
this package stands in.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
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
