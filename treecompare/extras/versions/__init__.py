"""What changed between two versions of a treebank: sentences, words, edits, the rules behind them.

BASE is the older version, HEAD the newer one; neither is gold. A word's head is called its mother here.
"""
