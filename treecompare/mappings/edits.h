/* Least-cost mappings of ordered forests (tree distance), for edits.py. Plain C99, knows nothing of Python. */
#ifndef TREECOMPARE_EDITS_H
#define TREECOMPARE_EDITS_H

#include <stdint.h>

/* Which savings a run may use. All of them are exact; tests run each by itself. */
enum {
    EDITS_TRIM = 1,  /* strip what is equal at the top, on the left and on the right */
    EDITS_BAND = 2,  /* skip node pairs that no cheap enough mapping can hold, where that pays */
    EDITS_FORCE = 4, /* with EDITS_BAND: also where it does not pay */
    EDITS_LEFT = 8,  /* only the left decomposition */
    EDITS_RIGHT = 16 /* only the right one; with neither the better of both */
};

enum { EDITS_DONE = 0, EDITS_TOO_LARGE = 1, EDITS_CANCELLED = 2, EDITS_NO_MEMORY = 3 };

/* A sentence: nodes in postorder; codes < 0 are words; sizes count the subtree with its root. */
typedef struct {
    const int32_t *codes;
    const int32_t *sizes;
    int64_t count;
} edits_forest;

/* Costs of swapping labels. row of code c: rows[c], of word -1 - w: word_rows[w]; beyond the arrays, and where
   it is -1, the code is unlisted. swap and equal are row_count x row_count, gold row first. */
typedef struct {
    const int32_t *rows;
    int64_t code_count;
    const int32_t *word_rows;
    int64_t word_count;
    const double *swap;
    const uint8_t *equal;
    int64_t row_count;
} edits_costs;

typedef struct edits_memory edits_memory; /* scratch of one caller, grows as needed */

edits_memory *edits_memory_new(void);
void edits_memory_free(edits_memory *memory);

/* Writes matched, swapped, deleted, inserted to out[4] and the cost to *cost (which may be NULL). costs may be
   NULL: then a swap costs 1. Pairs that differ and have more than limit node pairs are EDITS_TOO_LARGE. */
int edits_count(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int64_t *out, double *cost);

/* Writes the pairs of the mapping, gold node then test node, in ascending order, to pairs[2 * min(nodes)], and
   their number to *found. EDITS_TRIM changes no pair. */
int edits_pairs(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int32_t *pairs, int64_t *found);

/* Trees made ready for distances between any two of them: about 100 bytes a node. NULL without memory. */
typedef struct edits_trees edits_trees;

edits_trees *edits_trees_new(const int32_t *codes, const int32_t *sizes, const int64_t *offsets, int64_t count);
void edits_trees_free(edits_trees *trees);

/* The distance under unit costs; EDITS_TOO_LARGE with more than limit node pairs. */
int edits_distance(const edits_trees *trees, int64_t first, int64_t second, int64_t limit, const volatile int32_t *cancel,
                   edits_memory *memory, int32_t *distance);

#endif
