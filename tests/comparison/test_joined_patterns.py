"""Joined patterns: what they find is what a search over all choices of nodes finds; figures of the issue's own count."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from tests.trees.test_word_patterns import depends
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, UsageError
from treecompare.trees import joined_patterns

LABELS = ("A", "B", "C")


# -- constituents, found by trying all nodes -------------------------------------------------------------------------------


@dataclass
class Branch:
    """A node of a tree as the search without columns has it."""

    label: str
    daughters: list[Branch] = field(default_factory=list)
    mother: Branch | None = None
    characters: frozenset[str] = frozenset()

    def below(self) -> list[Branch]:
        return [found for one in self.daughters for found in (one, *one.below())]


def grown(draw: random.Random, words: list[str]) -> Branch:
    """A random tree; every word has a tag of its own, so that cut words change nothing above them."""
    if len(words) == 1 and draw.random() < 0.7:
        return Branch("T", [Branch(words[0])])
    cuts = sorted(draw.sample(range(1, len(words)), min(draw.randint(0, 2), len(words) - 1)))
    limits = itertools.pairwise([0, *cuts, len(words)])
    parts = [words[first:last] for first, last in limits]
    if len(parts) == 1 and draw.random() < 0.6:
        parts = [[word] for word in words]
    daughters = [Branch("T", [Branch(part[0])]) if len(part) == 1 else grown(draw, part) for part in parts]
    return Branch(draw.choice(LABELS), daughters)


def crossed(draw: random.Random, words: list[str]) -> Branch:
    """The same with words that stand elsewhere in the sentence; daughters stand in the order of their first words."""
    order = list(words)
    for _ in range(draw.randint(1, 2)):
        one, other = draw.randrange(len(words)), draw.randrange(len(words))
        order[one], order[other] = order[other], order[one]
    tree = grown(draw, order)
    for branch in (tree, *tree.below()):
        branch.daughters.sort(key=lambda one: min(map(words.index, leaves(one))))
    return tree


def leaves(branch: Branch) -> list[str]:
    return [found for one in branch.daughters for found in leaves(one)] if branch.daughters else [branch.label]


def brackets(branch: Branch, words: list[str] | None = None) -> str:
    """``words``: the sentence, if the brackets are to be discontinuous."""
    if not branch.daughters:
        return branch.label if words is None else f"{words.index(branch.label)}={branch.label}"
    return f"({branch.label} {' '.join(brackets(one, words) for one in branch.daughters)})"


def prepared(branch: Branch, common: frozenset[str]) -> list[Branch]:
    """All nodes but the words, with their mothers and those of their characters that all trees have."""
    own = set(branch.label) if not branch.daughters else set()
    for one in branch.daughters:
        one.mother = branch
        prepared(one, common)
        own |= one.characters
    branch.characters = frozenset(own & common) if branch.daughters else frozenset(branch.label)
    branch.characters = branch.characters & common
    return [one for one in (branch, *branch.below()) if one.daughters]


def order(nodes: list[Branch], text: str) -> dict[int, tuple[int, int]]:
    """First and last character of each node in the text of its own sentence."""

    def span(one: Branch) -> tuple[int, int]:
        words = leaves(one)
        return min(text.index(word) for word in words), max(text.index(word) + len(word) for word in words)

    return {id(one): span(one) for one in nodes}


def stands(relation: str, a: Branch, b: Branch, spans: dict[int, tuple[int, int]]) -> bool:
    """Whether a relation holds, from its meaning."""
    (a_begin, a_end), (b_begin, b_end) = spans[id(a)], spans[id(b)]
    sisters = a.mother is not None and a.mother is b.mother and a is not b
    place = {id(one): number for number, one in enumerate(a.mother.daughters)} if a.mother is not None else {}
    if relation[0] == ">":
        return stands(relation.replace(">", "<"), b, a, spans)
    return {
        "<": lambda: b.mother is a,
        "<<": lambda: any(one is b for one in a.below()),
        "<1": lambda: b.mother is a and a.daughters[0] is b,
        "<-": lambda: b.mother is a and a.daughters[-1] is b,
        "<:": lambda: b.mother is a and len(a.daughters) == 1,
        "<<,": lambda: any(one is b for one in a.below()) and a_begin == b_begin,
        "<<-": lambda: any(one is b for one in a.below()) and a_end == b_end,
        "$": lambda: sisters,
        "$.": lambda: sisters and place[id(a)] + 1 == place[id(b)],
        "$,": lambda: sisters and place[id(a)] - 1 == place[id(b)],
        "$..": lambda: sisters and place[id(a)] < place[id(b)],
        "$,,": lambda: sisters and place[id(a)] > place[id(b)],
        ".": lambda: a_end == b_begin,
        ",": lambda: b_end == a_begin,
        "..": lambda: a_end <= b_begin,
        ",,": lambda: b_end <= a_begin,
    }[relation]()


RELATIONS = (
    "<", ">", "<<", ">>", "<1", ">1", "<-", "<:", "<<,", ">>,", "<<-", ">>-", "$", "$.", "$,", "$..", "$,,", ".", ",", "..", ",,",
)  # fmt: skip


@dataclass
class Clause:
    """A part of a pattern: a node (label, variable) and others (relation, label, variable) it is related to; label "" refers."""

    side: str
    node: tuple[str, str]
    others: list[tuple[str, str, str]]
    is_negated: bool = False

    @property
    def text(self) -> str:
        def named(label: str, variable: str) -> str:
            return f"{label}={variable}" if label and variable else label or variable

        others = " ".join(f"{relation} {named(label, variable)}" for relation, label, variable in self.others)
        return f"{'!' if self.is_negated else ''}{self.side}: {named(*self.node)} {others}"

    @property
    def named(self) -> list[tuple[str, str]]:
        return [(label, name) for label, name in (self.node, *((one, two) for _, one, two in self.others)) if name]


def random_clauses(draw: random.Random, sides: list[str]) -> list[Clause]:
    """A part that captures, and others that refer to it, ask for another label, or are negated."""

    def label() -> str:
        return draw.choice((*LABELS, "A|B", "T"))

    relation = draw.choice(RELATIONS)
    first = Clause(sides[0], (label(), "x"), [(relation, label(), draw.choice(("", "y")))])
    names = [name for _, name in first.named]
    found = [first]
    for side in sides[1:]:
        own = [name for name in names if draw.random() < 0.8] or ["x"]
        node = (draw.choice(("", "", label())), own[0])
        if len(own) > 1:
            others = [(draw.choice(RELATIONS), draw.choice(("", label())), own[1])]
        else:
            others = [(draw.choice(RELATIONS), label(), "")] if draw.random() < 0.7 else []
        found.append(Clause(side, node, others, draw.random() < 0.25))
    return found


def matching(clause: Clause, nodes: list[Branch], spans: dict[int, tuple[int, int]]) -> list[dict[str, Branch]]:
    """All ways in which a part matches."""

    def fits(one: Branch, label: str) -> bool:
        return not label or one.label in label.split("|")

    found: list[dict[str, Branch]] = []
    for focus in nodes:
        if not fits(focus, clause.node[0]):
            continue
        choices = [
            [other for other in nodes if fits(other, label) and stands(relation, focus, other, spans)]
            for relation, label, _ in clause.others
        ]
        for chosen in itertools.product(*choices):
            bound = {clause.node[1]: focus} | {
                name: other for (_, _, name), other in zip(clause.others, chosen, strict=True) if name
            }
            found.append(bound)
    return found


def brute(
    clauses: list[Clause], trees: dict[str, Branch], texts: dict[str, str], common: frozenset[str]
) -> set[tuple[str, ...]]:
    """All hits in one sentence: per hit what identifies the node of each variable in each tree."""
    nodes = {side: prepared(tree, common) for side, tree in trees.items()}
    spans = {side: order(nodes[side], texts[side]) for side in trees}
    ways = [matching(clause, nodes[clause.side], spans[clause.side]) for clause in clauses]
    source: dict[str, str] = {}
    for clause in clauses:
        for label, name in clause.named:
            if label and not clause.is_negated:
                source.setdefault(name, clause.side)

    def agree(bound: dict[tuple[str, str], Branch], clause: Clause, way: dict[str, Branch]) -> bool:
        for label, name in clause.named:
            own = way[name]
            for (other, _), node in bound.items():
                if other == name and (not own.characters or node.characters != own.characters):
                    return False
            if not label and bound[name, source[name]].label != own.label:
                return False
        return True

    hits: list[dict[tuple[str, str], Branch]] = [{}]
    for clause, found in zip(clauses, ways, strict=True):
        if not clause.is_negated:
            hits = [
                {**bound, **{(name, clause.side): node for name, node in way.items()}}
                for bound in hits for way in found if not bound or agree(bound, clause, way)
            ]  # fmt: skip
    for clause, found in zip(clauses, ways, strict=True):
        if clause.is_negated:
            hits = [bound for bound in hits if not any(agree(bound, clause, way) for way in found)]
    return {tuple(sorted(f"{name} {side} {id(node)}" for (name, side), node in bound.items())) for bound in hits}


ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def treebank(path: Path, trees: list[Branch], words: list[list[str]] | None = None) -> str:
    of = words or [None] * len(trees)
    path.write_text("\n".join(brackets(tree, own) for tree, own in zip(trees, of, strict=True)) + "\n", "utf-8")
    return str(path)


def words_of(draw: random.Random, text: str, is_cut: bool, may_lack: bool) -> list[str]:
    """The text in words: letter by letter, or cut anywhere; perhaps without one of them."""
    words = list(text)
    if is_cut:
        cuts = sorted(draw.sample(range(1, len(text)), draw.randint(1, len(text) - 1)))
        words = [text[first:last] for first, last in itertools.pairwise([0, *cuts, len(text)])]
    if may_lack and len(words) > 3 and draw.random() < 0.4:
        del words[draw.randrange(len(words))]
    return words


@pytest.mark.parametrize("is_crossing", [False, True], ids=["whole", "crossing"])
@pytest.mark.parametrize("is_cut", [False, True], ids=["same words", "words that differ"])
def test_hits_are_those_of_a_search_over_all_nodes(tmp_path: Path, is_cut: bool, is_crossing: bool) -> None:
    draw = random.Random(11 + is_cut)
    found = kinds = 0
    for round_ in range(3 // stride(3)):
        texts = ["".join(draw.sample(ALPHABET, draw.randint(5, 9))) for _ in range(25)]
        words = {
            side: [words_of(draw, text, is_cut, is_cut and side != "gold") for text in texts]
            for side in ("gold", "one", "two")
        }
        grow = crossed if is_crossing else grown
        trees = {side: [grow(draw, of) for of in words[side]] for side in words}
        paths = {
            side: treebank(tmp_path / f"{side}{round_}.txt", trees[side], words[side] if is_crossing else None)
            for side in trees
        }
        files = Files(paths["gold"], (("one", paths["one"]), ("two", paths["two"])))
        comparison = opened(open_files(files, Settings(params="none"))).comparison
        for _ in range(40):
            sides = draw.sample(["gold", "one", "two"], draw.choice((2, 2, 3)))
            clauses = random_clauses(draw, sides)
            text = "  ".join(clause.text for clause in clauses)
            hits = comparison.find(comparison.compiled(text), draw.randrange(2))
            for sentence in range(len(texts)):
                has = [set("".join(words[side][sentence])) for side in {*sides, "gold"}]
                common = frozenset(set.intersection(*has))
                wanted = brute(
                    clauses, {side: trees[side][sentence] for side in sides},
                    {side: "".join(words[side][sentence]) for side in sides}, common,
                )  # fmt: skip
                number = int((hits.rows == sentence).sum())
                assert number == len(wanted), (text, sentence, [brackets(trees[side][sentence]) for side in sides])
                assert bool(hits.matches[sentence]) == bool(wanted), text
                found += number
            kinds += len(hits) > 0
    assert found > (75 if is_crossing else 150) // stride(4) and kinds > 20 // stride(4)


# -- dependencies ----------------------------------------------------------------------------------------------------------

WORD_RELATIONS = (
    "<",
    ">",
    "<<",
    ">>",
    ".",
    ",",
    "..",
    ",,",
    "$",
    "$..",
    "$,,",
    "<@L",
    "<@R2-",
    ">@1-2",
    ">@L3",
    "<@-2",
)


def conllu(heads: list[int], labels: list[tuple[str, str]]) -> str:
    rows = [
        f"{number}\tw{number}\tw{number}\t{upos}\tX{upos}\tNumber=Sing\t{head}\t{relation}\t_\t_"
        for number, (head, (upos, relation)) in enumerate(zip(heads, labels, strict=True), 1)
    ]
    return "\n".join(rows) + "\n\n"


def test_hits_in_dependencies_are_those_of_a_search_over_all_words(tmp_path: Path) -> None:
    draw = random.Random(5)
    lengths = [draw.randint(2, 8) for _ in range(30)]
    sides = ("gold", "one", "two")
    heads = {
        side: [
            [draw.choice([one for one in range(size + 1) if one != word]) for word in range(1, size + 1)]
            for size in lengths
        ]
        for side in sides
    }
    labels = {
        side: [[(draw.choice("NV"), draw.choice(("a", "b", "b:c"))) for _ in range(size)] for size in lengths]
        for side in sides
    }
    for side in sides:
        text = "".join(map(conllu, heads[side], labels[side]))
        (tmp_path / f"{side}.conllu").write_text(text, "utf-8")
    paths = [str(tmp_path / f"{side}.conllu") for side in sides]
    comparison = opened(open_files(Files(paths[0], (("one", paths[1]), ("two", paths[2]))))).comparison
    fits = {
        "*": lambda one: True,
        "N": lambda one: one[0] == "N", "b": lambda one: one[1] in ("b", "b:c"),
        "b:c": lambda one: one[1] == "b:c",
        "a&V": lambda one: one == ("V", "a"), "upos!=V": lambda one: one[0] != "V",
        "XV|a": lambda one: one[0] == "V" or one[1] == "a",
        "Number=Sing": lambda one: True, "Number=Plur": lambda one: False, "x": lambda one: True,
    }  # fmt: skip
    found = 0
    for _ in range(150):
        first, second = draw.sample(sides, 2)
        label, other, third = (draw.choice([*fits][:-1]) for _ in range(3))
        relations = draw.choice(WORD_RELATIONS), draw.choice(WORD_RELATIONS)
        asked = draw.choice(("x", "x", f"{third}=x"))
        sign = draw.choice(("", "", "!"))
        text = f"{first}: {label}=x {relations[0]} {other}  {sign}{second}: {asked} {relations[1]} {third}"
        hits = comparison.find(comparison.compiled(text), 0)
        wanted = []
        for sentence, size in enumerate(lengths):
            for word in range(1, size + 1):
                is_hit = fits[label](labels[first][sentence][word - 1]) and any(
                    fits[other](labels[first][sentence][b - 1])
                    and depends(relations[0], word, b, heads[first][sentence])
                    for b in range(1, size + 1)
                )
                in_other = fits[asked.removesuffix("=x")](labels[second][sentence][word - 1]) and any(
                    fits[third](labels[second][sentence][b - 1])
                    and depends(relations[1], word, b, heads[second][sentence])
                    for b in range(1, size + 1)
                )
                wanted += [sentence] * (is_hit and in_other != bool(sign))
        assert hits.rows.tolist() == wanted, text
        found += len(wanted)
    assert found > 1000


# -- what is asked of real treebanks ---------------------------------------------------------------------------------------


def real(shared: Path, folder: str, gold: str, *systems: str, **settings: str) -> Comparison:
    place = shared / "data" / folder
    files = Files(str(place / gold), tuple(("", str(place / system)) for system in systems))
    return opened(open_files(files, Settings(**settings))).comparison  # type: ignore[arg-type]


def test_prepositional_phrases_are_as_many_as_another_reader_counted(shared: Path) -> None:
    """Of 3,064 gold PPs 2,507 and 2,198 are found; of these 585 and 792 have another mother (label or span)."""
    comparison = real(shared, "wsj-sample-1394", "gold.mrg", "bllip.mrg", "stanford-pcfg.mrg", params="none")
    wanted = {
        "gold: PP=x": (3064, 3064),
        "gold: PP=x  system: x": (2507, 2198),
        "gold: PP=x  !system: x": (557, 866),
        "gold: PP=x > *=y  system: x  !system: x > y": (585, 792),
    }
    for text, numbers in wanted.items():
        found = tuple(len(comparison.find(comparison.compiled(text), system)) for system in (0, 1))
        assert found == numbers, text
    some = comparison.find(comparison.compiled("gold: PP > NP  test: PP > VP"), 0)
    assert some.matches.sum() == 547 and len(some) == 0
    moved = comparison.find(comparison.compiled("gold: PP=x > NP  system: x > VP"), 0)
    assert 0 < moved.matches.sum() < 100
    by_name = comparison.find(comparison.compiled("gold: PP=x > NP  stanford-pcfg: x > VP"), 0)
    assert np.array_equal(by_name.rows, comparison.find(comparison.compiled("gold: PP=x > NP  system: x > VP"), 1).rows)


# -- bad input -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    folder = tmp_path_factory.mktemp("small")
    (folder / "gold.mrg").write_text("(S (NP (D the) (N dog)) (VP (V saw) (NP (N it) (PP (P in) (N May)))))\n", "utf-8")
    (folder / "one.mrg").write_text("(S (NP (D the) (N dog)) (VP (V saw) (NP (N it)) (PP (P in) (N May))))\n", "utf-8")
    (folder / "none.mrg").write_text("(())\n", "utf-8")
    systems = ("", str(folder / "one.mrg")), ("no parse", str(folder / "none.mrg"))
    return opened(open_files(Files(str(folder / "gold.mrg"), systems), Settings(params="none"))).comparison


def test_a_system_that_is_not_there_is_told(small: Comparison) -> None:
    message = "character 13: there is no system 'sistem'; expected one of gold, system, one, \"no parse\""
    with pytest.raises(UsageError, match=message):
        small.compiled("gold: NP=x  sistem: x")


def test_a_system_without_any_parse_is_told(small: Comparison) -> None:
    pattern = small.compiled("gold: NP=x  system: x")
    assert len(small.find(pattern, 0)) == 1
    with pytest.raises(UsageError, match="no sentence has the same words, with a parse, in gold and no parse"):
        small.find(pattern, 1)
    assert len(small.find(small.compiled("gold: PP=x > NP  one: x > VP"), 1)) == 1


def test_stop_ends_the_search(small: Comparison) -> None:
    with pytest.raises(Cancelled):
        small.find(small.compiled("gold: NP=x  system: x"), 0, np.ones(1, np.int32))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Two sentences; the system has no parse of the second."""
    folder = tmp_path_factory.mktemp("pair")
    tree = "(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (N it)) (PP (P in) (NP (N May))))))\n"
    (folder / "gold.mrg").write_text(tree * 2, "utf-8")
    (folder / "one.mrg").write_text(tree.replace("(NP (N May))", "(N May)") + "(())\n", "utf-8")
    files = Files(str(folder / "gold.mrg"), (("", str(folder / "one.mrg")),))
    return opened(open_files(files, Settings(params="none"))).comparison


@pytest.mark.parametrize(
    ("text", "sentences", "hits"),
    [
        ("gold: NP  !system: XX", [0], 0),  # nobody knows what a parse that is missing would have
        ("gold: NP=x  !system: x", [0], 1),
        ("!system: NP", [], 0),
        ("!gold: XX", [0, 1], 0),
        ("gold: NP=x  gold: x < PP", [0, 1], 2),
        ("gold: NP=x < PP  gold: NP=y  gold: y < x", [], 0),
        ("gold: S=y << NP=x < x", [0, 1], 2),  # x is the same node wherever it stands
        ("gold: N=x  system: *=x", [0], 4),  # tags, and the NP over 'it'; words stand for words only
        ('gold: "it"=x  system: x', [0], 1),
        ("gold: NP=x > *=y  system: x > y", [0], 3),
        ("gold: NP=x  system: N=x", [0], 2),
        ("gold: NP=x  gold: PP", [0, 1], 8),
        ("gold: NP=x  system: VP=y", [0], 4),  # every choice of a node for each variable
        ("NP system: PP", [0], 0),
    ],
)
def test_what_is_said_of_small_trees(pair: Comparison, text: str, sentences: list[int], hits: int) -> None:
    found = pair.find(pair.compiled(text), 0)
    assert (np.flatnonzero(found.matches).tolist(), len(found)) == (sentences, hits)


def test_every_node_of_a_hit_is_lit(pair: Comparison) -> None:
    found = pair.find(pair.compiled("gold: NP=x < PP=y  system: x  system: S"), 0)
    gold, system = found.sides.of["gold"].at.trees, found.sides.of["system"].at.trees
    lit = found.lit(0)
    assert [gold[0].texts[node] for node in lit["gold"]] == ["PP", "NP"]
    assert [system[0].texts[node] for node in lit["system"]] == ["NP", "S"]
    assert found.lit(1) == {}


def test_a_pattern_without_end_is_told(pair: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_patterns, "MOST_ROWS", 10)
    for text in ("gold: *=x << *=y", "gold: __=a << __=b << __=c  system: a << b", "gold: D=x  system: *=y"):
        with pytest.raises(UsageError, match="more than 10 pairs of nodes to look at; expected labels or relations"):
            pair.find(pair.compiled(text), 0)


def test_as_many_pairs_as_are_allowed(pair: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = pair.compiled("gold: NP=x  system: *=y")
    most = len(pair.find(pattern, 0))
    monkeypatch.setattr(joined_patterns, "MOST_ROWS", most)
    assert len(pair.find(pattern, 0)) == most
    monkeypatch.setattr(joined_patterns, "MOST_ROWS", most - 1)
    with pytest.raises(UsageError, match=f"more than {most - 1} pairs of nodes"):
        pair.find(pattern, 0)


def test_a_gold_whose_words_systems_cut_alike_is_one_file(tmp_path: Path) -> None:
    """Where its nodes stand is computed once."""
    texts = {
        "gold": "(S (A ab) (A c))",
        "one": "(S (A a) (A b) (A c))",
        "two": "(S (B (A a) (A b)) (A c))",
        "three": "(S (A ab) (A c))",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.mrg").write_text(text, "utf-8")
    gold, *systems = ((name, str(tmp_path / f"{name}.mrg")) for name in texts)
    comparison = opened(open_files(Files(gold[1], tuple(systems)))).comparison
    for _ in comparison.prepare():
        pass
    one, two, three = (comparison.pattern_sides(["gold"], system).of["gold"] for system in range(3))
    assert one.trees is two.trees and three.trees is not one.trees
