"""From paths and treebanks to a comparison: everything goes through the one way of :mod:`treecompare.comparison.files`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from treecompare.analyses.variation import MOST, agreed_tables, variation_of
from treecompare.api.comparison import Comparison, Score, one_average
from treecompare.api.tables import Tables
from treecompare.api.treebanks import Path_, Source, Treebank, content_of, is_path, path_of, read
from treecompare.comparison.answered import gold_of, scheme_names, unique_names
from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.files import Files, Opened, open_files, opened
from treecompare.comparison.given_settings import settings_of
from treecompare.comparison.judgements import read_judgements, unknown_systems
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.measures import BESIDE_MEASURES
from treecompare.measures import measure as of_key
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.readers import library_of
from treecompare.reading import encodings_of, rules, treebank_name, unread
from treecompare.scores.table import Average

Sources: TypeAlias = Mapping[str, Source] | Sequence[Source | tuple[str, Source]] | Source
"""Several treebanks: a mapping from names to sources, or sources, each alone or as (name, source)."""

KEYWORDS = (
    "follows",
    "lattices",
    "segmentations",
    "dependencies",
    "phenomena",
    "encoding",
    "format",
    "jobs",
    "max_bytes",
    "progress",
    "lazy",
    "no_gold",
)


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
    named = {"": encoding} if isinstance(encoding, str) else dict(encoding or {})
    given = _Given(format, max_bytes, settings_of(options, KEYWORDS), named, phenomena)
    golds = given.several(gold, "gold") if _are_several(gold) else [given.one("", gold)]
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
    one_average(average)
    if of_key(measure).part in LATTICE_PARTS:
        options = {"over_lattices": True, **options}
    if of_key(measure).part in {one.part for one in BESIDE_MEASURES}:
        options = {"with_dependencies": True, **options}
    return compare(gold, [system], **options).score(measure, average=average)


def _are_several(gold: Sources) -> bool:
    """Whether a gold is several of them: a mapping, or a sequence of what is not a sentence."""
    if isinstance(gold, Mapping):
        return True
    if isinstance(gold, Treebank) or is_path(gold) or library_of(gold) or not isinstance(gold, Sequence) or not gold:
        return False
    return not library_of(gold[0])


def _is_named(source: object) -> bool:
    """Whether a source is (name, source)."""
    return isinstance(source, tuple) and len(source) == 2 and isinstance(source[0], str)


class _Given:
    """The sources of a call, and how they are read. ``known``: those that need not be read, by the path under which they are
    compared."""

    def __init__(
        self,
        format: str | None,
        max_bytes: int | None,
        settings: Settings,
        encodings: Mapping[str, str],
        phenomena: Path_ | None,
    ) -> None:
        self.known: dict[str, AnyTreebank] = {}
        self.without_files: list[str] = []
        self._format = format
        self._max_bytes = max_bytes
        self._settings = settings
        self._encodings = encodings_of([f"{name}={one}" for name, one in encodings.items()])
        self._asked: set[str] = set()
        self._phenomena = phenomena

    def open(self, files: Files) -> Opened:
        """Reads what is not known, and prepares the comparison.

        Raises:
            ReadError, UsageError: as :func:`compare`.
        """
        with rules(most=self._max_bytes, encodings=self._encodings) as asked:
            found = opened(open_files(files, self._settings, known=self.known, source=self._format))
            if self._phenomena is not None:
                path, comparison = path_of(self._phenomena), found.comparison
                comparison.judgements = read_judgements(
                    path, comparison.ids, comparison.sentence_names(), comparison.word_counts()
                )
                if unknown := unknown_systems(comparison.judgements, comparison.table.systems):
                    comparison.warnings.append(f"{path}: {unknown}")
        self.known |= found.treebanks
        self._asked |= asked
        found.comparison.warnings.extend(unread(self._encodings, self._asked))
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
        with rules(most=self._max_bytes):
            treebank = read(source, self._format)
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
        return Tables(agreed_tables(comparison, most) + variation_of(comparison.gold, comparison.ids, most))
    if unknown := sorted(options.keys() - {"format"}):
        raise UsageError(f"{unknown[0]}: is for comparing systems, and none are given")
    bank = content_of(gold, options.get("format"))
    return Tables(variation_of(bank, bank.sentence_names, most))
