// Checks that a bulk copy sees the shared memory that threads wrote.
//
// Bulk copies reach memory another way than loads and stores do (the async
// proxy): a barrier does not show them what threads have written, only
// fence.proxy.async between the writes and the copy does. PTX ISA, "Memory
// Consistency Model: Proxies". Of every 16 bytes, the least that such a copy
// moves, the last write since the fence is kept:
//
//     st.shared [tile]   ->  {line, thread, how many meetings before}
//     fence.proxy.async  ->  forgotten: the warp's own, and what was before
//                            the last meeting of the block
//     cp.async.bulk [..], [tile]   something is still there: too early
//
// Which thread fences is left open: the writers before a barrier, as usual, or
// the one that copies, after it.
#include "sim/check/async_check.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

#include <string.h>

enum { GRAIN = 16 };

typedef struct ProxyWrite {
    const Insn *in; // NULL: nothing, or fenced
    const Code *code;
    uint32_t syncs;
    uint16_t warp, lane;
} ProxyWrite;

struct ProxyWrites {
    uint32_t n;   // grains
    bool is_some; // some of them may be there
    ProxyWrite at[];
};

static ProxyWrites *writes_of(Block *b) {
    BlockAsync *x = async_of(b);
    uint32_t n = (b->shared_bytes + GRAIN - 1) / GRAIN;
    if (x->writes) return x->writes;
    x->writes = arena_alloc(&b->launch->arena, 1,
                            sizeof *x->writes + n * sizeof x->writes->at[0],
                            _Alignof(ProxyWrites));
    x->writes->n = n;
    return x->writes;
}

void proxy_reset(BlockAsync *x) {
    ProxyWrites *p = x->writes;
    if (!p || !p->is_some) return;
    memset(p->at, 0, p->n * sizeof p->at[0]);
    p->is_some = false;
}

void proxy_wrote(Warp *w, const Insn *in, const Access *a) {
    Block *b = w->block;
    ProxyWrites *p = writes_of(b);
    p->is_some = true;
    FOR_LANES(l, a->lanes) {
        uint64_t last = (a->at[l] + a->bytes - 1) / GRAIN;
        for (uint64_t i = a->at[l] / GRAIN; i <= last && i < p->n; i++)
            p->at[i] = (ProxyWrite){in, w->code, b->syncs, (uint16_t)w->index,
                                    (uint16_t)l};
    }
}

void proxy_fence(Warp *w) {
    Block *b = w->block;
    ProxyWrites *p = b->async ? b->async->writes : NULL;
    if (!p || !p->is_some) return;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->at[i].warp == w->index || p->at[i].syncs < b->syncs)
            p->at[i].in = NULL;
}

void proxy_forget(Block *b, uint32_t at, uint32_t bytes) {
    ProxyWrites *p = b->async ? b->async->writes : NULL;
    if (!p || !p->is_some) return;
    for (uint32_t i = at / GRAIN; i < (at + bytes + GRAIN - 1) / GRAIN; i++)
        if (i < p->n) p->at[i].in = NULL;
}

// The part of a cp.async that writes is no instruction of the code.
static bool is_part(const Code *c, const Insn *in) {
    return in < c->insns || in >= c->insns + c->ninsns;
}

static bool is_product(const Code *c, const Insn *in) {
    const Stmt *s = is_part(c, in) ? NULL : c->stmts[in - c->insns];
    return s && s->op == OP_WGMMA;
}

void proxy_check(Warp *w, const Insn *in, uint32_t l, const Block *b,
                 uint32_t at, uint32_t bytes) {
    const ProxyWrites *p = b->async ? b->async->writes : NULL;
    bool is_wgmma = is_product(w->code, in);
    if (!p || !p->is_some) return;
    for (uint32_t i = at / GRAIN; i < (at + bytes + GRAIN - 1) / GRAIN; i++) {
        if (i >= p->n || !p->at[i].in) continue;
        const ProxyWrite *x = &p->at[i];
        // After cp.async, a wait and a barrier are enough for wgmma: Triton and
        // CUTLASS have no fence there.
        if (is_wgmma && is_part(x->code, x->in)) continue;
        const Lanes *t = b->warps[x->warp].tid;
        SrcLoc from = insn_loc(b->launch, x->code, x->in);
        warp_note(w, in, SIM_TRAP_PROXY, 1u << l,
                  "%s may not see what thread (%u,%u,%u) wrote to shared "
                  "memory at line %d: there is no fence.proxy.async between",
                  is_wgmma ? "This wgmma" : "This bulk copy", t[0].u32[x->lane],
                  t[1].u32[x->lane], t[2].u32[x->lane], from.line);
        return;
    }
}
