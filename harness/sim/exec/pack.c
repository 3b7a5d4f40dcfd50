// cvt.pack: two integers squeezed into the low bits of a register, saturated.
// PTX ISA, "cvt.pack".
//
//     cvt.pack.sat.u8.s32.b32 d, a, b, c;     d:  c << 16 | sat(a) << 8 |
//     sat(b)
//
// so that two of them pack four bytes; .u16 and .s16 fill d and take no c.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

static uint32_t squeeze(uint32_t v, int bits, bool is_signed) {
    int32_t most = (1 << (bits - is_signed)) - 1;
    int32_t least = is_signed ? -most - 1 : 0;
    int32_t s = max_of(min_of((int32_t)v, most), least);
    return (uint32_t)s & ((1u << bits) - 1);
}

// in->bytes: bits of an element; flags: signed; src[2]: SLOT_NONE for none.
static const Insn *exec_cvt_pack(Warp *w, const Insn *in) {
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]);
    const Lanes *z = in->src[2] == SLOT_NONE ? NULL : unit(w, in->src[2]);
    int bits = in->bytes;
    LANE_LOOP(u32,
              uint32_t low = squeeze(x->u32[l], bits, in->flags) << bits |
                             squeeze(y->u32[l], bits, in->flags),
              z ? z->u32[l] << 2 * bits | low : low);
    return in + 1;
}

bool select_cvt_pack(Decoder *d, const Stmt *s, Insn *in) {
    Type to = s->types[0];
    int bits = type_bits(to);
    bool has_third = bits < 16;
    if (s->nmods != 2 || !stmt_has(s, MOD_SAT) || type_is_float(to) ||
        bits > 16 || s->ntypes != 2 + has_third || s->types[1] != TYPE_S32 ||
        (has_third && s->types[2] != TYPE_B32))
        return decoder_refuse(d, "this kind of packing");
    if (!operands_are(d, s, 3 + has_third, 3 + has_third)) return false;
    in->fn = exec_cvt_pack;
    in->bytes = (uint8_t)bits;
    in->flags = type_is_signed(to);
    in->dst = dst(d, &s->opnd[0], 32);
    for (int i = 0; i < 2 + has_third; i++)
        in->src[i] = src(d, &s->opnd[i + 1], 32);
    decoder_cost(d, PIPE_INT, 1, 0);
    return true;
}
