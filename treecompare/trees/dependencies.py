"""Dependency sentences as flat columns: one table for a whole file, and a readable view of one sentence.

Words are numbered from 1 within their sentence, as people and files do, and from 0 over the whole file where arrays are
indexed; head 0 is the root, and a word may have none (``NO_HEAD`` of ``trees/arcs.py``, ``_`` in files). Heads are kept as
written, whatever they are: ``trees/arcs.py`` says what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import NO_HEAD, Arcs, head_of_text, head_text
from treecompare.trees.columns import Columns, Sentences, entries, joined_offsets
from treecompare.trees.symbols import Symbols, distinct

if TYPE_CHECKING:
    import networkx

COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
"""The columns of a word that are text, in CoNLL-U's names."""
CONLLU_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_ENHANCED = re.compile(r"([0-9]+)(\.[0-9]+)?:(.+)", re.ASCII)


@dataclass(frozen=True, eq=False)
class Beside(Columns):
    """What stands beside the words, in the order of the file: one entry each, with the two numbers of its row.

    ``columns``: symbols ``[8, rows]``, in the order of COLUMNS; ``head``: symbols of what stands in the column of the head, which
    is kept as text. ``offsets``: where the rows of each sentence begin, one entry more than there are sentences.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    columns: NDArray[np.int32]
    head: NDArray[np.int32]
    offsets: NDArray[np.int64]
    per_row = ("first", "second", "columns", "head")
    symbolic = ("columns", "head")

    @classmethod
    def none(cls, sentences: int) -> Self:
        """Nothing beside the words of so many sentences."""
        empty = np.zeros(0, np.int32)
        return cls(empty, empty, np.zeros((len(COLUMNS), 0), np.int32), empty, np.zeros(sentences + 1, np.int64))


class Multiwords(Beside):
    """Tokens of several words, from word ``first`` to word ``last``, from 1, both included."""

    @property
    def last(self) -> NDArray[np.int32]:
        """The last word of each."""
        return self.second

    @property
    def form(self) -> NDArray[np.int32]:
        """Symbols of the forms."""
        form: NDArray[np.int32] = self.columns[0]
        return form

    @property
    def misc(self) -> NDArray[np.int32]:
        """Symbols of MISC."""
        misc: NDArray[np.int32] = self.columns[7]
        return misc


class EmptyNodes(Beside):
    """Nodes without a word (``8.1``: ``minor`` 1 ``after`` word 8) of the enhanced graph."""

    @property
    def after(self) -> NDArray[np.int32]:
        """The word after which each stands."""
        return self.first

    @property
    def minor(self) -> NDArray[np.int32]:
        """Its number there."""
        return self.second


@dataclass(frozen=True, eq=False)
class Dependencies(Arcs, Sentences, Sequence["DependencySentence"]):
    """All sentences of a file.

    ``form`` … ``misc``: symbol numbers, one per word; ``head``: as written in the file.
    ``comments``: with their ``#``, in UTF-8, for few of them are ever shown; ``comment_offsets`` likewise. A sentence without
    words holds the place of one that could not be read.
    """

    symbols: Symbols
    form: NDArray[np.int32]
    lemma: NDArray[np.int32]
    upos: NDArray[np.int32]
    xpos: NDArray[np.int32]
    feats: NDArray[np.int32]
    deprel: NDArray[np.int32]
    deps: NDArray[np.int32]
    misc: NDArray[np.int32]
    multiwords: Multiwords
    empty_nodes: EmptyNodes
    comments: list[bytes] = field(default_factory=list)
    comment_offsets: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))

    per_row = (*COLUMNS, "head")
    symbolic = COLUMNS
    beside = ("multiwords", "empty_nodes")

    def __post_init__(self) -> None:
        for name in (*self.per_row, "offsets"):
            getattr(self, name).flags.writeable = False

    def __getitem__(self, index: int) -> DependencySentence:  # type: ignore[override]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return DependencySentence(self, index)

    def part(self, first: int, last: int) -> Self:
        offsets = self.comment_offsets[first : last + 1]
        of_part = {"comments": self.comments[offsets[0] : offsets[-1]], "comment_offsets": offsets - offsets[0]}
        return super().part(first, last).changed(**of_part if self.comments else {})

    def chosen(self, sentences: Sequence[int] | NDArray[np.int64]) -> Self:
        wanted = np.asarray(sentences, np.int64)
        none = np.zeros(0, np.int64), np.zeros(len(wanted) + 1, np.int64)
        places, offsets = entries(self.comment_offsets, wanted) if self.comments else none
        comments = [self.comments[one] for one in places.tolist()]
        return super().chosen(wanted).changed(comments=comments, comment_offsets=offsets)

    @classmethod
    def joined_otherwise(cls, parts: Sequence[Self]) -> dict[str, Any]:
        offsets = joined_offsets([part.comment_offsets for part in parts])
        return {"comments": [one for part in parts for one in part.comments], "comment_offsets": offsets}

    @cached_property
    def is_enhanced(self) -> bool:
        """Whether some word has an enhanced edge; PHEAD of CoNLL-X is none."""
        return any(":" in self.symbols[number] for number in distinct(self.deps).tolist())

    @cached_property
    def sent_ids(self) -> list[str | None]:
        """What the comment ``# sent_id`` says, per sentence."""
        ids: list[str | None] = [None] * len(self)
        places = [place for place, comment in enumerate(self.comments) if b"sent_id" in comment]
        owners = np.searchsorted(self.comment_offsets, places, side="right") - 1
        parts = [self.comments[place].lstrip(b"#").partition(b"=") for place in places]
        values = b"\n".join([value for _, _, value in parts]).decode("utf-8").split("\n")
        for (name, _, _), owner, value in zip(parts, owners.tolist(), values, strict=bool(places)):
            if name.strip() == b"sent_id":
                ids[owner] = value.strip()
        return ids

    @cached_property
    def documents(self) -> list[str | None]:
        """The document of each sentence: what ``# newdoc id`` said last."""
        named: list[str | None] = [None] * len(self)
        for place, comment in enumerate(self.comments):
            if b"newdoc" in comment:
                key, equals, value = comment.lstrip(b"#").decode("utf-8", "replace").partition("=")
                if key.split() == ["newdoc", "id"] and equals:
                    named[int(np.searchsorted(self.comment_offsets, place, side="right")) - 1] = value.strip()
        last = None
        for place, name in enumerate(named):
            last = named[place] = name or last
        return named

    @classmethod
    def of(cls, sentences: Iterable[Sequence[Sequence[object]]]) -> Dependencies:
        """Sentences of ``(form, head, deprel, upos)`` per word; what follows the head may be missing ("_")."""
        symbols = Symbols()
        none = symbols.number("_")
        columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
        heads: list[int] = []
        offsets = [0]
        for sentence in sentences:
            for form, head, *rest in sentence:
                given = {"form": form, **dict(zip(("deprel", "upos"), rest, strict=False))}
                for name, column in columns.items():
                    column.append(symbols.number(str(given[name])) if name in given else none)
                heads.append(head_of_text(str(head)))
            offsets.append(len(heads))
        arrays: dict[str, Any] = {name: np.array(column, np.int32) for name, column in columns.items()}
        return cls(
            np.array(heads, np.int32),
            np.array(offsets, np.int64),
            symbols,
            **arrays,
            multiwords=Multiwords.none(len(offsets) - 1),
            empty_nodes=EmptyNodes.none(len(offsets) - 1),
            comment_offsets=np.zeros(len(offsets), np.int64),
        )


@dataclass(frozen=True)
class Multiword:
    """A token of several words, from word ``first`` to word ``last``, with its columns in the order of COLUMNS."""

    first: int
    last: int
    columns: tuple[str, ...]
    head: str

    @property
    def form(self) -> str:
        """The token as it is written."""
        return self.columns[0]

    @property
    def misc(self) -> str:
        """The last column: ``SpaceAfter=No`` among others."""
        return self.columns[7]


@dataclass(frozen=True)
class EmptyNode:
    """An empty node ``after.minor`` with its columns in the order of COLUMNS."""

    after: int
    minor: int
    columns: tuple[str, ...]
    head: str

    @property
    def id(self) -> str:
        """Its number as files write it."""
        return f"{self.after}.{self.minor}"


Row = TypeVar("Row", Multiword, EmptyNode)


@dataclass(frozen=True, eq=False)
class DependencySentence:
    """One sentence: a view into the columns of a :class:`Dependencies`."""

    table: Dependencies
    index: int

    def __len__(self) -> int:
        return int(self.table.lengths[self.index])

    def column(self, name: str) -> list[str]:
        """A column of COLUMNS as text, one entry per word."""
        texts = self.table.symbols.texts
        return [texts[number] for number in getattr(self.table, name)[self.table.rows_of(self.index)].tolist()]

    @property
    def words(self) -> list[str]:
        """The forms, in the order of the sentence."""
        return self.column("form")

    @property
    def heads(self) -> NDArray[np.int32]:
        """Word number of the head per word, 0 for the root, NO_HEAD for none; read-only."""
        return self.table.head[self.table.rows_of(self.index)]

    @property
    def relations(self) -> list[str]:
        """The label of each word's arc."""
        return self.column("deprel")

    @property
    def multiwords(self) -> list[Multiword]:
        """The tokens of several words."""
        return self._beside(Multiword, self.table.multiwords)

    @property
    def empty_nodes(self) -> list[EmptyNode]:
        """The nodes without a word."""
        return self._beside(EmptyNode, self.table.empty_nodes)

    def _beside(self, kind: type[Row], table: Beside) -> list[Row]:
        texts = self.table.symbols.texts
        return [
            kind(int(table.first[i]), int(table.second[i]), tuple(map(texts.__getitem__, table.columns[:, i].tolist())),
                 texts[int(table.head[i])])
            for i in range(len(table.first))[table.rows_of(self.index)]
        ]  # fmt: skip

    @property
    def comments(self) -> list[str]:
        """The lines that begin with ``#``."""
        first, last = self.table.comment_offsets[self.index : self.index + 2].tolist()
        return [comment.decode("utf-8") for comment in self.table.comments[first:last]]

    def comment(self, name: str) -> str | None:
        """What ``# name = …`` says, None where there is no such comment."""
        for comment in self.comments:
            key, equals, value = comment.lstrip("#").partition("=")
            if equals and key.strip() == name:
                return value.strip()
        return None

    @property
    def sent_id(self) -> str | None:
        """The name of the sentence."""
        return self.table.sent_ids[self.index]

    @property
    def text(self) -> str:
        """The sentence as running text: what the file says, else put together from tokens and ``SpaceAfter=No``."""
        said = self.comment("text")
        if said is not None:
            return said
        tokens = list(zip(self.words, self.column("misc"), strict=True))
        for several in reversed(self.multiwords):
            tokens[several.first - 1 : several.last] = [(several.form, several.misc)]
        return "".join(form + ("" if "SpaceAfter=No" in misc.split("|") else " ") for form, misc in tokens).rstrip()

    def graph(self, enhanced: bool = False) -> networkx.MultiDiGraph:
        """The sentence as a networkx MultiDiGraph, with an edge from each head to each of its dependents; 0 is the root. To a word
        without a head none leads.

        Nodes are the numbers of words, and texts (``"8.1"``) for empty nodes; they carry the columns of COLUMNS, edges the
        ``relation``. A head outside of the sentence is a node without columns. ``enhanced``: the arcs of DEPS, which lead to empty
        nodes as well, in place of the basic ones.

        Raises ValueError: what stands in DEPS is not an enhanced dependency; says where.
        """
        import networkx  # takes 80 ms, and hardly anyone asks for it

        graph = networkx.MultiDiGraph()
        graph.add_node(0)
        rows = list(zip(*(self.column(name) for name in COLUMNS), strict=True))
        nodes: list[tuple[int | str, Sequence[str]]] = list(enumerate(rows, 1))
        if enhanced:
            nodes += [(node.id, node.columns) for node in self.empty_nodes]
        for node, columns in nodes:
            graph.add_node(node, **dict(zip(COLUMNS, columns, strict=True)))
        if enhanced:
            for node, columns in nodes:
                for head, relation in _enhanced_arcs(node, columns[COLUMNS.index("deps")]):
                    graph.add_edge(head, node, relation=relation)
        else:
            for number, (head, relation) in enumerate(zip(self.heads.tolist(), self.relations, strict=True), 1):
                if head != NO_HEAD:
                    graph.add_edge(head, number, relation=relation)
        return graph

    def conllu(self) -> str:
        """The sentence as CoNLL-U, with its comments, without the empty line behind it."""
        lines = list(self.comments)
        columns = [self.column(name) for name in COLUMNS]
        heads = self.heads.tolist()
        before = {several.first: several for several in self.multiwords}
        nodes = self.empty_nodes
        for number in range(len(self) + 1):
            if number:
                if number in before:
                    several = before[number]
                    lines.append(_row(f"{number}-{several.last}", several.columns, several.head))
                lines.append(
                    _row(str(number), [column[number - 1] for column in columns], head_text(heads[number - 1]))
                )
            if nodes:
                lines += [_row(node.id, node.columns, node.head) for node in nodes if node.after == number]
        return "\n".join(lines) + "\n"


def _enhanced_arcs(node: int | str, deps: str) -> Iterator[tuple[int | str, str]]:
    """Heads and relations of a word or an empty node, as its DEPS has them: ``4:nsubj|8.1:conj:and``. Raises ValueError: DEPS holds
    something else."""
    for arc in deps.split("|") if deps != "_" else ():
        match = _ENHANCED.fullmatch(arc)
        if match is None:
            raise ValueError(f"DEPS of {node} is '{deps[:40]}'; expected a list like 4:nsubj|8.1:conj:and")
        yield (match[1] + match[2] if match[2] else int(match[1])), match[3]


def _row(id: str, columns: Sequence[str], head: str) -> str:
    """A line of CoNLL-U; ``columns`` in the order of COLUMNS."""
    return "\t".join((id, *columns[:5], head, *columns[5:]))
