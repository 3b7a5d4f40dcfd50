// Copying arguments and results of calls, between frames and registers.
#include "sim/exec/argument.h"

#include "sim/core/frame.h"

#include <string.h>

static bool in_frame(const Sym *s) {
    return s->kind == SYM_VAR;
}

static int sym_bytes(const Sym *s) {
    return s->type == TYPE_PRED ? 0 : type_bits(s->type) / 8;
}

void argument_read(Warp *w, const ArgumentEnd *e, int l, void *to, uint32_t n) {
    if (e->sym && in_frame(e->sym)) {
        local_read(w, l, e->sp + (uint32_t)e->sym->offset, to, n);
        return;
    }
    uint64_t v = 0;
    if (e->is_pred) {
        v = w->stack.preds[e->base + e->slot] >> l & 1;
    } else {
        const Lanes *u =
            e->slot & SLOT_CONST
                ? (const Lanes *)e->code->consts + (e->slot & ~SLOT_CONST)
                : w->stack.regs + e->base + e->slot;
        v = n > 4 ? ((const Lanes64 *)(const void *)u)->u64[l] : u->u32[l];
    }
    memcpy(to, &v, min_of(n, 8u));
}

void argument_write(Warp *w, const ArgumentEnd *e, int l, const void *from,
                    uint32_t n) {
    if (e->sym && in_frame(e->sym)) {
        local_write(w, l, e->sp + (uint32_t)e->sym->offset, from, n);
        return;
    }
    if (e->slot == SLOT_NONE) return;
    uint64_t v = 0;
    memcpy(&v, from, min_of(n, 8u));
    if (e->is_pred) {
        uint32_t *p = &w->stack.preds[e->base + e->slot];
        *p = (*p & ~(1u << l)) | (uint32_t)(v & 1) << l;
    } else if (n > 4) {
        ((Lanes64 *)(void *)(w->stack.regs + e->base + e->slot))->u64[l] = v;
    } else {
        w->stack.regs[e->base + e->slot].u32[l] = (uint32_t)v;
    }
}

uint32_t argument_bytes(const Sym *s) {
    if (in_frame(s)) return (uint32_t)s->size;
    return max_of((uint32_t)sym_bytes(s), 1u);
}

ArgumentEnd argument_formal(const Sym *s, uint32_t base, uint32_t sp) {
    return (ArgumentEnd){.base = base,
                         .sp = sp,
                         .sym = s,
                         .slot = s->slot,
                         .is_pred = s->type == TYPE_PRED && !in_frame(s)};
}

ArgumentEnd argument_actual(const CallArg *a, const Code *code, uint32_t base,
                            uint32_t sp) {
    return (ArgumentEnd){.base = base,
                         .sp = sp,
                         .sym = a->sym,
                         .slot = a->slot,
                         .code = code,
                         .is_pred = a->is_pred};
}

void argument_copy(Warp *w, const ArgumentEnd *to, const ArgumentEnd *from,
                   int l, uint32_t bytes) {
    uint8_t piece[64];
    ArgumentEnd a = *from, b = *to;
    for (uint32_t done = 0; done < bytes; done += sizeof piece) {
        uint32_t n = min_of(bytes - done, (uint32_t)sizeof piece);
        argument_read(w, &a, l, piece, n);
        argument_write(w, &b, l, piece, n);
        a.sp += n;
        b.sp += n;
    }
}

// ---- copying for many lanes at once
//
// Words of local memory lie side by side, lane by lane: where the lanes' frames
// begin at the same place, and they mostly do, a word of all is a row.

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
        w->local.wrote[(to + i) / 4] |= lanes;
    }
}

bool argument_copy_rows(Warp *w, const ArgumentEnd *to, const ArgumentEnd *from,
                        uint32_t bytes, uint32_t lanes) {
    if (!to->sym || !from->sym || !in_frame(to->sym) || !in_frame(from->sym))
        return false;
    uint32_t a = to->sp + (uint32_t)to->sym->offset;
    uint32_t b = from->sp + (uint32_t)from->sym->offset;
    if ((a | b | bytes) % 4) return false;
    copy_rows(w, a, b, bytes, lanes);
    return true;
}

// ---- for device functions without a body

uint64_t call_arg(Warp *w, const CallSite *c, int i, int l) {
    uint64_t v = 0;
    if (i >= c->nargs) return 0;
    const Sym *s = c->args[i].sym;
    ArgumentEnd from =
        argument_actual(&c->args[i], w->code, w->base, w->local.sp[l]);
    uint32_t n = s ? (uint32_t)s->size : 8;
    argument_read(w, &from, l, &v, min_of(n, 8u));
    return v;
}

void call_arg_bytes(Warp *w, const CallSite *c, int i, int l, void *to,
                    uint32_t n) {
    memset(to, 0, n);
    if (i >= c->nargs) return;
    const Sym *s = c->args[i].sym;
    ArgumentEnd from =
        argument_actual(&c->args[i], w->code, w->base, w->local.sp[l]);
    argument_read(w, &from, l, to, s ? min_of((uint32_t)s->size, n) : n);
}

void call_result(Warp *w, const CallSite *c, int l, uint64_t v) {
    if (!c->nrets) return;
    const Sym *s = c->rets[0].sym;
    ArgumentEnd to =
        argument_actual(&c->rets[0], w->code, w->base, w->local.sp[l]);
    argument_write(w, &to, l, &v, s ? min_of((uint32_t)s->size, 8u) : 8);
}
