// Choices: selp by a predicate, slct by the sign of a number.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

#define SELP_HANDLER(name, K)                                                  \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##K *x = REG(K, w, in->src[0]), *y = REG(K, w, in->src[1]);    \
        const uint32_t p = pred_read(w, in->src[2], in->flags);                \
        LANE_LOOP(K, T_##K a = x->F_##K[l];                                    \
                  T_##K b = y->F_##K[l], p & 1u << l ? a : b);                 \
        return in + 1;                                                         \
    }
SELP_HANDLER(selp_b32, u32)
SELP_HANDLER(selp_b64, u64)

TERNARY(slct_b32_s32, u32, u32, u32, s32, c >= 0 ? a : b)
TERNARY(slct_b64_s32, u64, u64, u64, s32, c >= 0 ? a : b)
// A NaN chooses b; -0 chooses a, and so does what .ftz makes a -0.
TERNARY(slct_b32_f32, u32, u32, u32, f32, c >= 0 ? a : b)
TERNARY(slct_b64_f32, u64, u64, u64, f32, c >= 0 ? a : b)
TERNARY(slct_b32_z32, u32, u32, u32, z32, c >= 0 ? a : b)
TERNARY(slct_b64_z32, u64, u64, u64, z32, c >= 0 ? a : b)

static bool select_slct(Decoder *d, const Stmt *s, int bits, Insn *in) {
    static const ExecFn fns[3][2] = {
        {exec_slct_b32_s32, exec_slct_b64_s32},
        {exec_slct_b32_f32, exec_slct_b64_f32},
        {exec_slct_b32_z32, exec_slct_b64_z32},
    };
    bool flushes = s->nmods == 1 && s->mods[0] == MOD_FTZ;
    if (s->nmods != flushes || s->ntypes != 2) return false;
    bool by_float = s->types[1] == TYPE_F32;
    if (!by_float && (flushes || s->types[1] != TYPE_S32)) return false;

    uint8_t b = (uint8_t)bits;
    in->fn = fns[by_float + flushes][bits == 64];
    return form_bind(d, s, (uint8_t[5]){b, b, b, 32}, in);
}

bool select_choose(Decoder *d, const Stmt *s, Insn *in) {
    int bits = s->ntypes ? type_bits(s->types[0]) : 0;
    if (bits < 16 || bits > 64) return false;
    if (s->op == OP_SLCT) return select_slct(d, s, bits, in);

    if (s->nmods || s->nopnds != 4) return false;
    in->dst = dst(d, &s->opnd[0], bits);
    in->src[0] = src(d, &s->opnd[1], bits);
    in->src[1] = src(d, &s->opnd[2], bits);
    in->flags = (uint16_t)pred_source(d, &s->opnd[3], in, 2);
    in->fn = bits == 64 ? exec_selp_b64 : exec_selp_b32;
    return true;
}
