"""Pairs of trees with the errors that are to be found in them, written down by hand from the definition.

An error is written ``kind what LABEL 'words' GOLD>SYSTEM height E/T``: the site in the gold and in the system, or the two labels;
``-`` where there is nothing; what it costs under E and under T.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """``name`` says what is tried."""

    name: str
    gold: str
    system: str
    errors: tuple[str, ...]


def both(name: str, gold: str, system: str, errors: tuple[str, ...], reverse: tuple[str, ...]) -> list[Case]:
    """The pair, and the same with gold and system exchanged."""
    return [Case(name, gold, system, errors), Case(f"{name}, exchanged", system, gold, reverse)]


EYES = "(PP (IN with) (NP (NNS eyes)))"
LEFT = "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))"
CASES = [
    Case("the same trees", "(S (NP (PRP I)) (VP (VBD saw) (NP (PRP him))))", "(S (NP (PRP I)) (VP (VBD saw) (NP (PRP him))))", ()),
    # -- PPs
    *both(
        "a PP in a flat NP",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man) {EYES})))",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) {EYES}))",
        ("moved PP PP 'with eyes' NP>VP high 2/2",),
        ("moved PP PP 'with eyes' VP>NP low 2/2",),
    ),
    *both(
        "a PP in an NP over an NP",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) {EYES})))",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) {EYES}))",
        ("missing PP NP 'the man with eyes' NP>VP high 1/1",),
        ("extra PP NP 'the man with eyes' VP>NP low 1/1",),
    ),
    *both(
        "a PP of the clause",
        f"(S (NP (PRP he)) (VP (VBD ran) {EYES}))",
        f"(S (NP (PRP he)) (VP (VBD ran)) {EYES})",
        ("moved PP PP 'with eyes' VP>S high 2/2",),
        ("moved PP PP 'with eyes' S>VP low 2/2",),
    ),
    *both(
        "a PP in an adjective phrase",
        f"(S (NP (PRP he)) (VP (VBZ is) (ADJP (JJ able)) {EYES}))",
        f"(S (NP (PRP he)) (VP (VBZ is) (ADJP (JJ able) {EYES})))",
        ("moved PP PP 'with eyes' VP>ADJP low 2/2",),
        ("moved PP PP 'with eyes' ADJP>VP high 2/2",),
    ),
    *both(
        "the second PP of a chain",
        f"(NP (NP (NN fear)) (PP (IN of) (NP (NP (NNS men)) {EYES})))",
        f"(NP (NP (NP (NN fear)) (PP (IN of) (NP (NNS men)))) {EYES})",
        ("moved PP PP 'with eyes' NP>NP high 4/4",),
        ("moved PP PP 'with eyes' NP>NP low 4/4",),
    ),
    *both(
        "two PPs that move together",
        f"(S (VP (VBD put) (NP (DT the) (NN cup) (PP (IN of) (NP (NN tea))) {EYES})))",
        f"(S (VP (VBD put) (NP (DT the) (NN cup)) (PP (IN of) (NP (NN tea))) {EYES}))",
        ("moved PP PP PP 'of tea with eyes' NP>VP high 2/2",),
        ("moved PP PP PP 'of tea with eyes' VP>NP low 2/2",),
    ),
    *both(
        "the second of two PPs",
        f"(S (VP (VBD put) (NP (DT the) (NN cup) (PP (IN of) (NP (NN tea))) {EYES})))",
        f"(S (VP (VBD put) (NP (DT the) (NN cup) (PP (IN of) (NP (NN tea)))) {EYES}))",
        ("moved PP PP 'with eyes' NP>VP high 2/2",),
        ("moved PP PP 'with eyes' VP>NP low 2/2",),
    ),
    *both(
        "two PPs that move from different places",
        f"(S (NP (DT the) (NN man) (PP (IN in) (NP (NN town)))) (VP (VBD saw) (NP (DT a) (NN dog) {EYES})))",
        f"(S (NP (DT the) (NN man)) (PP (IN in) (NP (NN town))) (VP (VBD saw) (NP (DT a) (NN dog)) {EYES}))",
        ("moved PP PP 'in town' NP>S high 2/2", "moved PP PP 'with eyes' NP>VP high 2/2"),
        ("moved PP PP 'in town' S>NP low 2/2", "moved PP PP 'with eyes' VP>NP low 2/2"),
    ),
    *both(
        "an adjective phrase that is flat",
        f"(NP (NN man) (ADJP (JJ keen) {EYES}))",
        f"(NP (NN man) (JJ keen) {EYES})",
        ("missing PP ADJP 'keen with eyes' ADJP>NP high 1/1",),
        ("extra PP ADJP 'keen with eyes' NP>ADJP low 1/1",),
    ),
    *both(
        "a PP after a coordination",
        f"(NP (NP (NNS men)) (CC and) (NP (NP (NNS women)) {EYES}))",
        f"(NP (NP (NP (NNS men)) (CC and) (NP (NNS women))) {EYES})",
        ("moved PP PP 'with eyes' NP>NP high 2/2",),
        ("moved PP PP 'with eyes' NP>NP low 2/2",),
    ),
    # -- NPs, VPs and clauses
    *both(
        "two NPs as one",
        "(S (VP (VBD called) (NP (DT the) (NN man)) (NP (DT a) (NN fool))))",
        "(S (VP (VBD called) (NP (NP (DT the) (NN man)) (NP (DT a) (NN fool)))))",
        ("extra NP NP 'the man a fool' VP>NP low 1/1",),
        ("missing NP NP 'the man a fool' NP>VP high 1/1",),
    ),
    *both(
        "an NP in a clause",
        "(S (VP (VBD was) (NP (DT this) (NN week)) (S (VP (TO to) (VP (VB meet))))))",
        "(S (VP (VBD was) (S (NP (DT this) (NN week)) (VP (TO to) (VP (VB meet))))))",
        ("moved NP NP 'this week' VP>S low 2/2",),
        ("moved NP NP 'this week' S>VP high 2/2",),
    ),
    *both(
        "an NP of a subordinate clause",
        "(S (NP (PRP he)) (VP (VBD said) (SBAR (S (NP (PRP she)) (VP (VBD left) (NP (NN today)))))))",
        "(S (NP (PRP he)) (VP (VBD said) (SBAR (S (NP (PRP she)) (VP (VBD left)))) (NP (NN today))))",
        ("moved NP NP 'today' VP>VP high 6/6",),
        ("moved NP NP 'today' VP>VP low 6/6",),
    ),
    *both(
        "a participle in an NP",
        "(S (VP (VBD saw) (NP (NP (DT the) (NN man)) (VP (VBG eating) (NP (NN rice))))))",
        "(S (VP (VBD saw) (NP (DT the) (NN man)) (VP (VBG eating) (NP (NN rice)))))",
        ("missing VP NP 'the man eating rice' NP>VP high 1/1",),
        ("extra VP NP 'the man eating rice' VP>NP low 1/1",),
    ),
    *both(
        "a clause in a flat NP",
        f"(S (VP (VBD gave) (NP (DT any) (NNS signs) {LEFT})))",
        f"(S (VP (VBD gave) (NP (DT any) (NNS signs)) {LEFT}))",
        ("moved clause SBAR 'that he left' NP>VP high 2/2",),
        ("moved clause SBAR 'that he left' VP>NP low 2/2",),
    ),
    *both(
        "a clause in an NP over an NP",
        f"(S (VP (VBD said) (NP (NN nothing)) {LEFT}))",
        f"(S (VP (VBD said) (NP (NP (NN nothing)) {LEFT})))",
        ("extra clause NP 'nothing that he left' VP>NP low 1/1",),
        ("missing clause NP 'nothing that he left' NP>VP high 1/1",),
    ),
    *both(
        "a clause without S",
        f"(S (VP (VBD said) {LEFT}))",
        "(S (VP (VBD said) (SBAR (IN that) (NP (PRP he)) (VP (VBD left)))))",
        ("missing clause S 'he left' S>SBAR high 1/1",),
        ("extra clause S 'he left' SBAR>S low 1/1",),
    ),
    *both(
        "a flat VP",
        "(S (NP (PRP I)) (VP (MD will) (VP (VB eat) (NP (NN rice)))))",
        "(S (NP (PRP I)) (VP (MD will) (VB eat) (NP (NN rice))))",
        ("missing VP VP 'eat rice' VP>VP high 1/1",),
        ("extra VP VP 'eat rice' VP>VP low 1/1",),
    ),
    *both(
        "two constituents over the same words",
        "(S (VP (VB try) (S (VP (TO to) (VB go)))))",
        "(S (VP (VB try) (TO to) (VB go)))",
        ("missing VP VP 'to go' VP>VP high 1/1", "missing clause S 'to go' S>VP high 1/1"),
        ("extra VP VP 'to go' VP>VP low 1/1", "extra clause S 'to go' VP>S low 1/1"),
    ),
    # -- modifiers
    *both(
        "an adverb before the verb",
        "(S (NP (PRP he)) (ADVP (RB often)) (VP (VBZ sings) (NP (NNS songs))))",
        "(S (NP (PRP he)) (VP (ADVP (RB often)) (VBZ sings) (NP (NNS songs))))",
        ("moved modifier ADVP 'often' S>VP low 2/2",),
        ("moved modifier ADVP 'often' VP>S high 2/2",),
    ),
    *both(
        "not, without a phrase of its own",
        "(S (VP (VBD did) (RB not) (VP (VB go) (NP (NN home)))))",
        "(S (VP (VBD did) (VP (RB not) (VB go) (NP (NN home)))))",
        ("moved modifier RB 'not' VP>VP low 2/2",),
        ("moved modifier RB 'not' VP>VP high 2/2",),
    ),
    *both(
        "an adverb far away: E charges each constituent between the sites, T only what moved",
        "(S (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP she)) (VP (MD will) (VP (VB go) (ADVP (RB soon))))))))",
        "(S (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP she)) (VP (MD will) (VP (VB go))))) (ADVP (RB soon))))",
        ("moved modifier ADVP 'soon' VP>VP high 8/6",),
        ("moved modifier ADVP 'soon' VP>VP low 8/6",),
    ),
    *both(
        "a flat adjective phrase",
        "(S (VP (VBD was) (ADJP (RB very) (JJ old))))",
        "(S (VP (VBD was) (RB very) (JJ old)))",
        ("missing modifier ADJP 'very old' ADJP>VP high 1/1",),
        ("extra modifier ADJP 'very old' VP>ADJP low 1/1",),
    ),
    # -- inside of NPs
    *both(
        "words of an NP",
        "(NP (DT the) (NML (NN tax) (NN law)) (NN reform))",
        "(NP (DT the) (NN tax) (NN law) (NN reform))",
        ("missing NP-internal NML 'tax law' NML>NP high 1/1",),
        ("extra NP-internal NML 'tax law' NP>NML low 1/1",),
    ),
    *both(
        "a quantity",
        "(NP (QP (RB about) (CD five)) (NNS men))",
        "(NP (RB about) (CD five) (NNS men))",
        ("missing NP-internal QP 'about five' QP>NP high 1/1",),
        ("extra NP-internal QP 'about five' NP>QP low 1/1",),
    ),
    *both(
        "adjectives of an NP",
        "(NP (DT a) (ADJP (RB very) (JJ old)) (NN man))",
        "(NP (DT a) (RB very) (JJ old) (NN man))",
        ("missing NP-internal ADJP 'very old' ADJP>NP high 1/1",),
        ("extra NP-internal ADJP 'very old' NP>ADJP low 1/1",),
    ),
    # -- coordination
    *both(
        "a coordination without a constituent",
        "(S (VP (VBD saw) (NP (NP (DT a) (NN cat)) (CC and) (NP (DT a) (NN dog)))))",
        "(S (VP (VBD saw) (NP (DT a) (NN cat)) (CC and) (NP (DT a) (NN dog))))",
        ("missing coordination NP 'a cat and a dog' NP>VP high 1/1",),
        ("extra coordination NP 'a cat and a dog' VP>NP low 1/1",),
    ),
    *both(
        "what is coordinated",
        "(NP (NP (NP (DT the) (NN dog)) (PP (IN of) (NP (NNP Ann)))) (CC and) (NP (DT the) (NN cat)))",
        "(NP (NP (DT the) (NN dog)) (PP (IN of) (NP (NP (NNP Ann)) (CC and) (NP (DT the) (NN cat)))))",
        ("moved coordination CC NP 'and the cat' NP>NP low 4/4",),
        ("moved coordination CC NP 'and the cat' NP>NP high 4/4",),
    ),
    *both(
        "unlike conjuncts",
        "(S (VP (VBZ is) (UCP (NP (NN fun)) (CC and) (ADJP (JJ good)))))",
        "(S (VP (VBZ is) (NP (NP (NN fun)) (CC and) (ADJP (JJ good)))))",
        ("label coordination UCP 'fun and good' UCP>NP - 2/1",),
        ("label NP NP 'fun and good' NP>UCP - 2/1",),
    ),
    *both(
        "something beside a coordinator",
        "(S (NN it) (CC and) (VP (S (VB go) (RB home))))",
        "(S (NN it) (CC and) (VB go) (RB home))",
        ("missing coordination VP 'go home' VP>S high 1/1", "missing coordination S 'go home' S>S high 1/1"),
        ("extra coordination VP 'go home' S>VP low 1/1", "extra coordination S 'go home' S>S low 1/1"),
    ),
    *both(
        "a coordinator further away",
        "(X (CC but) (NNS men) (S (VB go) (NN home)))",
        "(X (CC but) (NNS men) (VB go) (NN home))",
        ("missing clause S 'go home' S>X high 1/1",),
        ("extra clause S 'go home' X>S low 1/1",),
    ),
    # -- what two moves explain belongs to the first
    Case(
        "two that move to one site",
        "(S (PP (VP (V a) (N b) (D c)) (X d)))",
        "(S (V a) (NP (N b) (D c) (X d)))",
        ("moved single-word N 'b' VP>NP low 2/2", "moved single-word X 'd' PP>NP low 1/1"),
    ),
    Case(
        "a constituent that loses one and gains one",
        "(PP (V a) (NP (P b) (NP (P c))) (X d))",
        "(VP (V a) (P b) (NP (P c) (X d)))",
        ("moved single-word P 'b' NP>VP high 3/2", "moved single-word X 'd' PP>NP low 2/2"),
    ),
    Case(
        "other words of a constituent whose site is merely missing",
        "(VP (N a) (NP (V b) (N c)))",
        "(NP (VP (N a) (V b) (N c)))",
        ("span NP NP 'b c' NP>NP - 2/2",),
    ),
    # -- single words
    *both(
        "a word in another constituent",
        "(S (NP (DT the) (NN rain)) (VP (VBD fell) (ADVP (RB fast))))",
        "(S (NP (DT the) (NN rain) (VBD fell)) (ADVP (RB fast)))",
        ("moved single-word VBD 'fell' VP>NP - 3/3",),
        ("moved single-word VBD 'fell' NP>VP - 3/3",),
    ),
    *both(
        "the attachment error of Emms 2008, section 2",
        "(S (VP Try (S (VP leaving early))))",
        "(S (VP Try (S (VP leaving))) early)",
        ("moved single-word early 'early' VP>S high 6/2",),
        ("moved single-word early 'early' S>VP low 6/2",),
    ),
    # -- unary nodes
    *both(
        "a phrase over one word",
        "(S (VP (VBD left) (ADVP (RB early))))",
        "(S (VP (VBD left) (RB early)))",
        ("unary-missing single-word ADVP 'early' - - 1/1",),
        ("unary-extra single-word ADVP 'early' - - 1/1",),
    ),
    *both(
        "a clause over a VP",
        "(S (VP (VBD tried) (S (VP (TO to) (VP (VB go))))))",
        "(S (VP (VBD tried) (VP (TO to) (VP (VB go)))))",
        ("unary-missing clause S 'to go' - - 1/1",),
        ("unary-extra clause S 'to go' - - 1/1",),
    ),
    *both(
        "the same label twice over several words",
        "(S (NP (NP (DT the) (NN cat))) (VP (VBZ eats)))",
        "(S (NP (DT the) (NN cat)) (VP (VBZ eats)))",
        ("unary-missing NP NP 'the cat' - - 1/1",),
        ("unary-extra NP NP 'the cat' - - 1/1",),
    ),
    *both(
        "the same label twice over one word",
        "(S (NP (NP (NNS cats))) (VP (VBP eat)))",
        "(S (NP (NNS cats)) (VP (VBP eat)))",
        ("unary-missing single-word NP 'cats' - - 1/1",),
        ("unary-extra single-word NP 'cats' - - 1/1",),
    ),
    *both(
        "two phrases over single words",
        "(NP (NP (NNS cats)) (CC and) (NP (NNS dogs)))",
        "(NP (NNS cats) (CC and) (NNS dogs))",
        ("unary-missing single-word NP 'cats' - - 1/1", "unary-missing single-word NP 'dogs' - - 1/1"),
        ("unary-extra single-word NP 'cats' - - 1/1", "unary-extra single-word NP 'dogs' - - 1/1"),
    ),
    # -- labels and tags
    *both(
        "the label of a phrase",
        "(S (NP (DT the) (JJ rich)) (VP (VBP eat)))",
        "(S (ADJP (DT the) (JJ rich)) (VP (VBP eat)))",
        ("label NP NP 'the rich' NP>ADJP - 2/1",),
        ("label modifier ADJP 'the rich' ADJP>NP - 2/1",),
    ),
    *both(
        "the label of a clause",
        "(S (NP (PRP I)) (VP (VBP eat)))",
        "(SINV (NP (PRP I)) (VP (VBP eat)))",
        ("label clause S 'I eat' S>SINV - 2/1",),
        ("label clause SINV 'I eat' SINV>S - 2/1",),
    ),
    *both(
        "the label of a phrase over one word",
        "(S (VP (VBP live) (NP (RB here))))",
        "(S (VP (VBP live) (ADVP (RB here))))",
        ("label NP NP 'here' NP>ADVP - 2/1",),
        ("label modifier ADVP 'here' ADVP>NP - 2/1",),
    ),
    *both(
        "a tag",
        "(S (NP (PRP I)) (VP (VBP fish)))",
        "(S (NP (PRP I)) (VP (NN fish)))",
        ("tag single-word VBP 'fish' VBP>NN - 2/1",),
        ("tag single-word NN 'fish' NN>VBP - 2/1",),
    ),
    *both(
        "a label and the tag below it",
        "(S (VP (VBD gave) (ADVP (RB up))))",
        "(S (VP (VBD gave) (PRT (RP up))))",
        ("label modifier ADVP 'up' ADVP>PRT - 2/1", "tag single-word RB 'up' RB>RP - 2/1"),
        ("label modifier PRT 'up' PRT>ADVP - 2/1", "tag single-word RP 'up' RP>RB - 2/1"),
    ),
    *both(
        "a tag in place of a phrase and its tag",
        "(S (VP (VBD went) (NP (NN home))))",
        "(S (VP (VBD went) (RB home)))",
        ("tag single-word NN 'home' NN>RB - 2/1", "unary-missing single-word NP 'home' - - 1/1"),
        ("tag single-word RB 'home' RB>NN - 2/1", "unary-extra single-word NP 'home' - - 1/1"),
    ),
    *both(
        "a PP and a tag within what stays",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man) {EYES})))",
        f"(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (VB man)) {EYES}))",
        ("tag single-word NN 'man' NN>VB - 2/1", "moved PP PP 'with eyes' NP>VP high 2/2"),
        ("tag single-word VB 'man' VB>NN - 2/1", "moved PP PP 'with eyes' VP>NP low 2/2"),
    ),
    *both(
        "hardly any structure",
        "(S (NP (PRP he)) (VP (VBZ runs)))",
        "(X (PRP he) (VBZ runs))",
        (
            "label clause S 'he runs' S>X - 2/1", "unary-missing single-word NP 'he' - - 1/1",
            "unary-missing single-word VP 'runs' - - 1/1",
        ),
        (
            "label other X 'he runs' X>S - 2/1", "unary-extra single-word NP 'he' - - 1/1",
            "unary-extra single-word VP 'runs' - - 1/1",
        ),
    ),
    # -- the same brackets in another order, and words that differ
    Case(
        "the order of two nodes over the same words (Emms 2008, section 2)",
        "(S (exists (not (NN someone) (VBZ sleeps))))", "(S (not (exists (NN someone) (VBZ sleeps))))",
        ("order other exists 'someone sleeps' - - 0/2",),
    ),
    Case(
        "a word that the system lacks",
        "(S (NP (PRP I)) (VP (VBD wandered) (ADVP (RB slowly)) (PP (IN towards) (NP (NN home)))))",
        "(S (NP (PRP I)) (VP (VBD wandered) (PP (IN towards) (NP (NN home)))))",
        ("word single-word ADVP 'slowly' - - 2/3",),
    ),
    Case(
        "several words that the system lacks, in one constituent",
        "(S (NP (DT the) (NN rain)) (VP (VBD fell) (RB fast)))",
        "(S (NP (DT the) (NN rain)))",
        ("word single-word VP 'fell fast' - - 3/5",),
    ),
    Case(
        "a word that the system lacks, before something that moved",
        f"(S (NP (RB now) (PRP he)) (VP (VBD ran) {EYES}))",
        f"(S (NP (PRP he)) (VP (VBD ran)) {EYES})",
        ("word single-word RB 'now' - - 1/2", "moved PP PP 'with eyes' VP>S high 2/2"),
    ),
    Case(
        "a word that the gold lacks",
        "(S (NP (PRP I)) (VP (VBD wandered) (PP (IN towards) (NP (NN home)))))",
        "(S (NP (PRP I)) (VP (VBD wandered) (ADVP (RB slowly)) (PP (IN towards) (NP (NN home)))))",
        ("word single-word ADVP '' - - 2/3",),
    ),
    Case(
        "tags that differ, where the tree distance goes from a tag to that of a neighbour that moved",
        "(PP (NP (P a) (P b)) (PP (VP (V c) (S (P d)))))",
        "(NP (NP (P a)) (NP (S (PP (P b)) (NP (S (P c))))) (V d))",
        (
            "moved single-word P 'b' NP>S low 6/5", "unary-extra single-word PP 'b' - - 1/1",
            "retagged single-word V 'c' VP>NP high 4/4", "tag single-word V 'c' V>P - 2/0",
            "unary-extra single-word NP 'c' - - 1/1", "tag single-word P 'd' P>V - 2/1",
        ),
    ),
    # -- words that are attached elsewhere with another tag: `moved` is what has the same label
    *both(
        "a word with another tag in another constituent",
        "(S (NP (DT the) (NN money)) (VP (VBZ matters) (ADVP (RB now))))",
        "(S (NP (DT the) (NN money) (NNS matters)) (ADVP (RB now)))",
        ("retagged single-word VBZ 'matters' VP>NP - 3/3", "tag single-word VBZ 'matters' VBZ>NNS - 2/1"),
        ("retagged single-word NNS 'matters' NP>VP - 3/3", "tag single-word NNS 'matters' NNS>VBZ - 2/1"),
    ),
    *both(
        "an adverb with another tag in another constituent",
        "(S (NP (QP (RB about) (CD five)) (NNS men)) (VP (VBP go)))",
        "(S (NP (PP (IN about) (NP (CD five) (NNS men)))) (VP (VBP go)))",
        ("retagged modifier RB 'about' QP>PP high 3/3", "tag single-word RB 'about' RB>IN - 2/1"),
        ("retagged single-word IN 'about' PP>QP low 3/3", "tag single-word IN 'about' IN>RB - 2/1"),
    ),
    *both(
        "two words with other tags in another constituent",
        "(S (NP (NN rain) (NN falls) (RB here)) (VP (VBZ is) (NN news)))",
        "(S (NP (NN rain)) (VP (VBZ falls) (NN here) (VBZ is) (NN news)))",
        (
            "retagged modifier NN RB 'falls here' NP>VP - 4/4", "tag single-word NN 'falls' NN>VBZ - 2/1",
            "tag single-word RB 'here' RB>NN - 2/1",
        ),
        (
            "retagged other VBZ NN 'falls here' VP>NP - 4/4", "tag single-word VBZ 'falls' VBZ>NN - 2/1",
            "tag single-word NN 'here' NN>RB - 2/1",
        ),
    ),
    *both(
        "a phrase that moves with a word that has another tag",
        "(S (NP (NN rain) (PP (IN in) (NN May)) (NN falls)) (VP (VBZ is) (NN news)))",
        "(S (NP (NN rain)) (VP (PP (IN in) (NN May)) (VBZ falls) (VBZ is) (NN news)))",
        ("moved PP PP NN 'in May falls' NP>VP - 4/4", "tag single-word NN 'falls' NN>VBZ - 2/1"),
        ("moved PP PP VBZ 'in May falls' VP>NP - 4/4", "tag single-word VBZ 'falls' VBZ>NN - 2/1"),
    ),
    *both(
        "a word without a tag",
        "(S (NP the rain) (VP falls (ADVP very fast)))",
        "(S (NP the rain falls) (ADVP very fast))",
        ("moved single-word falls 'falls' VP>NP - 3/3",),
        ("moved single-word falls 'falls' NP>VP - 3/3",),
    ),
]  # fmt: skip
