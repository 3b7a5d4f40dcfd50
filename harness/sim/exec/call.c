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
#include "sim/state/stack.h"

#include <string.h>

static uint32_t frame_bytes(const Code *c) {
    return (c->local_bytes + 15) & ~15u;
}

static bool in_frame(const Sym *s) {
    return s->kind == SYM_VAR;
}

static int sym_bytes(const Sym *s) {
    return s->type == TYPE_PRED ? 0 : type_bits(s->type) / 8;
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

// ---- copying

// One end of a copy, for one lane.
typedef struct End {
    uint32_t base, sp; // frame
    const Sym *sym;    // in it, or a register's
    Slot slot;         // of a register
    const Code *code;  // whose constants slot may name
    bool is_pred;
} End;

static void end_read(Warp *w, const End *e, int l, void *to, uint32_t n) {
    if (e->sym && in_frame(e->sym)) {
        local_read(w, l, e->sp + (uint32_t)e->sym->offset, to, n);
        return;
    }
    uint64_t v = 0;
    if (e->is_pred) {
        v = w->preds[e->base + e->slot] >> l & 1;
    } else {
        const Lanes *u = e->slot & SLOT_CONST ? (const Lanes *)e->code->consts +
                                                    (e->slot & ~SLOT_CONST)
                                              : w->regs + e->base + e->slot;
        v = n > 4 ? ((const Lanes64 *)(const void *)u)->u64[l] : u->u32[l];
    }
    memcpy(to, &v, min_of(n, 8u));
}

static void end_write(Warp *w, const End *e, int l, const void *from,
                      uint32_t n) {
    if (e->sym && in_frame(e->sym)) {
        local_write(w, l, e->sp + (uint32_t)e->sym->offset, from, n);
        return;
    }
    if (e->slot == SLOT_NONE) return;
    uint64_t v = 0;
    memcpy(&v, from, min_of(n, 8u));
    if (e->is_pred) {
        uint32_t *p = &w->preds[e->base + e->slot];
        *p = (*p & ~(1u << l)) | (uint32_t)(v & 1) << l;
    } else if (n > 4) {
        ((Lanes64 *)(void *)(w->regs + e->base + e->slot))->u64[l] = v;
    } else {
        w->regs[e->base + e->slot].u32[l] = (uint32_t)v;
    }
}

// A formal parameter is a .param variable or a register of the callee.
static uint32_t formal_bytes(const Sym *s) {
    if (in_frame(s)) return (uint32_t)s->size;
    return max_of((uint32_t)sym_bytes(s), 1u);
}

static End formal_end(const Sym *s, uint32_t base, uint32_t sp) {
    return (End){.base = base,
                 .sp = sp,
                 .sym = s,
                 .slot = s->slot,
                 .is_pred = s->type == TYPE_PRED && !in_frame(s)};
}

static End actual_end(const CallArg *a, const Code *code, uint32_t base,
                      uint32_t sp) {
    return (End){.base = base,
                 .sp = sp,
                 .sym = a->sym,
                 .slot = a->slot,
                 .code = code,
                 .is_pred = a->is_pred};
}

static void copy_end(Warp *w, const End *to, const End *from, int l,
                     uint32_t bytes) {
    uint8_t piece[64];
    End a = *from, b = *to;
    for (uint32_t done = 0; done < bytes; done += sizeof piece) {
        uint32_t n = min_of(bytes - done, (uint32_t)sizeof piece);
        end_read(w, &a, l, piece, n);
        end_write(w, &b, l, piece, n);
        a.sp += n;
        b.sp += n;
    }
}

// ---- copying for many lanes at once
//
// Words of local memory lie side by side, lane by lane: where the lanes' frames
// begin at the same place, and they mostly do, a word of all is a row.

static bool is_uniform(const uint32_t *sp, uint32_t lanes) {
    uint32_t first = sp[lowest(lanes)], off = 0;
    FOR_LANES(l, lanes) off |= sp[l] ^ first;
    return !off;
}

static uint32_t *local_row(uint8_t *local, uint32_t offset) {
    return (uint32_t *)(void *)(local + (size_t)offset / 4 * sizeof(Lanes));
}

static void copy_rows(Warp *w, uint32_t to, uint32_t from, uint32_t bytes,
                      uint32_t lanes) {
    uint8_t *local = warp_local(w, max_of(to, from) + bytes);
    Lanes mask;

    mask_expand(&mask, lanes);
    for (uint32_t i = 0; i < bytes; i += 4) {
        uint32_t *d = local_row(local, to + i);
        const uint32_t *s = local_row(local, from + i);
        VECTOR_LOOP
        LANES
            d[l] = (s[l] & mask.u32[l]) | (d[l] & ~mask.u32[l]);
        w->local_wrote[(to + i) / 4] |= lanes;
    }
}

// The same as copy_end for each of the lanes, if both ends are whole words of
// frames at the ends' sp; else false.
static bool copy_ends(Warp *w, const End *to, const End *from, uint32_t bytes,
                      uint32_t lanes) {
    if (!to->sym || !from->sym || !in_frame(to->sym) || !in_frame(from->sym))
        return false;
    uint32_t a = to->sp + (uint32_t)to->sym->offset;
    uint32_t b = from->sp + (uint32_t)from->sym->offset;
    if ((a | b | bytes) % 4) return false;
    copy_rows(w, a, b, bytes, lanes);
    return true;
}

// ---- calling

static void copy_argument(Warp *w, const CallArg *actual, const Sym *formal,
                          uint32_t base, uint32_t down, uint32_t lanes,
                          bool uniform) {
    uint32_t bytes = formal_bytes(formal), sp = w->sp[lowest(lanes)];
    End from = actual_end(actual, w->code, w->base, sp);
    End to = formal_end(formal, base, sp + down);

    if (uniform && copy_ends(w, &to, &from, bytes, lanes)) return;
    FOR_LANES(l, lanes) {
        from.sp = w->sp[l];
        to.sp = w->sp[l] + down;
        copy_end(w, &to, &from, (int)l, bytes);
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
    Frame *row = w->frames + (size_t)w->depth * WARP_SIZE;
    FOR_LANES(l, lanes) {
        uint32_t most = w->dynamic[l]; // alloca's, which the callee may see
        uint32_t taken = w->stack[l] + ((most + 15) & ~15u);
        dynamic = max_of(dynamic, (most + 15) & ~15u);
        row[l] =
            (Frame){in + 1, w->counts, w->base, w->sp[l], most, w->stack[l]};
        w->stack[l] = taken + code->stack_frame;
        if (w->stack[l] > w->block->launch->stack_room) full |= 1u << l;
    }
    if (full) return stack_overflow(w, in, code, full);
    down += dynamic;
    FOR_LANES(l, lanes) deepest = max_of(deepest, w->sp[l] + down);
    if (deepest + code->local_bytes > MAX_LOCAL)
        return warp_trap_text(w, in, SIM_TRAP_STACK, lanes,
                              "calls need more than %d KiB of stack",
                              MAX_LOCAL >> 10);
    warp_local(w, deepest + code->local_bytes);
    bool uniform = is_uniform(w->sp, lanes);
    for (int i = 0; i < min_of(c->nargs, f->nparams); i++)
        copy_argument(w, &c->args[i], f->params[i], base, down, lanes, uniform);
    FOR_LANES(l, lanes) {
        w->sp[l] += down;
        w->dynamic[l] = 0;
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
        End from = formal_end(formal, w->base, w->sp[l]);
        End to = actual_end(&c->rets[i], f->counts->code, f->base, f->sp);
        copy_end(w, &to, &from, l, formal_bytes(formal));
    }
}

// All lanes return to the same call, from and to frames at the same places.
static bool copy_results_of_all(Warp *w, const Frame *row) {
    uint32_t lanes = w->active;
    const Frame *f = &row[lowest(lanes)];
    const CallSite *c = (f->ret - 1)->ptr;
    const PtxFunc *func = w->code->func;
    bool same = is_uniform(w->sp, lanes);

    FOR_LANES(l, lanes) same &= row[l].ret == f->ret && row[l].sp == f->sp;
    for (int i = 0; same && i < min_of(c->nrets, func->nreturns); i++) {
        const Sym *formal = func->returns[i];
        End from = formal_end(formal, w->base, w->sp[lowest(lanes)]);
        End to = actual_end(&c->rets[i], f->counts->code, f->base, f->sp);
        same = copy_ends(w, &to, &from, formal_bytes(formal), lanes);
    }
    return same;
}

const Insn *exec_ret(Warp *w, const Insn *in) {
    if (w->depth == 0) return warp_exit(w, w->active, in + 1);

    const Frame *row = w->frames + (size_t)(w->depth - 1) * WARP_SIZE;
    bool copied = copy_results_of_all(w, row);
    FOR_LANES(l, w->active) {
        if (!copied) copy_results(w, &row[l], (int)l);
        w->sp[l] = row[l].sp;
        w->dynamic[l] = row[l].dynamic;
        w->stack[l] = row[l].stack;
    }
    return warp_return(w, w->active, row, in + 1);
}

// ---- for device functions without a body

uint64_t call_arg(Warp *w, const CallSite *c, int i, int l) {
    uint64_t v = 0;
    if (i >= c->nargs) return 0;
    const Sym *s = c->args[i].sym;
    End from = actual_end(&c->args[i], w->code, w->base, w->sp[l]);
    uint32_t n = s ? (uint32_t)s->size : 8;
    end_read(w, &from, l, &v, min_of(n, 8u));
    return v;
}

void call_result(Warp *w, const CallSite *c, int l, uint64_t v) {
    if (!c->nrets) return;
    const Sym *s = c->rets[0].sym;
    End to = actual_end(&c->rets[0], w->code, w->base, w->sp[l]);
    end_write(w, &to, l, &v, s ? min_of((uint32_t)s->size, 8u) : 8);
}
