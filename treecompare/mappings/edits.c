/* Least-cost mappings of ordered forests.

   The recurrence is Zhang and Shasha's (SIAM J. Computing 18, 1989), turned round: deleting and inserting
   everything costs n + m, and each pair of a mapping gains 2 minus the cost of its swap. So the best mapping has
   the greatest sum of gains, deletions and insertions add nothing, and all borders are zero:

       forest[x][y] = max(forest[x-1][y], forest[x][y-1], forest[left(x)-1][left(y)-1] + paired[x][y])
       paired[x][y] = gain(x, y) + forest[x-1][y-1]     within the subtrees of x and y

   where forest[x][y] ranges over the nodes from a leftmost leaf up to x (y), in postorder, and paired[x][y] is the
   best sum over the two subtrees with x mapped to y. One table of forests per pair of leftmost leaves serves all
   pairs of nodes above these leaves (the "keyroots"). Run on mirrored trees this is the right decomposition.

   Ties are decided inside the numbers: a gain is cost * step + match * bonus ..., with factors so large that a
   lower criterion never outweighs a higher one; see weigh().

   The band follows Touzet (A linear tree edit distance algorithm for similar ordered trees, CPM 2005). If x is
   mapped to y then the nodes left of x can only be mapped to nodes left of y, and likewise those right of, above
   and below; so such a mapping costs at least the sum of the four differences in number, whatever swaps cost.
   Pairs whose sum exceeds a budget are skipped; the result is exact as soon as its own cost is within the
   budget, because no mapping as cheap holds a skipped pair. */

#include "edits.h"

#include <stdlib.h>
#include <string.h>

#define NONE (-((int64_t)1 << 60)) /* "not paired": stays far below zero whatever is added */

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t distance(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

/* ---- memory ---- */

struct edits_memory {
    int32_t *nodes; /* arrays with an entry per node */
    size_t node_room, nodes_used;
    int64_t *paired, *forest; /* the two tables */
    size_t paired_room, forest_room;
};

edits_memory *edits_memory_new(void) { return calloc(1, sizeof(edits_memory)); }

void edits_memory_free(edits_memory *memory)
{
    if (memory == NULL) return;
    free(memory->nodes);
    free(memory->paired);
    free(memory->forest);
    free(memory);
}

static int make_room(void *at, size_t *room, size_t wanted, size_t item)
{
    void **block = at;
    if (wanted <= *room) return 1;
    wanted += wanted / 4 + 1024;
    free(*block); /* the contents are never needed again */
    *block = malloc(wanted * item);
    *room = *block == NULL ? 0 : wanted;
    return *block != NULL;
}

static int32_t *take(edits_memory *memory, int64_t count)
{
    int32_t *taken = memory->nodes + memory->nodes_used;
    memory->nodes_used += (size_t)count;
    return taken;
}

/* ---- one side of a pair ---- */

/* Arrays per node in the order in which the solver walks (postorder of the tree or of its mirror image); leaves
   are those that are the leftmost leaf of something, that is all, ascending. */
typedef struct {
    int64_t count, leaf_count;
    int64_t work; /* sum of the sizes of the keyroots: table rows over all subproblems */
    const int32_t *codes, *sizes;
    int32_t *leftmost;
    int32_t *depth;
    int32_t *above;  /* the next node up with the same leftmost leaf, or -1 */
    int32_t *leaves; /* leaf_count of them */
    int32_t *start, *words; /* of the word span: words before the node, and below it or itself */
    int32_t all_words;
} side;

enum { ARRAYS_PER_NODE = 16 }; /* what take() hands out for a side and its mirror image */

static void set_leaves(side *s, edits_memory *memory)
{
    s->leftmost = take(memory, s->count);
    s->above = take(memory, s->count);
    s->leaves = take(memory, s->count);
    s->leaf_count = s->work = 0;
    for (int32_t x = 0; x < s->count; x++) {
        int32_t left = x - s->sizes[x] + 1;
        s->leftmost[x] = left;
        s->above[x] = -1;
        if (left == x) {
            s->leaves[s->leaf_count++] = x;
        } else {
            /* the first daughter is the last node so far with that leaf; leaves keep it in depth for a moment */
            s->above[s->depth[left]] = x;
            s->work -= s->sizes[s->depth[left]];
        }
        s->work += s->sizes[x];
        s->depth[left] = x;
    }
}

static void set_spans(side *s, edits_memory *memory)
{
    int32_t *ends = take(memory, s->count), words = 0;
    s->start = take(memory, s->count);
    s->words = take(memory, s->count);
    for (int64_t x = 0; x < s->count; x++) {
        words += s->codes[x] < 0;
        ends[x] = words;
        s->start[x] = x < s->sizes[x] ? 0 : ends[x - s->sizes[x]];
        s->words[x] = words - s->start[x];
    }
    s->all_words = words;
}

static side left_side(const int32_t *codes, const int32_t *sizes, int64_t count, edits_memory *memory)
{
    side s = {0};
    s.codes = codes;
    s.sizes = sizes;
    s.count = count;
    s.depth = take(memory, count);
    set_leaves(&s, memory);
    for (int64_t root = count - 1; root >= 0; root -= sizes[root]) s.depth[root] = 0;
    for (int64_t parent = count - 1; parent >= 0; parent--)
        for (int64_t child = parent - 1; child >= s.leftmost[parent]; child -= sizes[child])
            s.depth[child] = s.depth[parent] + 1;
    set_spans(&s, memory);
    return s;
}

/* The sum of keyroot sizes of the mirror image: a node is none if its parent follows it at once. */
static int64_t mirrored_work(const side *s)
{
    int64_t work = 0;
    for (int64_t x = 0; x < s->count; x++)
        if (x + 1 == s->count || s->sizes[x + 1] == 1) work += s->sizes[x];
    return work;
}

static side mirror_image(const side *s, edits_memory *memory)
{
    side m = {0};
    int32_t *codes = take(memory, s->count), *sizes = take(memory, s->count);
    m.count = s->count;
    m.depth = take(memory, s->count);
    m.codes = codes;
    m.sizes = sizes;
    for (int64_t x = 0; x < s->count; x++) sizes[s->count - 1 - (s->leftmost[x] + s->depth[x])] = s->sizes[x];
    set_leaves(&m, memory); /* needs depth as scratch, so the depths come after it */
    for (int64_t x = 0; x < s->count; x++) {
        int64_t at = s->count - 1 - (s->leftmost[x] + s->depth[x]); /* the reverse of preorder */
        codes[at] = s->codes[x];
        m.depth[at] = s->depth[x];
    }
    set_spans(&m, memory);
    return m;
}

/* ---- what a pair of nodes gains ---- */

/* The value of a pair whose swap costs c units: (2 * unit - c) * step, plus bonus if it is a match or minus
   penalty if it is not, plus 1 if spans count and are equal. */
typedef struct {
    const edits_costs *costs;
    int64_t unit, step, bonus, penalty;
    int64_t match, swap; /* the values of a match and of a swap for 1 */
    int64_t largest; /* pairs at most */
    int spans;
} weights;

/* Criteria in falling order: cost; matches; with label costs fewest swaps (else the first two settle them); with
   spans most pairs over equal spans. Each counts at most `most_pairs`, so base most_pairs + 1 separates them. Label
   costs are counted in units of 1 / 6,300,000,000, which takes eight decimals, thirds, sevenths and ninths
   exactly; coarser by tens for sentences so long that a sum would not fit 63 bits. */
static weights weigh(const edits_costs *costs, int64_t most_pairs, int spans)
{
    weights w = {0};
    int64_t base = most_pairs + 1;
    w.costs = costs;
    w.largest = most_pairs;
    w.spans = spans;
    w.unit = 1;
    w.bonus = 1;
    if (spans) w.bonus *= base;
    if (costs != NULL) {
        w.penalty = w.bonus;
        w.bonus *= base;
        w.unit = 6300000000;
        while (w.unit > 6 && 2.0 * (double)base * (double)w.unit * (double)w.bonus * (double)base > 1e18) w.unit /= 10;
    }
    w.step = w.bonus * base;
    w.match = 2 * w.unit * w.step + w.bonus;
    w.swap = w.unit * w.step - w.penalty;
    return w;
}

static int64_t row_of(const edits_costs *costs, int32_t code)
{
    int64_t word = -1 - (int64_t)code;
    if (code >= 0) return code < costs->code_count ? costs->rows[code] : -1;
    return word < costs->word_count ? costs->word_rows[word] : -1;
}

static int64_t listed_units(const weights *w, int32_t gold, int32_t test, int *match)
{
    int64_t row = row_of(w->costs, gold), column = row_of(w->costs, test), at;
    double cost;
    if (row < 0 || column < 0) return w->unit;
    at = row * w->costs->row_count + column;
    *match = w->costs->equal[at] != 0;
    if (*match) return 2 * w->unit;
    cost = w->costs->swap[at];
    return cost >= 2 ? 0 : 2 * w->unit - (int64_t)(cost * (double)w->unit + 0.5);
}

/* What mapping the two codes saves, in units; *match says whether they are equal; 0: not worth it. */
static inline int64_t saved_units(const weights *w, int32_t gold, int32_t test, int *match)
{
    *match = gold == test;
    if (gold == test) return 2 * w->unit;
    if (w->costs == NULL) return w->unit;
    return listed_units(w, gold, test, match);
}

static inline int64_t gain(const weights *w, const side *gold, const side *test, int64_t x, int64_t y)
{
    int64_t value = gold->codes[x] == test->codes[y] ? w->match : w->swap;
    if (w->costs != NULL && value == w->swap) {
        int match;
        int64_t units = saved_units(w, gold->codes[x], test->codes[y], &match);
        if (units <= 0) return NONE;
        value = match ? w->match : units * w->step - w->penalty;
    }
    if (w->spans) value += gold->start[x] == test->start[y] && gold->words[x] == test->words[y];
    return value;
}

/* The part of a sum of gains that is saved cost. */
static int64_t cost_part(const weights *w, int64_t value) { return (value + w->largest * w->penalty) / w->step; }

/* ---- the solver ---- */

typedef struct {
    const side *gold, *test;
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

static inline int64_t corner_column(const table *t, int64_t column, int64_t first, int64_t last)
{
    (void)t;
    column = column < first ? first : column;
    return column > last ? last : column;
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
        int64_t at = corner_column(t, leftmost[c] - t->test_left, corner_first, corner_last);
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
    for (int32_t x = gold_left; x >= 0; x = gold->above[x]) {
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

/* Allocates the tables and solves, with the given budget or without band (-1). */
static int solve_within(solver *s, int64_t budget, edits_memory *memory, int64_t *value)
{
    const int64_t n = s->gold->count, m = s->test->count;
    int64_t lowest = 0, highest = 0, paired_room = n * m, forest_room = (n + 1) * (m + 1) + 1;
    s->budget = budget;
    s->words_apart = s->w.costs == NULL || s->w.costs->word_count == 0;
    s->paired_stride = m;
    s->paired_shift = 0;
    if (budget >= 0) {
        split_range(n - m, budget, &lowest, &highest);
        s->paired_stride = highest - lowest;
        s->paired_shift = highest;
        paired_room = n * (highest - lowest + 1);
        forest_room = (n + 1) * (budget + 3) + m + 3;
    }
    if (!make_room(&memory->paired, &memory->paired_room, (size_t)paired_room, sizeof(int64_t))
        || !make_room(&memory->forest, &memory->forest_room, (size_t)forest_room, sizeof(int64_t)))
        return EDITS_NO_MEMORY;
    s->paired = memory->paired;
    s->forest = memory->forest;
    if (budget >= 0)
        for (int64_t i = 0; i < paired_room; i++) {
            s->paired[i] = NONE;
            if ((i & 0xffff) == 0 && *s->cancel) return EDITS_CANCELLED;
        }
    *value = solve(s);
    return *value < 0 ? EDITS_CANCELLED : EDITS_DONE;
}

/* ---- an upper bound, and the choice of budgets ---- */

static int same_span(const side *a, int64_t x, const side *b, int64_t y)
{
    return x < a->count && y < b->count && a->start[x] == b->start[y] && a->words[x] == b->words[y];
}

/* The cost in whole units, rounded down, of a mapping of nodes over equal spans, or -1 if the numbers of words
   differ. Nonempty equal spans keep order and ancestry as long as unary chains are mapped in order. In postorder
   ends never fall and, over nonempty spans with equal ends, starts never rise. */
static int64_t span_bound(const side *gold, const side *test, const weights *w)
{
    int64_t x = 0, y = 0, saved = 0, units;
    int match;
    const int64_t n = gold->count, m = test->count;
    if (gold->all_words != test->all_words) return -1;
    while (x < n && y < m) {
        const int32_t gold_end = gold->start[x] + gold->words[x], test_end = test->start[y] + test->words[y];
        if (gold->words[x] == 0) {
            x++;
        } else if (test->words[y] == 0) {
            y++;
        } else if (gold_end != test_end) {
            if (gold_end < test_end) x++;
            else y++;
        } else if (gold->start[x] != test->start[y]) {
            if (gold->start[x] > test->start[y]) x++;
            else y++;
        } else {
            units = saved_units(w, gold->codes[x], test->codes[y], &match);
            if (!match) { /* a unary chain: skip a node if that leads to a match at once */
                int other;
                if (same_span(gold, x + 1, test, y)) {
                    saved_units(w, gold->codes[x + 1], test->codes[y], &other);
                    if (other) {
                        x++;
                        continue;
                    }
                }
                if (same_span(gold, x, test, y + 1)) {
                    saved_units(w, gold->codes[x], test->codes[y + 1], &other);
                    if (other) {
                        y++;
                        continue;
                    }
                }
            }
            saved += units;
            x++;
            y++;
        }
    }
    return ((n + m) * w->unit - saved) / w->unit;
}

/* Only a guess, where the numbers of words differ: what stands between equal words at both ends is lost. */
static int64_t guessed_budget(const side *gold, const side *test)
{
    int64_t x = 0, y = 0, gold_words = gold->all_words, test_words = test->all_words, n = gold->count, m = test->count;
    for (;;) {
        while (x < n && gold->codes[x] >= 0) x++;
        while (y < m && test->codes[y] >= 0) y++;
        if (x == n || y == m || gold->codes[x++] != test->codes[y++]) break;
        gold_words--;
        test_words--;
    }
    for (x = n - 1, y = m - 1;;) {
        while (x >= 0 && gold->codes[x] >= 0) x--;
        while (y >= 0 && test->codes[y] >= 0) y--;
        if (x < 0 || y < 0 || gold->codes[x--] != test->codes[y--]) break;
        gold_words--;
        test_words--;
    }
    return distance(n, m) + 4 + most(0, gold_words + test_words);
}

/* Does the band pay? It visits about `budget` diagonals, and as many leaves beside each leaf. */
static int band_pays(const side *gold, const side *test, int64_t budget)
{
    return 2 * budget < least(gold->count, test->count);
}

/* The best mapping, by bands of growing budget or without band. */
static int best_value(solver *s, int flags, edits_memory *memory, int64_t bound, int64_t *value)
{
    const int64_t n = s->gold->count, m = s->test->count;
    int64_t budget = bound;
    if (!(flags & EDITS_BAND)) return solve_within(s, -1, memory, value);
    if (bound < 0) budget = guessed_budget(s->gold, s->test);
    for (;;) {
        int status;
        int64_t cost;
        if (!(flags & EDITS_FORCE) && !band_pays(s->gold, s->test, budget)) return solve_within(s, -1, memory, value);
        budget = most(budget, distance(n, m));
        status = solve_within(s, budget, memory, value);
        if (status != EDITS_DONE) return status;
        cost = ((n + m) * s->w.unit - cost_part(&s->w, *value)) / s->w.unit;
        if (cost <= budget) return EDITS_DONE;
        budget = least(cost, 2 * budget + 2); /* what was found is a bound as well */
    }
}

/* ---- trimming ---- */

static int matches(const weights *w, int32_t gold, int32_t test)
{
    int match;
    saved_units(w, gold, test, &match);
    return match;
}

/* Cuts both forests down to what has to be solved; returns how many pairs of matching nodes were stripped.

   Two single trees with matching roots: some best mapping pairs the roots, for at most one of them is mapped to
   something else, and no pair gains more than a match. Forests that begin with matching trees t and u: some
   best mapping pairs t with u node by node. For not both can t have partners outside u and u partners outside t
   (they would cross); so all pairs with a node of t or u have a node of the same one of them; these are at most
   as many as t has nodes, and none gains more than a match. The same holds at the right end. None of this needs
   costs to be a metric. */
static int64_t trim(edits_forest *gold, edits_forest *test, const weights *w)
{
    const int32_t *gc = gold->codes, *gs = gold->sizes, *tc = test->codes, *ts = test->sizes;
    const int64_t n = gold->count, m = test->count;
    int64_t first = 0, gold_last = n, test_last = m; /* what is left: first to last, half-open */
    int64_t alike_to = 0; /* the arrays agree up to here, wherever `first` is: both lose as much at the left */
    int64_t alike_from = n; /* and from this gold node on up to the last, both counted from the end */
    while (alike_to < n && alike_to < m && gs[alike_to] == ts[alike_to] && matches(w, gc[alike_to], tc[alike_to]))
        alike_to++;
    if (alike_to == n && alike_to == m) first = gold_last = test_last = n;
    while (first < gold_last && first < test_last) {
        int64_t x = gold_last - 1, y = test_last - 1;
        if (alike_from == gold_last)
            while (alike_from > first && alike_from + y - x > first && gs[alike_from - 1] == ts[alike_from - 1 + y - x]
                   && matches(w, gc[alike_from - 1], tc[alike_from - 1 + y - x]))
                alike_from--;
        /* at the right: trees that lie wholly in the part that agrees */
        while (x >= alike_from && x - gs[x] + 1 >= alike_from) {
            y -= gs[x];
            x -= gs[x];
        }
        gold_last = x + 1;
        test_last = y + 1;
        /* at the left: up to the last place where both have a root within the part that agrees */
        while (x >= first && y >= first && (x != y || x >= alike_to)) {
            if (x >= y) x -= gs[x];
            else y -= ts[y];
        }
        if (x >= first && y >= first) first = x + 1;
        x = gold_last - 1;
        y = test_last - 1;
        if (x < first || y < first || gs[x] != gold_last - first || ts[y] != test_last - first) break;
        if (!matches(w, gc[x], tc[y])) break;
        if (alike_from == gold_last) alike_from--;
        gold_last--;
        test_last--;
    }
    gold->codes += first;
    gold->sizes += first;
    test->codes += first;
    test->sizes += first;
    gold->count = gold_last - first;
    test->count = test_last - first;
    return n - gold->count;
}

/* ---- entry points ---- */

int edits_count(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int64_t *out, double *cost)
{
    const int64_t n = gold.count, m = test.count;
    int64_t value = 0, matched = 0, swapped = 0, saved, stripped = 0;
    weights w = weigh(costs, least(n, m), 0);
    if (flags & EDITS_TRIM || n * m > limit) stripped = trim(&gold, &test, &w);
    if (n * m > limit && gold.count + test.count > 0) return EDITS_TOO_LARGE;
    if (gold.count > 0 && test.count > 0) {
        solver s = {0};
        side sides[2];
        int64_t bound = -1, left_work, right_work;
        int status;
        memory->nodes_used = 0;
        if (!make_room(&memory->nodes, &memory->node_room, (size_t)ARRAYS_PER_NODE * (size_t)(gold.count + test.count),
                       sizeof(int32_t)))
            return EDITS_NO_MEMORY;
        sides[0] = left_side(gold.codes, gold.sizes, gold.count, memory);
        sides[1] = left_side(test.codes, test.sizes, test.count, memory);
        w = weigh(costs, least(gold.count, test.count), 0);
        if (flags & EDITS_BAND) bound = span_bound(&sides[0], &sides[1], &w);
        left_work = sides[0].work * sides[1].work;
        right_work = mirrored_work(&sides[0]) * mirrored_work(&sides[1]);
        if (flags & EDITS_RIGHT || (!(flags & EDITS_LEFT) && right_work < left_work)) {
            sides[0] = mirror_image(&sides[0], memory);
            sides[1] = mirror_image(&sides[1], memory);
        }
        s.gold = &sides[0];
        s.test = &sides[1];
        s.w = w;
        s.cancel = cancel;
        status = best_value(&s, flags, memory, bound, &value);
        if (status != EDITS_DONE) return status;
    }
    saved = cost_part(&w, value);
    if (costs == NULL) {
        matched = value % w.step;
        swapped = saved - 2 * matched;
    } else {
        matched = (value - saved * w.step + w.largest) / w.bonus; /* matched * bonus - swapped is left */
        swapped = matched * w.bonus - (value - saved * w.step);
    }
    out[0] = matched + stripped;
    out[1] = swapped;
    out[2] = n - stripped - matched - swapped;
    out[3] = m - stripped - matched - swapped;
    if (cost != NULL) *cost = (double)((gold.count + test.count) * w.unit - saved) / (double)w.unit;
    return EDITS_DONE;
}

/* Walks the table of whole subtrees (or forests) back from its last cell. Pairs whose subtrees begin at the
   table's leaves go on in the same table, the others leave their subtrees to a table of their own. Within the band
   all optimal mappings are exact and nothing else is as good, so with and without band the walk is the same. */
static int walk_back(const solver *s, int32_t *waiting, int32_t *partner)
{
    int64_t waits = 0;
    int32_t gold_left = 0, test_left = 0;
    int64_t rows = s->gold->count, columns = s->test->count;
    for (;;) {
        table t = open_table(s, gold_left, test_left, rows, columns);
        const int64_t *cells = s->forest + t.shift;
        int64_t row = rows, column = columns;
        open_rows(s, &t);
        for (int64_t r = 1; r <= rows; r++) {
            if (*s->cancel) return EDITS_CANCELLED;
            fill_row(s, &t, r);
        }
        while (row > 0 && column > 0) {
            const int64_t x = gold_left + row - 1, y = test_left + column - 1;
            const int64_t paired = s->paired[x * s->paired_stride + s->paired_shift + y];
            const int64_t corner_row = s->gold->leftmost[x] - gold_left, corner_column = s->test->leftmost[y] - test_left;
            const int64_t value = cells[row * t.stride + column];
            if (paired > 0 && corner_column >= first_column(&t, corner_row) - 1
                && corner_column <= last_column(&t, corner_row)
                && value == paired + cells[corner_row * t.stride + corner_column]) {
                partner[x] = (int32_t)y;
                if (corner_row == 0 && corner_column == 0) {
                    row--;
                    column--;
                    continue;
                }
                if (x > s->gold->leftmost[x] && y > s->test->leftmost[y]) {
                    waiting[waits++] = (int32_t)x;
                }
                row = corner_row;
                column = corner_column;
            } else if (column <= last_column(&t, row - 1) && value == cells[(row - 1) * t.stride + column]) {
                row--;
            } else {
                column--;
            }
        }
        if (waits == 0) return EDITS_DONE;
        waits--;
        gold_left = s->gold->leftmost[waiting[waits]];
        rows = waiting[waits] - gold_left;
        test_left = s->test->leftmost[partner[waiting[waits]]];
        columns = partner[waiting[waits]] - test_left;
    }
}

int edits_pairs(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int32_t *pairs, int64_t *found)
{
    solver s = {0};
    side sides[2];
    int64_t value;
    int32_t *waiting, *partner;
    int status;
    *found = 0;
    if (gold.count == 0 || test.count == 0) return EDITS_DONE;
    if (gold.count * test.count > limit) return EDITS_TOO_LARGE;
    memory->nodes_used = 0;
    if (!make_room(&memory->nodes, &memory->node_room, (size_t)ARRAYS_PER_NODE * (size_t)(gold.count + test.count),
                   sizeof(int32_t)))
        return EDITS_NO_MEMORY;
    sides[0] = left_side(gold.codes, gold.sizes, gold.count, memory);
    sides[1] = left_side(test.codes, test.sizes, test.count, memory);
    waiting = take(memory, gold.count);
    partner = take(memory, gold.count);
    s.gold = &sides[0];
    s.test = &sides[1];
    s.w = weigh(costs, least(gold.count, test.count), 1);
    s.cancel = cancel;
    status = best_value(&s, flags, memory, span_bound(&sides[0], &sides[1], &s.w), &value);
    if (status != EDITS_DONE) return status;
    for (int64_t x = 0; x < gold.count; x++) partner[x] = -1;
    status = walk_back(&s, waiting, partner);
    for (int32_t x = 0; x < gold.count; x++)
        if (partner[x] >= 0) {
            pairs[2 * *found] = x;
            pairs[2 * *found + 1] = partner[x];
            ++*found;
        }
    return status;
}
