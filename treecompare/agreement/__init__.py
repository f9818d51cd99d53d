"""Several analyses of the same sentences, none of them gold: consensus, agreement, and what may be accepted unseen."""
