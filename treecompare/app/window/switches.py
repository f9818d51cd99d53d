"""The switches of the window and what they offer."""

from __future__ import annotations

from treecompare.app.window.command import Choice, tr


def choices() -> dict[str, tuple[Choice, ...]]:
    """What each switch offers; the first of it is on at first."""
    return {
        "mapping": (
            Choice(
                "T",
                tr("&Tree distance (T)"),
                "T",
                tr("Align the trees by the least costly edits: nodes deleted, inserted, relabelled"),
            ),
            Choice(
                "E",
                tr("Same &spans (E)"),
                "E",
                tr("Align nodes with the same label over the same words, as precision and recall do"),
            ),
        ),
        "part": (
            Choice("whole", tr("&Whole tree"), "W", tr("Constituents and part-of-speech tags")),
            Choice("roof", tr("Constituents only (&roof)"), "R", tr("Without part-of-speech tags")),
        ),
        "average": (
            Choice(
                "pooled",
                tr("&Pooled"),
                "Ctrl+Shift+P",
                tr("Sum over all sentences, then divide. Emms and Tsarfaty call this “macro”, others “micro”"),
            ),
            Choice(
                "mean",
                tr("&Mean"),
                "Ctrl+Shift+M",
                tr("Mean of the sentences' scores. Emms and Tsarfaty call this “micro”, others “macro”"),
            ),
        ),
        "overview": (
            Choice(
                "tab", tr("In place of the &sentence"), tip=tr("All measures, plots and tables have the whole centre")
            ),
            Choice("below", tr("&Below the sentence"), tip=tr("To see the trees of a point in a plot")),
            Choice("beside", tr("B&eside the sentence"), tip=tr("To see the trees of a point in a plot")),
        ),
        "theme": (Choice("system", tr("As the &system")), Choice("light", tr("&Light")), Choice("dark", tr("&Dark"))),
    }
