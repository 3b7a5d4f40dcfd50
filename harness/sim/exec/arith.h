// How arithmetic handlers are written: kinds of lane values, and one macro per
// number of sources.
//
//     BINARY(min_s32, s32, s32, s32, a < b ? a : b)
//
// defines exec_min_s32: for every active lane, d = a < b ? a : b, where a and b
// are int32_t. A kind says which field of a register holds the value and how it
// goes in and out, so that 16-bit values stay zero-extended in their 32-bit
// units and `z32` flushes subnormals. Every lane computes; where some lanes are
// inactive the mask decides which keep the result. A loop without a branch is
// one that the compiler turns into vector code.
//
// Registers are either the same slot or disjoint, so a lane reads only what its
// own earlier iteration could have written: dst may be a source.
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include "sim/core/warp.h"
#include "sim/half.h"

#if defined(__clang__)
// At -O1 clang reports that it left the loops alone, which is fine.
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

// clang-format off
//
//  kind     C type              registers           field         value of a field x          field of a value v
#define T_u32 uint32_t
#define U_u32 Lanes
#define F_u32 u32
#define IN_u32(x)  (x)
#define OUT_u32(v) (uint32_t)(v)
#define T_s32 int32_t
#define U_s32 Lanes
#define F_s32 u32
#define IN_s32(x)  (int32_t)(x)
#define OUT_s32(v) (uint32_t)(v)
#define T_u16 uint16_t
#define U_u16 Lanes
#define F_u16 u32
#define IN_u16(x)  (uint16_t)(x)
#define OUT_u16(v) (uint16_t)(v)
#define T_s16 int16_t
#define U_s16 Lanes
#define F_s16 u32
#define IN_s16(x)  (int16_t)(x)
#define OUT_s16(v) (uint16_t)(v)
#define T_u8 uint8_t
#define U_u8 Lanes
#define F_u8 u32
#define IN_u8(x)   (uint8_t)(x)
#define OUT_u8(v)  (uint8_t)(v)
#define T_s8 int8_t
#define U_s8 Lanes
#define F_s8 u32
#define IN_s8(x)   (int8_t)(x)
#define OUT_s8(v)  (uint16_t)(int8_t)(v)
#define T_u64 uint64_t
#define U_u64 Lanes64
#define F_u64 u64
#define IN_u64(x)  (x)
#define OUT_u64(v) (uint64_t)(v)
#define T_s64 int64_t
#define U_s64 Lanes64
#define F_s64 u64
#define IN_s64(x)  (int64_t)(x)
#define OUT_s64(v) (uint64_t)(v)
// Single precision does not carry NaN payloads: one NaN comes out.
#define T_f32 float
#define U_f32 Lanes
#define F_f32 f32
#define IN_f32(x)  (x)
#define OUT_f32(v) one_nan(v)
// As the conversion from double leaves it.
#define T_raw32 float
#define U_raw32 Lanes
#define F_raw32 f32
#define IN_raw32(x)  (x)
#define OUT_raw32(v) (v)
// The same with subnormals flushed, of sources and results: .ftz
#define T_z32 float
#define U_z32 Lanes
#define F_z32 f32
#define IN_z32(x)  flush(x)
#define OUT_z32(v) flush(one_nan(v))
#define T_f64 double
#define U_f64 Lanes64
#define F_f64 f64
#define IN_f64(x)  (x)
#define OUT_f64(v) (v)
#define T_f16 float
#define U_f16 Lanes
#define F_f16 u32
#define IN_f16(x)  float_of_half(x)
#define OUT_f16(v) half_of_float(v)
#define T_z16 float
#define U_z16 Lanes
#define F_z16 u32
#define IN_z16(x)  float_of_half(flush_half(x))
#define OUT_z16(v) flush_half(half_of_float(v))
#define T_bf16 float
#define U_bf16 Lanes
#define F_bf16 u32
#define IN_bf16(x)  float_of_bf16(x)
#define OUT_bf16(v) bf16_of_float(v)
// clang-format on

#define REG(K, w, slot) ((U_##K *)(void *)unit((w), (slot)))

// Runs `d = expr` over the lanes, `let` defining its variables.
#define LANE_LOOP(D, let, expr)                                                \
    do {                                                                       \
        U_##D *d_ = REG(D, w, in->dst);                                        \
        if (w->active == ~0u) {                                                \
            VECTOR_LOOP                                                        \
            LANES {                                                            \
                let;                                                           \
                d_->F_##D[l] = OUT_##D(expr);                                  \
            }                                                                  \
        } else {                                                               \
            const Lanes *m_ = &w->mask;                                        \
            VECTOR_LOOP                                                        \
            LANES {                                                            \
                let;                                                           \
                __typeof__(d_->F_##D[0]) r_ = OUT_##D(expr);                   \
                d_->F_##D[l] = m_->u32[l] ? r_ : d_->F_##D[l];                 \
            }                                                                  \
        }                                                                      \
    } while (0)

#define UNARY(name, D, A, expr)                                                \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##A *x_ = REG(A, w, in->src[0]);                               \
        LANE_LOOP(D, T_##A a = IN_##A(x_->F_##A[l]), expr);                    \
        return in + 1;                                                         \
    }

#define BINARY(name, D, A, B, expr)                                            \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##A *x_ = REG(A, w, in->src[0]);                               \
        const U_##B *y_ = REG(B, w, in->src[1]);                               \
        LANE_LOOP(D, T_##A a = IN_##A(x_->F_##A[l]);                           \
                  T_##B b = IN_##B(y_->F_##B[l]), expr);                       \
        return in + 1;                                                         \
    }

#define TERNARY(name, D, A, B, C, expr)                                        \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##A *x_ = REG(A, w, in->src[0]);                               \
        const U_##B *y_ = REG(B, w, in->src[1]);                               \
        const U_##C *z_ = REG(C, w, in->src[2]);                               \
        LANE_LOOP(D, T_##A a = IN_##A(x_->F_##A[l]);                           \
                  T_##B b = IN_##B(y_->F_##B[l]);                              \
                  T_##C c = IN_##C(z_->F_##C[l]), expr);                       \
        return in + 1;                                                         \
    }

// ---- single floats

static inline float float_of_bits(uint32_t u) {
    return ((union {
               uint32_t u;
               float f;
           }){u})
        .f;
}
static inline uint32_t bits_of_float(float f) {
    return ((union {
               float f;
               uint32_t u;
           }){f})
        .u;
}
static inline double double_of_bits(uint64_t u) {
    return ((union {
               uint64_t u;
               double f;
           }){u})
        .f;
}
static inline uint64_t bits_of_double(double f) {
    return ((union {
               double f;
               uint64_t u;
           }){f})
        .u;
}

#define NAN_F32 0x7fffffffu
static inline float one_nan(float f) {
    return f == f ? f : float_of_bits(NAN_F32);
}
static inline float flush(float f) {
    uint32_t u = bits_of_float(f);
    uint32_t keep = (u & 0x7f800000u) ? ~0u : 0x80000000u;
    return float_of_bits(u & keep);
}

// ---- predicates

// The lanes' bits: an answer of every lane becomes a word by a compare, an AND
// with this vector and an OR. A shift by l is not something gcc makes vectors
// of where the answers are of 64-bit values.
#define BITS_4(l)  1u << (l), 2u << (l), 4u << (l), 8u << (l)
#define BITS_16(l) BITS_4(l), BITS_4((l) + 4), BITS_4((l) + 8), BITS_4((l) + 12)
static const uint32_t lane_bit32[WARP_SIZE] = {BITS_16(0), BITS_16(16)};
static const uint64_t lane_bit64[WARP_SIZE] = {BITS_16(0), BITS_16(16)};

static inline void pred_write(Warp *w, Slot p, uint32_t bits) {
    w->p[p] = (w->p[p] & ~w->active) | (bits & w->active);
}

// A predicate source may be negated, or an immediate: a select function keeps
// both in two bits of flags, from bit `shift` on.
enum { PRED_NEGATED = 1, PRED_FALSE = 2 };
static inline uint32_t pred_read(const Warp *w, Slot p, unsigned how) {
    uint32_t bits = how & PRED_FALSE ? 0 : w->p[p];
    return how & PRED_NEGATED ? ~bits : bits;
}

#endif
