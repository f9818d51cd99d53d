"""German treebanks as dependencies: sentences worked by hand, with functions on edges, behind a dash or a colon, or without any."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from treecompare.errors import ReadError
from treecompare.readers import parse, read_any, read_content
from treecompare.trees.conversion import explain, head_daughters, to_dependencies, usual_table
from treecompare.trees.head_rules import head_rules, parse_head_rules, shipped
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import Trees

Arcs = list[tuple[str, int, str]]

TUEBA = (
    "(VROOT (SIMPX:-- (VF:- (PX:V-MOD (APPR:- Für) (NX:HD (ART:- die) (ADJX:- (ADJA:HD nächste)) (NN:HD Spielzeit)))) "
    "(LK:- (VXFIN:HD (VAFIN:HD wird))) (MF:- (NX:ON (PPER:HD es)) (ADVX:MOD (PTKNEG:HD nicht)) "
    "(NX:OA (ADJX:- (ADJA:HD große)) (NN:HD Verstärkungen))) (VC:- (VXINF:OV (VVINF:HD geben)))) ($.:-- .))\n"
)
VERB_LAST = (
    "(SIMPX (C (KOUS:- weil)) (MF:- (NX:ON (NX:KONJ (NE:HD Ann)) (KON:- und) (NX:KONJ (NE:HD Bob))) "
    "(NX:OA (NX:HD (ART:- das) (NN:HD Buch)) (R-SIMPX:- (C:- (NX:OA (PRELS:HD das))) (MF:- (NX:ON (PPER:HD sie))) "
    "(VC:- (VXFIN:HD (VVFIN:HD lasen))))) (PX:OPP (APPR:- auf) (NX:HD (NN:HD Papier)))) "
    "(VC:- (VXINF:OV (VVPP:HD gedruckt)) (VXFIN:HD (VAFIN:HD hatten))))\n"
)
CROSSING = """#BOS 1
Darüber\t--\tPROAV\t--\tOP\t501
muss\t--\tVMFIN\t--\tHD\t502
man\t--\tPIS\t--\tSB\t502
in\t--\tAPPR\t--\tAC\t500
der\t--\tART\t--\tNK\t500
Stadt\t--\tNN\t--\tNK\t500
,\t--\t$,\t--\t--\t0
im\t--\tAPPRART\t--\tAC\t504
Land\t--\tNN\t--\tNK\t504
und\t--\tKON\t--\tCD\t503
daheim\t--\tADV\t--\tCJ\t503
nachdenken\t--\tVVINF\t--\tHD\t501
.\t--\t$.\t--\t--\t0
#500\t--\tPP\t--\tCJ\t503
#501\t--\tVP\t--\tOC\t502
#502\t--\tS\t--\t--\t0
#503\t--\tCPP\t--\tMO\t501
#504\t--\tPP\t--\tCJ\t503
#EOS 1
"""


def arcs(trees: Trees, table: str) -> Arcs:
    found = to_dependencies(trees, head_rules(table), True).dependencies[0]
    return list(zip(found.words, found.heads.tolist(), found.relations, strict=True))


def exported(text: str) -> Trees:
    found = read_content(text.encode(), "trees.export")
    assert not found.problems
    return found.trees  # type: ignore[union-attr]


def test_tueba_by_its_edge_labels() -> None:
    assert arcs(parse(TUEBA).trees, "tueba") == [
        ("Für", 4, "-"), ("die", 4, "-"), ("nächste", 4, "-"), ("Spielzeit", 5, "V-MOD"), ("wird", 0, "--"), ("es", 5, "ON"),
        ("nicht", 5, "MOD"), ("große", 9, "-"), ("Verstärkungen", 5, "OA"), ("geben", 5, "OV"), (".", 5, "--"),
    ]  # fmt: skip


def test_tueba_in_foths_scheme() -> None:
    """The preposition heads its phrase; what stands in the fields beside the auxiliary hangs on the full verb, save the subject."""
    assert arcs(parse(TUEBA).trees, "tueba-foth") == [
        ("Für", 10, "PP"), ("die", 4, "DET"), ("nächste", 4, "ATTR"), ("Spielzeit", 1, "PN"), ("wird", 0, "S"),
        ("es", 5, "SUBJ"), ("nicht", 10, "ADV"), ("große", 9, "ATTR"), ("Verstärkungen", 10, "OBJA"), ("geben", 5, "AUX"),
        (".", 5, "--"),
    ]  # fmt: skip
    assert arcs(parse(VERB_LAST).trees, "tueba-foth") == [
        ("weil", 13, "KONJ"), ("Ann", 13, "SUBJ"), ("und", 2, "KON"), ("Bob", 3, "CJ"), ("das", 6, "DET"), ("Buch", 12, "OBJA"),
        ("das", 9, "OBJA"), ("sie", 9, "SUBJ"), ("lasen", 6, "REL"), ("auf", 12, "PP"), ("Papier", 10, "PN"),
        ("gedruckt", 13, "AUX"), ("hatten", 0, "S"),
    ]  # fmt: skip


def as_export(brackets: str) -> str:
    """Brackets with functions behind a colon as export."""
    tree = parse(brackets).trees[0]
    numbers = {node: 500 + place for place, node in enumerate(n for n in range(len(tree)) if tree.sizes[n] > 2)}
    lines, inner = [], []
    for node in range(len(tree)):
        label, _, edge = tree.texts[node].partition(":")
        mother = str(numbers.get(tree.parents[node], 0))
        # a unary node over a tag is a constituent, too, so sizes tell tags from others
        if tree.sizes[node] == 2:
            lines.append(f"{tree.texts[node - 1]}\t--\t{label}\t--\t{edge or '--'}\t{mother}")
        elif tree.sizes[node] > 2:
            inner.append(f"#{numbers[node]}\t--\t{label}\t--\t{edge or '--'}\t{mother}")
    return "\n".join(["#BOS 1", *lines, *inner, "#EOS 1", ""])


@pytest.mark.parametrize("table", ["tueba", "tueba-foth"])
@pytest.mark.parametrize("brackets", [TUEBA, VERB_LAST], ids=["verb second", "verb last"])
def test_labels_on_edges_and_behind_a_colon_are_the_same(table: str, brackets: str) -> None:
    assert arcs(exported(as_export(brackets)), table) == arcs(parse(brackets).trees, table)


def test_tueba_without_edge_labels() -> None:
    """As parsers write it: heads by phrases and parts of speech."""
    bare = (
        "(SIMPX (VF (NX (PPER sie))) (LK (VXFIN (VMFIN will))) (MF (NX (NX (NN Tee)) (KON und) (NX (NN Milch)))) "
        "(VC (VXINF (VVINF trinken))))"
    )
    assert [head for _, head, _ in arcs(parse(bare).trees, "tueba")] == [2, 0, 2, 3, 3, 2]
    foth = arcs(parse(bare).trees, "tueba-foth")
    assert foth[5] == ("trinken", 2, "AUX") and foth[4][1] == 3


def test_discontinuous_trees_in_foths_scheme() -> None:
    """Constituents whose words stand apart have their heads, too; conjuncts hang on each other in a row."""
    assert arcs(exported(CROSSING), "tiger-foth") == [
        ("Darüber", 12, "PP"), ("muss", 0, "S"), ("man", 2, "SUBJ"), ("in", 12, "PP"), ("der", 6, "DET"), ("Stadt", 4, "PN"),
        (",", 2, "--"), ("im", 4, "KON"), ("Land", 8, "PN"), ("und", 8, "KON"), ("daheim", 10, "CJ"), ("nachdenken", 2, "AUX"),
        (".", 2, "--"),
    ]  # fmt: skip
    assert arcs(exported(CROSSING), "tiger") == [
        ("Darüber", 12, "OP"), ("muss", 0, "--"), ("man", 2, "SB"), ("in", 12, "MO"), ("der", 4, "NK"), ("Stadt", 4, "NK"),
        (",", 2, "--"), ("im", 4, "CJ"), ("Land", 8, "NK"), ("und", 4, "CD"), ("daheim", 4, "CJ"), ("nachdenken", 2, "OC"),
        (".", 2, "--"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("(S (NP-SB (ART-NK der) (NN-NK Hut) (NP-AG (ART-NK der) (NN-NK Frau))) (VVFIN-HD gefällt) (PPER-DA ihm))",
         ["DET", "SUBJ", "DET", "GMOD", "S", "OBJD"]),
        ("(S (PPER-SB er) (VVFIN-HD sagt) ($, ,) (S-OC (KOUS-CP dass) (NE-SB Ann) (VVFIN-HD kommt) (PTKNEG-NG nicht)))",
         ["SUBJ", "S", "--", "KONJ", "SUBJ", "OBJC", "ADV"]),
        ("(S (PPER-SB er) (VVFIN-HD fängt) (PTKVZ-SVP an) (VZ-OC (PTKZU-PM zu) (VVINF-HD singen)))",
         ["SUBJ", "S", "AVZ", "PART", "OBJI"]),
        ("(S (NP-MO (ART-NK den) (NN-NK Tag)) (VAFIN-HD ist) (PPER-EP es) (AP-PD (NP-AMS (CARD-NK drei) "
            "(NN-NK Jahre)) (ADJD-HD alt)))",
         ["DET", "ZEIT", "S", "EXPL", "ATTR", "GRAD", "PRED"]),
        ("(S (S-SB (PWS-SB wer) (VVFIN-HD lacht)) (VVFIN-HD weint) (S-MO (KOUS-CP weil) (NP-SB (NN-NK Leute) "
            "(S-RC (PRELS-SB die) (VVFIN-HD reden))) (VVFIN-HD lachen)))",
         ["SUBJ", "SUBJC", "S", "KONJ", "SUBJ", "SUBJ", "REL", "NEB"]),
        ("(NP (PN-NK (NE-PNC Ann) (NE-PNC Lee)) (PP-MNR (APPR-AC aus) (NE-NK Bonn)) (NP-CC (KOKOM-CM wie) (NN-NK Leute)))",
         ["APP", "S", "PP", "PN", "KOM", "KOM"]),
    ],
    ids=["genitive", "clauses", "verbs", "degrees", "relative", "names"],
)  # fmt: skip
def test_relations_of_tiger_in_foths_scheme(text: str, relations: list[str]) -> None:
    assert [relation for _, _, relation in arcs(parse(text + "\n").trees, "tiger-foth")] == relations


def test_both_schemes_are_one() -> None:
    """The same sentence annotated in both ways has the same dependencies."""
    tiger = (
        "(S (VP-OC (PP-MO (APPR-AC für) (ART-NK die) (ADJA-NK nächste) (NN-NK Spielzeit)) (PTKNEG-NG nicht) (NP-OA (ADJA-NK große) "
        "(NN-NK Verstärkungen)) (VVINF-HD geben)) (VAFIN-HD wird) (PPER-SB es))\n"
    )
    tueba = (
        "(SIMPX (VF (PX:V-MOD (APPR:- für) (NX:HD (ART:- die) (ADJX:- (ADJA:HD nächste)) (NN:HD Spielzeit)))) (MF (ADVX:MOD "
        "(PTKNEG:HD nicht)) (NX:OA (ADJX:- (ADJA:HD große)) (NN:HD Verstärkungen))) (VC (VXINF:OV (VVINF:HD geben))) "
        "(LK (VXFIN:HD (VAFIN:HD wird))) (MF (NX:ON (PPER:HD es))))\n"
    )
    assert arcs(parse(tiger).trees, "tiger-foth") == arcs(parse(tueba).trees, "tueba-foth")


def test_both_tables_have_relations_of_one_scheme() -> None:
    known = {
        "S", "SUBJ", "SUBJC", "OBJA", "OBJA2", "OBJC", "OBJD", "OBJG", "OBJI", "PRED", "AUX", "AVZ", "DET", "ATTR", "ADV", "PP",
        "PN", "APP", "GMOD", "GRAD", "KON", "CJ", "KONJ", "NEB", "REL", "PAR", "PART", "EXPL", "ZEIT", "VOK", "KOM", "--",
    }  # fmt: skip
    for table in ("tiger-foth", "tueba-foth"):
        assert {row.relation for row in head_rules(table).relations} <= known


def test_tables_are_chosen_by_labels() -> None:
    assert usual_table(parse(TUEBA).trees) == usual_table(exported(as_export(TUEBA))) == "tueba"
    assert usual_table(exported(CROSSING)) == "tiger"
    assert {"tueba", "tiger-foth", "tueba-foth"} <= set(shipped())


def test_a_real_treebank(shared: Path) -> None:
    """Every edge is a relation, save those of heads: an ellipsis without a verb has its first constituent as head."""
    trees = read_any(str(shared / "data/german-tiger/pcc316.gold.export")).trees
    rules = head_rules("tiger-foth")
    found = to_dependencies(trees, rules)
    assert not found.headless and trees.extras is not None
    column, heads = trees.extras.columns["edge"], head_daughters(trees, rules).tolist()
    edges = Counter(trees.symbols[edge] for node, edge in enumerate(column.tolist()) if edge >= 0 and node not in heads)
    relations = Counter(word for one in found.dependencies for word in one.relations)
    assert relations["SUBJ"] + relations["SUBJC"] == edges["SB"] + edges["SP"] > 400
    assert relations["OBJD"] == edges["DA"] and relations["OBJG"] == edges["OG"] and relations["REL"] == edges["RC"]
    assert relations["PRED"] == edges["PD"] and relations["EXPL"] == edges["EP"] + edges["PH"]
    assert relations["KON"] + relations["CJ"] >= edges["CD"] + edges["CJ"]
    assert relations["_"] < 5 and len(relations) > 25


def test_the_head_is_explained_with_its_edge_labels() -> None:
    trees = terminals(exported(CROSSING), True)
    tree = trees[0]
    node = next(place for place, text in enumerate(tree.texts) if text == "S")
    choice = explain(tree, node, head_rules("tiger"))
    head = tree.children[node][choice.daughter or 0]
    assert tree.texts[head] == "VMFIN" and "-HD" in choice.reason
    assert int(head_daughters(trees, head_rules("tiger"))[node]) == head


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("chain KON", "rules:1: chain: expected two relations, that of conjunctions and that of conjuncts"),
        ("down AUX", "rules:1: down: expected the relation of full verbs and at least one that moves down to them"),
        ("heads nothing", "rules:1: heads 'nothing'; expected collins, "),
        ("separator : :", "rules:1: separator is ': :'; expected one text without blanks"),
        ("[inner]\nNP after X", "rules:2: 'NP after X'; expected 'LABEL mothers after daughters'"),
        ("[inner]\nNP PP after", "rules:2: 'NP PP after'; expected 'LABEL mothers after daughters'"),
        ("[other]", "rules:1: section '[other]'; expected [heads], [relations] or [inner]"),
    ],
)
def test_what_is_wrong_in_a_table_is_told(lines: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        parse_head_rules(f"{lines}\n[heads]\n* left\n")
    assert message in str(caught.value)


def test_a_table_may_have_its_heads_from_a_shipped_one() -> None:
    rules = parse_head_rules("heads collins\n[heads]\nVP right NP\n")
    assert rules.choose("VP", ["VBD", "NP"]).daughter == 1
    assert rules.choose("PP", ["IN", "NP"]).daughter == head_rules("collins").choose("PP", ["IN", "NP"]).daughter


def test_a_phrase_is_put_in_only_over_what_follows() -> None:
    """Not over a single daughter, nor over a second preposition or punctuation at the end."""
    rules = parse_head_rules(
        "punctuation ,\n[heads]\nPP left P\nNP right N\n[relations]\nPUT NP\nIN * under NP\nOUT *\n[inner]\nNP PP after P\n"
    )

    def relations(text: str) -> list[str]:
        return to_dependencies(parse(text + "\n").trees, rules, True).dependencies[0].relations

    assert relations("(PP (X a) (P b) (D c) (N d) (P e) (, f))") == ["OUT", "ROOT", "IN", "PUT", "OUT", "OUT"]
    assert relations("(PP (P b) (N d))") == ["ROOT", "OUT"]
    assert relations("(PP (P b) (PP (P c) (D d) (N e)) (N f))") == ["ROOT", "IN", "IN", "PUT", "PUT"]


def test_what_moves_down_goes_to_the_first_full_verb_and_on() -> None:
    rules = parse_head_rules("down AUX OBJ\n[heads]\n* left V ; left\n[relations]\nAUX VP\nOBJ N\n")
    text = "(S (N a) (V b) (VP (V c) (VP (V d))) (VP (V e)))\n"
    found = to_dependencies(parse(text).trees, rules, True).dependencies[0]
    assert list(zip(found.words, found.heads.tolist(), strict=True)) == [
        ("a", 4),
        ("b", 0),
        ("c", 2),
        ("d", 3),
        ("e", 2),
    ]
