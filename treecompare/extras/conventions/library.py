"""Which conventions of an evaluation give a published figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treecompare.api.tables import Table
from treecompare.api.treebanks import Path_, Source, content_of, path_of
from treecompare.comparison.answered import is_made, maker_of
from treecompare.comparison.settings import Settings
from treecompare.extras.conventions import said
from treecompare.extras.conventions.deviations import MOST
from treecompare.extras.conventions.figures import figures_in, read_figure
from treecompare.extras.conventions.search import SECONDS, Detective
from treecompare.reading import rules


def detective(
    gold: Source,
    systems: Source | Mapping[str, Source],
    figures: Mapping[str, str] | Sequence[str],
    *,
    parameter_files: Sequence[Path_] = (),
    cost: int = MOST,
    seconds: float = SECONDS,
    format: str | None = None,
    jobs: int | None = None,
    max_bytes: int | None = None,
    repair: str = "none",
) -> Table:
    """The conventions that give a published figure: ``tc.detective("gold.mrg", "bllip.mrg", {"LF": "89.4"})``.

    A row per convention, the simplest first, with exact values (per cent, as figures are printed), what its deviations cost
    together, and the command that repeats it; the three nearest where none fits. The note under the table says how far to believe
    it.

    ``systems``: one, or several by name; then keys of figures are ``"name:LF"``. ``figures``: digits as printed, by key, or texts
    ``"LF=89.4"``: F, R, P (L or U before them: with or without labels), CM, CB, TA, UAS, LAS, LA, CLAS, MLAS, BLEX, ELAS,
    ``?`` for any. ``parameter_files``: of evalb, tried besides those that are shipped. ``cost``: so many deviations are tried
    together; ``seconds``: the search stops after so long. ``format``, ``max_bytes``, ``repair`` (of systems ``"raw:PATH"``): as on
    the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: a figure is none, or the treebanks are of a kind of which no figures are explained.
    """
    given = systems if isinstance(systems, Mapping) else {"": systems}
    with rules(most=max_bytes):
        golds = content_of(gold, format)
        read_systems, outcomes = [], {}
        for name, source in given.items():
            if isinstance(source, str) and is_made(source):
                made, of_answers = maker_of(source).made_system(golds, source, name, Settings(repair=repair))
                outcomes.update({made.name: of_answers} if of_answers is not None else {})
            else:
                made = content_of(source, format, name)
            read_systems.append(made)
        names = [one.name for one in read_systems]
        texts = [f"{key}={digits}" for key, digits in figures.items()] if isinstance(figures, Mapping) else figures
        wanted = [read_figure(one, golds.kind, names) for text in texts for one in figures_in(text)]
        search = Detective(golds, read_systems, wanted, [path_of(one) for one in parameter_files], jobs, outcomes)
        *_, found = search.search(cost, seconds)
    return Table(said.table_of(found))
