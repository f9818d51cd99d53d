"""Two versions of a treebank: who wants to compare some is asked which, and a window of their own shows them."""
