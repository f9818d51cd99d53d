"""Where answers come from: JSON lines, a folder with a file per sentence, or a text file; which answer is to which sentence, and
what became of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from treecompare.comparison.answered import AFTER_REPAIR, OUTCOMES, UNREADABLE
from treecompare.errors import ReadError, counted
from treecompare.extras.raw.choice import LEVELS, LONGEST, Answer, Choice, at_level, repairs_text
from treecompare.folders import files_of_folder
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conll import read_conllu
from treecompare.readers.treebank import AnyTreebank, Problem
from treecompare.reading import as_utf8, read_bytes
from treecompare.trees.annotations import ABSENT, MADE_ARC, REPAIR, Extras

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


# -- what became of them --------------------------------------------------------------------------------------------------

_NO_TREE = b"(())\n"


@dataclass(frozen=True)
class Unscored(Problem):
    """A gold sentence for which there is nothing to score; ``reason``: its outcome, and more."""

    @property
    def said(self) -> str:
        return f"is missing ({self.reason})"


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What became of the answers of a system, at any level. ``level``: the one that is scored. ``container``: jsonl, folder or
    file. ``ids``, ``words``: of the gold's sentences. ``treebank``: what a plain file is that is a treebank throughout: it is
    compared as any other, and nothing is to be repaired. ``texts``: the answer to each gold sentence as it came, None where there
    is none; of a plain file they are not known."""

    container: str
    level: str
    ids: Sequence[str]
    choices: Sequence[Choice | Answer]
    words: Sequence[Sequence[str]]
    problems: dict[int, str] = field(default_factory=dict)
    treebank: AnyTreebank | None = None
    texts: Sequence[str | None] = ()

    def text_of(self, sentence: int) -> str:
        """What was answered to a gold sentence; empty where that is not known."""
        return (self.texts[sentence] or "") if self.texts else ""

    def told(self, sentence: int) -> tuple[str, str, str]:
        """Outcome, repairs and faults of a gold sentence, as tables show them."""
        one = self.answers[sentence]
        return one.outcome, repairs_text(one.repairs), repairs_text(one.faults)

    def reads(self, sentence: int) -> str:
        """The least level of repair at which there is something to score of a sentence; empty where there is none."""
        return next((level for level in LEVELS if not self.at(level)[sentence].is_failure), "")

    @cached_property
    def at(self) -> Callable[[str], list[Answer]]:
        """The outcome of each gold sentence at a level."""
        return cache(lambda level: [at_level(*both, level) for both in zip(self.choices, self.words, strict=True)])

    @cached_property
    def answers(self) -> list[Answer]:
        """The outcome of each gold sentence at the level that is scored."""
        found = list(self.at(self.level))
        for place, reason in self.problems.items():
            found[place] = Answer(UNREADABLE, found[place].repairs, told=reason)
        return found

    def treebank_at(self, level: str, path: str, name: str, gold: AnyTreebank) -> AnyTreebank:
        """The answers at a level of repair."""
        if self.treebank is not None:
            return self.treebank.with_fields(name=name)
        return _treebank(self.at(level), self.ids, path, name, isinstance(gold, DependencyTreebank))

    @property
    def counts(self) -> Counter[str]:
        """How many gold sentences have each outcome."""
        found = Counter(dict.fromkeys(OUTCOMES, 0))
        found.update(answer.outcome for answer in self.answers)
        return found

    @property
    def repaired(self) -> int:
        """How many sentences with the words of the gold are scored after repair."""
        return self.counts[AFTER_REPAIR]

    @property
    def further(self) -> str:
        """What more repair would change; empty where it would change nothing."""
        said, failures = [], sum(one.is_failure for one in self.answers)
        for level in LEVELS[LEVELS.index(self.level) + 1 :]:
            read = failures - sum(one.is_failure for one in self.at(level))
            said += [f"level {level} would read {read:,} more"] if read else []
        faulty = sum(bool(one.faults) for one in self.answers)
        said += [f"level close would mend {counted(faulty, 'tree')} scored with faults"] if faulty else []
        return ", ".join(said)

    def as_object(self, per_sentence: bool = False) -> dict[str, Any]:
        """For JSON: counts of outcomes and repairs, and with ``per_sentence`` those of each gold sentence."""
        repairs: dict[str, dict[str, int]] = {}
        for one in self.answers:
            for name, count in one.repairs:
                known = repairs.setdefault(name, {"sentences": 0, "sum": 0})
                known["sentences"] += 1
                known["sum"] += count
        found: dict[str, Any] = {"raw": self.signs, "outcomes": dict(self.counts), "repairs": repairs}
        if per_sentence:
            found["answers"] = [
                {
                    "id": name, "outcome": one.outcome, "repairs": repairs_text(one.repairs),
                    "faults": repairs_text(one.faults), "made": list(one.made),
                }
                for name, one in zip(self.ids, self.answers, strict=True)
            ]  # fmt: skip
        return found

    @property
    def signs(self) -> str:
        """What the signature of figures shows."""
        parts = [f"raw:{self.container}"]
        if self.level != "none":
            parts += [f"repair:{self.level}", f"repaired:{self.repaired}/{len(self.answers)}"]
        return "|".join(parts)


def _treebank(answers: Sequence[Answer], ids: Sequence[str], path: str, name: str, is_rows: bool) -> AnyTreebank:
    treebank: AnyTreebank
    if is_rows:
        treebank = read_rows([_rows_text(answer) for answer in answers], path, name)
    else:
        lines = (answer.tree.encode("utf-8", "replace") + b"\n" if answer.tree else _NO_TREE for answer in answers)
        treebank = _with_made_brackets(read_brackets(b"".join(lines), path, name), answers)
    problems = {place: replace(one, line=0) for place, one in treebank.problems.items()}
    for place, answer in enumerate(answers):
        if answer.is_failure:
            more = f" ({answer.told})" if answer.told else ""
            problems[place] = Unscored(place, 0, answer.outcome + more)
    lines_ = np.zeros(len(ids), np.int64)
    return treebank.with_fields(ids=list(ids), problems=problems, lines=lines_, format=treebank.format)


HOLDER = "1\t_\t_\t_\t_\t_\tx\t_\t_\t_"
"""A row that cannot be read: it holds the place of a sentence."""


def read_rows(sentences: list[str], path: str, name: str) -> DependencyTreebank:
    """Sentences of CoNLL-U, of which none may be readable: one behind them is."""
    text = "".join([*sentences, f"{HOLDER.replace('x', '0')}\n\n"])
    found = read_conllu(text.encode("utf-8", "replace"), path, name)
    return replace(found, sentences=found.sentences.chosen(range(len(sentences))).with_own_symbols())


def _rows_text(answer: Answer) -> str:
    rows, word = [], 0
    for row in answer.rows:
        # those of a table may be empty; a carriage return would end the line
        columns = [one.replace("\r", "\u240d") or "_" for one in row]
        word += row[0].isdigit()
        if row[0].isdigit() and word in answer.made:
            columns[9] = "|".join((*([columns[9]] if columns[9] != "_" else []), MADE_ARC))
        rows.append("\t".join(columns))
    return "\n".join([*(rows or [HOLDER]), "", ""])


def _with_made_brackets(treebank: Treebank, answers: Sequence[Answer]) -> Treebank:
    if not any(one.brackets_made for one in answers):
        return treebank
    trees = treebank.trees
    column = np.full(len(trees.labels), ABSENT, np.int32)
    for last, one in zip(trees.offsets[1:].tolist(), answers, strict=True):
        column[last - one.brackets_made : last] = trees.symbols.number("made")
    extras = trees.extras or Extras()
    return replace(treebank, trees=replace(trees, extras=replace(extras, columns={**extras.columns, REPAIR: column})))


# -- baselines -------------------------------------------------------------------------------------------------------------
