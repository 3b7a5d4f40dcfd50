// Extended precision: arithmetic that sets and uses the carry flag.
//
// The flag is one bit per lane, Warp.carry. After a subtraction it is the carry
// of x + ~y + 1, so the opposite of a borrow: GPUs do it that way, and the
// compiler's own 128-bit division reads it with addc. These occur a few times
// in long multiplications: one handler per width, lane by lane, with what to do
// in flags.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

enum {
    SUBTRACT = 1,
    USES_CARRY = 2,
    SETS_CARRY = 4,
    MULTIPLIES = 8, // a * b + c
    HIGH_HALF = 16,
    SIGNED = 32,
};

typedef unsigned __int128 U128;

// Returns the sum or difference of x and y, of `bits` bits; *carry is in and
// out.
static uint64_t add_with_carry(uint64_t x, uint64_t y, int bits, unsigned flags,
                               unsigned *carry) {
    bool minus = flags & SUBTRACT;
    unsigned in = flags & USES_CARRY ? *carry : minus;
    if (minus) y = ~y & (~0ull >> (64 - bits));
    U128 r = (U128)x + y + in;
    *carry = (unsigned)(r >> bits) & 1;
    return (uint64_t)r;
}

static uint64_t carry_product(uint64_t a, uint64_t b, int bits,
                              unsigned flags) {
    __int128 x = (__int128)a, y = (__int128)b;
    if (flags & SIGNED) {
        x = bits == 32 ? (int32_t)a : (int64_t)a;
        y = bits == 32 ? (int32_t)b : (int64_t)b;
    }
    U128 p = (U128)x * (U128)y;
    return (uint64_t)(flags & HIGH_HALF ? p >> bits : p);
}

// The sources are read lane by lane before the lane is written, so that dst may
// be any of them.
#define CARRY_HANDLER(name, K, bits)                                           \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const unsigned flags = in->flags;                                      \
        U_##K *d = REG(K, w, in->dst);                                         \
        const U_##K *x = REG(K, w, in->src[0]), *y = REG(K, w, in->src[1]);    \
        const U_##K *z = flags & MULTIPLIES ? REG(K, w, in->src[2]) : NULL;    \
        uint32_t carries = w->cc;                                              \
        LANES {                                                                \
            if (!(w->active >> l & 1)) continue;                               \
            uint64_t p = x->F_##K[l], q = y->F_##K[l];                         \
            if (z) {                                                           \
                p = (T_##K)carry_product(p, q, bits, flags);                   \
                q = z->F_##K[l];                                               \
            }                                                                  \
            unsigned carry = w->cc >> l & 1;                                   \
            d->F_##K[l] = (T_##K)add_with_carry(p, q, bits, flags, &carry);    \
            carries = (carries & ~(1u << l)) | carry << l;                     \
        }                                                                      \
        if (flags & SETS_CARRY) w->cc = carries;                               \
        return in + 1;                                                         \
    }
CARRY_HANDLER(carry_32, u32, 32)
CARRY_HANDLER(carry_64, u64, 64)

bool select_carry(Decoder *d, const Stmt *s, Insn *in) {
    unsigned flags = 0, halves = 0;
    switch (s->op) {
    case OP_ADD: break;
    case OP_ADDC: flags = USES_CARRY; break;
    case OP_SUB: flags = SUBTRACT; break;
    case OP_SUBC: flags = SUBTRACT | USES_CARRY; break;
    case OP_MAD: flags = MULTIPLIES; break;
    case OP_MADC: flags = MULTIPLIES | USES_CARRY; break;
    default: return false;
    }
    for (int i = 0; i < s->nmods; i++)
        switch (s->mods[i]) {
        case MOD_CC: flags |= SETS_CARRY; break;
        case MOD_HI:
            flags |= HIGH_HALF;
            halves++;
            break;
        case MOD_LO: halves++; break;
        default: return false;
        }
    if (!(flags & (USES_CARRY | SETS_CARRY))) return false;
    if (halves != !!(flags & MULTIPLIES) || s->ntypes != 1) return false;

    int bits = type_bits(s->types[0]);
    if (type_is_float(s->types[0]) || bits < 32 || bits > 64) return false;
    if (type_is_signed(s->types[0])) flags |= SIGNED;
    uint8_t b = (uint8_t)bits, third = flags & MULTIPLIES ? b : 0;
    if (!form_bind(d, s, (uint8_t[5]){b, b, b, third}, in)) return false;
    in->fn = bits == 32 ? exec_carry_32 : exec_carry_64;
    in->flags = (uint16_t)flags;
    bool multiplies = flags & MULTIPLIES;
    float wide = multiplies ? 6 : 2;
    decoder_cost(d, multiplies ? PIPE_IMUL : PIPE_INT, bits == 32 ? 1 : wide,
                 0);
    return true;
}
