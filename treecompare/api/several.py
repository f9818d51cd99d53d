"""Several analyses of the same sentences without a gold."""

from __future__ import annotations

import os
from collections.abc import Sequence

from treecompare.annotators.agreed import agreement as agreed
from treecompare.annotators.results import Consensus as Found
from treecompare.annotators.results import consensus_of
from treecompare.annotators.several import Several
from treecompare.api.tables import Table, Tables
from treecompare.api.treebanks import Source, read
from treecompare.comparison.treebank_names import unique_names
from treecompare.errors import UsageError
from treecompare.readers.treebank import AnyTreebank
from treecompare.writing import write_file


class Consensus:
    """One tree of several analyses of each sentence.

    ``text``: the treebank, as CoNLL-U or in brackets; ``told``: who did not vote, and why.
    """

    def __init__(self, found: Found) -> None:
        self._found = found
        self.text = found.text
        self.told = list(found.told)

    @property
    def summary(self) -> Table:
        """How many words or nodes came how to their place."""
        return Table(self._found.summary)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the treebank. Raises TreecompareError: the file cannot be written."""
        write_file(path, self.text)

    def __repr__(self) -> str:
        return repr(self.summary)


def content_of(source: Source, format: str | None) -> AnyTreebank:
    """A treebank of dependencies or constituents from whatever :func:`read` takes."""
    content = read(source, format)._read
    if not isinstance(content, AnyTreebank):
        raise UsageError(f"{content.path} holds {content.kind}; expected dependencies or constituents")
    return content


def several_of(sources: Sequence[Source], format: str | None) -> Several:
    """Treebanks from whatever :func:`read` takes, with their sentences paired."""
    found = [content_of(source, format) for source in sources]
    names = unique_names([(one.name, one.path) for one in found])
    return Several.of([one.with_fields(name=name) for one, name in zip(found, names, strict=True)])


def consensus(
    analyses: Sequence[Source],
    *,
    weights: Sequence[int] | None = None,
    fewest_roots: bool = True,
    format: str | None = None,
) -> Consensus:
    """One tree of 2 to 10 analyses of each sentence: ``tc.consensus(["anne.conllu", "bert.conllu"]).save("out.conllu")``.

    ``weights``: votes of each, whole numbers from 0 (default: 1 each). ``fewest_roots``: dependencies; prefer trees with few
    roots. ``format``: as on the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: analyses of different kinds, or without common sentences; or weights that are not such numbers.
    """
    several = several_of(analyses, format)
    votes = [1] * len(several.treebanks) if weights is None else list(weights)
    if len(votes) != len(several.treebanks) or min(votes) < 0 or not any(votes):
        raise UsageError(f"weights {votes}: expected {len(several.treebanks)} whole numbers from 0, not all 0")
    return Consensus(consensus_of(several, votes, fewest_roots))


def agreement(
    analyses: Sequence[Source], *, trees: bool = True, format: str | None = None, jobs: int | None = None
) -> Tables:
    """How far 2 to 10 annotators agree beyond chance: ``tc.agreement(["anne.conllu", "bert.conllu"])``.

    The tables of the command: percentages, kappas and alphas of each pair and of all. ``trees``: also alpha over whole trees, for
    which all trees are compared with all. ``format``: as on the command line; ``jobs``: threads, all cores by default.

    Raises:
        ReadError: a file cannot be read.
        UsageError: analyses of different kinds, or without common sentences.
    """
    return Tables(agreed(several_of(analyses, format), jobs or os.cpu_count() or 1, "-", trees).results)
