"""Where answers come from: JSON lines, a folder with a file per sentence, or a text file; and which answer is to which sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from treecompare.errors import ReadError, counted
from treecompare.extras.raw.choice import LONGEST
from treecompare.folders import files_of_folder
from treecompare.reading import as_utf8, read_bytes

_EXPECTED = "expected answers: JSON lines, a folder with a file per sentence, or a text file"
_IDS = ("custom_id", "id", "sent_id")
_TEXTS = ("output", "text", "completion", "answer", "content")
MOST_TOLD = 20
"""Of one kind of remark so many are told one by one."""


@dataclass(frozen=True)
class Answers:
    """The answers of a system. ``container``: jsonl, folder or file. ``texts``: by id, None where nothing was answered; of a plain
    file one text without id. ``told``: what there is to say of the container."""

    path: str
    container: str
    texts: dict[str, str | None] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    @property
    def whole(self) -> str:
        """The text of a plain file."""
        return self.texts.get("") or ""


def read_answers(path: str) -> Answers:
    """The answers of a file or folder. Raises ReadError, TooLarge, OSError: it cannot be opened, or is not text."""
    if Path(path).is_dir():
        return _of_folder(path)
    data = read_bytes(path, _EXPECTED)
    start = data.lstrip()[:4].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        return _of_lines(path, data)
    text, warnings = as_utf8(data, path, _EXPECTED)
    told = [f"{path}: {one}" for one in warnings]
    objects = sum(line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}") for line in data.split(b"\n"))
    if objects:
        told.append(
            f"{path}: {counted(objects, 'line')} like a JSON object, but the file does not begin with one, so that all of "
            'it is read as one text; expected JSON lines from the first on, as {"id": …, "output": …}'
        )
    return Answers(path, "file", {"": text.decode("utf-8")}, told)


def _of_folder(path: str) -> Answers:
    texts: dict[str, str | None] = {}
    told: list[str] = []
    twice = 0
    files = files_of_folder(path)
    if not files:
        raise ReadError(path, 0, "the folder holds no files; expected one for each sentence")
    for one in files:
        with one.open("rb") as content:
            text = content.read(4 * LONGEST + 4).decode("utf-8", "replace")
        twice += one.stem in texts
        if texts.get(one.stem) is None or not (texts[one.stem] or "").strip():
            texts[one.stem] = text
    if twice:
        have = "file has" if twice == 1 else "files have"
        told.append(
            f"{path}: {twice:,} {have} the name of another one, with another ending; the first with text counts"
        )
    return Answers(path, "folder", texts, told)


def _of_lines(path: str, data: bytes) -> Answers:
    texts: dict[str, str | None] = {}
    told: list[str] = []
    wrong: list[str] = []
    twice: list[str] = []
    without: list[str] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            what = "is no text in UTF-8" if isinstance(error, UnicodeDecodeError) else "is no JSON"
            wrong.append(f'{path}:{number}: {what}; expected an object like {{"id": …, "output": …}}')
            continue
        name = _id_of(record) if isinstance(record, dict) else None
        if name is None:
            what = "has no id" if isinstance(record, dict) else "is no object"
            wrong.append(f'{path}:{number}: {what}; expected an object like {{"id": …, "output": …}}')
            continue
        text = _text_of(record)
        if not any(key in record for key in (*_TEXTS, "response", "error")):
            without.append(name)
        if name in texts:
            twice.append(name)
        if texts.get(name) is None:
            texts[name] = text
    told += shortened(wrong, path, "lines are no answers")
    if without:
        lack = "answer has" if len(without) == 1 else "answers have"
        told.append(
            f"{path}: {len(without):,} {lack} no text ({listed(without)}); expected one of the keys {', '.join(_TEXTS)}, response"
        )
    if twice:
        again = "id stands there again" if len(twice) == 1 else "ids stand there again"
        told.append(f"{path}: {len(twice):,} {again} ({listed(twice)}); the first answer with text counts")
    return Answers(path, "jsonl", texts, told)


def shortened(told: Sequence[str], path: str, rest: str) -> list[str]:
    """The first remarks, and how many more there are."""
    more = len(told) - MOST_TOLD
    return [*told[:MOST_TOLD], *([f"{path}: {more:,} more {rest}"] if more > 0 else [])]


def listed(ids: Sequence[str]) -> str:
    """Some ids, as a sentence names them."""
    shown = ", ".join(one[:40] for one in ids[:3])
    return shown + (", …" if len(ids) > 3 else "")


def _id_of(record: dict[str, Any]) -> str | None:
    found = next((record[name] for name in _IDS if name in record), None)
    if isinstance(found, str) and found:
        return found
    return str(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


def _text_of(record: dict[str, Any]) -> str | None:
    """The text of a record; None where there is none, or where an error is reported."""
    if record.get("error") is not None:
        return None
    for name in _TEXTS:
        if name in record and (record[name] is None or isinstance(record[name], str)):
            found: str | None = record[name]
            return found
    response = record.get("response")
    if isinstance(response, str):
        return response
    for step in ("body", "choices", 0, "message", "content"):
        if isinstance(step, int):
            response = response[0] if isinstance(response, list) and response else None
        else:
            response = response.get(step) if isinstance(response, dict) else None
    return response if isinstance(response, str) else None


def by_sentence(answers: Answers, ids: Sequence[str | None]) -> tuple[list[str | None], list[str]]:
    """The answer to each sentence of the gold, given by its id (None where it has none), and what there is to say:
    ids that no sentence has.

    Where no id of the answers is one, and all are whole numbers, they are positions from 1."""
    places = {one: place for place, one in enumerate(ids) if one}
    found: list[str | None] = [None] * len(ids)
    are_known = any(one in places for one in answers.texts)
    others = [one for one in answers.texts if not (one.isascii() and one.isdigit())]
    if not are_known and not others:
        places = {str(place + 1): place for place in range(len(ids))}
        texts: dict[str, str | None] = {}
        for one, text in answers.texts.items():
            texts.setdefault(one.lstrip("0") or "0", text)
    else:
        texts = answers.texts
    unknown = [one for one in texts if one not in places]
    for one, text in texts.items():
        if one in places:
            found[places[one]] = text
    told = []
    if unknown:
        what = "id is" if len(unknown) == 1 else "ids are"
        count = "it counts" if len(unknown) == 1 else "they count"
        why = ""
        if not are_known and others and len(others) < len(answers.texts):
            why = f"; ids are positions only where all are whole numbers, and {others[0][:40]!r} is none"
        elif not are_known and "0" in unknown:
            why = "; positions count from 1"
        told.append(
            f"{answers.path}: {len(unknown):,} {what} not in the gold ({listed(unknown)}); {count} nowhere{why}"
        )
    return found, told
