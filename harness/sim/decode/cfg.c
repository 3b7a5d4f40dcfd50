// The statements of a function as basic blocks, in an order that reconverges.
//
// A warp whose lanes have parted runs the lanes with the smallest pc first.
// They meet again as early as they can if every block stands before all blocks
// that it can lead to (but for the branches back of loops), and if nothing
// foreign stands inside a loop. So: a topological order of the strongly
// connected components; each component that is a loop is laid out in one
// piece, its header first, the rest by the same rule with the branches back to
// the header left out.
//
//     if (a) { while (b) c; }  d;      entry  b  c  d
//
// A loop to whose header several branches lead back gets an empty block at its
// end that they all go to, and that alone leads back. Without it, lanes that
// are early at the header would begin the next round without the others, as the
// header's pc is the smallest.
//
//     for (;;) { b; if (c) d; }        b  d  (empty)     where d jumps to b
//
// Works for irreducible code too, where it is still a valid order.
#include "sim/decode/decode.h"

#include "base/heap.h"

#include <string.h>

// ---- blocks

bool stmt_ends(const Stmt *s) {
    return !s->guard && (s->op == OP_RET || s->op == OP_EXIT ||
                         s->op == OP_TRAP || s->op == OP_BRX);
}

static bool ends_block(const Stmt *s) {
    return s->op == OP_BRA || s->op == OP_CALL || stmt_ends(s);
}

// Marks the first statement of each block. A statement one past the last
// stands for the end of the text: a block of its own, if anything leads there.
static void mark_leaders(uint8_t *leads, const PtxFunc *f) {
    leads[0] = 1;
    for (int i = 0; i < f->nstmts; i++) {
        const Stmt *s = &f->stmts[i];
        if (s->op == OP_BRA) leads[s->opnd[0].sym->index] = 1;
        if (ends_block(s)) leads[i + 1] = 1;
    }
    leads[f->nstmts] = 1;
}

static void link_blocks(Cfg *g, const PtxFunc *f, const int *block_of) {
    for (int b = 0; b < g->n; b++) {
        CfgBlock *k = &g->at[b];
        k->taken = k->fall = k->number = -1;
        const Stmt *last = k->n ? &f->stmts[k->first + k->n - 1] : NULL;
        if (last && last->op == OP_BRA)
            k->taken = block_of[last->opnd[0].sym->index];
        bool falls =
            last && !stmt_ends(last) && (last->op != OP_BRA || last->guard);
        if (falls) k->fall = b + 1;
        if (k->taken == k->fall) k->taken = -1;
    }
}

// ---- order

typedef struct Orderer {
    Cfg *g;
    int *region; // of each block: only blocks of one region are looked at
    int *index, *low;
    int *stack, *calls, *next; // Tarjan's stack; depth-first path; its edges
    uint8_t *on_stack;
    int nregions;
} Orderer;

static int successor(const Cfg *g, int b, int i) {
    // Taken first: what is visited last comes first, and that should be the
    // fall-through.
    return i == 0 ? g->at[b].taken : g->at[b].fall;
}

// Components of a region as found by Tarjan's algorithm: last ones first.
typedef struct Components {
    int *nodes; // the root of a component is the last of its nodes
    int nnodes;
    int *start; // of each in nodes
    int n;
} Components;

static void visit(Orderer *o, int root, int region, int *counter,
                  Components *out) {
    const Cfg *g = o->g;
    int depth = 0, nstack = 0;
    o->calls[depth] = root;
    o->next[depth] = 0;
    o->index[root] = o->low[root] = (*counter)++;
    o->stack[nstack++] = root;
    o->on_stack[root] = 1;
    while (depth >= 0) {
        int b = o->calls[depth];
        if (o->next[depth] < 2) {
            int s = successor(g, b, o->next[depth]++);
            if (s < 0 || o->region[s] != region) continue;
            if (o->index[s] < 0) {
                o->index[s] = o->low[s] = (*counter)++;
                o->stack[nstack++] = s;
                o->on_stack[s] = 1;
                o->calls[++depth] = s;
                o->next[depth] = 0;
            } else if (o->on_stack[s]) {
                o->low[b] = min_of(o->low[b], o->index[s]);
            }
            continue;
        }
        if (o->low[b] == o->index[b]) {
            out->start[out->n++] = out->nnodes;
            int s;
            do {
                s = o->stack[--nstack];
                o->on_stack[s] = 0;
                out->nodes[out->nnodes++] = s;
            } while (s != b);
        }
        if (--depth >= 0) {
            int parent = o->calls[depth];
            o->low[parent] = min_of(o->low[parent], o->low[b]);
        }
    }
}

static void order_region(Orderer *o, const int *roots, int nroots, int region,
                         int size);

static void cfg_place(Orderer *o, int b) {
    o->g->at[b].number = o->g->norder;
    o->g->order[o->g->norder++] = b;
}

// Leads the branches back to the header by way of a new block. Returns its
// number, or -1: there is only one.
static int add_latch(Orderer *o, const int *nodes, int n) {
    Cfg *g = o->g;
    int header = nodes[n - 1], back = 0, latch = g->n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            back += successor(g, nodes[i], k) == header;
    if (back < 2) return -1;
    for (int i = 0; i < n; i++) {
        CfgBlock *b = &g->at[nodes[i]];
        if (b->taken == header) b->taken = latch;
        if (b->fall == header) b->fall = latch;
    }
    g->at[g->n++] =
        (CfgBlock){.first = g->at[header].first, .taken = -1, .fall = header};
    o->region[latch] = -1;
    return latch;
}

static void order_component(Orderer *o, const int *nodes, int n) {
    int header = nodes[n - 1];
    cfg_place(o, header);
    if (n == 1) return;
    int latch = add_latch(o, nodes, n);
    int region = ++o->nregions;
    for (int i = 0; i < n - 1; i++) {
        o->region[nodes[i]] = region;
        o->index[nodes[i]] = -1;
    }
    int roots[2] = {successor(o->g, header, 0), successor(o->g, header, 1)};
    order_region(o, roots, 2, region, n - 1);
    if (latch >= 0) cfg_place(o, latch);
}

// Appends the blocks of a region that can be reached from roots.
static void order_region(Orderer *o, const int *roots, int nroots, int region,
                         int size) {
    Components c = {heap_new((size_t)size, sizeof(int)), 0,
                    heap_new((size_t)size + 1, sizeof(int)), 0};
    int counter = 0;
    for (int i = 0; i < nroots; i++) {
        int r = roots[i];
        if (r >= 0 && o->region[r] == region && o->index[r] < 0)
            visit(o, r, region, &counter, &c);
    }
    c.start[c.n] = c.nnodes;
    for (int i = c.n; i-- > 0;)
        order_component(o, c.nodes + c.start[i], c.start[i + 1] - c.start[i]);
    heap_free(c.nodes);
    heap_free(c.start);
}

static void order_blocks(Cfg *g) {
    size_t n = 2 * (size_t)g->n; // with one block more for each loop
    int *work = heap_new(n * 6, sizeof(int));
    Orderer o = {.g = g,
                 .region = work,
                 .index = work + n,
                 .low = work + 2 * n,
                 .stack = work + 3 * n,
                 .calls = work + 4 * n,
                 .next = work + 5 * n,
                 .on_stack = heap_new(n, 1)};
    for (size_t i = 0; i < n; i++)
        o.index[i] = -1;
    int root = 0;
    order_region(&o, &root, 1, 0, g->n);
    heap_free(work);
    heap_free(o.on_stack);
}

static void count_predecessors(Cfg *g) {
    if (g->norder) g->at[g->order[0]].npreds = 1; // the caller
    for (int i = 0; i < g->norder; i++)
        for (int k = 0; k < 2; k++) {
            int s = successor(g, g->order[i], k);
            if (s >= 0) g->at[s].npreds++;
        }
}

void cfg_build(Cfg *g, Arena *a, const PtxFunc *f) {
    size_t n = (size_t)f->nstmts + 1;
    uint8_t *leads = heap_new(n, 1);
    int *block_of = heap_new(n, sizeof(int));
    mark_leaders(leads, f);
    *g = (Cfg){0};
    for (size_t i = 0; i < n; i++) {
        g->n += leads[i];
        block_of[i] = g->n - 1;
    }
    g->at = arena_array(a, CfgBlock, 2 * (size_t)g->n);
    g->order = arena_array(a, int, 2 * (size_t)g->n);
    for (int i = 0; i < f->nstmts; i++) {
        CfgBlock *b = &g->at[block_of[i]];
        if (leads[i]) b->first = i;
        b->n++;
    }
    g->at[g->n - 1].first = f->nstmts;
    link_blocks(g, f, block_of);
    order_blocks(g);
    count_predecessors(g);
    heap_free(leads);
    heap_free(block_of);
}
