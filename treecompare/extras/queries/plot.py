"""A query over periods or other groups: as found, and corrected by the gold, as a plot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.drawing.interval_plots import counts_by_group
from treecompare.errors import UsageError
from treecompare.extras.queries.groups import Group, Text, by_group, caveats, said_of
from treecompare.extras.queries.hits import Asked
from treecompare.extras.queries.trust import Trusted
from treecompare.scores.plotting import Plot, draw_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from treecompare.drawing.figures import Numbers, PlotStyle
    from treecompare.drawing.plots import Drawn


def group_plot(query: str, system: str, groups: Sequence[Group], signature: str, gold: Asked | None = None) -> Plot:
    """Hits of a query per 1,000 sentences in each group; ``gold``: see :func:`caveats`. Raises UsageError: there are no groups."""
    if not groups:
        raise UsageError(f"{query}: no sentence belongs to a group; expected a table of groups that fits the ids")
    title = f"{query}, found by {system}"
    said = said_of(groups)
    return Plot(
        title,
        tuple(filter(None, (said, " ".join(caveats(groups, gold))))),
        (signature,),
        f"{title}. {said}",
        partial(_drawn, groups),
    )


def _drawn(groups: Sequence[Group], axes: Axes, style: PlotStyle) -> Drawn:
    def column(values: Sequence[float | None]) -> Numbers:
        """So many per 1,000 sentences of each group."""
        rates = [one.per_thousand(value) for one, value in zip(groups, values, strict=True)]
        return np.array([np.nan if one is None else one for one in rates])

    made = [one.made for one in groups]
    found, estimates = column([one.found for one in made]), column([one.estimate for one in made])
    lows, highs = column([one.predicted_low for one in made]), column([one.predicted_high for one in made])
    texts = [
        f"{one.name}: {one.made.found:,} found in {one.sentences:,} sentences"
        + ("" if one.made.estimate is None else f", {one.made.estimate:,.0f} expected")
        for one in groups
    ]
    names = [one.name for one in groups]
    return counts_by_group(axes, names, found, estimates, lows, highs, "Hits per 1,000 sentences", texts, style)


def write_group_plots(path: str, found: Trusted, texts: Sequence[Sequence[Text]], gold: Sequence[str]) -> list[str]:
    """Writes a plot per query and system that has ``texts``, as SVG, PDF or PNG by the ending of the path: to this path where it is
    one plot, else with query and system in each name. Returns the files. Raises TreecompareError: one cannot be written."""
    from treecompare.drawing.figures import check_path, new_figure, save

    ending = check_path(path)
    wanted = [
        (query, system) for query in range(len(found.queries)) for system, some in enumerate(texts) if some
    ]  # fmt: skip
    files: list[str] = []
    for query, system in wanted:
        name, of = found.queries[query].name, found.trust.names[system]
        made = group_plot(
            name, of, by_group(found, query, system, texts[system], gold), found.signature, found.trust.gold
        )
        figure = new_figure()
        draw_on(figure, made)
        own = re.sub(r"[^\w.+]+", "-", f"{name}-{of}").strip("-.")[:80]
        one = path if len(wanted) == 1 else f"{path[: -len(ending)]}-{own}{ending}"
        files.append(one if one not in files else f"{one[: -len(ending)]}-{len(files) + 1}{ending}")
        save(figure, files[-1])
    return files
