"""The worked examples of the pages on measures: small comparisons, of each of which one sentence is explained and drawn."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import treecompare as tc
from treecompare import resources
from treecompare.comparison.explain import explain_sentence
from treecompare.measures import DEPENDENCY_MEASURES, Measure
from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.measures.explain import Explanation


@dataclass(frozen=True)
class Example:
    """A comparison of one system; ``made`` is given a folder for the tables that it needs. ``enhanced``: drawn with
    enhanced graphs."""

    name: str
    about: str
    made: Callable[[Path], tc.Comparison]
    enhanced: bool = False

    @cached_property
    def _compared(self) -> tc.Comparison:
        with tempfile.TemporaryDirectory() as folder:
            return self.made(Path(folder))

    def svg(self, mapping: str) -> str:
        """Its first sentence, drawn under a mapping (T or E), which makes no difference to dependencies."""
        return self._compared.pair(1).svg(mapping=mapping, enhanced=self.enhanced)

    def explained(self, measure: Measure) -> Explanation:
        """How the score of its first sentence comes about."""
        return explain_sentence(self._compared._opened.comparison, 0, 0, measure.key)


def _sample(name: str, system: str, **options: str) -> Callable[[Path], tc.Comparison]:
    """The shipped comparison of that name; ``options``: files beside it."""
    beside = resources.path(f"samples/{name}")
    return lambda folder: tc.compare(
        beside / "gold.mrg", [beside / system], **{key: beside / value for key, value in options.items()}
    )


def _texts(gold: str, system: str) -> Callable[[Path], tc.Comparison]:
    return lambda folder: tc.compare(tc.read(text=gold), {"system": tc.read(text=system)})


def _label_costs(folder: Path) -> tc.Comparison:
    costs, beside = folder / "costs.tsv", resources.path("samples/worked-examples-leaf-ancestor")
    costs.write_text("NP\tN1\t0.5\n", "utf-8")
    return tc.compare(beside / "gold.mrg", [beside / "published.mrg"], label_costs=costs)


def _judged(folder: Path) -> tc.Comparison:
    table = folder / "judgements.tsv"
    table.write_text("sentence\tphenomenon\tsystem\tclass\tcorrect\n1\tcoordination\tsystem\t\tno\n", "utf-8")
    return tc.compare(tc.read(text=_OLD_MEN[0]), {"system": tc.read(text=_OLD_MEN[1])}, phenomena=table)


def _two_schemes(folder: Path) -> tc.Comparison:
    golds = {"DEP": tc.read(text=_conllu("1 John _ _ _ _ 2 sbj _ _", "2 loves _ _ _ _ 0 root _ _", "3 Mary _ _ _ _ 2 obj _ _")),
             "PS": tc.read(text="(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))")}  # fmt: skip
    system = _conllu("1 John _ _ _ _ 2 sbj _ _", "2 loves _ _ _ _ 0 root _ _", "3 Mary _ _ _ _ 2 adv _ _")
    return tc.compare(golds, {"system": tc.read(text=system)}, follows=["DEP"])


def _conllu(*rows: str) -> str:
    return "".join("\t".join(row.split(" ")) + "\n" for row in rows) + "\n"


_OLD_MEN = (
    "(S (NP (NP (JJ old) (NNS men)) (CC and) (NP (NNS women))) (VP (VBD sang)))",
    "(S (NP (JJ old) (NP (NNS men) (CC and) (NNS women))) (VP (VBN sang)))",
)
_WORDS = (
    _conllu(
        "1 She she PRON PRP Case=Nom|Number=Sing 3 nsubj 3:nsubj _",
        "2 quickly quickly ADV RB _ 3 advmod 3:advmod _",
        "3 found find VERB VBD Tense=Past 0 root 0:root _",
        "4 cats cat NOUN NNS Number=Plur 3 obj 3:obj _",
        "5 in in ADP IN _ 6 case 6:case _",
        "6 boxes box NOUN NNS Number=Plur 3 obl 3:obl:in SpaceAfter=No",
        "7 . . PUNCT . _ 3 punct 3:punct _",
    ),
    _conllu(
        "1 She she PRON PRP Case=Nom|Number=Sing 3 nsubj 3:nsubj _",
        "2 quickly quick ADJ JJ _ 3 amod 3:amod _",
        "3 found find VERB VBD Tense=Past 0 root 0:root _",
        "4 cats cat NOUN NNS Number=Sing 3 obj 3:obj _",
        "5 in in ADP IN _ 6 case 6:case _",
        "6 boxes box NOUN NNS Number=Plur 4 nmod 4:nmod:in SpaceAfter=No",
        "7 . . PUNCT . _ 3 punct 3:punct _",
    ),
)

EMMS = Example(
    "emms", "The pair of figures 1 and 2 of Emms 2008. The words are ours, the counts those of the paper.",
    _sample("worked-examples-emms", "published.mrg"),
)  # fmt: skip
GAPS = Example(
    "gaps", "A constituent with a gap (*darüber … nachdenken*), and one over a further word.",
    _texts("(S (VP (PAV 0=darüber) (VV 3=nachdenken)) (VM 1=muss) (PI 2=man))",
           "(S (VP (PAV 0=darüber) (PI 2=man) (VV 3=nachdenken)) (VM 1=muss))"),
)  # fmt: skip
COORDINATION = Example(
    "coordination", "Who is old? A bracket that crosses another one, and a wrong tag.", _texts(*_OLD_MEN)
)
FUNCTIONS = Example(
    "functions", "`NP-OBJ` against `NP-PRD`, and `ADVP-TMP` against `ADVP`; the drawing leaves functions out.",
    _texts("(S (NP-SBJ (DT the) (NN dog)) (VP (VBD saw) (NP-OBJ (PRP it)) (ADVP-TMP (RB then))))",
           "(S (NP-SBJ (DT the) (NN dog)) (VP (VBD saw) (NP-PRD (PRP it)) (ADVP (RB then))))"),
)  # fmt: skip
LINEAGES = Example(
    "lineages",
    "The first example of Sampson & Babarczy 2003.",
    _sample("worked-examples-leaf-ancestor", "published.mrg"),
)
LABEL_COSTS = Example(
    "label-costs", "The same, with a table by which NP for N1 costs 0.5 (`--label-costs`).", _label_costs
)
WORDS = Example("words", "A wrong head, two wrong relations, and a wrong tag, lemma and feature.", _texts(*_WORDS))
EDGES = Example("edges", "The same with its enhanced graphs, below the words.", _texts(*_WORDS), enhanced=True)
LATTICE = Example(
    "lattice",
    "Figure 1 of Tsarfaty et al. 2012 (ACL).",
    _sample("words-that-differ", "raw-input.mrg", lattices="words.lattice"),
)
SCHEMES = Example(
    "schemes",
    "Two golds of *John loves Mary*, dependencies and phrase structure; the system has another relation.",
    _two_schemes,
)
JUDGED = Example("judged", "Somebody says that the coordination is not parsed correctly.", _judged)


def example_of(measure: Measure) -> Example:
    """The example that explains a measure."""
    family = measure.key.split(".")[0]
    if measure in DEPENDENCY_MEASURES:
        return EDGES if measure.part in EDGE_PARTS else WORDS
    if measure.key.startswith("e.discontinuous"):
        return GAPS
    if measure.key.startswith("tedeval.lattice"):
        return LATTICE
    if measure.key == "la.custom":
        return LABEL_COSTS
    return {
        "e": EMMS, "t": EMMS, "la": LINEAGES, "functions": FUNCTIONS, "segeval": LATTICE, "tedeval": SCHEMES,
        "tedeval2011": SCHEMES, "judged": JUDGED,
    }.get(family, COORDINATION)  # fmt: skip
