// Bit fields, counts, permutations.
//
// Positions and lengths beyond the register have defined results in PTX; each
// helper deals with them before it shifts.
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

// By sums of ever wider fields, so that loops become vector code. (With a
// multiplication at the end gcc would see what this is, and use one POPCNT
// after the other.)
static inline uint32_t popc_32(uint32_t a) {
    a -= a >> 1 & 0x55555555;
    a = (a & 0x33333333) + (a >> 2 & 0x33333333);
    a = (a + (a >> 4)) & 0x0f0f0f0f;
    a += a >> 8;
    a += a >> 16;
    return a & 63;
}
static inline uint32_t clz_32(uint32_t a) {
    return a ? (uint32_t)__builtin_clz(a) : 32;
}
static inline uint32_t clz_64(uint64_t a) {
    return a ? (uint32_t)__builtin_clzll(a) : 64;
}
static inline uint32_t brev_32(uint32_t a) {
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
    return a >> 16 | a << 16;
}
static inline uint64_t brev_64(uint64_t a) {
    return (uint64_t)brev_32((uint32_t)a) << 32 | brev_32((uint32_t)(a >> 32));
}

UNARY(popc_b32, u32, u32, popc_32(a))
UNARY(popc_b64, u32, u64, popc_32((uint32_t)a) + popc_32((uint32_t)(a >> 32)))
UNARY(clz_b32, u32, u32, clz_32(a))
UNARY(clz_b64, u32, u64, clz_64(a))
UNARY(brev_b32, u32, u32, brev_32(a))
UNARY(brev_b64, u64, u64, brev_64(a))

// The most significant bit that is not the sign; -1 where there is none, which
// is what 31 - 32 and 63 - 64 give.
#define FLIP(U)       (a < 0 ? ~(U)a : (U)a)
#define SHIFTAMT32(v) ((v) ? clz_32(v) : ~0u)
#define SHIFTAMT64(v) ((v) ? clz_64(v) : ~0u)
UNARY(bfind_u32, u32, u32, 31 - clz_32(a))
UNARY(bfind_s32, u32, s32, 31 - clz_32(FLIP(uint32_t)))
UNARY(bfind_u64, u32, u64, 63 - clz_64(a))
UNARY(bfind_s64, u32, s64, 63 - clz_64(FLIP(uint64_t)))
UNARY(bfind_shiftamt_u32, u32, u32, SHIFTAMT32(a))
UNARY(bfind_shiftamt_s32, u32, s32, SHIFTAMT32(FLIP(uint32_t)))
UNARY(bfind_shiftamt_u64, u32, u64, SHIFTAMT64(a))
UNARY(bfind_shiftamt_s64, u32, s64, SHIFTAMT64(FLIP(uint64_t)))

// Position of the offset-th set bit from base on, upwards, or downwards if the
// offset is negative; 0 asks whether base itself is set.
static inline uint32_t fns(uint32_t mask, uint32_t base, int32_t offset) {
    if (base > 31) return ~0u;
    if (offset == 0) return mask >> base & 1 ? base : ~0u;
    int step = offset > 0 ? 1 : -1;
    uint32_t left = offset > 0 ? (uint32_t)offset : -(uint32_t)offset;
    for (int pos = (int)base; pos >= 0 && pos < 32; pos += step)
        if (mask >> pos & 1 && --left == 0) return (uint32_t)pos;
    return ~0u;
}
TERNARY(fns_b32, u32, u32, u32, s32, fns(a, b, c))

// ---- fields: only the low 8 bits of position and length count

static inline uint64_t low_bits(uint32_t n) { // n ones
    return n < 64 ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}
static inline uint64_t bfe_u(uint64_t a, uint32_t pos, uint32_t len) {
    return pos < 64 ? a >> pos & low_bits(len) : 0;
}
// Beyond the register stands its sign bit. For 32 bits, a is sign-extended.
static inline int64_t bfe_s(int64_t a, uint32_t pos, uint32_t len) {
    if (len == 0) return 0;
    uint32_t from = pos < 63 ? pos : 63, left = 64 - from;
    uint32_t n = len < left ? len : left;
    return (int64_t)((uint64_t)(a >> from) << (64 - n)) >> (64 - n);
}
TERNARY(bfe_u32, u32, u32, u32, u32, bfe_u(a, b & 0xff, c & 0xff))
TERNARY(bfe_s32, s32, s32, u32, u32, bfe_s(a, b & 0xff, c & 0xff))
TERNARY(bfe_u64, u64, u64, u32, u32, bfe_u(a, b & 0xff, c & 0xff))
TERNARY(bfe_s64, s64, s64, u32, u32, bfe_s(a, b & 0xff, c & 0xff))

static inline uint64_t bfi(uint64_t field, uint64_t into, uint32_t pos,
                           uint32_t len) {
    if (pos > 63) return into;
    uint64_t mask = low_bits(len) << pos;
    return (field << pos & mask) | (into & ~mask);
}
// d = b with c's and d's field of a: four sources.
#define BFI_HANDLER(name, K)                                                   \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##K *x = REG(K, w, in->src[0]), *y = REG(K, w, in->src[1]);    \
        const Lanes *pos = unit(w, in->src[2]), *len = unit(w, in->src[3]);    \
        LANE_LOOP(K, T_##K a = x->F_##K[l];                                    \
                  T_##K b = y->F_##K[l],                                       \
                  bfi(a, b, pos->u32[l] & 0xff, len->u32[l] & 0xff));          \
        return in + 1;                                                         \
    }
BFI_HANDLER(bfi_b32, u32)
BFI_HANDLER(bfi_b64, u64)

// `width` ones from `pos` on.
static inline uint32_t bmsk(uint32_t pos, uint32_t width) {
    return (uint32_t)(low_bits(width) << pos);
}
BINARY(bmsk_wrap, u32, u32, u32, bmsk(a & 31, b & 31))
BINARY(bmsk_clamp, u32, u32, u32, a > 31 ? 0 : bmsk(a & 31, b < 32 ? b : 32))

static inline uint32_t szext_u(uint32_t a, uint32_t n) {
    return (uint32_t)(a & low_bits(n));
}
static inline uint32_t szext_s(uint32_t a, uint32_t n) {
    return n ? (uint32_t)((int32_t)(a << (32 - n)) >> (32 - n)) : 0;
}
BINARY(szext_clamp_u32, u32, u32, u32, szext_u(a, b < 32 ? b : 32))
BINARY(szext_clamp_s32, u32, u32, u32, szext_s(a, b < 32 ? b : 32))
BINARY(szext_wrap_u32, u32, u32, u32, szext_u(a, b & 31))
BINARY(szext_wrap_s32, u32, u32, u32, szext_s(a, b & 31))

// ---- prmt: the eight bytes of b:a are numbered from 0

static inline uint32_t byte_of(uint32_t a, uint32_t b, uint32_t sel) {
    return ((sel & 4 ? b : a) >> 8 * (sel & 3)) & 0xff;
}
static inline uint32_t pick(uint32_t a, uint32_t b, uint32_t ctl) {
    uint32_t v = byte_of(a, b, ctl);
    return ctl & 8 ? -(v >> 7) & 0xff : v; // replicate the sign
}
static inline uint32_t prmt(uint32_t a, uint32_t b, uint32_t c) {
    return pick(a, b, c) | pick(a, b, c >> 4) << 8 | pick(a, b, c >> 8) << 16 |
           pick(a, b, c >> 12) << 24;
}
TERNARY(prmt, u32, u32, u32, u32, prmt(a, b, c))

// The modes are tables of selectors by c's low two bits.
#define MODE(name, c0, c1, c2, c3)                                             \
    static inline uint32_t name##_table(uint32_t c) {                          \
        return (c & 2 ? (c & 1 ? c3 : c2) : (c & 1 ? c1 : c0));                \
    }                                                                          \
    TERNARY(prmt_##name, u32, u32, u32, u32, prmt(a, b, name##_table(c)))
MODE(f4e, 0x3210u, 0x4321u, 0x5432u, 0x6543u)
MODE(b4e, 0x5670u, 0x6701u, 0x7012u, 0x0123u)
MODE(rc8, 0x0000u, 0x1111u, 0x2222u, 0x3333u)
MODE(ecl, 0x3210u, 0x3211u, 0x3222u, 0x3333u)
MODE(ecr, 0x0000u, 0x1110u, 0x2210u, 0x3210u)
MODE(rc16, 0x1010u, 0x3232u, 0x1010u, 0x3232u)

// ---- the table

#define I(w) PIPE_INT, w, 0
#define C(w) PIPE_CVT, w, 0
#define W32                                                                    \
    { 32, 32, 32 }
#define X32                                                                    \
    { 32, 32, 32, 32 }

// clang-format off
static const Form forms[] = {
    {OP_POPC, T(B32), NO_MODS, exec_popc_b32, {32, 32}, USUAL_COST},
    {OP_POPC, T(B64), NO_MODS, exec_popc_b64, {32, 64}, USUAL_COST},
    {OP_CLZ, T(B32), NO_MODS, exec_clz_b32, {32, 32}, USUAL_COST},
    {OP_CLZ, T(B64), NO_MODS, exec_clz_b64, {32, 64}, USUAL_COST},
    {OP_BREV, T(B32), NO_MODS, exec_brev_b32, {32, 32}, USUAL_COST},
    {OP_BREV, T(B64), NO_MODS, exec_brev_b64, {64, 64}, USUAL_COST},
    {OP_BFIND, T(U32), NO_MODS, exec_bfind_u32, {32, 32}, C(1)},
    {OP_BFIND, T(S32), NO_MODS, exec_bfind_s32, {32, 32}, C(1)},
    {OP_BFIND, T(U64), NO_MODS, exec_bfind_u64, {32, 64}, C(4)},
    {OP_BFIND, T(S64), NO_MODS, exec_bfind_s64, {32, 64}, C(6)},
    {OP_BFIND, T(U32), MODS_1(SHIFTAMT), exec_bfind_shiftamt_u32, {32, 32}, C(1)},
    {OP_BFIND, T(S32), MODS_1(SHIFTAMT), exec_bfind_shiftamt_s32, {32, 32}, C(1)},
    {OP_BFIND, T(U64), MODS_1(SHIFTAMT), exec_bfind_shiftamt_u64, {32, 64}, C(4)},
    {OP_BFIND, T(S64), MODS_1(SHIFTAMT), exec_bfind_shiftamt_s64, {32, 64}, C(6)},
    {OP_FNS, T(B32), NO_MODS, exec_fns_b32, X32, C(40)},
    {OP_BFE, T(U32), NO_MODS, exec_bfe_u32, X32, USUAL_COST},
    {OP_BFE, T(S32), NO_MODS, exec_bfe_s32, X32, USUAL_COST},
    {OP_BFE, T(U64), NO_MODS, exec_bfe_u64, {64, 64, 32, 32}, USUAL_COST},
    {OP_BFE, T(S64), NO_MODS, exec_bfe_s64, {64, 64, 32, 32}, USUAL_COST},
    {OP_BFI, T(B32), NO_MODS, exec_bfi_b32, {32, 32, 32, 32, 32}, USUAL_COST},
    {OP_BFI, T(B64), NO_MODS, exec_bfi_b64, {64, 64, 64, 32, 32}, USUAL_COST},
    {OP_BMSK, T(B32), MODS_1(WRAP), exec_bmsk_wrap, W32, USUAL_COST},
    {OP_BMSK, T(B32), MODS_1(CLAMP), exec_bmsk_clamp, W32, USUAL_COST},
    {OP_SZEXT, T(U32), MODS_1(CLAMP), exec_szext_clamp_u32, W32, USUAL_COST},
    {OP_SZEXT, T(S32), MODS_1(CLAMP), exec_szext_clamp_s32, W32, USUAL_COST},
    {OP_SZEXT, T(U32), MODS_1(WRAP), exec_szext_wrap_u32, W32, USUAL_COST},
    {OP_SZEXT, T(S32), MODS_1(WRAP), exec_szext_wrap_s32, W32, USUAL_COST},
    {OP_PRMT, T(B32), NO_MODS, exec_prmt, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(F4E), exec_prmt_f4e, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(B4E), exec_prmt_b4e, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(RC8), exec_prmt_rc8, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(ECL), exec_prmt_ecl, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(ECR), exec_prmt_ecr, X32, USUAL_COST},
    {OP_PRMT, T(B32), MODS_1(RC16), exec_prmt_rc16, X32, USUAL_COST},
};
// clang-format on

bool select_bits(Decoder *d, const Stmt *s, Insn *in) {
    return form_select(forms, COUNT_OF(forms), d, s, in);
}
