// Which values ptxas knows to be the same for all lanes of a warp: those made
// of parameters, constants and block indices alone. It lets one lane do the
// atomics of all on such an address.
//
// A value varies if it comes from a lane's own number, from memory, from
// another lane, or from a value that varies. Loops carry values backwards, so
// statements are gone through until nothing changes. Control flow is left out:
// a register that lanes set on different ways is taken for uniform if both
// values are.
#include "sim/decode/decode.h"

typedef struct Flow {
    uint8_t *varies;
    bool reads; // something that varies
    bool grew;
} Flow;

static void uniform_note_read(void *ctx, const Sym *reg, bool is_def) {
    Flow *f = ctx;
    if (!is_def) f->reads |= f->varies[reg->index];
}

static void note_written(void *ctx, const Sym *reg, bool is_def) {
    Flow *f = ctx;
    if (!is_def || f->varies[reg->index]) return;
    f->varies[reg->index] = 1;
    f->grew = true;
}

static bool is_own(int special) {
    switch (special) {
    case SREG_CTAID_X:
    case SREG_CTAID_Y:
    case SREG_CTAID_Z:
    case SREG_NTID_X:
    case SREG_NTID_Y:
    case SREG_NTID_Z:
    case SREG_NCTAID_X:
    case SREG_NCTAID_Y:
    case SREG_NCTAID_Z: return false;
    default: return true;
    }
}

// True if the result of s varies whatever its operands are.
static bool is_source(const Stmt *s) {
    for (int i = 0; i < s->nopnds; i++)
        if (s->opnd[i].kind == OPND_SPECIAL && is_own(s->opnd[i].special))
            return true;
    switch (s->op) {
    case OP_LD: return !stmt_has(s, MOD_PARAM);
    case OP_LDU:
    case OP_ATOM:
    case OP_SHFL:
    case OP_TEX:
    case OP_TLD4:
    case OP_SULD:
    case OP_CALL:
    case OP_LDMATRIX:
    case OP_WMMA:
    case OP_MMA: return true;
    default: return false;
    }
}

uint8_t *varying_registers(Arena *a, const PtxFunc *f) {
    Flow now = {.varies = arena_array(a, uint8_t, (size_t)f->nregs + 1)};

    do {
        now.grew = false;
        for (int i = 0; i < f->nstmts; i++) {
            const Stmt *s = &f->stmts[i];
            now.reads = is_source(s);
            stmt_registers(s, uniform_note_read, &now);
            if (now.reads) stmt_registers(s, note_written, &now);
        }
    } while (now.grew);
    return now.varies;
}

bool decoder_is_uniform(const Decoder *d, const Stmt *s) {
    for (int i = 0; i < s->nopnds; i++) {
        const Operand *o = &s->opnd[i];
        if (o->kind != OPND_ADDR) continue;
        return !o->sym || o->sym->kind != SYM_REG || !d->varies[o->sym->index];
    }
    return false;
}
