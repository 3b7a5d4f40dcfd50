// One warp, with memory, caches and registers, for tests of single handlers.
//
// The test includes the .c files under test after this header: what they ask of
// the decoder and of the warp is answered here, under other names, so that a
// test of loads depends on neither a parser nor a scheduler. Operands are made
// by hand: a register is its slot.
#ifndef TESTS_MACHINE_H
#define TESTS_MACHINE_H

#include "base/heap.h"
#include "sim/access/observe.h"
#include "sim/cache/cache.h"
#include "sim/check/shadow.h"
#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/decode/decoder.h"

#include <stdio.h>
#include <string.h>

enum { UNITS = 64, SITES = 4, LOCAL_MAX = 4096, SHARED_MAX = 4096 };

static struct Machine {
    Lanes regs[UNITS];
    Lanes consts[UNITS];
    int nconsts;
    Sym syms[UNITS]; // registers: the slot is the index
    uint8_t local[LOCAL_MAX * WARP_SIZE];
    uint32_t local_wrote[LOCAL_MAX / 4];
    uint8_t shared[SHARED_MAX];
    uint8_t params[64];
    SiteCount site[SITES];
    void *heap[32];
    int nheap;
    Warp w;
    Block block;
    Launch launch;
    Code code;
    CodeCounts counts;
    Caches *caches;
    struct {
        int count;
        SimTrapKind kind;
        uint32_t lanes, bytes;
        uint64_t address;
        const char *access;
    } trap;
    bool refused;
} vm;

// ---- what handlers and select functions call

static inline const Insn *fake_trap(Warp *w, const Insn *in, SimTrapKind kind,
                                    uint32_t lanes, uint64_t address,
                                    const char *access, uint32_t bytes) {
    (void)in;
    w->state = WARP_TRAPPED;
    vm.trap.count++;
    vm.trap.kind = kind;
    vm.trap.lanes = lanes;
    vm.trap.address = address;
    vm.trap.access = access;
    vm.trap.bytes = bytes;
    return NULL;
}
static inline uint8_t *fake_local(Warp *w, uint32_t bytes) {
    ck_assert_uint_le(bytes, LOCAL_MAX);
    return w->local.at;
}
static inline Slot fake_dst(Decoder *d, const Operand *o, int bits) {
    (void)d, (void)bits;
    return o->kind == OPND_SINK ? UNITS - 2 : o->sym->slot;
}
static inline Slot fake_src(Decoder *d, const Operand *o, int bits) {
    (void)d;
    if (o->kind == OPND_REG) return o->sym->slot;
    Slot s = (Slot)vm.nconsts;
    if (bits == 64) {
        LANES ((Lanes64 *)(void *)&vm.consts[s])
            ->u64[l] = (uint64_t)o->imm;
    } else {
        LANES
            vm.consts[s].u32[l] = (uint32_t)o->imm;
    }
    vm.nconsts += 2;
    return s | SLOT_CONST;
}
static inline Slot fake_base(Decoder *d, const Operand *o, int64_t *imm) {
    (void)d;
    *imm = o->imm;
    if (!o->sym) return SLOT_NONE;
    if (o->sym->kind == SYM_REG) return o->sym->slot;
    *imm += (int64_t)o->sym->offset;
    return SLOT_NONE;
}
static inline void *fake_alloc(Decoder *d, size_t n) {
    (void)d;
    return vm.heap[vm.nheap++] = heap_new(1, n);
}
static inline uint32_t fake_site(Decoder *d, const Stmt *s, Space space) {
    (void)d, (void)s, (void)space;
    return 1;
}
static inline void fake_cost(Decoder *d, Pipe pipe, float weight, int flops) {
    (void)d, (void)pipe, (void)weight, (void)flops;
}
static inline bool fake_uniform(const Decoder *d, const Stmt *s) {
    (void)d, (void)s;
    return false;
}
static inline bool fake_refuse(Decoder *d, const char *fmt, ...) {
    (void)d, (void)fmt;
    vm.refused = true;
    return false;
}
static inline bool fake_has(const Stmt *s, Mod m) {
    for (int i = 0; i < s->nmods; i++)
        if (s->mods[i] == m) return true;
    return false;
}
static inline void fake_array(Decoder *d, const Operand *o, const Insn *in,
                              MemOp *op) {
    (void)d, (void)o, (void)in, (void)op;
}
Wider fake_wider(const Decoder *d);
bool fake_follows(const Decoder *d);
bool fake_spins(Decoder *d, const MemOp *op);

// What is included under another name has not been declared under it.
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define warp_trap          fake_trap
#define warp_local         fake_local
#define dst(d, o, b)       fake_dst(d, o, b)
#define src(d, o, b)       fake_src(d, o, b)
#define addr_base          fake_base
#define decoder_alloc      fake_alloc
#define decoder_site       fake_site
#define decoder_cost       fake_cost
#define decoder_is_uniform fake_uniform
#define decoder_refuse     fake_refuse
#define decoder_wider      fake_wider
#define decoder_follows    fake_follows
#define decoder_spins      fake_spins
#define memop_array        fake_array
#define stmt_has           fake_has

// ---- the machine

static inline void machine_active(uint32_t lanes) {
    vm.w.active = lanes;
    mask_expand(&vm.w.mask, lanes);
}

static inline void machine_open(void) {
    memset(&vm, 0, sizeof vm);
    vm.launch.gpu = sim_gpu_find("h200");
    vm.launch.memory.mem = shadow_mem_open(1ull << 30);
    vm.launch.memory.devices = 1;
    vm.launch.code = &vm.code;
    vm.launch.memory.params = vm.params;
    vm.code.param_bytes = sizeof vm.params;
    vm.code.local_bytes = 256;
    vm.caches = caches_open(vm.launch.gpu);
    caches_launch(vm.caches, &vm.launch, 0);
    vm.block = (Block){.launch = &vm.launch, .shared = vm.shared};
    vm.block.shared_bytes = SHARED_MAX;
    vm.counts.code = &vm.code;
    vm.counts.site = vm.site;
    vm.w.bank[0] = vm.regs;
    vm.w.bank[1] = vm.consts;
    vm.w.code = &vm.code;
    vm.w.counts = &vm.counts;
    vm.w.block = &vm.block;
    vm.w.local.at = vm.local;
    vm.w.local.wrote = memset(vm.local_wrote, 0xff, sizeof vm.local_wrote);
    vm.w.local.bytes = vm.w.local.room = LOCAL_MAX;
    machine_active(UINT32_MAX);
}

static inline void machine_close(void) {
    caches_close(vm.caches);
    mem_close(vm.launch.memory.mem);
    while (vm.nheap)
        heap_free(vm.heap[--vm.nheap]);
}

// Register `slot` of type t as an operand.
static inline Operand reg(int slot, Type t) {
    vm.syms[slot] = (Sym){.kind = SYM_REG, .type = t, .slot = (uint32_t)slot};
    return (Operand){.kind = OPND_REG, .sym = &vm.syms[slot]};
}
static inline Operand imm(int64_t v) {
    return (Operand){.kind = OPND_IMM, .imm = v};
}
// [reg + offset]; slot -1: [offset]
static inline Operand addr(int slot, Type t, int64_t offset) {
    Operand o = {.kind = OPND_ADDR, .imm = offset};
    if (slot >= 0) o.sym = reg(slot, t).sym;
    return o;
}
static inline Operand vec(const Operand *at, int n) {
    return (Operand){.kind = OPND_VEC, .at = at, .n = n};
}

// Splits "ld.global.v2.u32" into opcode, modifiers and types.
static inline Stmt stmt(const char *text) {
    static const SrcLoc nowhere = {"", 0, 0, NULL};
    Stmt s = {.text = text, .loc = &nowhere};
    char word[32];
    size_t n = strcspn(text, ".");

    s.op = op_find(text, n);
    for (text += n; *text == '.'; text += n) {
        text++;
        n = strcspn(text, ".");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (type_find(word) != TYPE_NONE)
            s.types[s.ntypes++] = type_find(word);
        else
            s.mods[s.nmods++] = mod_find(text, n);
    }
    return s;
}

#endif
