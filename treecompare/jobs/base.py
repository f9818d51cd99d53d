"""What the window asks of a job: places, a drawing, why. Everything that differs between comparing, deciding, reviewing is in jobs.

A *place* is a number that a job gives to something that can be looked at (a sentence, a difference, a rule, a step, a question). It
is the same whatever the list is sorted or narrowed by, so that the window can keep it, remember it and go back to it; in another
session it is known by its name. A job has no thread, no widget and no message: what takes long is a :class:`Later`, and whatever
changes goes through :meth:`Job.do`, which says by answers what follows. Its texts are text, never markup; what is to stand out or
leads somewhere is :class:`Rich`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from treecompare.comparison.settings import Value
from treecompare.errors import TreecompareError, UsageError

if TYPE_CHECKING:  # the window is seen before what it shows is imported
    import numpy as np
    from numpy.typing import NDArray

    from treecompare.drawing.drawn import Attached, Drawn
    from treecompare.drawing.figures import PlotStyle
    from treecompare.drawing.scene import Mark
    from treecompare.scores.result import ResultTable

Numbers: TypeAlias = "NDArray[np.int64]"


class Job:
    """What the window is used for: a list of places, what is drawn of one, why, and what is done. Made in the background
    (:data:`Opening`). The first five questions a job answers itself; all else is answered here, as most do."""

    kind: str
    """By which its state is kept: that of one kind only."""
    title: str
    """What is looked at, for the bar and the window."""
    view: str
    """What the list holds: the name of its tab."""
    help: str = "window"
    """The page of the help that is about it."""
    passes: bool = False
    """Whether nothing of it stays once another is looked at: it is made anew when it is wanted again."""
    leads: Mapping[str, Callable[[str], Answer]] = MappingProxyType({})
    """Where links lead that do nothing else, by what stands before their colon: of what stands behind it."""
    refuses: bool = False
    """Whether it refuses conditions of comparisons that it has not itself, in what is typed."""

    @abstractmethod
    def orders(self) -> Sequence[Order]:
        """All orders; the first is that in which it opens."""

    @abstractmethod
    def places(self, order: str, tokens: Sequence[Token]) -> Places | Later:
        """What is listed. Raises TreecompareError: a condition is none."""

    @abstractmethod
    def picture(self, place: int) -> Picture | Pictures | Page | Later:
        """What is drawn of a place. Raises TreecompareError: it cannot be, and why."""

    @abstractmethod
    def why(self, place: int) -> Sequence[Block]:
        """What is said of a place, and asked."""

    @abstractmethod
    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        """The only way in which anything changes: choose, link, box, drag, found, present; keys of fields, picks and commands.

        The first of the places is looked at, all are selected. Raises TreecompareError: it is refused; Why says so.
        """

    def conditions(self) -> Mapping[str, str]:
        """Names of tokens, each with what it means; :data:`STANDS_FOR` are no part of them."""
        return {}

    def tokens(self, text: str) -> Sequence[Token]:
        """What was typed, as conditions."""
        return tokens_of(text, self.conditions())

    def without_last(self, text: str) -> str:
        """What was typed without its last condition, which Escape takes out."""
        return without_last(text)

    def ahead(self, place: int) -> Picture | None:
        """What will be drawn of a place that nobody looks at yet, made ready while nobody waits; None: that is not done."""
        return None

    def picks(self, place: int) -> Sequence[Pick]:
        """The boxes of the bar."""
        return ()

    def progress(self) -> tuple[int, int, str] | None:
        """Where people decide: how many are done, of how many, in words."""
        return None

    def commands(self) -> Sequence[Command]:
        """What can be done beside what Why asks."""
        return ()

    def answered(self, of: Any, action: str, value: Any) -> Sequence[Answer] | None:
        """What the method of its name does: of ``error:3``, a command or a link, ``_do_error`` is given ``of`` and "3", of a field
        called so also what was typed. None: there is no such method."""
        what, colon, rest = (str(value) if action == "link" else action).partition(":")
        answer: Callable[..., Sequence[Answer]] | None = getattr(self, f"_do_{what.replace('-', '_')}", None)
        if answer is None:
            return [self.leads[what](rest)] if what in self.leads else None
        typed = value if action != "link" else None
        return answer(of, typed if not colon else rest if typed is None else (rest, typed))

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        """Takes something back, or does it again: what stands at these places, by name. Returns one of the places; -1: none."""
        return -1

    def history(self) -> tuple[str, str] | None:
        """What Undo takes back and Redo does again, where a file keeps the steps, or empty; None: the window keeps them."""
        return None

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        """Takes the last step of the file back, or does it again."""
        return ()

    def beside(self) -> Tabs:
        """Other jobs on the same data, as tabs; the first one is this job's own, or that from which it came."""
        return [(self.view, lambda: self)]

    def name(self, place: int) -> str:
        """By what a place is known again in another session; empty: by nothing."""
        return str(place)

    def place(self, name: str) -> int:
        """The place of that name; -1: none."""
        return int(name) if name.isdecimal() else -1

    def state(self) -> dict[str, Any]:
        """What is remembered, as JSON."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """As it was left. What does not fit is left out."""

    def remember(self, kind: str, left: Mapping[str, Any]) -> bool:
        """Keeps in a file how a job of that kind is left: ``order``, ``find``, ``place`` (its name) and ``state``. False: there is
        no such file, and the window keeps it."""
        return False

    def remembered(self, kind: str) -> Mapping[str, Any] | None:
        """How a job of that kind was left, as a file has it; None: the window knows."""
        return None

    @property
    def paths(self) -> Sequence[str]:
        """The files that it is made of: as it was left it is seen again with these alone."""
        return ()

    def begin(self) -> None:
        """It comes into the window, and what was there before is closed. Called once, before all else; only jobs that keep
        something in a file do anything."""

    def asks(self) -> Field | None:
        """What is to be typed at once where it opens, one of the fields of Why; None: the list has the keyboard."""
        return None

    def remarks(self) -> Sequence[str]:
        """Sentences about what was opened that people must know."""
        return ()

    def again(self) -> Opening | None:
        """What makes it once more, from the files as they are now; None: what made it."""
        return None

    def close(self) -> None:
        """It is not looked at any more, or will not be."""


class Doing(NamedTuple):
    """What is done while a job is made, and which share of it is done. ``stays``: the job shows what is done when it is stopped."""

    what: str
    share: float = 0.0
    stays: bool = False


Opening = Callable[[Any, Callable[[Doing], object]], Job | None]
"""Makes a job, in another thread: called with a switch that ends it, and with what is told what is done. None: it was ended. Raises
TreecompareError: a file cannot be read, or what is in it cannot be looked at like this; Question: people are to be asked before."""


class Where(NamedTuple):
    """What makes a job once people have chosen a file."""

    read: Read
    then: Callable[[str], Opening]


class Question(TreecompareError):
    """What people have to say before a job can be made: a text, and by the titles of the answers what makes it then."""

    def __init__(self, text: str, options: Sequence[tuple[str, Opening | Where]]) -> None:
        self.options = options
        super().__init__(text)


class Beside(Protocol):
    """Made of the job of a comparison, with it."""

    def tabs(self) -> Tabs:
        """Its jobs on the comparison, in front of the sentences: it opens at the first one. Their ``beside`` is that of it."""
        return ()

    def commands(self) -> Sequence[Command]:
        """What can be done with the comparison besides."""

    def do(self, places: Sequence[int], action: str, value: Any) -> Sequence[Answer]:
        """One of its commands. Raises TreecompareError: it cannot be done."""


# -- the list --------------------------------------------------------------------------------------------------------------


class Order(NamedTuple):
    """An order of the list. ``group``: orders of another group stand below a line; ``size``: what it lists; -1: not said."""

    key: str
    title: str
    group: str = ""
    size: int = -1


Look = Literal["number", "words", "mark", "figure", "dumbbell", "bar"]
SPARE = 20
"""Rank of columns that stand in a wide list only."""


@dataclass(frozen=True)
class Column:
    """A column of the list, asked only for the rows that are seen.

    ``width``: in letters; 0 for what is left, which only words have. ``text``, ``below``: of a place, its first and second line.
    ``value``: what a bar (a share from 0 to 1) or a dumbbell (two shares) shows. ``order``: what a click on the heading chooses.
    ``rank``: those with the highest go first where there is little room; 0 stays always. Those from ``SPARE`` on stand in
    a wide list only, and nobody misses them elsewhere. ``about``: the tooltip of its heading.
    """

    key: str
    title: str
    look: Look
    width: int
    text: Callable[[int], str]
    below: Callable[[int], str] | None = None
    value: Callable[[int], Any] | None = None
    order: str = ""
    rank: int = 0
    about: str = ""


def own_number(columns: Sequence[Column], place: int) -> str:
    """The number by which people know a place; empty where they know none (that of a rule is of many places), and count."""
    return next((str(one.text(place)) for one in columns if one.title == "No."), "")


class Section(NamedTuple):
    """A part of the list that has a heading and can be folded: so many places of the order, one section after the other. ``said``
    stands below its title."""

    key: str
    title: str
    size: int
    beside: str = ""
    is_folded: bool = False
    said: str = ""


@dataclass(frozen=True)
class Places:
    """What is listed.

    ``order``: place per row; sorting and narrowing cost no more than this array. ``sections``: its parts, with headings; none, or
    all of it. ``waits``: by place, which ones wait for somebody; None: none can. ``lines``: of a row, 1 or 2. ``count``,
    ``foot``: said above and below the list; ``nothing``: said in its place where it is empty. ``first``: where to begin.
    ``table``: some of the places as a table with all columns; None: as they are listed. ``stay``: what is done moves no place in
    the list before it is listed anew; where the places themselves are changed it does.
    """

    order: Numbers
    columns: Sequence[Column]
    sections: Sequence[Section] = ()
    waits: NDArray[np.bool_] | None = None
    lines: int = 1
    count: str = ""
    foot: str = ""
    nothing: str = "Nothing is listed."
    first: int = -1
    table: Callable[[Sequence[int]], ResultTable] | None = None
    stay: bool = True


# -- what is typed in Find -------------------------------------------------------------------------------------------------


class Token(NamedTuple):
    """A condition of Find: ``length > 30`` is (length, >, 30), a flag ("differs", "", ""), words ("", "", words)."""

    name: str
    sign: str = ""
    value: str = ""
    is_not: bool = False

    def fits(self, text: str) -> bool:
        """Whether its words are in a text, or are not to be."""
        return (self.value.casefold() in text.casefold()) != self.is_not


_SIGNED = re.compile(r"(not\s+)?([\w−-]+)\s*(<=|>=|<|>|=|:)\s*(\"[^\"]*\"|\S+)|(not\s+)?(\"[^\"]*\"|\S+)")


def tokens_of(text: str, known: Iterable[str]) -> list[Token]:
    """What was typed, as conditions.

    ``known``: the names of tokens; commas may stand between them. ``not`` before one turns it round; all that is none is words,
    which are looked for together; what stands in quotation marks is always words.
    """
    names, found, words = set(known), [], list[str]()
    for not_signed, name, sign, value, not_said, said in _SIGNED.findall(re.sub(r'("[^"]*"),', r"\1 ", text)):
        if sign and name in names:
            found.append(Token(name, sign, (value.rstrip(",") or value).strip('"'), bool(not_signed)))
        elif said.rstrip(",") in names:
            found.append(Token(said.rstrip(","), is_not=bool(not_said)))
        else:
            words.append((not_said + said or f"{not_signed}{name}{sign}{value}").strip('"'))
    return [*found, *([Token("", "", re.sub(r"(?<=\S),$", "", " ".join(words)))] if words else [])]


STANDS_FOR = frozenset(("TYPE", "NAME", "SYSTEM", "TEXT", "LABEL", "TAG", "OUTCOME"))
"""Words in names of tokens that stand for what follows."""


def begun(name: str) -> str:
    """What is typed of the name of a token, before people type what follows."""
    return " ".join(word for word in name.split(" ") if word not in STANDS_FOR)


def without_last(text: str) -> str:
    """What was typed without its last token, or its last word."""
    found = list(_SIGNED.finditer(text))
    return text[: found[-1].start()].rstrip() if found else ""


def number_of(token: Token) -> float:
    """The number that a token is compared with. Raises UsageError: it is none."""
    with suppress(ValueError):
        if isfinite(found := float(token.value.replace("−", "-").replace(",", ""))):
            return found
    raise UsageError(f"'{token.name} {token.sign} {token.value}' has no number; expected one, as 30")


# -- the middle ------------------------------------------------------------------------------------------------------------


class Light(NamedTuple):
    """What stands out in a drawing: places, what is attached to what, marks over it, and what is unfolded so that it is seen
    (``least`` where not all of that has room); beside ``done`` stand ticks, beside ``failed`` crosses."""

    places: Sequence[Any] = ()
    attached: Attached | None = None
    marks: Sequence[Mark] = ()
    wanted: Sequence[Any] = ()
    done: Sequence[Any] = ()
    failed: Sequence[Any] = ()
    least: Sequence[Any] = ()


class Editing(NamedTuple):
    """What hands can do to the boxes of a drawing, asked in the scene that is shown; boxes are told by their places.

    ``can``: whether a box can be taken hold of: it is dragged onto another (``drag``), or what is written there is changed
    (``open``). ``targets``: where it can be put down, which is lit while it is held. ``here``: what is chosen (``at``); ``held``:
    what the keyboard holds, if anything; ``marked``: what is chosen together (``mark``).
    """

    can: Callable[[Any], bool]
    targets: Callable[[Any], Sequence[Any]]
    here: Callable[[], Sequence[Any]]
    held: Callable[[], Sequence[Any]]
    marked: Callable[[], Sequence[Any]]


class Instead(NamedTuple):
    """Another drawing in place of this one, or this one again: what ``do`` gets; its title, and that of this one where it has no
    layouts; whether it is the one that is drawn."""

    action: str
    title: str
    other: str
    is_drawn: bool


@dataclass(frozen=True)
class Picture:
    """A drawing of a place, or of a part of what is drawn.

    ``drawn``: what is drawn, in which ways, and what is said of it. ``layouts``: of which people choose one, if there are any.
    ``light``: what an address (as rows of Why have them) lights in the scene that is shown; ``lit``: what is lit at first.
    ``drag``: whether boxes may be dragged onto each other; ``editing``: how it is changed by hand, if it is. ``head``,
    ``head_beside``: stand above it where it is not the first; ``turn``: what ``do`` gets where one turns to another picture in its
    place, with 1 or -1; empty: one cannot.
    ``steps``: whether one goes from change to change in it; where each is a place of the list one does not. ``counts``: whether
    the changes are counted below it. While it is presented, ``said`` stands above it, ``figures`` (title, figure, how it changed)
    below; None: the boxes of letters.
    """

    drawn: Drawn
    layouts: Sequence[str] = ()
    light: Callable[[str], Light] = lambda _: Light()
    lit: str = ""
    drag: bool = False
    head: str = ""
    head_beside: str = ""
    turn: str = ""
    steps: bool = True
    counts: bool = True
    said: Sequence[str] = ()
    figures: Sequence[tuple[str, str, str]] | None = None
    editing: Editing | None = None
    instead: Instead | None = None


@dataclass(frozen=True)
class Pictures:
    """Drawings one below the other, at most three."""

    parts: Sequence[Picture]


class Plotted(NamedTuple):
    """A plot that was drawn: ``pixels``, RGBA; ``found``: what lies within a rectangle, or at a point, which has no size; ``said``:
    what is said of a point; ``points``: where they are, from the left. Places are those that the width was given in, from the upper
    left."""

    pixels: NDArray[np.uint8]
    found: Callable[[float, float, float, float], Any] = lambda *_: None
    said: Callable[[float, float], str] = lambda *_: ""
    points: Sequence[tuple[int, int]] = ()


class Plot(NamedTuple):
    """A plot, drawn in the background at a width, with so many pixels to a unit of it, in a style; ``said``: what is to be seen."""

    draw: Callable[[float, float, PlotStyle], Plotted]
    said: str = ""


@dataclass(frozen=True)
class Page:
    """Tables, plots and paragraphs below each other. ``then``: the page that stands in its place once it is made; ``at``: the
    number of the item that is seen first."""

    title: str
    items: Sequence[ResultTable | Plot | str]
    then: Later | None = None
    at: int = 0


@dataclass(frozen=True)
class Later:
    """Something that takes long: made in the background, with a switch that ends it and a function that is told the share that is
    done; ``said`` stands there until then, or in Why the blocks that are known (``until``)."""

    said: str
    make: Callable[[Any, Callable[[float], object]], Any]
    until: Sequence[Block] = ()


# -- why -------------------------------------------------------------------------------------------------------------------


class Text(NamedTuple):
    """A paragraph; its links are told to ``do`` as ``link``. ``look``: quiet, strong, or alarm."""

    text: str
    look: str = ""


class Head(NamedTuple):
    """A heading; ``beside`` at its right, which may be a link."""

    text: str
    beside: str = ""


class Pairs(NamedTuple):
    """Names and what they are, in two columns."""

    rows: Sequence[tuple[str, str]]


class Score(NamedTuple):
    """A score: its letter, if it has one, what it is, its rank, its figure, how full its bar is, the formula and what it says, with
    links."""

    letter: str
    title: str
    beside: str
    figure: str
    share: float
    formula: str = ""
    words: str = ""
    is_chosen: bool = False


class Share(NamedTuple):
    """Parts of a whole as a bar: how many, of what, in which ink."""

    parts: Sequence[tuple[int, str, str]]
    said: str = ""


class Row(NamedTuple):
    """Something that can be chosen and lit: ``to`` is the address that ``do`` gets as ``link``, and the drawing's ``light``."""

    to: str
    title: str
    words: str = ""
    figures: str = ""
    below: str = ""
    ink: str = ""


class Choice(NamedTuple):
    """An answer: its key, what it says; ``do(places, "choose", key)``. ``why_not``: it cannot be chosen."""

    key: str
    title: str
    detail: str = ""
    ink: str = ""
    is_chosen: bool = False
    why_not: str = ""


class Field(NamedTuple):
    """Something that is typed: ``do(places, key, text)`` after a pause where it has several lines, at Enter where it has one."""

    key: str
    hint: str
    text: str = ""
    lines: int = 4


class Heat(NamedTuple):
    """A table of counts: names of rows and columns, and per cell a count (None: none) and the address that a click tells."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[tuple[int | None, str]]]


class Fold(NamedTuple):
    """Blocks that are made when it is opened; whether it is, is remembered by its title."""

    title: str
    beside: str
    blocks: Callable[[], Sequence[Block]]


Block: TypeAlias = "Text | Head | Pairs | Score | Share | Row | Choice | Field | Heat | Fold | Later | ResultTable"

# -- what is done ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """Something was done, which can be taken back.

    ``action``, ``before``, ``after``: what :meth:`Job.put` needs for it, as data: by name of a place what stood there and what
    stands there now. ``goes_on``: the next place that waits is looked at.
    """

    title: str
    action: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    goes_on: bool = False


class Say(NamedTuple):
    """Told for some seconds."""

    text: str


def turned(is_undo: bool, what: str) -> Say:
    """That something was taken back, or done again; without a title nothing was."""
    word = "Undo" if is_undo else "Redo"
    return Say(f"{word}ne: {what}" if what else f"Nothing to {word.lower()}.")


class Go(NamedTuple):
    """Another order, other conditions, another place; None: as it is."""

    order: str | None = None
    find: str | None = None
    place: int | None = None


class Open(NamedTuple):
    """Another job on the same data, by the name of its tab, or made now, under these conditions, at the place of that name; Back
    leads here again."""

    view: str
    find: str = ""
    make: Callable[[], Job | Later] | None = None
    place: str = ""


class Lit(NamedTuple):
    """The drawing lights it, and so does Why."""

    what: str


class Ask(NamedTuple):
    """A field is opened above the answers; where Why has one of its key, that one gets the keyboard. ``at``: it is opened at that
    place of the drawing."""

    field: Field
    at: Any = None


class Option(NamedTuple):
    """Something in a menu; without a value a heading. ``is_on``: whether it is chosen; None: it is no switch. ``key``: what chooses
    it, a word of the text by its first letter, or a digit."""

    value: str
    text: str
    is_on: bool | None = None
    key: str = ""


class Choose(NamedTuple):
    """A menu is opened: ``do(places, action, value)`` with the value of what is chosen."""

    action: str
    options: Sequence[Option]


class Copy(NamedTuple):
    """A text goes to the clipboard; ``what`` it is. Where it takes long it is made in the background."""

    what: str
    text: str | Later


class Save(NamedTuple):
    """A file is written whose name people choose: formats as (title, ending), and the text in the one that is chosen.

    ``sources``: the files that it is made of, beside which it is proposed and which are never written over; ``also``: said when it
    is saved. ``fields``: what else is chosen; then ``text`` is also given the value of each.
    """

    title: str
    formats: Sequence[tuple[str, str]]
    name: str
    text: Callable[..., str | bytes | Later]
    sources: Sequence[str] = ()
    also: str = ""
    fields: Sequence[Choosing] = ()


class Handout(NamedTuple):
    """A page with what is drawn: above it ``title`` and ``words``, below it ``scores``, each a title, a figure, its arithmetic, and
    ``foot``; ``name``: of the file that is proposed."""

    title: str
    words: str
    scores: Sequence[tuple[str, str, str]]
    foot: str
    name: str
    sources: Sequence[str] = ()


class Read(NamedTuple):
    """A file is chosen: ``do(places, action, path)``; ``several``: some, in a list; ``name``: of one to be written, as proposed.
    Without ``formats`` it is a folder."""

    title: str
    formats: Sequence[tuple[str, str]]
    action: str
    several: bool = False
    name: str = ""


class AddFiles(NamedTuple):
    """Files are chosen that are compared with what is open: ``do(places, action, files)`` with the
    :class:`treecompare.comparison.files.Files`. ``gold``: the treebank that they are compared with; ``paths``: chosen already."""

    action: str
    gold: Any
    paths: Sequence[str] = ()


class Make(NamedTuple):
    """Another job takes the place of this one, which stays until that one is made; ``said``: what is done meanwhile."""

    opening: Opening
    said: str


class Choosing(NamedTuple):
    """A field of a form.

    ``options``: of which one is chosen; one that ``asks`` is what is typed beside it, of a file its path. Without options something
    is typed; ``files``: the path of a file, by such a filter; with ``is_said`` nothing is, and ``now`` is a text to read. ``now``:
    what it is; ``usual``: what it is reset to, if it can be.
    """

    key: str
    title: str
    options: Sequence[Value] = ()
    now: str = ""
    about: str = ""
    usual: str | None = None
    files: str = ""
    is_said: bool = False


class Form(NamedTuple):
    """A sheet with fields. ``apply``, which its button says, calls ``do(places, action, values)`` with a value by the key of each.

    ``effect``: blocks on what these values would do, shown before; None: nothing is to be said of them. ``why_not``: it cannot be
    applied as it is.
    """

    action: str
    title: str
    fields: Sequence[Choosing]
    effect: Callable[[Mapping[str, str]], Later | None]
    apply: str
    why_not: str = ""


class Shown(NamedTuple):
    """What is to be shown anew; of ``places`` the list with that ``place`` looked at, if it is one."""

    places: bool = False
    picture: bool = False
    why: bool = False
    place: int = -1


Tabs: TypeAlias = "Sequence[tuple[str, Callable[[], Job | Later]]]"
"""Jobs on the same data, each made when its tab is looked at, by its name."""
ANEW = Shown(True, True, True)
Answer = (
    Done | Say | Go | Open | Lit | Ask | Choose | Copy | Save | Handout | Read | AddFiles | Form | Make | Shown | Later
)
"""A :class:`Later` gives further answers."""


class Pick(NamedTuple):
    """A box of the bar: its letter, options (value, text), which one is chosen, what is beside it. ``do(places, key, value)``.

    An option without a value is the heading of those after it. ``short``: what the box says in place of the text that is chosen.
    ``figures``: asked where one chooses: by the value of an option what stands beside it there.
    """

    key: str
    title: str
    options: Sequence[tuple[str, str]]
    now: str
    beside: str = ""
    is_chosen: bool = False
    short: str = ""
    figures: Callable[[], Mapping[str, str]] = dict


class Command(NamedTuple):
    """``keys.py`` has the letter of a key, and the menu in which it stands. ``do``: does it, where no job is asked; of a job it is
    ``do(places, key)``. ``is_on``: it is a switch; ``can``: whether it can be done now; ``about``: what it does, where the title
    does not say it; ``menu``: "Export" for what can be exported; ``fields``: what its sheet asks, by which it is found, too."""

    key: str
    title: str
    do: Callable[[], object] = tuple
    is_on: bool | None = None
    can: bool = True
    about: str = ""
    menu: str = ""
    fields: Callable[[], Iterable[Choosing]] = tuple


def to_export(key: str, title: str, about: str = "", can: bool = True) -> Command:
    """A command for something that can be exported, which stands in that sheet."""
    return Command(key, title, can=can, about=about, menu="Export")


NOTE = Field("note", "Note: kept as you type", lines=3)
TO_NOTE = Command("mark", "Note", about="Write a comment or remark on this place")
"""The field of notes, and what asks for it; where ``mark`` is something else it is asked for by its own key."""
