// The cost of a PTX instruction after ptxas: how many machine instructions it
// becomes, and which pipe they use.
//
// The weights come from a published count of the machine words that ptxas makes
// of kernels of one instruction; those of fp64 division, reciprocal and square
// root are estimates. None was measured on a GPU.
#include "sim/decode/decode.h"

static Type first_type(const Stmt *s) {
    return s->ntypes ? s->types[0] : TYPE_NONE;
}

static bool is_fp16(Type t) {
    return t == TYPE_F16 || t == TYPE_F16X2 || t == TYPE_BF16 ||
           t == TYPE_BF16X2;
}

// Source operand i is a literal: ptxas multiplies by a reciprocal.
static bool is_literal(const Stmt *s, int i) {
    return i < s->nopnds && s->opnd[i].kind == OPND_IMM;
}

static float divide_weight(const Stmt *s, Type t) {
    bool wide = type_bits(t) == 64;
    if (t == TYPE_F64) return 20;
    // the reciprocal is a constant; one product and two steps, and a check
    if (t == TYPE_F32 && is_literal(s, 2) && !stmt_has(s, MOD_APPROX)) return 9;
    if (t == TYPE_F32)
        return stmt_has(s, MOD_APPROX) ? 6 : stmt_has(s, MOD_FULL) ? 9 : 13;
    if (!is_literal(s, 2)) return wide ? 73 : type_is_signed(t) ? 26 : 18;
    uint64_t by = (uint64_t)s->opnd[2].imm;
    if (by && !(by & (by - 1))) return type_is_signed(t) ? 3 : 1;
    return wide ? 14 : 5;
}

static float multiply_weight(const Stmt *s, Type t) {
    if (type_bits(t) != 64 || type_is_float(t)) return 1;
    return s->op == OP_MUL ? 5 : 6;
}

static float float_weight(const Stmt *s, Type t) {
    bool exact = !stmt_has(s, MOD_APPROX), ftz = stmt_has(s, MOD_FTZ);
    switch (s->op) {
    case OP_RCP: return t == TYPE_F64 ? 15 : exact ? 7 : ftz ? 1 : 3;
    case OP_SQRT: return t == TYPE_F64 ? 18 : exact ? 8 : ftz ? 2 : 4;
    case OP_RSQRT:
    case OP_EX2:
    case OP_LG2: return ftz ? 1 : 4;
    case OP_SIN:
    case OP_COS: return 2;
    default: return 1;
    }
}

static float weight(const Stmt *s, Type t) {
    bool wide = type_bits(t) == 64 && !type_is_float(t);
    switch (s->op) {
    case OP_MOV:
    case OP_CVTA: return 0;
    case OP_LD: return stmt_has(s, MOD_PARAM) ? 0 : 1;
    case OP_SELP: return wide ? 2 : 1;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT: return t == TYPE_PRED ? 1 : wide ? 1 : 0.5f; // LOP3 fuses two
    case OP_ADD:
    case OP_SUB:
    case OP_SHL:
    case OP_SHR:
    case OP_MIN:
    case OP_MAX:
    case OP_SETP:
    case OP_ABS:
    case OP_NEG: return wide ? 2 : 1;
    case OP_MUL:
    case OP_MAD: return multiply_weight(s, t);
    case OP_DIV: return divide_weight(s, t);
    case OP_REM: return divide_weight(s, t) + (is_literal(s, 2) ? 1 : 0);
    case OP_BFE: return is_literal(s, 2) && is_literal(s, 3) ? 1 : 7;
    case OP_BFI: return 3;
    case OP_CLZ:
    case OP_REDUX: return 2;
    case OP_POPC:
    case OP_BREV: return wide ? 3 : 1;
    default: return float_weight(s, t);
    }
}

// cvt.s64.s32 and the like: moves, or a sign extended.
static bool is_int_cvt(const Stmt *s) {
    return s->op == OP_CVT && s->ntypes > 1 && !type_is_float(s->types[0]) &&
           !type_is_float(s->types[1]);
}

static float int_cvt_weight(const Stmt *s) {
    return type_bits(s->types[0]) == 64 && !type_is_signed(s->types[1]) ? 0 : 1;
}

// Only some conversions take the slow unit that PIPE_CVT is. Words to floats
// (I2FP) and floats to halves (F2FP) go where integers go, halves to floats
// (HADD2.F32) where halves do; that is what ptxas makes for cc 9.0, and 64
// results a clock in the CUDA C++ Programming Guide's table, not 16.
static Pipe cvt_pipe(const Stmt *s) {
    Type to = s->types[0], from = s->ntypes > 1 ? s->types[1] : TYPE_NONE;

    if (is_int_cvt(s)) return PIPE_INT;
    if (to == TYPE_F32 && !type_is_float(from) && type_bits(from) == 32)
        return PIPE_INT;
    if (is_fp16(to) && from == TYPE_F32) return PIPE_INT;
    if (to == TYPE_F32 && from == TYPE_F16) return PIPE_FP16;
    if (to == TYPE_F32 && from == TYPE_BF16) return PIPE_INT;
    return PIPE_CVT;
}

// Comparisons of floats, and what goes by them, take the pipe of the integers
// (64 results a clock in the CUDA C++ Programming Guide's table).
static bool compares_floats(const Stmt *s, Type t) {
    bool compares = s->op == OP_MIN || s->op == OP_MAX || s->op == OP_SETP ||
                    s->op == OP_SET || s->op == OP_SLCT;
    return compares && t == TYPE_F32;
}

static Pipe pipe_of(const Stmt *s, Type t) {
    Pipe p = op_info[s->op].pipe;
    if (s->op == OP_LD && stmt_has(s, MOD_PARAM)) return PIPE_FREE;
    if (s->op == OP_CVT) return cvt_pipe(s);
    if (p == PIPE_FREE || p == PIPE_LSU || p == PIPE_CTRL || p == PIPE_TENSOR ||
        p == PIPE_XCHG || p == PIPE_CVT)
        return p;
    if (s->op == OP_DIV && t == TYPE_F32 && is_literal(s, 2)) return PIPE_FP32;
    if (s->op == OP_DIV && type_is_float(t))
        return t == TYPE_F64 ? PIPE_FP64 : PIPE_MUFU;
    if (compares_floats(s, t)) return PIPE_CMP;
    if (s->op == OP_SELP || s->op == OP_COPYSIGN) return PIPE_INT;
    if (t == TYPE_F64) return PIPE_FP64;
    if (is_fp16(t) && p != PIPE_MUFU) return PIPE_FP16;
    if (t == TYPE_F32 && p != PIPE_MUFU) return PIPE_FP32;
    return p;
}

// Operations of fp32 and fp64 arithmetic; halves in pairs count twice.
static int flops(const Stmt *s, Type t) {
    if (!type_is_float(t)) return 0;
    int lanes = t == TYPE_F16X2 || t == TYPE_BF16X2 ? 2 : 1;
    switch (s->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_RCP:
    case OP_SQRT:
    case OP_RSQRT:
    case OP_SIN:
    case OP_COS:
    case OP_EX2:
    case OP_LG2:
    case OP_TANH: return lanes;
    case OP_FMA:
    case OP_MAD: return 2 * lanes;
    default: return 0;
    }
}

Cost cost_default(const Stmt *s) {
    if (s->op == OP_COUNT) return (Cost){.pipe = PIPE_FREE};
    Type t = first_type(s);
    // set.lt.u32.f32 and cvt.f32.s32: the second type is what is worked on.
    if ((s->op == OP_SET || s->op == OP_SLCT) && s->ntypes > 1) t = s->types[1];
    float w = is_int_cvt(s) ? int_cvt_weight(s) : weight(s, t);
    return (Cost){pipe_of(s, t), w, 0, flops(s, t)};
}
