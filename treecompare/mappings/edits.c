/* Least-cost mappings of ordered forests: trimming, the choice of budgets, counts and pairs. The solver itself is in
   edits_solver.h, that of forests with little in common in edits_apart.h, sides and gains are in edits_sides.h.

   Ties are decided inside the numbers: a gain is cost * step + match * bonus ..., with factors so large that a
   lower criterion never outweighs a higher one; see weigh(). */

#include "edits_apart.h"
#include "edits_solver.h"

/* ---- an upper bound, and the choice of budgets ---- */

/* Whether there are two such nodes, and they match over equal spans. */
static int match_over_span(const weights *w, const side *a, int64_t x, const side *b, int64_t y)
{
    int match = 0;
    if (x < a->count && y < b->count && a->start[x] == b->start[y] && a->words[x] == b->words[y])
        saved_units(w, a->codes[x], b->codes[y], &match);
    return match;
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
            /* a unary chain: skip a node if that leads to a match at once */
            if (!match && match_over_span(w, gold, x + 1, test, y)) {
                x++;
            } else if (!match && match_over_span(w, gold, x, test, y + 1)) {
                y++;
            } else {
                saved += units;
                x++;
                y++;
            }
        }
    }
    return ((n + m) * w->unit - saved) / w->unit;
}

/* Only a guess, where the numbers of words differ: what stands between equal words at both ends is lost. */
static int64_t guessed_budget(const edits_forest *gold, const edits_forest *test, int64_t gold_words, int64_t test_words)
{
    const int64_t n = gold->count, m = test->count;
    int64_t x = 0, y = 0;
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
static int band_pays(int64_t gold_count, int64_t test_count, int64_t budget)
{
    return 2 * budget < least(gold_count, test_count);
}

static int64_t words_in(const edits_forest *forest)
{
    int64_t words = 0;
    for (int64_t x = 0; x < forest->count; x++) words += forest->codes[x] < 0;
    return words;
}

/* Whether two forests surely differ too much for a band, before anything is made of them. */
static int far_apart(const edits_forest *gold, const edits_forest *test)
{
    const int64_t gold_words = words_in(gold), test_words = words_in(test);
    if (gold_words == test_words) return gold_words == 0; /* no spans: nothing bounds the cost */
    return !band_pays(gold->count, test->count, guessed_budget(gold, test, gold_words, test_words));
}

/* Without band: a forest's own decomposition, or that of its chains where nothing but a value under unit costs is wanted. */
static int solve_whole(solver *s, int flags, edits_memory *memory, int64_t *value)
{
    if (s->given == NULL) return solve_within(s, -1, memory, value);
    return solve_forests(&s->given[0], &s->given[1], (int32_t)s->w.match, (int32_t)s->w.swap, flags, s->cancel, memory, value);
}

/* The best mapping, by bands of growing budget or without band. */
static int best_value(solver *s, int flags, edits_memory *memory, int64_t bound, int64_t *value)
{
    const int64_t n = s->gold->count, m = s->test->count;
    int64_t budget = bound;
    if (!(flags & EDITS_BAND)) return solve_whole(s, flags, memory, value);
    if (bound < 0) {
        const edits_forest gold = {s->gold->codes, s->gold->sizes, n}, test = {s->test->codes, s->test->sizes, m};
        budget = guessed_budget(&gold, &test, s->gold->all_words, s->test->all_words);
    }
    for (;;) {
        int status;
        int64_t cost;
        if (!(flags & EDITS_FORCE) && !band_pays(n, m, budget)) return solve_whole(s, flags, memory, value);
        budget = most(budget, distance(n, m));
        status = solve_within(s, budget, memory, value);
        if (status != EDITS_DONE) return status;
        cost = ((n + m) * s->w.unit - cost_part(&s->w, *value)) / s->w.unit;
        if (cost <= budget) return EDITS_DONE;
        budget = least(cost, 2 * budget + 2); /* what was found is a bound as well */
    }
}

/* Which decomposition has fewer table cells, or is asked for? */
static int right_is_better(const side *gold, const side *test, int flags)
{
    if (flags & (EDITS_LEFT | EDITS_RIGHT)) return (flags & EDITS_RIGHT) != 0;
    return mirrored_work(gold) * mirrored_work(test) < gold->work * test->work;
}

/* ---- trimming ---- */

/* Whether a pair is a match, between two words or two other nodes. */
static int matches(const weights *w, int32_t gold, int32_t test)
{
    int match;
    saved_units(w, gold, test, &match);
    return match && (gold < 0) == (test < 0);
}

/* Cuts both forests down to what has to be solved, with `only_left` at the left alone; returns how many pairs of
   matching nodes were stripped: so many first and last nodes of both are paired in their order.
   Why nothing is lost by that is said in _edits_twin.py, _trimmed(). */
static int64_t trim(edits_forest *gold, edits_forest *test, const weights *w, int only_left)
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
        if (alike_from == gold_last && !only_left)
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
        if (only_left || !matches(w, gc[x], tc[y])) break;
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

/* The best sum of gains of what trimming left. */
static int solve_value(const edits_forest *gold, const edits_forest *test, const weights *w, int flags,
                       const volatile int32_t *cancel, edits_memory *memory, int64_t *value)
{
    const edits_forest given[2] = {*gold, *test};
    solver s = {0};
    side sides[2];
    int64_t bound = -1;
    s.w = *w;
    s.cancel = cancel;
    if (w->costs == NULL) {
        s.given = given;
        if (!(flags & EDITS_BAND) || (!(flags & EDITS_FORCE) && far_apart(gold, test)))
            return solve_whole(&s, flags, memory, value);
    }
    memory->nodes_used = 0;
    if (!make_room(&memory->nodes, &memory->node_room, (size_t)ARRAYS_PER_NODE * (size_t)(gold->count + test->count),
                   sizeof(int32_t)))
        return EDITS_NO_MEMORY;
    sides[0] = left_side(gold->codes, gold->sizes, gold->count, memory);
    sides[1] = left_side(test->codes, test->sizes, test->count, memory);
    if (flags & EDITS_BAND) bound = span_bound(&sides[0], &sides[1], w);
    if (right_is_better(&sides[0], &sides[1], flags)) {
        sides[0] = mirror_image(&sides[0], memory);
        sides[1] = mirror_image(&sides[1], memory);
    }
    s.gold = &sides[0];
    s.test = &sides[1];
    return best_value(&s, flags, memory, bound, value);
}

int edits_count(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int64_t *out, double *cost)
{
    const int64_t n = gold.count, m = test.count;
    int64_t value = 0, matched = 0, swapped = 0, saved, stripped = 0;
    weights w = weigh(costs, least(n, m), 0);
    if (flags & EDITS_TRIM || n * m > limit) stripped = trim(&gold, &test, &w, 0);
    if (n * m > limit && gold.count + test.count > 0) return EDITS_TOO_LARGE;
    if (gold.count > 0 && test.count > 0) {
        int status;
        w = weigh(costs, least(gold.count, test.count), 0);
        status = solve_value(&gold, &test, &w, flags, cancel, memory, &value);
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

/* The number of words, or -1 if a leaf is none: a node without words. */
static int64_t words_of(const edits_forest *forest)
{
    int64_t words = 0;
    for (int64_t x = 0; x < forest->count; x++) {
        if (forest->codes[x] < 0) words++;
        else if (forest->sizes[x] == 1) return -1;
    }
    return words;
}

/* Trims without changing any pair of the walk back. What is stripped must stand over equal spans, or pairs over
   equal spans could be more elsewhere; so with other numbers of words only the left end is. At the right and at the
   top the walk prefers pairs. At the left all best mappings agree: as many matches over equal spans can only be
   those of t with u, for nodes outside have other words; unless nodes have none. */
static void trim_for_pairs(edits_forest *gold, edits_forest *test, const weights *w)
{
    const int64_t gold_words = words_of(gold), test_words = words_of(test);
    if (gold_words >= 0 && test_words >= 0) trim(gold, test, w, gold_words != test_words);
}

static void add_pair(int64_t x, int64_t y, int32_t *pairs, int64_t *found)
{
    pairs[2 * *found] = (int32_t)x;
    pairs[2 * *found + 1] = (int32_t)y;
    ++*found;
}

/* The pairs of what trimming left, which begins with node `first` on both sides. */
static int solve_pairs(edits_forest gold, edits_forest test, const edits_costs *costs, int flags,
                       const volatile int32_t *cancel, edits_memory *memory, int64_t first, int32_t *pairs, int64_t *found)
{
    solver s = {0};
    side sides[2], mirrored[2];
    int64_t value, bound;
    int32_t *waiting, *partner;
    int status;
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
    bound = span_bound(&sides[0], &sides[1], &s.w);
    if (right_is_better(&sides[0], &sides[1], flags)) {
        mirrored[0] = mirror_image(&sides[0], memory);
        mirrored[1] = mirror_image(&sides[1], memory);
        s.gold = &mirrored[0];
        s.test = &mirrored[1];
    }
    status = best_value(&s, flags, memory, bound, &value);
    if (status == EDITS_DONE && s.gold == &mirrored[0]) status = turn_back(&s, &sides[0], &sides[1], memory);
    if (status != EDITS_DONE) return status;
    for (int64_t x = 0; x < gold.count; x++) partner[x] = -1;
    status = walk_back(&s, waiting, partner);
    for (int64_t x = 0; x < gold.count; x++)
        if (partner[x] >= 0) add_pair(first + x, first + partner[x], pairs, found);
    return status;
}

int edits_pairs(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                const volatile int32_t *cancel, edits_memory *memory, int32_t *pairs, int64_t *found)
{
    const int64_t n = gold.count, m = test.count;
    const int32_t *codes = gold.codes;
    int64_t first, last;
    weights w = weigh(costs, least(n, m), 1);
    *found = 0;
    if (n == 0 || m == 0) return EDITS_DONE;
    if (n * m > limit) return EDITS_TOO_LARGE;
    if (flags & EDITS_TRIM) trim_for_pairs(&gold, &test, &w);
    first = gold.codes - codes;
    last = first + gold.count;
    for (int64_t x = 0; x < first; x++) add_pair(x, x, pairs, found);
    if (gold.count > 0 && test.count > 0) {
        const int status = solve_pairs(gold, test, costs, flags, cancel, memory, first, pairs, found);
        if (status != EDITS_DONE) return status;
    }
    for (int64_t x = last; x < n; x++) add_pair(x, x + m - n, pairs, found);
    return EDITS_DONE;
}
