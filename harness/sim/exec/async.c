// The rest of the instruction set: hints of Hopper and later, elections,
// stack memory. cp.async, mbarrier and clusters have files of their own.
#include "sim/exec/async.h"

#include "sim/core/frame.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/exec/select.h"

#include <string.h>

static const Insn *exec_nothing(Warp *w, const Insn *in) {
    (void)w;
    return in + 1;
}

// ---- setmaxnreg: registers change hands between the warps of a block

// ptxas leaves setmaxnreg out where it does not know how many registers a
// thread begins with. Where __launch_bounds__ or the like says it, a thread has
// as many as 1, 2 ... blocks leave for it.
static bool is_honoured(const Block *b) {
    enum { REGISTERS = 65536, MOST_BLOCKS = 8 };
    const Code *kernel = b->launch->code;
    for (int n = 1; n <= MOST_BLOCKS && kernel->regs_exact; n++)
        if (REGISTERS / n / (int)b->nthreads / 8 * 8 == kernel->regs)
            return true;
    return false;
}

// Nobody waits here: a block that has taken more than was ever given back is
// told of at its end.
static const Insn *exec_setmaxnreg(Warp *w, const Insn *in) {
    struct RegisterPool *pool = &w->block->pool;
    if (!is_honoured(w->block)) return in + 1;
    int32_t had = w->nregs ? w->nregs : w->block->launch->code->regs;
    w->nregs = (int32_t)in->imm;
    pool->left += (had - w->nregs) * WARP_SIZE;
    if (w->nregs > had) {
        pool->taker = w;
        pool->takes = in;
        pool->code = w->code;
    }
    return in + 1;
}

void setmaxnreg_deadlock(Block *b) {
    const struct RegisterPool *pool = &b->pool;
    Warp *w = pool->taker;
    w->code = pool->code;
    warp_trap_text(w, pool->takes, SIM_TRAP_DEADLOCK, w->exist,
                   "The warp waits for ever for registers: with setmaxnreg.inc "
                   "the warps of the block take %d more than others give back "
                   "with setmaxnreg.dec",
                   -pool->left);
}

// A policy is opaque: its only use is as an operand that is a hint.
static const Insn *exec_createpolicy(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active) unit64(w, in->dst)->u64[l] = 0;
    return in + 1;
}

// ---- stack memory: above the frame, to the end of the function

static const Insn *exec_alloca(Warp *w, const Insn *in) {
    uint64_t align = max_of((uint64_t)in->imm, (uint64_t)8);
    bool wide = in->flags & 1;
    FOR_LANES(l, w->active) {
        uint64_t bytes =
            wide ? unit64(w, in->src[0])->u64[l] : unit(w, in->src[0])->u32[l];
        uint64_t end = w->local.sp[l] + (uint64_t)w->code->local_bytes;
        uint64_t at = (end + w->local.dynamic[l] + align - 1) / align * align;
        if (bytes > MAX_LOCAL || at + bytes > MAX_LOCAL)
            return warp_trap_text(w, in, SIM_TRAP_STACK, 1u << l,
                                  "alloca of %llu bytes: the stack has %d KiB",
                                  (unsigned long long)bytes, MAX_LOCAL >> 10);
        w->local.dynamic[l] = (uint32_t)(at + bytes - end);
        warp_local(w, (uint32_t)(at + bytes));
        if (wide)
            unit64(w, in->dst)->u64[l] = at;
        else
            unit(w, in->dst)->u32[l] = (uint32_t)at;
    }
    return in + 1;
}

static const Insn *exec_stacksave(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active) {
        if (in->flags & 1)
            unit64(w, in->dst)->u64[l] = w->local.dynamic[l];
        else
            unit(w, in->dst)->u32[l] = w->local.dynamic[l];
    }
    return in + 1;
}

static const Insn *exec_stackrestore(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active) {
        w->local.dynamic[l] = in->flags & 1
                                  ? (uint32_t)unit64(w, in->src[0])->u64[l]
                                  : unit(w, in->src[0])->u32[l];
    }
    return in + 1;
}

// alloca.type d, size{, align};  stacksave.type d;  stackrestore.type a;
static bool select_stack(Decoder *d, const Stmt *s, Insn *in) {
    int bits = s->ntypes ? type_bits(s->types[0]) : 0;
    if (bits != 32 && bits != 64) return decoder_refuse(d, "this form");
    in->flags = bits == 64;
    if (s->op == OP_STACKRESTORE) {
        in->fn = exec_stackrestore;
        in->src[0] = src(d, &s->opnd[0], bits);
        return true;
    }
    in->dst = dst(d, &s->opnd[0], bits);
    in->fn = exec_stacksave;
    if (s->op == OP_STACKSAVE) return true;
    in->fn = exec_alloca;
    in->src[0] = src(d, &s->opnd[1], bits);
    in->imm = s->nopnds > 2 ? s->opnd[2].imm : 8;
    bool is_power = in->imm > 0 && !(in->imm & (in->imm - 1));
    if (!is_power || in->imm > MAX_LOCAL)
        return decoder_refuse(d, "an alignment that is no power of two");
    return true;
}

bool select_async(Decoder *d, const Stmt *s, Insn *in) {
    in->site = decoder_site(d, s, SPACE_GENERIC);
    switch (s->op) {
    case OP_CP:
        if (stmt_has(s, MOD_ASYNC) && stmt_has(s, MOD_BULK))
            return select_bulk(d, s, in);
        if (stmt_has(s, MOD_ASYNC) && stmt_has(s, MOD_MBARRIER))
            return select_cp_arrive(d, s, in);
        return select_cp(d, s, in);
    case OP_MBARRIER: return select_mbarrier(d, s, in);
    case OP_MAPA:
    case OP_GETCTARANK: return select_cluster(d, s, in);
    case OP_CREATEPOLICY:
        STMT_ACCEPT(s, MOD_FRACTIONAL, MOD_RANGE, MOD_CVT, MOD_GLOBAL);
        in->fn = exec_createpolicy;
        in->dst = dst(d, &s->opnd[0], 64);
        return true;
    case OP_ALLOCA:
    case OP_STACKSAVE:
    case OP_STACKRESTORE: return select_stack(d, s, in);
    case OP_SETMAXNREG:
        STMT_ACCEPT(s, MOD_INC, MOD_DEC);
        in->imm = s->opnd[0].imm;
        in->fn = exec_setmaxnreg;
        return true;
    default: // griddepcontrol: launches run in order
        STMT_ACCEPT(s, MOD_WAIT, MOD_LAUNCH_DEPENDENTS);
        in->fn = exec_nothing;
        return true;
    }
}
