"""Reading treebanks, what users see of one, and how the sources of a call become the files of a comparison."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from treecompare.comparison.files import Files, Opened, add_judgements, open_files, opened, read_treebank
from treecompare.comparison.roles import usual_role
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, UsageError, counted
from treecompare.readers import DependencyTreebank, read_content
from treecompare.readers import Treebank as TreesTreebank
from treecompare.readers.conll import CONLLU
from treecompare.readers.files import EXPECTED
from treecompare.readers.lattice_files import LATTICE_READERS, LatticeFile, read_lattices
from treecompare.readers.made import library_of, read_objects
from treecompare.readers.treebank import AnyTreebank, SentenceFile
from treecompare.reading import also_encoded, as_utf8, encodings_of, exists, rules, treebank_name, unread

if TYPE_CHECKING:
    import networkx
    import nltk

Path_: TypeAlias = str | os.PathLike[str]
LATTICE_FORMATS = tuple(one.name for one in LATTICE_READERS)


class Problem(NamedTuple):
    """A sentence that could not be read: its number and its line in the file, both from 1."""

    sentence: int
    line: int
    reason: str


class Treebank:
    """The sentences of a file, or of objects of nltk or conllu: trees of constituents, dependencies, or lattices.

    ``name``: in tables; ``path``: of the file, else what was read; ``format``: ``brackets``, ``conllu`` and others; ``kind``:
    ``constituents``, ``dependencies`` or ``lattices``.
    """

    def __init__(self, read: SentenceFile, is_file: bool) -> None:
        self._read = read
        self._is_file = is_file
        self.name, self.path, self.format, self.kind = read.name, read.path, read.format, read.kind

    def __len__(self) -> int:
        return self._read.count

    def __repr__(self) -> str:
        return f"<Treebank {self.name}: {counted(len(self), 'sentence')}, {self.kind}>"

    @property
    def ids(self) -> list[str]:
        """A name per sentence: its id where the file has one, else its number."""
        return list(self._read.sentence_names)

    @property
    def warnings(self) -> list[str]:
        """What reading has to say of the file as a whole."""
        return list(self._read.warnings)

    @property
    def problems(self) -> list[Problem]:
        """The sentences that could not be read. Their places are held by empty ones, which are not scored."""
        found = sorted(self._read.problems.values(), key=lambda one: one.index)
        return [Problem(one.index + 1, one.line, one.reason) for one in found]

    def words(self, sentence: int | str) -> list[str]:
        """The words of a sentence, given by its number from 1 or by its id; of a lattice its tokens, empty where it has no forms.

        Raises:
            UsageError: there is no such sentence.
        """
        return self._read.words_of(sentence_index(sentence, self.ids))

    def to_nltk(self) -> list[nltk.Tree]:
        """The trees as ``nltk.Tree`` objects. Several roots are put under one with an empty label, as is a sentence without a tree.

        Raises:
            UsageError: this holds no trees of constituents.
        """
        if not isinstance(self._read, TreesTreebank):
            raise UsageError(f"{self.path} holds {self.kind}; only trees of constituents become trees of nltk")
        return [tree.to_nltk() for tree in self._read.trees]

    def graph(self, sentence: int | str, enhanced: bool = False) -> networkx.MultiDiGraph:
        """A sentence, given by its number from 1 or by its id, as a ``networkx.MultiDiGraph``.

        Dependencies: an edge from each head to each dependent with its ``relation``; words are nodes by their numbers, 0 is the
        root. ``enhanced``: the enhanced dependencies of CoNLL-U instead, in which empty nodes have texts (``"8.1"``) for numbers.
        Lattices: an edge for each segment, with its ``form``, ``lemma``, ``tag`` and ``token``, from state to state.

        Raises:
            UsageError: there is no such sentence, this holds trees of constituents, or the sentence is not enhanced.
            ReadError: what stands in the column of the enhanced dependencies cannot be read.
        """
        index = sentence_index(sentence, self.ids)
        read = self._read
        if enhanced and self.format != CONLLU.name:
            raise UsageError(
                f"{self.path} holds {self.kind} in the format {self.format}; enhanced dependencies are in CoNLL-U"
            )
        if isinstance(read, LatticeFile):
            return read.lattices[index].graph()
        if not isinstance(read, DependencyTreebank):
            raise UsageError(
                f"{self.path} holds constituents; expected dependencies or lattices, and to_nltk() gives trees"
            )
        if enhanced and set(read.sentences[index].column("deps")) <= {"_"}:
            raise UsageError(f"{self.path}: sentence {index + 1} has no enhanced dependencies")
        try:
            return read.sentences[index].graph(enhanced)
        except ValueError as error:
            raise ReadError(self.path, int(read.lines[index]), f"sentence {index + 1}: {error}") from error


Source: TypeAlias = Path_ | Treebank | Iterable[Any]
"""What a treebank can be given as: the path of a file, one that is read, trees of nltk, or sentences of conllu."""


Sources: TypeAlias = Mapping[str, Source] | Sequence[Source | tuple[str, Source]] | Source
"""Several treebanks: a mapping from names to sources, or sources, each alone or as (name, source)."""


def one_of(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """The value of a keyword. Raises UsageError: it is none of those that are allowed."""
    if value not in allowed:
        raise UsageError(f"{name} is {value!r}; expected {', '.join(allowed[:-1])} or {allowed[-1]}")
    return value


def sentence_index(sentence: int | str, ids: list[str]) -> int:
    """The place (from 0) of a sentence that is given by its number from 1, or by its id.

    Raises:
        UsageError: there is none.
    """
    if isinstance(sentence, str):
        if ids.count(sentence) != 1:
            found = "several sentences are" if sentence in ids else "there is no sentence"
            raise UsageError(f"{found} called '{sentence}'; expected an id or a number from 1 to {len(ids)}")
        return ids.index(sentence)
    if isinstance(sentence, bool) or not isinstance(sentence, int) or not 1 <= sentence <= len(ids):
        raise UsageError(f"there is no sentence {sentence}; expected an id or a number from 1 to {len(ids)}")
    return sentence - 1


def read(
    source: Source | None = None,
    format: str | None = None,
    name: str | None = None,
    *,
    text: str | None = None,
    encoding: str | None = None,
) -> Treebank:
    """Reads a treebank.

    ``source``: the path of a file, or an iterable of ``nltk.Tree`` or ``conllu.TokenList`` objects; or ``text`` in its place, the
    content of a file. ``format``: its name on the command line; without it the content decides, of lattices the file's name.
    ``name``: what the treebank is called in tables, without it what the file is called. ``encoding``: of a file that is not UTF-8
    (``"gb18030"``, ``"iso-8859-1"``). What cannot be read of a file is listed in ``problems``.

    Raises:
        ReadError: the file cannot be opened, is not text, or holds no sentence in any known format; an object is not a sentence.
        UsageError: there is no such format or encoding, or nothing to read.
    """
    with also_encoded(encodings_of([encoding]) if encoding is not None else {}):
        return _read(source, format, name, text)


def content_of(source: Source, format: str | None, name: str = "") -> AnyTreebank:
    """A treebank of dependencies or constituents from whatever :func:`read` takes, under a name if one is given. Raises ReadError,
    UsageError: there is none."""
    content = read(source, format)._read
    if not isinstance(content, AnyTreebank):
        raise UsageError(f"{content.path} holds {content.kind}; expected dependencies or constituents")
    return content.with_fields(name=name) if name else content


def _read(source: Source | None, format: str | None, name: str | None, text: str | None) -> Treebank:
    if (source is None) == (text is None):
        raise UsageError("expected either a source (a path, or trees) or text=…")
    if text is not None:
        return Treebank(_read_text(text, format, name), is_file=False)
    if isinstance(source, Treebank):
        return source
    if isinstance(source, str | os.PathLike):
        path = path_of(source)
        if format in LATTICE_FORMATS or (format is None and usual_role(path) == "lattice"):
            return Treebank(read_lattices(path, format, name), is_file=True)
        return Treebank(read_treebank(path, name or "", format), is_file=True)
    if library_of(source):
        raise UsageError(f"one sentence ({type(source).__name__}) is not a treebank; expected a list of sentences")
    if not isinstance(source, Iterable) or isinstance(source, bytes | bytearray):
        raise UsageError(
            f"{type(source).__name__} is not a treebank; expected a path, trees of nltk or sentences of conllu"
        )
    return Treebank(read_objects(source, name), is_file=False)


def path_of(source: Path_) -> str:
    """A path as text.

    Raises:
        UsageError: it is not text, or the text of trees.
    """
    path = os.fspath(source)
    if not isinstance(path, str):
        raise UsageError(f"{path!r} is not a path; expected text or a pathlib.Path")
    if ("\n" in path or path.lstrip().startswith("(")) and not exists(path):
        raise UsageError(
            f"'{' '.join(path[:40].split())}' is the path of no file; trees as text are given as tc.read(text=…)"
        )
    return path


def _read_text(text: str, format: str | None, name: str | None) -> SentenceFile:
    if not isinstance(text, str):
        raise UsageError(f"text= is of the type {type(text).__name__}; expected str")
    data, warnings = as_utf8(text.encode("utf-8", "backslashreplace"), "text", EXPECTED)
    readers = [one for one in LATTICE_READERS if (one.sniff(data) if format is None else one.name == format)]
    if readers:
        return readers[0].read(data, "text", name or "text")
    treebank = read_content(data, "text", format, name)
    treebank.warnings[:0] = warnings
    return treebank


def is_path(source: object) -> bool:
    """Whether a source is the path of a file."""
    return isinstance(source, str | Path | os.PathLike)


def are_several(gold: Sources) -> bool:
    """Whether a gold is several of them: a mapping, or a sequence of what is not a sentence."""
    if isinstance(gold, Mapping):
        return True
    if isinstance(gold, Treebank) or is_path(gold) or library_of(gold) or not isinstance(gold, Sequence) or not gold:
        return False
    return not library_of(gold[0])


def _is_named(source: object) -> bool:
    """Whether a source is (name, source)."""
    return isinstance(source, tuple) and len(source) == 2 and isinstance(source[0], str)


@dataclass
class Given:
    """The sources of a call, and how they are read. ``known``: those that need not be read, by the path under which they are
    compared."""

    format: str | None
    max_bytes: int | None
    settings: Settings
    encodings: dict[str, str]
    phenomena: Path_ | None
    known: dict[str, AnyTreebank] = field(default_factory=dict)
    without_files: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def open(self, files: Files) -> Opened:
        """Reads what is not known, and prepares the comparison.

        Raises:
            ReadError, UsageError: as :func:`compare`.
        """
        with rules(most=self.max_bytes, encodings=self.encodings) as asked:
            found = opened(open_files(files, self.settings, known=self.known, source=self.format))
            if self.phenomena is not None:
                add_judgements(found.comparison, path_of(self.phenomena))
        self.known |= found.treebanks
        self.asked |= asked
        found.comparison.warnings.extend(unread(self.encodings, self.asked))
        return found

    def several(self, sources: Sources, what: str) -> list[tuple[str, str]]:
        """(name, path) of each; an empty name is the file's own.

        Raises:
            ReadError, UsageError: as :func:`read`; or there are none.
        """
        if isinstance(sources, Mapping):
            pairs: list[tuple[str, Source]] = list(sources.items())
        elif isinstance(sources, Treebank) or is_path(sources):
            pairs = [("", sources)]
        elif isinstance(sources, Iterable) and not library_of(sources):
            pairs = [one if _is_named(one) else ("", one) for one in sources]  # type: ignore[misc]
        else:
            raise UsageError(
                f"{what}s are of the type {type(sources).__name__}; expected {{name: source}} or a list of sources"
            )
        if not pairs:
            raise UsageError(f"there is no {what}; expected at least one")
        for name, _ in pairs:
            if not isinstance(name, str):
                raise UsageError(f"a {what} is called {name!r}; expected a text")
        return [self.one(name, source) for name, source in pairs]

    def one(self, name: str, source: Any) -> tuple[str, str]:
        """(name, path) of a source, which is read unless it is a path.

        Raises:
            ReadError, UsageError: as :func:`read`.
        """
        if is_path(source):
            return name, path_of(source)
        with rules(most=self.max_bytes):
            treebank = read(source, self.format)
        found = treebank._read
        if not isinstance(found, AnyTreebank):
            raise UsageError(
                f"{treebank.path} holds {found.kind}; expected trees or dependencies, and lattices= beside them"
            )
        path, number = treebank.path, 2
        while self.known.get(path, found) is not found:
            path, number = f"{treebank.path} ({number})", number + 1
        self.known[path] = found
        if not treebank._is_file:
            self.without_files.append(name or treebank.name)
        is_named = not treebank._is_file or treebank.name != treebank_name(path)
        return name or (treebank.name if is_named else ""), path

    def paths_of(self, sources: Path_ | Treebank | Sequence[Path_ | Treebank]) -> tuple[str, ...]:
        """Paths of lattices and segmentations.

        Raises:
            UsageError: one was not read from a file.
        """
        is_one = isinstance(sources, Treebank) or is_path(sources) or not isinstance(sources, Iterable)
        listed: list[Any] = [sources] if is_one else list(sources)  # type: ignore[arg-type]
        paths = []
        for one in listed:
            if isinstance(one, Treebank):
                if not one._is_file:
                    raise UsageError(f"the lattices of {one.name} were not read from a file; expected the path of one")
                one = one.path
            elif not is_path(one):
                raise UsageError(f"lattices and segmentations are files; expected a path, found {type(one).__name__}")
            paths.append(path_of(one))
        return tuple(paths)
