// Video instructions: arithmetic on bytes and half-words of 32-bit registers.
// PTX ISA, "Scalar Video Instructions" and "SIMD Video Instructions".
//
// GPUs have run them in software since Maxwell, and so does this: one handler,
// which reads from VideoInsn what the spelling says. All sums are made in 64
// bits, where nothing overflows. Only vabsdiff2 and vabsdiff4 are still made by
// compilers; their usual forms have handlers of their own in exec/int.c.
#include "sim/core/warp.h"
#include "sim/exec/forms.h"
#include "sim/exec/select.h"

#include <string.h>

typedef enum Vop {
    VOP_ADD,
    VOP_SUB,
    VOP_AVRG,
    VOP_ABSDIFF,
    VOP_MIN,
    VOP_MAX,
    VOP_SHL,
    VOP_SHR,
    VOP_MAD,
    VOP_SET,
} Vop;

// Which part of a register: bytes or half-words, one number for each element.
typedef struct Part {
    int bits;      // of an element: 8, 16, 32
    uint8_t at[4]; // elements counted from 0, the lowest first
} Part;

// At Insn.ptr.
typedef struct VideoInsn {
    Vop op;
    bool d_signed, a_signed, b_signed;
    bool saturates, wraps;
    Mod second;    // MOD_ADD, MOD_MIN, MOD_MAX, or MOD_COUNT
    Mod compare;   // of vset
    int scale;     // of vmad: bits to shift
    bool plus_one; // vmad.po
    int lanes;     // 1, 2, 4
    Part a, b, to; // to: where the result goes, or which are kept
    uint8_t mask;  // SIMD: elements that are written
} VideoInsn;

static int64_t clamp(int64_t v, int64_t lo, int64_t hi) {
    return v < lo ? lo : v > hi ? hi : v;
}

static int64_t saturate(int64_t v, int bits, bool is_signed) {
    int64_t top = (int64_t)1 << (is_signed ? bits - 1 : bits);
    return clamp(v, is_signed ? -top : 0, top - 1);
}

static int64_t extend(uint64_t v, int bits, bool is_signed) {
    uint64_t gap = 64 - (uint64_t)bits;
    return is_signed ? (int64_t)(v << gap) >> gap : (int64_t)(v << gap >> gap);
}

static bool compares(Mod how, int64_t a, int64_t b) {
    switch (how) {
    case MOD_EQ: return a == b;
    case MOD_NE: return a != b;
    case MOD_LT: return a < b;
    case MOD_LE: return a <= b;
    case MOD_GT: return a > b;
    default: return a >= b;
    }
}

static int64_t shift_amount(const VideoInsn *x, int64_t b) {
    uint32_t n = (uint32_t)b;
    return x->wraps ? n & 31 : min_of(n, 32u);
}

static int64_t video_operate(const VideoInsn *x, int64_t a, int64_t b) {
    switch (x->op) {
    case VOP_ADD: return a + b;
    case VOP_SUB: return a - b;
    case VOP_AVRG: return (a + b + (a + b >= 0)) >> 1;
    case VOP_ABSDIFF: return a < b ? b - a : a - b;
    case VOP_MIN: return min_of(a, b);
    case VOP_MAX: return max_of(a, b);
    case VOP_SHL: return (int64_t)((uint64_t)a << shift_amount(x, b));
    case VOP_SHR: return a >> shift_amount(x, b);
    default: return compares(x->compare, a, b);
    }
}

// ---- one element: a part of a, a part of b, a place in d

static uint32_t second(const VideoInsn *x, int64_t v, uint32_t c) {
    uint32_t t = (uint32_t)v;
    bool less = x->d_signed ? (int32_t)t < (int32_t)c : t < c;
    switch (x->second) {
    case MOD_ADD: return t + c;
    case MOD_MIN: return less ? t : c;
    case MOD_MAX: return less ? c : t;
    default: break;
    }
    if (x->to.bits == 32) return t;
    uint32_t ones = x->to.bits == 8 ? 0xff : 0xffff;
    int at = x->to.at[0] * x->to.bits;
    return (t & ones) << at | (c & ~(ones << at));
}

static uint32_t scalar(const VideoInsn *x, uint32_t a, uint32_t b, uint32_t c) {
    int64_t ta = extend(a >> x->a.at[0] * x->a.bits, x->a.bits, x->a_signed);
    int64_t tb = extend(b >> x->b.at[0] * x->b.bits, x->b.bits, x->b_signed);
    int64_t v = video_operate(x, ta, tb);
    if (x->saturates) v = saturate(v, x->to.bits, x->d_signed);
    return second(x, v, c);
}

static uint32_t multiply(const VideoInsn *x, uint32_t a, uint32_t b,
                         uint32_t c) {
    int64_t ta = extend(a >> x->a.at[0] * x->a.bits, x->a.bits, x->a_signed);
    int64_t tb = extend(b >> x->b.at[0] * x->b.bits, x->b.bits, x->b_signed);
    bool is_signed = x->a_signed || x->b_signed;
    __int128 v = (__int128)ta * tb + extend(c, 32, is_signed) + x->plus_one;
    int64_t r = (int64_t)(v >> x->scale);
    if (x->saturates) {
        __int128 scaled = v >> x->scale;
        __int128 lo = is_signed ? INT32_MIN : 0;
        __int128 hi = is_signed ? INT32_MAX : (__int128)UINT32_MAX;
        r = (int64_t)(scaled < lo ? lo : scaled > hi ? hi : scaled);
    }
    return (uint32_t)r;
}

// ---- two or four elements, out of the pair b:a

static uint32_t simd(const VideoInsn *x, uint32_t a, uint32_t b, uint32_t c) {
    uint64_t both = (uint64_t)b << 32 | a;
    int bits = 32 / x->lanes;
    uint32_t ones = (1u << bits) - 1, d = x->second == MOD_ADD ? c : 0;
    for (int i = 0; i < x->lanes; i++) {
        bool keep = !(x->mask >> i & 1);
        int64_t ta = extend(both >> x->a.at[i] * bits, bits, x->a_signed);
        int64_t tb = extend(both >> x->b.at[i] * bits, bits, x->b_signed);
        int64_t v = video_operate(x, ta, tb);
        if (x->saturates) v = saturate(v, bits, x->d_signed);
        if (x->second == MOD_ADD)
            d += keep ? 0 : (uint32_t)v;
        else
            d |= keep ? c & ones << i * bits : ((uint32_t)v & ones) << i * bits;
    }
    return d;
}

static const Insn *exec_video(Warp *w, const Insn *in) {
    const VideoInsn *x = in->ptr;
    const Lanes *a = unit(w, in->src[0]), *b = unit(w, in->src[1]);
    const Lanes *c = unit(w, in->src[2]);
    Lanes *d = unit(w, in->dst);
    for (uint32_t m = w->active; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint32_t ta = a->u32[l], tb = b->u32[l], tc = c->u32[l];
        d->u32[l] = x->op == VOP_MAD ? multiply(x, ta, tb, tc)
                    : x->lanes == 1  ? scalar(x, ta, tb, tc)
                                     : simd(x, ta, tb, tc);
    }
    return in + 1;
}

// ---- select

typedef struct VideoRow {
    Op op;
    Vop vop;
    uint8_t lanes;
} VideoRow;

static const VideoRow rows[] = {
    {OP_VADD, VOP_ADD, 1},          {OP_VSUB, VOP_SUB, 1},
    {OP_VABSDIFF, VOP_ABSDIFF, 1},  {OP_VMIN, VOP_MIN, 1},
    {OP_VMAX, VOP_MAX, 1},          {OP_VSHL, VOP_SHL, 1},
    {OP_VSHR, VOP_SHR, 1},          {OP_VMAD, VOP_MAD, 1},
    {OP_VSET, VOP_SET, 1},          {OP_VADD2, VOP_ADD, 2},
    {OP_VSUB2, VOP_SUB, 2},         {OP_VAVRG2, VOP_AVRG, 2},
    {OP_VABSDIFF2, VOP_ABSDIFF, 2}, {OP_VMIN2, VOP_MIN, 2},
    {OP_VMAX2, VOP_MAX, 2},         {OP_VSET2, VOP_SET, 2},
    {OP_VADD4, VOP_ADD, 4},         {OP_VSUB4, VOP_SUB, 4},
    {OP_VAVRG4, VOP_AVRG, 4},       {OP_VABSDIFF4, VOP_ABSDIFF, 4},
    {OP_VMIN4, VOP_MIN, 4},         {OP_VMAX4, VOP_MAX, 4},
    {OP_VSET4, VOP_SET, 4},
};

// "b2" "h1" "b3210" "h32": elements, the highest first. Without: `usual`, and
// the elements in order from `first`.
static bool read_part(const Operand *o, int bits, int n, int first, Part *out) {
    *out = (Part){.bits = bits};
    for (int i = 0; i < n && i < 4; i++)
        out->at[i] = (uint8_t)(first + i);
    if (!o->part) return true;
    out->bits = o->part[0] == 'b' ? 8 : 16;
    const char *digits = o->part + 1;
    int count = (int)strlen(digits);
    if (count != n) return false;
    for (int i = 0; i < n && i < 4; i++)
        out->at[i] = (uint8_t)(digits[n - 1 - i] - '0');
    return true;
}

// Which elements of d are written; the others are c's.
static uint8_t read_mask(const Operand *o, int n) {
    uint8_t mask = 0;
    if (!o->part) return (uint8_t)((1 << n) - 1);
    for (const char *c = o->part + 1; *c; c++)
        mask |= (uint8_t)(1u << (*c - '0'));
    return mask;
}

static Mod one_of(const Stmt *s, const Mod *mods, int n) {
    for (int i = 0; i < n; i++)
        if (stmt_has(s, mods[i])) return mods[i];
    return MOD_COUNT;
}

static void read_types(const Stmt *s, VideoInsn *x) {
    int i = x->op == VOP_SET ? 0 : 1;
    x->d_signed = i && type_is_signed(s->types[0]);
    x->a_signed = type_is_signed(s->types[i]);
    x->b_signed = type_is_signed(s->types[i + 1]);
}

static bool read_parts(Decoder *d, const Stmt *s, VideoInsn *x) {
    bool ok;
    if (x->lanes == 1) {
        ok = read_part(&s->opnd[0], 32, 1, 0, &x->to) &&
             read_part(&s->opnd[1], 32, 1, 0, &x->a) &&
             read_part(&s->opnd[2], 32, 1, 0, &x->b);
    } else {
        x->mask = read_mask(&s->opnd[0], x->lanes);
        ok = read_part(&s->opnd[1], 0, x->lanes, 0, &x->a) &&
             read_part(&s->opnd[2], 0, x->lanes, x->lanes, &x->b);
    }
    return ok || decoder_refuse(d, "this choice of parts of a register");
}

// vop.dtype.atype.btype{.sat}{.op2} d{.part}, a{.part}, b{.part}{, c};
static bool select_any(Decoder *d, const Stmt *s, Insn *in) {
    static const Mod seconds[] = {MOD_ADD, MOD_MIN, MOD_MAX};
    static const Mod compares_of[] = {MOD_EQ, MOD_NE, MOD_LT,
                                      MOD_LE, MOD_GT, MOD_GE};
    const VideoRow *row = rows;
    while (row->op != s->op)
        row++;
    VideoInsn *x = decoder_alloc(d, sizeof *x);
    x->op = row->vop;
    x->lanes = row->lanes;
    if (s->nopnds < 3 || s->ntypes != (x->op == VOP_SET ? 2 : 3))
        return decoder_refuse(d, "this form of a video instruction");
    read_types(s, x);
    x->saturates = stmt_has(s, MOD_SAT);
    x->wraps = stmt_has(s, MOD_WRAP);
    x->second = one_of(s, seconds, COUNT_OF(seconds));
    x->compare = one_of(s, compares_of, COUNT_OF(compares_of));
    x->scale = stmt_has(s, MOD_SHR7) ? 7 : stmt_has(s, MOD_SHR15) ? 15 : 0;
    x->plus_one = stmt_has(s, MOD_PO);
    if (!read_parts(d, s, x)) return false;

    in->fn = exec_video;
    in->ptr = x;
    in->dst = dst(d, &s->opnd[0], 32);
    in->src[0] = src(d, &s->opnd[1], 32);
    in->src[1] = src(d, &s->opnd[2], 32);
    in->src[2] = s->nopnds > 3 ? src(d, &s->opnd[3], 32) : src_bits(d, 0, 32);
    decoder_cost(d, PIPE_INT, x->lanes == 1 ? 4 : 8, 0);
    return true;
}

bool select_video(Decoder *d, const Stmt *s, Insn *in) {
    bool parts = false;
    for (int i = 0; i < s->nopnds; i++)
        parts |= s->opnd[i].part != NULL;
    bool usual = s->op == OP_VABSDIFF2 || s->op == OP_VABSDIFF4;
    if (usual && !parts && select_arith(d, s, in)) {
        stmt_saw_all(s); // its rows name them
        return true;
    }
    STMT_ACCEPT(s, MOD_CLAMP);
    return select_any(d, s, in);
}
