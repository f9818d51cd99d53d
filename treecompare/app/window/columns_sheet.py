"""*Columns…*: which measures the systems have, by family or as in a paper, and which columns the sentences have."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.bar import control
from treecompare.app.common.plain import caption, tip
from treecompare.app.common.sheet import Sheet
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.app.panes.measure_choice import groups
from treecompare.app.panes.sentences_table import SentencesTable
from treecompare.app.panes.systems_panel import SystemsPanel
from treecompare.measures import PRESETS

KEY = Qt.ItemDataRole.UserRole


class ColumnsSheet(Sheet):
    """Everything is done at once."""

    def __init__(self, window: QWidget, systems: SystemsPanel, sentences: SentencesTable) -> None:
        super().__init__("Columns", "", window, 560)
        self._systems, self._sentences = systems, sentences
        self._families: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        self.tabs = QTabWidget()
        self.tabs.tabBar().setAccessibleName("Columns of")
        self.tabs.addTab(self._measures(), "Systems")
        self.tabs.addTab(self._columns(), "Sentences")
        self.area.hide()
        self.below.addWidget(self.tabs, 1)
        self.add_button("Default columns", self._reset)
        self.foot.addStretch(1)
        self.add_button("Close", self.accept, is_main=True)
        self._show_measures()

    def _measures(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        self.field = QLineEdit(placeholderText="Find a measure", clearButtonEnabled=True)
        self.field.setAccessibleName("Find a measure")
        self.field.textChanged.connect(self._narrow)
        column.addWidget(self.field)
        self.list = QTreeWidget(columnCount=1, headerHidden=True)
        self.list.setAccessibleName("Measures")
        self.list.setMinimumHeight(100)
        for title, family in groups(self._systems.choices):
            parent = QTreeWidgetItem([title])
            parent.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(parent)
            self._families.append((parent, []))
            for one in family:
                item = QTreeWidgetItem([one.title])
                item.setData(0, KEY, one.key)
                item.setToolTip(0, tip(one.explanation))
                parent.addChild(item)
                self._families[-1][1].append(item)
        self.list.itemChanged.connect(self._toggled)
        column.addWidget(self.list, 1)
        known = {one.key for one in self._systems.choices.measures}
        presets = [(title, keys) for title, keys in PRESETS.values() if known.issuperset(keys)]
        if presets:
            column.addWidget(QLabel("As in a paper", objectName="muted"))
            chips = QWidget()
            flow = FlowLayout(chips)
            flow.setContentsMargins(0, 0, 0, 0)
            for title, keys in presets:
                chip = control(text=caption(title))
                chip.setObjectName("phenomenon")
                chip.clicked.connect(lambda _=False, keys=keys: self._choose(lambda: list(keys)))
                flow.addWidget(chip)
            column.addWidget(chips)
        return page

    def _columns(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        self.boxes: dict[str, QCheckBox] = {}
        for key, name in self._sentences.names():
            box = self.boxes[key] = QCheckBox(caption(name))
            box.setEnabled(key not in ("number", "words"))
            box.toggled.connect(lambda on, key=key: self._sentences.show_column(key, on))
            column.addWidget(box)
        column.addStretch(1)
        self._show_columns()
        area = QScrollArea(widgetResizable=True)  # there are more of them than low screens have lines
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        return area

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def _items(self) -> list[QTreeWidgetItem]:
        return [item for _, family in self._families for item in family]

    def _show_measures(self) -> None:
        model = self._systems.model
        self.list.blockSignals(True)
        for item in self._items():
            key, parent = item.data(0, KEY), item.parent()
            is_shown = key in model.keys
            item.setCheckState(0, Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
            item.setDisabled(key in model.letters)  # A and B are always there
            if is_shown and parent is not None:
                parent.setExpanded(True)
        self.list.blockSignals(False)

    def _show_columns(self) -> None:
        for key, box in self.boxes.items():
            box.blockSignals(True)
            box.setChecked(key in self._sentences.columns)
            box.blockSignals(False)

    def _narrow(self, typed: str) -> None:
        """Only the measures with all words that are typed, wherever their families are."""
        words = typed.casefold().split()
        for item in self._items():
            item.setHidden(not all(word in item.text(0).casefold() for word in words))
        for parent, family in self._families:
            parent.setHidden(all(item.isHidden() for item in family))
            parent.setExpanded(bool(words) or parent.isExpanded())

    def _toggled(self, item: QTreeWidgetItem) -> None:
        if item.data(0, KEY):
            self._systems.toggle_measure(item.data(0, KEY), item.checkState(0) == Qt.CheckState.Checked)

    def _choose(self, keys: Callable[[], list[str]]) -> None:
        self._systems.set_measures(keys())
        self._show_measures()

    def _reset(self) -> None:
        if self.tabs.currentIndex() == 0:
            self._choose(lambda: list(self._systems.choices.columns))
        else:
            self._sentences.reset_columns()
            self._show_columns()
