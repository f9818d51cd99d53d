"""A comparison at a glance: questions with their answers, the tables and plots behind them; a cell opens its sentences.

Plots of the window: a plot of scores, and which sentences lie where in its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.analysis import without_gold
from treecompare.analyses.methods import average_option, command_line, measures_option
from treecompare.analyses.rankings import systems_table
from treecompare.comparison.base import Comparison
from treecompare.comparison.judgements import STATE
from treecompare.comparison.settings import Value
from treecompare.drawing.figures import PlotStyle, new_figure, rendered
from treecompare.drawing.names import short_names
from treecompare.drawing.plots import Drawn
from treecompare.errors import TreecompareError, UsageError, as_sentence, counted
from treecompare.folders import SUFFIXES, natural
from treecompare.jobs import base
from treecompare.jobs.answers import ENTRIES, PAPER, QUESTIONS, SYSTEMS, Answers, Entry, entries_for
from treecompare.jobs.base import ANEW, Answer, Block, Command, Head, Later, Page, Pick, Plot, Text
from treecompare.jobs.compare import CompareJob, Following
from treecompare.jobs.compare_exports import paragraph
from treecompare.jobs.exporting import TABLES
from treecompare.jobs.lines import links
from treecompare.jobs.listed import fitting
from treecompare.measures import ALL_MEASURES, MEASURES_OF, measure
from treecompare.measures import PRESETS as MEASURES_OF_PAPERS
from treecompare.registry import find
from treecompare.scores.plotting import OF_SENTENCES, PRESETS, Choice, draw_on, figure_for, length_bins, plot
from treecompare.scores.plotting import Plot as Made
from treecompare.scores.ranks import beside
from treecompare.scores.result import Found, ResultTable, View, as_distances, has_scores, with_short_names
from treecompare.scores.rich import Rich, link, quiet, strong
from treecompare.scores.tables import TITLES, as_text, for_people

DPI = 96.0
HEIGHT, LEAST, MOST = 0.55, 280, 440
"""Of a plot: a part of its width, and pixels."""
BESIDE = 18.0
"""Pixels that title, legend, axis and notes take more with letters larger by a point."""
REACH = 8.0
"""Pixels within which a point is meant."""
LETTERS = 80


def picture_of(comparison: Comparison, what: Choice | Made) -> Plot:
    """A plot of a comparison, or one that is made. Raises UsageError: there is nothing to draw."""
    choice, made = (what, plot(comparison.table, what)) if isinstance(what, Choice) else (None, what)
    bare = replace(made, signatures=())  # they belong to what is copied and saved

    def draw(width: float, scale: float, style: PlotStyle) -> base.Plotted:
        height = min(max(HEIGHT * width, LEAST), MOST) + BESIDE * max(style.size - PlotStyle.size, 0.0)
        figure = new_figure(width / DPI, height / DPI, DPI * scale)
        drawn = draw_on(figure, bare, style)
        pixels = rendered(figure)
        points = drawn.pixels() / scale
        points[:, 1] = pixels.shape[0] / scale - points[:, 1]
        points = points.round()  # what nobody can tell apart is at one place
        region = _Region(comparison, choice, drawn, points)
        places = np.unique(points[~np.isnan(points).any(axis=1)].astype(np.int64), axis=0)
        return base.Plotted(pixels, region.found, region.said, [(x, y) for x, y in places.tolist()])

    return Plot(draw, made.description)


class _Region(NamedTuple):
    """What lies where in a picture."""

    comparison: Comparison
    choice: Choice | None
    drawn: Drawn
    points: NDArray[np.float64]

    def _within(self, left: float, top: float, right: float, bottom: float) -> list[int]:
        """The points of a rectangle; of one without a size those at the nearest place within reach."""
        if (left, top) != (right, bottom):
            inside = (self.points >= (left, top)).all(axis=1) & (self.points <= (right, bottom)).all(axis=1)
            found: list[int] = np.flatnonzero(inside).tolist()
            return found
        squares = np.nan_to_num(((self.points - (left, top)) ** 2).sum(axis=1), nan=np.inf)
        least = squares.min(initial=np.inf)
        nearest: list[int] = np.flatnonzero(squares <= least + 1e-6).tolist() if least <= REACH**2 else []
        return nearest

    def found(self, left: float, top: float, right: float, bottom: float) -> Found | None:
        """The sentences of the points there; None where there are none."""
        points = self._within(left, top, right, bottom)
        sentences, system = self._sentences(points)
        if not len(sentences):
            return None
        told = f"{counted(len(sentences), 'sentence')} of the plot"
        return Found(sentences, system, told)

    def _sentences(self, points: list[int]) -> tuple[NDArray[np.int64], int | None]:
        table, choice = self.comparison.table, self.choice
        if self.drawn.sentences is not None and choice is not None:
            return np.unique(self.drawn.sentences[points]), choice.system
        if choice is None or choice.kind != "length" or not points:
            return np.zeros(0, np.int64), None
        systems = [choice.system] if choice.only_system else range(len(table.systems))
        rows = np.logical_or.reduce([table.rows(system, choice.key_a) for system in systems])
        bins = length_bins(np.where(rows, table.lengths, 0))
        inside = np.logical_or.reduce([bins[point % len(bins)][1] for point in points])
        return np.flatnonzero(inside & rows), None

    def said(self, left: float, top: float) -> str:
        """Of the nearest point the number of its sentence, the words and its scores, or what it stands for."""
        points, comparison = self._within(left, top, left, top), self.comparison
        if not points:
            return ""
        choice = self.choice
        if self.drawn.sentences is None or choice is None:
            return self.drawn.texts[points[0]] if self.drawn.texts else ""
        sentence = int(self.drawn.sentences[points[0]])
        words = comparison.texts()[sentence]
        lines = [
            f"Sentence {comparison.numbers_of(sentence)}",
            words if len(words) <= LETTERS else f"{words[:LETTERS]}…",
        ]
        axes: list[tuple[Any, str, int]] = [
            (measure(key).title, key, choice.system) for key in (choice.key_a, choice.key_b)
        ]
        if choice.kind == "pair":
            axes = [(comparison.table.systems[one], choice.key_a, one) for one in (choice.system, choice.other)]
        for title, key, system in axes:
            lines.append(f"{title}: {measure(key).shown(float(comparison.table.scores(system, key)[sentence]))}")
        others = len(points) - 1
        return "\n".join([*lines, *([f"and {others:,} more at the same place"] if others else [])])


USUAL = {
    "constituents": ("e.whole.dice", "t.whole.dice", "e.roof.dice", "la", "complete", "tagging"),
    "dependencies": ("las", "uas", "label-accuracy", "clas", "mlas", "blex", "upos"),
    "lattices": ("tedeval.lattice", "tedeval.lattice.unlabelled", "segeval", "segeval.unlabelled", "las", "uas"),
    "schemes": ("tedeval", "tedeval.unlabelled", "las", "uas"),
}
"""The measures of the systems' table until others are chosen, besides A and B."""
USUALLY = "usual"
"""What chooses these again."""
LINEAGES = "la", "la.initial", "la.custom", "la.tags"
PLAIN = {
    "both": ("no", "yes"), "preset": ("none", *PRESETS), "only": ("no", "yes"), "distances": ("no", "yes"),
}  # fmt: skip
"""Settings of tables and plots, each with what it can be, the usual first; ``both``: pooled and mean in one plot."""
PICTURES = ("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png")
_TEXT, _ALL = ("Text", "txt"), ("All files", "*")
READS = {
    "queries": base.Read("Open queries", [("Queries", "tsv"), _TEXT, _ALL], "read-queries", True),
    "texts": base.Read(
        "Texts that the system parsed", [("Treebanks", " *.".join((*SUFFIXES, "txt", "gz"))), _ALL], "read-texts", True
    ),
    "groups": base.Read("File or beginning of an id, tab, group", [("Tables", "tsv"), _TEXT, _ALL], "read-groups"),
}
"""What queries are asked of, by the command that opens it."""
KEYS = (
    "F R P, with L or U before them: with or without labels; CM complete, CB crossing, TA tags; UAS, LAS, LA, CLAS, MLAS, "
    "BLEX, ELAS."
)
"""What figures of papers are called by."""


class OverviewJob(Following):
    """Beside the job that lists the sentences, ``of``, whose system, measures and average it has. ``keep`` stores what is asked."""

    kind, view = "overview", "Overview"

    def __init__(self, of: CompareJob, keep: Callable[[dict[str, Any]], object] = lambda _: None) -> None:
        super().__init__()
        self.of, self.title, self.comparison, self._keep = of, of.title, of.comparison, keep
        self._further = self._usual()
        """Measures besides A and B."""
        numbers = [str(number) for number in range(len(self.comparison.systems))]
        self._offered = {**PLAIN, "variant": LINEAGES, "baseline": numbers, "other": numbers}
        self._chosen = {key: options[0] for key, options in self._offered.items()}
        self._typed = {"paper": "", "pattern": "", "trust": ""}
        """The figures of a paper, a pattern, and the name of a query."""
        self._of_extras: dict[Any, Any] = {}
        """What extras counted."""
        self._made: dict[str, tuple[Any, list[ResultTable]]] = {}
        """By entry: what its tables depend on, and the tables."""
        self._answers: tuple[Any, Answers] | None = None
        self._part = "", ""
        """The entry and the table within it that were chosen by name."""
        self._shown: tuple[Any, Page] = None, Page("", ())
        """The page that was shown last and what it depends on: who comes back sees it at once."""

    def _usual(self) -> list[str]:
        return [key for key in USUAL.get(self.comparison.kind, ()) if self._is_measure(key)]

    # -- the list ----------------------------------------------------------------------------------------------------------

    def orders(self) -> Sequence[base.Order]:
        return [base.Order("questions", "Questions")]

    def places(self, _order: str, tokens: Sequence[base.Token]) -> base.Places:
        listed = fitting(entries_for(self.comparison.kind), tokens, _searched)
        answers, told, sections = self.answers.known, self.comparison.names().told_of_errors, []
        for question in QUESTIONS:
            size = sum(ENTRIES[place].question is question for place in listed)
            if size:
                is_folded = question is not QUESTIONS[0] and not tokens
                said = answers.get(question.key, question.about)
                sections.append(base.Section(question.key, told(question.title), size, "", is_folded, said))
        columns = [base.Column("words", "", "words", 0, self._titled)]
        count = f"{len(sections):,}"
        return base.Places(np.array(listed, np.int64), columns, sections, count=count, nothing="No matching tables.")

    def _titled(self, place: int) -> str:
        title = self._told(ENTRIES[place], ENTRIES[place].title)
        return Rich(quiet(title)) if ENTRIES[place].needs(self.comparison) else title

    def _told(self, entry: Entry, text: str) -> str:
        """A text about an entry; where neither analysis is gold, by the names of both."""
        if entry.analysis is None or self.comparison.kind not in entry.kinds:
            return text
        return entry.analysis.told(text, self.comparison.names(self.of.system if "system" in entry.follows else None))

    @property
    def answers(self) -> Answers:
        """The answers, as far as they are known of what is looked at."""
        view = self._view()
        state = self.comparison.table, view.system, view.keys, view.average
        if self._answers is None or self._answers[0] != state:
            self._answers = state, Answers(self.comparison, view)
        return self._answers[1]

    # -- tables and plots ----------------------------------------------------------------------------------------------------

    def picture(self, place: int) -> Page | Later:
        entry = ENTRIES[place]
        self._part = self._part if self._part[0] == entry.key else ("", "")
        title = self._told(entry, entry.title)
        if needs := entry.needs(self.comparison):
            return Page(title, [f"{self._told(entry, entry.about)}.", as_sentence(needs)])
        if entry.key == PAPER and not self._typed["paper"]:
            asked = link("type figures as they are printed", "type-figures")
            return Page(title, [Rich(f"{entry.about}: ", asked, ", those of one paper together."), KEYS])
        of, state = self.of, (*self._chosen.values(), *self._typed.values(), self._part, *self._further)
        listed = (of.seen, of.order.tobytes()) if entry.plot in OF_SENTENCES else ()
        state = (entry.key, self._state(entry), of.a, of.b, of.average, *listed, *state)
        if self._shown[0] == state:
            return self._shown[1]
        return Later("Counting…", lambda cancel, tell: self._page(entry, state, cancel, tell))

    def _page(self, entry: Entry, state: Any, cancel: Any, tell: Callable[[float], object]) -> Page:
        """Raises TreecompareError: a file cannot be read; Cancelled: nobody waits any more."""
        try:
            page = self._counted(entry, cancel, tell)
        except UsageError as error:
            return Page(self._told(entry, entry.title), [as_sentence(str(error))])
        changes = page.then or "judgements" in entry.follows or find("pages", entry.key) or self._part[1]
        self._shown = None if changes else state, page
        return page

    def _counted(self, entry: Entry, cancel: Any, tell: Callable[[float], object]) -> Page:
        of, then = entry.analysis, None
        if of is not None and of.quick is not None and not self._kept(entry):
            tables = of.first_tables(self.comparison, self._view(cancel, tell))
            then = Later(
                "Exact figures…", lambda cancel, tell: self._page_of(entry, self._tables(entry, cancel, tell), [])
            )
        else:
            tables = self._tables(entry, cancel, tell)
        return replace(self._page_of(entry, tables, self._of_extra(entry, cancel, tell)), then=then)

    def _of_extra(self, entry: Entry, cancel: Any, tell: Callable[[float], object]) -> list[Made | ResultTable | str]:
        """What an extra has above the tables of an entry, or why it has nothing."""
        if (module := find("pages", entry.key)) is None:
            return []
        view = self._view(cancel, tell)
        try:
            return list(module.page(self.comparison, view, self._typed.get(entry.key, ""), self._of_extras))
        except TreecompareError as error:
            return [as_sentence(str(error))]

    def _page_of(self, entry: Entry, tables: Sequence[ResultTable], above: Sequence[Made | ResultTable | str]) -> Page:
        shown = [one for one in tables if one.rows] + [one for one in tables if not one.rows]
        names = self.comparison.gold.name, self.comparison.table.systems
        items: list[Any] = [with_short_names(one, *names) for one in self._as_wanted(shown)]
        if entry.plot:
            items = [self._plot(entry), *items]
        drawn = [picture_of(self.comparison, one) if isinstance(one, Made) else one for one in above]
        items = [*drawn, *items]
        title = self._told(entry, entry.title)
        is_same = len(items) and isinstance(items[0], ResultTable) and items[0].title == title
        part = self._told(entry, self._part[1]) if self._part[0] == entry.key else ""
        found = (at for at, one in enumerate(items) if isinstance(one, ResultTable) and one.title.startswith(part))
        at = next(found, 0) if part else 0
        return Page("" if is_same else title, items or [f"“{title}” has no tables here."], at=at)

    def _is(self, key: str) -> bool:
        return self._chosen[key] == "yes"

    def _plot(self, entry: Entry) -> base.Plot | str:
        """Its plot, or why there is none. What is not listed is grey, and the sentence that was looked at is ringed."""
        comparison, listed, seen = self.comparison, self.of.order, self.of.seen[1]
        inside = np.isin(np.arange(comparison.sentences), listed) if len(listed) else None
        chosen = {seen: comparison.numbers_of(seen)} if seen >= 0 else {}
        try:
            return picture_of(comparison, replace(self._choice(entry), inside=inside, chosen=chosen))
        except UsageError as error:
            return as_sentence(str(error))

    def _choice(self, entry: Entry) -> Choice:
        view = self._view()
        averages: Any = ("pooled", "mean") if self._is("both") else (view.average,)
        preset = self._chosen["preset"]
        is_preset = preset in PRESETS and PRESETS[preset].kind == entry.plot
        other = beside(self.comparison.table, view.system, int(self._chosen["other"]))
        names = self.comparison.names(view.system if entry.plot in OF_SENTENCES or self._is("only") else None)
        return Choice(
            entry.plot, view.system, view.key_a, view.key_b, (), averages, preset if is_preset else None,
            self._is("only"), names, view.system if other is None else other, stands_out=True,
        )  # fmt: skip

    def _view(self, cancel: Any = None, tell: Callable[[float], object] = lambda _share: None) -> View:
        of, flag = self.of, cancel.flag if cancel is not None else None
        keys = tuple(dict.fromkeys((of.a, of.b, *self._further)))
        return View(
            of.system, of.a, of.b, of.average, keys, self._chosen["variant"], int(self._chosen["baseline"]),
            self._typed["pattern"], cancel=flag, tell=tell,
        )  # fmt: skip

    def _state(self, entry: Entry) -> tuple[Any, ...]:
        """All that its tables depend on."""
        view = self._view()
        names = ("system", "average", "variant", "baseline", "pattern")
        parts: list[Any] = [getattr(view, name) for name in names if name in entry.follows]
        if "measures" in entry.follows:
            parts += [view.key_a, view.key_b, view.keys]
        return (self.comparison.table, self.comparison.is_gold, *parts, self.comparison.questions)

    def _kept(self, entry: Entry) -> list[ResultTable]:
        """Its tables, where they are known; judgements may have changed since."""
        state, tables = self._made.get(entry.key, (None, []))
        return tables if state == self._state(entry) and "judgements" not in entry.follows else []

    def _tables(self, entry: Entry, cancel: Any, tell: Callable[[float], object]) -> list[ResultTable]:
        if kept := self._kept(entry):
            return kept
        state, view, comparison = self._state(entry), self._view(cancel, tell), self.comparison
        comparison.count_on_demand(comparison.not_counted([measure(key).part for key in view.keys]), cancel)
        if entry.analysis is not None:
            tables = entry.analysis.tables(comparison, view)
        else:
            tables = [self._systems()] if entry.key == SYSTEMS else []
        self._made[entry.key] = state, tables
        return tables

    def _systems(self) -> ResultTable:
        """All systems under A, B and further measures; a cell opens the sentences on which its figure rests."""
        table = self.comparison.table
        average = self.of.average
        made = systems_table(table, self._view().keys, average, f"Scores and ranks, {average}", tells=True)

        def found(row: int, column: int) -> Found:
            key = self._view().keys[max(column - 1, 0) // 2]
            return Found(np.flatnonzero(table.rows(row, key)), row, f"{table.systems[row]}, {measure(key).title}")

        return without_gold([replace(made, found=found)], self.comparison)[0]

    def _as_wanted(self, tables: Sequence[ResultTable]) -> list[ResultTable]:
        """As scores or as distances."""
        return [as_distances(one) if self._is("distances") else one for one in tables]

    # -- why ---------------------------------------------------------------------------------------------------------------

    def why(self, place: int) -> Sequence[Block]:
        entry = ENTRIES[place]
        found: list[Block] = [Later("Counting…", lambda cancel, _tell: self._answered(entry, cancel))]
        if entry.key in (SYSTEMS, "significance", "wins", "rankings") and len(self.comparison.systems) > 1:
            found += [Head("What may be chance", "p, Holm")]
            found.append(Later("Shuffling…", lambda cancel, _tell: self.answers.chance(cancel)))
        if entry.needs(self.comparison):
            return [*found, Head("Method"), Text(f"{self._told(entry, entry.about)}.")]
        if entry.key == PAPER:
            found = [Head("Figures"), self._figures(), *found]  # first: a low window shows little
        if "pattern" in entry.follows:
            found += [Head("Pattern"), base.Field("pattern", "PP=x > NP", self._typed["pattern"], 1)]
        found += [Head("Method"), Text(f"{self._told(entry, entry.about)}."), Text(self.comparison.prepared(), "quiet")]
        signatures = list(dict.fromkeys(one for table in self._kept(entry) for one in table.signatures))
        if signatures:
            blocks = [Text(one, "quiet") for one in signatures]
            found.append(base.Fold("Signatures", f"{len(signatures):,}", lambda: blocks))
        if entry.key == "trust":
            found += [Head("Queries and texts"), links(self._opens().items())]
        return [
            *found,
            Head("Copy"),
            links(self._copies(entry).items()),
            base.Fold("Command", "", lambda: [Text(self._command(entry), "quiet")]),
        ]

    def _figures(self) -> base.Field:
        return base.Field("paper", "As printed: LR=84.1 LP=83.5, UAS=90.2", self._typed["paper"], 1)

    def _answered(self, entry: Entry, cancel: Any) -> Sequence[Block]:
        """What is said of the question, and of all others in the list."""
        self.answers.answer_all(cancel)
        return [
            Text(Rich(strong(one)) if not place else one)
            for place, one in enumerate(self.answers.said(entry.question.key))
        ]

    def _copies(self, entry: Entry) -> dict[str, str]:
        """What can be copied and saved of an entry."""
        found = {"copy-command": "Command", "copy-paragraph": "Paragraph"}
        if entry.analysis is not None or entry.key in (SYSTEMS, PAPER):
            found |= {"copy-table": "Table", "copy-latex": "LaTeX", "save-table": "Save table…"}
        return found | ({"save-plot": "Save plot…"} if entry.plot or self._texts(entry) else {})

    def _opens(self) -> dict[str, str]:
        """What queries are asked of, to be opened."""
        found = {"queries": "Open queries…", "texts": "Open texts…", "groups": "Open groups…"}
        return found | ({"each-file": "Each text a group"} if self.comparison.questions.groups else {})

    def _texts(self, entry: Entry) -> Sequence[str]:
        """The texts of the system in which queries are counted."""
        name = self.comparison.systems[self.of.system].name
        return self.comparison.questions.texts.get(name, ()) if entry.key == "trust" else ()

    def _command(self, entry: Entry) -> str:
        """The command that prints the same; of a plot the one that draws it."""
        view, comparison = self._view(), self.comparison
        names, two = comparison.table.systems, ["--a", view.key_a, "--b", view.key_b]
        if entry.key == SYSTEMS:  # under both averages
            return command_line(comparison, "score", measures_option(comparison, view.keys))
        of_golds = comparison.kind == "schemes" and "measures" not in entry.follows  # with all that is counted
        shown = tuple(one.key for one in comparison.applying(ALL_MEASURES)) if of_golds else view.keys
        measures = [*measures_option(comparison, shown), *average_option(view.average)]
        if entry.key == PAPER:
            figures = ["--figure", typed] if (typed := self._typed["paper"]) else []
            is_of_all = any(f"{name}:" in typed for name in names)
            return command_line(comparison, "detective", figures, None if is_of_all else [view.system])
        if entry.analysis is None:
            return command_line(comparison, "plot", self._plot_options(entry))
        options = [*two, *measures, "--system", names[view.system]]
        if "pattern" in entry.follows and view.pattern:
            options += ["--where", view.pattern]
        if "queries" in entry.follows:
            options += [word for path in comparison.questions.files for word in ("--queries", path)]
        distances = ["--distances"] if self._is("distances") and any(map(has_scores, self._kept(entry))) else []
        return command_line(comparison, f"report {entry.key}", [*options, *distances])

    def _plot_options(self, entry: Entry) -> list[str]:
        choice, names = self._choice(entry), self.comparison.table.systems
        found = ["--kind", choice.kind]
        found += ["--preset", choice.preset] if choice.preset else ["--a", choice.key_a, "--b", choice.key_b]
        if choice.kind == "length" or (choice.kind == "systems" and not choice.preset):
            found += ["--average", "both" if len(choice.averages) > 1 else choice.averages[0]]
        found += ["--system", names[choice.system]] if choice.is_of_one else []
        return [*found, "--output", f"{choice.kind}.svg"]

    # -- settings ------------------------------------------------------------------------------------------------------------

    def picks(self, place: int) -> Sequence[Pick]:
        """System, A and B; further what the table or the plot that is looked at depends on."""
        entry, view, table = ENTRIES[place], self._view(), self.comparison.table
        names = [(str(n), name) for n, name in enumerate(short_names(self.comparison.gold.name, table.systems))]
        follows = entry.follows
        found = [
            one._replace(beside="" if one.key in "ab" else one.beside, is_chosen=False) for one in self.of.picks(0)
        ]
        if entry.needs(self.comparison):
            return found
        if entry.key in (SYSTEMS, "significance", "concordance", "phenomena", "judged-scores", "trust"):
            more = [(key, f"✓ {title}" if key in view.keys else title) for key, title in found[-1].options]
            papers = [(key, one[0]) for key, one in MEASURES_OF_PAPERS.items() if all(map(self._is_measure, one[1]))]
            more += [("", "As in a paper"), *papers, ("", "Others"), (USUALLY, "The usual ones")]
            found.append(Pick("measures", "", more, "", short="+ Measure…"))
        if "average" in follows:
            both = [("both", "pooled and mean")] if entry.plot == "systems" else []
            now: str = "both" if both and self._is("both") else view.average
            found.append(Pick("average", "", [("pooled", "pooled"), ("mean", "mean"), *both], now))
        if "baseline" in follows and len(names) > 1:
            found.append(Pick("baseline", "Baseline", names, str(view.baseline)))
        if entry.plot == "pair" and len(names) > 1:
            one = beside(table, view.system, int(self._chosen["other"]))
            against = [(value, name) for value, name in names if value != str(view.system)]
            found.append(Pick("other", "Against", against, str(one)))
        if "variant" in follows:
            variants = [(key, measure(key).title) for key in LINEAGES if table.has(key)]
            found.append(Pick("variant", "", variants, view.variant))
        presets = [(key, one.title) for key, one in PRESETS.items() if one.kind == entry.plot]
        if presets and self.comparison.kind == "constituents":
            now = self._chosen["preset"] if self._chosen["preset"] in dict(presets) else "none"
            found.append(Pick("preset", "", [("none", "A and B"), *presets], now))
        if entry.plot in ("length", "histogram") and len(names) > 1:
            found.append(Pick("only", "", [("no", "All systems"), ("yes", "This system only")], self._chosen["only"]))
        if self._texts(entry) and (kept := self._kept(entry)):
            queries = list(dict.fromkeys(str(row[0]) for row in kept[0].rows))
            found.append(Pick("trust", "Query", [(one, one) for one in queries], self._typed["trust"] or queries[0]))
        if any(map(has_scores, self._kept(entry))):
            found.append(Pick("distances", "", [("no", "Scores"), ("yes", "1 − score")], self._chosen["distances"]))
        return found

    def commands(self) -> Sequence[Command]:
        copies = {"copy-command": "Copy as command", "copy-table": "Copy table", "copy-latex": "Copy table as LaTeX"}
        exports = ("save-table", "Table…", TABLES), ("save-plot", "Plot…", ", ".join(title for title, _ in PICTURES))
        place = self.place("trust")
        opens = self._opens() if place >= 0 and self.comparison.kind in ENTRIES[place].kinds else {}
        return [
            *(Command(key, title) for key, title in copies.items()),
            *(base.to_export(key, title, about) for key, title, about in exports),
            *(Command(key, title) for key, title in opens.items()),
            *self.of_comparison("copy-paragraph", "save-report"),
            *self.of.table_commands(),
        ]  # fmt: skip

    # -- what is done --------------------------------------------------------------------------------------------------------

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        """Raises UsageError: there is nothing to copy or save."""
        if action == "found":
            return self._open(value)
        if (found := self.do_of_comparison(action, value)) is not None:
            return found
        if action == "link":
            action = str(value)
        if action.startswith("table:"):
            key, _, part = action.removeprefix("table:").partition("/")
            self._part = key, part
            return [base.Go(find="", place=self.place(key)), *([base.Shown(picture=True)] if part else [])]
        if action in self._typed:
            self._put_typed(action, str(value).strip())
            return [ANEW]
        if action in READS:
            return [READS[action]]
        if action == "type-figures":
            return [base.Ask(self._figures())]
        if action.startswith("read-") or action == "each-file":
            self._ask(action, "" if action == "each-file" else value)
            return [base.Go(place=self.place("trust")), ANEW]
        if action in ("scoring", "save-report"):
            return self.of.do([0], action, value)
        if action.startswith(("copy-", "save-")):
            return [self._taken(ENTRIES[places[0]], action)] if places else []
        return [ANEW] if self._picked(action, str(value)) else []

    def _put_typed(self, action: str, text: str) -> None:
        """Raises UsageError: it is no pattern."""
        if action == "pattern" and text:
            self.comparison.compiled(text)
        self._typed[action] = text

    def _ask(self, action: str, paths: Any) -> None:
        """Other queries, texts or groups. Raises TreecompareError: a file of queries cannot be read."""
        before = self.comparison.questions
        if action == "read-queries":
            asked = replace(before, files=tuple(paths))
        elif action == "read-texts":
            name = self.comparison.systems[self.of.system].name
            asked = replace(before, texts={**before.texts, name: tuple(sorted(paths, key=natural))})
        else:
            asked = replace(before, groups=str(paths))
        self.comparison.questions = asked
        try:
            find("pages", "trust").queries_of(self.comparison)
        except TreecompareError:
            self.comparison.questions = before
            raise
        self._keep({STATE: asked.stored()})

    def _open(self, found: Found) -> Sequence[Answer]:
        """The sentences behind a cell become the list of the job beside this one."""
        if not len(found.sentences):
            return [base.Say("No sentences.")]
        answers = self.of.do([0], "found", found)
        find = next(one.find for one in answers if isinstance(one, base.Go) and one.find is not None)
        return [base.Open(self.of.view, find)]

    def _picked(self, key: str, value: str) -> bool:
        """Another choice of the bar; whether it is one."""
        if key == "average" and value in ("pooled", "mean", "both"):
            self._chosen["both"] = "yes" if value == "both" else "no"
            self.of.average = "mean" if value == "mean" else "pooled"
        elif value in self._offered.get(key, ()):
            self._chosen[key] = value
        elif (key == "system" and value in self._offered["baseline"]) or (
            key in ("a", "b") and self._is_measure(value)
        ):
            self.of.do([0], key, value)
        elif key == "measures" and value == USUALLY:
            self._further = self._usual()
        elif key == "measures" and value in MEASURES_OF_PAPERS:
            self._further = [one for one in MEASURES_OF_PAPERS[value][1] if self._is_measure(one)]
        elif key == "measures" and self._is_measure(value):
            kept = [one for one in self._further if one != value]
            self._further = kept if value in self._further else [*kept, value]
        else:
            return False
        return True

    def _is_measure(self, key: str) -> bool:
        return any(one.key == key for one in self.comparison.applying(MEASURES_OF[self.comparison.kind]))

    def _taken(self, entry: Entry, action: str) -> Answer:
        """Raises UsageError: there is nothing of that kind here."""
        if action not in self._copies(entry):
            raise UsageError(f"there is no {'plot' if action == 'save-plot' else 'table'} here")
        if needs := entry.needs(self.comparison):
            raise UsageError(f"nothing to copy: {needs}")
        if entry.key == PAPER and not self._typed["paper"]:
            raise UsageError("nothing to copy: type figures as they are printed first")
        if action == "copy-command":
            return base.Copy("the command", self._command(entry))
        if action == "copy-paragraph":
            view = self._view()
            return paragraph(self.comparison, view, view.baseline)
        if action == "save-plot":
            return base.Save(
                "Save plot", PICTURES, f"{entry.plot or entry.key}.svg",
                lambda form: Later("Drawing…", partial(_drawn, partial(self._figure, entry), form)),
            )  # fmt: skip
        if action == "save-table":
            formats = [(title, form) for form, title in TITLES.items()]
            write = partial(self._written, entry, for_people)
            return base.Save("Save table", formats, entry.key, write, fields=self._parts(entry))
        form, what = ("tex", "LaTeX") if action == "copy-latex" else ("tsv", "the table")
        return base.Copy(what, self._written(entry, as_text, form))

    def _parts(self, entry: Entry) -> Sequence[base.Choosing]:
        """One table of several, or all of them."""
        titles = [Value(str(number), one.title) for number, one in enumerate(self._kept(entry))]
        return [base.Choosing("part", "Tables", [Value("", "All of them"), *titles])] if len(titles) > 1 else []

    def _figure(self, entry: Entry) -> Any:
        """Its plot, for print. Raises UsageError: there is none."""
        own = [plot(self.comparison.table, self._choice(entry))] if entry.plot else []
        made = own or [one for one in self._of_extra(entry, None, lambda _: None) if isinstance(one, Made)]
        if not made:
            raise UsageError("there is no plot here")
        return figure_for(made[0])

    def _written(
        self, entry: Entry, write: Callable[[Sequence[ResultTable], str], str], form: str,
        values: Mapping[str, str] = MappingProxyType({}),
    ) -> Later:  # fmt: skip
        def made(cancel: Any, tell: Callable[[float], object]) -> str:
            tables = self._as_wanted(self._tables(entry, cancel, tell))
            if part := values.get("part"):
                return write([tables[int(part)]], form)
            above = [one for one in self._of_extra(entry, cancel, tell) if isinstance(one, ResultTable)]
            return write([*above, *tables], form)

        return Later("Counting…", made)

    # -- in another session --------------------------------------------------------------------------------------------------

    def name(self, place: int) -> str:
        return ENTRIES[place].key

    def place(self, name: str) -> int:
        return next((place for place, one in enumerate(ENTRIES) if one.key == name), -1)

    def state(self) -> dict[str, Any]:
        return {"further": self._further, **self._chosen}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._chosen |= {key: one for key, one in state.items() if one in self._offered.get(key, ())}
        further = state.get("further")
        if isinstance(further, list):
            self._further = [key for key in further if isinstance(key, str) and self._is_measure(key)]


def _searched(place: int) -> str:
    """What is searched of an entry."""
    entry = ENTRIES[place]
    return f"{entry.title} {entry.about} {entry.question.title} {entry.key}"


def _drawn(draw: Callable[[], Any], form: str, _cancel: Any, _tell: Any) -> bytes:
    from treecompare.drawing.figures import written

    return written(draw(), form)
