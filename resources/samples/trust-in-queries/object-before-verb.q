/* Objects before the verb of their clause. Objects without words, as the traces of relative clauses, are no word order. */
node: IP*
query: (IP* iDoms NP-OB1*) AND (NP-OB1* iDoms !\**) AND (IP* iDoms VB*) AND (NP-OB1* precedes VB*)
