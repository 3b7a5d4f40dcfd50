// Moves: copies, packing and unpacking, clocks, and addresses between spaces.
//
// Most special registers and all symbols arrive here as slots, made by src().
// Only the clocks change while a warp lives, so only they have handlers.
//
// A 128-bit value is two 64-bit ones: four units, the low half first.
#include "sim/core/clock.h"
#include "sim/core/groups.h"
#include "sim/core/launch.h"
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/cluster.h"
#include "sim/exec/forms.h"

UNARY(mov_b16, u16, u16, a)
UNARY(mov_b32, u32, u32, a)
UNARY(mov_b64, u64, u64, a)

// The slot of the upper 64 bits of a 128-bit value.
static Slot upper(Slot s) {
    return s + 2;
}

static const Insn *exec_mov_b128(Warp *w, const Insn *in) {
    Insn half = *in;
    exec_mov_b64(w, &half);
    half.dst = upper(half.dst);
    half.src[0] = upper(half.src[0]);
    exec_mov_b64(w, &half);
    return in + 1;
}

// ---- packing: the first element is the lowest

BINARY(pack_2x8, u16, u8, u8, a | b << 8)
BINARY(pack_2x16, u32, u16, u16, a | (uint32_t)b << 16)
BINARY(pack_2x32, u64, u32, u32, a | (uint64_t)b << 32)

static const Insn *exec_pack_4x8(Warp *w, const Insn *in) {
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]);
    const Lanes *z = unit(w, in->src[2]), *t = unit(w, in->src[3]);
    LANE_LOOP(u32, ,
              (x->u32[l] & 0xff) | (y->u32[l] & 0xff) << 8 |
                  (z->u32[l] & 0xff) << 16 | t->u32[l] << 24);
    return in + 1;
}

static const Insn *exec_pack_4x16(Warp *w, const Insn *in) {
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]);
    const Lanes *z = unit(w, in->src[2]), *t = unit(w, in->src[3]);
    LANE_LOOP(u64, uint32_t low = (x->u32[l] & 0xffff) | y->u32[l] << 16;
              uint32_t high = (z->u32[l] & 0xffff) | t->u32[l] << 16,
              low | (uint64_t)high << 32);
    return in + 1;
}

static const Insn *exec_pack_2x64(Warp *w, const Insn *in) {
    exec_mov_b64(w, in);
    Insn high = *in;
    high.dst = upper(in->dst);
    high.src[0] = in->src[1];
    exec_mov_b64(w, &high);
    return in + 1;
}

static const Insn *exec_pack_4x32(Warp *w, const Insn *in) {
    exec_pack_2x32(w, in);
    Insn high = *in;
    high.dst = upper(in->dst);
    high.src[0] = in->src[2];
    high.src[1] = in->src[3];
    exec_pack_2x32(w, &high);
    return in + 1;
}

// ---- unpacking: results go to dst, dst2, src[1], src[2], in this order. None
// of them is the source: they are narrower.

#define PART(name, A, D, expr) UNARY(name, D, A, expr)
PART(low_8, u32, u8, a)
PART(high_8, u32, u8, a >> 8)
PART(low_16, u32, u16, a)
PART(high_16, u32, u16, a >> 16)
PART(low_32, u64, u32, a)
PART(high_32, u64, u32, a >> 32)
PART(third_16, u64, u16, a >> 32)
PART(fourth_16, u64, u16, a >> 48)
PART(first_16, u64, u16, a)
PART(second_16, u64, u16, a >> 16)
PART(third_8, u32, u8, a >> 16)
PART(fourth_8, u32, u8, a >> 24)

static void part(Warp *w, ExecFn fn, Slot to, Slot from) {
    Insn in = {.dst = to, .src = {from}};
    fn(w, &in);
}

#define UNPACK_2(name, low, high)                                              \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        part(w, exec_##low, in->dst, in->src[0]);                              \
        part(w, exec_##high, in->dst2, in->src[0]);                            \
        return in + 1;                                                         \
    }
#define UNPACK_4(name, p0, p1, p2, p3)                                         \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        part(w, exec_##p0, in->dst, in->src[0]);                               \
        part(w, exec_##p1, in->dst2, in->src[0]);                              \
        part(w, exec_##p2, in->src[1], in->src[0]);                            \
        part(w, exec_##p3, in->src[2], in->src[0]);                            \
        return in + 1;                                                         \
    }
UNPACK_2(unpack_2x8, low_8, high_8)
UNPACK_2(unpack_2x16, low_16, high_16)
UNPACK_2(unpack_2x32, low_32, high_32)
UNPACK_4(unpack_4x8, low_8, high_8, third_8, fourth_8)
UNPACK_4(unpack_4x16, first_16, second_16, third_16, fourth_16)

static const Insn *exec_unpack_2x64(Warp *w, const Insn *in) {
    part(w, exec_mov_b64, in->dst, in->src[0]);
    part(w, exec_mov_b64, in->dst2, upper(in->src[0]));
    return in + 1;
}
static const Insn *exec_unpack_4x32(Warp *w, const Insn *in) {
    part(w, exec_low_32, in->dst, in->src[0]);
    part(w, exec_high_32, in->dst2, in->src[0]);
    part(w, exec_low_32, in->src[1], upper(in->src[0]));
    part(w, exec_high_32, in->src[2], upper(in->src[0]));
    return in + 1;
}

typedef struct Packing {
    int elements, bits; // of the whole
    ExecFn pack, unpack;
} Packing;
static const Packing packings[] = {
    {2, 16, exec_pack_2x8, exec_unpack_2x8},
    {2, 32, exec_pack_2x16, exec_unpack_2x16},
    {4, 32, exec_pack_4x8, exec_unpack_4x8},
    {2, 64, exec_pack_2x32, exec_unpack_2x32},
    {4, 64, exec_pack_4x16, exec_unpack_4x16},
    {2, 128, exec_pack_2x64, exec_unpack_2x64},
    {4, 128, exec_pack_4x32, exec_unpack_4x32},
};

static const Packing *packing_of(int elements, int bits) {
    for (size_t i = 0; i < COUNT_OF(packings); i++)
        if (packings[i].elements == elements && packings[i].bits == bits)
            return &packings[i];
    return NULL;
}

static bool select_pack(Decoder *d, const Stmt *s, int bits, Insn *in) {
    const Operand *vec = &s->opnd[1];
    const Packing *p = packing_of(vec->n, bits);
    if (!p) return false;
    in->fn = p->pack;
    in->dst = dst(d, &s->opnd[0], bits);
    for (int i = 0; i < vec->n; i++)
        in->src[i] = src(d, &vec->at[i], bits / vec->n);
    return true;
}

static bool select_unpack(Decoder *d, const Stmt *s, int bits, Insn *in) {
    const Operand *vec = &s->opnd[0];
    const Packing *p = packing_of(vec->n, bits);
    if (!p) return false;
    Slot *to[4] = {&in->dst, &in->dst2, &in->src[1], &in->src[2]};
    in->fn = p->unpack;
    in->src[0] = src(d, &s->opnd[1], bits);
    for (int i = 0; i < vec->n; i++)
        *to[i] = dst(d, &vec->at[i], bits / vec->n);
    return true;
}

// ---- clocks: flags says which, imm where (clock_place)

static uint64_t clock_value(Warp *w, const Insn *in) {
    uint64_t cycles = clock_at(w, in->imm);
    Sreg r = (Sreg)in->flags;
    switch (r) {
    case SREG_CLOCK_HI: return cycles >> 32;
    case SREG_GLOBALTIMER:
    case SREG_GLOBALTIMER_LO:
    case SREG_GLOBALTIMER_HI: break;
    default: return cycles;
    }
    uint64_t mhz = (uint64_t)w->block->launch->gpu->clock_mhz;
    uint64_t ns = cycles * 1000 / (mhz ? mhz : 1000);
    return r == SREG_GLOBALTIMER_HI ? ns >> 32 : ns;
}

static const Insn *exec_mov_clock(Warp *w, const Insn *in) {
    uint32_t v = (uint32_t)clock_value(w, in);
    LANE_LOOP(u32, , v);
    return in + 1;
}
static const Insn *exec_mov_clock64(Warp *w, const Insn *in) {
    uint64_t v = clock_value(w, in);
    LANE_LOOP(u64, , v);
    return in + 1;
}

static bool is_clock(const Operand *o) {
    if (o->kind != OPND_SPECIAL) return false;
    switch ((Sreg)o->special) {
    case SREG_CLOCK:
    case SREG_CLOCK_HI:
    case SREG_CLOCK64:
    case SREG_GLOBALTIMER:
    case SREG_GLOBALTIMER_LO:
    case SREG_GLOBALTIMER_HI: return true;
    default: return false;
    }
}

// ---- mov

// %is_explicit_cluster: a special register that is a predicate.
static const Insn *exec_mov_is_cluster(Warp *w, const Insn *in) {
    pred_write(w, in->dst, w->block->launch->shape.cluster[0] ? ~0u : 0);
    return in + 1;
}

static const Insn *exec_mov_pred(Warp *w, const Insn *in) {
    pred_write(w, in->dst, pred_read(w, in->src[0], in->flags));
    return in + 1;
}

static bool select_mov(Decoder *d, const Stmt *s, Insn *in) {
    if (s->nmods || s->nopnds != 2 || s->ntypes != 1) return false;
    const Operand *to = &s->opnd[0], *from = &s->opnd[1];
    int bits = type_bits(s->types[0]);
    if (from->kind == OPND_VEC) return select_pack(d, s, bits, in);
    if (to->kind == OPND_VEC) return select_unpack(d, s, bits, in);

    in->dst = dst(d, to, bits);
    if (bits == 1 && from->kind == OPND_SPECIAL &&
        from->special == SREG_IS_EXPLICIT_CLUSTER) {
        in->fn = exec_mov_is_cluster;
        return true;
    }
    if (bits == 1) {
        in->fn = exec_mov_pred;
        in->flags = (uint16_t)pred_source(d, from, in, 0);
        return true;
    }
    if (is_clock(from)) {
        in->fn = bits == 64 ? exec_mov_clock64 : exec_mov_clock;
        in->flags = (uint16_t)from->special;
        decoder_cost(d, PIPE_INT, 1, 0); // CS2R
        return true;
    }
    in->src[0] = src(d, from, bits);
    switch (bits) {
    case 8:
    case 16: in->fn = exec_mov_b16; return true;
    case 32: in->fn = exec_mov_b32; return true;
    case 64: in->fn = exec_mov_b64; return true;
    case 128: in->fn = exec_mov_b128; return true;
    default: return false;
    }
}

// ---- addresses: imm is the generic address of the space's beginning

static const Insn *exec_cvta(Warp *w, const Insn *in) {
    const Lanes64 *x = unit64(w, in->src[0]);
    uint64_t base = (uint64_t)in->imm;
    LANE_LOOP(u64, , x->u64[l] + base);
    return in + 1;
}

// Is the address in [imm, imm + MEM_WINDOW)? With flags, .shared::cta: in the
// part that is not of other blocks.
static const Insn *exec_isspacep_window(Warp *w, const Insn *in) {
    const Lanes64 *x = unit64(w, in->src[0]);
    uint64_t base = (uint64_t)in->imm, t = 0;
    uint64_t n = in->flags ? CLUSTER_BASE : MEM_WINDOW;
    VECTOR_LOOP
    LANES
        t |= x->u64[l] - base < n ? lane_bit64[l] : 0;
    pred_write(w, in->dst, (uint32_t)t);
    return in + 1;
}
// Global is what is in no window; the kernel's parameters are global too, says
// the PTX ISA.
static const Insn *exec_isspacep_global(Warp *w, const Insn *in) {
    const Lanes64 *x = unit64(w, in->src[0]);
    uint64_t t = 0;
    VECTOR_LOOP
    LANES {
        uint64_t a = x->u64[l];
        bool windowed = (a - MEM_SHARED_BASE < MEM_WINDOW) |
                        (a - MEM_LOCAL_BASE < MEM_WINDOW);
        t |= windowed ? 0 : lane_bit64[l];
    }
    pred_write(w, in->dst, (uint32_t)t);
    return in + 1;
}

// Reads the space out of the modifiers, which may be .to and one space.
static bool read_space(const Stmt *s, Space *space, bool *to) {
    *to = false;
    *space = SPACE_GENERIC;
    for (int i = 0; i < s->nmods; i++)
        switch (s->mods[i]) {
        case MOD_TO: *to = true; break;
        case MOD_SHARED:
        case MOD_SHARED_CTA:
        case MOD_SHARED_CLUSTER: *space = SPACE_SHARED; break;
        case MOD_LOCAL: *space = SPACE_LOCAL; break;
        case MOD_GLOBAL: *space = SPACE_GLOBAL; break;
        case MOD_CONST: *space = SPACE_CONST; break;
        case MOD_PARAM:
        case MOD_PARAM_ENTRY: *space = SPACE_PARAM; break;
        default: return false;
        }
    return *space != SPACE_GENERIC;
}

static uint64_t window_base(Space space) {
    switch (space) {
    case SPACE_SHARED: return MEM_SHARED_BASE;
    case SPACE_LOCAL: return MEM_LOCAL_BASE;
    case SPACE_PARAM: return MEM_PARAM_BASE;
    default: return 0;
    }
}

static bool select_cvta(Decoder *d, const Stmt *s, Insn *in) {
    Space space;
    bool to;
    if (!read_space(s, &space, &to) || s->ntypes != 1) return false;
    if (type_bits(s->types[0]) != 64) return false;
    uint64_t base = window_base(space);
    in->fn = base ? exec_cvta : exec_mov_b64;
    in->imm = (int64_t)(to ? -base : base);
    return form_bind(d, s, (uint8_t[5]){64, 64}, in);
}

static bool select_isspacep(Decoder *d, const Stmt *s, Insn *in) {
    Space space;
    bool to;
    if (!read_space(s, &space, &to) || to) return false;
    in->imm = (int64_t)window_base(space);
    in->flags = space == SPACE_SHARED && !stmt_has(s, MOD_SHARED_CLUSTER);
    if (space == SPACE_GLOBAL)
        in->fn = exec_isspacep_global;
    else if (in->imm)
        in->fn = exec_isspacep_window;
    else
        return false; // constant memory has no window here
    decoder_cost(d, PIPE_INT, 2, 0);
    return form_bind(d, s, (uint8_t[5]){1, 64}, in);
}

bool select_move(Decoder *d, const Stmt *s, Insn *in) {
    if (s->op == OP_CVTA) return select_cvta(d, s, in);
    if (s->op == OP_ISSPACEP) return select_isspacep(d, s, in);
    return select_mov(d, s, in);
}
