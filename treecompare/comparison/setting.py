"""What is declared of a setting, beside the field that holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, NamedTuple


class Value(NamedTuple):
    """A value of a setting as the window offers it. ``value``: as it is written, empty for none or no.

    ``asks``: choosing it asks for something that is not a fixed value, with this question; for a file if there are ``files``, its
    filter.
    """

    value: str
    title: str
    tip: str = ""
    asks: str = ""
    files: str = ""


class Setting(NamedTuple):
    """How people give a setting, and where it holds.

    ``type``: as it is annotated. ``help``: of the option on the command line; empty if there is none. ``title``: of its menu.
    ``offered``: what the window offers, the usual value first; what is not offered is shown as the last. ``allowed``: all
    values that there are, unless it is empty. ``metavar``: of the option. ``is_file``: it may name a file. ``is_rules``: it is a
    table of head rules, "auto" where none is named. ``kinds``: of comparison for which it holds, empty for all; ``said``: what
    these are called. ``signs``: the kinds whose signatures show it, under the name ``signed_as``; None: all for which it holds.
    ``check``: raises UsageError for a value that cannot be.
    """

    name: str
    type: str
    usual: str | bool | int | None
    help: str
    title: str
    offered: tuple[Value, ...]
    allowed: tuple[str, ...]
    metavar: str
    is_file: bool
    is_rules: bool
    kinds: tuple[str, ...]
    said: str
    signs: tuple[str, ...] | None
    signed_as: str
    check: Callable[[str], object] | None

    @property
    def option(self) -> str:
        """As it is called on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def is_signed_by(self, kind: str) -> bool:
        """Whether signatures of that kind of comparison show it."""
        shown = self.kinds if self.signs is None else self.signs
        return kind in shown or (self.signs is None and not shown)

    @property
    def is_number(self) -> bool:
        """Whether it is a number from 1."""
        return self.type.startswith("int")

    def of(self, text: str) -> Any:
        """The value of the setting that an offered one stands for."""
        return bool(text) if isinstance(self.usual, bool) else text or None


def setting(
    usual: Any, help: str, title: str = "", offered: tuple[Value, ...] = (), *, allowed: tuple[str, ...] = (),
    metavar: str = "", is_file: bool = False, is_rules: bool = False, kinds: tuple[str, ...] = (), said: str = "",
    signs: tuple[str, ...] | None = None, signed_as: str = "", check: Callable[[str], object] | None = None,
) -> Any:  # fmt: skip
    """Declares a field of ``Settings``: see :class:`Setting`."""
    said_of_it = (
        help,
        title,
        offered,
        allowed,
        metavar,
        is_file or is_rules,
        is_rules,
        kinds,
        said,
        signs,
        signed_as,
        check,
    )
    return field(default=usual, metadata={"said": said_of_it})
