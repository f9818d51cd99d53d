"""The window: the only floor that knows Qt. Errors in what it calls of our classes are told instead of ending the program.

Under Python 3.11 shiboken takes the text of an error that an override lets through for the error itself, and crashes: so it does
with every IndexError, TypeError and ValueError that no Python code has caught on its way. What was caught and raised again is safe.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from functools import cache, wraps
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGraphicsItem

# Qt would read the source of all that is imported from now on, for ``from __feature__ import``, which nothing here says
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def make_safe(base: Any) -> None:
    """From now on no error in an override of a class that derives from this one crashes the program."""

    def catch_errors(cls: type, /, **named: Any) -> None:
        super(base, cls).__init_subclass__(**named)
        of_qt = [one for one in cls.__mro__ if one.__module__.startswith("PySide6")]
        for name, method in list(vars(cls).items()):
            is_override = isinstance(method, FunctionType) and any(name in vars(one) for one in of_qt)
            if is_override and not name.startswith("__") and not any(name in _slots(one) for one in of_qt):
                setattr(cls, name, _caught(method))

    base.__init_subclass__ = classmethod(catch_errors)


@cache
def _slots(base: Any) -> frozenset[str]:
    """What signals may be connected to: they look at how many arguments a function takes."""
    meta: Any = getattr(base, "staticMetaObject", None)
    count = meta.methodCount() if meta else 0
    return frozenset(meta.method(place).name().toStdString() for place in range(count))


def _caught(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return method(*given, **named)
        except BaseException:
            raise  # to have been caught is all it takes

    return call


if sys.version_info < (3, 12):
    for _base in (QObject, QGraphicsItem):
        make_safe(_base)
