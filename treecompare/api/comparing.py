"""From paths and treebanks to a comparison: everything goes through the one way of :mod:`treecompare.comparison.files`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from treecompare.analyses.exports import AVERAGES
from treecompare.analyses.variation import MOST, agreed_tables, variation_of
from treecompare.api.comparison import Comparison, Score
from treecompare.api.tables import Tables
from treecompare.api.treebanks import Given, Path_, Source, Sources, Treebank, are_several, content_of, one_of
from treecompare.comparison.answered import gold_of, scheme_names, unique_names
from treecompare.comparison.files import Files
from treecompare.comparison.settings import settings_of
from treecompare.errors import UsageError
from treecompare.measures import BESIDE_MEASURES
from treecompare.measures import measure as of_key
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.reading import encodings_of
from treecompare.scores.table import Average


def compare(
    gold: Sources,
    systems: Sources,
    *,
    follows: Mapping[str, str] | Sequence[str] | None = None,
    lattices: Path_ | Treebank | Sequence[Path_ | Treebank] = (),
    segmentations: Path_ | Sequence[Path_] = (),
    dependencies: Mapping[str, Source] | None = None,
    phenomena: Path_ | None = None,
    format: str | None = None,
    encoding: str | Mapping[str, str] | None = None,
    jobs: int | None = None,
    max_bytes: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    lazy: bool = False,
    no_gold: bool = False,
    **options: Any,
) -> Comparison:
    """Compares systems with a gold, sentence by sentence, under every measure.

    ``gold``: a treebank (a path, what :func:`read` gives, trees of nltk or sentences of conllu); or the same sentences in several
    annotation schemes, as a mapping ``{name: source}`` or a sequence of sources. ``systems``: a mapping ``{name: source}``, or a
    sequence of sources. ``follows``: the name of the gold whose scheme each system follows, by the system's name or in the order
    of the systems; without it names of files decide. ``lattices``, ``segmentations``: where words differ; one file for all,
    or one for the gold and one for each system. ``dependencies``: the same parses as dependencies, by the name of the system, or
    ``gold``: they are scored beside the trees. ``phenomena``: the table of a test suite. ``encoding``: of the files that are not
    UTF-8, or by their names. ``format``, ``jobs``, ``max_bytes``: as on the command line. ``progress`` is called with what is done
    and the total. ``lazy``: files are read now, and compared when a figure is first asked for. ``no_gold``: neither analysis is
    gold; tables and drawings for people call both by their names. ``options``: named as on the command line, with ``_`` for ``-``:
    ``params="evalb"``, ``max_length=40``.

    Raises:
        ReadError: a file cannot be read.
        UsageError: there is no such option, or the treebanks cannot be compared.
    """
    named = [encoding] if isinstance(encoding, str) else [f"{name}={one}" for name, one in (encoding or {}).items()]
    settings = settings_of(options, compare.__kwdefaults__ or ())
    given = Given(format, max_bytes, settings, encodings_of(named), phenomena)
    golds = given.several(gold, "gold") if are_several(gold) else [given.one("", gold)]
    tests = given.several(systems, "system")
    followed = _followed(follows, golds, tests) if len(golds) > 1 else ()
    files = Files(
        golds[0][1], tuple(tests), tuple(golds[1:]), followed, given.paths_of(lattices), given.paths_of(segmentations), golds[0][0],
        no_gold=no_gold,
    ).with_dependencies([(name, given.one("", source)[1]) for name, source in (dependencies or {}).items()])  # fmt: skip
    comparison = Comparison(given.open(files), given, jobs, progress)
    if not lazy:
        comparison.run()
    return comparison


def score(gold: Source, system: Source, measure: str, average: Average = "pooled", **options: Any) -> Score:
    """The score of one system under one measure: ``tc.score("gold.mrg", "bllip.mrg", "e.roof.dice")``.

    ``options``: as of :func:`compare`.

    Raises:
        ReadError: a file cannot be read.
        UsageError: there is no such measure or option, or the treebanks have no counts for it.
    """
    one_of("average", average, AVERAGES)
    if of_key(measure).part in LATTICE_PARTS:
        options = {"over_lattices": True, **options}
    if of_key(measure).part in {one.part for one in BESIDE_MEASURES}:
        options = {"with_dependencies": True, **options}
    return compare(gold, [system], **options).score(measure, average=average)


def _followed(
    follows: Mapping[str, str] | Sequence[str] | None,
    golds: Sequence[tuple[str, str]],
    systems: Sequence[tuple[str, str]],
) -> tuple[tuple[str, int], ...]:
    """Paths of systems with the number of the gold that each follows.

    Raises:
        UsageError: a gold or a system that is named does not exist, or it is not clear which one is followed.
    """
    gold_names, names = scheme_names(golds), unique_names(systems)
    if isinstance(follows, str):
        raise UsageError("follows is a text; expected {system: gold}, or the name of a gold for each system")
    if follows is not None and not isinstance(follows, Mapping):
        if len(follows) != len(systems):
            raise UsageError(f"follows names {len(follows)} golds for {len(systems)} systems; expected one for each")
        follows = dict(zip(names, follows, strict=True))
    for name in follows or ():
        if name not in names:
            raise UsageError(f"follows: there is no system '{name}'; expected one of {', '.join(names)}")
    found = []
    for name, (_, path) in zip(names, systems, strict=True):
        if follows is not None and name in follows:
            wanted = follows[name]
            if wanted not in gold_names:
                raise UsageError(f"follows: there is no gold '{wanted}'; expected one of {', '.join(gold_names)}")
            number: int | None = gold_names.index(wanted)
        else:
            number = gold_of((name, path), [(gold, path) for gold, (_, path) in zip(gold_names, golds, strict=True)])
        if number is None:
            raise UsageError(
                f"{name}: which gold does it follow? expected follows={{'{name}': …}}, one of {', '.join(gold_names)}"
            )
        found.append((path, number))
    return tuple(found)


def check(gold: Source, systems: Sources | None = None, *, most: int = MOST, **options: Any) -> Tables:
    """Where the gold looks wrong: ``tc.check("gold.conllu", ["a.conllu", "b.conllu"])``.

    With systems first where all agree on another value; then where the same words are annotated differently. ``most``: rows of
    each table; ``options``: as of :func:`compare`, or only ``format`` where there are no systems.

    Raises:
        ReadError: a file cannot be read.
        UsageError: there is no such option, or the gold cannot be checked.
    """
    if most < 1:
        raise UsageError(f"most {most}: expected a number from 1")
    if systems:
        comparison = compare(gold, systems, **options)._compared
        return Tables(agreed_tables(comparison, most) + variation_of(comparison.gold, most))
    if unknown := sorted(options.keys() - {"format"}):
        raise UsageError(f"{unknown[0]}: is for comparing systems, and none are given")
    bank = content_of(gold, options.get("format"))
    return Tables(variation_of(bank, most))
