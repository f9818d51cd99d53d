"""What people choose to export: a drawing, a list, what a job has, as what and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from treecompare.comparison.settings import Value
from treecompare.errors import TreecompareError, UsageError, as_sentence
from treecompare.jobs.base import Choosing, Form, Later, Places, Save
from treecompare.resources import is_shipped
from treecompare.scores.result import ResultTable, text_column
from treecompare.scores.result import Value as Cell
from treecompare.scores.tables import FORMS, TITLES, as_text, for_people
from treecompare.writing import file_name

PICTURES = {"svg": "SVG", "pdf": "PDF", "png": "PNG", "tex": "LaTeX"}
DRAWINGS, TABLES = (", ".join(one.values()) for one in (PICTURES, TITLES))
"""As what they can be exported, which finds them."""
BRACKETS, COPY = "both trees as brackets", "txt"
FONTS = (Value("", "As in the window"), Value("sans-serif", "Sans serif"), Value("serif", "Serif"))
COLOURS = (Value("light", "Light"), Value("dark", "Dark"))
PARTS = (Value("", "The whole drawing"), Value("part", "Only what is in sight"))
TITLED = (Value("", "Above the drawing"), Value("no", "None"))
BODIES = Value("", "A document"), Value("body", "What a document takes in", "Without its beginning and end")
WIDEST = 100.0
"""Centimetres."""
LOOK = "width", "font", "theme", "title"
"""How a drawing is to look, which is remembered; which part of it is asked anew."""


def drawing(
    title: str,
    copies: Mapping[str, Callable[[], str]],
    form: str,
    before: Sequence[str],
    written: Callable[[str, Mapping[str, str]], str | bytes],
) -> Save:
    """A drawing. ``copies``: what else can be made of it, as text; ``before``: how it looked last; ``written``: in a form, with
    values of LOOK that can be."""
    width, font, theme, has_title = [*before, "", "", "", ""][:4]
    fields = {
        "width": Choosing("width", "Width", (), width, "In cm, of the whole picture; empty: as drawn"),
        "font": Choosing("font", "Letters", FONTS, font if font in [one.value for one in FONTS] else ""),
        "theme": Choosing("theme", "Colours", COLOURS, theme if theme == "dark" else "light"),
        "part": Choosing("part", "Part", PARTS),
        "title": Choosing("title", "Title", TITLED, "no" if has_title == "no" else ""),
        "body": Choosing("body", "LaTeX", BODIES),
    }  # fmt: skip
    # LaTeX has the colours of its document
    own = {"tex": ("width", "font", "body"), COPY: ()}.get(form, tuple(fields)[:-1])

    def text(form: str, values: Mapping[str, str] | None = None) -> str | bytes:
        what = BRACKETS if form == COPY else "as LaTeX" if (values or {}).get("body") else ""
        return copies[what]() if what else written(form, {**(values or {}), "width": _centimetres(values or {})})

    formats = [(said, one) for one, said in PICTURES.items()] + ([("Brackets", COPY)] if BRACKETS in copies else [])
    return Save("Save the drawing", formats, title, text, fields=[fields[one] for one in own])


def _centimetres(values: Mapping[str, str]) -> str:
    """Raises UsageError: the width is none."""
    width = values.get("width", "").replace(",", ".")
    centimetres = -1.0
    with suppress(ValueError):
        centimetres = float(width.removesuffix("cm") or 0)
    if not 0 <= centimetres <= WIDEST:
        raise UsageError(f"'{width}' is no width; expected centimetres up to {WIDEST:g}, or nothing")
    return f"{centimetres:g}" if centimetres else ""


def listing(shown: Places, selected: Sequence[int], job: str, order: str) -> Save:
    """The list: all of it, or what is selected. ``job``, ``order``: their titles."""
    every = [one for one in shown.order.tolist() if one >= 0]
    rows = list(filter(frozenset(selected).__contains__, every))
    options = Value("", f"All {len(every):,}"), Value("chosen", f"Those that are selected, {len(rows):,}")
    fields = [Choosing("rows", "Rows", options)] if 1 < len(rows) < len(every) else []

    def text(form: str, values: Mapping[str, str] | None = None) -> str:
        return for_people([as_table(shown, rows if (values or {}).get("rows") else every, f"{job}: {order}")], form)

    formats = [(title, form) for form, title in TITLES.items()]
    return Save("Save the list", formats, order or "list", text, fields=fields)


def save_table(title: str, name: str, table: ResultTable, sources: Sequence[str] = ()) -> Save:
    """A table as it is, at full precision."""
    formats = [(TITLES[form], form) for form in FORMS]
    return Save(title, formats, name, lambda form: as_text([table], form) + "\n", sources)


def as_table(shown: Places, places: Sequence[int], title: str) -> ResultTable:
    """Some places of a list as a table, with all columns."""
    if shown.table is not None:
        return shown.table(places)
    columns = tuple(text_column(one.title or one.key.capitalize(), one.key) for one in shown.columns)
    cells: list[list[Cell]] = [[str(one.text(place)) for one in shown.columns] for place in places]
    return ResultTable(title, columns, cells)


# -- what is chosen ----------------------------------------------------------------------------------------------------------

WHERE = (Value("file", "File"), Value("clipboard", "Clipboard"))
NOT_COPIED = frozenset({"pdf"})


class Thing(NamedTuple):
    """What can be exported. ``make``: how, in a form; it raises TreecompareError: it cannot be now, and why."""

    title: str
    make: Callable[[str], Save]


class Exporting:
    """What is exported of some ``things``, as what, where. ``before``: what was chosen last, as :meth:`chosen` has it. ``found``:
    what is to be written; None: nothing."""

    def __init__(self, things: Mapping[str, Thing], before: Sequence[str]) -> None:
        self._things = things
        self._what, self._where, *forms = [*before, "", ""]
        self._forms = dict(one.split("=", 1) for one in forms if "=" in one)
        """The format that was chosen last, by what there was to choose."""
        self.found: Save | None = None

    def title(self, values: Mapping[str, str]) -> str:
        """What is chosen."""
        return self._things[values["what"]].title

    def form(self, values: Mapping[str, str]) -> Form:
        """What is asked for where that is chosen; at first nothing is."""
        what = values.get("what", self._what)
        what = what if what in self._things else next(iter(self._things))
        options = [Value(key, one.title) for key, one in self._things.items()]
        fields, apply, why_not = [Choosing("what", "What", options, what)], "Save…", ""
        make, self.found = self._things[what].make, None
        try:
            formats = make("").formats
            kinds = [ending for _, ending in formats]
            wanted = (values.get("as", ""), self._forms.get(" ".join(kinds), ""), kinds[0])
            form = next(one for one in wanted if one in kinds)
            self.found = make(form)
        except TreecompareError as error:
            why_not = as_sentence(str(error))
        else:
            fields.append(Choosing("as", "As", [Value(ending, title) for title, ending in formats], form))
            fields += self.found.fields
            if form not in NOT_COPIED:
                to = values.get("to", self._where)
                apply = "Copy" if to == "clipboard" else apply
                fields.append(Choosing("to", "To", WHERE, "clipboard" if to == "clipboard" else "file"))
        return Form("export", "Export", fields, lambda _: None, apply, why_not)

    def chosen(self, values: Mapping[str, str]) -> list[str]:
        """What is to be remembered."""
        if self.found is not None:
            self._forms[" ".join(one for _, one in self.found.formats)] = values["as"]
        return [values["what"], values.get("to", "file"), *(f"{key}={one}" for key, one in self._forms.items())]


# -- what is written ---------------------------------------------------------------------------------------------------------


def proposed(one: Save) -> tuple[str, str]:
    """The name and the folder of a file; none beside our samples, where people would not find it again."""
    is_beside = bool(one.sources) and not is_shipped(one.sources[0])
    return file_name(one.name), str(Path(one.sources[0]).absolute().parent) if is_beside else ""


def text_of(one: Save, form: str, values: Mapping[str, str]) -> str | bytes | Later:
    """What is written in that form. Raises TreecompareError: it cannot be."""
    return one.text(form, values) if one.fields else one.text(form)
