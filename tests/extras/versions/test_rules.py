"""Rules: the search against one without bounds, its ties, families, what is explained and what was forgotten."""

from __future__ import annotations

import random
from itertools import combinations
from unicodedata import normalize

import pytest

from tests.conftest import stride
from tests.extras.versions.made import bank, changed
from treecompare.errors import Cancelled
from treecompare.extras.versions import atoms
from treecompare.extras.versions import rules as module
from treecompare.extras.versions.atoms import ANY, ATTRIBUTES, Atom, Atoms, Condition, Conditions
from treecompare.extras.versions.edits import DependencyChanges, changes_between
from treecompare.extras.versions.rules import Effect, Family, Rule, Rules, Search, effects, find_rules
from treecompare.extras.versions.version import Watch

Chosen = tuple[int, int, int, Effect, tuple[Condition, ...]]


def told(found: Rules) -> list[tuple[str, str, int, int, int, int]]:
    return [
        (one.conditions_told, one.effect_told, len(one.covered), len(one.left_over), len(one.otherwise), one.gain)
        for one in found.families
    ]


def slow(changes: DependencyChanges) -> list[Chosen]:
    """All rules by trying out everything, straight from the definition: gain (negative), sizes, effect, conditions."""
    atoms = Atoms.of(changes)
    conditions = Conditions(atoms)
    words = range(len(atoms.words))
    holding = {word: {conditions.conditions[one] for one in conditions.of_word(word)} for word in words}
    explained: set[tuple[tuple[str, str], int]] = set()
    chosen: list[Chosen] = []
    while True:
        best: Chosen | None = None
        for effect in effects(atoms):
            right = {word for word, is_right in enumerate(atoms.right(effect)) if is_right}
            new = {
                word: sum(word in atoms.has[atom] and (atom.slot, word) not in explained for atom in effect)
                for word in right
            }
            can = [word for word in right if new[word]]
            for one in conditions.absent(effect):
                for word in words:
                    if conditions.mask(conditions.conditions[one])[word]:
                        holding[word].add(conditions.conditions[one])
            keys = {(atom.layer, atom.key) for atom in effect}
            usable = [
                one
                for one in {one for word in can for one in holding[word]}
                if sum(one in holding[word] for word in can) >= 2
                and (one.value != "_" or not one.key or (one.name.partition(".")[0], one.key) in keys)
            ]
            vague = effect[0].value == ANY
            for size in range(4):
                for some in combinations(sorted(usable), size):
                    where = [word for word in words if holding[word].issuperset(some)]
                    explains = [word for word in where if word in right and new[word]]
                    wrong = sum(word not in right for word in where)
                    total = sum(new[word] for word in explains)
                    fixed, per_atom = (1, 2) if vague else (2 * len(effect), 3)
                    gain = per_atom * total - 1 - 2 * size - fixed - 3 * len(effect) * wrong
                    candidate = (-gain, size, len(effect), effect, some)
                    if len(explains) >= 2 and gain > 0 and (best is None or candidate < best):
                        best = candidate
        if best is None:
            return chosen
        chosen.append(best)
        right_there = atoms.right(best[3])
        for word in words:
            if holding[word].issuperset(best[4]) and right_there[word]:
                explained.update((atom.slot, word) for atom in best[3] if word in atoms.has[atom])


# the last ones have rules of equal gain, of which the one with fewer conditions is chosen
@pytest.mark.parametrize("seed", [*range(0, 12, stride(12)), 35, 959])
def test_no_bound_loses_a_rule(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(module, "_PART", 0b11111111)
    monkeypatch.setattr(atoms, "MOST_BITS", 20)
    chance = random.Random(seed)

    def word(number: int, size: int, changes: bool) -> str:
        form = "abcdefg"[number]
        head = (number + 2) % (size + 1)
        relation = chance.choice(["x", "y"] if not changes else ["x", "y", "x:s"])
        feats = chance.choice(["_", "A=1", "A=2"] if not changes else ["A=1", "A=2"])
        return f"{form}/{head}/{relation} UPOS:{chance.choice('NV')} FEATS:{feats} MISC:{chance.choice(['_', 'A=1'])}"

    sizes = [chance.randint(2, 4) for _ in range(4)]
    sides = [
        [f"# sent_id = {n}; " + " ".join(word(one, size, side) for one in range(size)) for n, size in enumerate(sizes)]
        for side in (False, True)
    ]
    changes = changes_between(bank(*sides[0]), bank(*sides[1]))
    quick = [
        (-one.gain, len(one.conditions), len(one.effect), one.effect, one.conditions)
        for one in Search(Atoms.of(changes)).rules()
    ]
    assert quick == slow(changes)


def sentences(*words: str) -> list[str]:
    return [f"# sent_id = {number}; {word}" for number, word in enumerate(words)]


def test_a_rule_and_where_it_was_forgotten() -> None:
    base = sentences(*["not/0/root UPOS:ADV"] * 6, *["so/0/root UPOS:ADV"] * 6)
    head = sentences(*["not/0/root UPOS:PART"] * 5, "not/0/root UPOS:ADV", *["so/0/root UPOS:ADV"] * 6)
    found = find_rules(changed(base, head))
    assert told(found) == [("LEMMA=not", "UPOS: ADV -> PART", 5, 1, 0, 7)]
    assert found.families[0].explained == 5 and found.families[0].is_open and not found.families[0].is_vague


def test_what_was_changed_otherwise_is_not_forgotten() -> None:
    base = sentences(*["not UPOS:ADV"] * 10, *["so UPOS:ADV"] * 9)
    head = sentences(*["not UPOS:PART"] * 9, "not UPOS:X", *["so UPOS:ADV"] * 9)
    assert told(find_rules(changed(base, head))) == [("LEMMA=not", "UPOS: ADV -> PART", 9, 0, 1, 19)]


def test_only_the_composition_of_characters_changed() -> None:
    words = [f"{one}/0/root" for one in ("Caf\u00e9", "fr\u00fch", "x", "B\u00e4r")]
    base, head = sentences(*words), sentences(*(normalize("NFD", one) for one in words))
    assert [one[:4] for one in told(find_rules(changed(base, head)))] == [
        ("(always)", "FORM: * -> NFD(FORM)", 3, 0), ("(always)", "LEMMA: * -> NFD(LEMMA)", 3, 0),
    ]  # fmt: skip
    assert {one[1] for one in told(find_rules(changed(head, base)))} == {
        "FORM: * -> NFC(FORM)", "LEMMA: * -> NFC(LEMMA)",
    }  # fmt: skip


def test_a_value_that_was_there_already_is_right() -> None:
    base = sentences(*["not UPOS:ADV"] * 3, "not UPOS:PART")
    head = sentences(*["not UPOS:PART"] * 4)
    assert told(find_rules(changed(base, head))) == [("(always)", "UPOS: ADV -> PART", 3, 0, 0, 6)]


def test_functions_of_base() -> None:
    base = sentences(
        "Anna/0/root LEMMA:anna FEATS:_ MISC:E=1", "Bert/0/root LEMMA:bert MISC:E=2", "Carl/0/root LEMMA:carl MISC:E=3"
    )
    head = sentences(
        "Anna/0/root LEMMA:Anna FEATS:E=1", "Bert/0/root LEMMA:Bert FEATS:E=2", "Carl/0/root LEMMA:Carl FEATS:E=3"
    )
    rules = {effect for _, effect, *_ in told(find_rules(changed(base, head)))}
    assert rules == {"FEATS.E: _ -> MISC.E; MISC.E: * -> _", "LEMMA: * -> FORM"}
    relations = find_rules(changed(
        sentences("a/2/x:t b/0/root", "a/2/y:t b/0/root", "a/2/z:t b/0/root"),
        sentences("a/2/x:u b/0/root", "a/2/y:u b/0/root", "a/2/z:u b/0/root"),
    ))  # fmt: skip
    assert told(relations)[0][:2] == ("SUB=t", "DEPREL: * -> ~:u")


def test_a_family_varies_one_attribute() -> None:
    base = sentences(*["not UPOS:ADV"] * 3, *["nor UPOS:ADV"] * 4, *["so UPOS:ADV"] * 9)
    head = sentences(*["not UPOS:PART"] * 3, *["nor UPOS:PART"] * 4, *["so UPOS:ADV"] * 9)
    found = find_rules(changed(base, head))
    assert told(found) == [("LEMMA in {nor, not}", "UPOS: ADV -> PART", 7, 0, 0, 7 + 4)]
    assert found.families[0].share == 1.0


def test_has_is_never_varied() -> None:
    effect = (Atom("UPOS", "-", "=X"),)
    for name, taken in (("HAS", False), ("LEMMA", True)):
        rules = [Rule((Condition(ATTRIBUTES.index(name), "", value),), effect, 1, (), ()) for value in "ab"]
        assert Family([rules[0]]).takes(rules[1]) is taken


@pytest.mark.parametrize(("number", "is_open"), [(2, False), (3, True)])
def test_rules_with_a_gain_above_two_are_told(number: int, is_open: bool) -> None:
    rule = Rule((), (Atom("UPOS", "-", "=X"),), number, (), ())
    assert Family([rule]).is_open is is_open


def test_all_exact_atoms_of_a_word_are_an_effect_if_they_are_three_to_six() -> None:
    for number, is_one in ((3, True), (6, True), (7, False)):
        keys = "ABCDEFG"[:number]
        atoms = Atoms.of(changed(["a", "b"], [f"{one} FEATS:{'|'.join(f'{key}=1' for key in keys)}" for one in "ab"]))
        sizes = {len(effect) for effect in effects(atoms)}
        assert sizes == ({1, 2, number} if is_one else {1, 2})


def test_equal_gains_take_fewer_conditions_and_the_first_in_order() -> None:
    # UPOS, LEMMA, XPOS and FORM are all as good: the first attribute in the order is chosen
    base = sentences(*["a/0/root UPOS:N XPOS:n FEATS:_"] * 3, *["b/0/root UPOS:V XPOS:v"] * 3)
    head = sentences(*["a/0/root UPOS:N XPOS:n FEATS:K=1"] * 3, *["b/0/root UPOS:V XPOS:v"] * 3)
    assert told(find_rules(changed(base, head))) == [("UPOS=N", "FEATS.K: _ -> 1", 3, 0, 0, 4)]


def test_whether_there_is_a_key_is_a_condition_only_if_it_changed_anywhere() -> None:
    others = [f"{one} UPOS:N" for one in "pqrstuvwy"]
    base = sentences(*[f"{one} UPOS:N MISC:G={one}" for one in "abcdefgh"], *others)
    head = [one.replace("UPOS:N MISC", "UPOS:V MISC") for one in base]
    assert not find_rules(changed(base, head)).families
    base, head = [*base, "# sent_id = x; z MISC:G=z"], [*head, "# sent_id = x; z"]
    (first, *_) = told(find_rules(changed(base, head)))
    assert first[:2] == ("UPOS=N & MISC.G=+", "UPOS: N -> V")


def test_a_vague_rule_offers_nothing_as_forgotten() -> None:
    values = "pqrstu"
    base = sentences(*[f"a MISC:K={one}" for one in values], "a MISC:K=z", *["a"] * 5)
    head = sentences(*[f"a MISC:K={one}{one}" for one in values], "a MISC:K=z", *["a"] * 5)
    (family,) = find_rules(changed(base, head)).families
    assert (family.conditions_told, family.effect_told, len(family.left_over)) == ("MISC.K=+", "MISC.K: * -> *", 1)
    assert family.is_vague


def test_what_follows_is_explained_with_the_head_that_yields() -> None:
    base = ["The/2/det President/4/nsubj Bush/2/flat spoke/0/root", "A/2/det President/4/nsubj Ford/2/flat ran/0/root",
            "No/2/det President/4/nsubj Taft/2/flat sang/0/root"]  # fmt: skip
    head = ["The/3/det President/3/nmod:desc Bush/4/nsubj spoke/0/root", "A/3/det President/3/nmod:desc Ford/4/nsubj ran/0/root",
            "No/3/det President/3/nmod:desc Taft/4/nsubj sang/0/root"]  # fmt: skip
    changes = changed(base, head)
    found = find_rules(changes)
    assert told(found)[0][1] == "DEPREL: nsubj -> nmod:desc; HEAD: daughter"
    assert found.in_reach == 9 and len(found.explained) == 9
    assert found.families[0].explained == 9


def test_a_few_edits_with_nothing_in_common_give_no_rule() -> None:
    found = find_rules(changed(sentences("a UPOS:N", "b XPOS:V"), sentences("a UPOS:X", "b XPOS:Y")))
    assert not found.families and found.in_reach == 2


WORDS = (
    "The/2/det UPOS:DET XPOS:DT FEATS:A=1 dog/3/nsubj:x UPOS:NOUN MISC:A=2|Flag barks/0/root FEATS:A=1|B=2,3 so/3/advmod MISC:B=+",
    "The/2/det ^/0/root FEATS:B=2,3 $/2/punct XPOS:$",
    "DOG/9/dep MISC:SpaceAfter=No",
)


def test_what_holds_of_a_word_holds_of_it_among_all() -> None:
    # one feature changes, so that there is also a condition that it is there
    changes = changed(list(WORDS), [one.replace("FEATS:A=1", "FEATS:A=7") for one in WORDS])
    conditions = Conditions(Atoms.of(changes))
    of_words = [set(conditions.of_word(word)) for word in range(len(conditions.words))]
    names = {conditions.conditions[one].name for one in set().union(*of_words)}
    assert names == {
        "DEPREL", "SUB", "UPOS", "LEMMA", "XPOS", "FORM", "FEATS.A", "FEATS.B", "MISC.A", "MISC.B", "MISC.Flag", "MISC.SpaceAfter",
        "M.UPOS", "M.LEMMA", "M.DEPREL", "SIDE", "HAS", "PREV", "NEXT",
    }  # fmt: skip
    for one in sorted(set().union(*of_words)):
        condition = conditions.conditions[one]
        holding = [word for word, known in enumerate(of_words) if one in known]
        assert conditions.mask(condition).nonzero()[0].tolist() == holding, condition
        assert conditions.bits(one) == sum(1 << word for word in holding)
    (absent,) = conditions.absent([Atom("FEATS", "A", "=7")])
    there = next(one for one in conditions.conditions if one.name == "FEATS.A" and one.value == "+")
    assert (conditions.mask(there) ^ conditions.mask(conditions.conditions[absent])).all()


def values(changes: DependencyChanges) -> list[str]:
    """The values of all atoms of the first word that are neither exact nor ANY."""
    return sorted(atom.value for atom in Atoms.of(changes).has if not atom.is_exact and atom.value != ANY)


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("Dog LEMMA:x", "Dog LEMMA:dog", ["lower(FORM)"]),
        ("Dog LEMMA:DOG", "Dog LEMMA:dog", ["lower(FORM)", "lower(LEMMA)"]),
        ("Dog LEMMA:dOG", "Dog LEMMA:Dog", ["FORM", "title(LEMMA)"]),
        ("a/2/x:s b/0/y", "a/2/x b/0/y", ["~"]),
        ("a/2/x:s b/0/y", "a/2/x:t b/0/y", ["~:t"]),
        ("a/2/x b/0/y", "a/2/y b/0/y", ["M.DEPREL"]),
        ("a FEATS:K=1 MISC:K=2", "a FEATS:K=2 MISC:K=2", ["MISC.K"]),
        ("a FEATS:K=1 MISC:K=2", "a FEATS:K=1 MISC:K=1", ["FEATS.K"]),
    ],
)
def test_functions_by_which_values_are_made(base: str, head: str, expected: list[str]) -> None:
    assert values(changed(base, head)) == expected


@pytest.mark.parametrize(
    ("atom", "words", "right"),
    [
        (Atom("LEMMA", "-", "lower(FORM)"), "Dog LEMMA:dog Dog LEMMA:Dog", [True, False]),
        (Atom("LEMMA", "-", "lower(FORM)"), "Ox LEMMA:y Ex LEMMA:ex Ox LEMMA:ox", [False, True, True]),
        (Atom("LEMMA", "-", "title(LEMMA)"), "a LEMMA:Dog a LEMMA:dog", [True, False]),
        (Atom("DEPREL", "-", "M.DEPREL"), "a/2/x b/0/x c/2/y", [True, False, False]),
        (Atom("DEPREL", "-", "M.DEPREL"), "a/0/x b/1/x c/1/y", [False, True, False]),
        (Atom("DEPREL", "-", "~"), "a/2/x b/0/x:s", [True, False]),
        (Atom("DEPREL", "-", "~:s"), "a/2/x b/0/x:s", [False, True]),
        (Atom("DEPREL", "-", "=x"), "a/2/x b/0/x:s", [True, False]),
        (Atom("FEATS", "K", "MISC.K"), "a FEATS:K=1 MISC:K=1 b MISC:K=1 c", [True, False, True]),
        (Atom("FEATS", "K", "=_"), "a FEATS:K=1 b FEATS:J=1", [False, True]),
        (Atom("MISC", "K", "=1"), "a MISC:K=1 b MISC:K=2", [True, False]),
        (Atom("UPOS", "-", "=Z"), "a UPOS:Y b UPOS:Z", [False, True]),
        (Atom("UPOS", "-", "=Q"), "a UPOS:Y b UPOS:Z", [False, False]),
        (Atom("UPOS", "-", ANY), "a UPOS:Y b UPOS:Z", [False, False]),
        (Atom("HEAD", "-", "up"), "a/2/x b/0/y", [False, False]),
    ],
)
def test_what_is_right_already(atom: Atom, words: str, right: list[bool]) -> None:
    assert Atoms.of(changed(words, words)).right((atom,)).tolist() == right


def test_what_changed_otherwise_is_not_right_though_the_value_was_there() -> None:
    found = Atoms.of(changed("a UPOS:Y b UPOS:Y", "a UPOS:Z b UPOS:Y"))
    assert found.right((Atom("UPOS", "-", "=Y"),)).tolist() == [False, True]
    assert found.right((Atom("UPOS", "-", "=Z"),)).tolist() == [True, False]


def test_edges_are_atoms_by_what_happened_to_them() -> None:
    found = changed("a/2/q DEPS:2:x|3:y b/0/root DEPS:2:v c/2/q", "a/2/q DEPS:2:z|2:y b/0/root DEPS:3:w|3:u c/2/q")
    assert {atom.value for atom in Atoms.of(found).has} == {"x>z", "head of y", "-v", "+w", "+u"}


def test_effects_are_of_two_words_at_least() -> None:
    base = sentences("a/0/root UPOS:N XPOS:n LEMMA:p FEATS:K=1", "b/0/root UPOS:N XPOS:n LEMMA:q FEATS:K=1", "c XPOS:n")
    head = sentences("a/0/root UPOS:V XPOS:v LEMMA:P FEATS:_", "b/0/root UPOS:V XPOS:v LEMMA:Q FEATS:_", "c XPOS:w")
    found = {
        " ".join(f"{atom.name}{atom.value}" for atom in effect) for effect in effects(Atoms.of(changed(base, head)))
    }
    assert "UPOS=V XPOS=v" in found and "FEATS.K=_ UPOS=V" in found and "LEMMAtitle(LEMMA) UPOS=V" in found
    assert not any("XPOS=w" in one or "LEMMA=P" in one for one in found) and "XPOS*" in found
    # all exact atoms of one word are four here, one of them its own
    assert max(len(effect) for effect in effects(Atoms.of(changed(base, head)))) == 2


def test_the_search_is_bounded_and_says_so() -> None:
    base = sentences(*(f"not UPOS:ADV w{number} XPOS:A{number % 3}" for number in range(12)))
    head = sentences(*(f"not UPOS:PART w{number} XPOS:B{number % 3}" for number in range(12)))
    changes = changed(base, head)
    whole, none = find_rules(changes), find_rules(changes, most_steps=1)
    assert whole.is_complete and whole.families
    assert not none.is_complete and not none.families and not none.explained and none.in_reach == whole.in_reach
    # what is found before the bound is what is found without it
    effects = [family.effect for family in whole.families]
    some = next(found for most in range(0, 100_000, 20) if (found := find_rules(changes, most_steps=most)).families)
    assert not some.is_complete and some.families[0].effect in effects


def test_who_watches_is_told_how_far_it_is_and_may_end_it() -> None:
    base = sentences(*(f"not UPOS:ADV w{number}" for number in range(4)))
    head = sentences(*(f"not UPOS:PART w{number}" for number in range(4)))
    told: list[tuple[str, float]] = []
    watch = Watch(lambda doing, share: told.append((doing, share)))
    find_rules(changes_between(bank(*base), bank(*head), watch), watch)
    assert told[0][0] == "pairing sentences"
    rules = [(doing, share) for doing, share in told if doing.startswith("looking for rules")]
    assert rules[0][0] == "looking for rules (0 found)" and rules[-1][0] == "looking for rules (1 found)"
    assert all(0 <= share <= 1 for _, share in told) and rules[0][1] < rules[-1][1]

    stop = Watch()
    stop.flag[0] = 1
    with pytest.raises(Cancelled):
        changes_between(bank(*base), bank(*head), stop)
    with pytest.raises(Cancelled):
        find_rules(changed(base, head), stop)
