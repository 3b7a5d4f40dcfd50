// The layout of blocks and the sharing of registers, on programs drawn at
// random: properties that must hold for every program, checked by slow and
// simple means.
#include "base/buf.h"
#include "base/path.h"
#include "base/rng.h"
#include "sim/decode/decode.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;
static Err err;
static Rng rng;

static void setup(void) {
    err = (Err){0};
}

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
}

static PtxFunc *first_function(const char *text) {
    PtxModule *m = ptx_parse(&arena, "flow.ptx", text, strlen(text), &err);
    ck_assert_msg(m != NULL, "%s in\n%s", err.msg, text);
    return m->funcs[0];
}

// ---- structured programs, their blocks in any order in the text
//
// Every block ends in explicit branches, so that the text may be shuffled.

enum { MAX_BLOCKS = 80, NREGS = 12 };

static struct Program {
    Buf block[MAX_BLOCKS];
    int n;
} prog;

static int new_block(void) {
    return prog.n++;
}

static const char *any_reg(void) {
    return arena_fmt(&arena, "%%r%d", (int)rng_below(&rng, NREGS));
}

// A few statements, some guarded, some on 64-bit registers.
static void some_work(int b) {
    for (uint64_t i = rng_below(&rng, 4); i--;) {
        const char *guard = rng_below(&rng, 4) ? "" : "@%p1 ";
        uint64_t k = rng_below(&rng, 6);
        if (k == 0)
            buf_fmt(&prog.block[b], "%scvt.u64.u32 %%rd%d, %s;\n", guard,
                    (int)rng_below(&rng, 4), any_reg());
        else if (k == 1)
            buf_fmt(&prog.block[b], "%smov.b64 {%s, %%r%d}, %%rd%d;\n", guard,
                    any_reg(), (int)rng_below(&rng, NREGS) + NREGS,
                    (int)rng_below(&rng, 4));
        else
            buf_fmt(&prog.block[b], "%sadd.u32 %s, %s, %s;\n", guard, any_reg(),
                    any_reg(), any_reg());
    }
}

static void go(int from, int to) {
    buf_fmt(&prog.block[from], "bra L%d;\n", to);
}

// Two ways, the guarded one first.
static void fork_to(int from, int a, int b) {
    buf_fmt(&prog.block[from],
            "setp.eq.u32 %%p%d, %s, %s;\n@%s%%p%d bra L%d;\nbra L%d;\n", 0,
            any_reg(), any_reg(), rng_below(&rng, 2) ? "!" : "", 0, a, b);
}

// Writes a part of the program that begins in block `in`; returns the block in
// which control goes on, or -1. brk and cont: of the loop around, or -1.
static int part(int in, int depth, int brk, int cont) {
    some_work(in);
    uint64_t kind =
        depth <= 0 || prog.n > MAX_BLOCKS - 12 ? 0 : rng_below(&rng, 8);
    if (kind >= 6 && brk < 0) kind = 2;
    if (kind == 0) return in;
    if (kind <= 2) { // if, with or without else
        int then = new_block(), other = kind == 2 ? new_block() : -1;
        int end = new_block();
        fork_to(in, then, other < 0 ? end : other);
        int t = part(then, depth - 1, brk, cont);
        if (t >= 0) go(t, end);
        int e = other < 0 ? -1 : part(other, depth - 1, brk, cont);
        if (e >= 0) go(e, end);
        if (t < 0 && e < 0 && other >= 0) { // nobody comes here
            go(end, end);
            return -1;
        }
        return part(end, depth - 1, brk, cont);
    }
    if (kind <= 4) { // while, or do while
        int head = new_block(), inner = new_block(), end = new_block();
        go(in, kind == 3 ? head : inner);
        fork_to(head, inner, end);
        int e = part(inner, depth - 1, end, head);
        if (e >= 0) go(e, head);
        return part(end, depth - 1, brk, cont);
    }
    if (kind == 5) { // if (..) return;
        int then = new_block(), end = new_block();
        fork_to(in, then, end);
        buf_str(&prog.block[then], "ret;\n");
        return part(end, depth - 1, brk, cont);
    }
    int end = new_block(); // if (..) break; or continue
    fork_to(in, kind == 6 ? brk : cont, end);
    return part(end, depth - 1, brk, cont);
}

// Makes a program; block 0 stays first.
static PtxFunc *draw_program(int depth) {
    for (int i = 0; i < MAX_BLOCKS; i++)
        buf_clear(&prog.block[i]);
    prog.n = 0;
    int last = part(new_block(), depth, -1, -1);
    if (last >= 0) {
        for (int i = 0; i < NREGS; i += 3)
            buf_fmt(&prog.block[last], "st.global.u32 [%%rd9], %%r%d;\n", i);
        buf_str(&prog.block[last], "ret;\n");
    }
    int order[MAX_BLOCKS];
    for (int i = 0; i < prog.n; i++)
        order[i] = i;
    for (int i = prog.n - 1; i > 1; i--) {
        int k = 1 + (int)rng_below(&rng, (uint64_t)i), t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    Buf text = {0};
    buf_fmt(&text,
            ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n"
            ".reg .pred %%p<2>; .reg .b32 %%r<%d>; .reg .b64 %%rd<10>;\n",
            2 * NREGS);
    for (int i = 0; i < prog.n; i++)
        buf_fmt(&text, "L%d:\n%s", order[i], buf_text(&prog.block[order[i]]));
    buf_str(&text, "}\n");
    PtxFunc *f = first_function(buf_text(&text));
    buf_free(&text);
    return f;
}

// ---- properties of the order

static const CfgBlock *nth(const Cfg *g, int i) {
    return &g->at[g->order[i]];
}

static int number_of(const Cfg *g, int block) {
    return block < 0 ? -1 : g->at[block].number;
}

// Marks what can be reached from `from` without entering `without`.
static void reach(const Cfg *g, int from, int without, bool *seen) {
    int stack[2 * MAX_BLOCKS * 4], n = 0;
    stack[n++] = from;
    while (n) {
        int b = stack[--n];
        if (b < 0 || b == without || seen[b]) continue;
        seen[b] = true;
        stack[n++] = number_of(g, nth(g, b)->taken);
        stack[n++] = number_of(g, nth(g, b)->fall);
    }
}

static bool leads_to(const Cfg *g, int from, int to) {
    bool seen[MAX_BLOCKS * 4] = {0};
    reach(g, number_of(g, nth(g, from)->taken), -1, seen);
    reach(g, number_of(g, nth(g, from)->fall), -1, seen);
    return seen[to];
}

// The nearest block that all ways from b to the end of the function share: the
// one of them from which all the others can be reached. -1: there is none.
static int post_dominator(const Cfg *g, int b) {
    int best = -1;
    for (int d = 0; d < g->norder; d++) {
        bool seen[MAX_BLOCKS * 4] = {0};
        bool shared = d != b && leads_to(g, b, d);
        reach(g, b, d, seen);
        for (int i = 0; i < g->norder && shared; i++)
            if (seen[i] && nth(g, i)->taken < 0 && nth(g, i)->fall < 0)
                shared = false; // an end that does not pass d
        if (!shared) continue;
        bool before[MAX_BLOCKS * 4] = {0};
        if (best >= 0) reach(g, b, best, before);
        if (best < 0 || before[d]) best = d;
    }
    return best;
}

// Lanes that part at b wait for each other where they meet, because everything
// between has a smaller number.
static void check_reconvergence(const Cfg *g) {
    for (int b = 0; b < g->norder; b++) {
        if (nth(g, b)->taken < 0 || nth(g, b)->fall < 0) continue;
        int d = post_dominator(g, b);
        if (d <= b) continue; // the loop's header: they meet a round later
        bool seen[MAX_BLOCKS * 4] = {0};
        reach(g, number_of(g, nth(g, b)->taken), d, seen);
        reach(g, number_of(g, nth(g, b)->fall), d, seen);
        for (int i = 0; i < g->norder; i++)
            ck_assert_msg(!seen[i] || i < d,
                          "block %d lies between %d and where it meets, %d", i,
                          b, d);
    }
}

// What lies between a loop's header and its last branch back is of the loop.
static void check_contiguous(const Cfg *g) {
    for (int b = 0; b < g->norder; b++) {
        int to[2] = {number_of(g, nth(g, b)->taken),
                     number_of(g, nth(g, b)->fall)};
        for (int k = 0; k < 2; k++)
            for (int i = to[k]; to[k] >= 0 && i <= b; i++)
                ck_assert_msg(leads_to(g, i, to[k]),
                              "block %d is inside the loop %d..%d", i, to[k],
                              b);
    }
}

static void check_order(const Cfg *g) {
    ck_assert_int_le(g->norder, MAX_BLOCKS * 4);
    for (int i = 0; i < g->norder; i++)
        ck_assert_int_eq(nth(g, i)->number, i);
    ck_assert_int_eq(g->order[0], 0);
    check_reconvergence(g);
    check_contiguous(g);
}

START_TEST(lanes_of_any_program_meet_where_they_can) {
    rng_seed(&rng, (uint64_t)_i);
    for (int round = 0; round < 40; round++) {
        Cfg g;
        cfg_build(&g, &arena, draw_program(2 + round % 5));
        check_order(&g);
        arena_reset(&arena);
    }
}
END_TEST

START_TEST(an_irreducible_loop_still_gets_an_order) {
    PtxFunc *f =
        first_function(".version 8.0 .target sm_80 .entry k() { .reg .pred p;"
                       "@p bra B; A: @p bra C; B: @p bra A; C: ret; }");
    Cfg g;
    cfg_build(&g, &arena, f);
    ck_assert_int_eq(g.norder, 4);
    ck_assert_int_eq(nth(&g, 3)->taken, -1); // C, behind the loop
    ck_assert_int_eq(nth(&g, 3)->fall, -1);
}
END_TEST

START_TEST(deeply_nested_loops_do_not_exhaust_the_stack) {
    enum { DEEP = 3000 };
    Buf text = {0};
    buf_str(&text, ".version 8.0 .target sm_80 .entry k() { .reg .pred p;\n");
    for (int i = 0; i < DEEP; i++)
        buf_fmt(&text, "L%d: add.u32 _, 1, 1;\n", i);
    for (int i = DEEP; i--;)
        buf_fmt(&text, "@p bra L%d;\n", i);
    buf_str(&text, "ret; }");
    Cfg g;
    cfg_build(&g, &arena, first_function(buf_text(&text)));
    ck_assert_int_eq(g.norder, 2 * DEEP);
    buf_free(&text);
}
END_TEST

// ---- registers: run the program with and without sharing

typedef struct Machine {
    uint64_t by_number[64]; // each register has its own
    uint32_t unit[256];     // as slots_assign says
    uint32_t pred[64];
    bool written[64];
    const Slots *slots;
    const Stmt *s;
    uint64_t result; // of the statement
    bool runs;       // its guard holds
    int reads;
} Machine;

static uint64_t in_window(const Machine *m, const Sym *reg) {
    Slot at = m->slots->of[reg->index];
    if (reg->type == TYPE_PRED) return m->pred[at];
    if (reg->type == TYPE_B32) return m->unit[at];
    return (uint64_t)m->unit[at + 1] << 32 | m->unit[at];
}

static void read_reg(void *ctx, const Sym *reg, bool is_def) {
    Machine *m = ctx;
    if (is_def || !m->written[reg->index]) return;
    ck_assert_msg(in_window(m, reg) == m->by_number[reg->index],
                  "%s was overwritten before '%s' on line %d", reg->name,
                  m->s->text, m->s->ptx_line);
    m->reads++;
}

static void write_reg(void *ctx, const Sym *reg, bool is_def) {
    Machine *m = ctx;
    if (!is_def || !m->runs) return;
    uint64_t v = m->result++;
    Slot at = m->slots->of[reg->index];
    if (reg->type == TYPE_PRED) {
        m->pred[at] = (uint32_t)(v &= 0xffffffff);
    } else if (reg->type == TYPE_B32) {
        m->unit[at] = (uint32_t)(v &= 0xffffffff);
    } else {
        m->unit[at] = (uint32_t)v;
        m->unit[at + 1] = (uint32_t)(v >> 32);
    }
    m->by_number[reg->index] = v;
    m->written[reg->index] = true;
}

// One thread's way through f, deciding at random; values are random too.
static int wander(const PtxFunc *f, const Slots *slots) {
    Machine m = {.slots = slots};
    int steps = 0;
    for (int pc = 0; pc < f->nstmts && steps < 2000; steps++) {
        const Stmt *s = m.s = &f->stmts[pc++];
        m.result = rng_next(&rng);
        m.runs = !s->guard || rng_below(&rng, 2);
        stmt_registers(s, read_reg, &m);
        stmt_registers(s, write_reg, &m);
        if (s->op == OP_RET) break;
        if (s->op == OP_BRA && m.runs) pc = s->opnd[0].sym->index;
    }
    return m.reads;
}

START_TEST(shared_places_never_lose_a_value) {
    rng_seed(&rng, 1000 + (uint64_t)_i);
    uint32_t own = 0, shared = 0;
    int reads = 0;
    for (int round = 0; round < 40; round++) {
        PtxFunc *f = draw_program(2 + round % 5);
        Cfg g;
        Slots with, without;
        cfg_build(&g, &arena, f);
        slots_assign(&with, &arena, f, &g, true);
        slots_assign(&without, &arena, f, &g, false);
        ck_assert_int_le(with.nunits, without.nunits);
        ck_assert_int_le(with.nunits, 256);
        own += without.nunits;
        shared += with.nunits;
        for (int i = 0; i < 20; i++) {
            reads += wander(f, &with);
            wander(f, &without);
        }
        arena_reset(&arena);
    }
    ck_assert_int_gt(reads, 1000);
    ck_assert_int_lt(shared, own);
}
END_TEST

START_TEST(pairs_begin_at_even_places) {
    rng_seed(&rng, 7);
    PtxFunc *f = draw_program(5);
    Cfg g;
    Slots s;
    cfg_build(&g, &arena, f);
    slots_assign(&s, &arena, f, &g, true);
    for (int i = 0; i < f->nregs; i++)
        if (f->regs[i]->type == TYPE_B64) ck_assert_int_eq(s.of[i] % 2, 0);
}
END_TEST

static void straight_line(const char *text, Slots *out, PtxFunc **f) {
    *f = first_function(
        arena_fmt(&arena,
                  ".version 8.0 .target sm_80 .entry k() { .reg .b32 %%r<99>;"
                  ".reg .b64 %%rd<9>; .reg .pred %%p<9>; %s }",
                  text));
    Cfg g;
    cfg_build(&g, &arena, *f);
    slots_assign(out, &arena, *f, &g, true);
}

START_TEST(a_chain_of_values_needs_two_places) {
    Slots s;
    PtxFunc *f;
    straight_line("mov.u32 %r1, 1; add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1;"
                  "add.u32 %r4, %r3, 1; st.u32 [%r4], %r4;",
                  &s, &f);
    ck_assert_int_eq(s.nunits, 2);
    ck_assert_int_eq(s.max_live, 2);
}
END_TEST

START_TEST(a_guarded_result_keeps_the_old_value_alive) {
    Slots s;
    PtxFunc *f;
    straight_line("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;"
                  "st.u32 [%r2], %r3; @%p1 mov.u32 %r1, 4; st.u32 [%r1], %r1;",
                  &s, &f);
    ck_assert_int_ne(s.of[0], s.of[1]);
    ck_assert_int_ne(s.of[0], s.of[2]);
}
END_TEST

START_TEST(a_result_nobody_reads_harms_nobody) {
    Slots s;
    PtxFunc *f;
    straight_line("mov.u32 %r1, 1; mov.u32 %r2, 2; st.u32 [%r1], %r1;", &s, &f);
    ck_assert_int_ne(s.of[0], s.of[1]);
}
END_TEST

START_TEST(special_registers_have_places_of_their_own) {
    Slots s;
    PtxFunc *f;
    straight_line("mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.y;"
                  "mov.u64 %rd1, %clock64; st.u32 [%r1], %r2;",
                  &s, &f);
    Slot x = s.sreg[SREG_TID_X], y = s.sreg[SREG_CTAID_Y];
    ck_assert_int_ne(x, y);
    ck_assert_int_eq(s.sreg[SREG_TID_Y], SLOT_NONE);
    ck_assert_int_eq(s.sreg[SREG_CLOCK64], SLOT_NONE);
    for (int i = 0; i < f->nregs; i++) {
        ck_assert_int_ne(s.of[i], x);
        ck_assert_int_ne(s.of[i], y);
    }
}
END_TEST

SUITE_OF(flow) {
    Suite *s = suite_create("flow");
    TCase *tc = tcase_create("order");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, lanes_of_any_program_meet_where_they_can, 0, 8);
    tcase_add_test(tc, an_irreducible_loop_still_gets_an_order);
    tcase_add_test(tc, deeply_nested_loops_do_not_exhaust_the_stack);
    suite_add_tcase(s, tc);

    tc = tcase_create("registers");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, shared_places_never_lose_a_value, 0, 8);
    tcase_add_test(tc, pairs_begin_at_even_places);
    tcase_add_test(tc, a_chain_of_values_needs_two_places);
    tcase_add_test(tc, a_guarded_result_keeps_the_old_value_alive);
    tcase_add_test(tc, a_result_nobody_reads_harms_nobody);
    tcase_add_test(tc, special_registers_have_places_of_their_own);
    suite_add_tcase(s, tc);
    return s;
}
