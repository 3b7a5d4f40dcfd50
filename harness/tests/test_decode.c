// The decoder: which instructions stand where, where operands live, what is
// charged, and what is refused.
#include "base/path.h"
#include "sim/core/warp.h"
#include "sim/decode/decode.h"
#include "sim/exec/select.h"
#include "sim/module/decode.h"
#include "sim/ptx/demangle.h"
#include "tests/tests.h"

#include <string.h>

static Arena arena;
static Err err;
static PtxModule *module;

static void setup(void) {
    err = (Err){0};
}

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
}

static PtxFunc *func(const char *name) {
    for (int i = 0; i < module->nfuncs; i++)
        if (!strcmp(module->funcs[i]->name, name)) return module->funcs[i];
    ck_abort_msg("no function %s", name);
}

static Sym *var(const char *name) {
    for (int i = 0; i < module->nvars; i++)
        if (!strcmp(module->vars[i]->name, name)) return module->vars[i];
    ck_abort_msg("no variable %s", name);
}

static void parse(const char *text) {
    module = ptx_parse(&arena, "t.ptx", text, strlen(text), &err);
    ck_assert_msg(module != NULL, "%s", err.msg);
}

static void parse_fixture(const char *name) {
    Buf text = {0};
    ck_assert(file_read(name, &text, &err));
    module = ptx_parse(&arena, name, text.data, text.len, &err);
    ck_assert_msg(module != NULL, "%s", err.msg);
    buf_free(&text);
    // Where module.c would have put them.
    for (int i = 0; i < module->nvars; i++)
        module->vars[i]->offset = 0x10000 + 256 * (uint64_t)i;
}

static Code *decoded(const char *name) {
    Code *c = decode(&arena, module, func(name), &err);
    ck_assert_msg(c != NULL, "%s", err.msg);
    return c;
}

// A kernel with that body and with enough registers.
#define KERNEL_HEAD                                                            \
    ".version 8.0\n.target sm_80\n.visible .entry k(.param .u64 k_p) {\n"      \
    ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %rd<99>;"                   \
    ".reg .f32 %f<99>; .reg .f64 %fd<9>; .reg .b16 %rs<9>;\n"
#define KERNEL(body) KERNEL_HEAD body "\n}"

static Code *kernel(const char *text) {
    parse(text);
    return decoded("k");
}

// The lines of the blocks in layout order: "1 2 4".
static const char *order(const Code *c) {
    const char *text = "";
    for (uint32_t i = 0; i < c->nblocks; i++)
        text = arena_fmt(&arena, "%s%s%d", text, i ? " " : "",
                         c->blocks[i].loc->line);
    return text;
}

static uint32_t block_at(const Code *c, const Insn *in) {
    for (uint32_t i = 0; i < c->nblocks; i++)
        if (c->insns + c->blocks[i].first == in) return i;
    return UINT32_MAX;
}

// What a block's instructions are, pseudo-instructions by letter:
// B block, G guard, U unguard, J3 jump to block 3, C3 branch to block 3 (c3:
// if the predicate is false), A local address, . anything else
static const char *shape(const Code *c, uint32_t block) {
    const BasicBlock *b = &c->blocks[block];
    Buf out = {0};
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const Insn *in = &c->insns[i];
        if (in->fn == exec_block)
            buf_char(&out, 'B');
        else if (in->fn == exec_guard)
            buf_char(&out, in->flags & 1 ? 'g' : 'G');
        else if (in->fn == exec_unguard)
            buf_char(&out, 'U');
        else if (in->fn == exec_jump)
            buf_fmt(&out, "J%u", block_at(c, in->target));
        else if (in->fn == exec_branch)
            buf_fmt(&out, "%c%u", in->flags & 1 ? 'c' : 'C',
                    block_at(c, in->target));
        else if (in->fn == exec_local_addr)
            buf_char(&out, 'A');
        else
            buf_char(&out, '.');
    }
    const char *text = arena_str(&arena, buf_text(&out));
    buf_free(&out);
    return text;
}

// ---- layout

START_TEST(both_arms_stand_before_where_they_meet) {
    parse_fixture("harness/tests/ptx/flow.ptx");
    Code *c = decoded("if_else");
    ck_assert_str_eq(order(c), "1 1 3 2 4");
    // The jump to the text's else is a block of its own (line 1 again).
    ck_assert_str_eq(shape(c, 0), "B.C3");
    ck_assert_str_eq(shape(c, 1), "B");
    ck_assert_str_eq(shape(c, 2), "B.J4");
    ck_assert_str_eq(shape(c, 3), "B.");
    ck_assert_str_eq(shape(c, 4), "B..");
    ck_assert(c->blocks[4].is_join && !c->blocks[3].is_join);
}
END_TEST

START_TEST(loops_stand_in_one_piece_with_their_exits_behind) {
    parse_fixture("harness/tests/ptx/flow.ptx");
    Code *c = decoded("loops");
    ck_assert_str_eq(order(c), "1 2 3 4 5 6 3 7 8");
    ck_assert_str_eq(shape(c, 1), "B.C8"); // leaves the outer loop
    ck_assert_str_eq(shape(c, 2), "B.C7"); // ends the inner loop
    ck_assert_str_eq(shape(c, 3), "B.C7"); // break
    ck_assert_str_eq(shape(c, 4), "B.C6"); // continue
    ck_assert_str_eq(shape(c, 5), "B.");   // again
    ck_assert_str_eq(shape(c, 6), "BJ2");  // where both meet
    ck_assert_str_eq(shape(c, 7), "B.J1");
    ck_assert(c->blocks[2].is_join && c->blocks[7].is_join);
    ck_assert(c->blocks[6].is_join && !c->blocks[5].is_join);
}
END_TEST

START_TEST(returns_exits_and_traps_end_where_they_stand) {
    parse_fixture("harness/tests/ptx/flow.ptx");
    Code *c = decoded("early");
    ck_assert_str_eq(order(c), "1 2 3 3"); // line 9 cannot be reached
    ck_assert_str_eq(shape(c, 0), "B.G.Uc2");
    ck_assert_str_eq(shape(c, 1), "B.");
    ck_assert_str_eq(shape(c, 2), "BG.UG.U.");
    ck_assert_str_eq(shape(c, 3), "B."); // the return that is not written
}
END_TEST

START_TEST(a_guard_skips_to_behind_its_unguard) {
    Code *c = kernel(KERNEL("@%p1 add.u32 %r1, %r2, 1; ret;"));
    ck_assert_str_eq(shape(c, 0), "BG.U.");
    ck_assert_ptr_eq(c->insns[1].target, &c->insns[4]);
    ck_assert_int_eq(c->insns[0].imm, 0);
}
END_TEST

START_TEST(a_branch_over_a_jump_is_turned_around) {
    Code *c = kernel(KERNEL("@%p1 bra NEAR; bra FAR; FAR: mov.u32 %r1, 1; ret;"
                            "NEAR: mov.u32 %r1, 2; bra FAR;"));
    ck_assert_str_eq(shape(c, 0), "BC2");
    c = kernel(KERNEL("@!%p1 bra NEAR; NEAR: mov.u32 %r1, 1; ret;"));
    ck_assert_str_eq(shape(c, 0), "B");
    c = kernel(KERNEL("L: mov.u32 %r1, 1; @%p1 bra NEXT; bra L; NEXT: ret;"));
    ck_assert_str_eq(shape(c, 0), "B.C2");
    ck_assert_str_eq(shape(c, 1), "BJ0");
}
END_TEST

START_TEST(a_call_ends_a_block) {
    parse_fixture("harness/tests/ptx/calls.ptx");
    Code *c = decoded("_Z5countj");
    ck_assert_int_eq(c->nblocks, 3);
    ck_assert_str_eq(shape(c, 1), "B...");
    ck_assert_int_eq(c->blocks[2].is_join, 1);
}
END_TEST

// ---- families

START_TEST(an_entry_brings_what_it_calls_and_what_pointers_may_reach) {
    parse_fixture("harness/tests/ptx/calls.ptx");
    Code *c = decoded("_Z4mainPf");
    ck_assert_ptr_eq(c->func, func("_Z4mainPf"));
    ck_assert_ptr_nonnull(code_find(c, func("_Z6halvesf")));
    ck_assert_ptr_nonnull(code_find(c, func("_Z5countj"))); // by its alias
    ck_assert_ptr_nonnull(code_find(c, func("_Z3twof")));   // by the table only
    ck_assert_ptr_null(code_find(c, func("vprintf")));
}
END_TEST

START_TEST(frames_hold_results_parameters_and_locals) {
    parse_fixture("harness/tests/ptx/calls.ptx");
    Code *c = decoded("_Z4mainPf");
    const Code *half = code_find(c, func("_Z6halvesf"));
    ck_assert_int_eq(c->param_bytes, 8);
    ck_assert_int_eq(half->param_bytes, 0);
    ck_assert_int_eq(half->func->returns[0]->offset, 0);
    ck_assert_int_eq(half->func->params[0]->offset, 4);
    ck_assert_int_eq(half->local_bytes, 16);
    uint64_t end = 0; // variables of a frame do not overlap
    for (int i = 0; i < c->func->nvars; i++) {
        const Sym *s = c->func->vars[i];
        ck_assert_int_ge(s->offset, end);
        ck_assert_int_eq(s->offset % s->align, 0);
        end = s->offset + s->size;
    }
    ck_assert_int_ge(c->local_bytes, end);
}
END_TEST

START_TEST(parameters_have_their_natural_alignment) {
    parse(".version 8.0 .target sm_80 .entry k(.param .u8 a, .param .u64 b,"
          ".param .u16 c, .param .align 4 .b8 d[6], .param .u32 e) { ret; }");
    Code *c = decoded("k");
    static const uint64_t want[] = {0, 8, 16, 20, 28};
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(c->func->params[i]->offset, want[i]);
    ck_assert_int_eq(c->param_bytes, 32);
}
END_TEST

static const char shared_text[] =
    ".version 8.0 .target sm_80 .address_size 64\n"
    ".extern .shared .align 16 .b8 dyn[];"
    ".shared .align 4 .b8 a[100]; .shared .align 8 .b8 b[40];"
    ".shared .align 4 .b8 unused[9999];"
    ".func helper() { .reg .b32 %r<2>; ld.shared.u32 %r1, [b]; ret; }"
    ".entry one() { .reg .b32 %r<9>; ld.shared.u32 %r1, [a+4];"
    "  call helper, (); ld.shared.u32 %r2, [dyn]; ret; }"
    ".entry two() { .shared .align 4 .b8 own[12]; .reg .b32 %r<9>;"
    "  call helper, (); mov.u32 %r1, own; ret; }"
    ".entry none() { ret; }";

START_TEST(each_entry_pays_only_for_the_shared_memory_it_can_reach) {
    parse(shared_text);
    Code *one = decoded("one");
    ck_assert_int_eq(one->shared_bytes, 104 + 40);
    ck_assert_int_eq(var("a")->offset, 0);
    ck_assert_int_eq(var("b")->offset, 104);
    ck_assert_int_eq(var("dyn")->offset, 144);
    ck_assert_int_eq(decoded("two")->shared_bytes, 16 + 40);
    ck_assert_int_eq(decoded("none")->shared_bytes, 0);
    one = decoded("one"); // again: offsets are those of the entry at hand
    ck_assert_int_eq(var("b")->offset, 104);
}
END_TEST

// ---- operands

static const Insn *insn_of(const Code *c, uint32_t i) {
    return &c->insns[c->blocks[0].first + 1 + i];
}

static const uint32_t *constant(const Code *c, Slot s) {
    ck_assert_msg(s & SLOT_CONST, "slot %x is no constant", s);
    ck_assert_int_lt(s & ~SLOT_CONST, c->nconsts);
    return (const uint32_t *)c->consts + 32 * (size_t)(s & ~SLOT_CONST);
}

static uint64_t constant64(const Code *c, Slot s) {
    uint64_t v[32];
    memcpy(v, constant(c, s), sizeof v);
    ck_assert(v[0] == v[31]);
    return v[0];
}

START_TEST(equal_constants_share_a_place_in_all_lanes) {
    Code *c = kernel(KERNEL("add.u32 %r1, %r2, 7; add.u32 %r3, %r2, 7;"
                            "add.u32 %r4, %r2, -1; add.u64 %rd1, %rd2, 7;"
                            "add.f32 %f1, %f2, 0f40E00000; ret;"));
    ck_assert_int_eq(insn_of(c, 0)->src[1], insn_of(c, 1)->src[1]);
    for (int l = 0; l < 32; l++) {
        ck_assert_uint_eq(constant(c, insn_of(c, 0)->src[1])[l], 7);
        ck_assert_uint_eq(constant(c, insn_of(c, 2)->src[1])[l], 0xffffffff);
        ck_assert_uint_eq(constant(c, insn_of(c, 4)->src[1])[l], 0x40e00000);
    }
    ck_assert_uint_eq(constant64(c, insn_of(c, 3)->src[1]), 7);
    ck_assert_int_eq((insn_of(c, 3)->src[1] & 1), 0);
}
END_TEST

START_TEST(decimal_literals_take_the_type_of_the_instruction) {
    Code *c = kernel(KERNEL("add.f32 %f1, %f2, 1.5; add.f64 %fd1, %fd2, 1.5;"
                            "add.f64 %fd1, %fd2, -2.0; ret;"));
    ck_assert_uint_eq(constant(c, insn_of(c, 0)->src[1])[3], 0x3fc00000);
    ck_assert(constant64(c, insn_of(c, 1)->src[1]) == 0x3ff8000000000000);
    ck_assert(constant64(c, insn_of(c, 2)->src[1]) == 0xc000000000000000);
}
END_TEST

START_TEST(many_constants_all_keep_their_values) {
    Buf text = {0};
    for (int i = 0; i < 500; i++)
        buf_fmt(&text, "add.u32 %%r1, %%r2, %d; add.u64 %%rd1, %%rd2, %d;\n", i,
                i);
    parse(arena_fmt(&arena,
                    ".version 8.0 .target sm_80 .entry k() { .reg .b32 %%r<3>;"
                    ".reg .b64 %%rd<3>; %s }",
                    buf_text(&text)));
    buf_free(&text);
    Code *c = decoded("k");
    for (uint32_t i = 0; i < 500; i++) {
        ck_assert_uint_eq(constant(c, insn_of(c, 2 * i)->src[1])[31], i);
        ck_assert_uint_eq(constant64(c, insn_of(c, 2 * i + 1)->src[1]), i);
    }
}
END_TEST

START_TEST(addresses_of_variables_are_constants) {
    parse_fixture("harness/tests/ptx/calls.ptx");
    Code *c = decoded("_Z4mainPf");
    uint64_t want = var("$str")->offset;
    bool found = false;
    for (uint32_t i = 0; i < c->nconsts; i += 2) {
        uint64_t v;
        memcpy(&v, (const char *)c->consts + 128 * (size_t)i, sizeof v);
        found |= v == want;
    }
    ck_assert(found);
}
END_TEST

START_TEST(the_address_of_a_local_variable_is_computed_first) {
    Code *c = kernel(KERNEL(".local .align 8 .b8 pad[24], depot[16];"
                            "mov.u64 %rd1, depot; @%p1 mov.u64 %rd2, depot+4;"
                            "st.u64 [%rd1], %rd2; ret;"));
    ck_assert_str_eq(shape(c, 0), "BA.GA.U..");
    ck_assert_int_eq(insn_of(c, 0)->imm, 24);
    ck_assert_int_eq(insn_of(c, 0)->dst, insn_of(c, 1)->src[0]);
    ck_assert_int_eq(insn_of(c, 3)->imm, 28);
    ck_assert_int_lt(insn_of(c, 0)->dst + 1, c->nslots);
    ck_assert_int_eq(c->local_bytes, 48);
}
END_TEST

START_TEST(special_registers_are_read_from_their_places) {
    Code *c = kernel(KERNEL("mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.x;"
                            "mov.u32 %r3, %laneid; add.u32 %r3, %r3, %r1;"
                            "add.u32 %r3, %r3, %r2; st.u32 [%r3], %r3; ret;"));
    ck_assert_int_ne(c->sreg_slot[SREG_TID_X], SLOT_NONE);
    ck_assert_int_eq(c->sreg_slot[SREG_TID_Y], SLOT_NONE);
    ck_assert_int_eq(insn_of(c, 0)->src[0], c->sreg_slot[SREG_TID_X]);
    ck_assert_int_eq(insn_of(c, 1)->src[0], c->sreg_slot[SREG_TID_X]);
    ck_assert_int_eq(insn_of(c, 2)->src[0], c->sreg_slot[SREG_LANEID]);
}
END_TEST

START_TEST(unwanted_results_go_behind_the_registers) {
    Code *c = kernel(KERNEL("ld.global.v2.u32 {_, %r1}, [%rd1];"
                            "atom.global.add.u32 _, [%rd1], %r1; ret;"));
    ck_assert_int_gt(c->nslots, 4);
    c = kernel(KERNEL("setp.eq.u32 _|%p1, %r1, 0; @%p1 ret; ret;"));
    ck_assert_int_ge(c->nslots, 2);
}
END_TEST

// What slots.c thinks and what a select function does are compared: places are
// shared only while they agree.
START_TEST(reading_what_was_taken_for_a_result_is_noticed) {
    Family fam;
    parse(KERNEL("add.u32 %r1, %r2, 1; ret;"));
    family_collect(&fam, module, func("k"));
    Decoder d = {.a = &arena, .fam = &fam, .f = func("k")};
    decoder_start(&d, true);
    const Stmt *s = &d.f->stmts[0];
    decoder_statement(&d, s);
    src(&d, &s->opnd[1], 32);
    dst(&d, &s->opnd[0], 32);
    ck_assert(!d.misjudged);
    src(&d, &s->opnd[0], 32);
    ck_assert(d.misjudged && !d.refused);
    src(&d, &s->opnd[1], 64); // not as wide as the register
    ck_assert(d.refused);
    decoder_finish(&d);
    family_free(&fam);
}
END_TEST

START_TEST(every_slot_lies_in_the_window) {
    parse_fixture("harness/tests/ptx/saxpy.ptx");
    Code *c = decoded("_Z5saxpyifPKfPf");
    ck_assert_int_gt(c->nslots, 4);
    ck_assert_int_lt(c->nslots, 32); // of 19 units one by one
    for (uint32_t i = 0; i < c->ninsns; i++)
        for (int k = 0; k < 4; k++) {
            Slot s = c->insns[i].src[k];
            if (s != SLOT_NONE && !(s & SLOT_CONST))
                ck_assert_int_lt(s, c->nslots);
        }
}
END_TEST

// ---- costs

START_TEST(costs_are_kept_per_line_of_a_block) {
    parse_fixture("harness/tests/ptx/saxpy.ptx");
    Code *c = decoded("_Z5saxpyifPKfPf");
    const BasicBlock *b = &c->blocks[1]; // lines 5, load.cuh 40, 5 again
    ck_assert_int_eq(b->ncosts, 2);
    ck_assert_int_eq(b->costs[0].loc->line, 5);
    ck_assert_int_eq(b->costs[1].loc->line, 40);
    ck_assert_int_eq(b->costs[0].insts, 5);
    ck_assert_int_eq(b->costs[1].insts, 4);
    ck_assert_int_eq(b->costs[0].flops, 2);
    ck_assert_int_eq(b->costs[0].pipe[PIPE_FP32], 1);
    ck_assert_int_eq(b->costs[1].pipe[PIPE_LSU], 2);
    ck_assert(c->blocks[0].costs[0].issue == 0); // ld.param is free
}
END_TEST

typedef struct CostTest {
    const char *text;
    Pipe pipe;
    float weight;
    int flops;
} CostTest;

// clang-format off
static const CostTest costs[] = {
    {"add.s32 %r1, %r2, %r3;",          PIPE_INT,  1,    0},
    {"add.s64 %rd1, %rd2, %rd3;",       PIPE_INT,  2,    0},
    {"mul.lo.s32 %r1, %r2, %r3;",       PIPE_IMUL, 1,    0},
    {"mul.lo.s64 %rd1, %rd2, %rd3;",    PIPE_IMUL, 5,    0},
    {"and.b32 %r1, %r2, %r3;",          PIPE_INT,  0.5f, 0},
    {"div.s32 %r1, %r2, %r3;",          PIPE_IMUL, 26,   0},
    {"div.u32 %r1, %r2, 10;",           PIPE_IMUL, 5,    0},
    {"div.u32 %r1, %r2, 8;",            PIPE_IMUL, 1,    0},
    {"rem.u64 %rd1, %rd2, %rd3;",       PIPE_IMUL, 73,   0},
    {"fma.rn.f32 %f1, %f2, %f3, %f1;",  PIPE_FP32, 1,    2},
    {"mul.f32 %f1, %f2, %f3;",          PIPE_FP32, 1,    1},
    {"fma.rn.f64 %fd1, %fd2, %fd3, %fd1;", PIPE_FP64, 1, 2},
    {"setp.lt.f64 %p1, %fd1, %fd2;",    PIPE_FP64, 1,    0},
    {"setp.lt.s32 %p1, %r1, %r2;",      PIPE_INT,  1,    0},
    {"fma.rn.f16x2 %r1, %r2, %r3, %r1;", PIPE_FP16, 1,   4},
    {"ex2.approx.ftz.f32 %f1, %f2;",    PIPE_MUFU, 1,    1},
    {"ex2.approx.f32 %f1, %f2;",        PIPE_MUFU, 4,    1},
    {"mov.u32 %r1, %r2;",               PIPE_FREE, 0,    0},
    {"ld.param.u64 %rd1, [k_p];",       PIPE_FREE, 0,    0},
    {"ld.global.u32 %r1, [%rd1];",      PIPE_LSU,  1,    0},
    {"cvt.rn.f32.s32 %f1, %r1;",        PIPE_INT,  1,    0},
    {"cvt.rzi.s32.f32 %r1, %f1;",       PIPE_CVT,  1,    0},
    {"cvt.rn.f32.s64 %f1, %rd1;",       PIPE_CVT,  1,    0},
    {"shfl.sync.up.b32 %r1, %r2, 1, 0, -1;", PIPE_XCHG, 1, 0},
    {"bar.sync 0;",                     PIPE_CTRL, 1,    0},
    {"popc.b32 %r1, %r2;",              PIPE_CVT,  1,    0},
};
// clang-format on

START_TEST(default_cost_is) {
    const CostTest *t = &costs[_i];
    parse(arena_fmt(&arena, "%s%s}", KERNEL_HEAD, t->text));
    Cost c = cost_default(&func("k")->stmts[0]);
    ck_assert_msg(c.pipe == t->pipe, "%s: pipe %d", t->text, c.pipe);
    ck_assert_msg(c.weight == t->weight, "%s: weight %g", t->text,
                  (double)c.weight);
    ck_assert_msg(c.flops == t->flops, "%s: %d flops", t->text, c.flops);
}
END_TEST

START_TEST(registers_are_estimated_from_what_lives_at_once) {
    Code *c = kernel(KERNEL("ret;"));
    ck_assert_int_eq(c->regs, 8);
    ck_assert(!c->regs_exact);
    Buf text = {0};
    for (int i = 1; i < 60; i++)
        buf_fmt(&text, "mov.u32 %%r%d, %d;", i, i);
    for (int i = 1; i < 60; i++)
        buf_fmt(&text, "st.u32 [%%r%d], %d;", i, i);
    parse(arena_fmt(&arena,
                    ".version 8.0 .target sm_80 .entry k() { .reg .b32 %%r<60>;"
                    "%s }",
                    buf_text(&text)));
    buf_free(&text);
    c = decoded("k");
    ck_assert_int_ge(c->regs, 59);
    ck_assert_int_le(c->regs, 72);
}
END_TEST

// ---- refusals

// clang-format off
static const struct { const char *text, *want; } refusals[] = {
    {KERNEL("multimem.st.relaxed.sys.global.b32 [%rd1], %r1;"),
     "not simulated yet: `multimem.st.relaxed.sys.global.b32` at PTX line 5"},
    {KERNEL(".loc 1 12 3\nfrobnicate.u32 %r1, %r2;") "\n.file 1 \"/a/b.cu\"",
     "not simulated yet: `frobnicate.u32` at line 12 of b.cu"},
    {KERNEL(".loc 2 7 3, function_name f, inlined_at 1 9 1\ncreatepolicy.x %rd1;")
     "\n.file 1 \"/a/b.cu\"\n.file 2 \"/c/d.h\"",
     "not simulated yet: `createpolicy.x` at line 9 of b.cu"},
    {KERNEL("selp.b32 %r1, %r2, %r3, %tid.x;"),
     "not simulated yet: `selp.b32` at PTX line 5"},
    {KERNEL("shfl.sync.idx.b32 %r1, %r2, %r3, 31;"), // whose mask?
     "not simulated yet: `shfl.sync.idx.b32` at PTX line 5"},
    {KERNEL("vote.sync.all.pred %p1, %p2;"),
     "not simulated yet: `vote.sync.all.pred` at PTX line 5: 2 operands, not 3"},
    {KERNEL("vote.ballot.b32 %r1, %p2, -1;"),
     "not simulated yet: `vote.ballot.b32` at PTX line 5: 3 operands, not 2"},
    {KERNEL("bar.warp.sync;"), // before any select function
     "not simulated yet: `bar.warp.sync` at PTX line 5"},
    {KERNEL("bar.arrive 1;"),
     "not simulated yet: `bar.arrive` at PTX line 5: 1 operands, not 2"},
    {KERNEL("activemask.b32 %r1, %r2;"),
     "not simulated yet: `activemask.b32` at PTX line 5: 2 operands, not 1"},
    {KERNEL("mbarrier.init.shared.b64 [%r1];"),
     "not simulated yet: `mbarrier.init.shared.b64` at PTX line 5: 1 operands"},
    {KERNEL("ld.global.u32 %r1, %rd1;"),
     "not simulated yet: `ld.global.u32` at PTX line 5: no address"},
    {KERNEL("ld.global.u32 %r1, %pm7;"),
     "not simulated yet: `ld.global.u32` at PTX line 5: no address"},
    {KERNEL("ld.global.sat.u32 %r1, [%rd1];"), // a modifier nobody asks about
     "not simulated yet: `ld.global.sat.u32` at PTX line 5: the modifier .sat"},
    {KERNEL("mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%f1,%f1,%f1,%f1},"
            "{%r1,%r1,%r1,%r1},{%r1,%r1},{%f1,%f1,%f1,%f1};"),
     "not simulated yet: `mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32`"},
    {KERNEL("mov.u32 %r1, %pm7;"), "not simulated yet: `mov.u32` at PTX line 5"},
};
// clang-format on

START_TEST(what_is_not_simulated_is_named_with_its_line) {
    parse(refusals[_i].text);
    ck_assert_ptr_null(decode(&arena, module, func("k"), &err));
    ck_assert_int_eq(err.kind, ERR_SIM);
    const char *want = refusals[_i].want;
    ck_assert_msg(!strncmp(err.msg, want, strlen(want)), "%s", err.msg);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(a_kernel_beside_one_that_is_refused_still_decodes) {
    parse(".version 8.0 .target sm_80 .entry bad() { frobnicate; ret; }"
          ".entry k() { ret; }");
    ck_assert_ptr_null(decode(&arena, module, func("bad"), &err));
    decoded("k");
}
END_TEST

START_TEST(a_function_that_only_pointers_reach_may_be_unsupported) {
    parse(".version 8.0 .target sm_80 .address_size 64\n"
          ".func odd() { frobnicate; ret; }"
          ".global .u64 table[1] = {odd};"
          ".entry k() { .reg .b64 %rd<2>; proto: .callprototype _ ();"
          " ld.global.u64 %rd1, [table]; call %rd1, (), proto; ret; }");
    Code *c = decoded("k");
    const Code *odd = code_find(c, func("odd"));
    ck_assert_int_eq(odd->ninsns, 2);
    ck_assert_ptr_eq(odd->insns[1].fn, exec_unsupported);
    ck_assert_ptr_nonnull(strstr(odd->insns[1].ptr, "frobnicate"));
}
END_TEST

START_TEST(a_call_of_an_undefined_function_is_refused) {
    parse(".version 8.0 .target sm_80 .extern .func nowhere();"
          ".entry k() { call nowhere, (); ret; }");
    ck_assert_ptr_null(decode(&arena, module, func("k"), &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "nowhere"));
}
END_TEST

START_TEST(plain_names_are_demangled) {
    ck_assert_str_eq(demangle(&arena, "main"), "main");
    ck_assert_int_eq(strncmp(demangle(&arena, "_Z5saxpyifPKfPf"), "saxpy", 5),
                     0);
    ck_assert_int_eq(strncmp(demangle(&arena, "_ZN2ns3addEv"), "ns::add", 7),
                     0);
    ck_assert_str_eq(demangle(&arena, "_Z99x"), "_Z99x");
}
END_TEST

SUITE_OF(decode) {
    Suite *s = suite_create("decode");
    TCase *tc = tcase_create("layout");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, both_arms_stand_before_where_they_meet);
    tcase_add_test(tc, loops_stand_in_one_piece_with_their_exits_behind);
    tcase_add_test(tc, returns_exits_and_traps_end_where_they_stand);
    tcase_add_test(tc, a_guard_skips_to_behind_its_unguard);
    tcase_add_test(tc, a_branch_over_a_jump_is_turned_around);
    tcase_add_test(tc, a_call_ends_a_block);
    suite_add_tcase(s, tc);

    tc = tcase_create("families");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc,
                   an_entry_brings_what_it_calls_and_what_pointers_may_reach);
    tcase_add_test(tc, frames_hold_results_parameters_and_locals);
    tcase_add_test(tc, parameters_have_their_natural_alignment);
    tcase_add_test(tc, each_entry_pays_only_for_the_shared_memory_it_can_reach);
    suite_add_tcase(s, tc);

    tc = tcase_create("operands");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, equal_constants_share_a_place_in_all_lanes);
    tcase_add_test(tc, decimal_literals_take_the_type_of_the_instruction);
    tcase_add_test(tc, many_constants_all_keep_their_values);
    tcase_add_test(tc, addresses_of_variables_are_constants);
    tcase_add_test(tc, the_address_of_a_local_variable_is_computed_first);
    tcase_add_test(tc, special_registers_are_read_from_their_places);
    tcase_add_test(tc, unwanted_results_go_behind_the_registers);
    tcase_add_test(tc, reading_what_was_taken_for_a_result_is_noticed);
    tcase_add_test(tc, every_slot_lies_in_the_window);
    suite_add_tcase(s, tc);

    tc = tcase_create("costs");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, costs_are_kept_per_line_of_a_block);
    tcase_add_loop_test(tc, default_cost_is, 0, COUNT_OF(costs));
    tcase_add_test(tc, registers_are_estimated_from_what_lives_at_once);
    suite_add_tcase(s, tc);

    tc = tcase_create("refusals");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, what_is_not_simulated_is_named_with_its_line, 0,
                        COUNT_OF(refusals));
    tcase_add_test(tc, a_kernel_beside_one_that_is_refused_still_decodes);
    tcase_add_test(tc, a_function_that_only_pointers_reach_may_be_unsupported);
    tcase_add_test(tc, a_call_of_an_undefined_function_is_refused);
    tcase_add_test(tc, plain_names_are_demangled);
    suite_add_tcase(s, tc);
    return s;
}
