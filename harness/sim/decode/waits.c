// Which statements a warp waits for.
#include "sim/decode/decode.h"

bool dependency_is_shared(const Stmt *s) {
    return stmt_has(s, MOD_SHARED) || stmt_has(s, MOD_SHARED_CTA) ||
           stmt_has(s, MOD_SHARED_CLUSTER) || stmt_has(s, MOD_LOCAL);
}

// True if copies may stay under way: in a loop, what is waited for was asked
// for one run or more before, and has come meanwhile.
static bool leaves_groups(const Stmt *s) {
    return s->nopnds > 0 && s->opnd[0].kind == OPND_IMM && s->opnd[0].imm != 0;
}

// Tells if the warp waits for the result of s, and how far away that is.
Waits dependency_waits(const Stmt *s) {
    switch (s->op) {
    case OP_LD:
    case OP_LDU:
        if (stmt_has(s, MOD_PARAM) || stmt_has(s, MOD_CONST)) return WAITS_NOT;
        return dependency_is_shared(s) ? WAITS_NEAR : WAITS_FAR;
    case OP_ATOM: return dependency_is_shared(s) ? WAITS_NEAR : WAITS_FAR;
    case OP_LDMATRIX: return WAITS_NEAR;
    case OP_WMMA:
        if (!stmt_has(s, MOD_LOAD)) return WAITS_NOT;
        return dependency_is_shared(s) ? WAITS_NEAR : WAITS_FAR;
    case OP_WGMMA: return stmt_has(s, MOD_WAIT_GROUP) ? WAITS_NEAR : WAITS_NOT;
    case OP_TEX:
    case OP_TLD4:
    case OP_SULD: return WAITS_FAR;
    case OP_CP:
        if (stmt_has(s, MOD_WAIT_ALL)) return WAITS_FAR;
        return stmt_has(s, MOD_WAIT_GROUP) && !leaves_groups(s) ? WAITS_FAR
                                                                : WAITS_NOT;
    case OP_MBARRIER:
        return stmt_has(s, MOD_TRY_WAIT) || stmt_has(s, MOD_TEST_WAIT)
                   ? WAITS_FAR
                   : WAITS_NOT;
    default: return WAITS_NOT;
    }
}
