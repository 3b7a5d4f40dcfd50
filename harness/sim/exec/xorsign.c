// min and max of magnitudes, with .xorsign.abs: the sign is that of the
// product. PTX ISA, "Floating Point Instructions: min", "Half Precision ...:
// min".
//
// Bits of a magnitude compare as the numbers do, whatever the format, so one
// loop does all of them; a pair is two of 16 bits.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

typedef struct XorSign {
    uint32_t sign, inf, least, nan; // of the format; least: a normal number
    bool is_pair, is_max, nan_wins, flushes;
} XorSign;

static uint32_t magnitude(const XorSign *x, uint32_t v) {
    v &= x->sign - 1;
    return x->flushes && v < x->least ? 0 : v;
}

static uint32_t pick(const XorSign *x, uint32_t a, uint32_t b) {
    uint32_t sign = (a ^ b) & x->sign;
    a = magnitude(x, a);
    b = magnitude(x, b);
    bool a_nan = a > x->inf, b_nan = b > x->inf;
    if (x->nan_wins ? a_nan || b_nan : a_nan && b_nan) return x->nan;
    if (a_nan || b_nan) return sign | (a_nan ? b : a);
    return sign | ((a < b) != x->is_max ? a : b);
}

static const Insn *exec_xorsign(Warp *w, const Insn *in) {
    const XorSign *x = in->ptr;
    const Lanes *p = unit(w, in->src[0]), *q = unit(w, in->src[1]);
    Lanes r;
    LANES {
        uint32_t a = p->u32[l], b = q->u32[l];
        r.u32[l] = !x->is_pair ? pick(x, a, b)
                               : pick(x, a & 0xffff, b & 0xffff) |
                                     pick(x, a >> 16, b >> 16) << 16;
    }
    LANE_LOOP(u32, , r.u32[l]);
    return in + 1;
}

bool select_xorsign(Decoder *d, const Stmt *s, Insn *in) {
    static const XorSign f32 = {0x80000000, 0x7f800000, 0x00800000, NAN_F32,
                                false,      false,      false,      false};
    static const XorSign f16 = {0x8000, 0x7c00, 0x0400, 0x7fff,
                                false,  false,  false,  false};
    static const XorSign bf16 = {0x8000, 0x7f80, 0x0080, 0x7fff,
                                 false,  false,  false,  false};
    Type t = s->types[0];
    bool is_bf16 = t == TYPE_BF16 || t == TYPE_BF16X2;
    XorSign *x = decoder_alloc(d, sizeof *x);

    if ((s->op != OP_MIN && s->op != OP_MAX) || t == TYPE_F64) return false;
    *x = t == TYPE_F32 ? f32 : is_bf16 ? bf16 : f16;
    x->is_pair = t == TYPE_F16X2 || t == TYPE_BF16X2;
    x->is_max = s->op == OP_MAX;
    x->nan_wins = stmt_has(s, MOD_NAN_WINS);
    x->flushes = stmt_has(s, MOD_FTZ);
    if (!stmt_has(s, MOD_ABS) || s->nmods != 2 + x->nan_wins + x->flushes)
        return false;
    uint8_t bits = t == TYPE_F16 || t == TYPE_BF16 ? 16 : 32;
    in->ptr = x;
    in->fn = exec_xorsign;
    return form_bind(d, s, (uint8_t[5]){bits, bits, bits}, in);
}
