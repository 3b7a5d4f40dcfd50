#include "sim/decode/independence.h"

#include "base/str.h"
#include "base/vec.h"
#include "sim/decode/code.h"

#include <string.h>

static void dependent(Independence *st, const char *reason) {
    st->is_dependent = true;
    if (!st->reason) st->reason = reason;
}

static Mod atomic_kind(const Stmt *s) {
    static const Mod kinds[] = {MOD_ADD, MOD_MIN, MOD_MAX, MOD_INC, MOD_DEC,
                                MOD_AND, MOD_OR,  MOD_XOR, MOD_CAS, MOD_EXCH};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (stmt_has(s, kinds[i])) return kinds[i];
    return MOD_COUNT;
}

static bool reaches_other_blocks(const Stmt *s) {
    Space space = memop_space(s);
    return space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

// A load that is there to see what others have stored meanwhile.
static void independence_load(Independence *st, const Stmt *s) {
    if (!reaches_other_blocks(s) || stmt_has(s, MOD_CTA)) return;
    if (stmt_has(s, MOD_VOLATILE) || stmt_has(s, MOD_RELAXED) ||
        stmt_has(s, MOD_ACQUIRE) || stmt_has(s, MOD_MMIO) ||
        stmt_has(s, MOD_CV))
        dependent(st, "reads memory that other blocks may be changing");
}

static void independence_call(Independence *st, const Insn *in) {
    const CallSite *c = in->ptr;
    const char *name = c->func && !c->code ? c->func->name : "";
    if (!strcmp(name, "malloc") || !strcmp(name, "free"))
        dependent(st, "allocates memory");
    if (str_starts(name, "__cudaCDP2") || str_starts(name, "cudaGraph"))
        dependent(st, "launches kernels");
}

bool stmt_reads_clock(const Stmt *s) {
    for (int i = 0; i < s->nopnds; i++)
        if (s->opnd[i].kind == OPND_SPECIAL) switch (s->opnd[i].special) {
            case SREG_CLOCK:
            case SREG_CLOCK_HI:
            case SREG_CLOCK64:
            case SREG_GLOBALTIMER:
            case SREG_GLOBALTIMER_LO:
            case SREG_GLOBALTIMER_HI: return true;
            default: break;
            }
    return false;
}

void independence_statement(Independence *st, const Stmt *s, const Insn *in,
                            uint32_t block, bool is_result_used) {
    IndependenceNote note = {.block = block};
    switch (s->op) {
    case OP_LD:
    case OP_LDU: independence_load(st, s); return;
    case OP_ATOM:
    case OP_RED:
        if (!reaches_other_blocks(s)) return;
        note.atomic = memop_of(in);
        note.op = atomic_kind(s);
        note.type = s->ntypes ? s->types[0] : TYPE_NONE;
        note.is_result_used = s->op == OP_ATOM && is_result_used;
        vec_push(&st->notes, note);
        return;
    case OP_NANOSLEEP:
    case OP_MEMBAR:
    case OP_FENCE:
        if (!stmt_has(s, MOD_CTA)) vec_push(&st->notes, note);
        return;
    case OP_CALL: independence_call(st, in); return;
    case OP_MULTIMEM:
    case OP_TENSORMAP:
    case OP_MAPA: dependent(st, "works with other blocks"); return;
    case OP_BARRIER:
        if (stmt_has(s, MOD_CLUSTER)) dependent(st, "waits for its cluster");
        return;
    case OP_SURED: dependent(st, "reduces in memory"); return;
    case OP_CP:
        st->has_copies = true;
        if (stmt_names(s, MOD_REDUCE)) dependent(st, "reduces in memory");
        return;
    case OP_MOV:
        if (stmt_reads_clock(s)) dependent(st, "reads the clock");
        return;
    default: return;
    }
}

void independence_function(Independence *st, const uint8_t *in_loop) {
    for (int i = st->first; i < st->notes.n; i++) {
        const IndependenceNote *n = &st->notes.at[i];
        bool again = !in_loop || in_loop[n->block];
        // In a loop it may be what ends the loop.
        if (again && !n->atomic) dependent(st, "fences or sleeps in a loop");
        if (!again || !n->is_result_used) continue;
        dependent(st, "uses the results of atomics in a loop");
        st->shares_work |=
            n->op == MOD_ADD || n->op == MOD_INC || n->op == MOD_DEC;
    }
    st->first = st->notes.n;
}

static bool is_free(const IndependenceNote *n) {
    switch (n->op) {
    case MOD_ADD:
    case MOD_MIN:
    case MOD_MAX:
    case MOD_AND:
    case MOD_OR:
    case MOD_XOR: return !n->is_result_used && !type_is_float(n->type);
    default: return false;
    }
}

static bool must_wait(const IndependenceNote *n) {
    return n->is_result_used || n->atomic->is_wide;
}

void independence_finish(Independence *st, Code *entry) {
    bool gated = false, waits = st->has_copies;
    const IndependenceNote *first = NULL;
    for (int i = 0; i < st->notes.n; i++) {
        const IndependenceNote *n = &st->notes.at[i];
        if (!n->atomic) continue;
        if (!first) first = n;
        // min and max mean something else for signed and unsigned
        gated |= !is_free(n) || n->op != first->op || n->type != first->type;
        waits |= must_wait(n);
    }
    // A store that is under way in a copy would be found as it was before.
    bool may_defer = !st->is_dependent && !st->has_copies;
    for (int i = 0; i < st->notes.n; i++) {
        const IndependenceNote *n = &st->notes.at[i];
        if (!n->atomic) continue;
        n->atomic->is_gated = gated;
        n->atomic->is_deferrable = gated && may_defer && !must_wait(n);
        n->atomic->is_free = !gated && !st->is_dependent;
    }
    entry->is_independent = !st->is_dependent;
    entry->is_gated = gated && waits;
    entry->has_deferrable = gated && may_defer;
    entry->shares_work = st->shares_work;
    entry->reason = st->reason;
    vec_free(&st->notes);
}
