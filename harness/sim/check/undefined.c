#include "sim/check/undefined.h"

#include "sim/core/block.h"
#include "sim/core/frame.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"
#include "sim/decode/decode.h"
#include "sim/decode/memop.h"

#include <stdio.h>
#include <string.h>

enum {
    ORIGINS = 8,      // followed at a time
    BEGINS = 64,      // of a warp, then no more are followed
    PATIENCE = 16384, // instructions since the last one began
};

// One register, of any width: its first unit stands for all.
typedef struct Mark {
    uint32_t lanes;            // undefined
    uint8_t origin[WARP_SIZE]; // of each of them
} Mark;

struct Undefined {
    Mark *units, *preds; // by their place in the warp's stack
    uint32_t nunits, npreds;
    SimTrap origin[ORIGINS];
    uint32_t norigins; // ever
    uint32_t begun, steps;
    uint32_t left; // marks with lanes
    Mark guard;    // of the next statement
};

// ---- marks

static void marks_grow(Arena *a, Mark **at, uint32_t *n, uint32_t need) {
    if (need < *n) return;
    uint32_t more = max_of(need + 1, *n * 2);
    Mark *grown = arena_array(a, Mark, more);
    if (*n) memcpy(grown, *at, *n * sizeof **at);
    *at = grown;
    *n = more;
}

static bool is_pred(const Sym *reg) {
    return type_bits(reg->type) == 1;
}

static Slot slot_of(const Code *code, const Sym *reg) {
    return code->reg_slot[reg->index];
}

static Mark *pred_mark(Warp *w, Slot slot) {
    Undefined *u = w->undefined;
    uint32_t at = (uint32_t)(w->p - w->stack.preds) + slot;
    marks_grow(&w->block->launch->arena, &u->preds, &u->npreds, at);
    return &u->preds[at];
}

static Mark *unit_mark(Warp *w, Slot slot) {
    Undefined *u = w->undefined;
    uint32_t at = (uint32_t)(w->bank[0] - w->stack.regs) + slot;
    marks_grow(&w->block->launch->arena, &u->units, &u->nunits, at);
    return &u->units[at];
}

static Mark *reg_mark(Warp *w, const Code *code, const Sym *reg) {
    Slot slot = slot_of(code, reg);
    return is_pred(reg) ? pred_mark(w, slot) : unit_mark(w, slot);
}

static void mark_set(Undefined *u, Mark *m, uint32_t lanes) {
    u->left += (uint32_t)(lanes != 0) - (uint32_t)(m->lanes != 0);
    m->lanes = lanes;
}

// Lanes of m become what they are in from.
static void mark_copy(Undefined *u, Mark *m, const Mark *from, uint32_t lanes) {
    mark_set(u, m, (m->lanes & ~lanes) | (from->lanes & lanes));
    FOR_LANES(l, from->lanes & lanes) m->origin[l] = from->origin[l];
}

static void forget_in(Undefined *u, Mark *at, uint32_t n, uint8_t origin) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lanes = at[i].lanes;
        FOR_LANES(l, at[i].lanes)
        if (at[i].origin[l] == origin) lanes &= ~(1u << l);
        mark_set(u, &at[i], lanes);
    }
}

static void forget_origin(Undefined *u, uint8_t origin) {
    forget_in(u, u->units, u->nunits, origin);
    forget_in(u, u->preds, u->npreds, origin);
}

void undefined_drop(Warp *w) {
    Undefined *u = w->undefined;
    if (!u || !u->left) return;
    for (uint32_t i = 0; i < u->nunits; i++)
        u->units[i].lanes = 0;
    for (uint32_t i = 0; i < u->npreds; i++)
        u->preds[i].lanes = 0;
    u->left = u->guard.lanes = 0;
}

bool undefined_is_left(const Warp *w) {
    return w->undefined && w->undefined->left;
}

// ---- the beginning

static const Stmt *stmt_of(const Code *code, const Insn *in) {
    return code->stmts[in - code->insns];
}

typedef struct Marking {
    Warp *w;
    const Code *code;
    uint32_t lanes;
    uint8_t origin;
} Marking;

static void add_mark(void *ctx, const Sym *reg, bool is_def) {
    const Marking *now = ctx;
    if (!is_def) return;
    Mark *m = reg_mark(now->w, now->code, reg);
    mark_set(now->w->undefined, m, m->lanes | now->lanes);
    FOR_LANES(l, now->lanes) m->origin[l] = now->origin;
}

bool undefined_begin(Warp *w, const Code *code, const Insn *in, uint32_t lanes,
                     const SimTrap *draft) {
    Launch *la = w->block->launch;
    const Stmt *s = stmt_of(code, in);
    if (!s || launch_note_again(la, draft)) return false;
    if (!w->undefined) w->undefined = arena_new(&la->arena, Undefined);
    Undefined *u = w->undefined;
    if (u->begun++ >= BEGINS) return false;
    uint8_t origin = (uint8_t)(u->norigins++ % ORIGINS);
    if (u->norigins > ORIGINS) forget_origin(u, origin);
    u->origin[origin] = *draft;
    u->steps = 0;
    Marking now = {w, code, lanes, origin};
    stmt_registers(s, add_mark, &now);
    return u->left > 0;
}

// ---- the end

typedef enum Use { USE_STORE, USE_ADDRESS, USE_BRANCH } Use;

static void use_report(Warp *w, const Insn *in, uint8_t origin, Use use) {
    static const char *const words[] = {
        [USE_STORE] = "writes the value to memory",
        [USE_ADDRESS] = "uses the value for an address",
        [USE_BRANCH] = "decides by the value",
    };
    Undefined *u = w->undefined;
    Launch *la = w->block->launch;
    SimTrap *t = &u->origin[origin];
    SrcLoc there = insn_loc(la, w->code, in);
    size_t n = strlen(t->message);
    if (n && t->message[n - 1] == '.') n--;
    if (there.line && there.line != t->line)
        snprintf(t->message + n, sizeof t->message - n, ", and line %d %s.",
                 there.line, words[use]);
    launch_note(la, t);
    forget_origin(u, origin);
}

// ---- one statement

typedef struct Reading {
    Warp *w;
    const Sym *guard;
    Mark all; // of what it reads
} Reading;

static void add_read(void *ctx, const Sym *reg, bool is_def) {
    Reading *now = ctx;
    if (is_def || reg == now->guard) return;
    const Mark *m = reg_mark(now->w, now->w->code, reg);
    FOR_LANES(l, m->lanes & ~now->all.lanes) now->all.origin[l] = m->origin[l];
    now->all.lanes |= m->lanes;
}

static uint32_t operand_lanes(Warp *w, const Operand *o) {
    if (o->kind != OPND_REG && o->kind != OPND_ADDR) return 0;
    if (!o->sym || o->sym->kind != SYM_REG) return 0;
    return reg_mark(w, w->code, o->sym)->lanes;
}

// Lanes in which the operand, a predicate or a number, has all its bits like
// `ones`.
static uint32_t lanes_all(Warp *w, const Operand *o, bool ones) {
    if (o->kind == OPND_IMM) return o->imm == (ones ? -1 : 0) ? ~0u : 0;
    if (o->kind != OPND_REG) return 0;
    Slot slot = slot_of(w->code, o->sym);
    if (is_pred(o->sym)) {
        uint32_t p = o->negated ? ~w->p[slot] : w->p[slot];
        return ones ? p : ~p;
    }
    uint32_t lanes = 0;
    bool wide = type_bits(o->sym->type) == 64;
    for (uint32_t l = 0; l < WARP_SIZE; l++) {
        uint64_t v = wide ? unit64(w, slot)->u64[l] : unit(w, slot)->u32[l];
        uint64_t all = wide ? UINT64_MAX : UINT32_MAX;
        lanes |= (uint32_t)(v == (ones ? all : 0)) << l;
    }
    return lanes;
}

// `a & b` is defined where one of the two is known to be 0, `a | b` where one
// is known to be all ones.
static uint32_t logic_lanes(Warp *w, const Operand *a, const Operand *b,
                            bool is_or) {
    uint32_t ua = operand_lanes(w, a), ub = operand_lanes(w, b);
    uint32_t da = lanes_all(w, a, is_or) & ~ua;
    uint32_t db = lanes_all(w, b, is_or) & ~ub;
    return (ua & ~db) | (ub & ~da);
}

static uint32_t select_lanes(Warp *w, const Stmt *s) {
    uint32_t p = lanes_all(w, &s->opnd[3], true);
    return (p & operand_lanes(w, &s->opnd[1])) |
           (~p & operand_lanes(w, &s->opnd[2])) | operand_lanes(w, &s->opnd[3]);
}

static uint32_t compare_lanes(Warp *w, const Stmt *s) {
    uint32_t u = operand_lanes(w, &s->opnd[1]) | operand_lanes(w, &s->opnd[2]);
    if (s->nopnds < 4) return u;
    uint32_t uc = operand_lanes(w, &s->opnd[3]);
    uint32_t decided = 0;
    if (stmt_has(s, MOD_AND)) decided = lanes_all(w, &s->opnd[3], false);
    if (stmt_has(s, MOD_OR)) decided = lanes_all(w, &s->opnd[3], true);
    return (u & ~(decided & ~uc)) | uc;
}

// The undefined lanes of what s gives.
static uint32_t result_lanes(Warp *w, const Stmt *s, const Reading *read) {
    uint32_t lanes = read->all.lanes;
    switch (s->op) {
    case OP_LD: return 0; // its address is looked at, its value by others
    case OP_SELP: return s->nopnds == 4 ? select_lanes(w, s) : lanes;
    case OP_AND: return logic_lanes(w, &s->opnd[1], &s->opnd[2], false);
    case OP_OR: return logic_lanes(w, &s->opnd[1], &s->opnd[2], true);
    case OP_SETP: return compare_lanes(w, s);
    case OP_VOTE:
    case OP_MATCH:
    case OP_REDUX:
    case OP_MMA:
    case OP_WMMA: return lanes & w->active ? ~0u : 0;
    default: return lanes;
    }
}

static bool writes_memory(const Stmt *s) {
    return s->op == OP_ST || s->op == OP_ATOM || s->op == OP_RED ||
           (s->op == OP_WMMA && stmt_has(s, MOD_STORE));
}

// A thread's own memory: what is read from there again is not followed.
static bool is_own_memory(const Warp *w, const Insn *in, uint32_t lanes) {
    if (!in->bytes) return false; // of a whole tile
    const MemOp *op = memop_of(in);
    if (op->space == SPACE_LOCAL || op->space == SPACE_PARAM) return true;
    if (op->space != SPACE_GENERIC || op->base == SLOT_NONE || op->base32)
        return false;
    uint64_t at = unit64(w, op->base)->u64[lowest(lanes)];
    return at + (uint64_t)op->offset - MEM_LOCAL_BASE < MEM_WINDOW;
}

// Its use for an address or in memory, reported. True: it was one.
static bool check_memory(Warp *w, const Insn *in, const Stmt *s,
                         const Reading *read) {
    bool touches = s->op == OP_LD || writes_memory(s);
    uint32_t used = read->all.lanes & w->active;
    if (!touches || !used) return false;
    for (int i = 0; i < s->nopnds; i++) {
        const Operand *o = &s->opnd[i];
        uint32_t lanes = operand_lanes(w, o) & w->active;
        if (o->kind != OPND_ADDR || !lanes) continue;
        const Mark *m = reg_mark(w, w->code, o->sym);
        use_report(w, in, m->origin[lowest(lanes)], USE_ADDRESS);
        return true;
    }
    if (!writes_memory(s) || is_own_memory(w, in, used)) return false;
    use_report(w, in, read->all.origin[lowest(used)], USE_STORE);
    return true;
}

typedef struct Writing {
    Warp *w;
    Mark result;
} Writing;

static void set_written(void *ctx, const Sym *reg, bool is_def) {
    const Writing *to = ctx;
    if (!is_def) return;
    Mark *m = reg_mark(to->w, to->w->code, reg);
    mark_copy(to->w->undefined, m, &to->result,
              to->w->active | to->result.lanes);
}

// ---- guards and branches

static bool acts(const Stmt *s) {
    switch (s->op) {
    case OP_ST:
    case OP_ATOM:
    case OP_RED:
    case OP_BRA:
    case OP_EXIT:
    case OP_RET:
    case OP_CALL:
    case OP_TRAP: return true;
    default: return false;
    }
}

// A statement that runs under an undefined predicate: one that only gives a
// value gives an undefined one.
static void check_guard(Warp *w, const Insn *in, const Stmt *s) {
    const Mark *m = pred_mark(w, in->src[0]);
    uint32_t lanes = m->lanes & w->group;
    if (!lanes) return;
    if (in->kind == INSN_BRANCH || acts(s)) {
        use_report(w, in, m->origin[lowest(lanes)], USE_BRANCH);
        return;
    }
    w->undefined->guard = *m;
    w->undefined->guard.lanes = lanes;
}

void undefined_before(Warp *w, const Insn *in) {
    Undefined *u = w->undefined;
    const Stmt *s = stmt_of(w->code, in);
    if (++u->steps > PATIENCE) {
        undefined_drop(w);
        return;
    }
    if (!s) return;
    if (in->kind == INSN_GUARD || in->kind == INSN_BRANCH) {
        check_guard(w, in, s);
        return;
    }
    Mark guard = u->guard;
    u->guard.lanes = 0;
    if (s->op == OP_CALL || (s->op == OP_RET && !w->flat)) {
        undefined_drop(w); // other frames have other registers
        return;
    }
    if (s->op == OP_SHFL) return;
    Reading read = {.w = w, .guard = s->guard};
    stmt_registers(s, add_read, &read);
    if (check_memory(w, in, s, &read) || !u->left) return;
    Writing to = {w, read.all};
    to.result.lanes = result_lanes(w, s, &read) & w->active;
    uint32_t more = to.result.lanes & ~read.all.lanes; // of others' values
    FOR_LANES(l, more)
    to.result.origin[l] = read.all.origin[lowest(read.all.lanes)];
    FOR_LANES(l, guard.lanes) to.result.origin[l] = guard.origin[l];
    to.result.lanes |= guard.lanes;
    stmt_registers(s, set_written, &to);
}

// ---- shuffles

void undefined_shuffle(Warp *w, const Insn *const at[WARP_SIZE], uint32_t lanes,
                       const uint32_t from[WARP_SIZE]) {
    Mark result = {0};
    FOR_LANES(l, lanes) {
        uint32_t j = from[l];
        Slot slot = at[lanes >> j & 1 ? j : l]->src[0];
        if (slot & SLOT_CONST) continue;
        const Mark *m = unit_mark(w, slot);
        result.lanes |= (m->lanes >> j & 1) << l;
        result.origin[l] = m->origin[j];
    }
    FOR_LANES(l, lanes) {
        if (at[l]->dst == SLOT_NONE) continue;
        mark_copy(w->undefined, unit_mark(w, at[l]->dst), &result, 1u << l);
    }
}
