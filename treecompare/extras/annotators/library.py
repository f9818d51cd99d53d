"""Several analyses of the same sentences without a gold."""

from __future__ import annotations

import os
from collections.abc import Sequence

from treecompare.api.tables import Table, Tables
from treecompare.api.treebanks import Source, read
from treecompare.comparison.constituents.bracket_words import read_together
from treecompare.comparison.treebank_names import unique_names
from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.agreed import Agreement as Found
from treecompare.extras.annotators.agreed import Asked
from treecompare.extras.annotators.agreed_methods import methods_of
from treecompare.extras.annotators.agreed_scripts import script_tables
from treecompare.extras.annotators.agreed_tables import people_tables
from treecompare.extras.annotators.results import Consensus as FoundConsensus
from treecompare.extras.annotators.results import consensus_of
from treecompare.extras.annotators.several import MOST, Several
from treecompare.readers.treebank import AnyTreebank
from treecompare.scores.tables import write_tables
from treecompare.writing import check_output, write_file


class Consensus:
    """One tree of several analyses of each sentence.

    ``text``: the treebank, as CoNLL-U or in brackets; ``told``: who did not vote, and why.
    """

    def __init__(self, found: FoundConsensus, sources: Sequence[str] = ()) -> None:
        """``sources``: the files it is made of, which are never written over."""
        self._found = found
        self._sources = [one for one in sources if one]
        self.text = found.text
        self.told = list(found.told)

    @property
    def summary(self) -> Table:
        """How many words or nodes came how to their place."""
        return Table(self._found.summary)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the treebank; ``overwrite``: even if the file exists.

        Raises:
            UsageError: the file exists, or is one of the analyses.
            TreecompareError: the file cannot be written.
        """
        check_output(path, self._sources, overwrite)
        write_file(path, self.text)

    def __repr__(self) -> str:
        return repr(self.summary)


def content_of(source: Source, format: str | None) -> AnyTreebank:
    """A treebank of dependencies or constituents from whatever :func:`read` takes."""
    content = read(source, format)._read
    if not isinstance(content, AnyTreebank):
        raise UsageError(f"{content.path} holds {content.kind}; expected dependencies or constituents")
    return content


def several_of(sources: Sequence[Source], format: str | None, most: int = MOST, leaf: str = "words") -> Several:
    """Treebanks from whatever :func:`read` takes, with their sentences paired."""
    found = [content_of(source, format).with_leaves(leaf) for source in sources]
    names = unique_names([(one.name, one.path) for one in found])
    analyses, told = read_together([one.with_fields(name=name) for one, name in zip(found, names, strict=True)])
    several = Several.of(analyses, most=most)
    several.told[:0] = told
    return several


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
    return Consensus(consensus_of(several, votes, fewest_roots), [one.path for one in several.treebanks])


class Agreement(Tables):
    """How far annotators agree: tables by title, and ``methods``, a paragraph for a paper with what it cites."""

    def __init__(self, found: Found) -> None:
        super().__init__(people_tables(found))
        self._found = found

    @property
    def methods(self) -> str:
        """How it was measured, with the figures to look at first."""
        return methods_of(self._found)

    def save_tables(self, folder: str | os.PathLike[str]) -> None:
        """Writes the tables of ``--tables``. Raises TreecompareError: the folder or a file cannot be written."""
        write_tables(script_tables(self._found), folder)


def agreement(
    analyses: Sequence[Source],
    *,
    pre: Source | None = None,
    adjudicated: Source | None = None,
    given: str = "",
    misc: Sequence[str] = (),
    params: str = "standard",
    leaf: str = "words",
    trees: bool = True,
    intervals: bool = True,
    seed: int = 0,
    format: str | None = None,
    jobs: int | None = None,
) -> Agreement:
    """How far 2 to 10 annotators agree beyond chance: ``tc.agreement(["anne.conllu", "bert.conllu"])``.

    The tables of the command: percentages, kappas and alphas of each pair and of all, with intervals and by batches. ``pre``: what
    they corrected, no voice itself; ``adjudicated``: what was decided, which tells what became of it. ``given``: dependencies; only
    words of which both say the same ``upos``, ``xpos``, ``lemma`` or ``relation``. ``misc``: names in MISC to be compared, too.
    ``params``: how trees of constituents are prepared; ``leaf``: "word-lemma" where the second of two parts of a leaf is a lemma.
    ``trees``: also alpha over whole trees, for which all trees are compared with all. ``intervals``: by drawing sentences anew,
    with ``seed``. ``format``: as on the command line; ``jobs``: threads, all cores by default.

    Raises:
        ReadError: a file cannot be read.
        UsageError: analyses of different kinds, or without common sentences; too many or too few; or ``given`` is none of these.
    """
    count = len(analyses)
    if not 2 <= count <= MOST:
        raise UsageError(f"{counted(count, 'analysis', 'analyses')} given; expected 2 to {MOST}")
    if adjudicated is not None and pre is None:
        raise UsageError("adjudicated tells what became of a pre-annotation; expected pre as well")
    beside = [one for one in (pre, adjudicated) if one is not None]
    asked = Asked(
        voices=tuple(range(count)),
        pre=count if pre is not None else None,
        adjudicated=count + 1 if adjudicated is not None else None,
        given=given,
        misc=tuple(misc),
        params=params,
        with_trees=trees,
        with_intervals=intervals,
        seed=seed,
        jobs=jobs or os.cpu_count() or 1,
    )
    return Agreement(Found(several_of([*analyses, *beside], format, count + len(beside), leaf), asked))
