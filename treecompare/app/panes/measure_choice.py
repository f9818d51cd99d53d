"""Which measures are offered for what kind of comparison, which are shown at first, and the fields to choose them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox

from treecompare.app.common import preferences
from treecompare.app.common.plain import tip
from treecompare.measures import DEPENDENCY_MEASURES, LATTICE_MEASURES, MEASURES_OF, SCHEME_MEASURES, Measure

TREES = "constituents"
SHOWN = {
    TREES: ("e.roof.dice", "e.whole.dice", "t.whole.dice", "t.whole.jaccard", "complete", "crossing", "tagging"),
    "dependencies": ("las", "uas", "label-accuracy", "clas", "mlas", "blex", "upos"),
    "lattices": ("tedeval.lattice", "tedeval.lattice.unlabelled", "segeval", "segeval.unlabelled", "las", "uas"),
    "schemes": ("tedeval", "tedeval.unlabelled", "las", "uas"),
}
"""The columns of the systems table, until people choose others."""
A_AND_B = {
    TREES: ("e.whole.dice", "t.whole.dice"),
    "dependencies": ("las", "uas"),
    "lattices": ("tedeval.lattice", "segeval"),
    "schemes": ("tedeval", "tedeval.unlabelled"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("measures", text)


def groups(kind: str) -> list[tuple[str, list[Measure]]]:
    """The measures of a kind of comparison, family by family, each with a title; the first is what most people want."""
    found: dict[str, list[Measure]] = {}
    for one in MEASURES_OF[kind]:
        found.setdefault(_family(one, kind), []).append(one)
    return list(found.items())


def _family(one: Measure, kind: str) -> str:
    if one in LATTICE_MEASURES or one in SCHEME_MEASURES:
        return _tr("TedEval and SegEval")
    if one in DEPENDENCY_MEASURES:
        ends = {"precision": _tr("Precision"), "recall": _tr("Recall"), "aligned": _tr("Of aligned words")}
        title = ends.get(one.key.rpartition(".")[2] if "." in one.key else "", _tr("F1"))
        return title if kind == "dependencies" else _tr("Dependencies: {0}").format(title)
    titles = {"e": _tr("Same label and span (E)"), "t": _tr("Tree distance (T)")}
    family = titles.get(one.key.partition(".")[0], _tr("Others"))
    return _tr("{0}, unlabelled").format(family) if one.key.endswith(".unlabelled") else family


def remembered(name: str, kind: str) -> str:
    """Under which name a choice for a kind of comparison is kept."""
    return name if kind == TREES else f"{name}-{kind}"


def shown_measures(kind: str) -> list[str]:
    """The measures of the systems table, as they were chosen last time."""
    known = {one.key for one in MEASURES_OF[kind]}
    chosen = preferences.texts(remembered("measures", kind), SHOWN[kind])
    return [key for key in chosen if key in known] or list(SHOWN[kind])


def chosen_measures(kind: str) -> tuple[str, str]:
    """Measures A and B, as they were chosen last time."""
    a, b = (
        preferences.text(remembered(name, kind), key)
        for name, key in zip(("measure_a", "measure_b"), A_AND_B[kind], strict=True)
    )
    return a, b


class MeasurePicker(QComboBox):
    """A choice among all measures of a kind of comparison, family by family."""

    def __init__(self, key: str, kind: str = TREES) -> None:
        super().__init__()
        self.kind = ""
        self.setMaxVisibleItems(30)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.offer(kind, key)

    def offer(self, kind: str, key: str) -> None:
        """Offers the measures of another kind of comparison; nobody is told."""
        with QSignalBlocker(self):
            if kind != self.kind:
                self.kind = kind
                self.clear()
                for number, (_, family) in enumerate(groups(kind)):
                    if number:
                        self.insertSeparator(self.count())
                    for one in family:
                        self.addItem(one.title, one.key)
                        self.setItemData(self.count() - 1, tip(one.explanation), Qt.ItemDataRole.ToolTipRole)
            self.choose(key)

    def choose(self, key: str) -> None:
        """Chooses a measure."""
        self.setCurrentIndex(max(self.findData(key), 0))
