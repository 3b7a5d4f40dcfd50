#include "sim/decode/study.h"

#include "base/vec.h"

#include <string.h>

static void dependent(Study *st, const char *reason) {
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
static void study_load(Study *st, const Stmt *s) {
    if (!reaches_other_blocks(s) || stmt_has(s, MOD_CTA)) return;
    if (stmt_has(s, MOD_VOLATILE) || stmt_has(s, MOD_RELAXED) ||
        stmt_has(s, MOD_ACQUIRE) || stmt_has(s, MOD_MMIO) ||
        stmt_has(s, MOD_CV))
        dependent(st, "reads memory that other blocks may be changing");
}

static void study_call(Study *st, const Insn *in) {
    const CallSite *c = in->ptr;
    const char *name = c->func && !c->code ? c->func->name : "";
    if (!strcmp(name, "malloc") || !strcmp(name, "free"))
        dependent(st, "allocates memory");
}

static bool reads_clock(const Stmt *s) {
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

void study_statement(Study *st, const Stmt *s, const Insn *in, uint32_t block,
                     bool is_result_used) {
    StudyNote note = {.block = block};
    switch (s->op) {
    case OP_LD:
    case OP_LDU: study_load(st, s); return;
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
    case OP_CALL: study_call(st, in); return;
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
        if (reads_clock(s)) dependent(st, "reads the clock");
        return;
    default: return;
    }
}

void study_function(Study *st, const uint8_t *in_loop) {
    for (int i = st->first; i < st->notes.n; i++) {
        const StudyNote *n = &st->notes.at[i];
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

static bool is_free(const StudyNote *n) {
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

static bool must_wait(const StudyNote *n) {
    return n->is_result_used || n->atomic->is_wide;
}

void study_finish(Study *st, Code *entry) {
    bool gated = false, waits = st->has_copies;
    const StudyNote *first = NULL;
    for (int i = 0; i < st->notes.n; i++) {
        const StudyNote *n = &st->notes.at[i];
        if (!n->atomic) continue;
        if (!first) first = n;
        // min and max mean something else for signed and unsigned
        gated |= !is_free(n) || n->op != first->op || n->type != first->type;
        waits |= must_wait(n);
    }
    // A store that is under way in a copy would be found as it was before.
    bool may_post = !st->is_dependent && !st->has_copies;
    for (int i = 0; i < st->notes.n; i++) {
        const StudyNote *n = &st->notes.at[i];
        if (!n->atomic) continue;
        n->atomic->is_gated = gated;
        n->atomic->is_posted = gated && may_post && !must_wait(n);
        n->atomic->is_free = !gated && !st->is_dependent;
    }
    entry->is_independent = !st->is_dependent;
    entry->is_gated = gated && waits;
    entry->has_posts = gated && may_post;
    entry->shares_work = st->shares_work;
    entry->reason = st->reason;
    vec_free(&st->notes);
}
