/* Part of edits.c: the best mapping of two forests, with or without band.

   The recurrence, which has zeros at all borders, is that of _edits_twin.py (Zhang & Shasha 1989, turned round). One
   table of forests per pair of leftmost leaves serves all pairs of nodes above these leaves (the "keyroots"). Run on
   mirrored trees this is the right decomposition.

   The band follows Touzet (A linear tree edit distance algorithm for similar ordered trees, CPM 2005). If x is
   mapped to y then the nodes left of x can only be mapped to nodes left of y, and likewise those right of, above
   and below; so such a mapping costs at least the sum of the four differences in number, whatever swaps cost.
   Pairs whose sum exceeds a budget are skipped; the result is exact as soon as its own cost is within the
   budget, because no mapping as cheap holds a skipped pair. Words and other nodes are told apart in that: the
   difference of three words more and three other nodes fewer is three, not none. */
#ifndef TREECOMPARE_EDITS_SOLVER_H
#define TREECOMPARE_EDITS_SOLVER_H

#include "edits_sides.h"

typedef struct {
    const side *gold, *test;
    const edits_forest *given; /* the two, unmirrored, where their chains may serve: no costs, no pairs; else NULL */
    weights w;
    int64_t budget; /* of the band; -1 without band */
    int words_apart; /* 1 if swapping a word with another node costs at least 1, else 0 */
    int64_t *paired, *forest;
    int64_t paired_stride, paired_shift; /* paired[x][y] is at x * stride + y + shift: diagonals where banded */
    const volatile int32_t *cancel;
} solver;

/* One subproblem: the nodes from leaf `gold_left` on against those from leaf `test_left` on. Row r holds gold node
   gold_left + r - 1, column c likewise; row 0 and column 0 are the empty forests. Within the band
   r - c lies in [lowest, highest]. */
typedef struct {
    int64_t gold_left, test_left, rows, columns;
    int64_t lowest, highest;
    int64_t stride, shift;
} table;

/* Where a + b = all, which a have |a| + |b| <= budget? Half of the excess may go either way. */
static int split_range(int64_t all, int64_t budget, int64_t *lowest, int64_t *highest)
{
    int64_t slack = budget - distance(all, 0);
    if (slack < 0) return 0;
    *lowest = least(all, 0) - slack / 2;
    *highest = most(all, 0) + slack / 2;
    return 1;
}

static table open_table(const solver *s, int64_t gold_left, int64_t test_left, int64_t rows, int64_t columns)
{
    table t = {gold_left, test_left, rows, columns, 0, 0, columns + 1, 0};
    int64_t left = gold_left - test_left;
    t.lowest = -columns;
    t.highest = rows;
    if (s->budget >= 0) {
        /* nodes left of the table, inside it up to the cell, and after: the three differences are within budget */
        split_range(s->gold->count - s->test->count - left, s->budget - distance(left, 0), &t.lowest, &t.highest);
        t.stride = t.highest - t.lowest + 2; /* a cell more on each side of the band, one step less per row */
        t.shift = t.highest + 1;
    }
    return t;
}

static inline int64_t first_column(const table *t, int64_t row) { return most(1, row - t->highest); }
static inline int64_t last_column(const table *t, int64_t row) { return least(t->columns, row - t->lowest); }

/* Row 0 and the cells beside the band are zero or a value reached further left: sums of possible mappings, so
   they can only be too low, and where they are no optimal mapping passes. */
static void open_rows(const solver *s, const table *t)
{
    int64_t *cells = s->forest + t->shift;
    int64_t last = last_column(t, 0) + 1;
    for (int64_t column = 0; column <= last; column++) cells[column] = 0;
}

/* A row whose gold node has its pairs' values ready in `paired`. */
static inline void fill_row(const solver *s, const table *t, int64_t row)
{
    const int64_t x = t->gold_left + row - 1;
    const int64_t corner_row = s->gold->leftmost[x] - t->gold_left;
    const int64_t *corner = s->forest + corner_row * t->stride + t->shift;
    const int64_t *before = s->forest + (row - 1) * t->stride + t->shift;
    const int64_t *paired = s->paired + x * s->paired_stride + s->paired_shift + t->test_left - 1;
    const int32_t *leftmost = s->test->leftmost + t->test_left - 1;
    int64_t *cells = s->forest + row * t->stride + t->shift;
    const int64_t first = first_column(t, row), last = last_column(t, row);
    const int64_t corner_first = first_column(t, corner_row) - 1, corner_last = last_column(t, corner_row);
    int64_t best = 0;
    cells[first - 1] = 0;
    if (s->budget < 0) {
        for (int64_t c = first; c <= last; c++) {
            int64_t value = paired[c] + corner[leftmost[c] - t->test_left];
            value = most(value, before[c]);
            best = most(best, value);
            cells[c] = best;
        }
        return;
    }
    for (int64_t c = first; c <= last; c++) {
        int64_t at = least(most(leftmost[c] - t->test_left, corner_first), corner_last);
        int64_t value = most(paired[c] + corner[at], before[c]);
        best = most(best, value);
        cells[c] = best;
    }
    cells[last + 1] = best;
}

/* A row whose gold node begins at the table's own leaf: its pairs with nodes that begin at the other leaf are
   found here, from the row before. */
static inline void fill_path_row(const solver *s, const table *t, int64_t row)
{
    const int64_t x = t->gold_left + row - 1;
    const int64_t *before = s->forest + (row - 1) * t->stride + t->shift;
    int64_t *paired = s->paired + x * s->paired_stride + s->paired_shift + t->test_left - 1;
    const int32_t *leftmost = s->test->leftmost + t->test_left - 1;
    int64_t *cells = s->forest + row * t->stride + t->shift;
    const int64_t first = first_column(t, row), last = last_column(t, row);
    int64_t best = 0;
    cells[first - 1] = 0;
    for (int64_t c = first; c <= last; c++) {
        if (leftmost[c] == t->test_left && paired[c] > 0) paired[c] += before[c - 1];
        best = most(best, most(paired[c], before[c]));
        cells[c] = best;
    }
    if (s->budget >= 0) cells[last + 1] = best;
}

/* Twice the least cost of mapping nodes of which the one side has `words` more words and `others` more other nodes:
   what is in excess goes, and where the two differ in sign, words may be swapped with others. */
static inline int32_t excess(int32_t words, int32_t others)
{
    return abs(words) + abs(others) + abs(words + others);
}

/* Puts the gains of the pairs above the two leaves into `paired`, as far as they are within the budget; sets how
   many rows and columns of the table they need. Returns whether there are any. */
static int enter_gains(const solver *s, int32_t gold_left, int32_t test_left, int64_t *rows, int64_t *columns)
{
    const side *gold = s->gold, *test = s->test;
    const int32_t apart = s->words_apart ? -1 : 0; /* else words are nodes like others */
    const int32_t nodes_left = gold_left - test_left, nodes_rest = (int32_t)(gold->count - test->count) - nodes_left;
    const int32_t words_left = (gold->start[gold_left] - test->start[test_left]) & apart;
    const int32_t words_rest = ((gold->all_words - test->all_words) & apart) - words_left;
    const int32_t budget = (int32_t)(2 * s->budget) - excess(words_left, nodes_left - words_left);
    const weights w = s->w;
    int32_t last_x = -1, last_y = -1;
    if (s->budget >= 0 && budget < excess(words_rest, nodes_rest - words_rest)) return 0;
    for (int32_t x = gold_left; x >= 0 && !*s->cancel; x = gold->above[x]) {
        int64_t *paired = s->paired + x * s->paired_stride + s->paired_shift;
        const int32_t words_of_x = gold->words[x], size_of_x = gold->sizes[x], depth_of_x = gold->depth[x];
        for (int32_t y = test_left; y >= 0; y = test->above[y]) {
            if (s->budget >= 0) {
                const int32_t words = (words_of_x - test->words[y]) & apart, inside = size_of_x - test->sizes[y];
                const int32_t above = depth_of_x - test->depth[y], right = nodes_rest - inside - above;
                const int32_t words_right = words_rest - words;
                if (excess(words, inside - words) + excess(words_right, right - words_right) + 2 * abs(above) > budget) {
                    if (-2 * inside > budget) break; /* and further up they are larger still */
                    continue;
                }
            }
            paired[y] = gain(&w, gold, test, x, y);
            if (paired[y] <= 0) continue;
            last_x = x;
            last_y = y > last_y ? y : last_y;
        }
    }
    *rows = last_x - gold_left + 1;
    *columns = last_y - test_left + 1;
    return last_x >= 0;
}

/* Tables of one or two rows or columns, two thirds of all (a word and its tag), need not be written down: within
   the one row, forest[y] is the best pair so far. Returns whether this was one. */
static int fill_narrow(const solver *s, const table *t)
{
    int64_t *paired = s->paired + t->gold_left * s->paired_stride + s->paired_shift + t->test_left;
    int64_t best = 0;
    if (t->rows == 1 || t->columns == 1) return 1;
    if (t->rows == 2) {
        int64_t *upper = paired + s->paired_stride;
        const int32_t *leftmost = s->test->leftmost + t->test_left;
        const int64_t first = first_column(t, 1) - 1, last = last_column(t, 1), end = last_column(t, 2);
        for (int64_t c = first; c < end; c++) {
            if (leftmost[c] == t->test_left && upper[c] > 0) upper[c] += best;
            if (c < last) best = most(best, paired[c]);
        }
        return 1;
    }
    if (t->columns == 2) {
        const int32_t *leftmost = s->gold->leftmost + t->gold_left;
        for (int64_t r = 0; r < t->rows && r + 1 - t->highest <= 2; r++) {
            int64_t *row = paired + r * s->paired_stride;
            if (leftmost[r] == t->gold_left && r + 1 - t->lowest >= 2 && row[1] > 0) row[1] += best;
            if (r + 1 - t->highest <= 1 && r + 1 - t->lowest >= 1) best = most(best, row[0]);
        }
        return 1;
    }
    return 0;
}

/* Fills `paired` for all pairs of nodes and leaves the table of the whole forests in `forest`. The value of the
   best mapping, or -1 if cancelled. */
static int64_t solve(const solver *s)
{
    const side *gold = s->gold, *test = s->test;
    int64_t lowest = -test->count, highest = gold->count, upper = test->leaf_count - 1;
    if (s->budget >= 0) split_range(gold->count - test->count, s->budget, &lowest, &highest);
    /* leaves from right to left: a table needs the pairs of those to the right of its own two */
    for (int64_t i = gold->leaf_count - 1; i >= 0; i--) {
        const int32_t gold_left = gold->leaves[i];
        if (*s->cancel) return -1;
        while (upper >= 0 && test->leaves[upper] > gold_left - lowest) upper--;
        for (int64_t j = upper; j >= 0 && test->leaves[j] >= gold_left - highest; j--) {
            const int32_t test_left = test->leaves[j];
            const int whole = i + j == 0; /* the whole forests, as if under a common root */
            int64_t rows, columns;
            table t;
            if (!enter_gains(s, gold_left, test_left, &rows, &columns) && !whole) continue;
            if (whole) {
                rows = gold->count;
                columns = test->count;
            }
            t = open_table(s, gold_left, test_left, rows, columns);
            if (!whole && fill_narrow(s, &t)) continue;
            open_rows(s, &t);
            for (int64_t row = 1; row <= rows; row++) {
                if (first_column(&t, row) > last_column(&t, row)) break;
                if (*s->cancel) return -1;
                if (gold->leftmost[gold_left + row - 1] == gold_left) {
                    fill_path_row(s, &t, row);
                } else {
                    fill_row(s, &t, row);
                }
            }
            if (whole) return s->forest[rows * t.stride + t.shift + columns];
        }
    }
    return 0;
}

/* Sets where paired[x][y] is kept; returns how many places that takes. */
static int64_t lay_out(solver *s, int64_t budget)
{
    const int64_t n = s->gold->count, m = s->test->count;
    int64_t lowest = 0, highest = 0;
    s->budget = budget;
    s->words_apart = s->w.costs == NULL || s->w.costs->word_count == 0;
    s->paired_stride = m;
    s->paired_shift = 0;
    if (budget < 0) return n * m;
    split_range(n - m, budget, &lowest, &highest);
    s->paired_stride = highest - lowest;
    s->paired_shift = highest;
    return n * (highest - lowest + 1);
}

/* Marks all pairs as not paired; 0 if cancelled. */
static int clear(const solver *s, int64_t *paired, int64_t room)
{
    for (int64_t i = 0; i < room; i++) {
        if ((i & 0xffff) == 0 && *s->cancel) return 0;
        paired[i] = NONE;
    }
    return 1;
}

/* Allocates the tables and solves, with the given budget or without band (-1). */
static int solve_within(solver *s, int64_t budget, edits_memory *memory, int64_t *value)
{
    const int64_t n = s->gold->count, m = s->test->count;
    const int64_t paired_room = lay_out(s, budget);
    const int64_t forest_room = budget < 0 ? (n + 1) * (m + 1) + 1 : (n + 1) * (budget + 3) + m + 3;
    if (!make_room(&memory->paired, &memory->paired_room, (size_t)paired_room, sizeof(int64_t))
        || !make_room(&memory->forest, &memory->forest_room, (size_t)forest_room, sizeof(int64_t)))
        return EDITS_NO_MEMORY;
    s->paired = memory->paired;
    s->forest = memory->forest;
    if (budget >= 0 && !clear(s, s->paired, paired_room)) return EDITS_CANCELLED;
    *value = solve(s);
    return *value < 0 ? EDITS_CANCELLED : EDITS_DONE;
}

/* Turns what was solved for mirror images into what the left decomposition of gold and test would have found:
   paired[x][y] concerns the two subtrees only, so it is the same in both. */
static int turn_back(solver *s, const side *gold, const side *test, edits_memory *memory)
{
    const solver mirrored = *s;
    int64_t room;
    s->gold = gold;
    s->test = test;
    room = lay_out(s, s->budget);
    if (!make_room(&memory->turned, &memory->turned_room, (size_t)room, sizeof(int64_t))) return EDITS_NO_MEMORY;
    s->paired = memory->turned;
    if (!clear(s, s->paired, room)) return EDITS_CANCELLED;
    for (int64_t x = 0; x < gold->count; x++) {
        const int64_t *row = mirrored.paired + x * mirrored.paired_stride + mirrored.paired_shift;
        int64_t *turned = s->paired + mirrored.gold->origin[x] * s->paired_stride + s->paired_shift;
        int64_t first = 0, last = test->count - 1;
        if (s->budget >= 0) { /* the kept diagonals */
            first = most(first, x - mirrored.paired_shift);
            last = least(last, x - mirrored.paired_shift + mirrored.paired_stride);
        }
        if (*s->cancel) return EDITS_CANCELLED;
        for (int64_t y = first; y <= last; y++)
            if (row[y] > 0) turned[mirrored.test->origin[y]] = row[y];
    }
    return EDITS_DONE;
}

#endif
