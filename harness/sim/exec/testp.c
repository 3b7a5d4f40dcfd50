// testp and copysign, which only look at bits.
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

// ---- testp: zeros are normal

#define IS_FINITE    (a < SPECIAL)
#define IS_INFINITE  (a == SPECIAL)
#define IS_NUMBER    (a <= SPECIAL)
#define IS_NAN       (a > SPECIAL)
#define IS_NORMAL    ((a < SPECIAL) & ((a == 0) | (a >= SMALLEST)))
#define IS_SUBNORMAL ((a != 0) & (a < SMALLEST))

#define TESTP(name, K, WIDTH, cond)                                            \
    static const Insn *exec_testp_##name##_f##WIDTH(Warp *w, const Insn *in) { \
        const U_##K *x = REG(K, w, in->src[0]);                                \
        uint##WIDTH##_t t = 0;                                                 \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            uint##WIDTH##_t a = x->F_##K[l] & MAGNITUDE;                       \
            t |= (cond) ? lane_bit##WIDTH[l] : 0;                              \
        }                                                                      \
        pred_write(w, in->dst, (uint32_t)t);                                   \
        return in + 1;                                                         \
    }
#define TESTPS(K, WIDTH)                                                       \
    TESTP(finite, K, WIDTH, IS_FINITE)                                         \
    TESTP(infinite, K, WIDTH, IS_INFINITE)                                     \
    TESTP(number, K, WIDTH, IS_NUMBER)                                         \
    TESTP(notanumber, K, WIDTH, IS_NAN)                                        \
    TESTP(normal, K, WIDTH, IS_NORMAL)                                         \
    TESTP(subnormal, K, WIDTH, IS_SUBNORMAL)

#define MAGNITUDE 0x7fffffffu
#define SPECIAL   0x7f800000u
#define SMALLEST  0x00800000u
TESTPS(u32, 32)
#undef MAGNITUDE
#undef SPECIAL
#undef SMALLEST
#define MAGNITUDE 0x7fffffffffffffffu
#define SPECIAL   0x7ff0000000000000u
#define SMALLEST  0x0010000000000000u
TESTPS(u64, 64)

#define SIGN32 0x80000000u
#define SIGN64 0x8000000000000000u
BINARY(copysign_f32, u32, u32, u32, (a & SIGN32) | (b & ~SIGN32))
BINARY(copysign_f64, u64, u64, u64, (a & SIGN64) | (b & ~SIGN64))

#define TESTP_ROW(mod, name, type, bits)                                       \
    { OP_TESTP, T(type), MODS_1(mod), exec_testp_##name, {1, bits}, USUAL_COST }
#define TESTP_ROWS(mod, name)                                                  \
    TESTP_ROW(mod, name##_f32, F32, 32), TESTP_ROW(mod, name##_f64, F64, 64)

static const Form forms[] = {
    TESTP_ROWS(FINITE, finite),
    TESTP_ROWS(INFINITE, infinite),
    TESTP_ROWS(NUMBER, number),
    TESTP_ROWS(NOTANUMBER, notanumber),
    TESTP_ROWS(NORMAL, normal),
    TESTP_ROWS(SUBNORMAL, subnormal),
    {OP_COPYSIGN, T(F32), NO_MODS, exec_copysign_f32, {32, 32, 32}, USUAL_COST},
    {OP_COPYSIGN, T(F64), NO_MODS, exec_copysign_f64, {64, 64, 64}, USUAL_COST},
};

bool select_bitwise_flt(Decoder *d, const Stmt *s, Insn *in) {
    return form_select(forms, COUNT_OF(forms), d, s, in);
}
