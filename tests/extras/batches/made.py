"""Small treebanks, and systems that get some of their heads and relations wrong."""

from __future__ import annotations

from pathlib import Path

SENTENCES = ["dogs bark", "the dogs bark", "the big dogs bark", "the big old dogs bark", "cats sleep", "the cats sleep"]


def conllu(wrong: int = 0, sentences: list[str] = SENTENCES) -> str:
    """The last word is the root, all others depend on it; ``wrong``: in so many sentences the first word has another relation."""
    text = []
    for number, sentence in enumerate(sentences):
        words = sentence.split()
        lines = [f"# sent_id = s{number}"]
        for place, word in enumerate(words, 1):
            is_last = place == len(words)
            relation = "root" if is_last else "obj" if place == 1 and number < wrong else "nsubj"
            lines.append(f"{place}\t{word}\t_\tNOUN\t_\t_\t{0 if is_last else len(words)}\t{relation}\t_\t_")
        text.append("\n".join(lines) + "\n\n")
    return "".join(text)


def task(folder: Path, manifest: str = "") -> Path:
    """Two treebanks, ``aa`` and ``bb``, and the systems ``good`` and ``poor``; ``poor`` has nothing for ``bb``."""
    for name, wrong in (("gold/aa", 0), ("gold/bb", 0), ("out/good/aa", 1), ("out/good/bb", 0), ("out/poor/aa", 3)):
        path = folder / f"{name}.conllu"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(conllu(wrong), "utf-8")
    path = folder / "task.toml"
    usual = 'treebanks = "gold/{treebank}.conllu"\nsystems = "out/{system}/{treebank}.conllu"\nmeasures = "las,uas"\n'
    path.write_text(manifest or usual, "utf-8")
    return path
