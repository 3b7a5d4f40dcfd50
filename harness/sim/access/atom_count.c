// Counts what an atomic costs beyond its sectors and wavefronts.
//
// Costs measured on an H200, all SMs: a sector takes 1.5 cycles (2.4 if it is
// one of several whose results come back), and a further lane on the same
// address 1.4. An addition of floats has its sum after 3.5 cycles, a
// compare-and-swap ends after 2.7; the next atomic on the same sector waits for
// that (four floats in a row, a warp each in turn: 3.5 cycles an addition,
// too). If all lanes add integers to one address and ptxas knows it, it lets
// one lane do it. In shared memory adding floats or 64 bits is a
// compare-and-swap loop: 12 cycles if no two lanes meet, 29 for each time that
// some have to try again; adding a constant costs a store's wavefronts.

#include "sim/access/atom.h"
#include "sim/cache/cache.h"
#include "sim/core/launch.h"

enum { // cycles / 256
    SECTOR_COST = 384,
    SECTOR_COST_RESULTS = 614,
    LANE_COST_INT = 366,
    COST_FLOAT = 3 * 256 + 128,
    COST_SWAP = 683,
};
enum { SHARED_LOOP = 12, SHARED_LOOP_AGAIN = 29 };
enum { WORK = 14, WORK_RESULTS = 22 }; // of L2, see cache.h

static AtomicCost atom_cost(const AtomInsn *x, uint32_t passes, int lines) {
    uint32_t lane = x->is_float  ? COST_FLOAT
                    : x->is_swap ? COST_SWAP
                                 : LANE_COST_INT;
    uint32_t sector =
        x->has_result && lines > 1 ? SECTOR_COST_RESULTS : SECTOR_COST;

    return (AtomicCost){
        .sector = sector,
        .extra = (passes - 1) * lane,
        .passes = passes,
        .again = max_of(lane, sector) - sector,
        .work = x->has_result ? WORK_RESULTS : WORK,
    };
}

void atom_count_global(Warp *w, const Insn *in, const Access *a,
                       const Footprint *f) {
    const AtomInsn *x = in->ptr;
    SiteCount *n = site_count(w, in);
    int same = access_multiplicity(a);
    bool aggregated = x->is_uniform && !x->is_float;
    uint32_t passes = aggregated ? 1 : (uint32_t)same;

    n->atomic_requests++;
    n->atomics += (uint64_t)a->n;
    mem_note_atomics(w->block->launch->memory.mem, a->at, a->lanes);
    n->atomic_serial += (uint64_t)same;
    caches_atomic(w, f, atom_cost(x, passes, f->nlines), n);
}

void atom_count_shared(Warp *w, const Insn *in, const Access *a) {
    const AtomInsn *x = in->ptr;
    SiteCount *n = site_count(w, in);
    int same = access_multiplicity(a);

    n->atomic_requests++;
    n->smem_atomics += (uint64_t)a->n;
    n->smem_atomic_serial += (uint64_t)same;
    if (x->is_loop)
        n->smem_atomic_cycles +=
            SHARED_LOOP + SHARED_LOOP_AGAIN * (uint64_t)(same - 1);
    else if (!x->is_constant)
        n->smem_atomic_cycles += (uint64_t)same - 1;
}
