"""*Export*: what is taken out of the window, as what, into a file or onto the clipboard, in one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from PySide6.QtGui import QGuiApplication, QImage

from treecompare.errors import UsageError
from treecompare.jobs import base, exporting
from treecompare.jobs.exporting import Exporting, Thing
from treecompare.window.common import preferences
from treecompare.window.common.choosers import ask_where_to_save
from treecompare.window.common.plain import visible
from treecompare.window.drawings.pictures import Look
from treecompare.window.frame import files
from treecompare.window.frame.form import FormSheet, open_about
from treecompare.window.frame.scene_view import SceneView

LOOK, CHOSEN = "saved_drawing", "export"
"""Under these names it is remembered how drawings were saved last, and what was exported where."""


def things(window: Any) -> dict[str, Thing]:
    """All that there is now: what is drawn, what is listed, what the job has."""
    found = {}
    if window.centre.currentWidget() is window.drawings:
        for number, part in enumerate(one for one in window.drawings.parts if one.view.picture_shown is not None):
            named = f", {part.title.text()}" if number and part.title.text() else ""
            found[f"drawing {number}" if number else "drawing"] = Thing(f"Drawing{named}", partial(_drawing, part.view))
    own = {"list": Thing("List", lambda _form: _list(window))}
    job = {
        one.key: Thing(one.title.removesuffix("…"), cache(lambda _form, key=one.key: _of_job(window, key)))
        for one in window.job.commands()
        if one.menu == "Export" and one.can
    }
    return found | (job | own if window.centre.currentWidget() is window.page else own | job)


def _of_job(window: Any, key: str) -> base.Save:
    """What the job answers. Raises UsageError: nothing."""
    answers = window.job.do(window.list.places, key)
    if (found := next((one for one in answers if isinstance(one, base.Save | base.Handout | base.Copy)), None)) is None:
        raise UsageError("there is nothing of that kind here")
    return files.as_save(window, found)


def _drawing(view: SceneView, form: str) -> base.Save:
    def written(form: str, values: Mapping[str, str]) -> str | bytes:
        preferences.store(LOOK, [values.get(one, "") for one in exporting.LOOK])
        theme = "dark" if values.get("theme") == "dark" else "light"
        width, has_title = float(values["width"] or 0), values.get("title") != "no"
        return view.written(form, Look(width, values.get("font", ""), theme, bool(values.get("part")), has_title))

    return exporting.drawing(view.title, view.drawn.copies(), form, preferences.texts(LOOK, ()), written)


def _list(window: Any) -> base.Save:
    order = next((one.title for one in window.listing.orders if one.key == window.order), "")
    return exporting.listing(window.list.places_model.shown, window.list.places, window.job.title, order)


def copied(window: Any, text: str | bytes, title: str, form: str = "") -> None:
    """Puts it on the clipboard."""
    if isinstance(text, bytes) and form == "png":
        QGuiApplication.clipboard().setImage(QImage.fromData(text))
    else:
        QGuiApplication.clipboard().setText(text.decode() if isinstance(text, bytes) else text)
    window.messages.tell(visible(f"Copied: {title[:1].lower()}{title[1:]}."))


def export(window: Any, what: str = "") -> None:
    """Opens the sheet: what, as what, how, where; one button. ``what``: chosen at first, in place of what was chosen last."""
    last = preferences.texts(CHOSEN, ())
    asked = Exporting(things(window), [what, *last[1:]] if what else last)
    sheet: FormSheet

    def apply(values: Mapping[str, str]) -> bool:
        """Whether it is exported."""
        found, form, title = asked.found, values["as"], asked.title(values)
        assert found is not None
        preferences.store(CHOSEN, asked.chosen(values))
        text = exporting.text_of(found, form, {one.key: values[one.key] for one in found.fields})
        if values.get("to") == "clipboard":
            window.with_text(text, lambda made: copied(window, made, title, form))
            return True
        kind = next(one for one in found.formats if one[1] == form)
        if path := ask_where_to_save(sheet, found.title, [kind], *exporting.proposed(found)):
            window.with_text(text, lambda made: files.write(window, path, made, found))
        return bool(path)

    sheet = FormSheet(window, asked.form, apply, 520, 1)
    open_about(window, sheet)
