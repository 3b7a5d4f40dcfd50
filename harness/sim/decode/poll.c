// Which statements look like waiting for another thread.
#include "sim/decode/independence.h"

bool stmt_names(const Stmt *s, Mod m) {
    for (int i = 0; i < s->nmods; i++)
        if (s->mods[i] == m) return true;
    return false;
}

uint8_t independence_poll(const Stmt *s) {
    bool is_fresh = stmt_names(s, MOD_VOLATILE) || stmt_names(s, MOD_RELAXED) ||
                    stmt_names(s, MOD_ACQUIRE) || stmt_names(s, MOD_MMIO);
    if (stmt_names(s, MOD_TEST_WAIT) || stmt_names(s, MOD_TRY_WAIT))
        return POLL_STRONG;
    switch (s->op) {
    case OP_ATOM:
        return stmt_names(s, MOD_CAS) || stmt_names(s, MOD_EXCH) ? POLL_STRONG
                                                                 : POLL_WEAK;
    case OP_NANOSLEEP:
    case OP_MEMBAR:
    case OP_FENCE: return POLL_STRONG;
    case OP_LD:
    case OP_LDU:
    case OP_LDMATRIX: return is_fresh ? POLL_STRONG : 0;
    default: return 0;
    }
}

bool independence_is_read(const Stmt *s) {
    bool keeps = stmt_names(s, MOD_ADD) || stmt_names(s, MOD_OR) ||
                 stmt_names(s, MOD_XOR);
    if (s->op != OP_ATOM || !keeps || s->nopnds < 3) return false;
    const Operand *by = &s->opnd[2];
    return by->kind == OPND_IMM && by->imm == 0;
}
