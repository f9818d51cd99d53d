"""Many treebanks, many systems: what is to be scored, scoring it on any executor, and what comes out."""
