"""The rows of a comparison file: which values are valid, and how texts that are not UTF-8 are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

from treecompare.comparison.judgements import CORRECT, ERROR_CLASS, NOTE, PHENOMENON, VERDICTS

WALK = "walk"
"""The kind of a step of the walk."""
DECISION, RULE = "decision", "rule"
"""What is decided of one difference between analyses; of all of a kind."""
JUDGEMENTS = (NOTE, PHENOMENON, ERROR_CLASS, CORRECT)
KINDS = (*JUDGEMENTS, WALK, DECISION, RULE)
ROLES = ("gold", "system", "other gold", "lattice", "segmentation", "dependencies")
"""``dependencies``: of the system of that name; of the gold where the name is empty."""
SENTENCES = 1 << 31
"""Numbers of sentences are lower than this."""
LONGEST = 10_000_000
"""Characters of the longest text that is stored."""


class Malformed(Exception):
    """A value that treecompare does not write; the message says which and what was expected."""


@dataclass(frozen=True)
class StoredTreebank:
    """A file of the comparison as it was when last accepted. ``role``: one of ROLES."""

    role: str
    name: str
    path: str
    relative: str
    size: int
    sha256: str
    mtime: int


class Key(NamedTuple):  # a file holds many, and these are made faster than data classes
    """What an annotation belongs to. ``sentence`` counts from 0; kinds are those of :mod:`treecompare.comparison.judgements`."""

    kind: str
    sentence: int
    system: str = ""
    phenomenon: str = ""


@dataclass(frozen=True)
class Step:
    """One edit that can be undone, and what it changed."""

    what: str
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class Edit:
    """One value before and after a step; None: no annotation."""

    key: Key
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Pending:
    """An unsaved step, with the words of its sentences."""

    what: str
    edits: list[Edit]
    words: dict[int, str]


# -- texts -----------------------------------------------------------------------------------------------------------------


def stored(text: str) -> str | bytes:
    """A text as the database stores it: a blob if it is not valid Unicode, such as a file name in Latin-1."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def text_of(value: object, what: str) -> str:
    """The text that :func:`stored` made. Raises Malformed: it is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        try:
            text = value.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = ""
        if isinstance(stored(text), bytes):  # else two different values would be the same text
            return text
    raise Malformed(f"{what} is {shown(value)}; expected a text")


def number_of(value: object, what: str, end: int = 1 << 63) -> int:
    """A whole number from 0 to ``end`` - 1. Raises Malformed: it is none."""
    if type(value) is int and 0 <= value < end:
        return value
    raise Malformed(f"{what} is {shown(value)}; expected a whole number, at least 0")


def are_texts(value: object, most: float = float("inf")) -> TypeGuard[list[str]]:
    """Whether something that was read is a list of texts, of so many at most."""
    return isinstance(value, list) and len(value) <= most and all(isinstance(one, str) for one in value)


def shown(value: object) -> str:
    """A value shortened for use in a message."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


# -- rows ------------------------------------------------------------------------------------------------------------------


def key_of(kind: object, sentence: object, system: object, phenomenon: object) -> Key:
    """The key of a row. Raises Malformed: nothing that there can be."""
    if kind not in KINDS:
        raise Malformed(f"a kind of judgement is {shown(kind)}; expected one of {', '.join(KINDS)}")
    return Key(
        str(kind),
        number_of(sentence, "the number of a sentence", SENTENCES),
        text_of(system, "the name of a system"),
        text_of(phenomenon, "the name of a phenomenon"),
    )


def value_of(key: Key, value: object) -> str:
    """The value of an annotation. Raises Malformed: it cannot be said."""
    text = text_of(value, "a value")
    if key.kind == CORRECT and text not in VERDICTS:
        raise Malformed(f"a judgement is {shown(text)}; expected one of {', '.join(VERDICTS)}")
    return text


def values_of(rows: Iterable[tuple[Any, Any, Any, Any, Any]]) -> dict[Key, str]:
    """The annotations (kind, sentence, system, phenomenon, value). Raises Malformed: a row that treecompare does not write."""
    found = {}
    for kind, sentence, system, phenomenon, value in rows:
        is_usual = type(system) is type(phenomenon) is type(value) is str and type(sentence) is int
        if is_usual and 0 <= sentence < SENTENCES and kind in (NOTE, PHENOMENON, ERROR_CLASS):
            found[Key(kind, sentence, system, phenomenon)] = value
        else:
            key = key_of(kind, sentence, system, phenomenon)
            found[key] = value_of(key, value)
    return found


def lost_of(row: Sequence[object]) -> tuple[Key, str, str]:
    """An annotation whose sentence is gone (kind, system, phenomenon, value, words): key (with sentence -1), value, words. Raises
    Malformed: a row that treecompare does not write."""
    kind, system, phenomenon, value, words = row
    key = key_of(kind, 0, system, phenomenon)
    return Key(key.kind, -1, key.system, key.phenomenon), value_of(key, value), text_of(words, "a sentence")


def treebank_of(row: Sequence[object]) -> StoredTreebank:
    """A row of the table of treebanks, without its place. Raises Malformed: a row that treecompare does not write."""
    role, name, path, relative, size, sha256, mtime = row
    if role not in ROLES:
        raise Malformed(f"the role of a treebank is {shown(role)}; expected one of {', '.join(ROLES)}")
    if not isinstance(sha256, str):
        raise Malformed(f"the checksum of a treebank is {shown(sha256)}; expected a text")
    if type(mtime) is not int:
        raise Malformed(f"the date of a treebank is {shown(mtime)}; expected a whole number")
    treebank = StoredTreebank(
        str(role),
        text_of(name, "the name of a treebank"),
        text_of(path, "the path of a treebank"),
        text_of(relative, "the path of a treebank"),
        number_of(size, "the size of a treebank"),
        sha256,
        mtime,
    )
    if not treebank.path or "\0" in treebank.path + treebank.relative:
        raise Malformed(f"the path of a treebank is {shown(treebank.path)}; expected the path of a file")
    return treebank


def check_changes(changes: Iterable[tuple[Key, str | None]]) -> None:
    """Checks that a file with these changes can be read again. Raises Malformed: it could not."""
    for key, value in changes:
        key_of(key.kind, key.sentence, key.system, key.phenomenon)
        if value and len(value_of(key, value)) > LONGEST:
            raise Malformed(f"a text of {len(value):,} characters; expected at most {LONGEST:,}")


# -- tables ----------------------------------------------------------------------------------------------------------------


_ABOUT_SYSTEMS = ("annotations", "edits", "lost")
_PLACE = "kind = ? AND sentence = ? AND system = ? AND phenomenon = ?"


def columns(key: Key) -> tuple[str, int, str | bytes, str | bytes]:
    """A key as it is stored in the tables."""
    return key.kind, key.sentence, stored(key.system), stored(key.phenomenon)


def put_annotation(execute: Any, key: Key, value: str | None) -> None:
    """Stores an annotation; None deletes it."""
    if value is None:
        execute(f"DELETE FROM annotations WHERE {_PLACE}", columns(key))
    else:
        execute("INSERT OR REPLACE INTO annotations VALUES (?, ?, ?, ?, ?)", (*columns(key), stored(value)))


def put_steps(execute: Any, steps: Iterable[Pending]) -> None:
    """Stores edits, each as a step that can be undone; undone steps are deleted."""
    for pending in steps:
        execute("DELETE FROM edits WHERE step IN (SELECT step FROM steps WHERE undone)")
        execute("DELETE FROM steps WHERE undone")
        step = execute("INSERT INTO steps (what) VALUES (?)", (stored(pending.what),)).lastrowid
        for place, edit in enumerate(pending.edits):
            before, after = (None if text is None else stored(text) for text in (edit.before, edit.after))
            execute(
                "INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (step, place, *columns(edit.key), before, after)
            )
            put_annotation(execute, edit.key, edit.after)
        for sentence, text in pending.words.items():
            execute("INSERT OR REPLACE INTO sentences VALUES (?, ?)", (sentence, stored(text)))


def systems_in(execute: Any) -> set[str]:
    """The systems of which something was said, is kept or can be undone."""
    every = " UNION ".join(f"SELECT system FROM {table}" for table in _ABOUT_SYSTEMS)
    return {text_of(one, "the name of a system") for (one,) in execute(every).fetchall()}


def rename_system(execute: Any, old: str, new: str) -> None:
    """Another name for a system, wherever one stands."""
    names = stored(new), stored(old)
    execute("UPDATE treebanks SET name = ? WHERE name = ? AND role IN ('system', 'dependencies')", names)
    for table in _ABOUT_SYSTEMS:
        execute(f"UPDATE {table} SET system = ? WHERE system = ?", names)
    for table, columns in (("annotations", ("value",)), ("edits", ("before", "after"))):
        for column in columns:
            where = f"kind IN ('{DECISION}', '{RULE}') AND {column} IS NOT NULL"
            for value in {one for (one,) in execute(f"SELECT {column} FROM {table} WHERE {where}").fetchall()}:
                with suppress(ValueError, RecursionError):  # what is no decision names nobody
                    renamed = stored(called_otherwise(text_of(value, "a decision"), old, new))
                    execute(f"UPDATE {table} SET {column} = ? WHERE {where} AND {column} = ?", (renamed, value))


def called_otherwise(text: str, old: str, new: str) -> str:
    """A decision or rule as it was stored, after a file has got another name. Raises ValueError: it is none."""
    said = json.loads(text)
    if not isinstance(said, dict):
        raise ValueError(f"is {text[:40]!r}, not an object")
    if said.get("file") == old:
        said["file"] = new
    if isinstance(values := said.get("values"), dict):
        said["values"] = {new if name == old else name: value for name, value in values.items()}
    if isinstance(names := said.get("names"), list):
        said["names"] = [new if name == old else name for name in names]
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def put_treebanks(execute: Any, treebanks: Sequence[StoredTreebank]) -> None:
    """Replaces the list of files."""
    execute("DELETE FROM treebanks")
    for place, one in enumerate(treebanks):
        texts = map(stored, (one.role, one.name, one.path, one.relative))
        row = (place, *texts, one.size, one.sha256, one.mtime)
        execute("INSERT INTO treebanks VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def put_state(execute: Any, state: dict[str, str]) -> None:
    """Replaces the settings and the state of the window: JSON by name."""
    execute("DELETE FROM state")
    for name, value in state.items():
        execute("INSERT INTO state VALUES (?, ?)", (stored(name), value))


def put_words(execute: Any, words: dict[int, str], lost: Iterable[tuple[Key, str, str]]) -> None:
    """Stores the words of sentences and the annotations whose sentence is gone, in a file that has neither."""
    for sentence, text in words.items():
        execute("INSERT OR REPLACE INTO sentences VALUES (?, ?)", (sentence, stored(text)))
    for key, value, text in lost:
        texts = map(stored, (key.kind, key.system, key.phenomenon, value, text))
        execute("INSERT INTO lost VALUES (?, ?, ?, ?, ?)", tuple(texts))
