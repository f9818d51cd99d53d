/* Part of edits.c: the best sum of gains of two forests that have little in common, under unit costs; no pairs.

   The recurrence of edits_solver.h, on trees whose unary chains are one node each: a word, its tag and a phrase of
   that alone are one row of all tables but their own. This loses nothing. Within a table, nodes of a chain that does
   not begin at the table's leaf share their corner (the cell before their leftmost leaf), so only the best pair of
   two chains counts there:

       forest[X][Y] = max(forest[X-1][Y], forest[X][Y-1], forest[left(X)-1][left(Y)-1] + best[X][Y])

   Chains that begin at the table's two leaves get their `best` there. With x1..xk and y1..ym from the bottom, and
   partly[a][b] the best sum of the subtrees below x(a+1) and y(b+1), of which partly[0][0] is a cell of the table:

       paired[a][b] = gain(xa, yb) + partly[a-1][b-1]
       partly[a][b] = max(partly[a-1][b], partly[a][b-1], paired[a][b])

   where partly[a][0] takes the best pair of x1..xa with a node below y1, for nothing stands left of either: that is
   why the best pair of each node below the top of a chain with each subtree of the other side is kept.

   Leaves of no further branching (a chain of words and tags alone) need no table. Of the others the last row and
   column, whose top nodes have no use but their own pairs, are not filled. */
#ifndef TREECOMPARE_EDITS_APART_H
#define TREECOMPARE_EDITS_APART_H

#include "edits_chains.h"

typedef struct {
    const chained *gold, *test;
    int32_t match, swap; /* what a pair gains */
    int32_t *best; /* [gold chain][test chain]: the best sum of their subtrees in which a node of the one is paired with
                      a node of the other */
    int32_t *gold_under, *test_under; /* [node that is not the top of its chain][chain of the other side]: the best sum
                                         of its subtree in which it is paired with a node of the other subtree */
    int32_t *forest, *scratch; /* scratch: a number per node of either side */
    uint8_t *marks;
    const volatile int32_t *cancel;
} chain_solver;

/* Pairs two chains; `start` is the best sum of what is below both. */
static void pair_long_chains(const chain_solver *s, int64_t x, int64_t y, int32_t start)
{
    const int64_t n = s->gold->count, m = s->test->count;
    const int64_t rows = s->gold->begin[x + 1] - s->gold->begin[x], columns = s->test->begin[y + 1] - s->test->begin[y];
    const int32_t *gold_codes = s->gold->codes + s->gold->begin[x], *test_codes = s->test->codes + s->test->begin[y];
    int32_t *gold_under = s->gold_under + s->gold->under[x] * m + y;
    int32_t *test_under = s->test_under + s->test->under[y] * n + x;
    int32_t *partly = s->scratch, best = 0, edge = start;
    partly[0] = start;
    for (int64_t b = 0; b + 1 < columns; b++) {
        test_under[b * n] = most_below(s->gold, test_under + b * n - x, x);
        partly[b + 1] = partly[b] > test_under[b * n] ? partly[b] : test_under[b * n];
    }
    for (int64_t a = 0; a < rows; a++) {
        int32_t corner = edge, before, under = 0;
        if (a + 1 < rows) {
            under = most_below(s->test, gold_under + a * m - y, y);
            edge = edge > under ? edge : under;
        }
        before = edge; /* the cell to the left in this row; corner is the one left of it and before */
        for (int64_t b = 0; b < columns; b++) {
            const int32_t paired = (gold_codes[a] == test_codes[b] ? s->match : s->swap) + corner;
            best = best > paired ? best : paired;
            under = under > paired ? under : paired;
            if (b + 1 < columns) {
                int32_t up = partly[b + 1];
                corner = up;
                if (test_under[b * n] < paired) test_under[b * n] = paired;
                up = up > paired ? up : paired;
                partly[b] = before;
                before = before > up ? before : up;
            }
        }
        partly[columns - 1] = before;
        if (a + 1 < rows) gold_under[a * m] = under;
    }
    s->best[x * m + y] = best;
}

/* Pairs two chains of which the one has two nodes, with the best sums of the lower `under`, and the other one. */
static inline int32_t pair_with_two(const chain_solver *s, const int32_t *two, int32_t *under, const chained *other,
                                    int64_t chain, int32_t start)
{
    const int32_t below = most_below(other, under, chain);
    const int32_t lower = (two[0] == other->top[chain] ? s->match : s->swap) + start;
    const int32_t upper = (two[1] == other->top[chain] ? s->match : s->swap) + larger(start, below);
    under[chain] = larger(below, lower);
    return larger(lower, upper);
}

/* The same for two chains of two nodes. */
static inline int32_t pair_two_with_two(const chain_solver *s, int64_t x, int64_t y, int32_t start)
{
    const int32_t *gold = s->gold->codes + s->gold->begin[x], *test = s->test->codes + s->test->begin[y];
    int32_t *gold_under = s->gold_under + s->gold->under[x] * s->test->count;
    int32_t *test_under = s->test_under + s->test->under[y] * s->gold->count;
    const int32_t in_test = most_below(s->test, gold_under, y), in_gold = most_below(s->gold, test_under, x);
    const int32_t gold_start = larger(start, in_test), test_start = larger(start, in_gold); /* one lower node is left out */
    const int32_t lower = (gold[0] == test[0] ? s->match : s->swap) + start;
    const int32_t cross = (gold[0] == test[1] ? s->match : s->swap) + test_start;
    const int32_t other = (gold[1] == test[0] ? s->match : s->swap) + gold_start;
    const int32_t upper = (gold[1] == test[1] ? s->match : s->swap) + larger(lower, larger(gold_start, test_start));
    gold_under[y] = larger(in_test, larger(lower, cross));
    test_under[x] = larger(in_gold, larger(lower, other));
    return larger(larger(lower, cross), larger(other, upper));
}

/* Pairs two chains; `start` is the best sum of what is below both. */
static inline void pair_chains(const chain_solver *s, int64_t x, int64_t y, int32_t start)
{
    const chained *gold = s->gold, *test = s->test;
    const int64_t n = gold->count, m = test->count;
    const int64_t rows = gold->begin[x + 1] - gold->begin[x], columns = test->begin[y + 1] - test->begin[y];
    int32_t *best = s->best + x * m + y;
    if (rows == 1 && columns == 1)
        *best = (gold->top[x] == test->top[y] ? s->match : s->swap) + start;
    else if (rows == 2 && columns == 1)
        *best = pair_with_two(s, gold->codes + gold->begin[x], s->gold_under + gold->under[x] * m, test, y, start);
    else if (rows == 1 && columns == 2)
        *best = pair_with_two(s, test->codes + test->begin[y], s->test_under + test->under[y] * n, gold, x, start);
    else if (rows == 2 && columns == 2)
        *best = pair_two_with_two(s, x, y, start);
    else
        pair_long_chains(s, x, y, start);
}

/* What pairs gain of which one chain is a leaf, if no two nodes are equal but the two top nodes: as many swaps as the lower of
   both has nodes one above the other. */
static void pair_strangers(const chain_solver *s, const chained *side, const chained *other, int32_t *under)
{
    const int64_t columns = other->count;
    for (int64_t c = 0; c < side->count; c++) {
        int32_t height = side->height[c] - (side->begin[c + 1] - side->begin[c]);
        for (int64_t node = side->begin[c]; node + 1 < side->begin[c + 1]; node++) {
            height++;
            for (int64_t y = 0; y < columns; y++)
                under[y] = (height < other->height[y] ? height : other->height[y]) * s->swap;
            under += columns;
        }
    }
}

/* Marks, for each node under the top of a chain, the chains of the other side that have an equal node or are above it: these
   gain more. */
WIDE static void mark_equal(const chained *side, const chained *other, int32_t *equal, uint8_t *marks, int64_t by_side,
                            int64_t by_other, uint8_t bit)
{
    for (int64_t c = 0; c < side->count; c++)
        for (int64_t lower = side->begin[c]; lower + 1 < side->begin[c + 1]; lower++) {
            const int32_t code = side->codes[lower];
            int64_t found = 0;
            int32_t any = 0;
            for (int64_t node = 0; node < other->nodes; node++) any |= other->codes[node] == code; /* mostly in vain */
            for (int64_t node = 0; any && node < other->nodes; node++) {
                equal[found] = other->chain[node];
                found += other->codes[node] == code;
            }
            for (int64_t i = 0; i < found; i++)
                for (int32_t up = equal[i]; up >= 0; up = other->parent[up]) {
                    uint8_t *mark = marks + c * by_side + up * by_other;
                    if (*mark & bit) break; /* and so are those above */
                    *mark |= bit;
                }
        }
}

/* All pairs of chains of which one is a leaf: nothing stands below both. */
WIDE static int pair_leaves(const chain_solver *s)
{
    const chained *gold = s->gold, *test = s->test;
    const int64_t n = gold->count, m = test->count;
    for (int64_t i = 0; i < n * m; i++) s->marks[i] = 0;
    pair_strangers(s, gold, test, s->gold_under);
    pair_strangers(s, test, gold, s->test_under);
    mark_equal(gold, test, s->scratch, s->marks, m, 1, 1);
    mark_equal(test, gold, s->scratch, s->marks, 1, m, 2);
    for (int64_t x = 0; x < n; x++) {
        const int32_t top = gold->top[x], height = gold->height[x], more = s->match - s->swap, swap = s->swap;
        const uint8_t *marks = s->marks + x * m;
        int32_t *best = s->best + x * m;
        if (*s->cancel) return 0;
        for (int64_t y = 0; y < m; y++) {
            const int32_t lower = height < test->height[y] ? height : test->height[y];
            best[y] = lower * swap + (top == test->top[y] ? more : 0);
        }
        for (int64_t y = 0; y < m; y++)
            if (marks[y] && (gold->size[x] == 1 || test->size[y] == 1)) pair_chains(s, x, y, 0);
    }
    return 1;
}

/* The table of two leaves up to so many rows and columns, and the pairs of the chains above the two, of which the last
   is not in it. */
WIDE static int fill_chains(const chain_solver *s, int64_t gold_leaf, int64_t test_leaf, int64_t rows, int64_t columns)
{
    const chained *gold = s->gold, *test = s->test;
    const int64_t m = test->count, stride = columns + 1;
    const int32_t *left = test->left + test_leaf - 1;
    int32_t *cells = s->forest;
    for (int64_t c = 0; c <= columns; c++) cells[c] = 0;
    for (int64_t r = 1;; r++) {
        const int64_t x = gold_leaf + r - 1;
        const int32_t *before = s->forest + (r - 1) * stride, *best = s->best + x * m + test_leaf - 1;
        int32_t so_far = 0;
        if (x < gold->count && gold->left[x] == gold_leaf && r > 1)
            for (int32_t y = test->above[test_leaf]; y >= 0; y = test->above[y]) pair_chains(s, x, y, before[y - test_leaf]);
        if (r > rows) break;
        if (*s->cancel) return 0;
        cells = s->forest + r * stride;
        cells[0] = 0;
        if (gold->left[x] == gold_leaf) {
            for (int64_t c = 1; c <= columns; c++) cells[c] = so_far = larger(so_far, larger(best[c], before[c]));
        } else {
            const int32_t *corner = s->forest + (gold->left[x] - gold_leaf) * stride - test_leaf;
            for (int64_t c = 1; c <= columns; c++)
                cells[c] = so_far = larger(so_far, larger(best[c] + corner[left[c]], before[c]));
        }
    }
    return 1;
}

/* The best sum, or -1 if cancelled. */
static int32_t solve_chains(const chain_solver *s)
{
    const chained *gold = s->gold, *test = s->test;
    const int64_t n = gold->count, m = test->count;
    const int64_t rows = n - (gold->size[n - 1] == n), columns = m - (test->size[m - 1] == m); /* without single roots */
    int32_t found;
    if (!pair_leaves(s)) return -1;
    for (int64_t i = gold->head_count - 1; i >= 0; i--) {
        const int32_t x = gold->heads[i];
        for (int64_t j = test->head_count - 1; j >= 0; j--) {
            const int32_t y = test->heads[j];
            if (x == 0 && y == 0) continue; /* the whole forests come last */
            if (!fill_chains(s, x, y, gold->highest[x] - x, test->highest[y] - y)) return -1;
        }
    }
    if (!fill_chains(s, 0, 0, rows, columns)) return -1;
    found = s->forest[rows * (columns + 1) + columns];
    if (rows < n)
        for (int64_t y = 0; y < m; y++) found = found > s->best[rows * m + y] ? found : s->best[rows * m + y];
    if (columns < m)
        for (int64_t x = 0; x < n; x++) found = found > s->best[x * m + columns] ? found : s->best[x * m + columns];
    return found;
}

/* ---- two forests ---- */

/* The best sum of gains of two forests of chains that are mirrored or not. */
static int solve_chained(const chained *gold, const chained *test, int32_t match, int32_t swap, const volatile int32_t *cancel,
                         edits_memory *memory, int64_t *value)
{
    chain_solver s = {gold, test, match, swap, NULL, NULL, NULL, NULL, NULL, NULL, cancel};
    const int64_t n = gold->count, m = test->count;
    const int64_t best = n * m, under = (gold->nodes - n) * m, other = (test->nodes - m) * n;
    const int64_t forest = (n + 1) * (m + 1), scratch = most(gold->nodes, test->nodes) + 1;
    if (!make_room(&memory->chains, &memory->chain_room,
                   (size_t)(best + under + other + forest + scratch + (best + 3) / 4), sizeof(int32_t)))
        return EDITS_NO_MEMORY;
    s.best = memory->chains;
    s.gold_under = s.best + best;
    s.test_under = s.gold_under + under;
    s.forest = s.test_under + other;
    s.scratch = s.forest + forest;
    s.marks = (uint8_t *)(s.scratch + scratch);
    *value = solve_chains(&s);
    return *value < 0 ? EDITS_CANCELLED : EDITS_DONE;
}

static int mirrored_is_better(const chained *gold, const chained *test, int flags)
{
    if (flags & (EDITS_LEFT | EDITS_RIGHT)) return (flags & EDITS_RIGHT) != 0;
    return gold->mirrored_work * test->mirrored_work < gold->work * test->work;
}

/* The best sum of gains, by the decomposition that is asked for or has fewer cells. */
static int solve_forests(const edits_forest *gold, const edits_forest *test, int32_t match, int32_t swap, int flags,
                         const volatile int32_t *cancel, edits_memory *memory, int64_t *value)
{
    const int64_t gold_room = ARRAYS_PER_CHAINED * (gold->count + 1), test_room = ARRAYS_PER_CHAINED * (test->count + 1);
    int32_t *room;
    chained a, b;
    if (!make_room(&memory->chained, &memory->chained_room, 2 * (size_t)(gold_room + test_room), sizeof(int32_t)))
        return EDITS_NO_MEMORY;
    room = memory->chained;
    a = chains_of(gold, room);
    b = chains_of(test, room + gold_room);
    room += gold_room + test_room;
    if (mirrored_is_better(&a, &b, flags)) {
        a = mirrored_chains(&a, room);
        b = mirrored_chains(&b, room + gold_room);
    }
    return solve_chained(&a, &b, match, swap, cancel, memory, value);
}

/* ---- many trees ---- */

struct edits_trees {
    chained *left, *right; /* each tree and its mirror image */
    int32_t *room;
};

void edits_trees_free(edits_trees *trees)
{
    if (trees == NULL) return;
    free(trees->left);
    free(trees->right);
    free(trees->room);
    free(trees);
}

edits_trees *edits_trees_new(const int32_t *codes, const int32_t *sizes, const int64_t *offsets, int64_t count)
{
    edits_trees *trees = calloc(1, sizeof(edits_trees));
    int32_t *room;
    if (trees == NULL) return NULL;
    trees->left = malloc((size_t)(count + 1) * sizeof(chained));
    trees->right = malloc((size_t)(count + 1) * sizeof(chained));
    room = malloc(2 * ARRAYS_PER_CHAINED * (size_t)(offsets[count] - offsets[0] + count + 1) * sizeof(int32_t));
    trees->room = room;
    if (trees->left == NULL || trees->right == NULL || room == NULL) {
        edits_trees_free(trees);
        return NULL;
    }
    for (int64_t i = 0; i < count; i++) {
        const edits_forest forest = {codes + offsets[i], sizes + offsets[i], offsets[i + 1] - offsets[i]};
        trees->left[i] = chains_of(&forest, room);
        room += ARRAYS_PER_CHAINED * (forest.count + 1);
        trees->right[i] = mirrored_chains(&trees->left[i], room);
        room += ARRAYS_PER_CHAINED * (forest.count + 1);
    }
    return trees;
}

int edits_distance(const edits_trees *trees, int64_t first, int64_t second, int64_t limit, const volatile int32_t *cancel,
                   edits_memory *memory, int32_t *distance)
{
    const chained *a = &trees->left[first], *b = &trees->left[second];
    int64_t saved = 0;
    const int64_t nodes = a->nodes + b->nodes;
    if (a->nodes * b->nodes > limit) return EDITS_TOO_LARGE;
    if (a->nodes > 0 && b->nodes > 0) {
        int status;
        if (mirrored_is_better(a, b, 0)) {
            a = &trees->right[first];
            b = &trees->right[second];
        }
        status = solve_chained(a, b, 2, 1, cancel, memory, &saved);
        if (status != EDITS_DONE) return status;
    }
    *distance = (int32_t)(nodes - saved);
    return EDITS_DONE;
}

#endif
