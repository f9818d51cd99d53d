"""From the options of a command to a scored comparison, with which most commands begin."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from treecompare.cli.options import function_names, settings_of
from treecompare.cli.printing import tell, tell_problems, tell_progress, tell_settings, tell_skipped
from treecompare.comparison.settings import REPORT_MEASURES, USUAL_MEASURES
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.files import Files
    from treecompare.comparison.schemes.comparison import Across, SchemeComparison
    from treecompare.comparison.schemes.targets import Target
    from treecompare.comparison.settings import Settings
    from treecompare.readers import AnyTreebank

TEDEVAL_USUAL = "las,uas,tedeval,tedeval.unlabelled"
"""The measures of several golds unless others are asked for."""


def golds_and_systems(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The golds and the systems: with golds given by ``--gold`` all other files are systems."""
    given = [one for one in (options.gold, *options.systems) if one is not None]
    return (options.golds, given) if options.golds else (given[:1], given[1:])


def measures_of(options: argparse.Namespace, usual: str) -> str:
    """The measures that are asked for, else the usual ones of several golds, or of the command."""
    across = options.golds and not wants_lattices(options)
    return options.measures or (TEDEVAL_USUAL if across else usual)


def asked_parts(*asked: str | None) -> list[str]:
    """The parts of the measures that are asked for."""
    from treecompare.measures import chosen

    return [measure.part for keys in asked if keys for measure in chosen(keys)]


def named_parts(options: argparse.Namespace) -> list[str]:
    """The parts of the measures that are asked for by name, without those that ``all`` stands for."""
    return asked_parts(*(keys for keys in (options.measures, options.a, options.b) if keys != "all"))


def wants_lattices(options: argparse.Namespace) -> bool:
    """Whether lattice measures, or files that only they need, are given."""
    from treecompare.measures.tedeval import LATTICE_PARTS

    if options.lattice or options.segmentation or options.report == "scenarios":
        return True
    return any(part in LATTICE_PARTS for part in named_parts(options))


def is_as_program(options: argparse.Namespace) -> bool:
    """Whether words differ, and what a program gives is asked for."""
    return options.profile != "paper" and bool(options.lattice or options.segmentation)


def with_dependencies(options: argparse.Namespace) -> str | None:
    """Head rules by which constituents are scored as dependencies, too: as given, else usual ones if such measures are named."""
    from treecompare.measures import BESIDE_MEASURES

    given: str | None = options.with_dependencies
    is_usual = options.measures in (USUAL_MEASURES, REPORT_MEASURES)
    asked = asked_parts(options.a, options.b) if is_usual else named_parts(options)
    return given or ("auto" if any(one.part in asked for one in BESIDE_MEASURES) else None)


def are_of_lattices(parts: Sequence[str]) -> bool:
    """Whether there are some, and all are of measures that allow different words."""
    from treecompare.measures.tedeval import LATTICE_PARTS

    return bool(parts) and all(part in LATTICE_PARTS for part in parts)


def read_compared(options: argparse.Namespace) -> Comparison:
    """Reads the files, of constituents or of dependencies; warnings go to standard error."""
    from treecompare.comparison.answered import BASELINE, is_made, named
    from treecompare.comparison.files import Files, add_judgements, check_any_sentence, open_files, opened

    settings = settings_of(options, over_lattices=wants_lattices(options), with_dependencies=with_dependencies(options))
    given_golds, given_systems = golds_and_systems(options)
    systems = [*map(named, given_systems), *(("", f"baseline:{one}") for one in options.made_baselines)]
    if options.has_consensus:
        systems.append(("", "consensus:"))
    if not systems:
        raise UsageError("the following arguments are required: SYSTEM; 'treecompare --help' shows the commands")
    [(gold_name, gold), *golds] = map(named, given_golds) if options.golds else [("", options.gold)]
    files = Files(
        gold, tuple(systems), tuple(golds), lattices=tuple(options.lattice), segmentations=tuple(options.segmentation),
        gold_name=gold_name, no_gold=options.no_gold,
    )  # fmt: skip
    across, has_only_lattices = None, are_of_lattices(named_parts(options))
    if options.golds and not (options.lattice or options.segmentation or has_only_lattices):
        files, settings, across = _across(options, files)
    elif options.target or options.labels or options.function_names:
        told = "--target, --labels-from and --function-names are for several golds"
        raise UsageError(f"{told}; expected --gold NAME=FILE, and no lattices or segmentations")
    files = files.with_dependencies([named(one) for one in options.dependencies_of])
    predicted = options.columns == "predicted"
    others = not has_only_lattices or options.report not in (None, "scenarios")
    found = opened(
        open_files(files, settings, source=options.source, across=across, with_others=others, predicted=predicted)
    )
    comparison = found.comparison
    if across is not None and options.target is not None:
        comparison.target = _target(options.target, comparison)  # type: ignore[attr-defined, arg-type]
    if options.no_gold:
        comparison.call_by_names()
    if options.only:
        row_of(max(options.only), comparison)
    is_drawn = any(one.path.startswith(f"{BASELINE}random") for one in comparison.systems)
    if options.draws and not (is_drawn and options.format in ("table", "json")):
        raise UsageError("--draws is for random baselines; expected --baseline random with it, in a table or JSON")
    if options.where is not None:
        from treecompare.analyses.patterns import check_pattern
        from treecompare.trees.joined_patterns import about_turning

        check_pattern(comparison, options.where)
        tell(about_turning(options.where, comparison.pattern_kind))
    compared = {one.path: one for one, _ in comparison.treebanks()}
    for treebank in found.treebanks.values():
        if not is_made(treebank.path):
            own = compared.get(treebank.path, treebank)  # the words of the others may have said how a sentence is read
            tell_problems(own if own.count == treebank.count else treebank)
            check_any_sentence(treebank)
    for name, kind in comparison.unused_settings.items():
        tell_settings(options, f"is for {kind}; it changes nothing here", [name])
    if options.phenomena:
        add_judgements(comparison, options.phenomena)
    for warning in comparison.warnings:
        tell(comparison.names().told(warning))
    return comparison


def _across(options: argparse.Namespace, files: Files) -> tuple[Files, Settings, Across]:
    """The same files with all names, the settings, and how systems are compared with several golds. Raises UsageError: a measure
    that is not counted so, or names that do not fit."""
    from treecompare.comparison.answered import named
    from treecompare.comparison.schemes.comparison import Across
    from treecompare.measures import chosen
    from treecompare.measures.tedeval import SCHEME_PARTS
    from treecompare.reading import treebank_name

    if options.made_baselines or options.has_consensus:
        raise UsageError("--baseline and --consensus are for one gold without --gold; expected neither beside --gold")
    measures = options.measures or TEDEVAL_USUAL
    wanted = [one.key for one in chosen(measures) if one.key in SCHEME_PARTS]
    named_ones = [one for one in map(str.strip, measures.split(",")) if one not in ("", "all") and one[-1] != "."]
    others = [one.key for one in chosen(",".join(named_ones)) if one.key not in SCHEME_PARTS] if named_ones else []
    if others or not wanted:
        raise UsageError(
            f"--measures {','.join(others) or measures}: not counted here; expected some of {', '.join(SCHEME_PARTS)}"
        )
    for part in asked_parts(options.a, options.b):
        if part not in SCHEME_PARTS:
            raise UsageError(f"{part} is not counted; expected one of {', '.join(SCHEME_PARTS)}")
        wanted += [part] if part not in wanted else []
    given = [file_and_gold(one) for one in golds_and_systems(options)[1]]
    files = replace(files, systems=tuple(named(file) for file, _ in given))
    given_names = [name for name, _ in files.systems if name]
    if twice := next((name for name in given_names if given_names.count(name) > 1), None):
        raise UsageError(f"two systems are called '{twice}'; name them apart with NAME=FILE")
    names, count = files.names(), len(options.golds)
    golds, called = [names[0] or treebank_name(files.gold), *names[1:count]], names[count:]
    further = zip(golds[1:], (path for _, path in files.golds), strict=True)
    files = replace(files, gold_name=golds[0], golds=tuple(further))
    follows = [
        _gold_of((name, path), scheme, files)
        for name, (_, path), (_, scheme) in zip(called, files.systems, given, strict=True)
    ]
    labels, of_systems = _labels(options.labels, golds, called)
    functions = function_names(options.function_names, [*golds, *called])
    settings = settings_of(options, params="none", functions=False, labels_from="\n".join(labels) or None)
    return files, settings, Across(follows, wanted, options.unary, functions, of_systems)


def _labels(arguments: Sequence[str], names: Sequence[str], called: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """What ``--labels-from`` says: of golds, and of systems (by number) the file of the same parses. Raises UsageError: there is no
    such gold or system."""
    of_golds: list[str] = []
    of_systems: dict[int, str] = {}
    for argument in arguments:
        name, _, other = argument.partition("=")
        if name in called and other and other not in names:
            of_systems[called.index(name)] = other
        elif name in names and other in names and name != other:
            of_golds.append(argument)
        else:
            raise UsageError(
                f"--labels-from {argument}: expected GOLD=OTHER, two of {', '.join(names)}, or SYSTEM=FILE, one of "
                f"{', '.join(called)} and a file of its parses"
            )
    return of_golds, of_systems


def _gold_of(system: tuple[str, str], scheme: str | None, files: Files) -> int:
    """The number of the gold of a system (name, path): as said, else the only one, else the one whose name occurs in the system's,
    or whose file is named most alike. Raises UsageError: there is no such gold, or several may be meant."""
    golds = [(files.gold_name, files.gold), *files.golds]
    name, names = system[0], [one for one, _ in golds]
    if scheme is not None:
        if scheme not in names:
            raise UsageError(f"{name}@{scheme}: there is no gold '{scheme}'; expected {' or '.join(names)}")
        return names.index(scheme)
    from treecompare.comparison.answered import gold_of

    likely = gold_of(system, golds)
    if likely is None:
        raise UsageError(
            f"{name}: its gold is not given; expected {name}=FILE@GOLD, where GOLD is {' or '.join(names)}"
        )
    return likely


def _target(given: str, comparison: SchemeComparison) -> Target:
    """The golds of ``--target``. Raises UsageError: there are none of these names."""
    names = [one.name for one in comparison.golds]
    wanted = [name.strip() for name in given.split("+")]
    found = tuple(sorted({names.index(name) for name in wanted if name in names}))
    if len(found) != len(wanted) or found not in comparison.tables:
        offered = ", ".join("+".join(names[gold] for gold in target) for target in comparison.targets)
        raise UsageError(f"--target {given}: expected one of {offered}")
    return found


def read_named(argument: str, source: str | None) -> AnyTreebank:
    """Reads FILE or NAME=FILE."""
    from treecompare.comparison.answered import named
    from treecompare.comparison.files import check_any_sentence, read_treebank

    name, path = named(argument)
    treebank = read_treebank(path, name, source)
    check_any_sentence(treebank)
    return treebank


def file_and_gold(argument: str) -> tuple[str, str | None]:
    """NAME=FILE and GOLD; a file may have an @ in its name."""
    from treecompare.reading import exists

    file, at, scheme = argument.rpartition("@")
    if not at or exists(argument.partition("=")[2] or argument):
        return argument, None
    return file, scheme


def scored(options: argparse.Namespace, usual: str = "") -> Comparison:
    """Reads and scores. ``usual``: the measures of the command where none are asked for.

    Raises UsageError: none of those that are asked for applies. A report has tables besides, which need none.
    """
    from treecompare.measures import PROGRAM

    comparison = read_compared(options)
    asked = asked_parts(options.measures if options.measures != "all" else None)
    if asked and not options.report and not any(map(comparison.table.has, asked)):
        why = comparison.table.lacking(asked[0], 0, 0)
        raise UsageError(f"--measures {options.measures}: no scores here: {why}")
    run_all(options, comparison, usual)
    return comparison.as_program() if PROGRAM in (options.measures or "").split(",") else comparison


def run_all(options: argparse.Namespace, comparison: Comparison, usual: str = "") -> None:
    """Scores, also under those measures that are only counted if asked for (``usual`` where none are); progress, warnings and what
    is not scored go to standard error."""
    told = len(comparison.warnings)
    comparison.wanted = asked_parts(options.measures or usual, options.a, options.b)
    tell_progress(comparison.run(options.jobs))
    for warning in comparison.warnings[told:]:
        tell(comparison.names().told(warning))
    tell_skipped(comparison)


def row_of(number: int, comparison: Comparison) -> int:
    """The row in which the gold's sentence of that number stands. Raises UsageError: there is none."""
    row = comparison.row_of(number - 1)
    comparison.check_sentence(row)
    return row


def two_measures(options: argparse.Namespace, comparison: Comparison) -> tuple[str, str]:
    """The measures A and B: those of the options, else the usual ones of the kind of comparison."""
    a, b = comparison.usual_keys
    return options.a or a, options.b or b
