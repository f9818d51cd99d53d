"""The shipped walks: every figure that they name is there, and those of the papers come out to the printed digit."""

import re
from pathlib import Path

import pytest

from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.extras.teaching.stages import NONE, Stages, filled
from treecompare.extras.teaching.walks import Source, Walk, WalkStep, read_walk, walk, walks

KEYS = ("evalb", "attachment", "emms", "ancestry", "leaf-ancestor", "telescope", "dependencies", "schemes", "hebrew")
ALLOWED = re.compile(r"\b(1[89]|20)\d\d\b|\bN1\b|\*T\*-1")
"""Digits that are no figures: years, and what stands in trees."""
NUMBERS = re.compile(r"\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b", re.IGNORECASE)


def said(key: str) -> list[str]:
    stages = Stages(walk(key))
    return [stages.frame(number).text for number in range(1, len(stages) + 1)]


def test_the_walks_are_offered_in_their_order():
    found = walks()
    assert tuple(one.key for one in found) == KEYS
    for one in found:
        assert one.title and one.about.endswith(".") and len(one.about) < 130
        assert walk(one.key) == one


@pytest.mark.parametrize("key", KEYS)
def test_every_figure_of_a_walk_is_there(key: str):
    stages = Stages(walk(key))
    for number, text in enumerate(said(key), 1):
        assert "{" not in text and NONE not in text, (number, text)
        exercise, step = stages.exercise(number), stages.step(number)
        for measured in step.measures:
            assert filled(f"{{{measured}}}", exercise) != NONE, (number, measured)


@pytest.mark.parametrize("key", KEYS)
def test_no_figure_is_typed(key: str):
    for step in walk(key).steps:
        left = ALLOWED.sub("", re.sub(r"\{[^}]*\}", "", step.text))
        left = re.sub(r"Emms' figures 1 and 2", "", left)
        assert not re.search(r"\d", left), left
        assert not NUMBERS.search(left.replace("ranks six parsers", "")), left


@pytest.mark.parametrize("key", KEYS)
def test_texts_can_be_read_aloud(key: str):
    for step in walk(key).steps:
        assert len(step.text) <= 330, (len(step.text), step.text)
        assert step.text[-1] in '.?"' and "  " not in step.text


def test_the_figures_of_emms(shared: Path):
    """Counts and scores as the comments of the table have them, which are those of the paper."""
    printed = (shared / "examples/emms-counts.tsv").read_text("utf-8")
    roof = re.search(
        r"figure 2, roof: gold (\d) test (\d) deleted (\d) matched (\d) inserted (\d) -> R (\S+) .* Jaccard (\S+)",
        printed,
    )
    whole = re.search(
        r"figure 2, whole: gold (\d) test \d deleted (\d) matched (\d) inserted (\d) -> R (\S+) .*Jaccard (\S+)",
        printed,
    )
    assert roof and whole
    texts = said("emms")
    gold, test, deleted, matched, inserted, recall, jaccard = roof.groups()
    assert f"of {gold} in the gold and {test} in the system's tree, {matched} matches" in texts[1]
    assert (
        f"are all {recall}." in texts[2]
        and f"{matched} of {matched} + {deleted} + {inserted} is {jaccard}." in texts[2]
    )
    gold, deleted, matched, inserted, recall, jaccard = whole.groups()
    assert f"{matched} of {gold} nodes match, {deleted} are deleted, {inserted} inserted" in texts[3]
    assert f"Dice is {recall}, Jaccard {jaccard}." in texts[3]
    mapped = re.search(
        r"T-mapping: .* deleted (\d) swapped (\d) .* inserted (\d) -> T-Dice \S+ \(([\d.]+)\) T-Jaccard (\S+)", printed
    )
    assert mapped
    deleted, swapped, inserted, dice, jaccard = mapped.groups()
    assert f"only {deleted} node is deleted and {inserted} inserted" in texts[4]
    assert f"change their label: {swapped} of them" in texts[5]
    assert f"gives {float(dice):.2f}; T-Jaccard gives {jaccard}." in texts[6]


def test_the_figures_of_the_attachment_example_and_of_ancestry(shared: Path):
    printed = (shared / "examples/emms-counts.tsv").read_text("utf-8")
    found = re.search(r"E cost (\d), E-Dice (\S+); T cost (\d), T-Dice (\S+)", printed)
    assert found
    cost, dice, t_cost, t_dice = found.groups()
    texts = said("attachment")
    brackets = re.search(r"(\d) brackets of the gold have no counterpart, and (\d) of the system's", texts[1])
    assert brackets and int(brackets[1]) + int(brackets[2]) == int(cost)
    assert f"E-Dice is {dice}." in texts[2]
    assert f"the cost is {t_cost}, and T-Dice is {t_dice}." in texts[4]
    reversed_ = re.search(r"ancestry reversed.*E cost (\d); T cost (\d)", printed)
    assert reversed_
    texts = said("ancestry")
    assert f"charges {reversed_[1]} + 0" in texts[1] and f"the cost is {reversed_[2]}." in texts[2]


def rows(path: Path) -> list[list[str]]:
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def test_the_figures_of_sampson_and_babarczy(shared: Path):
    of = {row[0]: row[3:] for row in rows(shared / "examples/sampson-babarczy.tsv")}
    words = [row[4] for row in rows(shared / "examples/sampson-babarczy-words.tsv") if row[0] == "1"]
    texts = said("leaf-ancestor")
    assert f"the word scores {words[0]}." in texts[1]
    assert f'It scores {words[1]}, and so does "revision": {words[2]}.' in texts[2] and words[1] == words[2]
    assert f'"bills" scores {words[3]}, as "two" did.' in texts[3] and words[0] == words[3]
    assert f'"were" and "passed": {words[4]} and {words[5]}.' in texts[3]
    unlabelled, labelled, la = of["1"]
    assert f"the score of the sentence: {la}," in texts[3]
    assert f"{labelled} with labels" in texts[4] and f"without labels they give {unlabelled}." in texts[4]
    unlabelled, labelled, la = of["2"]
    assert (labelled, la) == ("0.333", "0.952")
    assert f"Leaf-Ancestor gives {la}." in texts[6] and f"Brackets give {labelled}." in texts[7]
    unlabelled, labelled, la = of["3"]
    assert f"without labels give {unlabelled}." in texts[9] and f"Leaf-Ancestor gives {la}." in texts[9]
    about = walk("leaf-ancestor").about
    assert f"{float(of['2'][1]):.2f} under one measure and {float(of['2'][2]):.2f} under another" in about


def test_the_figures_of_kuebler(shared: Path):
    of = {row[0]: row[3:5] for row in rows(shared / "examples/kuebler.tsv")}
    texts = said("telescope")
    assert f"The F-score is {100 * float(of['tiger'][0]):.1f}"[:-1] in texts[1]
    assert f"the F-score is {100 * float(of['tueba'][0]):.1f}"[:-1] in texts[3]
    assert f"{of['tiger'][1]} for the tree in the style of TIGER, {of['tueba'][1]} for the other one." in texts[4]


def test_the_figures_of_tsarfaty():
    """[T12m] figure 1: 6 edits, 0.7273; [T11] figure 1: 0 under LAS, 1 against what the golds have in common."""
    hebrew, schemes = said("hebrew"), said("schemes")
    assert "That makes 6 edits" in hebrew[4] and "a score of 0.7273:" in hebrew[4]
    assert "1 node is deleted, the verb; 5 are added." in hebrew[3]
    assert "LAS is 0.00," in schemes[1] and "the same parse scores 100.00." in schemes[3]
    assert "the score is 100.00." in schemes[6]


def test_figures_of_other_steps_and_what_is_none():
    gold, test = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "(S (NP (DT the) (NN dog)) (NP (VBZ barks)))"
    same = WalkStep("x", Source(gold=gold, test=gold))
    other = WalkStep(
        "{e.roof.dice} after {e.roof.dice@1}, {e.roof.dice:1@1}, {e.roof.dice@9}; {las}, {braces}, {e.roof.dice nodes}, "
        "{la word 9}, {la word 1}, {e.roof.dice matched}",
        Source(gold=gold, test=test),
    )
    stages = Stages(Walk("t", "", (same, other)))
    assert stages.frame(2).text == "66.67 after 100.00, 1.0, –; –, {braces}, {e.roof.dice nodes}, –, 1.000, 2"
    assert filled("{e.roof.dice@1}", stages.exercise(2)) == "{e.roof.dice@1}"


def test_steps_with_the_same_trees_have_the_same_exercise():
    stages = Stages(walk("attachment"))
    assert stages.exercise(1) is stages.exercise(2) is stages.exercise(7)
    assert stages.exercise(8) is not stages.exercise(7)
    for number in (0, len(stages) + 1):
        with pytest.raises(IndexError):
            stages.exercise(number)


def test_a_step_says_only_what_is_new():
    found = read_walk(
        'title = "t"\n[[step]]\ntext = "a"\nsample = "dependencies"\nsystem = "labels"\nsentence = 2\nmeasures = ["las"]\n'
        '[step.view]\nmapping = "E"\n[[step]]\ntext = "b\\n c"\nsentence = 3\nhidden = ["gold"]\n'
        '[[step]]\ntext = "d"\ngold = "(S a)"\ntest = "(S a)"\n'
    )
    first, second, third = found.steps
    assert first.source == Source("dependencies", 2, "labels") and first.view.mapping == "E" and not first.view.elide
    assert second == WalkStep(
        "b c", Source("dependencies", 3, "labels"), first.settings, ("las",), first.view, hidden=("gold",)
    )
    assert third.source == Source(gold="(S a)", test="(S a)") and third.hidden == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title = ", "expected a walk (TOML)"),
        ('title = "t"', "at least one"),
        ('[[step]]\ntext = "a"', "expected a title"),
        ('title = "t"\n[[step]]\nmeasures = []', "step 1 has no text"),
        ('title = "t"\n[[step]]\ntext = "a"\nmeasure = "la"', "step 1 has 'measure'"),
        (
            'title = "t"\n[[step]]\ntext = "a"\n[[step]]\ntext = "a"\nmeasures = ["lala"]',
            "step 2: lala: no such measure",
        ),
        ('title = "t"\n[[step]]\ntext = "a"\nmeasures = [1]', "expected a list of texts"),
        ('title = "t"\n[[step]]\ntext = "a"\nsentence = "1"', "expected a number"),
        ('title = "t"\n[[step]]\ntext = "a"\ngold = "(S a)"', "expected 'test'"),
        ('title = "t"\n[[step]]\ntext = "a"\nhidden = ["words"]', "hides 'words'"),
        ('title = "t"\n[[step]]\ntext = "a"\nsettings = {param = "evalb"}', "step 1: "),
        ('title = "t"\n[[step]]\ntext = "a"\nsettings = {missing = "both"}', "step 1: missing is"),
        ('title = "t"\n[[step]]\ntext = "a"\nview = {mapping = 1}', "step 1, view: mapping is 1; expected T or E"),
        ('title = "t"\nstep = [1]', "step 1 is 1"),
        ("title = 1", "the walk: title is 1"),
    ],
)
def test_what_is_no_walk_is_told(text: str, expected: str):
    with pytest.raises(ReadError, match=r"^mine\.toml:(1:)? ") as told:
        read_walk(text, "mine.toml")
    assert expected in str(told.value) and "\n" not in str(told.value).strip()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (Source(sample="nothing"), "there is no sample 'nothing'"),
        (Source(sample="dependencies", system="lables"), "there is no system 'lables'"),
        (Source(sample="dependencies", system="labels", sentence=99), "there is no sentence 99"),
        (Source(sample="tsarfaty-2011", system="parse.A", golds=("gold.D",)), "there is no gold 'gold.D'"),
        (Source(gold="(S a", test="(S a)"), "gold:1"),
        (Source(system="bllip"), "open that comparison"),
    ],
)
def test_steps_whose_trees_are_not_there_say_why(source: Source, expected: str):
    with pytest.raises(TreecompareError, match=re.escape(expected)):
        Stages(Walk("t", "", (WalkStep("x", source),))).exercise(1)


def test_a_walk_that_is_not_there():
    with pytest.raises(UsageError, match="there is no walk 'kubler'; expected one of evalb, attachment"):
        walk("kubler")
