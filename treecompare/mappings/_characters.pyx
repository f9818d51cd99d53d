# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled alignment of texts; its readable twin is _characters_twin.align_blocks.

It keeps of the layers (how far one gets from the end at each cost) only every 64th and finds those between again where the best
path may pass; so memory grows with the square of the cost / 32. Diagonals are numbered from the end: test characters behind a
point less gold characters behind it.
"""

from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

cdef extern from *:
    # set by another thread: to be read anew each time
    ctypedef int flag_t "const volatile int"

cdef enum:
    WORD_BREAK = 1
    SENTENCE_BREAK = 2
    REPLACED = 1
    MATCHED = 2
    EVERY = 64  # layers from one that is kept to the next
    RUN_WEIGHT = 16  # a run of points takes as much memory as so many points

cdef enum Step:
    MATCH = 0
    REPLACE = 1
    DELETE = 2
    INSERT = 3
    NOWHERE = 4

cdef enum Status:
    DONE = 0
    GIVEN_UP = 1
    CANCELLED = 2
    NO_MEMORY = 3

cdef int NONE = -(1 << 30)
cdef long long SENTENCE = 1ll << 32  # what a common sentence break is worth in common word breaks


cdef struct Room:
    char *at
    size_t size


cdef struct Run:  # neighbouring points of one diagonal with one cost; all arrays of points hold run behind run
    int diagonal
    int first  # in gold characters from the beginning
    int last
    long long at


cdef struct Work:
    # the block: characters from its beginning, and from its end with another value behind the last on either side
    const int *gold
    const int *test
    const unsigned char *gold_breaks
    const unsigned char *test_breaks
    int golds
    int tests
    const int *gold_back
    const int *test_back
    int least  # diagonals from the first to the last that may be reached
    int most
    Room texts
    Room two_layers
    Room kept  # every 64th layer, each with the whole width
    Room replayed
    Room runs
    Room run_firsts
    Room steps
    Room values_before
    Room values
    Room run_of


cdef inline bint grown(Room *room, size_t size) noexcept nogil:
    cdef void *moved
    if size <= room.size:
        return True
    size += size // 2
    moved = realloc(room.at, size)
    if moved == NULL:
        return False
    room.at = <char *> moved
    room.size = size
    return True


cdef inline int farthest(const Work *work, const int *before, int diagonal) noexcept nogil:
    """How far one gets at one more cost; ``before``: the layer before it at this diagonal."""
    cdef const int *gold = work.gold_back
    cdef const int *test = work.test_back + diagonal
    cdef int u = before[0]
    if u >= 0:
        u += ((gold[u] ^ test[u]) & 1) == 0
    if (before - 1)[0] > u:
        u = (before - 1)[0]
    if before[1] >= u:
        u = before[1] + 1
    if u < 0:
        return NONE
    if u > work.golds:
        u = work.golds
    if u > work.tests - diagonal:
        u = work.tests - diagonal
    while gold[u] == test[u]:
        u += 1
    return u


cdef inline void next_layer(const Work *work, const int *before, int *after, int base, int low, int high) noexcept nogil:
    """The diagonals low..high of a layer, and nothing beside them; both layers begin at ``base``."""
    cdef int diagonal
    after[low - base - 1] = NONE
    for diagonal in range(low, high + 1):
        after[diagonal - base] = farthest(work, before + (diagonal - base), diagonal)
    after[high - base + 1] = NONE


cdef Status find_cost(Work *work, int most_edits, flag_t *cancel, int *found) noexcept nogil:
    """Finds the cost of the block and keeps every 64th layer on the way."""
    cdef int first = work.least, last = work.most, diagonal, low, high, cost = 0
    cdef int target = work.tests - work.golds
    cdef size_t width = last - first + 3
    cdef int *before
    cdef int *after
    cdef int *swapped
    if target < first or target > last:
        return GIVEN_UP
    if not grown(&work.two_layers, 2 * width * sizeof(int)):
        return NO_MEMORY
    before = <int *> work.two_layers.at + 1
    after = before + width
    for diagonal in range(-1, <int> width - 1):
        before[diagonal] = after[diagonal] = NONE
    diagonal = 0
    while work.gold_back[diagonal] == work.test_back[diagonal]:
        diagonal += 1
    before[-first] = diagonal
    while True:
        if cost % EVERY == 0:
            if not grown(&work.kept, (cost // EVERY + 1) * width * sizeof(int)):
                return NO_MEMORY
            memcpy(<int *> work.kept.at + (cost // EVERY) * width, before - 1, width * sizeof(int))
        if before[target - first] == work.golds:
            found[0] = cost
            return DONE
        cost += 1
        if cost > most_edits:
            return GIVEN_UP
        if cancel[0]:
            return CANCELLED
        # what is left must do for the diagonals to the last one
        low, high = max(first, -cost, target - (most_edits - cost)), min(last, cost, target + (most_edits - cost))
        next_layer(work, before, after, first, low, high)
        swapped = before
        before = after
        after = swapped


cdef struct Window:  # some diagonals of the layers from a kept one up
    int cost  # of the kept one
    int first
    int last
    size_t width


cdef Status replay(Work *work, Window *window, int cost, int first, int last) noexcept nogil:
    """The layers from the last kept one up to ``cost``, right on the diagonals first..last of that and on one more at
    either end for each layer before it."""
    cdef int layer, margin = cost % EVERY, start = cost - cost % EVERY
    cdef size_t whole = work.most - work.least + 3
    cdef int *at
    cdef const int *kept
    cdef int place
    window.cost = start
    window.first = first - margin if first - margin > work.least else work.least
    window.last = last + margin if last + margin < work.most else work.most
    window.width = window.last - window.first + 3
    if not grown(&work.replayed, (margin + 1) * window.width * sizeof(int)):
        return NO_MEMORY
    at = <int *> work.replayed.at
    kept = <int *> work.kept.at + (start // EVERY) * whole + (window.first - work.least)
    memcpy(at, kept, window.width * sizeof(int))
    for layer in range(1, margin + 1):
        at += window.width
        for place in range(<int> window.width):
            at[place] = NONE
        place = start + layer
        next_layer(work, at + 1 - window.width, at + 1, window.first, max(window.first, -place), min(window.last, place))
    return DONE


cdef inline long long worth(const Work *work, int x, int y) noexcept nogil:
    cdef int common = work.gold_breaks[x] & work.test_breaks[y]
    return (common & WORD_BREAK) + (SENTENCE if common & SENTENCE_BREAK else 0)


cdef inline const Run *run_on(const Work *work, int diagonal) noexcept nogil:
    """The run of the layer before on a diagonal, or NULL."""
    cdef int run
    if diagonal < work.least or diagonal > work.most:
        return NULL
    run = (<int *> work.run_of.at)[diagonal - work.least]
    return NULL if run < 0 else <Run *> work.runs.at + run


cdef Status fill(Work *work, Run *run, int last_arrival, const Run *pair, const Run *delete, const Run *insert, long long base_before,
                 long long base, long long most_points) noexcept nogil:
    """Values and steps of a run whose points are reached from runs of the layer before (or NULL), or by matches.

    ``run.last`` becomes -1 where no point is reached.
    """
    cdef int x, y, shift = work.tests - work.golds - run.diagonal, reached = -1, stop = last_arrival, skipped = 0
    cdef const long long *before = <long long *> work.values_before.at
    cdef long long *values
    cdef unsigned char *steps
    cdef long long value, other, last_value = -1
    cdef unsigned char step
    cdef size_t points
    cdef bint is_start = not (pair or delete or insert)
    while stop < work.golds and stop + shift < work.tests and work.gold[stop] == work.test[stop + shift]:
        stop += 1
    points = run.at + (stop - run.first + 1)
    if <long long> points > most_points or <long long> (points - base) > most_points // 8:
        return GIVEN_UP
    if not grown(&work.steps, points) or not grown(&work.values, (points - base) * sizeof(long long)):
        return NO_MEMORY
    values = <long long *> work.values.at + (run.at - base)
    steps = <unsigned char *> work.steps.at + run.at
    for x in range(run.first, stop + 1):
        y = x + shift
        value = 0 if is_start and x == run.first else -1
        step = MATCH if last_value >= 0 or value == 0 else NOWHERE
        if last_value >= 0 and work.gold[x - 1] == work.test[y - 1]:
            value = last_value
        if x <= last_arrival:
            if pair and x > pair.first and x - 1 <= pair.last and ((work.gold[x - 1] ^ work.test[y - 1]) & 1) == 0:
                other = before[pair.at - base_before + x - 1 - pair.first]
                if other > value:
                    value, step = other, REPLACE
            if delete and x > delete.first and x - 1 <= delete.last:
                other = before[delete.at - base_before + x - 1 - delete.first]
                if other > value:
                    value, step = other, DELETE
            if insert and x >= insert.first and x <= insert.last:
                other = before[insert.at - base_before + x - insert.first]
                if other > value:
                    value, step = other, INSERT
        if value < 0:
            if reached < 0:
                skipped += 1
                continue
        else:
            value += worth(work, x, y)
            reached = x
        last_value = value
        values[x - run.first - skipped] = value
        steps[x - run.first - skipped] = step
        if value < 0 and x > last_arrival:
            break
    run.first += skipped
    run.last = reached
    return DONE


cdef Status find_path(Work *work, int cost, long long most_points, flag_t *cancel) noexcept nogil:
    """All points on least-cost paths with their best values and steps, cost by cost from the beginning."""
    cdef int left, first, last, run, candidate, done, start, low, high, zone
    cdef int runs_before = 0, runs = 0, layer_first = 0, target = work.tests - work.golds
    cdef long long base_before = 0, base = 0, at = 0
    cdef Window window
    cdef const int *farthest_on
    cdef int *run_of
    cdef Run *new
    cdef Run *here
    cdef const Run *pair
    cdef const Run *delete
    cdef const Run *insert
    cdef Room swapped
    cdef Status status
    cdef size_t width = work.most - work.least + 1
    if not (grown(&work.run_of, width * sizeof(int)) and grown(&work.run_firsts, (cost + 2) * sizeof(int))):
        return NO_MEMORY
    run_of = <int *> work.run_of.at
    for run in range(<int> width):
        run_of[run] = -1
    window.cost = cost + 1
    for left in range(cost, -1, -1):
        if cancel[0]:
            return CANCELLED
        first = (<Run *> work.runs.at)[layer_first].diagonal - 1 if runs else target
        last = (<Run *> work.runs.at)[runs - 1].diagonal + 1 if runs else target
        if left < window.cost:
            status = replay(work, &window, left, first, last)
            if status != DONE:
                return status
        farthest_on = <int *> work.replayed.at + (left - window.cost) * window.width + 1 - window.first
        (<int *> work.run_firsts.at)[cost - left] = runs
        runs_before, base_before, base = runs, base, at
        swapped = work.values_before
        work.values_before = work.values
        work.values = swapped
        done = NONE
        for run in range(layer_first, runs_before if runs_before else 1):
            start = (<Run *> work.runs.at)[run].diagonal if runs_before else target + 1
            for candidate in range(start - 1, start + 2 if runs_before else start):
                if candidate <= done or candidate < work.least or candidate > work.most:
                    continue
                done = candidate
                if not grown(&work.runs, (runs + 1) * sizeof(Run)):
                    return NO_MEMORY
                pair = run_on(work, candidate)
                delete = run_on(work, candidate - 1)
                insert = run_on(work, candidate + 1)
                # points before this one cost more than is left
                zone = work.golds - farthest_on[candidate]
                low, high = (1 << 30), -1
                if pair:
                    low, high = pair.first + 1, pair.last + 1
                if delete:
                    low = delete.first + 1 if delete.first + 1 < low else low
                    high = delete.last + 1 if delete.last + 1 > high else high
                if insert:
                    low = insert.first if insert.first < low else low
                    high = insert.last if insert.last > high else high
                if not runs_before:
                    low = high = 0
                low = zone if zone > low else low
                high = work.golds if high > work.golds else high
                if high > work.tests - (target - candidate):
                    high = work.tests - (target - candidate)
                if low > high:
                    continue
                new = <Run *> work.runs.at + runs
                new.diagonal, new.first, new.last, new.at = candidate, low, high, at
                status = fill(work, new, high, pair, delete, insert, base_before, base, most_points - RUN_WEIGHT * <long long> runs)
                if status != DONE:
                    return status
                if new.last >= 0:
                    at += new.last - new.first + 1
                    runs += 1
        for run in range(layer_first, runs_before):
            run_of[(<Run *> work.runs.at)[run].diagonal - work.least] = -1
        for run in range(runs_before, runs):
            run_of[(<Run *> work.runs.at)[run].diagonal - work.least] = run
        layer_first = runs_before
    (<int *> work.run_firsts.at)[cost + 1] = runs
    return DONE


cdef const Run *run_at(const Work *work, int layer, int diagonal) noexcept nogil:
    """The run of a layer on a diagonal on which it has one."""
    cdef const Run *runs = <Run *> work.runs.at
    cdef int low = (<int *> work.run_firsts.at)[layer], high = (<int *> work.run_firsts.at)[layer + 1] - 1, middle
    while low < high:
        middle = (low + high) // 2
        if runs[middle].diagonal < diagonal:
            low = middle + 1
        else:
            high = middle
    return runs + low


cdef struct Out:
    unsigned char *gold_steps
    unsigned char *test_steps
    long long *spans
    Py_ssize_t count
    Py_ssize_t block_first
    long long gold_first  # where the block begins
    long long test_first
    long long gold_last  # the common sentence break behind, where the path is walked from its end
    long long test_last


cdef inline void passed(const Work *work, Out *out, int x, int y) noexcept nogil:
    """Notes a point of the path: a stretch begins at it if both sides have a sentence break there."""
    cdef long long gold = out.gold_first + x, test = out.test_first + y
    cdef long long *row
    if work.gold_breaks[x] & work.test_breaks[y] & SENTENCE_BREAK:
        if gold < out.gold_last or test < out.test_last:
            row = out.spans + 4 * out.count
            row[0], row[1], row[2], row[3] = gold, out.gold_last, test, out.test_last
            out.count += 1
        out.gold_last, out.test_last = gold, test


cdef void walk_back(const Work *work, Out *out, int cost) noexcept nogil:
    """Follows the steps from the end."""
    cdef int x = work.golds, y = work.tests, layer = cost
    cdef const Run *run = run_at(work, layer, 0)
    cdef unsigned char step
    while x or y:
        step = (<unsigned char *> work.steps.at)[run.at + x - run.first]
        if step == MATCH or step == REPLACE:
            x -= 1
            y -= 1
            out.gold_steps[x] = out.test_steps[y] = MATCHED if step == MATCH else REPLACED
        elif step == DELETE:
            x -= 1
        else:
            y -= 1
        if step != MATCH:
            layer -= 1
            run = run_at(work, layer, (work.tests - y) - (work.golds - x))
        passed(work, out, x, y)


cdef Status prepare(Work *work, int most_edits) noexcept nogil:
    cdef int x, golds = work.golds, tests = work.tests
    cdef int *back
    if not grown(&work.texts, (golds + tests + 2) * sizeof(int)):
        return NO_MEMORY
    back = <int *> work.texts.at
    for x in range(golds):
        back[x] = work.gold[golds - 1 - x]
    back[golds] = -2
    work.gold_back = back
    back += golds + 1
    for x in range(tests):
        back[x] = work.test[tests - 1 - x]
    back[tests] = -4
    work.test_back = back
    work.least = -golds if golds < most_edits else -most_edits
    work.most = tests if tests < most_edits else most_edits
    return DONE


cdef Status align_block(Work *work, Out *out, int most_edits, long long most_points, flag_t *cancel, long long *cost) noexcept nogil:
    cdef int x = work.golds, y = work.tests, end = x, found = 0
    cdef const unsigned char *gold_breaks = work.gold_breaks
    cdef const unsigned char *test_breaks = work.test_breaks
    cdef Status status
    # the last sentences with the same words: no path is better than the diagonal
    while x and y and work.gold[x - 1] == work.test[y - 1] and gold_breaks[x - 1] == test_breaks[y - 1]:
        x -= 1
        y -= 1
        if gold_breaks[x] & SENTENCE_BREAK:
            end = x
    y = work.tests - (work.golds - end)
    x = end
    if x and y:
        end = work.golds - x
        work.golds, work.tests = x, y
        status = prepare(work, most_edits)
        if status == DONE:
            status = find_cost(work, most_edits, cancel, &found)
        if status == DONE:
            status = find_path(work, found, most_points, cancel)
        work.golds, work.tests = x + end, y + end
        if status != DONE:
            return status
    out.gold_last, out.test_last = out.gold_first + work.golds, out.test_first + work.tests
    while work.golds > x:
        work.golds -= 1
        work.tests -= 1
        out.gold_steps[work.golds] = out.test_steps[work.tests] = MATCHED
        passed(work, out, work.golds, work.tests)
    if x and y:
        walk_back(work, out, found)
    else:
        found = x + y
        while x or y:
            x -= x > 0
            y -= y > 0
            passed(work, out, x, y)
    cost[0] = found
    return DONE


def align_blocks(const int[::1] gold, const unsigned char[::1] gold_breaks, const int[::1] test, const unsigned char[::1] test_breaks,
                 const long long[:, ::1] blocks, int most_edits, long long most_points, unsigned char[::1] gold_steps,
                 unsigned char[::1] test_steps, long long[::1] costs, long long[:, ::1] spans, const int[::1] cancel):
    """See _characters_twin.align_blocks; the GIL is released throughout."""
    cdef Work work
    cdef Out out
    cdef Py_ssize_t block, place, other, column
    cdef long long swapped
    cdef Status status = DONE
    cdef flag_t *flag = <flag_t *> &cancel[0]
    cdef Room *rooms = &work.texts
    for place in range(10):
        rooms[place].at, rooms[place].size = NULL, 0
    out.count = 0
    with nogil:
        for block in range(blocks.shape[0]):
            if flag[0]:
                status = CANCELLED
                break
            out.gold_first, out.test_first = blocks[block, 0], blocks[block, 2]
            work.golds, work.tests = <int> (blocks[block, 1] - blocks[block, 0]), <int> (blocks[block, 3] - blocks[block, 2])
            work.gold, work.test = &gold[0] + out.gold_first, &test[0] + out.test_first
            work.gold_breaks, work.test_breaks = &gold_breaks[0] + out.gold_first, &test_breaks[0] + out.test_first
            out.gold_steps, out.test_steps = &gold_steps[0] + out.gold_first, &test_steps[0] + out.test_first
            out.block_first = out.count
            out.spans = &spans[0, 0]
            costs[block] = -1
            status = align_block(&work, &out, most_edits, most_points, flag, &costs[block])
            if status == CANCELLED or status == NO_MEMORY:
                break
            status = DONE
            # they were found from the end
            place, other = out.block_first, out.count - 1
            while place < other:
                for column in range(4):
                    swapped = spans[place, column]
                    spans[place, column] = spans[other, column]
                    spans[other, column] = swapped
                place += 1
                other -= 1
        for place in range(10):
            free(rooms[place].at)
    if status == NO_MEMORY:
        raise MemoryError("not enough memory to align two long texts")
    return -1 if status == CANCELLED else out.count
