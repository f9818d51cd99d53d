"""What a comparison depends on, apart from its treebanks: part of every signature."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.errors import UsageError

PRETERMINALS = {"auto": None, "yes": True, "no": False}
"""Whether a node over one word is a tag, by what ``preterminals`` says; None: the trees decide."""

ALIGNED = ("standard", "standard-with-punctuation", "none")
"""The preparations under which words that differ are aligned unless something else is asked for."""

PROFILES = ("paper", "tedeval-2.1", "tedeval-2.2")
"""What TedEval counts: as in the papers, or as a program does."""

USUAL_MEASURES = "e.roof.dice,e.whole.dice,t.whole.dice,t.whole.jaccard,la,las,uas"
"""What is tested for significance, as far as it applies."""

REPORT_MEASURES = "geig-labelled,la,clas"
"""What reports have beside A and B, as far as it applies."""


@dataclass(frozen=True)
class Settings:
    """How to compare.

    ``params``: ``standard``, ``standard-with-punctuation``, ``evalb``, ``spmrl``, ``none`` or the path of a parameter file.
    ``preterminals``: ``auto``, ``yes``, ``no``. ``missing``: what a sentence without a usable parse gets, and one with other words
    where words have to be equal, ``skip`` or ``zero``. ``max_length``: longer gold sentences (words after preparation) are left
    out. ``tree_costs``, ``label_costs``: paths of tables of label costs, for T-mappings and for ``la.custom``.
    ``functions``: grammatical functions (NP-SBJ, labels of edges) count as part of the label. ``function_separator``: what they
    follow in labels (``:`` of NX:ON).
    ``punctuation``, ``relations``: for dependencies, see :class:`treecompare.measures.words.WordSettings`.
    ``relation_map``: path of a table of relations that are compared as one, of :mod:`treecompare.trees.relation_maps`.
    ``over_lattices``: words may differ within space-delimited words (:mod:`treecompare.comparison.lattices.comparison`).
    ``as_dependencies``: constituents are converted first, by the head rules of that name or path; ``auto`` chooses by the tags.
    ``with_dependencies``: trees of constituents are scored as dependencies, too, converted by the head rules of that name or path.
    ``nonprojective``: arcs that cross are lifted where function trees are compared, or their sentences refused (``refuse``).
    ``crossing_branches``: of trees of constituents; they stay (``keep``), or are resolved by raising (``raise``) or splitting
    (``split``) constituents (:mod:`treecompare.trees.crossing`), or raising with nodes above tags that carry a function
    (``raise-with-function-nodes``, :mod:`treecompare.trees.function_nodes`).
    ``differing``: what becomes of sentences whose words or sentence breaks differ: they are left out (``skip``), or aligned
    (``align``); ``auto`` aligns save under parameter files, whose programs give up there.
    ``profile``, ``zero_cost`` (the path of its table): for several golds, see
    :class:`treecompare.comparison.schemes.files.SchemeSettings`. ``labels_from``: golds whose nodes also get the labels that
    another one has over the same words, ``GOLD=OTHER``, one a line.
    ``sentences``: figures rest on the sentences that all systems have (``common``), or on each system's ``own``.
    """

    params: str = "standard"
    preterminals: str = "auto"
    missing: str = "skip"
    max_length: int | None = None
    tree_costs: str | None = None
    functions: bool = False
    label_costs: str | None = None
    punctuation: str = "count"
    relations: str = "universal"
    as_dependencies: str | None = None
    over_lattices: bool = False
    nonprojective: str = "lift"
    differing: str = "auto"
    sentences: str = "common"
    with_dependencies: str | None = None
    relation_map: str | None = None
    crossing_branches: str = "keep"
    function_separator: str = "-"
    profile: str = "paper"
    zero_cost: str | None = None
    labels_from: str | None = None

    def __post_init__(self) -> None:
        for option, value, allowed in (
            ("preterminals", self.preterminals, tuple(PRETERMINALS)),
            ("missing", self.missing, ("skip", "zero")),
            ("differing", self.differing, ("auto", "skip", "align")),
            ("nonprojective", self.nonprojective, ("lift", "refuse")),
            ("sentences", self.sentences, ("common", "own")),
            ("crossing-branches", self.crossing_branches, ("keep", "raise", "raise-with-function-nodes", "split")),
            ("profile", self.profile, PROFILES),
        ):
            if value not in allowed:
                raise UsageError(f"--{option} is '{value}'; expected {', '.join(allowed[:-1])} or {allowed[-1]}")
        check_separator(self.function_separator)

    @property
    def aligns(self) -> bool:
        """Whether words and sentences that differ are aligned."""
        return self.differing == "align" or (self.differing == "auto" and self.params in ALIGNED)

    def as_options(self) -> list[str]:
        """The options of the command line that give these settings; none for defaults."""
        usual, words = Settings(), []
        for name in _OPTIONS:
            value = getattr(self, name)
            if value != getattr(usual, name):
                option = f"--{name.replace('_', '-')}"
                # a file of head rules after a blank would be taken for a treebank
                words += (
                    [f"{option}={value}"] if name in ("as_dependencies", "with_dependencies") else [option, str(value)]
                )
        return [*words, "--functions"] if self.functions else words


_OPTIONS = (
    "params", "preterminals", "missing", "max_length", "tree_costs", "label_costs", "punctuation", "relations", "as_dependencies",
    "with_dependencies", "nonprojective", "differing", "sentences", "relation_map",
    "crossing_branches", "function_separator",
)  # fmt: skip


def check_separator(text: str) -> str:
    """What functions follow in a label.

    Raises:
        UsageError: it cannot stand in one.
    """
    if not text or any(letter.isspace() or letter in "()" for letter in text):
        raise UsageError(
            f"--function-separator is '{text[:40]}', which cannot stand in a label; expected a text like : or -"
        )
    return text
