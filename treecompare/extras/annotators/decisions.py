"""What people decide of differences, and the rules that they make: as values, and as texts that a comparison file keeps.

A decision is kept by what it is about: the place of the difference and the value that each analysis had there. Where one of these
has another value now, the difference is another one: the decision does not fit any more, and is listed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from treecompare.extras.annotators.differences import Difference, Kind, Place
from treecompare.saved.rows import DECISION, RULE, Key, are_texts

WHOLE_FILE = (1 << 31) - 1
"""In place of a sentence, where an entry is about all of them."""
FILE, OTHER, NEITHER, NOTED = "file", "other", "neither", "open"
"""What is chosen: the value of a file, one that was typed, neither, which leaves the difference undecided with a mark, or nothing:
there is just a note."""
LONGEST, MOST_FILES = 10_000, 10
"""Characters of a value, or of a note; files that a rule is about."""


@dataclass(frozen=True)
class Decision:
    """``choice``: FILE, OTHER, NEITHER or NOTED; ``file``: the name of the file whose value it is. ``values``: what each file
    had, by name. ``number``: decisions are applied in this order. ``by``, ``at``: who decided and when, for people."""

    choice: str
    value: str = ""
    file: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    number: int = 0
    note: str = ""
    by: str = ""
    at: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it says what is to stand there."""
        return self.choice in (FILE, OTHER)

    @property
    def source(self) -> str:
        """As tables have it: the file's name, ``other`` or ``undecided``."""
        return {FILE: self.file, OTHER: "other"}.get(self.choice, "undecided")

    def fits(self, difference: Difference, names: Sequence[str]) -> bool:
        """Whether it is about this difference: every file that it names and that is open has the value that it had."""
        now = dict(zip(names, difference.values, strict=True))
        known = {name: value for name, value in self.values.items() if name in now}
        if self.choice == FILE and now.get(self.file) != self.value:
            return False
        return bool(known) and all(now[name] == value for name, value in known.items())

    def text(self) -> str:
        """As it is stored."""
        return _text(self)


@dataclass(frozen=True)
class Rule:
    """Always the value of ``file`` for differences of ``kind`` between the files ``names``; ``number``: rules are applied in
    order."""

    number: int
    kind: Kind
    names: tuple[str, ...]
    file: str
    note: str = ""
    by: str = ""
    at: str = ""

    def text(self) -> str:
        """As it is stored."""
        return _text(self)

    @property
    def source(self) -> str:
        """As tables have it."""
        return f"rule {self.number}"


def _text(stored: Decision | Rule) -> str:
    said: dict[str, Any] = {name: value for name, value in vars(stored).items() if value not in ("", 0, {})}
    if isinstance(stored, Rule):
        said["kind"] = [stored.kind.field, list(stored.kind.values), stored.kind.tag]
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def decided(difference: Difference, names: Sequence[str], choice: str, value: str = "", file: str = "") -> Decision:
    """A decision about a difference. A value that was typed and is that of a file becomes that of the file."""
    values = dict(zip(names, difference.values, strict=True))
    if choice == OTHER and value in difference.values:
        choice, file = FILE, names[difference.values.index(value)]
    if choice == FILE:
        value = values[file]
    return Decision(choice, value, file, values)


def entry_of(place: Place) -> Key:
    """Where the decision about a difference is stored: under its field and its unit."""
    return Key(DECISION, place.sentence, place.field, place.unit)


def rule_entry(number: int) -> Key:
    """Where a rule is stored: under its number."""
    return Key(RULE, WHOLE_FILE, "", str(number))


def read_decision(text: str) -> Decision:
    """A decision as it was stored. Raises ValueError: it is none; says what it is instead."""
    said = _object(text)
    choice = said.get("choice")
    if choice not in (FILE, OTHER, NEITHER, NOTED):
        raise ValueError(f"chooses {str(choice)[:40]!r}")
    values = said.get("values", {})
    if not isinstance(values, dict) or not all(isinstance(one, str) for one in values.values()):
        raise ValueError("has no values of files")
    texts = {name: _short(said, name) for name in ("value", "file", "note", "by", "at")}
    return Decision(choice, values=values, number=_number(said), **texts)


def read_rule(text: str) -> Rule:
    """A rule as it was stored. Raises ValueError: it is none; says what it is instead."""
    said = _object(text)
    kind, names = said.get("kind"), said.get("names")
    if not (isinstance(kind, list) and len(kind) == 3 and are_texts(names, MOST_FILES)):
        raise ValueError("has no kind of differences, or no files")
    field_name, values, tag = kind
    if not (isinstance(field_name, str) and isinstance(tag, str) and are_texts(values, MOST_FILES)):
        raise ValueError("has a kind of differences that is none")
    texts = {name: _short(said, name) for name in ("file", "note", "by", "at")}
    if texts["file"] not in names or len(values) != len(names):
        raise ValueError(f"takes the values of {texts['file'][:40]!r}, which is not one of its files")
    return Rule(_number(said), Kind(field_name, tuple(values), tag), tuple(names), **texts)


def _object(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"is {text[:40]!r}, not JSON") from None
    if not isinstance(said, dict):
        raise ValueError(f"is {text[:40]!r}, not an object")
    return said


def _number(said: dict[str, Any]) -> int:
    number = said.get("number", 0)
    if type(number) is not int or not 0 <= number < 1 << 53:
        raise ValueError(f"has the number {str(number)[:40]}")
    return number


def _short(said: dict[str, Any], name: str) -> str:
    text = said.get(name, "")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise ValueError(f"has a {name} that is not a text of at most {LONGEST:,} characters")
    return text
