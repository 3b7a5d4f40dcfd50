// Calls and returns.
//
// nvcc passes arguments through .param variables of the caller's frame: a call
// copies them into the formal ones of the callee's frame, a return copies the
// results back. Both frames are in local memory, so that a kernel which takes
// the address of a parameter needs nothing special. Registers as arguments
// (hand-written PTX) are copied as well.
//
// The lanes that call leave the rest of their group behind; lanes that call
// different functions through a pointer go one function after the other.
#include "sim/exec/call.h"

#include "sim/core/groups.h"
#include "sim/core/launch.h"
#include "sim/core/stack.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/argument.h"
#include "sim/exec/cluster.h"

#include <string.h>

static uint32_t frame_bytes(const Code *c) {
    return (c->local_bytes + 15) & ~15u;
}

static const Insn *exec_call(Warp *w, const Insn *in);

// ---- decoding

static bool bind_arg(Decoder *d, const Operand *o, bool is_result,
                     const Sym *formal, CallArg *out) {
    *out = (CallArg){.slot = SLOT_NONE};
    if (o->kind == OPND_SINK) return true;
    if (o->kind == OPND_SYM && o->sym->kind == SYM_VAR) {
        out->sym = o->sym;
        return true;
    }
    int bits = o->kind == OPND_REG ? type_bits(o->sym->type)
               : formal            ? type_bits(formal->type)
                                   : 32;
    if (o->kind == OPND_IMM && bits == 1)
        return decoder_refuse(d, "a predicate constant as an argument");
    out->is_pred = bits == 1;
    out->slot = is_result ? dst(d, o, bits) : src(d, o, bits);
    return true;
}

static bool bind_list(Decoder *d, const Operand *list, bool is_result,
                      Sym **formals, int nformals, CallArg **out, int *n) {
    *n = list ? list->n : 0;
    *out = decoder_alloc(d, (size_t)*n * sizeof **out);
    for (int i = 0; i < *n; i++) {
        const Sym *f = i < nformals ? formals[i] : NULL;
        if (!bind_arg(d, &list->at[i], is_result, f, &(*out)[i])) return false;
    }
    return true;
}

static bool bind_callee(Decoder *d, const Operand *o, CallSite *c, Insn *in) {
    in->fn = exec_call;
    if (o->kind != OPND_SYM || o->sym->kind != SYM_FUNC) {
        c->target = src(d, o, 64);
        return true;
    }
    c->func = o->sym->func;
    if (!c->func->is_declared_only) {
        c->code = decoder_callee(d, c->func);
        return c->code != NULL;
    }
    in->fn = syscall_find(c->func->name);
    if (!in->fn) in->fn = device_runtime_find(c->func->name);
    if (in->fn) return true;
    return decoder_refuse(d, "a call of '%s', which has no body here",
                          c->func->name);
}

// call = "call" (results ",")? callee ("," arguments)? ("," prototype)?
bool select_call(Decoder *d, const Stmt *s, Insn *in) {
    CallSite *c = decoder_alloc(d, sizeof *c);
    const Operand *rets = NULL, *args = NULL, *proto = NULL;
    int i = 0;
    if (s->opnd[i].kind == OPND_LIST) rets = &s->opnd[i++];
    const Operand *callee = &s->opnd[i++];
    if (i < s->nopnds && s->opnd[i].kind == OPND_LIST) args = &s->opnd[i++];
    if (i < s->nopnds && s->opnd[i].kind == OPND_SYM) proto = &s->opnd[i];

    if (!bind_callee(d, callee, c, in)) return false;
    const PtxFunc *f = c->func ? c->func : proto ? proto->sym->func : NULL;
    in->ptr = c;
    in->site = decoder_site(d, s, SPACE_GENERIC);
    return bind_list(d, rets, true, f ? f->returns : NULL, f ? f->nreturns : 0,
                     &c->rets, &c->nrets) &&
           bind_list(d, args, false, f ? f->params : NULL, f ? f->nparams : 0,
                     &c->args, &c->nargs);
}

// ---- calling

static bool is_uniform(const uint32_t *sp, uint32_t lanes) {
    uint32_t first = sp[lowest(lanes)], off = 0;
    FOR_LANES(l, lanes) off |= sp[l] ^ first;
    return !off;
}

static void copy_argument(Warp *w, const CallArg *actual, const Sym *formal,
                          uint32_t base, uint32_t down, uint32_t lanes,
                          bool uniform) {
    uint32_t bytes = argument_bytes(formal), sp = w->local.sp[lowest(lanes)];
    ArgumentEnd from = argument_actual(actual, w->code, w->base, sp);
    ArgumentEnd to = argument_formal(formal, base, sp + down);

    if (uniform && argument_copy_rows(w, &to, &from, bytes, lanes)) return;
    FOR_LANES(l, lanes) {
        from.sp = w->local.sp[l];
        to.sp = w->local.sp[l] + down;
        argument_copy(w, &to, &from, (int)l, bytes);
    }
}

static const Insn *call_code(Warp *w, const Insn *in, const Code *code,
                             uint32_t lanes) {
    const CallSite *c = in->ptr;
    const PtxFunc *f = code->func;
    uint32_t base = w->base + w->code->nslots, depth = w->depth + 1;
    uint32_t down = frame_bytes(w->code), dynamic = 0, deepest = 0, full = 0;

    if (depth > MAX_DEPTH)
        return warp_trap_text(w, in, SIM_TRAP_STACK, lanes,
                              "calls are nested deeper than %d", MAX_DEPTH);
    warp_reserve(w, base + code->nslots, depth);
    Frame *row = w->stack.frames + (size_t)w->depth * WARP_SIZE;
    FOR_LANES(l, lanes) {
        uint32_t most =
            w->local.dynamic[l]; // alloca's, which the callee may see
        uint32_t taken = w->stack.taken[l] + ((most + 15) & ~15u);
        dynamic = max_of(dynamic, (most + 15) & ~15u);
        row[l] = (Frame){in + 1,         w->counts, w->base,
                         w->local.sp[l], most,      w->stack.taken[l]};
        w->stack.taken[l] = taken + code->stack_frame;
        if (w->stack.taken[l] > w->block->launch->memory.stack_room)
            full |= 1u << l;
    }
    if (full) return stack_overflow(w, in, code, full);
    down += dynamic;
    FOR_LANES(l, lanes) deepest = max_of(deepest, w->local.sp[l] + down);
    if (deepest + code->local_bytes > MAX_LOCAL)
        return warp_trap_text(w, in, SIM_TRAP_STACK, lanes,
                              "calls need more than %d KiB of stack",
                              MAX_LOCAL >> 10);
    warp_local(w, deepest + code->local_bytes);
    bool uniform = is_uniform(w->local.sp, lanes);
    for (int i = 0; i < min_of(c->nargs, f->nparams); i++)
        copy_argument(w, &c->args[i], f->params[i], base, down, lanes, uniform);
    FOR_LANES(l, lanes) {
        w->local.sp[l] += down;
        w->local.dynamic[l] = 0;
    }
    warp_call(w, lanes, counts_of(w->block->launch, code), base, in + 1);
    warp_fill_sregs(w, lanes);
    return code->insns;
}

// Lanes that call another function than the lowest one come here again.
static const Insn *call_pointer(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    const Lanes64 *target = unit64(w, c->target);
    uint64_t address = target->u64[lowest(w->active)];
    uint32_t lanes = 0;
    FOR_LANES(l, w->active) {
        if (target->u64[l] == address) lanes |= 1u << l;
    }
    const Code *code =
        code_find(w->block->launch->code, (const PtxFunc *)(uintptr_t)address);
    if (!code)
        return warp_trap_text(w, in, SIM_TRAP_TRAP, lanes,
                              "a call through a pointer that is no function "
                              "of the device: 0x%llx",
                              (unsigned long long)address);
    warp_set_aside(w, w->active & ~lanes, in);
    return call_code(w, in, code, lanes);
}

static const Insn *exec_call(Warp *w, const Insn *in) {
    const CallSite *c = in->ptr;
    if (!c->code) return call_pointer(w, in);
    return call_code(w, in, c->code, w->active);
}

static void copy_results(Warp *w, const Frame *f, int l) {
    const CallSite *c = (f->ret - 1)->ptr;
    const PtxFunc *func = w->code->func;
    for (int i = 0; i < min_of(c->nrets, func->nreturns); i++) {
        const Sym *formal = func->returns[i];
        ArgumentEnd from = argument_formal(formal, w->base, w->local.sp[l]);
        ArgumentEnd to =
            argument_actual(&c->rets[i], f->counts->code, f->base, f->sp);
        argument_copy(w, &to, &from, l, argument_bytes(formal));
    }
}

// All lanes return to the same call, from and to frames at the same places.
static bool copy_results_of_all(Warp *w, const Frame *row) {
    uint32_t lanes = w->active;
    const Frame *f = &row[lowest(lanes)];
    const CallSite *c = (f->ret - 1)->ptr;
    const PtxFunc *func = w->code->func;
    bool same = is_uniform(w->local.sp, lanes);

    FOR_LANES(l, lanes) same &= row[l].ret == f->ret && row[l].sp == f->sp;
    for (int i = 0; same && i < min_of(c->nrets, func->nreturns); i++) {
        const Sym *formal = func->returns[i];
        ArgumentEnd from =
            argument_formal(formal, w->base, w->local.sp[lowest(lanes)]);
        ArgumentEnd to =
            argument_actual(&c->rets[i], f->counts->code, f->base, f->sp);
        same = argument_copy_rows(w, &to, &from, argument_bytes(formal), lanes);
    }
    return same;
}

const Insn *exec_ret(Warp *w, const Insn *in) {
    if (w->depth == 0) return cluster_exit(w, w->active, in + 1);

    const Frame *row = w->stack.frames + (size_t)(w->depth - 1) * WARP_SIZE;
    bool copied = copy_results_of_all(w, row);
    FOR_LANES(l, w->active) {
        if (!copied) copy_results(w, &row[l], (int)l);
        w->local.sp[l] = row[l].sp;
        w->local.dynamic[l] = row[l].dynamic;
        w->stack.taken[l] = row[l].stack;
    }
    return warp_return(w, w->active, row, in + 1);
}
