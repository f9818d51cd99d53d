"""Rules and edits in words."""

from __future__ import annotations

import pytest

from tests.extras.versions.made import changed
from treecompare.extras.versions.atoms import ATTRIBUTES, Atom, Condition
from treecompare.extras.versions.rules import Family, Rule
from treecompare.extras.versions.wording import conditions_in_words, edit_in_words, edits_in_words, effect_in_words


def family(*conditions: str, effect: tuple[tuple[Atom, str], ...] = ((Atom("UPOS", "-", "=X"), "*"),)) -> Family:
    """``UPOS=NOUN``; several values of one attribute by ``|``."""
    parts = [one.partition("=") for one in conditions]
    several = max((value.count("|") + 1 for _, _, value in parts), default=1)
    rules = []
    for number in range(several):
        made = []
        for name, _, value in parts:
            attribute, _, key = name.partition(".") if not name.startswith("M.") else (name, "", "")
            values = value.split("|")
            made.append(Condition(ATTRIBUTES.index(attribute), key, values[number] if len(values) > 1 else value))
        rules.append(Rule(tuple(made), tuple(atom for atom, _ in effect), 1, (), ()))
    found = Family(rules[:1], before=[old for _, old in effect])
    assert all(found.takes(rule) for rule in rules[1:])
    return found


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ((), "everywhere"),
        (("UPOS=NOUN", "LEMMA=year|month"), "where NOUN lemma “year” or “month”"),
        (("LEMMA=a|b|c",), "where lemma “a”, “b” or “c”"),
        (("DEPREL=obl", "FEATS.Number=Sing", "HAS=nummod"), "where obl with Number=Sing with a dependent nummod"),
        (("DEPREL=nummod", "UPOS=NUM"), "where NUM that is nummod"),
        (("SUB=npmod",), "where a word with the subtype npmod"),
        (("SUB=_", "UPOS=X"), "where X without a subtype"),
        (("M.UPOS=NOUN", "SIDE=left"), "where a word left of its head (NOUN)"),
        (("M.UPOS=NOUN", "M.DEPREL=nmod", "XPOS=CD"), "where CD whose head is NOUN that is nmod"),
        (("M.LEMMA=be", "FORM=it"), "where “it” whose head is lemma “be”"),
        (("SIDE=root", "UPOS=VERB"), "where VERB that is the root"),
        (("PREV=^|the", "UPOS=X"), "where X after “the” or at the beginning of the sentence"),
        (("NEXT=$",), "where a word at the end of the sentence"),
        (("FEATS.ExtPos=+", "MISC.A=_", "MISC.B=1"), "where a word with ExtPos and B=1 in MISC without A in MISC"),
        (("HAS=det", "HAS=case"), "where a word with a dependent det and case"),
        (("LEMMA=a|b|c|d|e|f|g|h|i|j",), "where lemma “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h” or 2 others"),
    ],
)
def test_where_a_rule_holds(conditions: tuple[str, ...], expected: str) -> None:
    assert conditions_in_words(family(*conditions)) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ((Atom("DEPREL", "-", "=det:poss"), "nmod:poss"), "where PRON with Case=Gen"),
        ((Atom("DEPREL", "-", "=det:poss"), "*"), "where PRON that is nmod:poss with Case=Gen"),
        ((Atom("FEATS", "Case", "=Nom"), "Gen"), "where PRON that is nmod:poss"),
    ],
)
def test_what_the_effect_says_is_not_said_again(effect: tuple[Atom, str], expected: str) -> None:
    made = family("UPOS=PRON", "DEPREL=nmod:poss", "FEATS.Case=Gen", effect=(effect,))
    assert conditions_in_words(made) == expected


@pytest.mark.parametrize(
    ("atom", "old", "expected"),
    [
        (Atom("DEPREL", "-", "=compound"), "amod", "DEPREL amod → compound"),
        (Atom("DEPREL", "-", "=compound"), "*", "DEPREL → compound"),
        (Atom("DEPREL", "-", "~:unmarked"), "*", "DEPREL → the same with the subtype unmarked"),
        (Atom("DEPREL", "-", "~"), "*", "DEPREL → without its subtype"),
        (Atom("DEPREL", "-", "M.DEPREL"), "x", "DEPREL x → the relation of its head"),
        (Atom("DEPREL", "-", "*"), "x", "DEPREL x → another value"),
        (Atom("LEMMA", "-", "lower(FORM)"), "*", "LEMMA → the form in lower case"),
        (Atom("FEATS", "ExtPos", "=ADV"), "_", "FEATS + ExtPos=ADV"),
        (Atom("FEATS", "ExtPos", "=_"), "ADV", "FEATS − ExtPos=ADV"),
        (Atom("MISC", "ExtPos", "=_"), "*", "MISC − ExtPos"),
        (Atom("FEATS", "Number", "=Plur"), "Ptan", "FEATS Number: Ptan → Plur"),
        (Atom("FEATS", "ExtPos", "MISC.ExtPos"), "_", "FEATS + ExtPos=what ExtPos is in MISC"),
        (Atom("MISC", "Entity", "*"), "_", "MISC + Entity"),
        (Atom("MISC", "Entity", "*"), "*", "MISC Entity changed"),
        (Atom("MISC", "Entity", "*"), "x", "MISC Entity=x changed"),
        (Atom("HEAD", "-", "up"), "", "HEAD to the head of its head"),
        (Atom("DEPS", "-", "+nsubj"), "", "DEPS + nsubj"),
        (Atom("DEPS", "-", "-nsubj"), "", "DEPS − nsubj"),
        (Atom("DEPS", "-", "obl>obl:x"), "", "DEPS obl → obl:x"),
        (Atom("DEPS", "-", "head of obl"), "", "DEPS head of obl"),
    ],
)
def test_what_a_rule_does(atom: Atom, old: str, expected: str) -> None:
    assert effect_in_words(family(effect=((atom, old),))) == expected


def test_several_things_that_a_rule_does() -> None:
    effect = ((Atom("DEPREL", "-", "=list"), "nummod"), (Atom("HEAD", "-", "up"), ""))
    said = effect_in_words(family(effect=effect))
    assert said == "DEPREL nummod → list, HEAD to the head of its head"
    assert [one.text for one in said.pieces if one.look == "small"] == ["DEPREL", "HEAD"]


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("a UPOS:N", "a UPOS:V", "UPOS N → V"),
        ("a XPOS:N", "a XPOS:_", "XPOS − N"),
        ("a FEATS:K=1", "a FEATS:K=2", "FEATS K: 1 → 2"),
        ("a MISC:K=1", "a", "MISC − K=1"),
        ("a", "a MISC:Flag", "MISC + Flag"),
        ("a/2/x b/0/r c/2/x", "a/3/y b/0/r c/2/x", "HEAD+DEPREL 2:b x → 3:c y (sister)"),
        ("a/2/x b/0/r", "a/2/x:s b/0/r", "DEPREL x → x:s"),
        ("We see # tag", "We see #tag", "WORDS # tag → #tag"),
        ("We see", "We see it", "WORDS + it"),
        ("a DEPS:0:x", "a DEPS:0:y", "DEPS 0:root x → 0:root y"),
        ("a DEPS:0:x", "a DEPS:_", "DEPS − 0:root x"),
    ],
)
def test_edits(base: str, head: str, expected: str) -> None:
    (edit,) = [one for one in changed(base, head).edits if one.layer != "DEPS.mirror"]
    assert edit_in_words(edit) == expected


def test_the_first_of_many_edits() -> None:
    edits = changed("a LEMMA:a UPOS:b XPOS:c", "a LEMMA:x UPOS:y XPOS:z").edits
    assert edits_in_words(edits, most=2) == "LEMMA a → x, UPOS b → y, 1 more"
