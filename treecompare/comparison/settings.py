"""What a comparison depends on, apart from its treebanks: part of every signature.

Each setting is declared once, as a field of :class:`Settings`. The options of the command line, the menus of the window, the checks
of values, the command that repeats a comparison and the warning about options that change nothing all follow from that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from treecompare.errors import UsageError
from treecompare.reading import beside
from treecompare.registry import is_here


class Value(NamedTuple):
    """A value of a setting as the window offers it. ``value``: as it is written, empty for none or no.

    ``asks``: choosing it asks for something that is not a fixed value, with this question; for a file if there are ``files``, its
    filter.
    """

    value: str
    title: str
    tip: str = ""
    asks: str = ""
    files: str = ""


class Setting(NamedTuple):
    """How people give a setting, and where it holds.

    ``type``: as it is annotated. ``help``: of the option on the command line; empty if there is none. ``title``: of its menu.
    ``offered``: what the window offers, the usual value first; what is not offered is shown as the last. ``allowed``: all
    values that there are, unless it is empty. ``metavar``: of the option. ``is_file``: it may name a file. ``is_rules``: it is a
    table of head rules, "auto" where none is named. ``kinds``: of comparison for which it holds, empty for all; ``said``: what
    these are called. ``signs``: the kinds whose signatures show it, under the name ``signed_as``; None: all for which it holds.
    ``check``: raises UsageError for a value that cannot be.
    """

    name: str
    type: str
    usual: str | bool | int | None
    help: str
    title: str
    offered: tuple[Value, ...]
    is_file: bool
    is_rules: bool = False
    allowed: tuple[str, ...] = ()
    metavar: str = ""
    kinds: tuple[str, ...] = ()
    said: str = ""
    signs: tuple[str, ...] | None = None
    signed_as: str = ""
    check: Callable[[str], object] | None = None

    @property
    def option(self) -> str:
        """As it is called on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def is_signed_by(self, kind: str) -> bool:
        """Whether signatures of that kind of comparison show it."""
        shown = self.kinds if self.signs is None else self.signs
        return kind in shown or (self.signs is None and not shown)

    @property
    def is_number(self) -> bool:
        """Whether it is a number from 1."""
        return self.type.startswith("int")

    def of(self, text: str) -> Any:
        """The value of the setting that an offered one stands for."""
        return bool(text) if isinstance(self.usual, bool) else text or None


def setting(usual: Any, help: str, title: str = "", offered: tuple[Value, ...] = (), **said: Any) -> Any:
    """Declares a field of ``Settings``; ``said``: what else there is to say of it, see :class:`Setting`."""
    is_file = {"is_file": said.get("is_rules", False)}
    return field(default=usual, metadata=is_file | said | {"help": help, "title": title, "offered": offered})


PRETERMINALS = {"auto": None, "yes": True, "no": False}
"""Whether a node over one word is a tag, by what ``preterminals`` says; None: the trees decide."""

ALIGNED = ("standard", "standard-with-punctuation", "ppche", "ppche-with-punctuation", "none")
"""The preparations under which words that differ are aligned unless something else is asked for."""

PROFILES = ("paper", "tedeval-2.1", "tedeval-2.2")
"""What TedEval counts: as in the papers, or as a program does."""

USUAL_MEASURES = "e.roof.dice,e.whole.dice,t.whole.dice,t.whole.jaccard,la,las,uas"
"""What is tested for significance, as far as it applies."""

REPORT_MEASURES = "geig-labelled,la,clas"
"""What reports have beside A and B, as far as it applies."""


def check_among(option: str, value: str, allowed: Sequence[str]) -> None:
    """Whether a value is one of few. Raises UsageError: it is none of them."""
    if value not in allowed:
        raise UsageError(f"{option} is '{value}'; expected {', '.join(allowed[:-1])} or {allowed[-1]}")


def check_separator(text: str) -> str:
    """What functions follow in a label. Raises UsageError: it cannot stand in one."""
    if not text or any(letter.isspace() or letter in "()" for letter in text):
        raise UsageError(
            f"'{text[:40]}' cannot be a separator of functions, because labels cannot contain it; expected a text like : or -"
        )
    return text


def _check_punctuation(rule: str) -> None:
    if rule not in ("count", "ignore"):
        from treecompare.measures.words import WordSettings

        WordSettings(rule)


def _check_enhancements(digits: str | None) -> None:
    if digits is not None:
        from treecompare.measures.enhanced import check_enhancements

        check_enhancements(digits)


_FOTH = "Subjects, objects, adjuncts: the relations in which Kübler et al. 2008 compare both treebanks"
_HEAD_RULES = {
    "collins": ("head rules of Collins", "For Penn-style trees"),
    "yamada-matsumoto": ("head rules of Yamada and Matsumoto", "For Penn-style trees; what Penn2Malt uses"),
    "tiger": ("head rules of TIGER", "By edge labels"),
    "tueba": ("head rules of TüBa-D/Z", "By edge labels"),
    "tiger-foth": ("head rules of TIGER in Foth's scheme", _FOTH),
    "tueba-foth": ("head rules of TüBa-D/Z in Foth's scheme", _FOTH),
}
HEAD_RULES = f"{', '.join(sorted(_HEAD_RULES))} or a file (default: by the labels: tueba, tiger or collins)"
"""Which tables of head rules there are, for the help of options."""


def _by_head_rules(prefix: str, file: Value) -> tuple[Value, ...]:
    return (*(Value(name, prefix + title, tip) for name, (title, tip) in _HEAD_RULES.items()), file)


def _by_costs(none: str, table: str) -> tuple[Value, ...]:
    asked = Value("table", "Choose a TSV…", table, "Choose a table of label costs", "*.tsv *.txt;;*")
    return Value("", "None", none), asked


_ELSEWHERE: tuple[str, ...] = ()
"""No signature shows it as it is: what it comes to is there in other words."""
_CONSTITUENTS: dict[str, Any] = {"kinds": ("constituents", "lattices"), "said": "constituents"}
_DEPENDENCIES: dict[str, Any] = {"kinds": ("dependencies", "lattices", "schemes"), "said": "dependencies"}
_ONE_GOLD: dict[str, Any] = {"kinds": ("constituents", "dependencies", "lattices"), "said": "one gold"}
_SCHEMES: dict[str, Any] = {"kinds": ("schemes",), "said": "several golds"}
_RULES_FILE = {"asks": "Choose a file of head rules", "files": "*.txt;;*"}


@dataclass(frozen=True)
class Settings:
    """How to compare; what each field means and which values it may have stands beside it.

    ``labels_from``: golds whose nodes also get the labels that another one has over the same words, ``GOLD=OTHER``, one a line.
    ``over_lattices``: words may differ within space-delimited words (:mod:`treecompare.comparison.lattices.comparison`).

    Raises UsageError: a value cannot be.
    """

    params: str = setting(
        "standard", "standard, standard-with-punctuation, evalb, spmrl, ppche, none or a parameter file of evalb or disco-dop; "
        "spmrl:FILE reads one of EVALB_SPMRL (default: %(default)s)",
        "Preparation of the trees",
        (
            Value(
                "standard", "Standard",
                "As evalb with COLLINS.prm; outermost brackets such as TOP, ROOT, S1 and punctuation do not count",
            ),
            Value(
                "standard-with-punctuation", "Standard with punctuation",
                "As standard, but punctuation is compared like other words",
            ),
            Value("evalb", "Exactly as evalb", "COLLINS.prm as evalb applies it: other wrappers than TOP count as constituents"),
            Value("spmrl", "SPMRL", "The rules of the SPMRL shared tasks"),
            Value(
                "ppche", "Penn parsed historical corpora",
                "IP-MAT, IP-SUB, CP-REL are categories; standard does the same where the gold is such a corpus",
            ),
            Value("none", "None", "Trees as they are in the files"),
            Value("file", "Parameter file…", "An evalb parameter file of your own", "Choose an evalb parameter file", "*.prm;;*"),
        ),
        is_file=True, **_CONSTITUENTS, signs=_ELSEWHERE,
    )  # fmt: skip
    preterminals: str = setting(
        "auto", "whether a node over one word is a tag", "Single-word nodes are",
        (
            Value("auto", "Automatic", "Look at the gold trees"),
            Value("yes", "Part-of-speech tags"),
            Value("no", "Constituents"),
        ),
        allowed=tuple(PRETERMINALS), **_CONSTITUENTS, signs=_ELSEWHERE,
    )  # fmt: skip
    leaf: str = setting(
        "words",
        "word-lemma: the second of two parts of a leaf is its lemma, as in (NN dogs dog)",
        "Leaves are",
        (
            Value("words", "Words", "(NN dogs dog) is one word with a blank, or two words where there are no tags"),
            Value("word-lemma", "Words with their lemmas", "The second of two parts of a leaf is its lemma"),
        ),
        allowed=("words", "word-lemma"),
        **_CONSTITUENTS,
    )
    functions: bool = setting(
        False, "grammatical functions (NP-SBJ, edge labels) are part of the label", "Functions",
        (
            Value("", "Left out", "NP-SBJ counts as NP; edge labels are drawn but not counted"),
            Value("yes", "Part of the label", "NP-SBJ and NP are different labels; so are nodes with different edge labels"),
        ),
        **_CONSTITUENTS, signs=("constituents",),
    )  # fmt: skip
    function_separator: str = setting(
        "-", "separator before functions in labels, like : in NX:ON (default: -)", "Functions follow",
        (
            Value("-", "The dash", "As in NP-SBJ"),
            Value(":", "The colon", "As in NX:ON of TüBa-D/Z"),
            Value("other", "Another separator…", "The text before functions in labels", "Separator before functions in labels:"),
        ),
        metavar="TEXT", **_CONSTITUENTS, check=check_separator, signs=("constituents",),
    )  # fmt: skip
    crossing_branches: str = setting(
        "keep",
        "keep crossing branches, or resolve them by raising (Kübler et al. 2008; with-function-nodes: words that are subjects, "
        "objects or predicates also get a node) or splitting (Boyd 2007). First, a node under the root moves to the lowest "
        "common ancestor of the nearest words left and right of it that are not under the root",
        "Crossing branches",
        (
            Value("keep", "Keep them", "Constituents are compared as sets of words"),
            Value(
                "raise", "Raise non-head parts",
                "They become sisters of their constituent (Kübler et al. 2008); the warnings say how many",
            ),
            Value(
                "raise-with-function-nodes", "Raise, keep functions",
                "Single words that are subjects, objects or predicates also become phrases (Kübler et al. 2008); needs edge labels",
            ),
            Value(
                "split", "Split constituents",
                "Each part becomes a constituent with a star, VP* (Boyd 2007); the warnings say how many",
            ),
        ),
        allowed=("keep", "raise", "raise-with-function-nodes", "split"), kinds=("constituents",), said="constituents",
        signs=_ELSEWHERE,
    )  # fmt: skip
    sentences: str = setting(
        "common", "score the sentences that all systems have, so that they can be ranked, or each system's own (default: common)",
        "Sentences",
        (
            Value(
                "common", "Those that all systems have",
                "All figures rest on the same sentences, so that systems and measures can be compared",
            ),
            Value("own", "Each system's own", "Figures rest on all sentences that a system is scored on; systems are not ranked"),
        ),
        allowed=("common", "own"), signs=_ELSEWHERE,
    )  # fmt: skip
    missing: str = setting(
        "skip", "leave out sentences without a parse, or score them as 0", "Missing parses",
        (
            Value("skip", "Leave it out", "It is shown and counted, but has no score"),
            Value("zero", "Score it as zero", "It counts as the bare words of the gold"),
        ),
        allowed=("skip", "zero"), kinds=("constituents", "dependencies"), said="one gold over the same words",
    )  # fmt: skip
    repair: str = setting(
        "none",
        "what may be repaired in raw output: nothing, where trees stand in it (extract), also what it takes to make trees (close); "
        "score: all levels side by side (all)",
        "Repair of raw output",
        (
            Value("none", "Nothing", "An answer is scored if it holds a tree and nothing else"),
            Value("extract", "Where the tree stands (extract)", "Fences, prose, drafts and other columns are put up with"),
            Value(
                "close", "What it takes to be a tree (close)", "Brackets are closed, heads that make no tree replaced; all marked",
            ),
        ),
        allowed=("none", "extract", "close", "all"), kinds=("constituents", "dependencies"), said="raw output beside one gold",
        signs=_ELSEWHERE,
    )  # fmt: skip
    as_dependencies: str | None = setting(
        None, f"convert constituents by head rules and compare dependencies: {HEAD_RULES}; give a file after =", "Score trees",
        (
            Value("", "As constituents", "Trees as they are in the files"),
            Value(
                "auto", "As dependencies, by the head rules for the tags",
                "Convert trees by the head rules for their tags, and compare heads and relations",
            ),
            *_by_head_rules(
                "As dependencies, ",
                Value(
                    "rules", "As dependencies, a file of head rules…",
                    "Your own head rules; the shipped files show the format", **_RULES_FILE,
                ),
            ),
        ),
        is_rules=True, **_ONE_GOLD, signs=("dependencies",), signed_as="heads",
    )  # fmt: skip
    with_dependencies: str | None = setting(
        None,
        "also score constituents as dependencies, converted by head rules as above (UAS, LAS and others beside E, T and LA); "
        "naming a measure of dependencies does the same",
        "Dependency scores",
        (
            Value("", "None", "Unless files of dependencies are given"),
            Value(
                "auto", "By the head rules for the tags",
                "Also score the same parses as dependencies: UAS, LAS and others beside E, T and Leaf-Ancestor",
            ),
            *_by_head_rules("By the ", Value("rules", "By a file of head rules…", "Head rules of your own", **_RULES_FILE)),
        ),
        is_rules=True, **_CONSTITUENTS, signs=_ELSEWHERE,
    )  # fmt: skip
    over_lattices: bool = setting(
        False, "", "Words",
        (
            Value("", "The same in all files", "Sentences whose words differ are left out"),
            Value(
                "yes", "May be segmented differently",
                "TedEval over lattices and SegEval, within space-delimited words: Hebrew, Arabic, Turkish",
            ),
        ),
        **_ONE_GOLD, signs=_ELSEWHERE,
    )  # fmt: skip
    meta: str = setting(
        "count", "headings and stage directions (META) of Penn parsed historical corpora: count, ignore", "Headings (META)",
        (
            Value("count", "Counted", "Headings and stage directions of Penn parsed historical corpora are sentences"),
            Value("ignore", "Left out", "Sentences whose root is META are not scored"),
        ),
        allowed=("count", "ignore"), kinds=("constituents",), said="constituents", signs=("constituents",),
    )  # fmt: skip
    punctuation: str = setting(
        "count", "dependencies: count, ignore, or as a program does: 'eval.pl', 'eval.pl -p', 'eval07.pl', 'eval07.pl -p'",
        "Punctuation in dependencies",
        (
            Value("count", "Counted", "Punctuation marks count as words"),
            Value("ignore", "Left out", "Words that consist of punctuation are not scored"),
        ),
        metavar="RULE", **_DEPENDENCIES, check=_check_punctuation, signs=_ELSEWHERE,
    )  # fmt: skip
    relations: str = setting(
        "universal", "dependencies: compare relations without or with their subtypes (after the colon)",
        "Relations of dependencies",
        (
            Value("universal", "Without subtypes", "nsubj:pass counts as nsubj"),
            Value("full", "As written", "nsubj:pass and nsubj are different relations"),
        ),
        allowed=("universal", "full"), **_DEPENDENCIES, signs=_ELSEWHERE,
    )  # fmt: skip
    relation_map: str | None = setting(
        None, "dependencies: table 'old new' of relations to merge", "Relations to merge",
        (
            Value("", "None", "Relations are called as in the files"),
            Value(
                "table", "Those of a table…", "Two relations on a line: the first is called as the second",
                "Choose a table of relations, two on a line", "*.tsv *.txt;;*",
            ),
        ),
        metavar="FILE", is_file=True, kinds=("dependencies",), said="dependencies with one gold",
    )  # fmt: skip
    differing: str = setting(
        "auto",
        "align words or sentences that differ from the gold's, or leave them out; auto (default) aligns under standard and none",
        "Words or sentences that differ",
        (
            Value("align", "Align them", "By their characters; what was aligned is marked"),
            Value("skip", "Leave them out", "As evalb does; the reason is shown for each sentence"),
        ),
        allowed=("auto", "align", "skip"), **_ONE_GOLD, signs=("constituents", "dependencies"),
    )  # fmt: skip
    words: str = setting(
        "all",
        "pair words that differ where both texts have as many between two pairs of words (all), or only words that are the same, "
        "however they are written (exact); default: all",
        "Words with other characters",
        (
            Value(
                "all", "Pair them", "Where both texts have as many words between two pairs of words; they are counted"
            ),
            Value("exact", "Do not pair them", "Only words that are the same, however they are written"),
        ),
        allowed=("all", "exact"),
        kinds=("dependencies",),
        said="dependencies with one gold",
    )
    enhancements: str | None = setting(
        None,
        "enhanced dependencies: count as the program udeval, all pairs of equal edges, without the enhancements of these digits: "
        "0 none, 1 gapping, 2 shared parents and 3 shared dependents of coordination, 4 controlled subjects, 5 relative clauses, 6 "
        "case information, 12 two of them (default: each edge is matched once)",
        "Enhanced dependencies",
        (
            Value("", "Each edge matched once", "ELAS and EULAS as they are defined (Bouma et al. 2020)"),
            Value("0", "As the program udeval", "All pairs of equal edges count"),
            Value(
                "digits", "As udeval, without some enhancements…", "Its option with this name",
                "Enhancements that do not count: 1 gapping, 2 shared parents, 3 shared dependents, 4 controlled subjects, "
                "5 relative clauses, 6 case information:",
            ),
        ),
        metavar="DIGITS", kinds=("dependencies",), said="dependencies with one gold", signs=_ELSEWHERE, check=_check_enhancements,
    )  # fmt: skip
    nonprojective: str = setting(
        "lift", "what to do with crossing arcs where trees are needed (default: lift)", "Non-projective arcs",
        (
            Value("lift", "Lift them", "To the next word above that makes the tree projective; listed in Warnings"),
            Value("refuse", "Leave their sentences out", "The reason is shown for each sentence"),
        ),
        allowed=("lift", "refuse"), **_DEPENDENCIES, signs=_ELSEWHERE,
    )  # fmt: skip
    profile: str = setting(
        "paper",
        "as in the paper, or as the program: tedeval-2.1, tedeval-2.2 (default: paper); for 2011 use the measures tedeval2011",
        "TedEval",
        (
            Value("paper", "As in the papers", "Tsarfaty et al. 2011 and 2012"),
            Value("tedeval-2.1", "As the program TedEval 2.1", "Its figures; its trees are not drawn"),
            Value("tedeval-2.2", "As the program TedEval 2.2", "Its figures; its trees are not drawn"),
        ),
        allowed=PROFILES, **_SCHEMES, signs=_ELSEWHERE,
    )  # fmt: skip
    zero_cost: str | None = setting(
        None, "table 'label label': relabelling is free in tedeval2011", "Free relabellings",
        (
            Value("", "None", "Each relabelling costs 1"),
            Value(
                "table", "Those of a table…", "Two labels on a line: relabelling one as the other is free in TedEval 2011",
                "Choose a table of labels, two on a line", "*.tsv *.txt;;*",
            ),
        ),
        metavar="FILE", is_file=True, **_SCHEMES, signs=_ELSEWHERE,
    )  # fmt: skip
    labels_from: str | None = setting(
        None, "", "Labels of another gold",
        (
            Value("", "None", "Each gold has its own labels"),
            Value(
                "given", "Given…",
                "The nodes of a gold also get the labels of another over the same words (TL-unification, Tsarfaty et al. 2012)",
                "GOLD=OTHER: the nodes of GOLD also get the labels of OTHER; several, separated by a comma and a blank",
            ),
        ),
        **_SCHEMES, signs=_ELSEWHERE,
    )  # fmt: skip
    tree_costs: str | None = setting(
        None, "table 'label label cost' for tree distance", "Label costs of tree distance",
        _by_costs("Relabelling a node costs 1", "What relabelling a node costs: two labels and a number on a line"),
        metavar="FILE", is_file=True, **_CONSTITUENTS, signs=("constituents",),
    )  # fmt: skip
    label_costs: str | None = setting(
        None, "table 'label label cost' for la.custom", "Label costs of Leaf-Ancestor",
        _by_costs("No own costs", "What replacing a label in a lineage costs: two labels and a number from 0 to 2 on a line"),
        metavar="FILE", is_file=True, **_CONSTITUENTS, signs=("constituents",),
    )  # fmt: skip
    max_length: int | None = setting(
        None,
        "leave out gold sentences of more than N words; of constituents after preparation (standard: without punctuation)",
        metavar="N",
    )
    pre_annotation: str | None = setting(
        None, "the system that annotators corrected: no voice in `report annotators`, which tells what they changed",
        "Pre-annotation",
        (
            Value("", "None", "All systems are annotators in the tables of agreement"),
            Value(
                "system", "A system…",
                "What annotators corrected is no voice in the tables of agreement, which tell what they changed of it",
                "Name of the system that annotators corrected",
            ),
        ),
        metavar="NAME", kinds=("constituents", "dependencies"), said="constituents and dependencies", signs=_ELSEWHERE,
    )  # fmt: skip

    def __post_init__(self) -> None:
        for one in SETTINGS.values():
            value = getattr(self, one.name)
            if one.allowed:
                check_among(one.option[2:], value, one.allowed)
            if one.check is not None:
                one.check(value)

    @property
    def aligns(self) -> bool:
        """Whether words and sentences that differ are aligned."""
        return self.differing == "align" or (self.differing == "auto" and self.params in ALIGNED)

    @property
    def converted_said(self) -> list[str]:
        """By which head rules trees became dependencies, in short; nothing where none did."""
        return [f"converted by the head rules {Path(self.as_dependencies).stem}"] if self.as_dependencies else []

    @property
    def words_said(self) -> list[str]:
        """How words of dependency treebanks are compared, in short."""
        return [
            "punctuation counted" if self.punctuation == "count" else "without punctuation",
            "full relations" if self.relations == "full" else "relations without subtypes",
            *([f"relations joined by {Path(self.relation_map).name}"] if self.relation_map else []),
        ]

    def chosen(self, name: str) -> str:
        """Which of the offered values of a setting is shown as chosen."""
        value, offered = getattr(self, name), SETTINGS[name].offered
        if name == "differing":
            value = "align" if self.aligns else "skip"
        text = "yes" if value is True else value or ""
        return text if text in [one.value for one in offered] else offered[-1].value

    def signed(self, *names: str) -> list[str]:
        """Those of these settings that are not the usual ones, as a signature shows them: of files the names."""
        found = []
        for one in map(SETTINGS.__getitem__, names):
            value = getattr(self, one.name)
            if one.name == "differing":
                if self.aligns != Settings(self.params).aligns:
                    found.append(f"differing:{self.chosen('differing')}")
            elif value != one.usual:
                shown = "yes" if value is True else Path(value).name if one.is_file else value
                found.append(f"{one.signed_as or one.option[2:]}:{shown}")
        return found

    def signed_by(self, kind: str, *first: str) -> list[str]:
        """The same of all settings that a signature of that kind of comparison shows: those that come ``first``, then the others as
        they are declared."""
        return self.signed(
            *first, *(name for name, one in SETTINGS.items() if one.is_signed_by(kind) and name not in first)
        )

    def as_options(self) -> list[str]:
        """The options of the command line that give these settings; none for defaults."""
        words: list[str] = []
        for one in SETTINGS.values():
            value = getattr(self, one.name)
            if value == one.usual or not one.help or one.kinds == ("schemes",):
                continue
            if value is True:
                words.append(one.option)
            elif one.is_rules:  # a file of head rules after a blank would be taken for a treebank
                words.append(f"{one.option}={value}")
            else:
                words += [one.option, str(value)]
        return words


SETTINGS = {
    one.name: Setting(one.name, str(one.type), cast(Any, one.default), **one.metadata) for one in fields(Settings)
}
"""What is declared of each setting, by name, in the order in which people choose them."""


def settings_for(*kinds: str) -> list[str]:
    """The names of the settings that have an option and hold for one of these kinds of comparison."""
    return [
        name
        for name, one in SETTINGS.items()
        if one.help and is_here(name) and (not one.kinds or {*kinds} & {*one.kinds})
    ]


# -- given by name, as keywords of the library and keys of manifests ------------------------------------------------------------


def settings_of(options: Mapping[str, Any], others: Iterable[str] = ()) -> Settings:
    """The settings that these options name; ``others``: further names that a mistyped one may stand for. Raises UsageError: there
    is no such option, or it cannot have that value."""
    kinds = get_type_hints(Settings)
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in SETTINGS:
            from difflib import get_close_matches  # late: every command imports this module

            [nearest] = get_close_matches(name, [*SETTINGS, *others], 1, cutoff=0)
            raise UsageError(f"there is no option '{name}'; expected one like {nearest}")
        if SETTINGS[name].is_rules and isinstance(value, bool):
            value = "auto" if value else None  # as the option of the command line without a table
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if not _fits(value, kinds[name]):
            raise UsageError(f"{name} is {value!r}; expected {_expected(kinds[name])}")
        values[name] = value
    return Settings(**values)


def settings_beside(settings: Settings, folder: str) -> Settings:
    """The same with the files that a walk or a manifest names: the program's own by their names, all others from where that lies,
    see :func:`treecompare.reading.beside`. Raises UsageError: a file lies elsewhere, or is not there."""
    return _with_files(settings, lambda name: beside(name, folder))


def settings_within(settings: Settings, folder: str) -> Settings:
    """The same with files as a walk in that folder names them. Raises UsageError: a file lies elsewhere."""
    here = Path(folder).resolve()

    def within(name: str) -> str:
        path = Path(name).resolve()
        if not path.is_relative_to(here):
            raise UsageError(f"{name} lies elsewhere; expected it in {here} or below, from where it is read again")
        return path.relative_to(here).as_posix()

    return _with_files(settings, within)


def _with_files(settings: Settings, path: Callable[[str], str]) -> Settings:
    from treecompare.resources import head_rule_tables
    from treecompare.trees.preparation import PREPARATIONS

    values: dict[str, Any] = {}
    for name, one in SETTINGS.items():
        value = getattr(settings, name)
        own = PREPARATIONS if name == "params" else ["auto", *head_rule_tables()] if one.is_rules else ()
        if one.is_file and value and value not in own:
            # spmrl:FILE says which program a file is for
            program = "spmrl:" if name == "params" and value.startswith("spmrl:") else ""
            try:
                values[name] = program + path(value.removeprefix(program))
            except UsageError as error:
                others = f"; or {', '.join(sorted(own))}" if own else ""
                raise UsageError(f"{name.replace('_', '-')}: {error}{others}") from None
    return replace(settings, **values)


def _kinds(kind: Any) -> tuple[type, ...]:
    return get_args(kind) or (kind,)


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type; True is not a number here, and numbers count from 1."""
    kinds = _kinds(kind)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and value < 1)


def _expected(kind: Any) -> str:
    names = {bool: "True or False", int: "a number from 1", str: "a text", type(None): "None"}
    return " or ".join(names[one] for one in _kinds(kind))
