"""Several analyses of the same sentences without a gold: consensus, agreement, what was decided, what may be accepted unseen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from operator import attrgetter

from treecompare.api.tables import Table, Tables, also_written, shown
from treecompare.api.treebanks import Source, content_of
from treecompare.comparison.answered import unique_names
from treecompare.comparison.constituents.crossing import read_together
from treecompare.errors import UsageError, counted
from treecompare.extras.annotators import adjudicated, triage_tables
from treecompare.extras.annotators.adjudicated import page_for
from treecompare.extras.annotators.agreed import Agreement as Found
from treecompare.extras.annotators.agreed import Asked
from treecompare.extras.annotators.agreed_scripts import script_tables
from treecompare.extras.annotators.agreed_tables import people_tables
from treecompare.extras.annotators.analysis import methods_of
from treecompare.extras.annotators.kept import OpenAdjudication, open_adjudication
from treecompare.extras.annotators.results import Consensus as FoundConsensus
from treecompare.extras.annotators.results import consensus_of
from treecompare.extras.annotators.several import MOST, Several
from treecompare.extras.annotators.triage import Triage as FoundTriage
from treecompare.extras.annotators.triage_sample import Drawn
from treecompare.extras.annotators.written import written
from treecompare.pages.html import as_html
from treecompare.reading import rules
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

    summary = shown(attrgetter("summary"), "How many words or nodes came how to their place.")

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


class Adjudication:
    """Differences between annotators, and what was decided.

    ``names``: of the annotators. ``remarks``: what does not fit any more, and what else to know. ``conflicts``: where two files
    that were joined decide otherwise.
    """

    def __init__(self, found: OpenAdjudication) -> None:
        self._found = found.adjudication
        self.names = self._found.names
        self.remarks = list(found.remarks)
        self.conflicts = list(found.conflicts)

    @property
    def differences(self) -> int:
        """How many differences there are."""
        return len(self._found.differences)

    @property
    def decided(self) -> int:
        """How many of them are decided, by people or by rules."""
        return self._found.decided

    summary = shown(adjudicated.summary)
    provenance = shown(adjudicated.provenance, "Every difference: the value of each file, the result, and its source.")
    kinds = shown(adjudicated.kinds)

    def changed(self, name: str) -> Table:
        """What was decided otherwise than an annotator had it, by kind.

        Raises:
            UsageError: there is no annotator of that name.
        """
        return Table(adjudicated.changed_for(self._found, name))

    def page(self, name: str) -> str:
        """The same as an HTML page.

        Raises:
            UsageError: there is no annotator of that name.
        """
        return as_html(page_for(self._found, name))

    def to_treebank(
        self, path: str | os.PathLike[str] | None = None, *, overwrite: bool = False, strict: bool = False
    ) -> str:
        """The treebank as it was decided, in the first file's format; where nothing is decided the consensus stands, of
        two analyses the first.

        ``path``: written there as well; ``overwrite``: even if the file exists. ``strict``: only if everything is decided.

        Raises:
            UsageError: the file exists, or is one of the analyses.
            TreecompareError: the file cannot be written; something is not decided, and ``strict``.
        """
        if strict:
            adjudicated.check_decided(self._found)
        if path is not None:
            check_output(path, self._found.analyses.paths, overwrite)
        return also_written(written(self._found).text, path)

    def __str__(self) -> str:
        return str(self.summary)


def adjudicate(
    path: str | os.PathLike[str],
    *,
    between: Sequence[str] = (),
    join: str | os.PathLike[str] | None = None,
    max_bytes: int | None = None,
) -> Adjudication:
    """What was decided in a comparison file: ``tc.adjudicate("may.treecompare").to_treebank("may.conllu")``.

    ``between``: names of two or three analyses, if more are open. ``join``: a second comparison file on the same sentences, whose
    decisions are added to the first one. ``max_bytes``: as on the command line.

    Raises:
        TreecompareError: it is not a comparison file, or what it names cannot be read or decided between.
    """
    with rules(most=max_bytes):
        given = (between,) if isinstance(between, str) else tuple(between)
        return Adjudication(open_adjudication(os.fspath(path), given, os.fspath(join) if join is not None else ""))


class Triage:
    """What may be accepted unseen because all analyses agree, and a sample of it to check.

    ``told``: who did not vote on a sentence, and why.
    """

    def __init__(self, found: FoundTriage, sample: Drawn | None) -> None:
        self._found = found
        self._sample = sample
        self.told = list(found.told)

    @property
    def sample(self) -> Table:
        """The strata of the sample: how much of each was checked, how much is wrong, and the interval for all of it.

        Raises UsageError: no design was asked for.
        """
        if self._sample is None:
            raise UsageError("there is no sample; expected a design, as in design='accepted-words:100'")
        return Table(triage_tables.sample_table(self._found, self._sample))

    @property
    def thresholds(self) -> Table:
        """What is left to do if words are accepted from an agreement on, and how many errors are expected among them."""
        return Table(triage_tables.thresholds(self._found, self._sample))

    @property
    def patterns(self) -> Table:
        """Which analyses agree with which, and in how many words."""
        return Table(triage_tables.pattern_table(self._found))

    def to_check(self) -> list[tuple[str, int | None]]:
        """The sample in the order of the sentences: of each unit the sentence's id and the number of the word, None for a whole
        sentence. It does not say which stratum a unit is of: whoever checks must not see what was accepted."""
        units = triage_tables.units_to_check(self._sample) if self._sample else []
        return [(self._found.several.ids[one.row], one.word or None) for one in units]

    def save_tables(self, folder: str | os.PathLike[str]) -> None:
        """Writes the tables of ``--tables``. Raises TreecompareError: the folder or a file cannot be written."""
        write_tables(triage_tables.script_tables(self._found, self._sample), folder)

    def __repr__(self) -> str:
        return repr(self.sample if self._sample else self.thresholds)


def triage(
    analyses: Sequence[Source],
    *,
    design: str = "",
    seed: str = "1",
    checked: Source | None = None,
    format: str | None = None,
) -> Triage:
    """What 2 to 10 dependency analyses agree on: ``tc.triage(["a.conllu", "b.conllu"], design="accepted-words:100").to_check()``.

    ``design``: the sample, as on the command line; "" for none. ``seed``: another text draws another sample. ``checked``: a
    treebank with the answers for the sample, perhaps of some sentences only. ``format``: as on the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: analyses of other kinds, or without common sentences; or a design that is none.
    """
    several = several_of(analyses, format)
    found = FoundTriage(several, None if checked is None else content_of(checked, format))
    return Triage(found, Drawn(found, design, seed) if design else None)
