// NCCL: moving the data once everyone is there.
//
// The streams of all ranks meet before and after. The first rank's unit of work
// moves all of the data; each one tells of its own rank's buffers, and stands
// on its own stream's timeline, beside kernels: it takes GRID blocks. Times are
// those of a ring over NVLink: each rank sends and receives (n - 1) / n of the
// bytes once, twice for an all-reduce, at LINK_SHARE of the link, and never
// takes less than LEAST_US.
#include "libs/net.h"

#include "base/heap.h"

#include <stdio.h>
#include <string.h>

static const double LINK_GBS = 450; // NVLink 4, one direction; data sheet
static const double LINK_SHARE = 0.8;
static const double LEAST_US = 10;
enum { GRID = 24 };

typedef struct Move {
    Call **by;
    int n, rank; // whose work runs
    bool *ok;
} Move;

// ---- one rank's buffers, checked

static const char *sent(const Call *c, size_t elements) {
    size_t bytes = elements * net_type_size(c->type);
    return sim_work_range("the send buffer", c->send, bytes, 0, 1,
                          SIM_READS | SIM_ELSEWHERE);
}

static char *received(const Call *c, size_t elements) {
    size_t bytes = elements * net_type_size(c->type);
    return sim_work_range("the receive buffer", c->recv, bytes, 0, 1,
                          SIM_WRITES | SIM_ELSEWHERE);
}

// Elements of the buffers of rank r, 0: it has none.
static void buffers(const Move *m, int r, size_t *send, size_t *recv) {
    const Call *c = m->by[r];
    size_t one = c->count, all = one * (size_t)m->n;
    bool is_root = c->root == r;
    *send = *recv = one;
    switch (c->kind) {
    case CALL_REDUCE: *recv = is_root ? one : 0; break;
    case CALL_REDUCE_SCATTER: *send = all; break;
    case CALL_ALL_GATHER: *recv = all; break;
    case CALL_BROADCAST: *send = is_root ? one : 0; break;
    case CALL_ALL_TO_ALL: *send = *recv = all; break;
    case CALL_GATHER: *recv = is_root ? all : 0; break;
    case CALL_SCATTER: *send = is_root ? all : 0; break;
    case CALL_SEND: *recv = 0; break;
    case CALL_RECV: *send = 0; break;
    default: break;
    }
}

static void tell_buffers(const Move *m) {
    const Call *c = m->by[m->rank];
    size_t size = net_type_size(c->type), send, recv;
    buffers(m, m->rank, &send, &recv);
    sim_work_range("the send buffer", c->send, send * size, 0, 1, SIM_READS);
    sim_work_range("the receive buffer", c->recv, recv * size, 0, 1,
                   SIM_WRITES);
}

// ---- the collectives

// Reduces `count` elements of every rank from element `from` on; NULL: refused.
// To be freed.
static char *reduced(const Move *m, size_t from, size_t count, size_t all) {
    const Call *first = m->by[0];
    size_t size = net_type_size(first->type);
    char *sum = heap_new(count + 1, size);
    for (int r = 0; r < m->n; r++) {
        const char *p = sent(m->by[r], all);
        if (!p) {
            heap_free(sum);
            return NULL;
        }
        p += from * size;
        if (r == 0)
            memcpy(sum, p, count * size);
        else
            net_reduce(first->type, first->op, sum, p, count);
    }
    if (first->op == ncclAvg) net_divide(first->type, sum, count, m->n);
    return sum;
}

// The result goes to all, or (to >= 0) to one.
static bool reduce(const Move *m, int to) {
    const Call *c = m->by[0];
    size_t bytes = c->count * net_type_size(c->type);
    char *sum = reduced(m, 0, c->count, c->count);
    bool ok = sum;
    for (int r = 0; ok && r < m->n; r++) {
        if (to >= 0 && r != to) continue;
        char *at = received(m->by[r], c->count);
        ok = at;
        if (at) memcpy(at, sum, bytes);
    }
    heap_free(sum);
    return ok;
}

// Piece r is reduced and written before piece r + 1 is looked at: in place,
// rank r's result lies where nobody else's is.
static bool reduce_scatter(const Move *m) {
    const Call *c = m->by[0];
    bool ok = true;
    for (int r = 0; ok && r < m->n; r++) {
        char *sum =
            reduced(m, (size_t)r * c->count, c->count, c->count * (size_t)m->n);
        char *at = sum ? received(m->by[r], c->count) : NULL;
        ok = at;
        if (at) memcpy(at, sum, c->count * net_type_size(c->type));
        heap_free(sum);
    }
    return ok;
}

// Piece `from` of what rank s sends becomes piece `to` of what rank r receives.
static bool piece(const Move *m, int s, size_t from, size_t of_from, int r,
                  size_t to, size_t of_to) {
    const Call *c = m->by[0];
    size_t bytes = c->count * net_type_size(c->type);
    const char *p = sent(m->by[s], c->count * of_from);
    char *q = p ? received(m->by[r], c->count * of_to) : NULL;
    if (q) memmove(q + to * bytes, p + from * bytes, bytes);
    return q;
}

static bool move_collect(const Move *m) {
    const Call *c = m->by[0];
    size_t n = (size_t)m->n;
    bool ok = true;
    for (int s = 0; ok && s < m->n; s++)
        for (int r = 0; ok && r < m->n; r++) {
            size_t is = (size_t)s, ir = (size_t)r;
            if (c->kind == CALL_ALL_GATHER)
                ok = piece(m, s, 0, 1, r, is, n);
            else if (c->kind == CALL_ALL_TO_ALL)
                ok = piece(m, s, ir, n, r, is, n);
            else if (c->kind == CALL_BROADCAST && s == c->root)
                ok = piece(m, s, 0, 1, r, 0, 1);
            else if (c->kind == CALL_GATHER && r == c->root)
                ok = piece(m, s, 0, 1, r, is, n);
            else if (c->kind == CALL_SCATTER && s == c->root)
                ok = piece(m, s, ir, n, r, 0, 1);
        }
    return ok;
}

static bool move_all(const Move *m) {
    const Call *c = m->by[0];
    switch (c->kind) {
    case CALL_ALL_REDUCE: return reduce(m, -1);
    case CALL_REDUCE: return reduce(m, c->root);
    case CALL_REDUCE_SCATTER: return reduce_scatter(m);
    case CALL_SEND: return piece(m, 0, 0, 1, 1, 0, 1);
    default: return move_collect(m);
    }
}

static bool move_run(void *args) {
    const Move *m = args;
    if (m->rank == 0) *m->ok = move_all(m);
    if (*m->ok) tell_buffers(m);
    return *m->ok;
}

// ---- time

static double move_time(const Call *c, int n) {
    double bytes = (double)c->count * (double)net_type_size(c->type);
    double steps = n - 1;
    switch (c->kind) {
    case CALL_ALL_REDUCE: bytes *= 2 * steps / n; break;
    case CALL_SEND:
    case CALL_RECV: break;
    case CALL_BROADCAST:
    case CALL_REDUCE: break;
    default: bytes *= steps; // count is one rank's piece
    }
    double us = bytes / (LINK_GBS * LINK_SHARE * 1e3);
    return max_of(us, LEAST_US);
}

static bool agree(Call **by, int n) {
    const Call *a = by[0];
    for (int i = 1; i < n; i++) {
        const Call *b = by[i];
        if (b->kind != a->kind || b->count != a->count || b->type != a->type ||
            b->op != a->op || b->root != a->root)
            return false;
    }
    return true;
}

// Tells the arguments of call a that b has otherwise, beside their names and
// counts.
static void say_differs(const Call *a, const Call *b, char *out, size_t size) {
    int n = snprintf(out, size, "%s", "");
    if (a->kind == b->kind && a->root != b->root)
        n += snprintf(out + n, size - (size_t)n, " with root %d", a->root);
    if (a->type != b->type)
        n += snprintf(out + n, size - (size_t)n, " of type %d", (int)a->type);
    if (a->kind == b->kind && a->op != b->op)
        snprintf(out + n, size - (size_t)n, " with operation %d", (int)a->op);
}

static ncclResult_t disagree(Call **by, int n) {
    char text[256];
    const Call *a = by[0], *b = by[1];
    for (int i = 1; i < n; i++)
        if (!agree((Call *[]){by[0], by[i]}, 2)) b = by[i];
    char of[2][64];
    say_differs(a, b, of[0], sizeof of[0]);
    say_differs(b, a, of[1], sizeof of[1]);
    snprintf(
        text, sizeof text,
        "ranks do not ask for the same: rank %d calls %s of %zu elements%s, "
        "rank %d %s of %zu%s",
        a->comm->rank, a->name, a->count, of[0], b->comm->rank, b->name,
        b->count, of[1]);
    sim_work_from(b->from);
    sim_work_deadlock(text,
                      "all ranks call the same collective with the same count, "
                      "type, operation and root, in the same order; NCCL would "
                      "hang or mix up data");
    return ncclInvalidUsage;
}

ncclResult_t net_move(Call **by, int n) {
    bool pair = by[0]->kind == CALL_SEND;
    if (pair ? by[0]->count != by[1]->count || by[0]->type != by[1]->type
             : !agree(by, n))
        return disagree(by, n);
    bool ok = true;
    Move m = {.by = by, .n = n, .ok = &ok};
    SimPlace *at = heap_new((size_t)n, sizeof *at);
    for (int i = 0; i < n; i++)
        at[i] = (SimPlace){by[i]->comm->device, by[i]->stream};
    int before = 0, error = 0;
    cudaGetDevice(&before);
    sim_work_meet(at, n);
    for (int i = 0; i < n && !error; i++) {
        const Call *c = by[i];
        m.rank = i;
        SimWork w = {.name = c->name,
                     .stream = c->stream,
                     .run = move_run,
                     .args = &m,
                     .args_bytes = sizeof m,
                     .us = move_time(by[0], pair ? 2 : n),
                     .tiles = GRID,
                     .bytes = (double)c->count * (double)net_type_size(c->type),
                     .grid = GRID,
                     .block = 512};
        cudaSetDevice(c->comm->device);
        sim_work_from(c->from);
        error = sim_work_run(&w);
    }
    cudaSetDevice(before);
    sim_work_meet(at, n);
    heap_free(at);
    return error ? ncclUnhandledCudaError : ncclSuccess;
}
