"""A job that has everything the window can show, and remembers what it was told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import Any

import numpy as np

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from treecompare.drawing.drawn import Telling
from treecompare.drawing.figures import PlotStyle
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.mappings.mapping import MATCHED
from treecompare.scores.result import ResultTable, count_column, text_column
from treecompare.scores.rich import Rich, link, quiet, strong

NAME = "<b>x&y</b>"
"""Stands in names, labels, texts: no markup, and no key."""
LAYOUTS = ("mirrored", "side-by-side", "merged")
TITLE = f"gold {NAME} → system one"
LONG = "It was the old man with the hat whom the dog that had barked all night saw"
PAGE, TWO, DRAWN, LATER, NEVER, BARE = range(6)
"""What is drawn of a place: the rest of its number divided by 6."""


def tree_picture(title: str = "", **more: Any) -> base.Picture:
    """Two trees that differ in two nodes; the address "lit" lights both."""
    drawn = TreesDrawn(
        telling=Telling((NAME, "system")), title=title or TITLE, mapping=mapping_of(GOLD_TREE, TEST_TREE), differs=True
    )

    def light(what: str) -> base.Light:
        changed = [box.place for box in drawn.boxes if box.operation not in ("", MATCHED)]
        return base.Light(changed if what == "lit" else ())

    return base.Picture(drawn, LAYOUTS, light, **more)


def a_table() -> ResultTable:
    return ResultTable(f"Errors of {NAME}", (text_column("Error"), count_column("How many")), [[NAME, 3], ["NP", 1]])


class Toy(base.Job):
    """``told``: what it was told, as (places, action, value). ``gate``: what takes long waits for it."""

    kind, title, view, help = "toy", TITLE, "Things", "queries"

    def __init__(self, size: int = 24, has_sections: bool = False, picks: int = 2) -> None:
        self.size, self.has_sections, self.number_of_picks = size, has_sections, picks
        self.marks: dict[int, str] = {}
        self.notes: dict[int, str] = {}
        self.told: list[tuple[list[int], str, Any]] = []
        self.gate, self.is_closed, self.restored = Event(), False, list[Mapping[str, Any]]()
        self.lists_later, self.order_asked = False, ""
        self.other: Toy | None = None

    # -- the list ------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        return (
            base.Order("file", "Order of the file", "", self.size),
            base.Order("back", "From the end"),
            base.Order("long", "A and B disagree most", "figures"),
        )

    def conditions(self) -> Mapping[str, str]:
        return {"even": "An even number", "open": "Not decided", "length": "Words", "number": "The number: number > 3"}

    def length(self, place: int) -> int:
        return 3 + place * 7 % 11

    def words(self, place: int) -> Rich:
        return Rich(quiet("It was "), strong(f"word{place} {NAME}"), " " + LONG if place % 2 else "")

    def _fits(self, place: int, token: base.Token) -> bool:
        if not token.name:
            return token.value.casefold() in self.words(place).casefold()
        if token.name in ("length", "number"):
            figure, wanted = self.length(place) if token.name == "length" else place + 1, base.number_of(token)
            return {"<": figure < wanted, ">": figure > wanted}.get(token.sign, figure == wanted)
        return place % 2 == 0 if token.name == "even" else place not in self.marks

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places | base.Later:
        if self.lists_later:
            return base.Later(
                "Looking through all of them…", lambda *_: self.gate.wait(10) and self._places(order, tokens)
            )
        return self._places(order, tokens)

    def _places(self, order: str, tokens: Sequence[base.Token]) -> base.Places:
        found = [one for one in range(self.size) if all(self._fits(one, token) != token.is_not for token in tokens)]
        sortings: dict[str, Callable[[int], int]] = {"file": int, "back": lambda one: -one, "long": self.length}
        found.sort(key=sortings[order])
        sections: Sequence[base.Section] = ()
        if self.has_sections:
            found.sort(key=lambda one: one % 3)
            sizes = [sum(one % 3 == part for one in found) for part in range(3)]
            sections = [
                base.Section(f"part {part}", f"Part {part} {NAME}", size, f"{size:,} places", part == 2)
                for part, size in enumerate(sizes)
            ]
        waits = np.array([place not in self.marks for place in range(self.size)])
        return base.Places(
            np.array(found, np.int64), self.columns(), sections, waits, 2, f"{len(found):,} things",
            Rich("pooled · ", link("Scoring", "scoring")), f"Nothing is called so: {NAME}",
            0 if self.has_sections else min(2, self.size - 1),
        )  # fmt: skip

    def columns(self) -> list[base.Column]:
        def share(place: int) -> float:
            return place / self.size

        return [
            base.Column("number", "No.", "number", 5, lambda n: f"{n + 1:,}", rank=4),
            base.Column("words", "Words", "words", 0, self.words, lambda n: Rich(quiet(f"line {n} of {NAME}"))),
            base.Column("mark", "", "mark", 4, lambda n: self.marks.get(n, "○"), about=f"What was said of {NAME}"),
            base.Column(
                "dots", "B ●–○ A", "dumbbell", 12, lambda n: f"{n}", None, lambda n: (share(n), 1 - share(n)), "", 2
            ),
            base.Column("bar", "Share", "bar", 8, lambda n: f"{share(n):.2f}", None, share, "", 3),
            base.Column("long", "A−B", "figure", 6, lambda n: f"{1000 * self.length(n):,}", order="long"),
        ]

    # -- one place -----------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> base.Picture | base.Pictures | base.Page | base.Later:
        if place % 6 == TWO:
            head = {"head": f"Another {NAME}", "head_beside": f"1 of 3 · {NAME}", "turn": "turn"}
            return base.Pictures((tree_picture(), tree_picture("another", **head)))
        if place % 6 == PAGE:
            return base.Page(f"All of {NAME}", [f"x &amp; {NAME}", a_table(), base.Plot(_plotted, said="A plot")])
        if place % 6 == LATER:
            return base.Later("Drawing…", lambda *_: self._made(place, tree_picture(f"late {place}")))
        if place % 6 == NEVER:
            raise UsageError(f"only {NAME} has this sentence")
        return tree_picture()

    def _made(self, place: int, made: Any) -> Any:
        self.gate.wait(10)
        if place == 9:
            raise UsageError(f"{NAME} cannot be drawn")
        return made

    def why(self, place: int) -> Sequence[base.Block]:
        if place % 6 == BARE:
            return [base.Text("Nothing is asked.", "quiet")]
        mark = self.marks.get(place, "")
        first: list[base.Block] = [base.Text(Rich(f"{NAME} has ", strong("two errors"), ", the rest is the same."))]
        question: list[base.Block] = [
            base.Head("Which one?", Rich(link("how", "help"))),
            base.Choice("1", f"odin {NAME}", "NP", "deleted", mark == "1"),
            base.Choice("2", "thor", "XP", "inserted", mark == "2"),
            base.Choice("0", "Neither", is_chosen=mark == "0"),
            base.Choice("e", "Other…"),
            base.Choice("3", "Nobody", why_not=f"Nobody says {NAME}"),
        ]
        more: list[base.Block] = [
            base.Pairs([("what", NAME), ("where", "everywhere")]),
            base.Share([(3, "right", "matched"), (1, NAME, "deleted")], "3 of 4"),
            base.Score(
                "A", f"E-Dice {NAME}", "1,394 of 1,394", "84.13", 0.84, f"2 · 6 / (7 + {NAME})", "6 nodes", True
            ),
            base.Row("lit", f"PP attachment {NAME}", "with the hat", "A 0.5 · B 12.0", "XP for NP", "deleted"),
            base.Row("elsewhere", "Tag", figures="A 1,000"),
            base.Heat(["NP", NAME], ["NP", "VP"], [[(3, "cell 0"), (None, "")], [(12, "cell 2"), (0, "")]]),
            base.Fold(f"Words {NAME}", "8", lambda: [base.Text(f"dog {NAME}"), base.Row("word 1", "dog")]),
            base.Later("Looking for others…", lambda *_: self._made(place, [base.Text(f"3 others {NAME}")])),
            a_table(),
        ]
        note = base.Field("note", "Note: saved as you type", self.notes.get(place, ""), 3)
        return [*first, *question, *(more if place % 6 in (DRAWN, TWO) else ()), note]

    def picks(self, place: int) -> Sequence[base.Pick]:
        return [
            base.Pick(f"system {one}", f"{'AB'[one % 2]}", [("0", NAME), ("1", "bllip & co")], "0", "84.13", not one)
            for one in range(self.number_of_picks)
        ]

    def progress(self) -> tuple[int, int, str] | None:
        return len(self.marks), self.size, f"{len(self.marks):,} of {self.size:,} decided {NAME}"

    # -- what is done --------------------------------------------------------------------------------------------------

    def commands(self) -> Sequence[base.Command]:
        keys = {"say": "Say", "copy-all": "Copy all", "copy-later": "Copy later", "write": "Write…", "take": "Take…"}
        keys |= {"refused": "Refuse", "ask": "Ask", "step": "Step", "mark": f"Mark {NAME}", "fails": "Fail later"}
        return [base.Command(key, title) for key, title in keys.items()]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        self.told.append((list(places), action, value))
        if action == "choose" and value == "e":
            return [base.Ask(base.Field("other", "Another label", lines=1))]
        if action in ("choose", "other"):
            return [self._done("marks", places, str(value), action == "choose")]
        if action == "note":
            return [self._done("notes", places[:1], str(value), False)]
        if action == "link" and str(value).startswith("go "):
            return [base.Go(place=int(str(value)[3:]))]
        if action == "link" and str(value).startswith("find "):
            return [base.Go(order="back", find=str(value)[5:])]
        if action == "take-file":
            if "bad" in str(value):
                raise TreecompareError(f"{value}: is no {NAME}")
            return [base.Say(f"Read {value}"), base.ANEW]
        return {
            "link": [base.Lit(str(value))],
            "say": [base.Say(f"Said of {NAME}")],
            "copy-all": [base.Copy("all", "all of it")],
            "copy-later": [base.Copy("later", base.Later("Making it…", lambda *_: self._made(0, "made late")))],
            "fails": [base.Copy("later", base.Later("Making it…", lambda *_: self._made(9, "")))],
            "write": [base.Save("Save it", (("Text", "txt"), ("Page", "html")), NAME, lambda kind: f"as {kind}")],
            "take": [base.Read("Read it", (("Text", "txt"),), "take-file")],
        }.get(action) or self._refuse(action)

    def _refuse(self, action: str) -> Sequence[base.Answer]:
        if action == "refused":
            raise UsageError(f"that cannot be said of {NAME}; expected another")
        return []

    def _done(self, what: str, places: Sequence[int], value: str, goes_on: bool) -> base.Done:
        kept = getattr(self, what)
        before = {str(one): kept.get(one, "") for one in places}
        after = dict.fromkeys(before, value)
        self.put(what, after)
        return base.Done(f"{value} {NAME}", what, before, after, goes_on)

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        kept = getattr(self, action)
        for name, value in values.items():
            kept[int(name)] = value
            if not value:
                del kept[int(name)]
        return self.place(next(iter(values), ""))

    # -- beside --------------------------------------------------------------------------------------------------------

    def beside(self) -> Sequence[tuple[str, Callable[[], base.Job | base.Later]]]:
        return [(self.view, lambda: self), ("Overview", self._overview)]

    def _overview(self) -> base.Job:
        if self.other is None:
            self.other = Toy(2, picks=0)
            self.other.kind, self.other.view, self.other.title = "toy-overview", "Overview", "Overview"
            self.other.beside = self.beside  # type: ignore[method-assign]
        return self.other

    def state(self) -> dict[str, Any]:
        return {"marks": sorted(self.marks)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.restored.append(state)

    def close(self) -> None:
        self.is_closed = True


def _plotted(width: float, scale: float, _style: PlotStyle) -> base.Plotted:
    return base.Plotted(np.full((int(scale * width / 2), int(scale * width), 4), 200, np.uint8))
