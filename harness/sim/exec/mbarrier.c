// The 64 bits of an mbarrier, and arriving at it.
//
// The 64 bits, which programs must not look into:
//
//     63      62..61  60      40  39      20  19       0
//   | phase | valid | tx-count  | expected  | pending   |
//
// A phase ends when no arrivals are pending and the tx-count is zero. `valid`
// is 1 between init and inval, so that memory which is no mbarrier is noticed.
#include "sim/exec/mbarrier.h"

#include "sim/access/observe.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"

#include <stdio.h>
#include <string.h>

enum { TX_BITS = 21 };
static const uint64_t valid = 1ull << 61, phase_bit = 1ull << 63;

MbarrierBits mbarrier_unpack(uint64_t v) {
    return (MbarrierBits){
        .pending = v & MBARRIER_MOST,
        .expected = v >> 20 & MBARRIER_MOST,
        .tx =
            (int32_t)((uint32_t)(v >> 40) << (32 - TX_BITS)) >> (32 - TX_BITS),
        .is_valid = (v >> 61 & 3) == 1,
        .phase = v >> 63,
    };
}

uint64_t mbarrier_pack(MbarrierBits m) {
    uint64_t tx = (uint32_t)m.tx & ((1u << TX_BITS) - 1);
    return m.pending | (uint64_t)m.expected << 20 | tx << 40 |
           (m.is_valid ? valid : 0) | (m.phase ? phase_bit : 0);
}

uint64_t mbarrier_load(const Block *b, uint32_t offset) {
    uint64_t v;
    memcpy(&v, b->shared + offset, sizeof v);
    return v;
}

Mbarrier *mbarrier_info(Block *b, uint32_t offset) {
    BlockAsync *x = async_of(b);
    for (uint32_t i = 0; i < x->nmbarriers; i++)
        if (x->mbarriers[i].offset == offset) return &x->mbarriers[i];
    if (x->nmbarriers == x->cap_mbarriers) {
        uint32_t n = x->cap_mbarriers * 2 + 16;
        Mbarrier *at = arena_array(&b->launch->arena, Mbarrier, n);
        if (x->nmbarriers) memcpy(at, x->mbarriers, x->nmbarriers * sizeof *at);
        x->mbarriers = at;
        x->cap_mbarriers = n;
    }
    Mbarrier *m = &x->mbarriers[x->nmbarriers++];
    *m = (Mbarrier){.offset = offset};
    return m;
}

void mbarrier_begin_phase(Mbarrier *m) {
    memset(m->arrived, 0, sizeof m->arrived);
    m->expected = m->came = 0;
}

void mbarrier_store(Block *b, uint32_t offset, MbarrierBits m) {
    Mbarrier *info = mbarrier_info(b, offset);
    if (m.is_valid && !m.pending && !m.tx) {
        m.phase = !m.phase;
        m.pending = m.expected;
        mbarrier_begin_phase(info);
        info->phases++;
        observe_phase(b, offset);
        b->progress++;
    }
    info->bits = mbarrier_pack(m);
    memcpy(b->shared + offset, &info->bits, sizeof info->bits);
}

bool mbarrier_is_live(Warp *w, const Insn *in, int l, MbarrierBits m) {
    if (m.is_valid) return true;
    warp_trap_text(w, in, SIM_TRAP_MBARRIER, 1u << l,
                   "Thread (%u,%u,%u) uses an mbarrier that nobody has "
                   "initialised, or that was invalidated",
                   w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l]);
    return false;
}

// ---- arriving

void mbarrier_complete_tx(Block *b, uint32_t offset, uint32_t bytes) {
    MbarrierBits m = mbarrier_unpack(mbarrier_load(b, offset));
    m.tx -= (int32_t)bytes;
    mbarrier_info(b, offset)->came += bytes;
    mbarrier_store(b, offset, m);
}

bool mbarrier_expect(Warp *w, const Insn *in, Block *b, uint32_t offset,
                     int l) {
    MbarrierBits m = mbarrier_unpack(mbarrier_load(b, offset));
    if (!mbarrier_is_live(w, in, l, m)) return false;
    m.pending = min_of(m.pending + 1, (uint32_t)MBARRIER_MOST);
    mbarrier_store(b, offset, m);
    return true;
}

static bool too_many(Warp *w, const Insn *in, Block *b, uint32_t offset, int l,
                     MbarrierBits m, uint32_t n) {
    SrcLoc made = mbarrier_info(b, offset)->made;
    char often[24] = "once";
    if (n != 1) snprintf(often, sizeof often, "%u times", n);
    warp_trap_text(w, in, SIM_TRAP_MBARRIER, 1u << l,
                   "Thread (%u,%u,%u) arrives %s at the mbarrier of line %d, "
                   "which waits for %u more in this phase (%u in each)",
                   w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l], often,
                   made.line, m.pending, m.expected);
    SimTrap *trap = &b->launch->traps.trap;
    snprintf(trap->hint, sizeof trap->hint,
             "All arrivals of this phase are there already. Does each thread "
             "arrive once in a phase, and wait for its end before it arrives "
             "in the next one? Is the number in line %d that of all that "
             "arrive?",
             made.line);
    return false;
}

bool mbarrier_is_short(const Block *b, uint32_t offset, uint32_t n) {
    MbarrierBits m = mbarrier_unpack(mbarrier_load(b, offset));
    return m.is_valid && m.pending < n;
}

// Lanes of one warp come one after the other, from the lowest.
static void count_together(Mbarrier *m, const Warp *w, const Insn *in, int l) {
    bool goes_on =
        m->last == in && m->last_warp == w && (uint32_t)l > m->last_lane;
    m->together = goes_on ? m->together + 1 : 1;
    m->last = in;
    m->last_warp = w;
    m->last_lane = (uint32_t)l;
    m->most = max_of(m->most, m->together);
}

bool mbarrier_arrive(Warp *w, const Insn *in, Block *b, uint32_t offset, int l,
                     uint32_t n, bool drop) {
    MbarrierBits m = mbarrier_unpack(mbarrier_load(b, offset));
    if (!mbarrier_is_live(w, in, l, m)) return false;
    if (m.pending < n || !n) return too_many(w, in, b, offset, l, m, n);
    Mbarrier *info = mbarrier_info(b, offset);
    if (w->block == b) info->arrived[w->index] |= 1u << l;
    if (!drop) count_together(info, w, in, l);
    m.pending -= n;
    if (drop) m.expected -= min_of(n, m.expected);
    mbarrier_store(b, offset, m);
    return true;
}
