// Clusters: addresses in the shared memory of other blocks, and the barrier of
// a cluster. PTX ISA, "barrier.cluster", "mapa", "getctarank".
//
// barrier.cluster is two instructions. A lane that arrives notes the phase; the
// wait is over when the cluster's phase is another one. Waiting lanes park like
// those at a block's barrier, and whoever arrives last wakes all of them.
#include "sim/exec/cluster.h"

#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/core/groups.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/async.h"

#include <string.h>

// ---- addresses

Block *cluster_block(Warp *w, const Insn *in, int l, uint32_t rank) {
    Cluster *c = w->block->cluster;
    uint32_t size = c ? c->size : 1;
    if (rank >= size) {
        warp_trap_text(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l,
                       "Thread (%u,%u,%u) reaches for block %u of its cluster, "
                       "which has %u",
                       w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l],
                       rank, size);
        return NULL;
    }
    Block *b = c ? c->at[rank] : w->block;
    if (!b->ended) return b;
    warp_trap_text(w, in, SIM_TRAP_EXITED_BLOCK, 1u << l,
                   "Thread (%u,%u,%u) uses the shared memory of block %u of "
                   "its cluster, which has ended",
                   w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l], rank);
    return NULL;
}

// Own memory, or that of a block by rank.
static Block *owner(Warp *w, const Insn *in, int l, uint64_t *at) {
    const Cluster *c = w->block->cluster;
    if (!c || c->size < 2 || *at < CLUSTER_BASE || *at >= MEM_WINDOW)
        return w->block;
    uint32_t rank = (uint32_t)((*at - CLUSTER_BASE) / CLUSTER_STEP);
    *at %= CLUSTER_STEP;
    return cluster_block(w, in, l, rank);
}

Block *shared_find(Warp *w, const Insn *in, int l, uint64_t address, uint32_t n,
                   uint32_t align, const char *access, uint32_t *offset) {
    uint64_t at = address;
    if (at - MEM_SHARED_BASE < MEM_WINDOW) at -= MEM_SHARED_BASE;
    Block *b = owner(w, in, l, &at);
    if (!b) return NULL;
    if (at % align) {
        warp_trap(w, in, SIM_TRAP_MISALIGNED, 1u << l, address, access, align);
        return NULL;
    }
    if (at > b->shared_bytes || n > b->shared_bytes - at) {
        warp_trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l, address, access, n);
        return NULL;
    }
    *offset = (uint32_t)at;
    return b;
}

Block *cluster_take(Warp *w, const Insn *in, Access *a, uint32_t left) {
    int first = lowest(left);
    uint64_t part = a->at[first] / CLUSTER_STEP;
    uint64_t at = a->at[first];
    Block *b = owner(w, in, first, &at);
    if (!b) return NULL;
    a->lanes = 0;
    FOR_LANES(l, left) {
        if (a->at[l] / CLUSTER_STEP != part) continue;
        a->lanes |= 1u << l;
        if (a->at[l] >= CLUSTER_BASE) a->at[l] %= CLUSTER_STEP;
    }
    access_classify(a);
    return memop_check_shared_of(w, in, a, b) ? b : NULL;
}

// ---- mapa, getctarank

static const Insn *exec_mapa(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active) {
        bool wide = in->flags & 1;
        uint64_t a =
            wide ? unit64(w, in->src[0])->u64[l] : unit(w, in->src[0])->u32[l];
        uint32_t rank = unit(w, in->src[1])->u32[l];
        uint64_t base = 0;
        if (a - MEM_SHARED_BASE < MEM_WINDOW) base = MEM_SHARED_BASE;
        if (a - base >= MEM_WINDOW) {
            return warp_trap_text(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l,
                                  "Thread (%u,%u,%u) maps 0x%llx into another "
                                  "block, which is no shared memory",
                                  w->tid[0].u32[l], w->tid[1].u32[l],
                                  w->tid[2].u32[l], (unsigned long long)a);
        }
        uint32_t size = w->block->cluster ? w->block->cluster->size : 1;
        if (rank >= size) {
            cluster_block(w, in, (int)l, rank);
            return NULL;
        }
        uint64_t d = a;
        if (size > 1)
            d = base + CLUSTER_BASE + rank * (uint64_t)CLUSTER_STEP +
                a % CLUSTER_STEP;
        if (wide)
            unit64(w, in->dst)->u64[l] = d;
        else
            unit(w, in->dst)->u32[l] = (uint32_t)d;
    }
    return in + 1;
}

static const Insn *exec_getctarank(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active) {
        uint64_t a = in->flags & 1 ? unit64(w, in->src[0])->u64[l]
                                   : unit(w, in->src[0])->u32[l];
        if (a - MEM_SHARED_BASE < MEM_WINDOW) a -= MEM_SHARED_BASE;
        unit(w, in->dst)->u32[l] =
            a < CLUSTER_BASE ? w->block->rank
                             : (uint32_t)((a - CLUSTER_BASE) / CLUSTER_STEP);
    }
    return in + 1;
}

// ---- the barrier

void cluster_start(Cluster *c) {
    c->left = c->size;
    c->waited_for = 0;
    for (uint32_t i = 0; i < c->size; i++) {
        const Block *b = c->at[i];
        for (uint32_t k = 0; k < b->nwarps; k++)
            c->waited_for += (uint32_t)__builtin_popcount(b->warps[k].live);
    }
}

// A kernel without clusters may use their barrier: each block is one.
static Cluster *cluster_of(Block *b) {
    if (b->cluster) return b->cluster;
    Cluster *c = b->cluster = arena_new(&b->launch->arena, Cluster);
    *c = (Cluster){.size = 1, .at = {b}};
    cluster_start(c);
    return c;
}

static void release_warp(Warp *w) {
    WarpAsync *q = warp_async(w);
    uint32_t lanes = 0;
    q->passed |= q->arrived;
    q->arrived = 0;
    FOR_LANES(l, w->wait.lanes) {
        if (is_cluster_wait(w->wait.lane[l].at)) lanes |= 1u << l;
    }
    bool parked =
        w->state == WARP_BARRIER && w->wait.barrier == CLUSTER_BARRIER;
    if (!lanes && !parked) return;
    q->passed &= ~(lanes ? lanes : w->live);
    if (lanes) warp_wake(w, lanes);
    if (!parked) return;
    w->state = WARP_READY;
    if (lanes) w->resume = NULL; // warp_pick chooses
}

static void phase_over(Cluster *c) {
    observe_cluster_barrier(c->at, c->size);
    for (uint32_t i = 0; i < c->size; i++) {
        Block *b = c->at[i];
        if (b->ended) continue;
        for (uint32_t k = 0; k < b->nwarps; k++) {
            c->waited_for += (uint32_t)__builtin_popcount(b->warps[k].live);
            release_warp(&b->warps[k]);
        }
        b->progress++;
        block_syncs(b);
        observe_barrier(b);
    }
}

static void count_off(Cluster *c, uint32_t lanes) {
    c->waited_for -= (uint32_t)__builtin_popcount(lanes);
    if (!c->waited_for) phase_over(c);
}

// Nobody waits for them any more.
static void count_exits(Warp *w, uint32_t lanes) {
    lanes &= ~warp_async(w)->arrived;
    if (lanes) count_off(w->block->cluster, lanes);
}

const Insn *cluster_exit(Warp *w, uint32_t lanes, const Insn *next) {
    w->live &= ~lanes;
    if (w->block->cluster) count_exits(w, lanes);
    return warp_go_on(w, next);
}

static const Insn *exec_cluster_arrive(Warp *w, const Insn *in) {
    Cluster *c = cluster_of(w->block);
    WarpAsync *q = warp_async(w);
    site_count(w, in)->barriers++;
    observe_fence(w, in, SCOPE_CLUSTER);
    uint32_t again = (q->arrived | q->passed) & w->active;
    if (again) {
        int l = lowest(again);
        return warp_trap_text(w, in, SIM_TRAP_BARRIER, again,
                              "Thread (%u,%u,%u) arrives at the cluster's "
                              "barrier again, before it has waited",
                              w->tid[0].u32[l], w->tid[1].u32[l],
                              w->tid[2].u32[l]);
    }
    q->arrived |= w->active;
    count_off(c, w->active);
    return in + 1;
}

static const Insn *exec_cluster_wait(Warp *w, const Insn *in) {
    WarpAsync *q = warp_async(w);
    uint32_t without = w->active & ~(q->arrived | q->passed);
    if (without) {
        int l = lowest(without);
        return warp_trap_text(w, in, SIM_TRAP_BARRIER, without,
                              "Thread (%u,%u,%u) waits at the cluster's "
                              "barrier without having arrived at it",
                              w->tid[0].u32[l], w->tid[1].u32[l],
                              w->tid[2].u32[l]);
    }
    if (!(q->arrived & w->active)) {
        q->passed &= ~w->active;
        return in + 1;
    }
    if (w->active != w->live) return warp_park(w, in, NULL);
    w->state = WARP_BARRIER;
    w->wait.barrier = CLUSTER_BARRIER;
    w->resume = in + 1;
    return NULL;
}

bool cluster_parked(Warp *w) {
    FOR_LANES(l, w->live) {
        if (!is_cluster_wait(w->wait.lane[l].at)) return false;
    }
    w->state = WARP_BARRIER;
    w->wait.barrier = CLUSTER_BARRIER;
    w->resume = NULL;
    return true;
}

// ---- when it never ends

// A live thread of the cluster that has not arrived in this phase.
static bool find_absent(const Cluster *c, uint32_t *rank, uint32_t tid[3]) {
    for (uint32_t i = 0; i < c->size; i++) {
        Block *b = c->at[i];
        for (uint32_t k = 0; !b->ended && k < b->nwarps; k++) {
            Warp *w = &b->warps[k];
            const WarpAsync *q = warp_async(w);
            uint32_t lanes = w->live & ~q->arrived;
            if (!lanes) continue;
            *rank = i;
            for (int x = 0; x < 3; x++)
                tid[x] = w->tid[x].u32[lowest(lanes)];
            return true;
        }
    }
    return false;
}

bool cluster_deadlock(Block *b) {
    const Cluster *c = b->cluster;
    for (uint32_t i = 0; c && i < b->nwarps; i++) {
        Warp *w = &b->warps[i];
        if (w->state != WARP_BARRIER || w->wait.barrier != CLUSTER_BARRIER)
            continue;
        const Insn *in =
            w->wait.lanes ? w->wait.lane[lowest(w->live)].at : w->resume - 1;
        uint32_t rank = 0, t[3] = {0};
        find_absent(c, &rank, t);
        warp_trap_text(w, in, SIM_TRAP_BARRIER, w->live,
                       "Threads wait at the cluster's barrier for ever: %u "
                       "have not arrived, among them thread (%u,%u,%u) of "
                       "block %u of the cluster",
                       c->waited_for, t[0], t[1], t[2], rank);
        return true;
    }
    return false;
}

// ---- select

// mapa{.shared::cluster}.{u32,u64} d, a, rank;  getctarank... d, a;
bool select_cluster(Decoder *d, const Stmt *s, Insn *in) {
    int bits = s->ntypes ? type_bits(s->types[0]) : 0;
    if (bits != 32 && bits != 64) return decoder_refuse(d, "this form");
    STMT_ACCEPT(s, MOD_SHARED_CLUSTER);
    in->site = decoder_site(d, s, SPACE_SHARED);
    in->flags = bits == 64;
    in->src[0] = src(d, &s->opnd[1], bits);
    if (s->op == OP_GETCTARANK) {
        in->fn = exec_getctarank;
        in->dst = dst(d, &s->opnd[0], 32);
        return true;
    }
    in->fn = exec_mapa;
    in->dst = dst(d, &s->opnd[0], bits);
    in->src[1] = src(d, &s->opnd[2], 32);
    return true;
}

// barrier.cluster.arrive{.release,.relaxed}{.aligned};
// barrier.cluster.wait{.acquire}{.aligned};
bool select_cluster_barrier(Decoder *d, const Stmt *s, Insn *in) {
    bool waits = stmt_has(s, MOD_WAIT);
    STMT_ACCEPT(s, MOD_RELEASE, MOD_ACQUIRE);
    if (!waits && !stmt_has(s, MOD_ARRIVE))
        return decoder_refuse(d, "this barrier of a cluster");
    in->fn = waits ? exec_cluster_wait : exec_cluster_arrive;
    if (waits) in->kind = INSN_CLUSTER_WAIT;
    return true;
}
