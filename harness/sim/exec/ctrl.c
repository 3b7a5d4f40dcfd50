// Control flow: pseudo-instructions of decode.c, branches, exits, traps.
//
// Calls and returns are in exec/call.c.
#include "sim/core/groups.h"
#include "sim/core/trap.h"
#include "sim/exec/barrier.h"
#include "sim/exec/call.h"
#include "sim/exec/cluster.h"
#include "sim/exec/select.h"

// The turn is over; the block that begins here has not been counted yet.
static const Insn *yield(Warp *w, const Insn *in) {
    w->resume = in;
    return NULL;
}

// Counts; lets groups meet and compete; ends the warp's turn.
const Insn *exec_block(Warp *w, const Insn *in) {
    BlockCount *b = &w->counts->block[in->imm];
    if (w->split) {
        if (w->wait.lanes && barrier_skipped(w, in)) return NULL;
        if (warp_gives_way(w, in, b)) return warp_switch(w, in);
    }
    if (w->issue.left <= 0) return yield(w, in);
    if (b->poll && !warp_may_poll(w, b)) return yield(w, in);
    w->issue.left -= b->insns;
    w->issue.cycles += b->own;
    b->runs++;
    b->lanes += w->ngroup;
    return in + 1;
}

static uint32_t passing(const Warp *w, const Insn *in) {
    uint32_t p = w->p[in->src[0]];
    return (in->flags & 1 ? ~p : p) & w->group;
}

const Insn *exec_guard(Warp *w, const Insn *in) {
    uint32_t p = passing(w, in);
    if (!p) return in->target;
    if (p != w->active) warp_set_active(w, p);
    return in + 1;
}

const Insn *exec_unguard(Warp *w, const Insn *in) {
    if (w->active != w->group) warp_set_active(w, w->group);
    return in + 1;
}

const Insn *exec_jump(Warp *w, const Insn *in) {
    (void)w;
    return in->target;
}

const Insn *exec_branch(Warp *w, const Insn *in) {
    uint32_t taken = passing(w, in);
    SiteCount *n = site_count(w, in);
    n->branches++;
    if (taken == w->group) return in->target;
    if (!taken) return in + 1;
    n->divergent++;
    n->parted += (in->flags & BRANCH_STAYS) != 0;
    return warp_diverge(w, taken, in->target, in + 1);
}

const Insn *exec_local_addr(Warp *w, const Insn *in) {
    Lanes64 *d = unit64(w, in->dst);
    FOR_LANES(l, w->active) d->u64[l] = w->local.sp[l] + (uint64_t)in->imm;
    return in + 1;
}

const Insn *exec_unsupported(Warp *w, const Insn *in) {
    return warp_trap_text(w, in, SIM_TRAP_UNSUPPORTED, w->active, "%s",
                          (const char *)in->ptr);
}

const Insn *exec_exit(Warp *w, const Insn *in) {
    return cluster_exit(w, w->active, in + 1);
}

static const Insn *exec_trap(Warp *w, const Insn *in) {
    return warp_trap(w, in, SIM_TRAP_TRAP, w->active, 0, "", 0);
}

bool select_ctrl(Decoder *d, const Stmt *s, Insn *in) {
    switch (s->op) {
    case OP_RET:
        in->fn = exec_ret;
        in->kind = INSN_RET;
        return true;
    case OP_EXIT:
        in->fn = exec_exit;
        in->kind = INSN_EXIT;
        return true;
    case OP_BRKPT: // without a debugger it stops the kernel
    case OP_TRAP:
        in->fn = exec_trap;
        in->site = decoder_site(d, s, SPACE_GENERIC);
        return true;
    case OP_CALL: return select_call(d, s, in);
    default: return decoder_refuse(d, "a branch through a table");
    }
}
