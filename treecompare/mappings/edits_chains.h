/* Part of edits.c: forests whose unary chains are one node each, and their mirror images; solved in edits_apart.h. */
#ifndef TREECOMPARE_EDITS_CHAINS_H
#define TREECOMPARE_EDITS_CHAINS_H

#include "edits_sides.h"

/* A forest of chains in postorder (of it or of its mirror image). */
typedef struct {
    int64_t nodes, count, head_count;
    int64_t work, mirrored_work; /* rows of all tables, and those of the mirror image */
    int32_t *codes; /* of all nodes: chain by chain, from the bottom */
    int32_t *chain; /* of each of these nodes */
    int32_t *begin; /* of a chain's nodes; and one more */
    int32_t *under; /* nodes before the chain that are not the top of theirs */
    int32_t *top; /* the code of its top node */
    int32_t *size; /* in chains, with all below */
    int32_t *left; /* the leaf it begins with */
    int32_t *parent; /* or -1 */
    int32_t *above; /* the next chain up that begins with the same leaf, or -1 */
    int32_t *highest; /* of a leaf: the last such chain */
    int32_t *heads; /* leaves with a chain above, ascending: head_count of them */
    int32_t *height; /* nodes one above the other, from a leaf up to its top */
} chained;

enum { ARRAYS_PER_CHAINED = 12 }; /* of nodes + 1 numbers each */

static chained new_chained(int64_t nodes, int32_t *room)
{
    chained s = {0};
    int32_t **arrays[ARRAYS_PER_CHAINED] = {&s.codes, &s.chain,  &s.begin, &s.under,   &s.top,   &s.size,
                                            &s.left,  &s.parent, &s.above, &s.highest, &s.heads, &s.height};
    for (int i = 0; i < ARRAYS_PER_CHAINED; i++) *arrays[i] = room + i * (nodes + 1);
    s.nodes = nodes;
    return s;
}

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

/* The largest number of the chains right below one. */
static inline int32_t most_below(const chained *s, const int32_t *row, int64_t chain)
{
    int32_t found = 0;
    const int64_t last = chain - s->size[chain];
    for (int64_t child = chain - 1; child > last; child -= s->size[child]) found = larger(found, row[child]);
    return found;
}

/* All but codes, chains of nodes, beginnings, sizes, leaves and parents. */
static void finish_chains(chained *s)
{
    int32_t under = 0;
    s->begin[s->count] = (int32_t)s->nodes;
    for (int32_t c = 0; c < s->count; c++) {
        const int32_t length = s->begin[c + 1] - s->begin[c], left = s->left[c];
        s->under[c] = under;
        under += length - 1;
        s->top[c] = s->codes[s->begin[c + 1] - 1];
        s->above[c] = -1;
        if (s->size[c] > 1) {
            s->above[s->highest[left]] = c;
            if (c + 1 == s->count || s->size[c + 1] == 1) s->mirrored_work += s->size[c];
        }
        s->highest[left] = c;
        s->height[c] = length;
        if (s->size[c] > 1) s->height[c] += most_below(s, s->height, c);
    }
    for (int32_t leaf = 0; leaf < s->count; leaf++) {
        if (s->size[leaf] > 1 || s->above[leaf] < 0) continue;
        s->work += s->size[s->highest[leaf]];
        s->heads[s->head_count++] = leaf;
    }
}

static chained chains_of(const edits_forest *forest, int32_t *room)
{
    chained s = new_chained(forest->count, room);
    int32_t c = -1;
    for (int32_t x = 0; x < s.nodes; x++) {
        const int32_t size = forest->sizes[x];
        s.codes[x] = forest->codes[x];
        if (size == 1) {
            c++;
            s.begin[c] = x;
            s.left[c] = c;
            s.size[c] = 1;
            s.parent[c] = -1;
        } else if (size != forest->sizes[x - 1] + 1) { /* more than one daughter */
            c++;
            s.begin[c] = x;
            s.left[c] = s.chain[x - size + 1];
            s.size[c] = c - s.left[c] + 1;
            s.parent[c] = -1;
            for (int32_t child = c - 1; child >= s.left[c]; child -= s.size[child]) s.parent[child] = c;
        }
        s.chain[x] = c;
    }
    s.count = c + 1;
    finish_chains(&s);
    return s;
}

/* The mirror image: a subtree's block begins where its parent's does, or behind that of its next sister. */
static chained mirrored_chains(const chained *s, int32_t *room)
{
    chained m = new_chained(s->nodes, room);
    int32_t *block = m.highest, *source = m.above; /* until finish_chains() */
    int32_t at = 0, x = 0;
    m.count = s->count;
    for (int64_t c = s->count - 1; c >= 0; c--) {
        const int32_t parent = s->parent[c];
        /* above of a parent holds where its next daughter's block begins, for a moment */
        block[c] = parent < 0 ? at : m.heads[parent];
        if (parent < 0) at += s->size[c];
        else m.heads[parent] += s->size[c];
        m.heads[c] = block[c];
    }
    for (int64_t c = 0; c < s->count; c++) {
        const int32_t place = block[c] + s->size[c] - 1;
        source[place] = (int32_t)c;
        m.size[place] = s->size[c];
        m.left[place] = block[c];
        m.parent[place] = s->parent[c] < 0 ? -1 : block[s->parent[c]] + s->size[s->parent[c]] - 1;
    }
    for (int32_t c = 0; c < m.count; c++) {
        m.begin[c] = x;
        for (int32_t y = s->begin[source[c]]; y < s->begin[source[c] + 1]; y++) {
            m.codes[x] = s->codes[y];
            m.chain[x++] = c;
        }
    }
    finish_chains(&m);
    return m;
}

#endif
