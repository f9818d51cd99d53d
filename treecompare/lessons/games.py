"""Games with a class: guess a score, find the errors; and what everyone answered in this hour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from statistics import fmean

from treecompare.errors import UsageError, counted
from treecompare.mappings.errors import Error, ErrorType, Node
from treecompare.measures import Measure
from treecompare.trees.invisible_characters import visible

UNDEFINED = "–"
"""How a score is shown, and guessed, that is not defined."""
NOBODY = "the class"
"""Who answers where no name is given."""
MOST_LETTERS = 40
_CENT = Decimal("0.01")
_UNDEFINED = re.compile(r"[–—-]|undefined|not defined|none|n/?a", re.IGNORECASE)
_FRACTION = re.compile(r"([0-9]{1,6})[ ]*/[ ]*([0-9]{1,6})")


def called(name: str) -> str:
    """A name or team as it is listed: without blanks around it and invisible characters. Raises UsageError: it is too long."""
    name = visible(" ".join(name.split())) or NOBODY
    if len(name) > MOST_LETTERS:
        raise UsageError(f"the name has {len(name)} letters; expected at most {MOST_LETTERS}")
    return name


def ranks_of(values: Sequence[tuple[float | Decimal, ...]]) -> list[int]:
    """The place of each value from 1, smallest first; equal ones share a place."""
    ordered = sorted(values)
    return [ordered.index(value) + 1 for value in values]


# -- guess the score ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guess:
    """``value``: on the scale on which scores are shown, with two decimals; None: that the score is not defined."""

    name: str
    value: Decimal | None

    @property
    def shown(self) -> str:
        """As scores are shown."""
        return UNDEFINED if self.value is None else f"{self.value:.2f}"


@dataclass(frozen=True)
class Place:
    """A guess when all is known. ``distance``: from the score, None where only one of the two is defined; ``rank``: from 1."""

    guess: Guess
    distance: Decimal | None
    rank: int | None

    @property
    def has_won(self) -> bool:
        """Whether nobody was nearer."""
        return self.rank == 1


class GuessTheScore:
    """A round: everybody guesses the score of a sentence under a measure, then it is revealed and the nearest wins.

    ``title``: of the sentence and the system; ``score``: as it was when the round began.
    """

    def __init__(self, title: str, measure: Measure, score: float | None) -> None:
        self.title, self.measure = title, measure
        self.answer = measure.shown(score)
        self.is_revealed = False
        self._guesses: dict[str, Guess] = {}

    @property
    def guesses(self) -> list[Guess]:
        """In the order in which the names were first heard."""
        return list(self._guesses.values())

    @property
    def unit(self) -> str:
        """What is to be typed."""
        return "a percentage (75), a fraction (3/4)" if self.measure.percent else "a number"

    def read(self, text: str) -> Decimal | None:
        """A guess as it is typed: ``75``, ``75 %``, ``0.75``, ``3/4`` or, that the score is not defined, ``–``. Raises UsageError:
        it is none of these."""
        text = text.strip()
        if _UNDEFINED.fullmatch(text):
            return None
        scale = Decimal(100) if self.measure.percent else Decimal(1)
        if (found := _FRACTION.fullmatch(text)) and int(found[2]):
            return (scale * Decimal(found[1]) / Decimal(found[2])).quantize(_CENT)
        number, percent = re.fullmatch(r"(.*?)\s*(%?)", text, re.DOTALL).groups()  # type: ignore[union-attr]
        number = number.replace(",", ".").replace("−", "-")
        try:
            if not re.fullmatch(r"[-+]?(?=\.?[0-9])[0-9]{0,9}(\.[0-9]{0,9})?", number):
                raise InvalidOperation
            value = Decimal(number)
        except InvalidOperation:
            raise UsageError(
                f"'{text[:20]}' is not a guess; expected {self.unit}, or {UNDEFINED} if the score is not defined"
            ) from None
        # 0.75 means three quarters: as a percentage it would be less than one
        is_share = self.measure.percent and not percent and "." in number and abs(value) < 1
        return ((100 * value) if is_share else value).quantize(_CENT)

    def guess(self, name: str, text: str) -> Guess:
        """Keeps someone's guess, in place of an earlier one. Raises UsageError: it is not a guess, or comes too late."""
        if self.is_revealed:
            raise UsageError("the score is revealed already; begin a new round")
        name = called(name)
        made = Guess(name, self.read(text))
        self._guesses[name.casefold()] = made
        return made

    def reveal(self) -> list[Place]:
        """Ends the round; the nearest first. Only a guess that it is not defined is right where the score is not."""
        self.is_revealed = True
        return self.places

    @property
    def places(self) -> list[Place]:
        """See :meth:`reveal`; none before."""
        if not self.is_revealed:
            return []
        truth = None if self.answer == UNDEFINED else Decimal(self.answer)
        away = [_distance(one.value, truth) for one in self.guesses]
        there = [(one,) for one in away if one is not None]
        ranks = dict(zip(there, ranks_of(there), strict=True))
        found = [
            Place(guess, distance, None if distance is None else ranks[(distance,)])
            for guess, distance in zip(self.guesses, away, strict=True)
        ]
        return sorted(found, key=lambda place: len(found) + 1 if place.rank is None else place.rank)


def _distance(guess: Decimal | None, truth: Decimal | None) -> Decimal | None:
    if guess is None or truth is None:
        return Decimal(0) if guess is truth else None
    return abs(guess - truth)


# -- find the errors ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """A place that somebody named. ``errors``: which errors are there, by number; ``new``: those that nobody had named before."""

    name: str
    place: str
    errors: tuple[int, ...]
    new: tuple[int, ...]
    text: str

    @property
    def is_hit(self) -> bool:
        """Whether there is an error."""
        return bool(self.errors)


class FindTheErrors:
    """A round: somebody names a place of the drawing, and is told whether there is an error and of which type.

    ``errors``: those of the sentence, ``types``: of its kind of comparison, ``words``: the gold's.
    """

    def __init__(self, title: str, errors: Sequence[Error], types: Sequence[ErrorType], words: Sequence[str]) -> None:
        self.title, self.errors, self.words = title, tuple(errors), tuple(words)
        self._types = types
        self.named: list[Named] = []
        self.finders: dict[int, str] = {}
        self.hints: list[str] = []
        self.is_revealed = False

    @property
    def is_over(self) -> bool:
        """Whether all are found, or shown."""
        return self.is_revealed or len(self.finders) == len(self.errors)

    @property
    def state(self) -> str:
        """How many of how many are found."""
        return f"{len(self.finders)} of {counted(len(self.errors), 'error')} found"

    def type_of(self, error: Error) -> str:
        """The title of an error's type."""
        return next((one.title for one in self._types if one.has(error)), error.kind)

    def said(self, number: int) -> str:
        """An error in words: its type, its label, its words."""
        error = self.errors[number]
        label = f" ({error.label})" if error.label else ""
        words = " ".join(self.words[word] for word in error.words if word < len(self.words))
        return f"{self.type_of(error)}{label}" + (f": {words}" if words else "")

    def name_place(self, name: str, nodes: Sequence[Node], place: str, word: int = -1) -> Named:
        """Somebody names nodes that stand at one place, as drawings number them.

        ``place``: what it is called; ``word``: which word it is, from 0, if it is one.
        An error is where the nodes are that it changes or moves; on a side that has none of them, where something is attached
        wrongly, or ought to be. It is also where its words are, if these are at most half of the sentence.

        Raises UsageError: all is revealed already.
        """
        if self.is_revealed:
            raise UsageError("the errors are revealed already; begin a new round")
        name = called(name)
        here, near = [], False
        for number, error in enumerate(self.errors):
            is_about = word in error.words
            if set(nodes) & set(_places(error)) or (is_about and 2 * len(error.words) <= len(self.words)):
                here.append(number)
            near |= is_about or bool(set(nodes) & set(_ends(error)))
        new = tuple(number for number in here if number not in self.finders)
        if here:
            types = ", ".join(dict.fromkeys(self.type_of(self.errors[number]) for number in here))
            text = f"Yes, an error: {types}." + ("" if new else f" {self.finders[here[0]]} found it before.")
        elif near:
            text = "Near: an error is about more words than this, or about what is attached here."
        else:
            text = "No error here."
        found = Named(name, place, tuple(here), new, text)
        self.finders |= dict.fromkeys(new, name)
        self.named.append(found)
        return found

    def hint(self) -> str:
        """The next hint: the types that are left, then of the first error that is not found first its type, then its words."""
        left = [number for number in range(len(self.errors)) if number not in self.finders]
        if self.is_revealed or not left:
            return "There is nothing left to find."
        titles = [self.type_of(self.errors[number]) for number in left]
        counts = [f"{titles.count(one)} × {one}" for one in dict.fromkeys(titles)]
        first = self.errors[left[0]]
        about = [self.words[word] for word in first.words if word < len(self.words)]
        for text in (
            f"Still to be found: {', '.join(counts)}.",
            f"{titles[0]}: look {_whereabouts(first, len(self.words))}.",
            f"{titles[0]}: it is about '{' '.join(about)}'." if about else "",
            f"{titles[0]}: the label is {first.label}." if first.label else "",
        ):
            if text and text not in self.hints:
                self.hints.append(text)
                return text
        return self.hints[-1]

    def reveal(self) -> list[str]:
        """Ends the round: all errors in words, each with who found it."""
        self.is_revealed = True
        return [
            self.said(number) + (f" – found by {self.finders[number]}" if number in self.finders else " – not found")
            for number in range(len(self.errors))
        ]


def _ends(error: Error) -> list[Node]:
    """What something is attached to in the system and in the gold."""
    return [("test", error.target_node), ("gold", error.source_node)]


def _places(error: Error) -> list[Node]:
    """The nodes at which an error is."""
    nodes = [*error.nodes, *error.moved]
    sides = {side for side, _ in nodes}
    return nodes + [end for end in _ends(error) if end[0] not in sides]


def _whereabouts(error: Error, words: int) -> str:
    """In which part of the sentence an error is."""
    if not error.words or words < 3:
        return "anywhere in the sentence"
    middle = (error.words[0] + error.words[-1]) / 2 / (words - 1)
    return "at the beginning" if middle < 1 / 3 else "in the middle" if middle <= 2 / 3 else "at the end"


# -- the hour ----------------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """What one name or team did in this hour. ``distances``: of guesses that can be told from the score."""

    name: str
    rounds: int = 0
    won: int = 0
    distances: list[Decimal] = field(default_factory=list)
    found: int = 0
    missed: int = 0

    @property
    def points(self) -> int:
        """Rounds won and errors found."""
        return self.won + self.found

    @property
    def mean_distance(self) -> float | None:
        """Of all guesses that can be told from the score; None without any."""
        return fmean(map(float, self.distances)) if self.distances else None


TABLE_HEAD = ("Place", "Name", "Points", "Guesses", "Nearest", "Away on average", "Errors found", "Misses")
ANSWERS_HEAD = ("Game", "Sentence", "Asked", "Name", "Answer", "Result")


class Hour:
    """The rounds of all lessons while the program runs: nothing of it is written anywhere."""

    def __init__(self) -> None:
        self.rounds: list[GuessTheScore | FindTheErrors] = []

    def begin(self, one: GuessTheScore | FindTheErrors) -> None:
        """A new round; earlier ones that nobody played are forgotten."""
        self.rounds = [there for there in self.rounds if _is_played(there)] + [one]

    def clear(self) -> None:
        """Forgets all answers."""
        self.rounds.clear()

    @property
    def is_empty(self) -> bool:
        """Whether nobody answered anything."""
        return not any(map(_is_played, self.rounds))

    def names(self) -> list[str]:
        """Who has answered, in the order in which they did first."""
        found: dict[str, str] = {}
        for one in self.rounds:
            for answer in one.guesses if isinstance(one, GuessTheScore) else one.named:
                found.setdefault(answer.name.casefold(), answer.name)
        return list(found.values())

    def standings(self) -> list[tuple[int, Standing]]:
        """Place and standing of each name: most points first, then the nearest on average; equal ones share a place.

        Guesses count once their score is revealed.
        """
        found = {name.casefold(): Standing(name) for name in self.names()}
        for one in self.rounds:
            if isinstance(one, GuessTheScore):
                for place in one.places:
                    who = found[place.guess.name.casefold()]
                    who.rounds += 1
                    who.won += place.has_won
                    who.distances += [place.distance] if place.distance is not None else []
            else:
                for answer in one.named:
                    who = found[answer.name.casefold()]
                    who.found += len(answer.new)
                    who.missed += not answer.is_hit
        values = [
            (-one.points, float("inf") if one.mean_distance is None else one.mean_distance) for one in found.values()
        ]
        return sorted(zip(ranks_of(values), found.values(), strict=True), key=lambda pair: pair[0])

    def table(self) -> list[tuple[str, ...]]:
        """The standings as rows of texts, below TABLE_HEAD."""
        return [
            (
                str(rank), one.name, str(one.points), str(one.rounds), str(one.won),
                UNDEFINED if one.mean_distance is None else f"{one.mean_distance:.2f}", str(one.found), str(one.missed),
            )
            for rank, one in self.standings()
        ]  # fmt: skip

    def answers(self) -> list[tuple[str, ...]]:
        """Every answer as a row of texts, below ANSWERS_HEAD; what is not revealed has no result yet."""
        rows: list[tuple[str, ...]] = []
        for one in self.rounds:
            if isinstance(one, GuessTheScore):
                results = {place.guess: _result(place, one.answer) for place in one.places}
                rows += [
                    ("Guess the score", one.title, one.measure.title, guess.name, guess.shown, results.get(guess, ""))
                    for guess in one.guesses
                ]
            else:
                rows += [("Find the error", one.title, "", said.name, said.place, said.text) for said in one.named]
        return rows


def _is_played(one: GuessTheScore | FindTheErrors) -> bool:
    return bool(one.guesses if isinstance(one, GuessTheScore) else one.named)


def _result(place: Place, answer: str) -> str:
    if place.distance is None:
        return f"wrong; it is {answer}"
    away = "exact" if not place.distance else f"{place.distance} away from {answer}"
    return f"{away}; nearest" if place.has_won else away
