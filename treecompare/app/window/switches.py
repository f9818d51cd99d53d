"""The switches of the window and what they offer."""

from __future__ import annotations

from treecompare.app.window.command import Choice, tr


def choices() -> dict[str, tuple[Choice, ...]]:
    """What each switch offers; the first of it is on at first."""
    foth = tr("Subjects, objects, adjuncts: the relations in which Kübler et al. 2008 compare both treebanks")
    return {
        "mapping": (
            Choice(
                "T",
                tr("&Tree distance (T)"),
                "T",
                tr("Align the trees by the least costly edits: nodes deleted, inserted, relabelled"),
            ),
            Choice(
                "E",
                tr("Same &spans (E)"),
                "E",
                tr("Align nodes with the same label over the same words, as precision and recall do"),
            ),
        ),
        "part": (
            Choice("whole", tr("&Whole tree"), "W", tr("Constituents and part-of-speech tags")),
            Choice("roof", tr("Constituents only (&roof)"), "R", tr("Without part-of-speech tags")),
        ),
        "average": (
            Choice(
                "pooled",
                tr("&Pooled"),
                "Ctrl+Shift+P",
                tr("Sum over all sentences, then divide. Emms and Tsarfaty call this “macro”, others “micro”"),
            ),
            Choice(
                "mean",
                tr("&Mean"),
                "Ctrl+Shift+M",
                tr("Mean of the sentences' scores. Emms and Tsarfaty call this “micro”, others “macro”"),
            ),
        ),
        "params": (
            Choice(
                "standard",
                tr("&Standard"),
                tip=tr(
                    "As evalb with COLLINS.prm; outermost brackets such as TOP, ROOT, S1 and punctuation do not count"
                ),
            ),
            Choice(
                "standard-with-punctuation",
                tr("Standard &with punctuation"),
                tip=tr("As standard, but punctuation is compared as other words are"),
            ),
            Choice(
                "evalb",
                tr("&Exactly as evalb"),
                tip=tr("COLLINS.prm as evalb applies it: other wrappers than TOP count as constituents"),
            ),
            Choice("spmrl", tr("S&PMRL"), tip=tr("The rules of the SPMRL shared tasks")),
            Choice("none", tr("&None"), tip=tr("Trees as they are in the files")),
            Choice("file", tr("Parameter &file…"), tip=tr("An evalb parameter file of your own")),
        ),
        "preterminals": (
            Choice("auto", tr("&Automatic"), tip=tr("Look at the gold trees")),
            Choice("yes", tr("Part-of-speech &tags")),
            Choice("no", tr("&Constituents")),
        ),
        "functions": (
            Choice("", tr("&Left out"), tip=tr("NP-SBJ counts as NP; labels of edges are drawn, and do not count")),
            Choice(
                "yes",
                tr("&Part of the label"),
                tip=tr("NP-SBJ and NP are different labels, and so are nodes with other labels of edges"),
            ),
        ),
        "function_separator": (
            Choice("-", tr("The &dash"), tip=tr("As in NP-SBJ")),
            Choice(":", tr("The &colon"), tip=tr("As in NX:ON of TüBa-D/Z")),
            Choice("other", tr("&Another separator…"), tip=tr("What functions follow in labels")),
        ),
        "crossing_branches": (
            Choice("keep", tr("&Keep them"), tip=tr("Constituents are compared as sets of words")),
            Choice(
                "raise",
                tr("&Raise what stands apart from the head"),
                tip=tr(
                    "It becomes a sister of its constituent (Kübler et al. 2008); how much was raised: see the warnings"
                ),
            ),
            Choice(
                "raise-with-function-nodes",
                tr("Raise it, with a &node above words that have a function"),
                tip=tr(
                    "Subjects, objects and predicates of one word become phrases, too (Kübler et al. 2008); needs edge labels"
                ),
            ),
            Choice(
                "split",
                tr("&Split constituents"),
                tip=tr("Each part becomes a constituent with a star, VP* (Boyd 2007); how many: see the warnings"),
            ),
        ),
        "missing": (
            Choice("skip", tr("&Leave it out"), tip=tr("It is shown and counted, but has no score")),
            Choice("zero", tr("Score it as &zero"), tip=tr("It counts as the bare words of the gold")),
        ),
        "sentences": (
            Choice(
                "common",
                tr("Those that &all systems have"),
                tip=tr("All figures rest on the same sentences, so that systems and measures can be compared"),
            ),
            Choice(
                "own",
                tr("Each system its &own"),
                tip=tr("Each system's figures rest on all sentences that it is scored on; systems are not ranked then"),
            ),
        ),
        "as_dependencies": (
            Choice("", tr("&As constituents"), tip=tr("Trees as they are in the files")),
            Choice(
                "auto",
                tr("As &dependencies, head rules by the tags"),
                tip=tr("Convert trees by head rules, those of the treebank's style, and compare heads and relations"),
            ),
            Choice("collins", tr("As dependencies, head rules of &Collins"), tip=tr("For Penn-style trees")),
            Choice(
                "yamada-matsumoto",
                tr("As dependencies, head rules of &Yamada and Matsumoto"),
                tip=tr("For Penn-style trees; what Penn2Malt uses"),
            ),
            Choice("tiger", tr("As dependencies, head rules of &TIGER"), tip=tr("By edge labels")),
            Choice("tueba", tr("As dependencies, head rules of T&üBa-D/Z"), tip=tr("By edge labels")),
            Choice("tiger-foth", tr("As dependencies, TIGER in Foth's &scheme"), tip=foth),
            Choice("tueba-foth", tr("As dependencies, TüBa-D/Z in F&oth's scheme"), tip=foth),
            Choice(
                "rules",
                tr("As dependencies, a &file of head rules…"),
                tip=tr("Head rules of your own; the shipped files show how they are written"),
            ),
        ),
        "with_dependencies": (
            Choice("", tr("&None"), tip=tr("Unless files of dependencies are given")),
            Choice(
                "auto",
                tr("By head rules, those of the &tags"),
                tip=tr("Score the same parses as dependencies, too: UAS, LAS and others beside E, T and Leaf-Ancestor"),
            ),
            Choice("collins", tr("By the head rules of &Collins"), tip=tr("For Penn-style trees")),
            Choice(
                "yamada-matsumoto",
                tr("By the head rules of &Yamada and Matsumoto"),
                tip=tr("For Penn-style trees; what Penn2Malt uses"),
            ),
            Choice("tiger", tr("By the head rules of T&IGER"), tip=tr("By edge labels")),
            Choice("tueba", tr("By the head rules of T&üBa-D/Z"), tip=tr("By edge labels")),
            Choice("tiger-foth", tr("By those of TIGER in Foth's &scheme"), tip=foth),
            Choice("tueba-foth", tr("By those of TüBa-D/Z in F&oth's scheme"), tip=foth),
            Choice("rules", tr("By a &file of head rules…"), tip=tr("Head rules of your own")),
        ),
        "over_lattices": (
            Choice("", tr("The same in &all files"), tip=tr("Sentences whose words differ are left out")),
            Choice(
                "yes",
                tr("May be &segmented differently"),
                tip=tr("TedEval over lattices and SegEval, within space-delimited words: Hebrew, Arabic, Turkish"),
            ),
        ),
        "punctuation": (
            Choice("count", tr("&Counted"), tip=tr("Punctuation marks are words like others")),
            Choice("ignore", tr("&Left out"), tip=tr("Words that consist of punctuation are not scored")),
        ),
        "relations": (
            Choice("universal", tr("&Without subtypes"), tip=tr("nsubj:pass counts as nsubj")),
            Choice("full", tr("&As written"), tip=tr("nsubj:pass and nsubj are different relations")),
        ),
        "differing": (
            Choice("align", tr("&Align them"), tip=tr("By their characters; what was aligned is marked")),
            Choice("skip", tr("&Leave them out"), tip=tr("As evalb does; the reason is shown for each sentence")),
        ),
        "nonprojective": (
            Choice(
                "lift",
                tr("&Lift them"),
                tip=tr("To the next word above that makes the tree projective; told in Warnings"),
            ),
            Choice("refuse", tr("&Leave their sentences out"), tip=tr("The reason is shown for each sentence")),
        ),
        "profile": (
            Choice("paper", tr("As in the &papers"), tip=tr("Tsarfaty et al. 2011 and 2012")),
            Choice("tedeval-2.1", tr("As the program TedEval 2.&1"), tip=tr("Its figures; its trees are not drawn")),
            Choice("tedeval-2.2", tr("As the program TedEval 2.&2"), tip=tr("Its figures; its trees are not drawn")),
        ),
        "zero_cost": (
            Choice("", tr("&None"), tip=tr("Each relabelling costs 1")),
            Choice(
                "table",
                tr("Those of a &table…"),
                tip=tr("Two labels on a line: relabelling one as the other is free in TedEval 2011"),
            ),
        ),
        "overview": (
            Choice(
                "tab", tr("In place of the &sentence"), tip=tr("All measures, plots and tables have the whole centre")
            ),
            Choice("below", tr("&Below the sentence"), tip=tr("To see the trees of a point in a plot")),
            Choice("beside", tr("B&eside the sentence"), tip=tr("To see the trees of a point in a plot")),
        ),
        "theme": (Choice("system", tr("As the &system")), Choice("light", tr("&Light")), Choice("dark", tr("&Dark"))),
    }
