// Which words of its own arrays a thread has written: reads of the others are
// told.
//
// One mask of lanes per word of the warp's local memory. It is cleared when a
// block begins, not when a function does: what a call finds in its frame of an
// earlier one counts as written. So do all bytes of a word of which one was.
#include "sim/check/local_check.h"

#include "sim/check/undefined.h"
#include "sim/core/block.h"
#include "sim/core/frame.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"
#include "sim/decode/memop.h"

// Is the loaded value only stored again? Copies of structures, whose offsets
// are the same in all lanes, take padding and unused elements along. No use in
// sight counts as none.
static bool is_copied(const Code *code, const Insn *in) {
    const MemOp *op = memop_of(in);
    const Insn *end = code->insns + code->ninsns;
    for (const Insn *x = in + 1; x < end && x->kind != INSN_BLOCK; x++) {
        for (int v = 0; v < op->nreg; v++) {
            for (int k = 0; k < 4; k++)
                if (x->src[k] == op->reg[v]) return false;
            if (x->dst == op->reg[v]) return true;
        }
    }
    return true;
}

static void local_report(Warp *w, const Insn *in, const Access *a,
                         uint32_t blank) {
    const Code *code = w->code;
    // Arguments and results of calls are not the learner's arrays.
    if (in->site && code->sites[in->site].space == SPACE_PARAM) return;
    if (insn_in_library(w->block->launch, code, in)) return;
    bool same_place = a->shape == SHAPE_LINE && a->stride == 0;
    if (same_place && is_copied(code, in)) return;
    SimTrap t = trap_draft(w, code, in, SIM_TRAP_BLANK_LOCAL, blank);
    t.space = "local";
    t.access = "read";
    t.bytes = a->bytes;
    trap_say(&t,
             "Thread (%u,%u,%u) reads an element of an array of its own that "
             "it has never written",
             t.thread[0], t.thread[1], t.thread[2]);
    if (undefined_begin(w, code, in, blank, &t)) w->careful = in + 1;
}

void local_check(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    uint32_t n = max_of(a->bytes / 4, 1u), blank = 0;

    warp_local(w, (uint32_t)a->hi);
    if (a->shape == SHAPE_LINE && a->stride == 0) {
        uint32_t *wrote = w->local.wrote + a->first / 4, any = 0;
        for (uint32_t i = 0; i < n; i++) {
            any |= wrote[i];
            if (k == ACCESS_STORE) wrote[i] |= a->lanes;
        }
        blank = a->lanes & ~any;
    } else {
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            uint32_t bit = m & -m, any = 0;
            uint32_t *wrote = w->local.wrote + a->at[__builtin_ctz(m)] / 4;
            for (uint32_t i = 0; i < n; i++) {
                any |= wrote[i];
                if (k == ACCESS_STORE) wrote[i] |= bit;
            }
            if (!(any & bit)) blank |= bit;
        }
    }
    if (blank && k == ACCESS_LOAD) local_report(w, in, a, blank);
}
