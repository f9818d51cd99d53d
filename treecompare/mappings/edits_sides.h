/* Part of edits.c: scratch memory, the arrays of one side of a pair, and what a pair of nodes gains. */
#ifndef TREECOMPARE_EDITS_SIDES_H
#define TREECOMPARE_EDITS_SIDES_H

#include "edits.h"

#include <assert.h>
#include <stdlib.h>

/* Also compiled for wider rows, which are chosen where the processor has them: the results are the same. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#define NONE (-((int64_t)1 << 60)) /* "not paired": stays far below zero whatever is added */

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t distance(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

/* ---- memory ---- */

struct edits_memory {
    int32_t *nodes; /* arrays with an entry per node */
    size_t node_room, nodes_used;
    int64_t *paired, *forest, *turned; /* the tables */
    size_t paired_room, forest_room, turned_room;
    int32_t *chained, *chains; /* both sides and the tables of edits_chains.h */
    size_t chained_room, chain_room;
};

edits_memory *edits_memory_new(void) { return calloc(1, sizeof(edits_memory)); }

void edits_memory_free(edits_memory *memory)
{
    if (memory == NULL) return;
    free(memory->nodes);
    free(memory->paired);
    free(memory->forest);
    free(memory->turned);
    free(memory->chained);
    free(memory->chains);
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
    assert(memory->nodes_used <= memory->node_room);
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
    int32_t *start, *words; /* words before the node in this order, and words below it or itself */
    int32_t *span_start; /* words before it in the sentence */
    int32_t *origin; /* of a mirror image: the node of the unmirrored side */
    int32_t all_words;
} side;

enum { ARRAYS_PER_NODE = 20 }; /* what take() hands out: 7 for a side, 11 for its mirror image, 2 for walking back */

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
    s.span_start = s.start;
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
    m.span_start = take(memory, s->count);
    m.origin = take(memory, s->count);
    for (int32_t x = 0; x < s->count; x++) {
        int64_t at = s->count - 1 - (s->leftmost[x] + s->depth[x]); /* the reverse of preorder */
        codes[at] = s->codes[x];
        m.depth[at] = s->depth[x];
        m.span_start[at] = s->start[x];
        m.origin[at] = x;
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

/* The criteria are those of Weights in _edits_twin.py. Costs are counted in units of 1 / 6,300,000,000, which takes eight
   decimals, thirds, sevenths and ninths exactly. */
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
    if (w->spans) value += gold->span_start[x] == test->span_start[y] && gold->words[x] == test->words[y];
    return value;
}

/* The part of a sum of gains that is saved cost. */
static int64_t cost_part(const weights *w, int64_t value) { return (value + w->largest * w->penalty) / w->step; }

#endif
