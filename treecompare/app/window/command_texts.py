"""Every command and switch of the window: its text, its shortcut, its tip. Plain data."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

_N = QT_TRANSLATE_NOOP

# (name, text, shortcut, tip); the name is that of a method of the window's Commands, or of the window
COMMANDS: dict[str, tuple[tuple[str, str, str, str] | None, ...]] = {
    "file": (
        (
            "open_files",
            _N("actions", "&Open…"),
            "Ctrl+O",
            _N("actions", "Choose the gold treebank, then the parses to compare with it"),
        ),
        (
            "add_systems",
            _N("actions", "&Add systems…"),
            "Ctrl+Shift+O",
            _N("actions", "Choose more parses to compare with the gold"),
        ),
    ),
    "file_end": (
        (
            "save_as",
            _N("actions", "&Save comparison as…"),
            "Ctrl+Shift+S",
            _N("actions", "Keep files, settings and notes in one file; what is typed is stored there at once"),
        ),
        (
            "export_table",
            _N("actions", "&Export table…"),
            "Ctrl+E",
            _N("actions", "Save the table that has the focus as CSV, TSV or JSON"),
        ),
        None,
        (
            "compare_again",
            _N("actions", "Read files &again"),
            "F5",
            _N("actions", "Read all files again and compare them"),
        ),
        ("close_comparison", _N("actions", "&Close comparison"), "Ctrl+W", _N("actions", "Go back to the start page")),
        None,
        ("close", _N("actions", "&Quit"), "Ctrl+Q", ""),
    ),
    "edit": (
        ("undo", _N("actions", "&Undo"), "Ctrl+Z", _N("actions", "Take back what was typed last")),
        ("redo", _N("actions", "&Redo"), "Ctrl+Shift+Z", _N("actions", "Do again what was taken back")),
        None,
        ("copy", _N("actions", "&Copy"), "Ctrl+C", _N("actions", "Copy the selected rows as tab-separated text")),
        (
            "copy_command",
            _N("actions", "Copy as c&ommand"),
            "Ctrl+Alt+C",
            _N("actions", "Copy the command that prints what has the focus: a table or the alignment"),
        ),
        (
            "copy_methods",
            _N("actions", "Copy &methods paragraph"),
            "",
            _N("actions", "Copy how these figures were made, in words for a paper, with signatures"),
        ),
        None,
        (
            "find",
            _N("actions", "&Find sentences"),
            "Ctrl+F",
            _N("actions", "Go to the field that filters the sentences"),
        ),
        ("reset_filter", _N("actions", "&Reset filter"), "Ctrl+Shift+F", _N("actions", "Show all sentences again")),
    ),
    "go": (
        (
            "next_sentence",
            _N("actions", "&Next sentence"),
            "J; Alt+Down",
            _N("actions", "The next row of the sentences table"),
        ),
        ("previous_sentence", _N("actions", "&Previous sentence"), "K; Alt+Up", _N("actions", "The row before")),
        ("first_sentence", _N("actions", "&First sentence"), "Ctrl+Home", _N("actions", "The first row")),
        (
            "next_difference",
            _N("actions", "Next &difference"),
            "N",
            _N("actions", "The next sentence whose two analyses differ"),
        ),
        (
            "previous_difference",
            _N("actions", "Previous d&ifference"),
            "P",
            _N("actions", "The sentence before whose two analyses differ"),
        ),
        (
            "go_to_sentence",
            _N("actions", "&Go to sentence…"),
            "Ctrl+G",
            _N("actions", "Choose a sentence by its number"),
        ),
        None,
        (
            "next_system",
            _N("actions", "Next &system"),
            "Ctrl+Down",
            _N("actions", "Show the sentences of the next system"),
        ),
        (
            "previous_system",
            _N("actions", "Previous s&ystem"),
            "Ctrl+Up",
            _N("actions", "Show the sentences of the system before"),
        ),
    ),
    "compare_end": (
        (
            "show_rankings",
            _N("actions", "Systems under all &variants"),
            "Ctrl+Shift+V",
            _N("actions", "How the systems rank by roof and whole trees, E and T, Dice and Jaccard, pooled and mean"),
        ),
        (
            "show_deciles",
            _N("actions", "&Deciles of A by B"),
            "",
            _N("actions", "Tenths of the sentences under A by tenths under B"),
        ),
        (
            "show_labels",
            _N("actions", "Scores by &label"),
            "",
            _N("actions", "Recall, precision and F1 per label, and which are confused"),
        ),
        ("show_statistics", _N("actions", "&Treebank statistics"), "", _N("actions", "What the treebanks are like")),
        None,
        (
            "edit_label_costs",
            _N("actions", "La&bel costs of Leaf-Ancestor…"),
            "",
            _N("actions", "What replacing one label by another costs in a lineage"),
        ),
        (
            "edit_tree_costs",
            _N("actions", "Label c&osts of tree distance…"),
            "",
            _N("actions", "What relabelling a node costs"),
        ),
        None,
        (
            "read_judgements",
            _N("actions", "Read p&henomena…"),
            "",
            _N("actions", "Read a table of phenomena and judgements: sentence, phenomenon, and more"),
        ),
        (
            "save_judgements",
            _N("actions", "Save phenomena and &judgements…"),
            "",
            _N("actions", "Write what was typed as a table"),
        ),
        (
            "choose_scheme",
            _N("actions", "Choose s&cheme…"),
            "",
            _N("actions", "Choose the phenomena and error classes on offer"),
        ),
        None,
        (
            "remove_system",
            _N("actions", "&Remove this system"),
            "Ctrl+Del",
            _N("actions", "Leave the chosen system out"),
        ),
        None,
        ("cancel", _N("actions", "&Stop"), "Esc", _N("actions", "Stop comparing; what is compared so far stays")),
    ),
    "alignment_end": (
        ("mirrored", _N("actions", "&Mirrored"), "M", _N("actions", "Gold above, test below, one row of words")),
        ("side_by_side", _N("actions", "&Side by side"), "S", _N("actions", "Gold left, test right")),
        (
            "merged",
            _N("actions", "M&erged"),
            "G",
            _N("actions", "One tree: the gold's, with the inserted nodes put in"),
        ),
        (
            "fold",
            _N("actions", "&Fold identical parts"),
            "F",
            _N("actions", "Fold or unfold what is the same in both trees"),
        ),
        ("list_changes", _N("actions", "List of &changes"), "C", _N("actions", "Show or hide the changes as text")),
        (
            "right_to_left",
            _N("actions", "Words from &right to left"),
            "Ctrl+Shift+R",
            _N("actions", "For Hebrew or Arabic; again: back"),
        ),
        None,
        ("larger_drawing", _N("actions", "&Larger drawing"), "+", ""),
        ("smaller_drawing", _N("actions", "Smaller &drawing"), "-", ""),
        ("fit_drawing", _N("actions", "F&it into the window"), "0", ""),
        None,
        (
            "copy_drawing",
            _N("actions", "Co&py the drawing"),
            "Ctrl+Shift+C",
            _N("actions", "Copy the drawing as a picture"),
        ),
        (
            "save_drawing",
            _N("actions", "Save the dra&wing…"),
            "Ctrl+S",
            _N("actions", "Save the drawing as SVG, PDF, PNG or LaTeX"),
        ),
        (
            "copy_latex",
            _N("actions", "Copy as LaTe&X"),
            "Ctrl+Alt+X",
            _N("actions", "Copy the drawing as LaTeX for a paper"),
        ),
        (
            "save_handout",
            _N("actions", "Save a &hand-out…"),
            "Ctrl+Alt+P",
            _N("actions", "A page with the drawing of this sentence and all its scores, as PDF"),
        ),
    ),
    "view_end": (
        ("larger_text", _N("actions", "&Larger text"), "Ctrl++", ""),
        ("smaller_text", _N("actions", "&Smaller text"), "Ctrl+-", ""),
        ("usual_text", _N("actions", "&Usual text size"), "Ctrl+0", ""),
        None,
        (
            "usual_layout",
            _N("actions", "Usual &places of all parts"),
            "",
            _N("actions", "Put tables and trees back where they were at first"),
        ),
        ("full_screen", _N("actions", "&Full screen"), "F11", ""),
    ),
    "help": (
        (
            "show_help",
            _N("actions", "&The measures explained"),
            "F1",
            _N("actions", "What each measure counts, with its paper"),
        ),
        (
            "show_log",
            _N("actions", "Show the &log file"),
            "",
            _N("actions", "Where unexpected errors are written down"),
        ),
        None,
        ("show_about", _N("actions", "&About treecompare"), "", ""),
    ),
}

# (group, ((value, text, shortcut, tip), ...)): switches of which exactly one is on
SWITCHES: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "mapping": (
        (
            "T",
            _N("actions", "&Tree distance (T)"),
            "T",
            _N("actions", "Align the trees by the least costly edits: nodes deleted, inserted, relabelled"),
        ),
        (
            "E",
            _N("actions", "Same &spans (E)"),
            "E",
            _N("actions", "Align nodes with the same label over the same words, as precision and recall do"),
        ),
    ),
    "part": (
        ("whole", _N("actions", "&Whole tree"), "W", _N("actions", "Constituents and part-of-speech tags")),
        ("roof", _N("actions", "&Roof"), "R", _N("actions", "Constituents only: without part-of-speech tags")),
    ),
    "average": (
        (
            "pooled",
            _N("actions", "&Pooled"),
            "Ctrl+Shift+P",
            _N("actions", "Sum over all sentences, then divide. Emms and Tsarfaty call this “macro”, others “micro”"),
        ),
        (
            "mean",
            _N("actions", "&Mean"),
            "Ctrl+Shift+M",
            _N("actions", "Mean of the sentences' scores. Emms and Tsarfaty call this “micro”, others “macro”"),
        ),
    ),
    "params": (
        (
            "standard",
            _N("actions", "&Standard"),
            "",
            _N("actions", "As evalb with COLLINS.prm; outermost brackets such as TOP, ROOT, S1 do not count"),
        ),
        (
            "evalb",
            _N("actions", "&Exactly as evalb"),
            "",
            _N("actions", "COLLINS.prm as evalb applies it: other wrappers than TOP count as constituents"),
        ),
        ("spmrl", _N("actions", "S&PMRL"), "", _N("actions", "The rules of the SPMRL shared tasks")),
        ("none", _N("actions", "&None"), "", _N("actions", "Trees as they are in the files")),
        ("file", _N("actions", "Parameter &file…"), "", _N("actions", "An evalb parameter file of your own")),
    ),
    "preterminals": (
        ("auto", _N("actions", "&Find out"), "", _N("actions", "Look at the gold trees")),
        ("yes", _N("actions", "&Yes, it is a tag"), "", ""),
        ("no", _N("actions", "&No, it is a constituent"), "", ""),
    ),
    "missing": (
        ("skip", _N("actions", "&Leave it out"), "", _N("actions", "It is shown and counted, but has no score")),
        ("zero", _N("actions", "Score it as &zero"), "", _N("actions", "It counts as the bare words of the gold")),
    ),
    "as_dependencies": (
        ("", _N("actions", "&As constituents"), "", _N("actions", "Trees as they are in the files")),
        (
            "auto",
            _N("actions", "As &dependencies, head rules by the tags"),
            "",
            _N(
                "actions", "Convert trees by head rules, those of the treebank's style, and compare heads and relations"
            ),
        ),
        (
            "collins",
            _N("actions", "As dependencies, head rules of &Collins"),
            "",
            _N("actions", "For Penn-style trees"),
        ),
        (
            "yamada-matsumoto",
            _N("actions", "As dependencies, head rules of &Yamada and Matsumoto"),
            "",
            _N("actions", "For Penn-style trees; what Penn2Malt uses"),
        ),
        ("tiger", _N("actions", "As dependencies, head rules of &TIGER"), "", _N("actions", "By edge labels")),
        (
            "rules",
            _N("actions", "As dependencies, a &file of head rules…"),
            "",
            _N("actions", "Head rules of your own; the shipped files show how they are written"),
        ),
    ),
    "over_lattices": (
        ("", _N("actions", "The same in &all files"), "", _N("actions", "Sentences whose words differ are left out")),
        (
            "yes",
            _N("actions", "May be &segmented differently"),
            "",
            _N("actions", "TedEval over lattices and SegEval, within space-delimited words: Hebrew, Arabic, Turkish"),
        ),
    ),
    "punctuation": (
        ("count", _N("actions", "&Counted"), "", _N("actions", "Punctuation marks are words like others")),
        ("ignore", _N("actions", "&Left out"), "", _N("actions", "Words that consist of punctuation are not scored")),
    ),
    "relations": (
        ("universal", _N("actions", "&Without subtypes"), "", _N("actions", "nsubj:pass counts as nsubj")),
        ("full", _N("actions", "&As written"), "", _N("actions", "nsubj:pass and nsubj are different relations")),
    ),
    "differing": (
        ("skip", _N("actions", "&Leave them out"), "", _N("actions", "As the shared task does with whole files")),
        ("align", _N("actions", "&Align their words"), "", _N("actions", "Words that differ have no counterpart")),
    ),
    "theme": (
        ("system", _N("actions", "As the &system"), "", ""),
        ("light", _N("actions", "&Light"), "", ""),
        ("dark", _N("actions", "&Dark"), "", ""),
    ),
}
