"""A comparison in the window: its sentences by where two measures disagree, gold and system drawn, why they score as they do."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from treecompare.analyses.alike import Sought, next_alike
from treecompare.analyses.methods import average_option, command_line, scoring_said
from treecompare.analyses.rank_exports import ranges
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.counted import drawn_as
from treecompare.comparison.judgements import (
    CORRECT,
    NOTE,
    PHENOMENON,
    YES,
    Change,
    marked,
    occurrence,
    span_of,
    untagged,
)
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS
from treecompare.comparison.texts import Texts
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.names import short_names
from treecompare.errors import TreecompareError, UsageError, counted
from treecompare.jobs import compare_why as told
from treecompare.jobs.base import (
    ANEW,
    NO_PLACES,
    Answer,
    Block,
    Choose,
    Command,
    Copy,
    Done,
    Go,
    Job,
    Later,
    Light,
    Lit,
    Numbers,
    Order,
    Pick,
    Picture,
    Places,
    Plain,
    Say,
    Shown,
    Text,
    Token,
)
from treecompare.jobs.compare_list import CHOSEN, SentencePlaces
from treecompare.jobs.drawn import Asked, SentenceDrawn, StackOf, sentence_drawn
from treecompare.mappings.errors import Error, ErrorList
from treecompare.measures import MEASURES_OF, by_family, measure
from treecompare.scores.agreement import measure_title
from treecompare.scores.result import Found
from treecompare.scores.rich import Rich, link, quiet
from treecompare.scores.table import Average
from treecompare.writing import file_name

KEPT = ("system", "a", "b", "average", "drawn_for", "columns")
"""What is remembered, besides how sentences are drawn."""
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
APPLY = {
    "constituents": ("labelled", "edge_labels", "secondary_edges", "left_out"),
    "dependencies": ("enhanced", "only_differing"),
    "lattices": ("has_trees", "all_arcs"),
    "schemes": ("labelled",),
}
MOST_MARKS = 9
"""Phenomena that have a digit."""
Store = Callable[[Sequence[Change], str], object]
"""Keeps judgements under a title. Raises TreecompareError: they cannot be kept."""


class CompareJob(Plain):
    """Gold and systems. A place is a row of the score table.

    ``comparison``: scored to its end. ``store``: keeps what people say; None: it is kept here only. ``known``: phenomena that can
    be marked, with what they mean. ``overview``: makes the job of the tables. ``ended``: nobody looks at it any more.
    """

    help = "window"

    def __init__(
        self,
        comparison: Comparison,
        store: Store | None = None,
        known: Mapping[str, str] | None = None,
        overview: Callable[[CompareJob], Job] | None = None,
        ended: Callable[[], object] = lambda: None,
    ) -> None:
        self.comparison, self._store, self._known, self._overview, self._ended = (
            comparison,
            store,
            known or {},
            overview,
            ended,
        )
        self._beside: Job | None = None
        systems = comparison.table.systems
        self.kind, self.view = "compare", "Sentences"
        self.title = f"{comparison.gold.name} {'→' if comparison.is_gold else '↔'} {', '.join(systems)}"
        self.system = 0
        self.a, self.b = comparison.usual_keys
        self.average: Average = "pooled"
        self.drawn_for = "b" if comparison.kind == "constituents" else "a"
        self.asked = Asked()
        self.columns: list[str] = []
        self.chosen: dict[str, Found] = {}
        self.begins = -1
        """Where it was left; -1: nowhere."""
        self.order: Numbers = NO_PLACES
        """What is listed."""
        self._texts = Texts(comparison.texts())
        self._listed: dict[tuple[int, str, str], SentencePlaces] = {}
        self._errors: dict[int, ErrorList] = {}
        self._options: dict[tuple[int, Average], list[tuple[str, str]]] = {}
        """The measures to choose from, by system."""
        self._tokens: Sequence[Token] = ()
        self._drawn: tuple[tuple[Any, ...], SentenceDrawn | None] = (), None
        self._lit: tuple[int, int] = -1, -1
        """The sentence and the number of the error that was lit last in it."""
        self._follow()

    # -- the list ----------------------------------------------------------------------------------------------------------

    @property
    def listed(self) -> SentencePlaces:
        """The sentences of the system under A and B."""
        key = self.system, self.a, self.b
        if key not in self._listed:
            if len(self._listed) > 8:
                self._listed.pop(next(iter(self._listed)))
            self._listed[key] = SentencePlaces(self.comparison, self._texts, *key)
        return self._listed[key]

    def orders(self) -> Sequence[Order]:
        return self.listed.orders()

    def conditions(self) -> Mapping[str, str]:
        return self.listed.conditions()

    def tokens(self, text: str) -> Sequence[Token]:
        return self.listed.tokens(text)

    def without_last(self, text: str) -> str:
        return " ".join(one.value for one in self.listed.tokens(text)[:-1])

    def places(self, order: str, tokens: Sequence[Token]) -> Places | Later:
        if not self.listed.are_known(tokens):
            return Later("Searching…", lambda _cancel, _tell: self._places(order, tokens))
        return self._places(order, tokens)

    def _places(self, order: str, tokens: Sequence[Token]) -> Places:
        orders = [one.key for one in self.orders()]
        order = order if order in orders else orders[0]  # lost against the system that is looked at now
        found = self.listed.places(order, tokens, self.columns, self.chosen, self._foot())
        self.order, self._tokens = found.order, tokens
        begins, self.begins = self.begins, -1
        return replace(found, first=begins) if begins in found.order else found

    def _foot(self) -> str:
        """By what was scored where that is not as usual, how many sentences are, and how they are averaged."""
        scored = int(self.comparison.table.rows(self.system, self.a).sum())
        name = scoring_said(self.comparison, self.comparison.settings).removeprefix("Scoring: ").partition(" · ")[0]
        said = f"{scored:,} scored" if name == "standard" else f"{name}  ·  {scored:,} scored"
        return Rich(said, quiet("  ·  "), link(self.average, "average"))

    # -- the drawing -------------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> Picture | Later:
        if self.comparison.takes_long(self.system, place) and self._drawn[0] != self._drawn_key(place):
            return Later("These trees are large; they are being aligned…", lambda _cancel, _tell: self._picture(place))
        return self._picture(place)

    def _picture(self, place: int) -> Picture:
        drawn, lit = self._sentence(place), self._first_lit(place)
        light = partial(self._light, drawn, place)
        drawn.drawn.wanted = drawn.worth_seeing(self._own_errors(place)[0]) if lit == "error:0" else []
        drawn.drawn.wishes = bool(drawn.drawn.wanted)
        return Picture(drawn.drawn, drawn.layouts, light, lit)

    def _drawn_key(self, place: int) -> tuple[Any, ...]:
        return self.system, place, self._asked

    def _sentence(self, place: int) -> SentenceDrawn:
        """What is drawn of a sentence; made once, however often it is asked for. Raises UsageError: it cannot be."""
        key = self._drawn_key(place)
        if self._drawn[0] != key or self._drawn[1] is None:
            self._drawn = key, sentence_drawn(self.comparison, self.system, place, self._asked)
        found = self._drawn[1]
        assert found is not None
        return found

    @property
    def _asked(self) -> Asked:
        """How it is drawn, with whose counts."""
        return replace(self.asked, key=self.b if self.drawn_for == "b" else self.a)

    def _first_lit(self, place: int) -> str:
        if any(self.listed.condition(one.value).filter for one in self._tokens if not one.value.startswith(CHOSEN)):
            return "found"
        if any(one.value.startswith(CHOSEN) for one in self._tokens):
            return "found"
        if self._lit[0] == place and self._lit[1] < len(self._own_errors(place)):  # of the system that is looked at now
            return f"error:{self._lit[1]}"
        return "error:0" if self.comparison.error_types and self._own_errors(place) else ""

    def _light(self, drawn: SentenceDrawn, place: int, what: str) -> Light:
        """What an address lights, and what hangs where it should not."""
        kind, _, rest = what.partition(":")
        if kind == "count":
            return Light(drawn.counted(*rest.split("/", 1)))
        if kind == "error":
            one = self._own_errors(place)[int(rest)]
            return Light(drawn.drawn.places_of(drawn.of_error(one)), drawn.attached(one))
        if kind == "word":
            return Light(list(drawn.places_of_word(int(rest))))
        if kind == "phenomenon":
            return Light(list(drawn.nodes_lit(*self._occurrences(place, rest))))
        return Light(list(drawn.nodes_lit(*self._found(place))) if kind == "found" else ())

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
            name = one.value.removeprefix(f"{CHOSEN} ").strip('"')
            if one.value.startswith(CHOSEN) and name in self.chosen:
                nodes += self.chosen[name].nodes.get(place, ())
                words += self.chosen[name].marks.get(place, {})
                continue
            wanted = self.listed.condition(one.value).filter
            if wanted is None or not wanted.text:
                continue
            if wanted.where == "pattern":
                nodes += self.listed.rows.nodes_found(wanted.text, place)
            elif wanted.where == "words" and not wanted.is_regex:
                words += _words_with(self._texts[place], wanted.text)
        return nodes, words

    # -- why ---------------------------------------------------------------------------------------------------------------

    def _own_errors(self, place: int) -> list[Error]:
        return told.errors_of(self.comparison, self.system, place, self._errors.get(self.system))

    def why(self, place: int) -> Sequence[Block]:
        comparison, system = self.comparison, self.system
        try:
            drawn = None if comparison.takes_long(system, place) else self._sentence(place)
        except TreecompareError:  # the drawing says so
            drawn = None
        if drawn is not None and isinstance(drawn, StackOf):
            drawn = sentence_drawn(comparison, system, place, replace(self._asked, is_stacked=False))
        keep = partial(self._errors.__setitem__, system)
        first = [] if drawn is None else told.in_words(drawn, comparison, system, place)
        blocks = [
            *first,
            *told.ranks(self.listed, place),
            *told.scores(self.listed, place, self.drawn_for),
            *told.errors(comparison, system, place, self._errors.get(system), keep),
            *told.others(comparison, system, place, self.a),
            *([] if drawn is None else told.words(drawn, comparison, system, place)),
            *told.note(comparison, system, place, self._known),
        ]
        if said := comparison.table.told(system, place):
            blocks.insert(0, Text(f"{said[0].upper()}{said[1:]}.", "quiet"))
        return blocks

    # -- the bar -----------------------------------------------------------------------------------------------------------

    def _measures(self) -> list[tuple[str, str]]:
        """All that apply, family by family, each with the score of the system."""
        key = self.system, self.average
        if key not in self._options:
            self._options[key] = self._made_measures()
        return self._options[key]

    def _made_measures(self) -> list[tuple[str, str]]:
        comparison = self.comparison
        names = comparison.names(self.system)
        families = by_family(comparison.applying(MEASURES_OF[comparison.kind]), comparison.kind == "dependencies")
        found = []
        for title, family in families:
            found += [("", title), *((one.key, self._titled(one.key, measure_title(one, names))) for one in family)]
        return found

    def _titled(self, key: str, title: str) -> str:
        score = self.comparison.table.summary(self.system, key, self.average)
        return f"{title}\t{measure(key).shown(score)}"

    def picks(self, place: int) -> Sequence[Pick]:
        comparison, rows = self.comparison, self.listed.rows
        names = short_names(comparison.gold.name, comparison.table.systems)
        scores = comparison.table.summaries(self.a, self.average)
        systems = [
            (str(number), f"{name}\t{measure(self.a).shown(score)}")
            for number, (name, score) in enumerate(zip(names, scores, strict=True))
        ]
        gold = "gold →" if comparison.is_gold else f"{comparison.gold.name} ↔"
        beside = f"{self.system + 1} of {len(names)}" if len(names) > 1 else ""
        found = [Pick("system", gold, systems, str(self.system), beside)]
        measures = self._measures()
        shorts = [measure(key).title.partition(",")[0] for key in (self.a, self.b)]
        for letter, key, score in (("a", self.a, rows.score_a), ("b", self.b, rows.score_b)):
            is_drawn = self.drawn_for == letter and self.a != self.b
            short = shorts[letter == "b"] if self.a == self.b or shorts[0] != shorts[1] else ""
            shown = measure(key).shown(float(score[place]))
            found.append(Pick(letter, letter.upper(), measures, key, shown, is_drawn, short))
        return found

    def commands(self) -> Sequence[Command]:
        comparison, asked = self.comparison, self.asked
        can_map, several = comparison.kind == "constituents", len(comparison.table.systems) > 1
        has_golds = comparison.kind == "schemes" and len(getattr(comparison, "targets", ())) > 1
        switches = [
            Command(
                f"draw:{name}" if name != "labelled" else name, SWITCHES[name], "Drawing", bool(getattr(asked, name))
            )
            for name in APPLY[comparison.kind]
            if name != "enhanced" or not getattr(comparison, "without_graphs", "")
        ]
        return [
            Command("choose-drawn", "Draw what A counts, or B", "Drawing", can=self.a != self.b),
            *(
                [Command("part", "Roof only", "Drawing", asked.part == "roof", about="Without tags and words")]
                if can_map
                else []
            ),
            *switches,
            Command("all-systems", "All systems", "Drawing", asked.is_stacked, comparison.can_be_stacked),
            *(
                [Command("golds", "Golds that are drawn…", "Drawing"), Command("target", "Compare with…", "Compare")]
                * has_golds
            ),
            Command("swap-measures", "Swap A and B", "Compare", can=self.a != self.b),
            Command("average", "Mean of sentences", "Compare", self.average == "mean", about="Else scores are pooled"),
            Command("next-system", "Next system", "Compare", can=several),
            Command("columns", "Columns…", "Edit", about="Further columns of the list"),
            Command("mark", "Mark…", "Edit", about="Right, wrong, unclear, or a phenomenon"),
            Command("next-alike", "Next place like this", "Edit", can=bool(comparison.error_types)),
            Command("previous-alike", "Previous place like this", "Edit", can=bool(comparison.error_types)),
            Command("copy-list", "Copy the list as command", "Edit"),
            Command("copy-command", "Copy as command", "Edit", about="The command that draws this sentence"),
            *(Command(f"copy:{what}", f"Copy the drawing {what}", "Edit") for what in ("as SVG", "as LaTeX")),
            *([Command("copy:both trees as brackets", "Copy both trees as brackets", "Edit")] if can_map else []),
        ]

    # -- what is done ------------------------------------------------------------------------------------------------------

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        if action in ("system", "a", "b"):
            return self._pick(action, str(value))
        if not places:
            return []
        what, colon, of = (str(value) if action == "link" else action).partition(":")
        answer = getattr(self, f"_do_{what.replace('-', '_')}", None)
        if answer is None:
            return []
        found: Sequence[Answer] = answer(places, of if colon else value)
        return found

    def _pick(self, key: str, value: str) -> Sequence[Answer]:
        """Raises UsageError: there is no such system or measure."""
        if key == "system":
            self.system = min(max(int(value), 0), len(self.comparison.table.systems) - 1)
        else:
            setattr(self, key, measure(value).key)
            self._follow()
        return [ANEW]

    def _follow(self) -> None:
        """The drawing is that in which the counts of A, or of B, are seen."""
        one = measure(self.b if self.drawn_for == "b" else self.a)
        if self.comparison.kind == "constituents" and one.part not in self.comparison.table.further:
            now = self.asked.mapping, self.asked.part, self.asked.labelled
            mapping, part, labelled = drawn_as(one.part, now)
            self.asked = replace(self.asked, mapping=mapping, part=part, labelled=labelled)
        elif self.comparison.kind == "schemes":
            self.asked = replace(self.asked, labelled=not one.part.endswith(".unlabelled"))

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

    def _do_word(self, _places: Sequence[int], number: str) -> Sequence[Answer]:
        return [Lit(f"word:{number}")]

    def _do_phenomenon(self, _places: Sequence[int], mark: str) -> Sequence[Answer]:
        return [Lit(f"phenomenon:{mark}")]

    def _do_all(self, _places: Sequence[int], title: str) -> Sequence[Answer]:
        return [Go(find=f'error "{title}"')]

    def _do_system(self, _places: Sequence[int], number: str) -> Sequence[Answer]:
        return self._pick("system", number)

    def _do_next_system(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._pick("system", str((self.system + 1) % len(self.comparison.table.systems)))

    def _do_swap_measures(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.a, self.b = self.b, self.a
        self.drawn_for = "b" if self.drawn_for == "a" else "a"
        return [ANEW]

    def _do_average(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        self.average = "mean" if self.average == "pooled" else "pooled"
        return [ANEW]

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
        trees = self._sentence(places[0]).drawn.trees
        names = [trees.trees[one].name for one in trees.own_golds]
        return [Choose("golds", [(name, name.replace("&", "&&"), name in self.asked.golds) for name in names])]

    def _do_target(self, _places: Sequence[int], value: str | None) -> Sequence[Answer]:
        """Another gold, or what several have in common: every figure changes."""
        comparison: Any = self.comparison
        targets = list(comparison.targets)
        if value is None:
            names = [comparison.target_name(one).replace("&", "&&") for one in targets]
            return [Choose("target", [(str(n), name, targets[n] == comparison.target) for n, name in enumerate(names)])]
        comparison.target = targets[int(value)]
        self._listed.clear()
        self._options.clear()
        self._drawn = (), None
        return [ANEW]

    def _do_columns(self, _places: Sequence[int], value: str | None) -> Sequence[Answer]:
        if value is None:
            return [Choose("columns", self.listed.column_options(self.columns))]
        others = [one for one in self.columns if one != value]
        self.columns = others if value in self.columns else [*others, value]
        return [Shown(places=True)]

    def _do_box(self, _places: Sequence[int], box: Any) -> Sequence[Answer]:
        """A click on another system of a stack looks at that one."""
        drawn = self._drawn[1]
        if not isinstance(drawn, StackOf) or drawn.system_of(box) == self.system:
            return []
        return self._pick("system", str(drawn.system_of(box)))

    def _do_found(self, _places: Sequence[int], found: Found) -> Sequence[Answer]:
        """The sentences behind a figure of a table become the list."""
        name = found.text.replace('"', "'")
        if self.chosen.get(name, found).sentences.tolist() != found.sentences.tolist():  # Back leads to those before
            name = f"{name} ({len(self.chosen) + 1})"
        self.chosen[name] = found
        if found.system is not None:
            self.system = found.system
        return [Go(find=f'{CHOSEN} "{name}"'), ANEW]

    def _do_next_alike(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._alike(places[0], 1)

    def _do_previous_alike(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return self._alike(places[0], -1)

    def _alike(self, place: int, direction: int) -> Sequence[Answer]:
        """Goes to a place of the list with an error like the one that is lit."""
        comparison, own = self.comparison, self._own_errors(place)
        if not own:
            return [Say("There is no error here that another place could have, too.")]
        found = self._errors.setdefault(self.system, comparison.errors(self.system))
        one = own[self._lit[1]] if self._lit[0] == place and self._lit[1] < len(own) else own[0]
        sought = Sought.of(own, comparison.error_types, one)
        rows = self.order.tolist()
        there = (
            next_alike(sought, found, comparison.error_types, rows, rows.index(place), direction)
            if place in rows
            else None
        )
        if there is None:
            return [Say("No other place of the list has an error like this.")]
        goal = rows[there[0]]
        like = sought.among(found.of(goal), comparison.error_types)
        ordered = self._own_errors(goal)
        self._lit = goal, ordered.index(like) if like in ordered else 0
        return [Go(place=goal)]

    # -- what people say -----------------------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return self.comparison.table.systems[self.system]

    def phenomena(self) -> list[str]:
        """Those that can be marked: of the scheme, then others that are marked somewhere."""
        return [*self._known, *(one for one in sorted(self.comparison.judgements.phenomena) if one not in self._known)]

    def _do_mark(self, places: Sequence[int], value: str | None) -> Sequence[Answer]:
        said = self.comparison.judgements
        if value is None:
            verdict = said.verdict((places[0], self._name, ""))
            options: list[tuple[str, str, bool | None]] = [("", f"Is {self._name} right here?", None)]
            for one, text in ((YES, "&Yes: right"), ("no", "&No: wrong"), ("unclear", "&Unclear")):
                options.append((f"verdict:{one}", text, verdict == one))
            known = self.phenomena()
            options += [("", "Phenomena", None)] if known else []
            for number, name in enumerate(known, 1):
                key = f"&{number}  " if number <= MOST_MARKS else ""
                text = f"{name} – {self._known[name]}" if self._known.get(name) else name
                options.append(
                    (f"tag:{name}", key + text.replace("&", "&&"), places[0] in said.phenomena.get(name, ()))
                )
            return [Choose("mark", options)]
        what, _, of = value.partition(":")
        return self._do_verdict(places, of) if what == "verdict" else self._do_tag(places, of)

    def _do_verdict(self, places: Sequence[int], verdict: str) -> Sequence[Answer]:
        """Judges all places; a second time takes it away."""
        said = self.comparison.judgements
        is_there = said.verdict((places[0], self._name, "")) == verdict
        changes = [(CORRECT, place, self._name, "", None if is_there else verdict) for place in places]
        what = "Not judged" if is_there else told.VERDICTS[verdict].capitalize()
        return self._said(f"{what}: {counted(len(places), 'sentence')}", changes)

    def _do_tag(self, places: Sequence[int], name: str) -> Sequence[Answer]:
        """Marks all places with a phenomenon, or none of them any more."""
        said = self.comparison.judgements
        if places[0] in said.phenomena.get(name, ()):
            changes = [change for place in places for change in untagged(said, place, name)]
            return self._said(f"No longer {name}: {counted(len(places), 'sentence')}", changes)
        return self._said(
            f"{name}: {counted(len(places), 'sentence')}",
            [(PHENOMENON, place, "", marked(name), YES) for place in places],
        )

    def _do_note(self, places: Sequence[int], text: str) -> Sequence[Answer]:
        before = self.comparison.judgements.notes.get(places[0], "")
        return self._said("Note", [(NOTE, places[0], "", "", text or None)]) if text != before else []

    def _said(self, title: str, changes: Sequence[Change]) -> Sequence[Answer]:
        """Says something of places, as one step."""
        before = [(*change[:4], self._value(change)) for change in changes]
        self._keep(changes, title)
        return [Done(title, "say", _as_data(before), _as_data(changes)), Shown(why=True)]

    def _value(self, change: Change) -> str | None:
        """What is said at the place of a change."""
        kind, place, system, mark, _ = change
        said = self.comparison.judgements
        if kind == NOTE:
            return said.notes.get(place)
        if kind == PHENOMENON:
            return (
                YES if mark in [one for name in said.of_sentence(place) for one in said.marks_in(place, name)] else None
            )
        return said.verdict((place, system, mark)) if kind == CORRECT else said.classes.get((place, system, mark))

    def _keep(self, changes: Sequence[Change], title: str) -> None:
        """Raises TreecompareError: they cannot be stored; then nothing is said."""
        if self._store is not None:
            self._store(changes, title)
        for change in changes:
            self.comparison.judgements.put(*change)
        self.forget()

    def forget(self) -> None:
        """Something else is said of sentences, here or in another window."""
        for one in self._listed.values():
            one.forget()

    def put(self, action: str, values: Mapping[str, Any]) -> int:
        changes: list[Change] = [(*json.loads(key), value) for key, value in values.items()]
        self._keep(changes, action)
        return changes[0][1] if changes else -1

    # -- copies ------------------------------------------------------------------------------------------------------------

    def _do_copy(self, places: Sequence[int], what: str) -> Sequence[Answer]:
        drawn: Drawn = self._sentence(places[0]).drawn
        copies = drawn.copies() if drawn.scene is not None else {}
        if what not in copies:
            raise UsageError("Nothing is drawn that could be copied like that")
        return [Copy(f"the drawing {what}" if what.startswith("as") else what, copies[what]())]

    def _do_copy_command(self, places: Sequence[int], _: Any) -> Sequence[Answer]:
        return [Copy("the command", self.command_of(places[0]))]

    def command_of(self, place: int) -> str:
        """The command that draws a sentence as it is drawn here."""
        comparison, asked = self.comparison, self._asked
        options = ["--sentence", str(comparison.number_of(place))]
        drawn = self._sentence(place).drawn
        if comparison.kind == "constituents":
            options += ["--mapping", asked.mapping, "--part", asked.part, *([] if asked.labelled else ["--unlabelled"])]
            is_pair = not asked.is_stacked
            options += ["--layout", drawn.arrangement, *drawn.folding_options()] if is_pair else []
            options += [] if asked.edge_labels else ["--no-edge-labels"]
            options += [] if asked.secondary_edges else ["--no-secondary-edges"]
        elif comparison.kind == "dependencies":
            options += ["--enhanced"] if asked.enhanced and not getattr(comparison, "without_graphs", "") else []
        elif comparison.kind == "lattices":
            options += [] if asked.has_trees else ["--layout", "lattice"]
        else:
            options += ["--measures", "tedeval2011"] if asked.key in TEDEVAL_2011_PARTS else []
            options += [] if asked.labelled else ["--unlabelled"]
            options += ["--draw-golds", "+".join(sorted(asked.golds))] if asked.golds else []
        is_whole = comparison.kind != "schemes" and drawn.scene is not None and not drawn.is_folded
        options += ["--whole-trees"] if is_whole else []
        options += ["--right-to-left"] if drawn.is_right_to_left else []
        options += ["--format", "svg", "--output", f"{file_name(drawn.title)}.svg"]
        if asked.is_stacked:
            return command_line(comparison, "align", [*options, "--layout", "stacked", "--a", self.a])
        return command_line(comparison, "align", options, [self.system])

    def _do_copy_list(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
        return [Copy("the command", self.list_command())]

    def list_command(self) -> str:
        """The command that ranks the sentences that are listed."""
        comparison, systems = self.comparison, self.comparison.table.systems
        options = ["--a", self.a, "--b", self.b, *average_option(self.average)]
        options += ["--system", self._name] if len(systems) > 1 else []
        if len(self.order) < comparison.sentences:
            options += ["--only", ranges(map(comparison.number_of, self.order.tolist()))]
        return command_line(comparison, "rank", options)

    # -- beside ------------------------------------------------------------------------------------------------------------

    def beside(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        if self._overview is None:
            return []
        return [(self.view, lambda: self), ("Overview", self._tables)]

    def _tables(self) -> Job:
        """Made once: it keeps what it counted."""
        if self._beside is None:
            assert self._overview is not None
            self._beside = self._overview(self)
        return self._beside

    def name(self, place: int) -> str:
        return self.comparison.ids[place] if 0 <= place < self.comparison.sentences else ""

    def place(self, name: str) -> int:
        return self.comparison.sentence_names().get(name, -1)

    def state(self) -> dict[str, Any]:
        asked = {name: getattr(self.asked, name) for name in SWITCHES}
        return {name: getattr(self, name) for name in KEPT} | {"system": self._name, "asked": asked}

    def restore(self, state: Mapping[str, Any]) -> None:
        comparison = self.comparison
        if state.get("system") in comparison.table.systems:
            self.system = comparison.table.systems.index(str(state["system"]))
        keys = {one.key for one in comparison.applying(MEASURES_OF[comparison.kind])}
        self.a, self.b = (key if (key := str(state.get(one))) in keys else getattr(self, one) for one in "ab")
        self.average = state["average"] if state.get("average") in get_args(Average) else self.average
        self.drawn_for = state["drawn_for"] if state.get("drawn_for") in ("a", "b") else self.drawn_for
        known = {one for one, _, _ in self.listed.column_options(())}
        columns, asked = state.get("columns"), state.get("asked")
        self.columns = [one for one in map(str, columns) if one in known and one] if isinstance(columns, list) else []
        switched = asked.items() if isinstance(asked, dict) else ()
        on: dict[str, Any] = {name: value for name, value in switched if name in SWITCHES and isinstance(value, bool)}
        self.asked = replace(self.asked, **on)
        self._follow()

    def close(self) -> None:
        self._ended()


def _as_data(changes: Sequence[tuple[str, int, str, str, str | None]]) -> dict[str, str | None]:
    return {json.dumps(change[:4]): change[4] for change in changes}


def _words_with(text: str, sought: str) -> list[int]:
    """The words of a text, from 1, in which something that was looked for stands, or begins or ends."""
    folded, wanted = text.casefold(), sought.casefold()
    found: list[int] = []
    start = folded.find(wanted) if wanted.strip() else -1
    while start >= 0:
        first = folded.count(" ", 0, start) + 1
        found += range(first, first + wanted.strip().count(" ") + 1)
        start = folded.find(wanted, start + len(wanted))
    return sorted(set(found))
