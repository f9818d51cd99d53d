"""*Export*: what is taken out of the window, as what, into a file or onto the clipboard, in one sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from PySide6.QtGui import QGuiApplication, QImage

from treecompare.comparison.setting import Value
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.scores.result import ResultTable, text_column
from treecompare.scores.result import Value as Cell
from treecompare.scores.tables import TITLES, for_people
from treecompare.window.common import preferences
from treecompare.window.common.choosers import ask_where_to_save
from treecompare.window.common.plain import visible
from treecompare.window.drawings.pictures import Look
from treecompare.window.frame import files
from treecompare.window.frame.form import FieldsSheet, plain
from treecompare.window.frame.scene_view import SceneView

PICTURES = {"svg": "SVG", "pdf": "PDF", "png": "PNG", "tex": "LaTeX"}
BRACKETS, COPY = "both trees as brackets", "txt"
FONTS = (Value("", "As in the window"), Value("sans-serif", "Sans serif"), Value("serif", "Serif"))
COLOURS = (Value("light", "Light"), Value("dark", "Dark"))
PARTS = (Value("", "The whole drawing"), Value("part", "Only what is in sight"))
TITLED = (Value("", "Above the drawing"), Value("no", "None"))
BODIES = Value("", "A document"), Value("body", "What a document takes in", "Without its beginning and end")
WIDEST = 100.0
"""Centimetres."""
LOOK, CHOSEN = "saved_drawing", "export"
"""Under these names it is remembered how drawings were saved last, and what was exported where."""
WHERE = (Value("file", "File"), Value("clipboard", "Clipboard"))
NOT_COPIED = frozenset({"pdf"})


class Thing(NamedTuple):
    """What can be exported. ``make``: how, in a form; it raises TreecompareError: it cannot be now, and why."""

    title: str
    make: Callable[[str], base.Save]


def things(window: Any) -> dict[str, Thing]:
    """All that there is now: what is drawn, what is listed, what the job has."""
    found = {}
    if window.centre.currentWidget() is window.drawings:
        for number, part in enumerate(one for one in window.drawings.parts if one.view.picture_shown is not None):
            named = f", {part.title.text()}" if number and part.title.text() else ""
            found[f"drawing {number}" if number else "drawing"] = Thing(f"Drawing{named}", partial(_drawing, part.view))
    own = {"list": Thing("List", partial(_list, window))}
    job = {
        one.key: Thing(one.title.removesuffix("…"), cache(lambda _form, key=one.key: _of_job(window, key)))
        for one in window.job.commands()
        if one.menu == "Export" and one.can
    }
    return found | (job | own if window.centre.currentWidget() is window.page else own | job)


def _of_job(window: Any, key: str) -> base.Save:
    """What the job answers. Raises UsageError: nothing."""
    wanted = base.Save, base.Handout, base.Copy
    answers = window.job.do(window.list.places, key)
    if (found := next((one for one in answers if isinstance(one, wanted)), None)) is None:
        raise UsageError("there is nothing of that kind here")
    return files.as_save(window, found)


# -- what the window has -----------------------------------------------------------------------------------------------------


def _drawing(view: SceneView, form: str) -> base.Save:
    copies = view.drawn.copies()
    formats = [(title, one) for one, title in PICTURES.items()]
    formats += [("Brackets", COPY)] if BRACKETS in copies else []
    width, font, theme, has_title = [*preferences.texts(LOOK, ()), "", "", "", ""][:4]
    fields = {
        "width": base.Choosing("width", "Width", (), width, "In cm, of the whole picture; empty: as drawn"),
        "font": base.Choosing("font", "Letters", FONTS, font if font in [one.value for one in FONTS] else ""),
        "theme": base.Choosing("theme", "Colours", COLOURS, theme if theme == "dark" else "light"),
        "part": base.Choosing("part", "Part", PARTS),
        "title": base.Choosing("title", "Title", TITLED, "no" if has_title == "no" else ""),
        "body": base.Choosing("body", "LaTeX", BODIES),
    }  # fmt: skip
    own = {"tex": ("width", "font", "body"), COPY: ()}.get(
        form, tuple(fields)[:-1]
    )  # LaTeX has the colours of its document

    def text(form: str, values: Mapping[str, str] | None = None) -> str | bytes:
        what = BRACKETS if form == COPY else "as LaTeX" if (values or {}).get("body") else ""
        return copies[what]() if what else view.written(form, _look(values or {}))

    return base.Save("Save the drawing", formats, view.title, text, fields=[fields[one] for one in own])


def _look(values: Mapping[str, str]) -> Look:
    """How a drawing is to look, which is remembered; which part of it is asked anew. Raises UsageError: the width is none."""
    width = values.get("width", "").replace(",", ".")
    centimetres = -1.0
    with suppress(ValueError):
        centimetres = float(width.removesuffix("cm") or 0)
    if not 0 <= centimetres <= WIDEST:
        raise UsageError(f"'{width}' is no width; expected centimetres up to {WIDEST:g}, or nothing")
    kept = [f"{centimetres:g}" if centimetres else "", *(values.get(one, "") for one in ("font", "theme", "title"))]
    preferences.store(LOOK, kept)
    theme = "dark" if values.get("theme") == "dark" else "light"
    return Look(centimetres, values.get("font", ""), theme, bool(values.get("part")), values.get("title") != "no")


def _list(window: Any, _form: str) -> base.Save:
    every, selected = (
        [one for one in window.list.places_model.shown.order.tolist() if one >= 0],
        set(window.list.places),
    )
    rows = [one for one in every if one in selected]
    options = Value("", f"All {len(every):,}"), Value("chosen", f"Those that are selected, {len(rows):,}")
    fields = [base.Choosing("rows", "Rows", options)] if 1 < len(rows) < len(every) else []
    order = next((one.title for one in window.listing.orders if one.key == window.order), "")

    def text(form: str, values: Mapping[str, str] | None = None) -> str:
        return for_people([listed(window, rows if (values or {}).get("rows") else every)], form)

    return base.Save(
        "Save the list", [(title, form) for form, title in TITLES.items()], order or "list", text, fields=fields
    )


def listed(window: Any, places: Sequence[int]) -> ResultTable:
    """Some places of the list as a table, with all columns."""
    shown = window.list.places_model.shown
    if shown.table is not None:
        made: ResultTable = shown.table(places)
        return made
    columns = tuple(text_column(one.title or one.key.capitalize(), one.key) for one in shown.columns)
    cells: list[list[Cell]] = [[str(one.text(place)) for one in shown.columns] for place in places]
    name = next((one.title for one in window.listing.orders if one.key == window.order), "")
    return ResultTable(f"{window.job.title}: {name}", columns, cells)


# -- the sheet ---------------------------------------------------------------------------------------------------------------


class ExportSheet(FieldsSheet):
    """What, as what, how, where; one button."""

    def __init__(self, window: Any) -> None:
        super().__init__("Export", window, 520, 1)
        self._window, self._things = window, things(window)
        self.found: base.Save | None = None
        what, self._where, *forms = [*preferences.texts(CHOSEN, ()), "", ""]
        self._forms = dict(one.split("=", 1) for one in forms if "=" in one)
        """The format that was chosen last, by what there was to choose."""
        self.foot.addStretch(1)
        self.add_button("Cancel", self.reject)
        self.button = self.add_button("Save…", self._export, is_main=True)
        self._show(what if what in self._things else next(iter(self._things)))

    def _show(self, what: str) -> None:
        options = [Value(key, one.title.replace("&", "&&")) for key, one in self._things.items()]
        fields = [base.Choosing("what", "What", options, what)]
        self.refused.say("")
        try:
            self.found, formats = self._made(what, "")
        except TreecompareError as error:
            self.found, formats = None, []
            self.refused.say(f"{str(error)[:1].upper()}{str(error)[1:].removesuffix('.')}.")
        if self.found is not None:
            kinds = [ending for _, ending in formats]
            form = self.values.get("as", "") if "as" in self.fields else ""
            form = form if form in kinds else self._forms.get(_named(kinds), kinds[0])
            form = form if form in kinds else kinds[0]
            fields.append(base.Choosing("as", "As", [Value(ending, plain(title)) for title, ending in formats], form))
            self.found, _ = self._made(what, form)
            fields += self.found.fields
            if form not in NOT_COPIED:
                fields.append(base.Choosing("to", "To", WHERE, self._where if self._where == "clipboard" else "file"))
        self.show_fields(fields)
        to = self.values.get("to", "file")
        self.button.setText("Copy" if to == "clipboard" else "Save…")
        self.button.setEnabled(self.found is not None)
        self.fit()

    def _made(self, what: str, form: str) -> tuple[base.Save, Sequence[tuple[str, str]]]:
        made = self._things[what].make(form)
        return made, made.formats

    def follow(self) -> None:
        super().follow()
        self._show(self.values["what"])

    def _export(self) -> None:
        found, values = self.found, self.values
        if found is None:
            return
        form, to = values["as"], values.get("to", "file")
        self._forms[_named([one for _, one in found.formats])] = form
        preferences.store(CHOSEN, [values["what"], to, *(f"{key}={one}" for key, one in self._forms.items())])
        own = {one.key: values[one.key] for one in found.fields}
        try:
            text = files.text_of(found, form, own)
        except TreecompareError as error:
            self.refused.say(str(error))
            return
        title = self._things[values["what"]].title
        if to == "clipboard":
            self.accept()
            self._window.with_text(text, lambda made: _copy(self._window, made, form, title))
            return
        kind = next(one for one in found.formats if one[1] == form)
        if path := ask_where_to_save(self, found.title, [kind], *files.proposed(found)):
            self.accept()
            self._window.with_text(text, lambda made: files.write(self._window, path, made, found))


def _named(kinds: Sequence[str]) -> str:
    return " ".join(kinds)


def _copy(window: Any, text: str | bytes, form: str, title: str) -> None:
    """Puts it on the clipboard."""
    if isinstance(text, bytes) and form == "png":
        QGuiApplication.clipboard().setImage(QImage.fromData(text))
    else:
        QGuiApplication.clipboard().setText(text.decode() if isinstance(text, bytes) else text)
    window.messages.tell(visible(f"Copied: {title[:1].lower()}{title[1:]}."))


def export(window: Any) -> None:
    """Opens the sheet."""
    ExportSheet(window).open()
