"""A comparison in the window: its sentences by where two measures disagree, gold and system drawn, why they score as they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, get_args

from treecompare.analyses.conditions import as_label, errors_of
from treecompare.analyses.methods import scoring_said
from treecompare.analyses.sentence_errors import error_at
from treecompare.analyses.sentences import Filter
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.judgements import Scheme, occurrence, span_of
from treecompare.comparison.sentence_texts import Texts
from treecompare.drawing.columns import GOLD
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.names import Names, short_names
from treecompare.errors import TreecompareError, UsageError, as_sentence
from treecompare.jobs import base
from treecompare.jobs import compare_why as told
from treecompare.jobs.answers import ENTRIES, entries_for
from treecompare.jobs.base import Answer, Choose, Command, Go, Job, Later, Light, Lit, Picture, Say, Shown, Token
from treecompare.jobs.compare_exports import EXPORTS, Taken, drawing_command
from treecompare.jobs.compare_list import CHOSEN, SentencePlaces, Walk, chosen_by, next_like
from treecompare.jobs.compare_marks import Marks
from treecompare.jobs.drawn import KINDS, Asked, SentenceDrawn, StackOf, sentence_drawn
from treecompare.jobs.keys import ANSWERS
from treecompare.jobs.listed import NO_PLACES
from treecompare.jobs.scoring import Source, applied, fields, form
from treecompare.mappings.errors import Error
from treecompare.measures import MEASURES_OF, by_family, measure
from treecompare.registry import all_of, load
from treecompare.scores.ranks import system_ranks
from treecompare.scores.result import Found, View
from treecompare.scores.rich import Rich, link, parted
from treecompare.scores.set_notes import measure_title
from treecompare.scores.table import OTHER_AVERAGE, Average

KEPT = ("system", "a", "b", "average", "drawn_for", "columns")
"""What is remembered, besides how sentences are drawn."""
MANY_WORDS = 60
"""Of sentences with more all systems are drawn in the background."""
PATTERNS = "patterns"
"""Under this name a comparison file keeps patterns: texts by name."""
SWITCHES = {
    "labelled": "Labelled",
    "edge_labels": "Edge labels",
    "secondary_edges": "Secondary edges",
    "left_out": "Left-out words",
    "enhanced": "Enhanced graphs",
    "only_differing": "Only arcs that differ",
    "has_trees": "Trees",
    "all_arcs": "Unused arcs",
}
"""Of the drawing, by the field of :class:`Asked`."""

ALIKE = {"next-alike": 1, "previous-alike": -1}
"""Commands that lead to a sentence with errors like those of this one, in which direction of the list."""
LEADS: Mapping[str, Callable[[str], Answer]] = {
    "find": lambda text: Go(find=text),
    "all": lambda title: Go(find=f'error "{title}"'),
    "outcome": lambda outcome: Go(find=f'answer "{outcome}"'),
    "word": lambda number: Lit(f"word:{number}"),
    "phenomenon": lambda mark: Lit(f"phenomenon:{mark}"),
}
"""See :attr:`Job.leads`."""


def measure_options(comparison: Comparison, names: Names) -> list[tuple[str, str]]:
    """The measures that apply, by key and title; before each family its title, without a key."""
    found, applying = list[tuple[str, str]](), comparison.applying(MEASURES_OF[comparison.kind])
    for title, family in by_family(applying, comparison.kind == "dependencies"):
        found += [("", title), *((one.key, measure_title(one, names)) for one in family)]
    return found


class CompareJob(Marks):
    """Gold and systems. A place is a row of the score table.

    ``comparison``: scored to its end. ``scheme``: the phenomena and error classes on offer. ``overview``: makes the job of the
    tables. ``source``: what it was made of; None: it cannot be made again. ``texts``: the words, where known.
    """

    leads = LEADS
    refuses = True
    of_file: Collection[str] = ()
    """The commands that are about the comparison, whatever is looked at beside its sentences."""
    opened: Any = None
    """The files that are compared, as they were read; None: nobody read any."""
    kept: Any = None
    """What is kept of them, if anything is (:class:`treecompare.saved.kept.Kept`)."""

    def __init__(
        self, comparison: Comparison, overview: Callable[[CompareJob], Job] | None = None, texts: Texts | None = None
    ) -> None:
        self.comparison, self._overview = comparison, overview
        self.scheme = Scheme("", {}, {})
        self.source: Source | None = None
        self._beside: Job | None = None
        self.extras: list[base.Beside] = [
            load(where)(self) for key, where in all_of("jobs").items() if key.startswith("beside:")
        ]
        systems = comparison.table.systems
        self.kind, self.view = "compare", "Sentences"
        self.title = f"{comparison.gold.name} {'→' if comparison.is_gold else '↔'} {', '.join(systems)}"
        self.system = 0
        self.a, self.b = comparison.usual_keys
        self.average: Average = "pooled"
        self.drawn_for = "b" if comparison.kind == "constituents" else "a"
        self.asked = Asked()
        self.columns: list[str] = []
        self.all_words = False
        """Whether Why lists words that are the same in both, too."""
        self.chosen: dict[str, Found] = {}
        self.order: base.Numbers = NO_PLACES
        """What is listed."""
        self._texts = Texts(comparison.texts()) if texts is None else texts
        self._listed: dict[tuple[Any, ...], SentencePlaces] = {}
        self._figures: dict[tuple[Any, ...], Mapping[str, str]] = {}
        """Those beside what is chosen from: of measures, by system and average; of systems, by A, B and average."""
        self._tokens: Sequence[Token] = ()
        self._tested: told.Tested = {}
        self._made: dict[tuple[Any, ...], SentenceDrawn] = {}
        """What is drawn, and what is probably drawn next."""
        self._own: dict[tuple[int, int], list[Error]] = {}
        """The errors of the sentences that were drawn last, or are made ready."""
        self._lit: tuple[int, int] = -1, -1
        """The sentence and the number of the error that was lit last in it."""
        self._walk: Walk | None = None
        self.seen: tuple[int, int] = -1, -1
        """The system and the place that are looked at."""
        self._follow()

    # -- the list ----------------------------------------------------------------------------------------------------------

    @property
    def listed(self) -> SentencePlaces:
        """The sentences of the system under A and B."""
        return self._listed_of(self.system)

    def _listed_of(self, system: int) -> SentencePlaces:
        key = system, self.a, self.b, *self._waiting
        if key not in self._listed:
            if len(self._listed) > 8 * len(self.comparison.table.systems):
                self._listed.pop(next(iter(self._listed)))
            self._listed[key] = SentencePlaces(self.comparison, self._texts, system, self.a, self.b)
        return self._listed[key]

    @property
    def _waiting(self) -> list[str]:
        """What measures that are shown are made of and nobody has counted yet: it takes long."""
        keys = {self.a, self.b, *self.columns}
        return self.comparison.not_counted([one.part for one in MEASURES_OF[self.comparison.kind] if one.key in keys])

    def orders(self) -> Sequence[base.Order]:
        return self.listed.orders(self.columns)

    def conditions(self) -> Mapping[str, str]:
        return self.listed.conditions()

    def tokens(self, text: str) -> Sequence[Token]:
        return self.listed.tokens(text)

    def without_last(self, text: str) -> str:
        return " ".join(one.value for one in self.listed.tokens(text)[:-1])

    def places(self, order: str, tokens: Sequence[Token]) -> base.Places | Later:
        if not (waiting := self._waiting) and self.listed.are_known(tokens):
            return self._places(order, tokens)

        def found(cancel: Cancel, _tell: object) -> base.Places:
            self.comparison.count_on_demand(waiting, cancel)
            self.listed.search(tokens, cancel)
            return self._places(order, tokens)

        return Later("Counting…" if waiting else "Searching…", found)

    def _places(self, order: str, tokens: Sequence[Token]) -> base.Places:
        orders = [one.key for one in self.orders()]
        order = order if order in orders else orders[0]  # lost against the system that is looked at now
        found = self.listed.places(order, tokens, self.columns, self.chosen, self._foot(tokens))
        self.order, self._tokens = found.order, tokens
        return found

    def _foot(self, tokens: Sequence[Token]) -> str:
        """By what was scored where that is not as usual, how many sentences are, and how they are averaged; of a word that may be a
        label, that."""
        how = scoring_said(self.comparison.kind, self.comparison.settings)
        labels = [pattern for one in tokens if (pattern := as_label(one.value, self.comparison.pattern_kind))]
        more = [link(f"{one.removesuffix('=x')} as a label", f"find:{one}") for one in labels[-1:]]
        scored = Rich(f"{self.listed.scored:,} scored ", link(how, "scoring") if self.source is not None else how)
        return parted([scored, link(self.average, "average"), *more], "  ·  ")

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> Picture | Later:
        self.seen = self.system, place
        is_new = self._drawn_key(place) not in self._made
        if is_new and self.asked.is_stacked and self.comparison.table.lengths[place] > MANY_WORDS:
            said = "This sentence is long; all systems are being drawn…"
        elif is_new and self.comparison.takes_long(self.system, place):
            said = "These trees are large; they are being aligned…"
        elif self._takes_long_to_find(place):
            said = "Looking for errors…"
        else:
            return self._picture(place)
        return Later(said, lambda cancel, _tell: self._picture(place, cancel))

    def _takes_long_to_find(self, place: int) -> bool:
        """Whether the errors of a sentence take long, and are not known yet."""
        return (self.system, place) not in self._own and told.take_long(self.listed.rows, place)

    def ahead(self, place: int) -> Picture | None:
        comparison, system = self.comparison, self.system
        others = range(len(comparison.table.systems)) if comparison.error_types else ()
        takes_long = self.asked.is_stacked or comparison.takes_long(system, place)
        if takes_long or any(told.take_long(self._listed_of(one).rows, place) for one in others):
            return None
        try:
            self.sentence(place)
        except TreecompareError:  # who looks at it is told
            return None
        for one in others:
            comparison.errors_in(one, place)
        return self._picture(place)

    def _picture(self, place: int, cancel: Cancel | None = None) -> Picture:
        drawn, lit = self.sentence(place, cancel), self._first_lit(place)
        light = partial(self._light, drawn, place)
        first = light(lit)
        drawn.drawn.wanted, drawn.drawn.least = list(first.wanted), list(first.least)
        all_systems = base.Instead("all-systems", "All systems", "One system", self.asked.is_stacked)
        layouts, can = KINDS[self.comparison.kind].layouts, self.comparison.can_be_stacked
        return Picture(drawn.drawn, layouts, light, lit, instead=all_systems if can else None)

    def _drawn_key(self, place: int) -> tuple[Any, ...]:
        return self.system, place, self._asked

    def sentence(self, place: int, cancel: Cancel | None = None) -> SentenceDrawn:
        """What is drawn of a sentence; made once, however often it is asked for. Raises UsageError: it cannot be; Cancelled."""
        key = self._drawn_key(place)
        if (made := self._made.get(key)) is None:
            made = sentence_drawn(self.comparison, self.system, place, self._asked, cancel)
            self._made = {**dict([*self._made.items()][-1:]), key: made}
        return made

    @property
    def _asked(self) -> Asked:
        """How it is drawn, with whose counts."""
        return replace(self.asked, key=self.b if self.drawn_for == "b" else self.a)

    def _first_lit(self, place: int) -> str:
        if any(self._found(place)):
            return "found"
        own = self._own_errors(place)
        if self._lit[0] == place and self._lit[1] < len(own):  # of the system that is looked at now
            return f"error:{self._lit[1]}"
        sought = [kind for one in self._tokens for kind in errors_of(one.value, self.comparison)]
        first = next((number for number, one in enumerate(own) if any(kind.has(one) for kind in sought)), 0)
        return f"error:{first}" if own else ""

    def _light(self, drawn: SentenceDrawn, place: int, what: str) -> Light:
        """What an address lights, and what hangs where it should not."""
        kind, _, rest = what.partition(":")
        if kind == "count":
            return Light(drawn.counted(*rest.split("/", 1)))
        if kind == "error":
            one = self._own_errors(place, drawn.system)[int(rest)]
            nodes, least = drawn.of_error(one), drawn.least(one)
            return Light(drawn.drawn.places_of(nodes), drawn.attached(one), wanted=drawn.wanted(nodes), least=least)
        if kind == "word":
            return Light(list(drawn.places_of_word(int(rest))), wanted=drawn.wanted_of_word(int(rest)))
        if kind in ("phenomenon", "found"):
            found = self._occurrences(place, rest) if kind == "phenomenon" else self._found(place)
            return Light(list(drawn.nodes_lit(*found)), wanted=drawn.wanted(*found))
        return Light()

    def _filter(self, token: Token) -> Filter | None:
        """What a token looks for; None: that is no text, or there is nothing like it any more."""
        if chosen_by(token.value):
            return None
        try:
            return self.listed.condition(token.value).filter
        except UsageError:  # a phenomenon that is marked nowhere now; the list says so
            return None

    def _occurrences(self, place: int, mark: str) -> tuple[list[tuple[str, int]], list[int]]:
        """Nodes and words of one occurrence of a phenomenon; of all of them where nobody said which words it is."""
        span = span_of(occurrence(mark)[1])
        if span is None:
            return self.comparison.occurrences_drawn(self.system, place)
        return self.comparison.words_drawn(self.system, place, *span)

    def _found(self, place: int) -> tuple[list[tuple[str, int]], list[int]]:
        """Nodes, and words from 1, that were looked for."""
        nodes: list[tuple[str, int]] = []
        words: list[int] = []
        for one in self._tokens:
            if (found := self.chosen.get(chosen_by(one.value))) is not None:
                is_own = found.system in (None, self.system)  # every system numbers its own nodes
                nodes += [one for one in found.nodes.get(place, ()) if is_own or one[0] == GOLD]
                words += found.marks.get(place, {})
                continue
            wanted = self._filter(one)
            if wanted is None or not wanted.text:
                continue
            if wanted.where == "pattern":
                nodes += self.listed.rows.nodes_found(wanted.text, place)
            elif wanted.where == "words" and not wanted.is_regex:
                words += _words_with(self._texts[place], wanted.text)
        return nodes, words

    # -- why ---------------------------------------------------------------------------------------------------------------

    def _own_errors(self, place: int, system: int | None = None) -> list[Error]:
        key = self.system if system is None else system, place
        if key not in self._own:
            self._own = {**dict([*self._own.items()][-2:]), key: told.errors_of(self.comparison, *key)}
        return self._own[key]

    def why(self, place: int) -> Sequence[base.Block]:
        comparison, system, keys = self.comparison, self.system, (self.a, self.b)
        systems = range(len(comparison.table.systems))
        try:
            drawn = None if comparison.takes_long(system, place) else self.sentence(place)
        except TreecompareError:  # the drawing says so
            drawn = None
        if drawn is not None and isinstance(drawn, StackOf):
            drawn = sentence_drawn(comparison, system, place, replace(self._asked, is_stacked=False))
        own = None if self._takes_long_to_find(place) else self._own_errors(place)
        commands = self.commands()
        blocks = [
            *told.in_words(drawn),
            *told.ranks(self.listed, place),
            *told.scores(self.listed, place, self.drawn_for, {one.key for one in commands}),
            told.everywhere(comparison, system, keys, self.average, self._tested),
            *told.errors(self.listed, place, own),
            *told.others(
                [self._listed_of(one).rows for one in systems if one != system], place, self._overview is not None
            ),
            *([] if drawn is None else [told.WORDS[comparison.kind](self.listed, place, self.all_words, drawn)]),
            *told.answer(comparison, system, place),
            *(base.Choice(one.key, one.title) for one in commands if one.key in ANSWERS and one.can),
            *self.note_blocks(place),
        ]
        if said := comparison.table.told(system, place):
            blocks.insert(0, base.Text(as_sentence(said), "quiet"))
        return blocks

    # -- the bar -----------------------------------------------------------------------------------------------------------

    def _scores(self) -> Mapping[str, str]:
        """The score of the system under each measure."""
        applying = self.comparison.applying(MEASURES_OF[self.comparison.kind])
        key = self.system, self.average, *self.comparison.not_counted([one.part for one in applying])
        if key not in self._figures:
            summary = self.comparison.table.summary
            self._figures[key] = {one.key: one.shown(summary(self.system, one.key, self.average)) for one in applying}
        return self._figures[key]

    def _standings(self) -> Mapping[str, str]:
        """The score of each system under A and its rank, and the ranks under B and by the other average that are others."""
        key = self.a, self.b, self.average, *self._waiting
        if key not in self._figures:
            table, first, found = self.comparison.table, measure(self.a), {}
            other = OTHER_AVERAGE[self.average]
            ranks = [*system_ranks(table, key[:2], self.average).T, *system_ranks(table, key[:1], other).T]
            for number, score in enumerate(table.summaries(self.a, self.average)):
                a, *others = (f"{one[number]:g}" for one in ranks)
                further = zip(("under B", other), others, strict=True)
                said = ", ".join([a, *(f"{name} {rank}" for name, rank in further if rank not in (a, "nan"))])
                said = "" if len(table.systems) < 2 or a == "nan" else f" · rank {said}"
                found[str(number)] = f"{first.shown(score)}{said}"
            self._figures[key] = found
        return self._figures[key]

    def picks(self, place: int) -> Sequence[base.Pick]:
        comparison, rows = self.comparison, self.listed.rows
        names = short_names(comparison.gold.name, comparison.table.systems)
        systems = [(str(number), name) for number, name in enumerate(names)]
        gold = "gold →" if comparison.is_gold else f"{comparison.gold.name} ↔"
        beside = f"{self.system + 1} of {len(systems)}" if len(systems) > 1 else ""
        found = [base.Pick("system", gold, systems, str(self.system), beside, figures=self._standings)]
        measures = measure_options(comparison, comparison.names(self.system))
        shorts = [measure(key).title.partition(",")[0] for key in (self.a, self.b)]
        for letter, key, score in (("a", self.a, rows.score_a), ("b", self.b, rows.score_b)):
            is_drawn = self.drawn_for == letter and self.a != self.b
            short = shorts[letter == "b"] if self.a == self.b or shorts[0] != shorts[1] else ""
            shown = measure(key).shown(float(score[place]))
            found.append(base.Pick(letter, letter.upper(), measures, key, shown, is_drawn, short, self._scores))
        return found

    def commands(self) -> Sequence[Command]:
        comparison, asked = self.comparison, self.asked
        can_map, several = comparison.kind == "constituents", len(comparison.table.systems) > 1
        has_golds = len(getattr(comparison, "targets", ())) > 1
        switches = [
            Command(f"draw:{name}" if name != "labelled" else name, SWITCHES[name], is_on=bool(getattr(asked, name)))
            for name in KINDS[comparison.kind].can_switch(comparison)
        ]
        return [
            *(command for one in self.extras for command in one.commands()),
            Command("choose-drawn", "Draw what A counts, or B", can=self.a != self.b),
            *([Command("part", "Roof only", is_on=asked.part == "roof", about="Without tags and words")] * can_map),
            *switches,
            Command("all-systems", "All systems", is_on=asked.is_stacked, can=comparison.can_be_stacked),
            *([Command("golds", "Golds that are drawn…"), Command("target", "Compare with…")] * has_golds),
            Command("scoring", "Scoring…", can=bool(self.source), fields=partial(fields, comparison)),
            Command("swap-measures", "Swap A and B", can=self.a != self.b),
            Command("average", "Mean of sentences", is_on=self.average == "mean", about="Else scores are pooled"),
            Command("next-system", "Next system", can=several),
            Command("keep-pattern", "Keep pattern…", can=bool(self._pattern), about="What is looked for, by a name"),
            Command("patterns", "Saved patterns…", can=bool(comparison.questions.patterns)),
            Command("columns", "Columns…", about="Further columns of the list"),
            *self.mark_commands(),
            *(self.table_commands() if self._overview is not None else ()),
            Command("next-alike", "Next place like this", can=bool(comparison.error_types)),
            Command("previous-alike", "Previous place like this", can=bool(comparison.error_types)),
            *(base.to_export(key, one.title, one.about) for key, one in EXPORTS.items()),
            Command("copy-command", "Copy as command", about="The command that draws this sentence"),
            *(Command(f"copy:{what}", f"Copy the drawing {what}") for what in ("as SVG", "as LaTeX")),
            *([Command("copy:both trees as brackets", "Copy both trees as brackets")] if can_map else []),
        ]

    def table_commands(self) -> list[Command]:
        """The tables and plots of the overview, which are found by their names, their questions and what they have."""
        kind, names, found = self.comparison.kind, self.comparison.names(), list[Command]()
        for one in (ENTRIES[place] for place in entries_for(kind)):
            about = names.told_of_errors(f"{one.question.title} {one.about}{f'; plot: {one.plot}' if one.plot else ''}")
            found.append(Command(f"table:{one.key}", one.title, about=about))
            if (of := one.analysis) is not None and kind in one.kinds:
                further = ((f"table:{one.key}/{title}", of.told(title, names)) for title in of.further)
                found += [Command(*each, about=f"in {one.title}") for each in further]
        return found

    def _do_table(self, _places: Sequence[int], key: str) -> Sequence[Answer]:
        self._tables().do([], f"table:{key}")  # which of its tables is wanted
        return [base.Open("Overview", place=key.partition("/")[0])]

    # -- what is done ------------------------------------------------------------------------------------------------------

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        if action in ("system", "a", "b"):
            return self._pick(action, str(value))
        if not places:
            return []
        is_chosen = action in ("link", "choose")
        key = str(value) if is_chosen else action
        for one in self.extras:
            if key in {command.key for command in one.commands()}:
                return one.do(places, key, None if is_chosen else value)
        if key in ALIKE:
            return [self._alike(places[0], ALIKE[key])]
        if key in EXPORTS:
            return [EXPORTS[key].make(self.taken(places[0]))]
        return self.answered(places, action, value) or []

    def _pick(self, key: str, value: str) -> Sequence[Answer]:
        """Raises UsageError: there is no such system or measure."""
        before = self.system, self._asked
        if key == "system":
            self.system = min(max(int(value), 0), len(self.comparison.table.systems) - 1)
        else:
            setattr(self, key, measure(value).key)
            self._follow()
        waiting, is_drawn = self._waiting, (self.system, self._asked) != before

        def counted(cancel: Cancel, _tell: object) -> Sequence[Answer]:
            self.comparison.count_on_demand(waiting, cancel)
            return [Shown(places=True, why=True)]

        first = Shown(places=not waiting, picture=is_drawn, why=True)
        return [first, Later("Counting…", counted)] if waiting else [first]

    def _follow(self) -> None:
        """The drawing is that in which the counts of A, or of B, are seen."""
        part, kind = measure(self.b if self.drawn_for == "b" else self.a).part, KINDS[self.comparison.kind]
        self.asked = kind.following(self.asked, part, self.comparison.table.of(part).is_beside)

    def _do_score(self, _places: Sequence[int], letter: str) -> Sequence[Answer]:
        self.drawn_for = letter.lower()
        self._follow()
        return [Shown(picture=True, why=True)]

    def _do_choose_drawn(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._do_score(places, "a" if self.drawn_for == "b" else "b")

    def _do_count(self, _places: Sequence[int], of: str) -> Sequence[Answer]:
        """A count is lit where it is drawn."""
        letter = next((one for one in "ab" if measure(getattr(self, one)).part == of.partition("/")[0]), self.drawn_for)
        before = self.asked, self.drawn_for
        self.drawn_for = letter
        self._follow()
        is_other = (self.asked, self.drawn_for) != before
        return [*([Shown(picture=True, why=True)] if is_other else []), Lit(f"count:{of}")]

    def _do_error(self, places: Sequence[int], number: str) -> Sequence[Answer]:
        self._lit = places[0], int(number)
        if self.asked.part != "whole" or (self.asked.is_stacked and self.comparison.kind != "constituents"):
            self.asked = replace(self.asked, part="whole")
            return [Shown(picture=True)]
        return [Lit(f"error:{number}")]

    def _do_all_words(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.all_words = not self.all_words
        return [Shown(why=True)]

    def _do_system(self, _places: Sequence[int], number: str) -> Sequence[Answer]:
        return self._pick("system", number)

    def _do_next_system(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._pick("system", str((self.system + 1) % len(self.comparison.table.systems)))

    def _do_swap_measures(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.a, self.b = self.b, self.a
        self.drawn_for = "b" if self.drawn_for == "a" else "a"
        return [Shown(places=True, why=True)]

    def _do_average(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.average = OTHER_AVERAGE[self.average]
        return [Shown(places=True, why=True)]

    def _draw(self, **asked: Any) -> Sequence[Answer]:
        self.asked = replace(self.asked, **asked)
        return [Shown(picture=True)]

    def _do_part(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._draw(part="whole" if self.asked.part == "roof" else "roof")

    def _do_labelled(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._draw(labelled=not self.asked.labelled)

    def _do_all_systems(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.comparison.check_stack()
        return self._draw(is_stacked=not self.asked.is_stacked)

    def _do_draw(self, _places: Sequence[int], name: str) -> Sequence[Answer]:
        return self._draw(**{name: not getattr(self.asked, name)}) if name in SWITCHES else []

    def _do_golds(self, places: Sequence[int], value: str | None) -> Sequence[Answer]:
        if value is not None:
            return self._draw(golds=self.asked.golds ^ {value})
        trees = self.sentence(places[0]).drawn.trees
        names = [trees.trees[one].name for one in trees.own_golds]
        return [Choose("golds", [base.Option(name, name, name in self.asked.golds) for name in names])]

    def _do_target(self, _places: Sequence[int], value: str | None) -> Sequence[Answer]:
        """Another gold, or what several have in common: every figure changes."""
        comparison: Any = self.comparison
        targets = list(comparison.targets)
        if value is None:
            names = enumerate(map(comparison.target_name, targets))
            return [Choose("target", [base.Option(f"{n}", name, targets[n] == comparison.target) for n, name in names])]
        comparison.target = targets[int(value)]
        self._listed.clear()
        self._figures.clear()
        self._tested.clear()
        self._made = {}
        return [base.ANEW]

    def _do_columns(self, _places: Sequence[int], value: str | None) -> Sequence[Answer]:
        if value is None:
            return [Choose("columns", self.listed.column_options(self.columns))]
        others = [one for one in self.columns if one != value]
        self.columns = others if value in self.columns else [*others, value]
        return [Shown(places=True)]

    # -- patterns ------------------------------------------------------------------------------------------------------------

    @property
    def _pattern(self) -> str:
        """The pattern that is looked for last; empty where none is."""
        found = [one for token in self._tokens if (one := self._filter(token)) is not None]
        return next((one.text.strip() for one in found[::-1] if one.where == "pattern"), "")

    def _do_keep_pattern(self, _places: Sequence[int], name: str | None) -> Sequence[Answer]:
        known, text = dict(self.comparison.questions.patterns), self._pattern
        if name is None:
            called = next((one for one, kept in known.items() if kept == text), text)
            return [base.Ask(base.Field("keep-pattern", "Name of the pattern", called, 1))]
        if not name.strip() or not text:
            return []
        self._keep_patterns({**known, name.strip(): text})
        return [Say(f"Kept: {name.strip()}")]

    def _do_patterns(self, _places: Sequence[int], name: str | None) -> Sequence[Answer]:
        known = self.comparison.questions.patterns
        if name is None:
            told = {one: one if one == text else f"{one}: {text}" for one, text in sorted(known.items())}
            finds = [base.Option(f"find:{one}", text, text == self._pattern) for one, text in told.items()]
            gone = [base.Option(f"remove:{one}", text) for one, text in told.items()]
            return [Choose("patterns", [base.Option("", "Find"), *finds, base.Option("", "Keep no longer"), *gone])]
        what, _, name = name.partition(":")
        if what == "find":
            return [Go(find=known[name])] if name in known else []
        self._keep_patterns({one: text for one, text in known.items() if one != name})
        return [Say(f"Removed: {name}")]

    def _keep_patterns(self, patterns: Mapping[str, str]) -> None:
        self.comparison.questions = replace(self.comparison.questions, patterns=patterns)
        self._keep_asked({PATTERNS: dict(patterns)})

    def _keep_asked(self, state: dict[str, Any]) -> None:
        """Stores something that people made beside what they say of sentences; here it is kept as long as the job."""

    def _do_box(self, places: Sequence[int], box: Any) -> Sequence[Answer]:
        """A click on another system of a stack looks at that one; on what is wrong, at that error."""
        drawn = self._made.get(self._drawn_key(places[0]))
        if drawn is None or box not in drawn.drawn.boxes:  # another drawing is on its way
            return []
        if isinstance(drawn, StackOf) and drawn.system_of(box) != self.system:
            return self._pick("system", str(drawn.system_of(box)))
        if not drawn.shows_errors:
            return []
        own, shown = self._own_errors(places[0]), drawn.drawn
        one = error_at(own, shown.nodes_at(shown.place_of(box))) if shown.change_of(box) else None
        if one is None:
            return []
        address, before = f"error:{own.index(one)}", self._first_lit(places[0])
        self._lit = places[0], own.index(one)
        return [Lit(address)] if address != before else []

    def _do_found(self, _places: Sequence[int], found: Found) -> Sequence[Answer]:
        """The sentences behind a figure of a table become the list."""
        name = found.text.replace('"', "'")
        if self.chosen.get(name, found).sentences.tolist() != found.sentences.tolist():  # Back leads to those before
            name = f"{name} ({len(self.chosen) + 1})"
        self.chosen[name] = found
        if found.system is not None:
            self.system = found.system
        return [Go(find=f'{CHOSEN} "{name}"'), base.ANEW]

    def _alike(self, place: int, direction: int) -> Later:
        """Goes to a place of the list with errors like those of this one, or like the one that was chosen."""
        comparison, system, order, lit = self.comparison, self.system, self.order.tolist(), self._lit

        def found(cancel: Cancel, _tell: object) -> Sequence[Answer]:
            errors = comparison.errors(system, cancel.flag)
            own = told.errors_of(comparison, system, place)
            one = own[lit[1]] if lit[0] == place and lit[1] < len(own) else None
            walk = next_like(self._walk, comparison, system, errors, order, place, one, direction)
            if self.seen != (system, place):  # something else is looked at meanwhile
                return []
            if isinstance(walk, str):
                return [Say(comparison.names(system).told_of_errors(walk))]
            self._walk = walk
            ordered = told.errors_of(comparison, system, walk.sentence)
            self._lit = (walk.sentence, ordered.index(walk.error)) if walk.error in ordered else self._lit
            return [Go(place=walk.sentence), Say(walk.said(errors))]

        return Later("Looking for a sentence like this one…", found)

    def forget(self) -> None:
        for one in self._listed.values():
            one.forget()

    # -- copies ------------------------------------------------------------------------------------------------------------

    def _do_copy(self, places: Sequence[int], what: str) -> Sequence[Answer]:
        drawn: Drawn = self.sentence(places[0]).drawn
        copies = drawn.copies() if drawn.scene is not None else {}
        if what not in copies:
            raise UsageError("Nothing is drawn that could be copied like that")
        return [base.Copy(f"the drawing {what}" if what.startswith("as") else what, copies[what]())]

    def _do_copy_command(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return [base.Copy("the command", drawing_command(self.sentence(places[0]), self.a))]

    def taken(self, place: int) -> Taken:
        """Of what something is taken out where that sentence is looked at."""
        view = View(self.system, self.a, self.b, self.average, tuple(dict.fromkeys((self.a, self.b))))
        return Taken(self.comparison, place, view, self.order, self._texts[place], self.paths)

    @property
    def paths(self) -> Sequence[str]:
        return self.source.files.paths if self.source is not None else ()

    # -- scoring -----------------------------------------------------------------------------------------------------------

    def _do_scoring(self, _places: Sequence[int], value: Any) -> Sequence[Answer]:
        """What figures depend on is asked, and compared anew. Raises UsageError: it cannot be."""
        if self.source is None:
            raise UsageError("this comparison cannot be made again; open its files")
        if isinstance(value, Mapping):
            return [applied(self.comparison, self.source, value)]
        return [form(self.comparison, self.source, self.a, self.average)]

    # -- beside ------------------------------------------------------------------------------------------------------------

    def beside(self) -> base.Tabs:
        tabs = [*(tab for one in self.extras for tab in one.tabs()), *super().beside()]
        return [*tabs, *([("Overview", self._tables)] if self._overview is not None else [])]

    def _tables(self) -> Job:
        """Made once: it keeps what it counted."""
        if self._beside is None:
            assert self._overview is not None
            self._beside = self._overview(self)
        return self._beside

    def name(self, place: int) -> str:
        return self.comparison.ids[place] if 0 <= place < self.comparison.sentences else ""

    def place(self, name: str) -> int:
        return self._places_by_name.get(name, -1)

    @cached_property
    def _places_by_name(self) -> Mapping[str, int]:
        return self.comparison.sentence_names()

    def state(self) -> dict[str, Any]:
        asked = {name: getattr(self.asked, name) for name in (*SWITCHES, "is_stacked")}
        return {name: getattr(self, name) for name in KEPT} | {"system": self._name, "asked": asked}

    def restore(self, state: Mapping[str, Any]) -> None:
        comparison = self.comparison
        if state.get("system") in comparison.table.systems:
            self.system = comparison.table.systems.index(str(state["system"]))
        keys = {one.key for one in comparison.applying(MEASURES_OF[comparison.kind])}
        self.a, self.b = (key if (key := str(state.get(one))) in keys else getattr(self, one) for one in "ab")
        self.average = state["average"] if state.get("average") in get_args(Average) else self.average
        self.drawn_for = state["drawn_for"] if state.get("drawn_for") in ("a", "b") else self.drawn_for
        known = {one.value for one in self.listed.column_options(())}
        columns, asked = state.get("columns"), state.get("asked")
        self.columns = [one for one in map(str, columns) if one in known and one] if isinstance(columns, list) else []
        switched = asked.items() if isinstance(asked, dict) else ()
        names = (*SWITCHES, "is_stacked")
        on: dict[str, Any] = {name: value for name, value in switched if name in names and isinstance(value, bool)}
        self.asked = replace(self.asked, **on)
        self._follow()


class Following(Job):
    """What a job beside the sentences has of theirs: file, history, and the commands about the comparison. ``of``: the job of the
    sentences, whose places are others."""

    of: CompareJob

    @property
    def paths(self) -> Sequence[str]:
        return self.of.paths

    def of_comparison(self, *more: str) -> list[Command]:
        """The commands that are about the comparison, and some more."""
        return [one for one in self.of.commands() if one.key in self.of.of_file or one.key in more]

    def do_of_comparison(self, action: str, value: Any) -> Sequence[Answer] | None:
        """Does one of them; None: it is none."""
        return self.of.do([], action, value) if action in self.of.of_file else None

    def history(self) -> tuple[str, str] | None:
        return self.of.history()

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        return [*(one for one in self.of.turn(is_undo) if not isinstance(one, Go)), base.ANEW]

    def again(self) -> base.Opening | None:
        return self.of.again()

    def beside(self) -> base.Tabs:
        return self.of.beside()

    def remember(self, kind: str, left: Mapping[str, Any]) -> bool:
        return self.of.remember(kind, left)

    def remembered(self, kind: str) -> Mapping[str, Any] | None:
        return self.of.remembered(kind)


def _words_with(text: str, sought: str) -> list[int]:
    """The words of a text, from 1, in which something that was looked for stands, or begins or ends."""
    folded, wanted, found = text.casefold(), sought.casefold(), set[int]()
    for one in re.finditer(re.escape(wanted), folded) if wanted.strip() else ():
        first = folded.count(" ", 0, one.start()) + 1
        found |= {*range(first, first + wanted.strip().count(" ") + 1)}
    return sorted(found)
