"""Readers: one module per format. To add one: a module with a :class:`Reader`, and its entry in ``READERS``.

One treebank that is kept in many files: a folder, or a pattern of names (``wsj/00/*.mrg``).

Dependency treebanks: opened, in the order of formats in which content is tried, or made of constituents by head rules.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.errors import ReadError, TooLarge, counted
from treecompare.folders import parts_of, stands_for_others
from treecompare.readers.brackets import BRACKETS, SQUARE
from treecompare.readers.cgel import CGEL
from treecompare.readers.conll import CONLLU, CONLLUPLUS, DependencyReader, DependencyTreebank, read_conllu
from treecompare.readers.conll2012 import CONLL2012
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.discbrackets import DISCBRACKETS
from treecompare.readers.export import EXPORT
from treecompare.readers.files import EXPECTED, formats_of, read_data, read_file, recognised
from treecompare.readers.ppche import PPCHE
from treecompare.readers.treebank import (
    AnyTreebank,
    Kind,
    Problem,
    Reader,
    Treebank,
    TreeReader,
    are_of_kind,
    is_blank,
    of_kind,
    of_one_kind,
)
from treecompare.readers.wrapped_brackets import holds_trees, is_behind_columns
from treecompare.readers.xml import ALPINO, TIGERXML
from treecompare.reading import (
    also_encoded,
    encoding_of,
    is_folder,
    most_bytes,
    one_treebank,
    treebank_name,
    unpacked_name,
)
from treecompare.trees.tree import Trees

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules


DEPENDENCY_READERS: tuple[DependencyReader, ...] = (
    CONLLUPLUS, CONLLU, CONLLX, CONLL2008, CONLL2009, PREDICTED, CORENLP, DEPENDENCY_TAB,
)  # fmt: skip


def as_dependencies(
    treebank: Treebank, rules: HeadRules, preterminals: bool | None = None, unescape: bool = False
) -> DependencyTreebank:
    """The same sentences converted; see :func:`treecompare.trees.conversion.to_dependencies` for the options.

    A sentence that could not be read stays a problem, one without words is without words here too. Warnings count the
    sentences in which no rule finds a head, and words without a relation where they are most; sentences whose heads
    make no tree are counted where they are compared.
    """
    from treecompare.trees.conversion import to_dependencies
    from treecompare.trees.head_rules import NO_RELATION

    converted = to_dependencies(treebank.trees, rules, preterminals, unescape, treebank.implies_root)
    warnings = list(treebank.warnings)
    if converted.headless:
        first, reason = next(iter(sorted(converted.headless.items())))
        count = len(converted.headless)
        warnings.append(
            f"{count:,} sentence{'s' if count > 1 else ''} in which no rule of {rules.name} finds a head; "
            f"the first is number {first + 1}: {reason}"
        )
    words = converted.dependencies
    without = int((words.deprel == words.symbols.find(NO_RELATION)).sum())
    if 2 * without > words.words:
        warnings.append(
            f"{without:,} of {words.words:,} words have no relation: the trees have no functions that {rules.name} could take; "
            "labelled scores say nothing about them"
        )
    ids: list[str | None] | None = None if treebank.ids is None else [*treebank.ids]
    return DependencyTreebank(
        treebank.name, treebank.path, treebank.format, converted.dependencies, treebank.lines, ids, treebank.problems,
        warnings,
    )  # fmt: skip


MOST_WARNINGS = 5
"""So many files say what is odd about them; of the rest, how many they are."""


def read_parts(path: str, name: str | None, read: Callable[[str], Kind]) -> Kind:
    """The files of a folder or a pattern, in natural order, as one treebank; ``read`` reads one of them.

    Sentences are called by their file, ``wsj_0001:3``, or by their ids where no two are the same in all files (and they are more
    than numbers). ``lines`` are those of each file; problems and warnings say which file.

    Raises ReadError: there is none, one cannot be read, or they are not of one kind; TooLarge: together they hold more than may be
    read.
    """
    paths = parts_of(path)
    if not paths:
        found = "is a folder" if is_folder(path) else "there is no such file"
        raise ReadError(path, 0, f"{found}; {EXPECTED}, or of files that are named like treebanks (.mrg, .conllu, …)")
    try:
        size = sum(Path(one).stat().st_size for one in paths)
    except OSError as error:
        raise ReadError(path, 0, f"cannot be read: {error.strerror or error}; {EXPECTED}") from error
    if size > most_bytes():
        raise TooLarge(path, size, most_bytes())
    parts = []
    own = encoding_of(path)
    with one_treebank(path), also_encoded({"": own} if own else {}):
        for one in paths:
            parts.append(read(one))
            if parts[-1].kind != parts[0].kind:
                others = f"{Path(paths[0]).name} {parts[0].kind}"
                raise ReadError(one, 0, f"holds {parts[-1].kind}, {others}; expected files of one kind")
    return joined(path, name or treebank_name(path), paths, parts)


def joined(path: str, name: str, paths: Sequence[str], parts: Sequence[Kind]) -> Kind:
    """Treebanks of one kind as one; ``paths``: their files."""
    names = _names(paths)
    formats = Counter(one.format for one in parts)
    return parts[0].followed_by(
        parts[1:], name=name, path=path, format=formats.most_common(1)[0][0],
        lines=np.concatenate([one.lines for one in parts]), ids=_ids(names, parts),
        problems=_problems(paths, parts), warnings=_warnings(paths, parts),
    )  # fmt: skip


def _names(paths: Sequence[str]) -> list[str]:
    """What files are called: as treebanks are, with their folder where two would be the same."""
    names = [treebank_name(one) for one in paths]
    if len(set(names)) == len(names):
        return names
    return [f"{Path(one).parent.name}/{Path(one).name}" for one in paths]


def _ids(names: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    own = [one for part in parts for one in part.ids or [None] * len(part.lines)]
    if all(own) and len(set(own)) == len(own) and not all(str(one).isdigit() for one in own):
        return [str(one) for one in own]
    ids = []
    for name, part in zip(names, parts, strict=True):
        given = part.ids or [None] * len(part.lines)
        ids += [f"{name}:{one or number}" for number, one in enumerate(given, 1)]
    return ids


def _problems(paths: Sequence[str], parts: Sequence[Kind]) -> dict[int, Problem]:
    problems, before = {}, 0
    for path, part in zip(paths, parts, strict=True):
        for index, one in part.problems.items():
            place = before + index
            problems[place] = replace(one, index=place, reason=f"in {Path(path).name}: {one.reason}")
        before += len(part.lines)
    return problems


def _warnings(paths: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    odd = [(Path(path).name, part.warnings) for path, part in zip(paths, parts, strict=True) if part.warnings]
    told = [f"{name}: {warning}" for name, warnings in odd[:MOST_WARNINGS] for warning in warnings]
    left = len(odd) - MOST_WARNINGS
    return told + ([f"{counted(left, 'more file')} with such warnings"] if left > 0 else [])


__all__ = [
    "READERS",
    "AnyTreebank",
    "DependencyTreebank",
    "Problem",
    "Reader",
    "Treebank",
    "are_of_kind",
    "as_dependencies",
    "of_kind",
    "of_one_kind",
    "parse",
    "read",
    "read_any",
    "read_content",
]

READERS: tuple[TreeReader, ...] = (EXPORT, CONLL2012, DISCBRACKETS, TIGERXML, ALPINO, CGEL, SQUARE, PPCHE, BRACKETS)
"""In the order in which content is tried."""
_SURE: tuple[TreeReader, ...] = (EXPORT, CONLL2012)
"""Those whose signs are stronger than tables of numbers, which they hold as well."""
_ANY: tuple[Reader[AnyTreebank], ...] = (*READERS, *DEPENDENCY_READERS)


def read_any(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> AnyTreebank:
    """Reads a treebank of constituents or of dependencies. ``format`` is the name of a reader; without it the content decides.
    ``-`` is standard input; a folder or a pattern (``wsj/00/*.mrg``) is one treebank: :func:`read_parts`.

    Raises ReadError: the file cannot be opened, is not text, or holds no sentence in any known format; UsageError: there is no such
    format.
    """
    if stands_for_others(os.fspath(path)):
        return read_parts(os.fspath(path), name, lambda one: read_any(one, format))
    found = read_file(path, format, name, _ANY, _by_content)
    found.check_read()
    return found


def read(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> Treebank:
    """A treebank of constituents. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    return of_one_kind(read_any(path, format, name), Treebank)


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """A treebank of dependencies. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    return of_one_kind(read_any(path, format, name), DependencyTreebank)


def read_content(data: bytes, path: str, format: str | None = None, name: str | None = None) -> AnyTreebank:
    """A treebank from its content (UTF-8), which ``path`` is said to hold. Raises ReadError: the content holds no sentence in any
    known format; UsageError: there is no such format."""
    return read_data(data, path, format, name, _ANY, _by_content)


def _by_content(data: bytes, path: str) -> Reader[AnyTreebank]:
    if sure := recognised(data, _SURE):
        return sure
    is_wrapped = is_behind_columns(data)
    if not is_wrapped and (found := recognised(data, DEPENDENCY_READERS)):
        return found
    if not is_wrapped and not holds_trees(data) and (wrong := unusual_table(data, path)):
        raise wrong
    if is_blank(data):
        # the name is all that an empty file says
        return CONLLU if unpacked_name(path).endswith((".conllu", ".conllup", ".conllx", ".conll")) else BRACKETS
    if bracketed := recognised(data, READERS):
        return bracketed
    line, text = next((number, text) for number, text in enumerate(data.split(b"\n"), 1) if text.strip())
    shown = text.decode("utf-8").strip()
    shown = f"'{shown[:40]}…'" if len(shown) > 40 else f"'{shown}'"
    raise ReadError(path, line, f"does not look like a treebank: it begins with {shown}; expected {formats_of(_ANY)}")


def parse(text: str) -> Treebank:
    """Bracket text as a treebank, for scripts and tests."""
    return BRACKETS.read(text.encode("utf-8"), "text", "text")


# -- treebanks from objects of other libraries: trees of nltk, sentences of conllu -------------------------------------

OF_NLTK, OF_CONLLU = "nltk", "conllu"


def library_of(item: object) -> str:
    """The library that an object is a sentence of: ``nltk``, ``conllu``, or an empty text for any other object."""
    if callable(getattr(item, "label", None)) and callable(getattr(item, "leaves", None)):
        return OF_NLTK
    return OF_CONLLU if callable(getattr(item, "serialize", None)) else ""


def read_objects(items: Iterable[Any], name: str | None = None) -> AnyTreebank:
    """A treebank from ``nltk.Tree`` objects, or from ``conllu.TokenList`` objects: one sentence each, whose number is its line.
    Raises ReadError: some item is neither, they are not all of one kind, or one cannot be read; says which."""
    sentences = list(items)
    libraries = [library_of(item) for item in sentences]
    first = libraries[0] if sentences else OF_NLTK
    wanted = {OF_NLTK: "a tree of nltk", OF_CONLLU: "a sentence of conllu"}.get(
        first, "trees of nltk or sentences of conllu"
    )
    for number, (item, library) in enumerate(zip(sentences, libraries, strict=True), 1):
        if not library or library != first:
            raise ReadError(
                name or "sentences", 0, f"item {number} is of the type {type(item).__name__}; expected {wanted}"
            )
    return _from_nltk(sentences, name) if first == OF_NLTK else _from_conllu(sentences, name)


def _from_nltk(sentences: list[Any], name: str | None) -> Treebank:
    path = name or "nltk trees"
    try:
        trees = Trees.from_nltk(sentences)
    except ValueError as error:
        raise ReadError(path, 0, str(error)) from error
    warnings = [] if sentences else ["there are no sentences; expected at least one tree"]
    return Treebank(path, path, OF_NLTK, trees, np.arange(1, len(trees) + 1), None, {}, warnings)


def _from_conllu(sentences: list[Any], name: str | None) -> DependencyTreebank:
    path, texts = name or "conllu sentences", []
    for number, sentence in enumerate(sentences, 1):
        try:
            texts.append(sentence.serialize().strip("\n"))
        except Exception as error:  # conllu raises several kinds, and its tokens may hold any object
            raise ReadError(path, 0, f"sentence {number} cannot be written as CoNLL-U: {error}") from error
        if not texts[-1]:
            raise ReadError(path, 0, f"sentence {number} is empty; expected at least one word")
    treebank = read_conllu("".join(f"{text}\n\n" for text in texts).encode("utf-8", "replace"), path, path)
    if len(treebank.sentences) != len(texts):
        raise ReadError(
            path,
            0,
            f"{counted(len(texts), 'sentence makes', 'sentences make')} {len(treebank.sentences)} in CoNLL-U; "
            "expected fields without line ends",
        )
    problems = {place: replace(problem, line=place + 1) for place, problem in treebank.problems.items()}
    return replace(treebank, lines=np.arange(1, len(texts) + 1), problems=problems)
