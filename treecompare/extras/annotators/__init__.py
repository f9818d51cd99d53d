"""Several analyses of the same sentences, none of them gold: consensus, agreement, what may be accepted unseen, decisions."""
