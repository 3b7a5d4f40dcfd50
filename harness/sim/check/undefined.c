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
    ORIGINS = 32,     // followed at a time
    BEGINS = 64,      // of a warp, then no more are followed
    BLANKS = 1024,    // the same of shared memory: a tile in a loop has many
    PATIENCE = 16384, // instructions since the last one began
};

// One register, of any width: its first unit stands for all.
typedef struct Mark {
    uint32_t lanes;            // undefined
    uint8_t origin[WARP_SIZE]; // of each of them
} Mark;

// The origin of such values.
struct Origin {
    SimTrap trap;
    // Of shared memory, else early.in is NULL:
    ShmemEarly early;
    uint32_t lanes, at[WARP_SIZE]; // that read it, and where
    bool pending;                  // may be written before the next barrier
    bool used;                     // meanwhile
};

struct Undefined {
    Mark *units, *preds; // by their place in the warp's stack
    uint32_t nunits, npreds;
    Origin origin[ORIGINS];
    uint32_t norigins; // ever
    uint32_t begun, blanks, steps;
    uint32_t found; // undefined_found
    bool stores;    // the statement, undefined values to shared memory
    uint8_t by;     // the origin of these
    uint32_t left;  // marks with lanes
    Mark guard;     // of the next statement
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
    u->stores = false;
    u->left = u->guard.lanes = u->found = 0;
}

bool undefined_is_left(const Warp *w) {
    return w->undefined && w->undefined->left;
}

// ---- the beginning

static uint8_t origin_new(Undefined *u) {
    uint8_t origin = (uint8_t)(u->norigins++ % ORIGINS);
    if (u->norigins > ORIGINS) forget_origin(u, origin);
    return origin;
}

static const Stmt *stmt_of(const Code *code, const Insn *in) {
    // Part of another instruction, with none of its own in the code.
    if (in < code->insns || in >= code->insns + code->ninsns) return NULL;
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
    uint8_t origin = origin_new(u);
    u->origin[origin] = (Origin){.trap = *draft};
    u->steps = 0;
    Marking now = {w, code, lanes, origin};
    stmt_registers(s, add_mark, &now);
    return u->left > 0;
}

// Is it one of the sums that a product of matrices adds to?
static bool is_sum(const Stmt *s, const Sym *reg) {
    bool adds =
        s && (s->op == OP_MMA || (s->op == OP_WMMA && stmt_has(s, MOD_MMA)));
    if (!adds || s->nopnds < 4 || s->opnd[3].kind != OPND_VEC) return false;
    for (int i = 0; i < s->opnd[3].n; i++)
        if (s->opnd[3].at[i].sym == reg) return true;
    return false;
}

void undefined_enter(Warp *w, const Code *code) {
    Launch *la = w->block->launch;
    for (uint32_t i = 0; i < code->nunset; i++) {
        if (w->undefined && w->undefined->begun >= BEGINS) return;
        const Unset *x = &code->unset[i];
        if (insn_in_library(la, code, x->read)) continue;
        SimTrap t = trap_draft(w, code, x->read, SIM_TRAP_BLANK_LOCAL, w->live);
        if (is_sum(stmt_of(code, x->read), x->reg))
            snprintf(t.hint, sizeof t.hint,
                     "A product adds to its sums, and these begin with "
                     "garbage: set them to 0 before the first product "
                     "(wmma::fill_fragment for a fragment).");
        trap_say(&t,
                 "Thread (%u,%u,%u) uses a variable of its own that it has "
                 "never given a value",
                 t.thread[0], t.thread[1], t.thread[2]);
        if (launch_note_again(la, &t)) continue;
        if (!w->undefined) w->undefined = arena_new(&la->arena, Undefined);
        Undefined *u = w->undefined;
        u->begun++;
        uint8_t origin = origin_new(u);
        u->origin[origin] = (Origin){.trap = t};
        u->steps = 0;
        Marking now = {w, code, w->live, origin};
        add_mark(&now, x->reg, true);
    }
}

// ---- shared memory

static Origin *origin_of(Undefined *u, const Insn *in) {
    for (uint32_t i = 0; i < min_of(u->norigins, (uint32_t)ORIGINS); i++)
        if (u->origin[i].early.in == in) return &u->origin[i];
    return NULL;
}

void undefined_blank(const ShmemEarly *e, uint32_t lanes,
                     const uint64_t at[WARP_SIZE]) {
    Warp *w = e->w;
    Launch *la = w->block->launch;
    const Stmt *s = stmt_of(e->code, e->in);
    if (!s || insn_in_library(la, e->code, e->in)) return;
    SimTrap t =
        trap_draft(w, e->code, e->in, SIM_TRAP_BLANK_SHARED, 1u << e->lane);
    if (launch_note_again(la, &t)) return;
    if (!w->undefined) w->undefined = arena_new(&la->arena, Undefined);
    Undefined *u = w->undefined;
    Origin *o = origin_of(u, e->in);
    if (!o || !o->pending) { // a new round
        if (u->blanks++ >= BLANKS) return;
        if (!o) o = &u->origin[origin_new(u)];
        *o = (Origin){.early = *e, .pending = true};
    }
    FOR_LANES(l, lanes & ~o->lanes) o->at[l] = (uint32_t)at[l];
    o->lanes |= lanes;
    u->by = (uint8_t)(o - u->origin);
    u->found |= lanes;
    u->steps = 0;
    w->careful = e->in + 1;
    if (s->op != OP_LD) return; // the handler knows which registers
    Marking now = {w, e->code, lanes, u->by};
    stmt_registers(s, add_mark, &now);
    u->found = 0;
}

bool undefined_is_used(const ShmemEarly *e) {
    const Origin *o =
        e->w->undefined ? origin_of(e->w->undefined, e->in) : NULL;
    return e->is_followed && o && o->pending && o->used;
}

void undefined_settle(const ShmemEarly *e) {
    Undefined *u = e->w->undefined;
    Origin *o = u ? origin_of(u, e->in) : NULL;
    if (!o || !o->pending) return;
    o->pending = false;
    if (o->used) {
        shmem_report_blank(&o->early, 0, 0);
        forget_origin(u, (uint8_t)(o - u->origin));
        return;
    }
    shmem_hint_blank(e, o->trap.hint, sizeof o->trap.hint);
}

// ---- undefined values in shared memory: kept in place of "was written"

static bool same_place(const Origin *a, const Origin *b) {
    return a->early.in == b->early.in && a->trap.kind == b->trap.kind &&
           a->trap.line == b->trap.line && a->trap.file == b->trap.file;
}

// The number of the taint, 0: there are too many.
static uint8_t taint_of(Shmem *s, const Origin *o) {
    enum { MOST = 64 };
    Arena *a = &s->block->launch->arena;
    for (int i = 0; i < s->ntaints; i++)
        if (same_place(&s->taints[i], o)) return (uint8_t)(i + 1);
    if (s->ntaints == MOST) return 0;
    if (!s->taints) {
        s->taints = arena_array(a, Origin, MOST);
        s->tainted = arena_array(a, uint8_t, s->ngranules);
    }
    s->taints[s->ntaints] = *o;
    s->taints[s->ntaints].pending = false;
    return (uint8_t)++s->ntaints;
}

bool undefined_stores(const Warp *w) {
    return w->undefined && w->undefined->stores;
}

void undefined_store(Warp *w, const Access *a, uint32_t l, uint32_t from,
                     uint32_t bytes, Slot slot, uint32_t of) {
    Shmem *s = w->block->shmem;
    if (!s || !(undefined_lanes(w, slot) >> of & 1)) return;
    Undefined *u = w->undefined;
    uint8_t t = taint_of(s, &u->origin[unit_mark(w, slot)->origin[of]]);
    uint32_t first = (uint32_t)(a->at[l] + from), last = first + bytes - 1;
    if (!t) return;
    for (uint32_t g = first >> s->shift; g <= last >> s->shift; g++) {
        s->wrote[g] = 0;
        s->tainted[g] = t;
    }
}

void undefined_stored(Warp *w, const Insn *in, const Access *a) {
    const MemOp *op = memop_of(in);
    if (!w->undefined->stores || !op->is_store) return;
    FOR_LANES(l, a->lanes)
    for (uint32_t v = 0; v < op->nreg; v++)
        undefined_store(w, a, l, v * op->size, op->size, op->reg[v], l);
}

void undefined_again(Warp *w, const Insn *in, uint32_t l, uint32_t t) {
    Launch *la = w->block->launch;
    const Origin *from = &w->block->shmem->taints[t - 1];
    const Stmt *s = stmt_of(w->code, in);
    if (!s) return;
    if (!w->undefined) w->undefined = arena_new(&la->arena, Undefined);
    Undefined *u = w->undefined;
    uint32_t i = 0, n = min_of(u->norigins, (uint32_t)ORIGINS);
    while (i < n && !same_place(&u->origin[i], from))
        i++;
    if (i == n) {
        if (u->blanks++ >= BLANKS) return;
        i = origin_new(u);
        u->origin[i] = *from;
    }
    u->by = (uint8_t)i;
    u->found |= 1u << l;
    u->steps = 0;
    w->careful = in + 1;
    if (s->op != OP_LD) return;
    Marking now = {w, w->code, 1u << l, u->by};
    stmt_registers(s, add_mark, &now);
    u->found = 0;
}

// ---- matrices

uint32_t undefined_found(Warp *w) {
    if (!w->undefined) return 0;
    uint32_t lanes = w->undefined->found;
    w->undefined->found = 0;
    return lanes;
}

void undefined_mark(Warp *w, Slot slot, uint32_t lanes) {
    Undefined *u = w->undefined;
    if (slot & SLOT_CONST || slot == SLOT_NONE) return;
    Mark *m = unit_mark(w, slot);
    mark_set(u, m, m->lanes | lanes);
    FOR_LANES(l, lanes) m->origin[l] = u->by;
}

uint32_t undefined_lanes(Warp *w, Slot slot) {
    if (slot & SLOT_CONST || slot == SLOT_NONE) return 0;
    return unit_mark(w, slot)->lanes;
}

void undefined_result(Warp *w, Slot slot, uint32_t lanes, const Slot *operands,
                      int n) {
    Undefined *u = w->undefined;
    if (slot & SLOT_CONST || slot == SLOT_NONE) return;
    for (int i = 0; lanes && i < n; i++) {
        uint32_t by = undefined_lanes(w, operands[i]);
        if (!by) continue;
        u->by = unit_mark(w, operands[i])->origin[lowest(by)];
        break;
    }
    mark_set(u, unit_mark(w, slot), 0);
    undefined_mark(w, slot, lanes);
}

// ---- the end

typedef enum Use { USE_STORE, USE_ADDRESS, USE_BRANCH } Use;

// Of shared memory: told at once, or at the barrier if others may write it
// until then.
static void use_blank(Origin *o, int lane) {
    if (!o->used && (o->lanes >> lane & 1)) {
        o->early.lane = lane;
        o->early.offset = o->at[lane];
    }
    if (o->pending) {
        o->used = true;
        return;
    }
    o->early.hint = *o->trap.hint ? o->trap.hint : NULL;
    shmem_report_blank(&o->early, 0, 0);
}

static void use_report(Warp *w, const Insn *in, uint8_t origin, int lane,
                       Use use) {
    static const char *const words[] = {
        [USE_STORE] = "writes the value to memory",
        [USE_ADDRESS] = "uses the value for an address",
        [USE_BRANCH] = "decides by the value",
    };
    Undefined *u = w->undefined;
    Launch *la = w->block->launch;
    SimTrap *t = &u->origin[origin].trap;
    // The limits are for values that nobody uses. Notes leave with a batch of
    // blocks, and the next batch begins such a value again, to be counted.
    u->begun = u->blanks = 0;
    if (u->origin[origin].early.in) {
        use_blank(&u->origin[origin], lane);
        forget_origin(u, origin);
        return;
    }
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

// An element of each row of a matrix of 8 by 8 halves in one of each column.
static uint32_t turned_lanes(uint32_t lanes) {
    uint32_t to = 0;
    FOR_LANES(l, lanes)
    to |= 0x11u << (l % 4 * 8 + l / 8);
    return to;
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
    case OP_REDUX: return lanes & w->active ? ~0u : 0;
    case OP_MOVMATRIX: return turned_lanes(lanes);
    default: return lanes;
    }
}

static bool writes_memory(const Stmt *s) {
    return s->op == OP_ST || s->op == OP_ATOM || s->op == OP_RED ||
           s->op == OP_STMATRIX || (s->op == OP_WMMA && stmt_has(s, MOD_STORE));
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

// A store to shared memory of the block, for undefined_stored.
static bool is_blocks_memory(const Warp *w, const Insn *in, const Stmt *s,
                             uint32_t lanes) {
    const MemOp *op = memop_of(in);
    if (s->op == OP_ATOM || s->op == OP_RED || op->in_cluster) return false;
    if (!w->block->shmem) return false;
    if (op->space != SPACE_GENERIC) return op->space == SPACE_SHARED;
    if (op->base == SLOT_NONE || op->base32) return false;
    uint64_t at = unit64(w, op->base)->u64[lowest(lanes)];
    return at + (uint64_t)op->offset - MEM_SHARED_BASE < MEM_WINDOW;
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
        int l = lowest(lanes);
        use_report(w, in, m->origin[l], l, USE_ADDRESS);
        return true;
    }
    if (!writes_memory(s) || is_own_memory(w, in, used)) return false;
    if (is_blocks_memory(w, in, s, used)) {
        w->undefined->stores = true;
        return true;
    }
    int l = lowest(used);
    use_report(w, in, read->all.origin[l], l, USE_STORE);
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
        int l = lowest(lanes);
        use_report(w, in, m->origin[l], l, USE_BRANCH);
        return;
    }
    w->undefined->guard = *m;
    w->undefined->guard.lanes = lanes;
}

void undefined_before(Warp *w, const Insn *in) {
    Undefined *u = w->undefined;
    const Stmt *s = stmt_of(w->code, in);
    u->stores = false;
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
    // Their handlers say what becomes of it.
    if (s->op == OP_SHFL || s->op == OP_MMA || s->op == OP_WGMMA ||
        (s->op == OP_WMMA && stmt_has(s, MOD_MMA)))
        return;
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
