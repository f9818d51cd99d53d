"""How a comparison was made, in words for a paper and as a command that makes it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from treecompare import __version__
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import Compared
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.settings import Settings
from treecompare.measures import MEASURES_OF, measure
from treecompare.measures.words import PUNCTUATION
from treecompare.scores.significance import ITERATIONS
from treecompare.scores.table import SCORED, Average, common

_PREPARATIONS = {
    "standard": (
        "after evalb's COLLINS.prm (punctuation and traces deleted, functions cut, ADVP equal to PRT) and without outermost "
        "brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "evalb": "exactly as evalb does with COLLINS.prm",
    "spmrl": "as the evaluation of the SPMRL 2013 shared task does",
    "none": "not at all, save that unlabelled outermost brackets were removed",
}


_OPTIONS = (
    "params", "preterminals", "missing", "max_length", "tree_costs", "label_costs", "punctuation", "relations", "as_dependencies",
    "nonprojective", "differing",
)  # fmt: skip


def command_line(
    comparison: Compared, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None
) -> str:
    """The command that computes the same, ready for a shell: ``treecompare score gold.mrg a.mrg --params evalb``.

    Across annotation schemes it is always ``treecompare tedeval``.
    ``options`` come last; ``systems`` restricts the command to some systems. Names are given where they are not the files' own.
    """
    chosen = range(len(comparison.systems)) if systems is None else systems
    if isinstance(comparison, SchemeComparison):
        return shlex.join([*_scheme_words(comparison, chosen), *_scheme_options(command, options)])
    words = ["treecompare", *command.split(), _path(comparison.gold.path)]
    for system in chosen:
        name, path = comparison.table.systems[system], comparison.systems[system].path
        words.append(
            _path(path) if name == Path(path).name.removesuffix(".gz").rsplit(".", 1)[0] else f"{name}={_path(path)}"
        )
    if isinstance(comparison, LatticeComparison):
        given = comparison.segmentations
        for option, files in (("--lattice", given.lattices), ("--segmentation", given.files)):
            for file in files:
                words += [option, _path(file.path)]
    return shlex.join([*words, *setting_options(comparison.settings), *options])


def _scheme_options(command: str, options: Sequence[str]) -> list[str]:
    """Options of score, rank, report and align as ``tedeval`` has them."""
    given = dict(pairwise(options))
    words = ["--average", given["--average"]] if "--average" in given else []
    if command == "score":
        return [*options]
    if command == "rank":
        return ["--rank", given["--a"], given["--b"], *words]
    if command == "align":
        return ["--show", given["--sentence"]]
    return ["--report", command.removeprefix("report "), *words]


def _scheme_words(comparison: SchemeComparison, systems: Iterable[int]) -> list[str]:
    """``treecompare tedeval`` with golds, systems and settings."""
    names = [one.name for one in comparison.golds]
    words = ["treecompare", "tedeval"]
    for one in comparison.golds:
        words += ["--gold", f"{one.name}={_path(one.path)}"]
    for system in systems:
        one = comparison.systems[system]
        words += ["--system", f"{one.name}={_path(one.path)}@{names[comparison.native[system]]}"]
    for gold, other in comparison.labels_from.items():
        words += ["--labels-from", f"{names[gold]}={names[other]}"]
    schemes, usual = comparison.scheme_settings, SchemeSettings()
    for name in ("profile", "nonprojective", "relations", "unary"):
        if getattr(schemes, name) != getattr(usual, name):
            words += [f"--{name}", getattr(schemes, name)]
    if comparison.settings.punctuation != Settings().punctuation:
        words += ["--punctuation", comparison.settings.punctuation]
    if comparison.target != comparison.targets[-1]:
        words += ["--target", "+".join(names[gold] for gold in comparison.target)]
    return words


def _path(path: str) -> str:
    return str(Path(path).absolute())


def setting_options(settings: Settings) -> list[str]:
    """The options of the command line that give these settings; none for defaults."""
    usual, words = Settings(), []
    for name in _OPTIONS:
        value = getattr(settings, name)
        if value != getattr(usual, name):
            words += [f"--{name.replace('_', '-')}", str(value)]
    return [*words, "--functions"] if settings.functions else words


def measures_option(keys: Sequence[str], kind: str) -> list[str]:
    """``--measures`` with these keys, for a kind of comparison."""
    everything = kind == "constituents" and set(keys) == {one.key for one in MEASURES_OF[kind]}
    return ["--measures", "all" if everything else ",".join(keys)]  # of dependencies "all" is F1 only


def methods_paragraph(comparison: Compared, keys: Sequence[str], average: Average, baseline: int | None = None) -> str:
    """What a paper has to say of how its figures were made, with the signatures that reproduce them."""
    table, settings = comparison.table, comparison.settings
    systems = len(table.systems)
    # a measure that some system has no score under at all says nothing of the sentences
    of_all = [key for key in keys if all(not np.isnan(table.scores(system, key)).all() for system in range(systems))]
    everywhere = int(common(table, range(systems), of_all).sum()) if of_all else 0
    sentences = [
        f"Parses were compared with treecompare {__version__}.",
        _prepared(comparison),
    ]
    if settings.functions:
        sentences.append("Grammatical functions counted as part of the label.")
    if settings.max_length is not None:
        sentences.append(f"Sentences of more than {settings.max_length} words were left out.")
    scored = [table.number(system, SCORED) for system in range(systems)]
    least, most = min(scored), max(scored)
    among = f"{least}" if least == most else f"{least} to {most}"
    noun = "the system" if systems == 1 else f"each of the {systems} systems"
    sentences.append(
        f"Of {table.sentences} sentences, {among} could be scored for {noun}"
        + (f", {everywhere} for all of them under all measures." if systems > 1 else ".")
    )
    if settings.missing == "zero":
        sentences.append("A sentence without a usable parse counted as bare words, with a score of 0.")
    titles = "; ".join(f"{measure(key).title} ({measure(key).paper})" for key in keys)
    if titles:
        sentences.append(f"We report {titles}.")
    sentences.append(
        "Scores are pooled: numerators and denominators are summed over all sentences before the division."
        if average == "pooled"
        else "Scores are means of the sentences' scores."
    )
    if any(key.startswith("t.") for key in keys):
        sentences.append("Of all least-cost mappings one with most matches was taken.")
    if baseline is not None and systems > 1:
        sentences.append(
            f"Differences to {table.systems[baseline]} were tested by shuffling (approximate randomisation, {ITERATIONS:,} "
            "iterations, two-sided), with Holm's correction over the systems."
        )
    signatures = "\n".join(table.signature(key, average) for key in keys)
    return " ".join(sentences) + (f"\n\nSignatures:\n{signatures}" if signatures else "") + "\n"


def _prepared(comparison: Compared) -> str:
    """What was done before anything was compared."""
    if isinstance(comparison, SchemeComparison):
        *most, last = (gold.name for gold in comparison.golds)
        golds = f"{', '.join(most)} and {last}" if most else last
        lifted = "were lifted" if comparison.scheme_settings.nonprojective == "lift" else "were left out"
        return (
            f"Trees of the schemes {golds} were turned into function trees; parses were compared with "
            f"{comparison.target_name(comparison.target)}, and what only a scheme accounts for was forgiven; non-projective "
            f"{'arcs' if lifted == 'were lifted' else 'sentences'} {lifted}."
        )
    if isinstance(comparison, LatticeComparison):
        return "Words may differ within space-delimited words; trees were taken as they stand."
    if not isinstance(comparison, ConstituentComparison):
        punctuation = "counted" if PUNCTUATION[comparison.settings.punctuation] else "left out"
        relations = "with" if comparison.settings.relations == "full" else "without"
        differing = ", sentences of other characters too" if comparison.settings.differing == "align" else ""
        return (
            f"Words were aligned as in the CoNLL 2018 shared task{differing}; punctuation was {punctuation}, relations were "
            f"compared {relations} their subtypes."
        )
    params = comparison.preparation.parameters
    how = _PREPARATIONS.get(params.name, f"as the parameter file {Path(params.name).name} says")
    kind = "part-of-speech tag" if comparison.preparation.preterminals else "constituent"
    return f"Trees were prepared {how}; a node over one word was taken as a {kind}."
