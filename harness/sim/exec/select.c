// Which file has the handlers of an instruction.
#include "sim/exec/select.h"

#include "sim/exec/barrier.h"
#include "sim/exec/forms.h"
#include "sim/exec/mma_insn.h"

static bool select_flt(Decoder *d, const Stmt *s, Insn *in) {
    stmt_saw_all(s);
    if (stmt_has(s, MOD_XORSIGN)) return select_xorsign(d, s, in);
    if (!s->ntypes) return false;
    switch (s->op) {
    case OP_TESTP:
    case OP_COPYSIGN: return select_bitwise_flt(d, s, in);
    default: break;
    }
    switch (s->types[0]) {
    case TYPE_F64: return select_f64(d, s, in);
    case TYPE_F16:
    case TYPE_F16X2:
    case TYPE_BF16:
    case TYPE_BF16X2: return select_half(d, s, in);
    case TYPE_F32: break;
    default: return false;
    }
    switch (s->op) {
    case OP_RCP:
    case OP_SQRT:
    case OP_RSQRT:
    case OP_SIN:
    case OP_COS:
    case OP_LG2:
    case OP_EX2:
    case OP_TANH: return select_mufu(d, s, in);
    default: return select_f32(d, s, in);
    }
}

static bool select_int(Decoder *d, const Stmt *s, Insn *in) {
    stmt_saw_all(s); // rows and loops name all modifiers of a form
    switch (s->op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT:
    case OP_CNOT:
    case OP_LOP3:
    case OP_SHL:
    case OP_SHR:
    case OP_SHF: return select_logic(d, s, in);
    case OP_POPC:
    case OP_CLZ:
    case OP_BFIND:
    case OP_FNS:
    case OP_BREV:
    case OP_BFE:
    case OP_BFI:
    case OP_BMSK:
    case OP_SZEXT:
    case OP_PRMT: return select_bits(d, s, in);
    case OP_SET:
    case OP_SETP: return select_compare(d, s, in);
    case OP_SELP:
    case OP_SLCT: return select_choose(d, s, in);
    case OP_MOV:
    case OP_CVTA:
    case OP_ISSPACEP: return select_move(d, s, in);
    default: break;
    }
    if (s->ntypes && type_is_float(s->types[0])) return select_flt(d, s, in);
    return select_arith(d, s, in);
}

static bool select_mma(Decoder *d, const Stmt *s, Insn *in) {
    switch (s->op) {
    case OP_MMA:
        if (mma_is_quads(s)) return select_mma_quads(d, s, in);
        return select_mma_product(d, s, in);
    case OP_WMMA: return select_wmma(d, s, in);
    case OP_WGMMA: return select_wgmma(d, s, in);
    default: return select_matrix(d, s, in);
    }
}

static bool select_meeting(Decoder *d, const Stmt *s, Insn *in) {
    bool is_bar = s->op == OP_BAR || s->op == OP_BARRIER;
    if (is_bar && !stmt_has(s, MOD_WARP)) return select_barrier(d, s, in);
    return select_warp(d, s, in);
}

SelectFn select_of(Group group) {
    static const SelectFn of[] = {
        [GROUP_INT] = select_int,     [GROUP_FLT] = select_flt,
        [GROUP_CVT] = select_cvt,     [GROUP_MEM] = select_mem,
        [GROUP_ATOM] = select_atom,   [GROUP_WARP] = select_meeting,
        [GROUP_CTRL] = select_ctrl,   [GROUP_MMA] = select_mma,
        [GROUP_TEX] = select_tex,     [GROUP_ASYNC] = select_async,
        [GROUP_VIDEO] = select_video,
    };
    return of[group];
}
