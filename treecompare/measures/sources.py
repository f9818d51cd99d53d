"""Where measures are from: the papers that define them, and the programs that compute them too, with what these do otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.measures.measure import Measure

PAPERS = {
    "Emms 2008": "Emms, M. (2008). Tree-distance and some other variants of evalb. Proceedings of LREC.",
    "Shen et al. 2018": "Shen, Y., Lin, Z., Huang, C.-W., and Courville, A. (2018). Neural language modeling by jointly learning "
    "syntax and lexicon. Proceedings of ICLR.",
    "evalb": "Sekine, S., and Collins, M. (1997). evalb: bracket scoring program. New York University.",
    "Sampson & Babarczy 2003": "Sampson, G., and Babarczy, A. (2003). A test of the leaf-ancestor metric for parse accuracy. "
    "Natural Language Engineering 9(4).",
    "Blaheta & Charniak 2000": "Blaheta, D., and Charniak, E. (2000). Assigning function tags to parsed text. "
    "Proceedings of NAACL.",
    "Buchholz & Marsi 2006": "Buchholz, S., and Marsi, E. (2006). CoNLL-X shared task on multilingual dependency parsing. "
    "Proceedings of CoNLL-X.",
    "Nivre & Fang 2017": "Nivre, J., and Fang, C.-T. (2017). Universal Dependency evaluation. Proceedings of the NoDaLiDa workshop "
    "on Universal Dependencies.",
    "Zeman et al. 2018": "Zeman, D., Hajič, J., Popel, M., Potthast, M., Straka, M., Ginter, F., Nivre, J., and Petrov, S. (2018). "
    "CoNLL 2018 shared task: Multilingual parsing from raw text to Universal Dependencies. Proceedings of the CoNLL shared task.",
    "Bouma, Seddah & Zeman 2020": "Bouma, G., Seddah, D., and Zeman, D. (2020). Overview of the IWPT 2020 shared task on parsing "
    "into enhanced Universal Dependencies. Proceedings of IWPT.",
    "Tsarfaty et al. 2011": "Tsarfaty, R., Nivre, J., and Andersson, E. (2011). Evaluating dependency parsing: Robust and "
    "heuristics-free cross-annotation evaluation. Proceedings of EMNLP.",
    "Tsarfaty et al. 2012 (ACL)": "Tsarfaty, R., Nivre, J., and Andersson, E. (2012). Joint evaluation of morphological "
    "segmentation and syntactic parsing. Proceedings of ACL, short papers.",
    "Tsarfaty et al. 2012": "Tsarfaty, R., Nivre, J., and Andersson, E. (2012). Cross-framework evaluation for statistical "
    "parsing. Proceedings of EACL.",
    "Kübler et al. 2008": "Kübler, S., Maier, W., Rehbein, I., and Versley, Y. (2008). How to compare treebanks. "
    "Proceedings of LREC.",
}  # fmt: skip
"""In full, by what the ``paper`` of a measure begins with; where two fit, the first."""


def paper_of(measure: Measure) -> str:
    """The paper of a measure, as it stands in a list of references."""
    return next(full for short, full in PAPERS.items() if measure.paper.startswith(short))


@dataclass(frozen=True)
class Peer:
    """Another program that computes measures of treecompare.

    ``keys``: the measures that both have, or what their keys begin with. ``options``: those of treecompare that give the program's
    figures, empty where none are needed. ``differs``: what it does otherwise, in a sentence or two. ``tested``: the module of the
    tests that compares with its output, empty where it defines the measure otherwise.
    """

    program: str
    version: str
    keys: tuple[str, ...]
    options: str
    differs: str
    tested: str

    def has(self, measure: Measure) -> bool:
        """Whether the program computes that measure."""
        return any(measure.key == key or measure.key.startswith(f"{key}.") for key in self.keys)


_WORDS = (
    "las", "uas", "clas", "mlas", "blex", "tokens", "words", "sentences", "upos", "xpos", "ufeats", "alltags", "lemmas",
)  # fmt: skip
_BRACKETS = ("e.roof.recall", "e.roof.precision", "e.roof.dice")

PEERS = (
    Peer(
        "evalb", "of 2008",
        (*_BRACKETS, "crossing", "no-crossing", "two-or-less-crossing", "complete", "tagging"), "--params evalb",
        "It counts the bracket around a sentence, leaves out sentences whose words differ, deletes words by each side's own tags, "
        "and stops at a bad line, at the tenth error and at 200 words. `standard`, the default here, does none of this.",
        "tests/oracles/test_evalb.py",
    ),
    Peer(
        "EVALB_SPMRL", "of 2013", (*_BRACKETS, "complete", "tagging"), "--params spmrl",
        "evalb, except that labels are cut at # too, and that a bracket with an empty label is none.",
        "tests/oracles/test_evalb.py",
    ),
    Peer(
        "disco-dop", "0.6a0", (*_BRACKETS, "t.whole"), "--params FILE",
        "Its brackets are the same. Its tree distance leaves the words out of the trees, so that a word that moves costs less.",
        "tests/oracles/test_discodop.py",
    ),
    Peer(
        "disco-dop", "0.6a0", ("la",), "",
        "Its Leaf-Ancestor charges 1 for replacing a label, the paper 2: these are other figures.",
        "",
    ),
    Peer(
        "CoreNLP, LeafAncestorEval", "", ("la",), "",
        "Its lineages have no marks where constituents begin and end, as the paper has them: these are other figures.",
        "",
    ),
    Peer(
        "URNNG, compare_trees.py", "", ("e.sets",), "--params none",
        "It keeps a second node over the whole sentence among the spans of the gold.",
        "",
    ),
    Peer(
        "jp-evalb", "of 2024", _BRACKETS, "",
        "Words and lines are paired greedily, and a node over part of a group gets the whole group. `report jp-evalb` prints its "
        "figures beside those of an exact alignment.",
        "tests/oracles/test_jp_evalb_program.py",
    ),
    Peer(
        "zss and apted", "1.2.0 and 1.0.3", ("t.whole", "t.roof"), "",
        "They give a distance, no score. The distance is the same if words are leaves of the trees and relabelling costs 1.",
        "tests/mappings/test_edits.py",
    ),
    Peer(
        "conll18_ud_eval.py", "1.2", _WORDS, "",
        "It refuses a whole file if one sentence has a cycle, several roots or other characters than the gold; here such sentences "
        "are scored and reported. It aligns a file in one go, here between the sentence breaks that both sides have.",
        "tests/oracles/test_conll18.py",
    ),
    Peer(
        "udeval (UD tools)", "446bd96", ("elas", "eulas"), "--enhancements 0",
        "It counts all pairs of equal edges, which can be more than there are edges; here each edge is matched once. It dies of a "
        "head outside of the sentence.",
        "tests/oracles/test_elas.py",
    ),
    Peer(
        "eval.pl", "1.9", ("las", "uas", "label-accuracy"), "--punctuation eval.pl --relations full",
        "It leaves out punctuation unless -p is given, and stops if the tokens differ.",
        "tests/oracles/test_conllx.py",
    ),
    Peer(
        "eval07.pl", "1.4", ("las", "uas", "label-accuracy"), "--punctuation eval07.pl --relations full",
        "It counts punctuation unless -p is given, and stops if the tokens differ.",
        "tests/oracles/test_conllx.py",
    ),
    Peer(
        "TedEval", "2.1 and 2.2", ("tedeval", "segeval"), "--profile tedeval-2.2 (of the command tedeval)",
        "Version 2.2 counts words as nodes beside their tags, labels are upper-cased, and the root is in the distance. "
        "By its paper, the default here, none of this is so.",
        "tests/oracles/test_tedeval.py",
    ),
)  # fmt: skip
"""In the order in which they are told."""


def peers_of(measure: Measure) -> list[Peer]:
    """The other programs that compute a measure."""
    return [one for one in PEERS if one.has(measure)]
