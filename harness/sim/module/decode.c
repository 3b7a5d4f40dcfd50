// Statements to instructions: walks the blocks of a function in layout order
// and lets the select function of each opcode's group fill an Insn.
//
// A whole family is decoded at once: an entry and all that it may call. Each
// has a Code before any is decoded, so that calls can point at theirs.
#include "sim/module/decode.h"

#include "sim/core/clock.h"
#include "sim/decode/decode.h"
#include "sim/exec/select.h"
#include "sim/ptx/demangle.h"

#include "base/path.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>

// ---- refusal

// The place where the learner looks first: in the file of the function.
static const SrcLoc *place_of(const PtxFunc *f, const Stmt *s) {
    const SrcLoc *main = f->nstmts ? src_line(f->stmts[0].loc, NULL) : NULL;
    return src_line(s->loc, main && *main->file ? main->file : NULL);
}

static void place_text(const SrcLoc *loc, const Stmt *s, char *out, size_t n) {
    if (loc->line)
        snprintf(out, n, "line %d of %s", loc->line, path_base(loc->file));
    else
        snprintf(out, n, "PTX line %d", s->ptx_line);
}

// Directives that a program can do without: by how the text of the instruction
// begins.
static const char *instead_of(const char *text) {
    static const struct {
        const char *begin, *instead;
    } row[] = {
        {"mma.sp", "keep two of four halves (m16n8k16, m16n8k32)"},
        {"wgmma.mma_async.sp", "multiply dense matrices"},
        {"wgmma", "multiply halves, bfloat16, tf32 or bytes"},
        {"cp.async.bulk.tensor", "copy tiles (cuTensorMapEncodeTiled)"},
        {"tensormap", "make the map on the host"},
        {"multimem", "let each device reduce what it reads of its peers"},
        {"sured.p", "count the coordinate in bytes: .b instead of .p"},
        {"sust.p", "convert in the kernel and write with sust.b"},
        {"suq", "pass the size of the surface to the kernel"},
        {"txq", "pass what it asks for to the kernel"},
        {"istypep", "pass what it asks for to the kernel"},
        {"tex.acube", "use one cube texture for each layer"},
        {"ld.global.v8", "load twice half as much"},
        {"ld.global.v4.b64", "load twice half as much"},
    };
    for (size_t i = 0; i < COUNT_OF(row); i++)
        if (!strncmp(text, row[i].begin, strlen(row[i].begin)))
            return row[i].instead;
    return "write this part without it";
}

static bool fail(const Decoder *d, Err *err) {
    char place[300];
    const SrcLoc *loc = place_of(d->f, d->s);
    place_text(loc, d->s, place, sizeof place);
    err_set(err, ERR_SIM, "not simulated yet: `%s` at %s%s%s", d->s->text,
            place, d->why[0] ? ": " : "", d->why);
    if (loc->line) err->loc = (Loc){.file = loc->file, .line = loc->line};
    return err_hint(err, "%s, or run it on a GPU", instead_of(d->s->text));
}

// ---- costs

static uint16_t add16(uint16_t a, int b) {
    return (uint16_t)min_of((int)a + b, UINT16_MAX);
}

static bool same_line(const SrcLoc *a, const SrcLoc *b) {
    return a == b || (a->line == b->line && a->inlined_at == b->inlined_at &&
                      !strcmp(a->file, b->file));
}

// How often s takes its pipe: a product of 64 bits is two of 32 bits and one
// that gives 64, which takes twice as long (measured on an H200: chains of
// 64-bit multiply-adds, 8.5 cycles each for a quarter of an SM); anything else
// of 64 bits is done by halves.
static float pipe_uses(const Stmt *s, Pipe pipe, float weight) {
    bool is_product = s->op == OP_MUL || s->op == OP_MAD;
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;
    float once = min_of(weight, 1.0f);

    if (pipe == PIPE_INT && type_bits(t) == 64) return min_of(weight, 2.0f);
    if (!is_product || type_is_float(t)) return once;
    return (type_bits(t) == 64 ? 4 : stmt_has(s, MOD_WIDE) ? 2 : 1) * once;
}

// Adds d->cost to the row of the statement's line in the current block.
static ChainStep charge(Decoder *d) {
    int block = d->blocks.n - 1, i = d->costs.n;
    const SrcLoc *loc = d->s->loc;
    while (i > 0 && d->costs.at[i - 1].block == block &&
           !same_line(d->costs.at[i - 1].cost.loc, loc))
        i--;
    if (i == 0 || d->costs.at[i - 1].block != block) {
        CostRow row = {.block = block, .cost = {.loc = loc}};
        vec_push(&d->costs, row);
        i = d->costs.n;
    }
    struct BlockCost *c = &d->costs.at[i - 1].cost;
    float weight = dependency_weight(&d->chain, d->s, d->cost.weight);
    float uses = pipe_uses(d->s, d->cost.pipe, weight);
    c->pipe[d->cost.pipe] += uses;
    if (d->cost.pipe == PIPE_INT)
        c->either += dependency_either(&d->chain, d->s, uses);
    if (dependency_makes_reciprocal(&d->chain, d->s)) {
        c->pipe[PIPE_CVT] += 2; // to a float and back
        c->pipe[PIPE_MUFU] += 1;
    }
    c->insts = add16(c->insts, 1);
    c->flops = add16(c->flops, d->cost.flops);
    bool moves = d->s->op == OP_LD || d->s->op == OP_ST;
    c->shared = add16(c->shared, moves && stmt_has(d->s, MOD_SHARED));
    c->issue += weight + d->cost.apart; // less smem_joined
    ChainStep step = dependency_step(&d->chain, d->s, d->cost.pipe, weight);
    c->chain += step.cycles;
    c->far += step.far;
    c->near += step.near;
    c->ahead += step.ahead;
    return step;
}

// Cycles of a warp alone from the current block's beginning to here.
static float cycles_so_far(const Decoder *d) {
    float sum = 0;
    for (int i = d->costs.n;
         i-- > 0 && d->costs.at[i].block == d->blocks.n - 1;)
        sum += d->costs.at[i].cost.chain;
    return sum;
}

// The block's last load before instruction `to` is waited for there: it does
// not overlap with what comes.
static void end_overlap(Decoder *d, uint32_t to) {
    uint32_t first = d->blocks.at[d->blocks.n - 1].first;
    for (uint32_t i = min_of(to, (uint32_t)d->stmts.n); i-- > first;) {
        const Stmt *s = d->stmts.at[i];
        if (!s || s->op != OP_LD || d->insns.at[i].kind == INSN_GUARD) continue;
        MemOp *op = memop_of(&d->insns.at[i]);
        if (op->time.rounds <= 0) continue;
        op->time.overlaps = false;
        return;
    }
}

static void time_load(Decoder *d, MemOp *op, ChainStep step, uint32_t at) {
    float rounds = step.far + step.near;
    op->begins_round = step.far > 0;
    if (rounds <= 0) return;
    end_overlap(d, at);
    op->time = (LoadTime){cycles_so_far(d), rounds, d->blocks.n - 1, true};
}

// A load waits as long as the farthest of its round: they are placed together.
static void note_round(Decoder *d, ChainStep step, uint32_t site) {
    if (!step.round || step.round >= ROUNDS) return;
    if (step.far > 0) d->round[step.round] = d->s->loc;
    d->sites.at[site].round = d->round[step.round];
}

// ---- statements

static void target_later(Decoder *d, uint32_t insn, uint32_t to,
                         bool is_block) {
    Patch p = {insn, to, is_block};
    vec_push(&d->patches, p);
}

// Remembers what instruction i was made of.
static void made_of(Decoder *d, uint32_t i, const Stmt *s) {
    while ((uint32_t)d->stmts.n < i)
        vec_push(&d->stmts, NULL);
    vec_push(&d->stmts, s);
}

static Insn blank(ExecFn fn) {
    return (Insn){.fn = fn,
                  .dst = SLOT_NONE,
                  .dst2 = SLOT_NONE,
                  .src = {SLOT_NONE, SLOT_NONE, SLOT_NONE, SLOT_NONE}};
}

static Insn guarded(Decoder *d, ExecFn fn, const Stmt *s) {
    Insn in = blank(fn);
    Operand o = {.kind = OPND_REG, .sym = s->guard};
    in.src[0] = src(d, &o, 1);
    in.flags = s->guard_negated;
    return in;
}

// A modifier that changes what an instruction does and that its select function
// never looked at: simulated as if it were not there, it would be wrong.
static bool all_heeded(Decoder *d, const Stmt *s, uint16_t seen) {
    for (int i = 0; i < s->nmods; i++)
        if (!(seen >> i & 1) && !mod_is_hint(s->mods[i]))
            return decoder_refuse(d, "the modifier .%s", mod_text[s->mods[i]]);
    return true;
}

static bool select_insn(Decoder *d, const Stmt *s, Insn *in) {
    Group group = s->op == OP_COUNT ? GROUP_NONE : op_info[s->op].group;
    SelectFn select = select_of(group);
    if (!select || stmt_has(s, MOD_COUNT)) return false;
    const OpInfo *op = &op_info[s->op];
    if (!operands_are(d, s, op->least, op->most)) return false;
    Stmt asked = *s;
    uint16_t seen = 0;
    asked.seen = &seen;
    return select(d, &asked, in) && !d->refused && in->fn &&
           all_heeded(d, s, seen);
}

// Returns whether anything reads what s gives.
static bool result_is_used(const Decoder *d, const Stmt *s) {
    const Operand *o = &s->opnd[0];
    int n = o->kind == OPND_VEC ? o->n : 1;
    const Operand *at = o->kind == OPND_VEC ? o->at : o;
    if (!s->nopnds) return false;
    for (int i = 0; i < n; i++)
        if (at[i].sym && at[i].kind == OPND_REG && d->used[at[i].sym->index])
            return true;
    return false;
}

static bool statement(Decoder *d, const Stmt *s) {
    decoder_statement(d, s);
    uint32_t guard = 0;
    if (s->guard) {
        Insn in = guarded(d, exec_guard, s);
        in.kind = INSN_GUARD;
        guard = decoder_emit(d, in);
        made_of(d, guard, s);
    }
    if (d->wgmma && s->op != OP_WGMMA) wgmma_watch(d, s);
    Insn in = blank(NULL);
    if (!select_insn(d, s, &in)) return false;
    bool used = result_is_used(d, s);
    if (s->op == OP_ATOM && !used) atom_unread(&in);
    independence_statement(&d->independence, s, &in, (uint32_t)d->blocks.n - 1,
                           used);
    uint32_t at = decoder_emit(d, in);
    made_of(d, at, s);
    ChainStep step = charge(d);
    if (s->op == OP_LD) {
        note_round(d, step, d->insns.at[at].site);
        time_load(d, memop_of(&in), step, at);
    }
    if (s->op == OP_MOV && stmt_reads_clock(s)) {
        end_overlap(d, at);
        d->insns.at[at].imm = clock_place(d->blocks.n - 1, cycles_so_far(d));
    }
    if (!s->guard) return true;
    decoder_emit(d, blank(exec_unguard));
    target_later(d, guard, (uint32_t)d->insns.n, false);
    return true;
}

static void jump(Decoder *d, uint32_t site, int to) {
    Insn in = blank(exec_jump);
    in.kind = INSN_JUMP;
    in.site = site;
    target_later(d, decoder_emit(d, in), (uint32_t)to, true);
}

// bra, as BRANCH or JUMP or nothing, whatever the layout of the blocks leaves
// to do. Branches over a single jump are turned around.
static void branch(Decoder *d, const Stmt *s, const CfgBlock *b) {
    decoder_statement(d, s);
    charge(d);
    int follows = b->number + 1;
    int taken = b->taken < 0 ? -1 : d->cfg.at[b->taken].number;
    int fall = b->fall < 0 ? -1 : d->cfg.at[b->fall].number;
    uint32_t site = decoder_site(d, s, SPACE_GENERIC);
    if (taken < 0 || fall < 0) { // unguarded, or both ways lead to one place
        int to = taken < 0 ? fall : taken;
        if (to != follows) jump(d, site, to);
        return;
    }
    Insn in = guarded(d, exec_branch, s);
    in.kind = INSN_BRANCH;
    in.site = site;
    bool turn = taken == follows;
    in.flags ^= turn;
    if (!predicate_replaces(&d->cfg, d->f, b)) in.flags |= BRANCH_STAYS;
    uint32_t at = decoder_emit(d, in);
    made_of(d, at, s);
    target_later(d, at, (uint32_t)(turn ? fall : taken), true);
    if (!turn && fall != follows) jump(d, 0, fall);
}

// ---- blocks

// The text ends without ret: the function returns all the same.
static bool implied_return(Decoder *d, const SrcLoc *loc) {
    Stmt *s = arena_new(d->a, Stmt);
    *s = (Stmt){.op = OP_RET, .text = "ret", .loc = loc};
    return statement(d, s);
}

static bool block(Decoder *d, const CfgBlock *b) {
    const PtxFunc *f = d->f;
    bool empty = b->first >= f->nstmts;
    static const SrcLoc unknown = {.file = ""};
    const SrcLoc *loc = !empty      ? f->stmts[b->first].loc
                        : f->nstmts ? f->stmts[f->nstmts - 1].loc
                                    : &unknown;
    BasicBlock bb = {.loc = loc,
                     .first = (uint32_t)d->insns.n,
                     .is_join = b->npreds > 1,
                     .site = (uint32_t)d->sites.n};
    vec_push(&d->blocks, bb);
    int before = dependency_block(&d->chain, &d->cfg, f, b);
    d->blocks.at[d->blocks.n - 1].before = before;
    d->b = b;
    Insn in = blank(exec_block);
    in.kind = INSN_BLOCK;
    in.imm = b->number;
    decoder_emit(d, in);

    if (empty && !implied_return(d, loc)) return false;
    const Stmt *last = b->n ? &f->stmts[b->first + b->n - 1] : NULL;
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = &f->stmts[b->first + i];
        if (s->op == OP_BRA)
            branch(d, s, b);
        else if (!statement(d, s))
            return false;
    }
    if ((!last || last->op != OP_BRA) && b->fall >= 0 &&
        d->cfg.at[b->fall].number != b->number + 1)
        jump(d, 0, d->cfg.at[b->fall].number);
    BasicBlock *done = &d->blocks.at[d->blocks.n - 1];
    done->n = (uint32_t)d->insns.n - done->first;
    done->nsites = (uint32_t)d->sites.n - done->site;
    for (uint32_t i = 0; i < done->nsites; i++)
        done->poll =
            max_of(done->poll, (uint32_t)d->sites.at[done->site + i].poll);
    return true;
}

// ---- functions

// Which blocks may run again: those between the target of a jump back and the
// jump. Blocks of a loop are neighbours.
static const uint8_t *blocks_in_loops(Decoder *d) {
    uint8_t *in_loop =
        arena_array(&d->temp, uint8_t, (size_t)d->cfg.norder + 1);
    for (int i = 0; i < d->cfg.norder; i++) {
        const CfgBlock *b = &d->cfg.at[d->cfg.order[i]];
        int next[2] = {b->taken, b->fall};
        for (int k = 0; k < 2; k++) {
            if (next[k] < 0 || d->cfg.at[next[k]].number > b->number) continue;
            for (int n = d->cfg.at[next[k]].number; n <= b->number; n++)
                in_loop[n] = 1;
        }
    }
    return in_loop;
}

static void keep_blocks(Decoder *d, Code *c) {
    c->nblocks = (uint32_t)d->blocks.n;
    c->blocks = arena_array(d->a, BasicBlock, c->nblocks);
    memcpy(c->blocks, d->blocks.at, c->nblocks * sizeof *c->blocks);
    struct BlockCost *rows =
        arena_array(d->a, struct BlockCost, (size_t)d->costs.n);
    for (int i = 0; i < d->costs.n; i++) {
        BasicBlock *b = &c->blocks[d->costs.at[i].block];
        rows[i] = d->costs.at[i].cost;
        if (!b->ncosts++) b->costs = &rows[i];
    }
}

// Registers begin as zero, as far as a program can see.
static void keep_zeroed(Decoder *d, Code *c) {
    c->nzeroed = d->slots.nzeroed;
    c->zeroed = arena_array(d->a, Slot, c->nzeroed);
    if (c->nzeroed)
        memcpy(c->zeroed, d->slots.zeroed, c->nzeroed * sizeof(Slot));
    c->nzeroed_preds = d->slots.nzeroed_preds;
    c->zeroed_preds = arena_array(d->a, Slot, c->nzeroed_preds);
    if (c->nzeroed_preds)
        memcpy(c->zeroed_preds, d->slots.zeroed_preds,
               c->nzeroed_preds * sizeof(Slot));
}

typedef struct Search {
    const Sym *reg;
    bool found;
} Search;

static void find_read(void *ctx, const Sym *reg, bool is_def) {
    Search *now = ctx;
    now->found |= !is_def && reg == now->reg;
}

// A use of a variable. A compiler also puts words together of parts
// that it never gave a value, and takes the others out again.
static bool computes(const Stmt *s) {
    switch (s->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_MAD:
    case OP_FMA:
    case OP_DIV:
    case OP_MIN:
    case OP_MAX:
    case OP_NEG:
    case OP_ABS:
    case OP_SETP:
    case OP_SELP:
    case OP_MMA:
    case OP_WMMA:
    case OP_ST: return true;
    case OP_MOV:
        return s->opnd[0].kind == OPND_REG && s->opnd[1].kind == OPND_REG;
    default: return false;
    }
}

// The first instruction that reads reg, if all that do compute with it.
static const Insn *first_read(const Code *c, const Sym *reg) {
    const Insn *first = NULL;
    for (uint32_t i = 0; i < c->ninsns; i++) {
        Search now = {reg, false};
        if (c->stmts[i]) stmt_registers(c->stmts[i], find_read, &now);
        if (now.found && !computes(c->stmts[i])) return NULL;
        if (now.found && !first) first = &c->insns[i];
    }
    return first;
}

static void keep_unset(Decoder *d, Code *c) {
    Unset *at = arena_array(d->a, Unset, d->slots.nunset);
    c->unset = at;
    c->nunset = 0;
    for (uint32_t i = 0; i < d->slots.nunset; i++) {
        const Sym *reg = d->slots.unset[i];
        const Insn *read = first_read(c, reg);
        if (read) at[c->nunset++] = (Unset){reg, read};
    }
}

static void keep(Decoder *d, Code *c) {
    c->ninsns = (uint32_t)d->insns.n;
    c->insns = arena_array(d->a, Insn, c->ninsns);
    memcpy(c->insns, d->insns.at, c->ninsns * sizeof *c->insns);
    c->stmts = arena_array(d->a, const Stmt *, c->ninsns);
    for (int i = 0; i < d->stmts.n; i++)
        c->stmts[i] = d->stmts.at[i];
    Slot *of = arena_array(d->a, Slot, (size_t)d->f->nregs + 1);
    if (d->f->nregs) memcpy(of, d->slots.of, (size_t)d->f->nregs * sizeof *of);
    c->reg_slot = of;
    keep_blocks(d, c);
    for (int i = 0; i < d->patches.n; i++) {
        Patch p = d->patches.at[i];
        c->insns[p.insn].target =
            c->insns + (p.is_block ? c->blocks[p.to].first : p.to);
    }
    c->nsites = (uint32_t)d->sites.n;
    c->sites = arena_array(d->a, Site, c->nsites);
    memcpy(c->sites, d->sites.at, c->nsites * sizeof *c->sites);
    c->consts = decoder_constants(d);
    c->nconsts = d->const_units;
    memcpy(c->sreg_slot, d->slots.sreg, sizeof c->sreg_slot);
    keep_zeroed(d, c);
    keep_unset(d, c);
    // One predicate more than there are: where unwanted ones go.
    uint32_t units = ((d->slots.nunits + 1) & ~1u) + d->scratch_most;
    c->nslots = max_of(units, d->slots.npreds + 1);
    // ptxas needs a few more than are live at once, and gives out eights.
    c->regs = (int)min_of((d->slots.max_live + 6 + 7) / 8 * 8, 255u);
}

static bool decode_blocks(Decoder *d, bool reuse) {
    decoder_start(d, reuse);
    for (int i = 0; i < d->cfg.norder; i++)
        if (!block(d, &d->cfg.at[d->cfg.order[i]])) return false;
    return true;
}

#ifdef KATA_STRESS
enum { REUSE = false };
#else
enum { REUSE = true };
#endif

// Of a function that is called it is not known how often.
static void mark_sites_in_loops(Code *c, const uint8_t *in_loop) {
    for (uint32_t b = 0; b < c->nblocks; b++)
        for (uint32_t i = 0; i < c->blocks[b].nsites; i++)
            c->sites[c->blocks[b].site + i].in_loop = !in_loop || in_loop[b];
}

static bool decode_function(Decoder *d, Code *c, Err *err) {
    d->code = c;
    d->f = c->func;
    d->wgmma = wgmma_registers(d->a, c->func);
    // Registers of a wgmma are marked by place: no two may share one.
    bool ok = decode_blocks(d, REUSE && !d->wgmma);
    if (ok && d->misjudged) ok = decode_blocks(d, false);
    if (!ok) return fail(d, err);
    keep(d, c);
    const uint8_t *in_loop = c == d->entry ? blocks_in_loops(d) : NULL;
    mark_sites_in_loops(c, in_loop);
    independence_function(&d->independence, in_loop);
    return true;
}

// A function that is only there because its address is somewhere: that it
// cannot be simulated matters when it is called, and not before.
static void decode_refusal(Decoder *d, Code *c, const Err *err) {
    decoder_start(d, false);
    Insn in = blank(exec_block);
    in.kind = INSN_BLOCK;
    BasicBlock bb = {.loc = d->s->loc, .n = 2, .site = 1, .nsites = 1};
    vec_push(&d->blocks, bb);
    decoder_emit(d, in);
    in = blank(exec_unsupported);
    in.site = decoder_site(d, d->s, SPACE_GENERIC);
    in.ptr = arena_str(d->a, err->msg);
    decoder_emit(d, in);
    keep(d, c);
}

// "tile" of "reverse(int*)::tile".
static const char *own_name(Arena *a, const char *mangled) {
    const char *name = demangle(a, mangled), *at = name;
    for (const char *p = name; (p = strstr(p, "::")); at = p)
        p += 2;
    return at;
}

static void family_shared(Decoder *d) {
    const Family *fam = d->fam;
    SharedVar *vars = arena_array(d->a, SharedVar, (size_t)fam->nshared);
    for (int i = 0; i < fam->nshared; i++) {
        const Sym *s = fam->shared[i];
        vars[i] = (SharedVar){own_name(d->a, s->name), (uint32_t)s->offset,
                              (uint32_t)s->size};
    }
    d->entry->shared_vars = vars;
    d->entry->nshared_vars = fam->nshared;
}

static void family_codes(Decoder *d) {
    Code **tail = &d->entry;
    for (int i = 0; i < d->fam->n; i++, tail = &(*tail)->next) {
        const PtxFunc *f = d->fam->at[i];
        Code *c = *tail = arena_new(d->a, Code);
        c->func = f;
        c->demangled = demangle(d->a, f->name);
        c->local_bytes = frame_layout(f);
        c->param_bytes = param_layout(f);
        c->shared_bytes = d->fam->shared_bytes;
    }
}

static bool decode_family(Decoder *d, Err *err) {
    family_codes(d);
    family_shared(d);
    int i = 0;
    for (Code *c = d->entry; c; c = c->next, i++) {
        Err why = {0};
        if (decode_function(d, c, i < d->fam->ndirect ? err : &why)) {
            d->entry->regs = max_of(d->entry->regs, c->regs);
        } else if (i < d->fam->ndirect) {
            return false;
        } else {
            decode_refusal(d, c, &why);
        }
    }
    return true;
}

Code *decode(Arena *a, const PtxModule *m, const PtxFunc *f, Err *err) {
    Family fam;
    family_collect(&fam, m, f);
    Decoder d = {.a = a, .fam = &fam, .local_addr = exec_local_addr};
    bool ok = decode_family(&d, err);
    independence_finish(&d.independence, d.entry);
    decoder_finish(&d);
    family_free(&fam);
    return ok ? d.entry : NULL;
}
