// mbarrier: barriers that are objects in shared memory. PTX ISA, "Parallel
// Synchronization and Communication Instructions: mbarrier".
//
// A wait that is not over ends the warp's turn: others may then arrive.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/core/groups.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/mbarrier.h"

#include <stdio.h>
#include <string.h>

// ---- cp.async.mbarrier.arrive{.noinc}.shared.b64 [mbarrier]: an arrival that
// comes when the lane's copies so far are made

static const Insn *exec_cp_arrive(Warp *w, const Insn *in) {
    const MemOp *op = in->ptr;
    Access a = {.lanes = w->active, .bytes = 8};
    memop_addresses(w, op, &a);
    FOR_LANES(l, w->active) {
        uint32_t offset;
        Block *b = shared_find(w, in, (int)l, a.at[l], 8, 8, "atomic", &offset);
        if (!b) return NULL;
        if (!in->flags && !mbarrier_expect(w, in, b, offset, (int)l))
            return NULL;
        bulk_announce(w, in, b, offset, l);
    }
    return in + 1;
}

// ---- handlers

typedef enum Kind {
    INIT,
    INVAL,
    EXPECT_TX,
    COMPLETE_TX,
    ARRIVE,
    ARRIVE_DROP,
    WAIT_STATE,
    WAIT_PARITY,
} Kind;

typedef struct MbarInsn {
    MemOp mem; // first, so that memop_of() holds
    Kind kind;
    bool expects_tx; // an arrival that adds tx first
    Slot state;      // result of an arrival, or SLOT_NONE
    Slot count;      // arrivals; SLOT_NONE: 1
    Slot tx;
    Slot awaited; // state or parity
} MbarInsn;

static uint32_t number(const Warp *w, Slot s, uint32_t l, uint32_t otherwise) {
    return s == SLOT_NONE ? otherwise : unit(w, s)->u32[l];
}

static Block *find(Warp *w, const Insn *in, uint32_t l, uint32_t *offset) {
    const MemOp *op = in->ptr;
    uint64_t at = (uint64_t)op->offset;
    if (op->base != SLOT_NONE)
        at = op->base32 ? (uint32_t)(unit(w, op->base)->u32[l] + (uint32_t)at)
                        : unit64(w, op->base)->u64[l] + at;
    return shared_find(w, in, (int)l, at, 8, 8, "atomic", offset);
}

// Once more, and mbarrier.inval has not come between: PTX leaves it undefined.
// A phase that is under way loses its arrivals. With none it works, and is
// common in one thread. Of memory that holds other data by now nothing is said.
static bool init_again(Warp *w, const Insn *in, Block *b, uint32_t offset,
                       uint32_t l) {
    const Mbarrier *info = mbarrier_info(b, offset);
    uint64_t bits = mbarrier_load(b, offset);
    MbarrierBits m = mbarrier_unpack(bits);
    bool same = info->maker == w && info->maker_lane == l;
    if (!info->maker || !m.is_valid || bits != info->bits) return true;
    if (m.pending != m.expected || m.tx) {
        warp_trap_text(w, in, SIM_TRAP_MBARRIER, 1u << l,
                       "Thread (%u,%u,%u) initialises the mbarrier of line %d "
                       "again while a phase is under way: %u of %u arrivals "
                       "have come, and are lost",
                       w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l],
                       info->made.line, m.expected - m.pending, m.expected);
        warp_trap_other(w, info->made);
        return false;
    }
    if (same) return true;
    SimTrap *t = warp_note_mild(w, w->code, in, SIM_DOUBTFUL, SIM_TRAP_MBARRIER,
                                1u << l);
    if (!t) return true;
    const Warp *by = info->maker;
    uint32_t k = info->maker_lane;
    trap_say(t,
             "Thread (%u,%u,%u) initialises an mbarrier that thread (%u,%u,%u) "
             "has initialised before: PTX does not define what comes of it",
             w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l],
             by->tid[0].u32[k], by->tid[1].u32[k], by->tid[2].u32[k]);
    return true;
}

static bool init(Warp *w, const Insn *in, Block *b, uint32_t offset,
                 uint32_t l) {
    const MbarInsn *x = in->ptr;
    uint32_t n = number(w, x->count, l, 1);
    if (!n || n > MBARRIER_MOST) {
        warp_trap_text(w, in, SIM_TRAP_MBARRIER, 1u << l,
                       "An mbarrier for %u arrivals: from 1 to %d are possible",
                       n, MBARRIER_MOST);
        return false;
    }
    if (!init_again(w, in, b, offset, l)) return false;
    Mbarrier *m = mbarrier_info(b, offset);
    m->maker = w;
    m->maker_lane = l;
    m->made = insn_loc(b->launch, w->code, in);
    mbarrier_begin_phase(m);
    m->phases = m->together = m->most = 0;
    memset(m->passed, 0, sizeof m->passed);
    mbarrier_store(
        b, offset,
        (MbarrierBits){.pending = n, .expected = n, .is_valid = true});
    return true;
}

static bool operate(Warp *w, const Insn *in, Block *b, uint32_t offset,
                    uint32_t l) {
    const MbarInsn *x = in->ptr;
    uint64_t before = mbarrier_load(b, offset);
    MbarrierBits m = mbarrier_unpack(before);

    w->block->progress++;
    block_syncs(
        b); // what threads did before is ordered before what others do now
    if (x->kind == INIT) return init(w, in, b, offset, l);
    if (!mbarrier_is_live(w, in, (int)l, m)) return false;
    if (x->kind == INVAL) {
        memset(b->shared + offset, 0xcd, 8);
        return true;
    }
    if (x->kind == COMPLETE_TX || x->kind == EXPECT_TX || x->expects_tx) {
        int32_t n = (int32_t)number(w, x->tx, l, 0);
        m.tx += x->kind == COMPLETE_TX ? -n : n;
        Mbarrier *info = mbarrier_info(b, offset);
        *(x->kind == COMPLETE_TX ? &info->came : &info->expected) += n;
        // the arrival that follows may be what ends the phase
        if (x->expects_tx)
            memcpy(b->shared + offset, &(uint64_t){mbarrier_pack(m)}, 8);
        else
            mbarrier_store(b, offset, m);
        if (!x->expects_tx) return true;
    }
    if (x->state != SLOT_NONE)
        unit64(w, x->state)->u64[l] = mbarrier_load(b, offset);
    uint32_t n = number(w, x->count, l, 1);
    if (mbarrier_is_short(b, offset, n)) bulk_arrive(b, offset);
    return mbarrier_arrive(w, in, b, offset, (int)l, n, x->kind == ARRIVE_DROP);
}

static const Insn *exec_mbarrier(Warp *w, const Insn *in) {
    uint32_t offset;
    const Block *last = NULL; // what was published, and where: mostly once
    uint32_t last_at = 0;
    site_count(w, in)->smem_atomics += (uint64_t)__builtin_popcount(w->active);
    FOR_LANES(l, w->active) {
        Block *b = find(w, in, l, &offset);
        if (!b) return NULL;
        if (b == w->block && (b != last || offset != last_at))
            observe_arrival(w, offset);
        last = b;
        last_at = offset;
        if (!operate(w, in, b, offset, l)) return NULL;
    }
    return in + 1;
}

// The phase of the state, or of the parity, is over.
static bool is_over(const Warp *w, const MbarInsn *x, uint32_t l,
                    MbarrierBits m) {
    if (x->kind == WAIT_PARITY)
        return m.phase != (unit(w, x->awaited)->u32[l] & 1);
    return m.phase != mbarrier_unpack(unit64(w, x->awaited)->u64[l]).phase;
}

enum { MOST_TURNS = 256 }; // that a warp gives others in one wait

// Nothing to do for the group: another one, or another warp, has its turn.
// Other warps first, for as long as they change anything: lanes past the loop
// of the wait would leave the group behind, and meet it no more. Other blocks
// of the cluster too: they run when every warp of this block waits.
static const Insn *give_way(Warp *w, const Insn *next) {
    const Block *b = w->block;
    bool in_cluster = b->cluster && b->cluster->size > 1;
    w->poll.last = warp_executed(w);
    if (!w->split || !w->next.at) {
        w->poll.left = min_of(w->poll.left, 0);
        return next;
    }
    if (w->poll.gave != b->progress + 1) w->poll.same = 0;
    if (w->poll.same > in_cluster || w->poll.turns >= MOST_TURNS) {
        w->rotation.back_edges = min_of(w->rotation.back_edges, 0);
        return next;
    }
    w->poll.gave = b->progress + 1;
    w->poll.same++;
    w->poll.turns++;
    w->poll.exhausted = in_cluster;
    w->resume = next;
    return NULL;
}

// All lanes may go on. Was the phase over long ago? A wait for the wrong parity
// waits for nothing.
static void note_passed(Warp *w, const Insn *in, const Block *b,
                        uint32_t offset) {
    const MbarInsn *x = in->ptr;
    WarpAsync *q = warp_async(w);
    q->waits = q->early = NULL;
    w->poll.gave = w->poll.same = w->poll.turns = 0;
    if (x->kind != WAIT_PARITY || b != w->block) return;
    Mbarrier *m = mbarrier_info(w->block, offset);
    if (m->passed[w->index] == m->phases) {
        q->early = in;
        q->is_new = m->phases == 0;
    }
    m->passed[w->index] = m->phases;
}

static const Insn *exec_mbarrier_wait(Warp *w, const Insn *in) {
    const MbarInsn *x = in->ptr;
    uint32_t over = 0, offset = 0, waits_at = 0, last_at = 0;
    const Block *last = NULL;
    FOR_LANES(l, w->active) {
        Block *b = find(w, in, l, &offset);
        if (!b) return NULL;
        bulk_arrive(b, offset);
        if (b->launch->traps.trapped) return NULL;
        MbarrierBits m = mbarrier_unpack(mbarrier_load(b, offset));
        if (!mbarrier_is_live(w, in, (int)l, m)) return NULL;
        if (is_over(w, x, l, m)) {
            over |= 1u << l;
            if (b == w->block && (b != last || offset != last_at))
                observe_wait(w, offset);
            last = b;
            last_at = offset;
        } else {
            waits_at = offset;
        }
    }
    uint32_t *p = &w->p[in->dst];
    *p = (*p & ~w->active) | over;
    WarpAsync *q = warp_async(w);
    if (over & w->live & (~w->live + 1)) site_count(w, in)->mbarrier_waits++;
    if (over) block_syncs(w->block);
    if (over) observe_warp_sync(w); // its lanes have met there, too
    if (over == w->active) {
        note_passed(w, in, last, last_at);
        return in + 1;
    }
    q->waits = in;
    q->waits_at = waits_at;
    q->waits_lanes = w->active & ~over;
    return give_way(w, in + 1);
}

static const Insn *exec_pending_count(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active)
    unit(w, in->dst)->u32[l] =
        mbarrier_unpack(unit64(w, in->src[0])->u64[l]).pending;
    return in + 1;
}

// ---- a wait that nobody ends

// The lanes of warp i that wait at the mbarrier.
static uint32_t lanes_waiting(const Block *b, uint32_t i, uint32_t at) {
    const WarpAsync *q = &b->async->warp[i];
    return q->waits && q->waits_at == at ? q->waits_lanes : 0;
}

// The first thread of the block that has not arrived in this phase, and does
// not wait for it either. False: there is none.
static bool find_missing(const Block *b, const Mbarrier *m, uint32_t at,
                         uint32_t out[3]) {
    for (uint32_t i = 0; i < b->nwarps; i++) {
        uint32_t lanes =
            b->warps[i].exist & ~m->arrived[i] & ~lanes_waiting(b, i, at);
        if (!lanes) continue;
        int l = lowest(lanes);
        for (int k = 0; k < 3; k++)
            out[k] = b->warps[i].tid[k].u32[l];
        return true;
    }
    return false;
}

// Arrivals that end a phase of m.
static uint32_t expected_of(const Mbarrier *m) {
    MbarrierBits bits = mbarrier_unpack(m->bits);
    return bits.is_valid ? bits.expected : MBARRIER_MOST;
}

// The mbarrier at which more threads of a warp arrived at once than end one of
// its phases: m, if it is one; or NULL.
static const Mbarrier *find_crowded(const Block *b, const Mbarrier *m) {
    const BlockAsync *x = b->async;
    if (m->most > expected_of(m)) return m;
    for (uint32_t i = 0; i < x->nmbarriers; i++) {
        const Mbarrier *other = &x->mbarriers[i];
        if (other->most > expected_of(other)) return other;
    }
    return NULL;
}

static void explain(Warp *w, const WarpAsync *q) {
    Block *b = w->block;
    const Mbarrier *info = mbarrier_info(b, q->waits_at);
    MbarrierBits m = mbarrier_unpack(mbarrier_load(b, q->waits_at));
    uint32_t t[3];
    char missing[240] = "";
    const MbarInsn *x = q->waits->ptr;
    bool is_next =
        x->kind == WAIT_PARITY && info->phases && m.pending == m.expected;
    const Mbarrier *crowded = find_crowded(b, info);
    if (crowded) {
        uint32_t n = expected_of(crowded);
        snprintf(missing, sizeof missing,
                 "%s ends a phase after %u arrival%s: %u threads of a warp "
                 "arrive at once, each of them counts, and so the phases end "
                 "too early",
                 crowded == info ? ", which" : ". Another one", n,
                 n == 1 ? "" : "s", crowded->most);
    } else if (is_next)
        snprintf(missing, sizeof missing,
                 ": they wait with parity %d. All arrived in %s%u, which %s "
                 "over; phase %u has this parity, and nobody has arrived "
                 "in it",
                 m.phase, info->phases == 1 ? "phase " : "phases 1 to ",
                 info->phases, info->phases == 1 ? "is" : "are",
                 info->phases + 1);
    else if (m.pending && find_missing(b, info, q->waits_at, t))
        snprintf(missing, sizeof missing,
                 ": %u of %u arrivals are missing; thread (%u,%u,%u) has not "
                 "arrived",
                 m.pending, m.expected, t[0], t[1], t[2]);
    else if (m.pending)
        snprintf(missing, sizeof missing, ": %u of %u arrivals are missing",
                 m.pending, m.expected);
    else if (m.tx)
        snprintf(missing, sizeof missing,
                 ": all have arrived, but it expects %lld bytes in this phase "
                 "and %lld came",
                 (long long)info->expected, (long long)info->came);
    warp_trap_text(w, q->waits, SIM_TRAP_DEADLOCK, q->waits_lanes,
                   "Threads wait for ever at the mbarrier of line %d%s",
                   info->made.line, missing);
    warp_trap_other(w, info->made);
    SimTrap *trap = &b->launch->traps.trap;
    if (crowded)
        snprintf(trap->hint, sizeof trap->hint,
                 "Let one lane of the warp arrive, `if (lane == 0)`, or make "
                 "the number in line %d that of all threads that arrive.",
                 crowded->made.line);
    else if (is_next)
        snprintf(trap->hint, sizeof trap->hint,
                 "Is the parity the right one? It is 0, 1, 0, 1 from phase to "
                 "phase. And do all threads pass each wait before anybody "
                 "arrives for the next phase but one?");
    else if (m.pending)
        snprintf(trap->hint, sizeof trap->hint,
                 "The number in line %d says how many arrivals end a phase, "
                 "and %u came in this one. Is it the number of those that "
                 "arrive, each of them once in every phase? (An arrival too "
                 "many in one phase is counted in the next.)",
                 info->made.line, m.expected - m.pending);
    else if (m.tx)
        snprintf(trap->hint, sizeof trap->hint,
                 "Announce as many bytes as the copies of a phase bring: "
                 "elements times their size. A tensor copy brings its whole "
                 "box, also what lies outside of the tensor.");
}

bool mbarrier_deadlock(Block *b) {
    if (!b->async) return false;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = &b->warps[i];
        const WarpAsync *q = &b->async->warp[i];
        if (w->state != WARP_READY || !q->waits) continue;
        if (q->waits_at + 8 > b->shared_bytes) continue;
        explain(w, q);
        return true;
    }
    return false;
}

// ---- select

static bool kind_of(const Stmt *s, Kind *k) {
    bool arrives = stmt_has(s, MOD_ARRIVE);
    if (stmt_has(s, MOD_INIT)) return *k = INIT, true;
    if (stmt_has(s, MOD_INVAL)) return *k = INVAL, true;
    if (stmt_has(s, MOD_ARRIVE_DROP)) return *k = ARRIVE_DROP, true;
    if (arrives) return *k = ARRIVE, true;
    if (stmt_has(s, MOD_EXPECT_TX)) return *k = EXPECT_TX, true;
    if (stmt_has(s, MOD_COMPLETE_TX)) return *k = COMPLETE_TX, true;
    *k = stmt_has(s, MOD_PARITY) ? WAIT_PARITY : WAIT_STATE;
    return stmt_has(s, MOD_TEST_WAIT) || stmt_has(s, MOD_TRY_WAIT);
}

static bool bind_mem(Decoder *d, const Stmt *s, int i, Insn *in, MbarInsn *x) {
    if (i >= s->nopnds || s->opnd[i].kind != OPND_ADDR)
        return decoder_refuse(d, "this form of an mbarrier instruction");
    Space space = memop_space(s);
    if (space != SPACE_GENERIC && space != SPACE_SHARED)
        return decoder_refuse(d, "an mbarrier that is not in shared memory");
    memop_init(d, s, &s->opnd[i], space, in, &x->mem);
    x->mem.access = "atomic";
    in->bytes = 8;
    in->vec = 1;
    return true;
}

// test_wait p, [mbarrier], state | parity {, time limit: a hint}
static bool select_wait(Decoder *d, const Stmt *s, Insn *in, MbarInsn *x) {
    in->fn = exec_mbarrier_wait;
    if (!operands_are(d, s, 3, 4) || !bind_mem(d, s, 1, in, x)) return false;
    in->dst = dst(d, &s->opnd[0], 1);
    x->awaited = src(d, &s->opnd[2], x->kind == WAIT_PARITY ? 32 : 64);
    return true;
}

// cp.async.mbarrier.arrive
bool select_cp_arrive(Decoder *d, const Stmt *s, Insn *in) {
    MemOp *op = decoder_alloc(d, sizeof *op);
    if (!operands_are(d, s, 1, 1)) return false;
    STMT_ACCEPT(s, MOD_ARRIVE, MOD_SHARED, MOD_SHARED_CTA);
    memop_init(d, s, &s->opnd[0], SPACE_SHARED, in, op);
    op->access = "atomic";
    in->fn = exec_cp_arrive;
    in->flags = stmt_has(s, MOD_NOINC);
    in->bytes = 8;
    in->vec = 1;
    return true;
}

// {state,} [mbarrier] {, count or tx-count}
bool select_mbarrier(Decoder *d, const Stmt *s, Insn *in) {
    STMT_ACCEPT(s, MOD_NOCOMPLETE, MOD_SHARED, MOD_SHARED_CTA, MOD_CTA,
                MOD_CLUSTER, MOD_ACQUIRE, MOD_RELEASE);
    if (stmt_has(s, MOD_PENDING_COUNT)) {
        if (!operands_are(d, s, 2, 2)) return false;
        in->fn = exec_pending_count;
        in->dst = dst(d, &s->opnd[0], 32);
        in->src[0] = src(d, &s->opnd[1], 64);
        return true;
    }
    MbarInsn *x = decoder_alloc(d, sizeof *x);
    x->state = x->count = x->tx = x->awaited = SLOT_NONE;
    if (!kind_of(s, &x->kind))
        return decoder_refuse(d, "this mbarrier instruction");
    if (x->kind >= WAIT_STATE) return select_wait(d, s, in, x);

    bool has_state = x->kind == ARRIVE || x->kind == ARRIVE_DROP;
    int i = has_state && s->opnd[0].kind != OPND_ADDR;
    if (!bind_mem(d, s, i, in, x)) return false;
    if (i && s->opnd[0].kind == OPND_REG) x->state = dst(d, &s->opnd[0], 64);
    in->fn = exec_mbarrier;
    x->expects_tx = has_state && stmt_has(s, MOD_EXPECT_TX);
    bool needs = x->kind == INIT || x->kind == EXPECT_TX ||
                 x->kind == COMPLETE_TX || x->expects_tx;
    if (!operands_are(d, s, i + 1 + needs, i + 1 + (x->kind != INVAL)))
        return false;
    if (i + 1 >= s->nopnds) return true;
    bool is_tx =
        x->expects_tx || x->kind == EXPECT_TX || x->kind == COMPLETE_TX;
    *(is_tx ? &x->tx : &x->count) = src(d, &s->opnd[i + 1], 32);
    return true;
}
