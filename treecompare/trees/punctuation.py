"""Tags of punctuation, tagset by tagset: words with such a tag are not part of what parsers are compared in."""

from __future__ import annotations

import re
from collections.abc import Iterable

TAGSETS = {
    "Penn Treebank": ", . : `` ''",
    "STTS (German)": "$, $. $( $-LRB- $LRB $*LRB*",
    "Universal Dependencies": "PUNCT",
    "Penn Chinese Treebank": "PU",
    "French Treebank": "PONCT",
    "Alpino": "punct",
    "CGN (Dutch)": "LET let",
    "Hebrew Treebank": "yy*",
    "SPMRL, PCEEC, Arabic Treebank": "PUNC",
    "Penn parsed corpora of historical English, IcePaHC": ". , \" '",
    "CGELBank": "Punct",
    "BNC, Kainoki": "PUN PUL PUR PUQ PU",
    "Stockholm-Umeå Corpus": "MAD MID PAD",
    "Składnica": "interp",
    "SQUOIA": "F F$",
    "EAGLES (Spanish, Catalan)": (
        "Faa Fat Fc Fca Fct Fd Fe Fg Fh Fia Fit Fla Flt Fp Fpa Fpt Fra Frc Fs Ft Fx Fz "
        "faa fat fc fca fct fd fe fg fh fia fit fla flt fp fpa fpt fra frc fs ft fx fz"
    ),
}
"""Each with its tags. A star at the end stands for any letters; brackets in words (-LRB-) count as words, as they do in evalb."""

_TAGS = {tag: place for place, tag in enumerate(dict.fromkeys(" ".join(TAGSETS.values()).split()))}
_BEGINS = tuple(tag[:-1] for tag in _TAGS if tag.endswith("*"))
_FURTHER = re.compile(r"(?<=[A-Za-z.,(])[-:=#|(].*", re.DOTALL)
"""What stands behind a tag: functions, morphology, arguments (``PUNCT-punct``, ``$,:-``, ``PONCT##…##``, ``LET()``)."""


def is_punctuation(tag: str) -> bool:
    """Whether a tag says that its word is punctuation, in whatever tagset."""
    return tag in _TAGS or tag.startswith(_BEGINS) or _FURTHER.sub("", tag) in _TAGS


def in_order(tags: Iterable[str]) -> list[str]:
    """Tags of punctuation as the tagsets have them; others last."""
    return sorted(tags, key=lambda tag: (_TAGS.get(tag, len(_TAGS)), tag))
