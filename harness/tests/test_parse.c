// The PTX parser: each construct that nvcc or inline assembly writes, errors
// that point, and text that ends too early.
#include "base/path.h"
#include "sim/ptx/ptx.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Arena arena;
static Err err;

static void setup(void) {
    err = (Err){0};
}

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
}

static PtxModule *parse(const char *text) {
    return ptx_parse(&arena, "t.ptx", text, strlen(text), &err);
}

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
#define REGS                                                                   \
    ".reg .pred %p<9>, q; .reg .b32 %r<99>; .reg .b64 %rd<99>;"                \
    ".reg .f32 %f<99>; .reg .b16 %rs<9>; .reg .f64 %fd<9>;"

// The statements of a kernel with that body; fails the test if it is wrong.
static PtxFunc *body(const char *text) {
    char *all = arena_fmt(&arena,
                          HEAD ".global .v4 .f32 quad;\n"
                               ".visible .entry k(.param .u64 k_p)\n{"
                               "%s\n%s\n}",
                          REGS, text);
    PtxModule *m = parse(all);
    ck_assert_msg(m != NULL, "'%s': %s", text, err.msg);
    return m->funcs[0];
}

static const Stmt *one(const char *text) {
    PtxFunc *f = body(text);
    ck_assert_int_eq(f->nstmts, 1);
    return &f->stmts[0];
}

static PtxModule *fixture(const char *name) {
    Buf text = {0};
    ck_assert(file_read(name, &text, &err));
    PtxModule *m = ptx_parse(&arena, name, text.data, text.len, &err);
    ck_assert_msg(m != NULL, "%s: %s", name, err.msg);
    buf_free(&text);
    return m;
}

static PtxFunc *func(const PtxModule *m, const char *name) {
    for (int i = 0; i < m->nfuncs; i++)
        if (!strcmp(m->funcs[i]->name, name)) return m->funcs[i];
    ck_abort_msg("no function %s", name);
}

static Sym *var(const PtxModule *m, const char *name) {
    for (int i = 0; i < m->nvars; i++)
        if (!strcmp(m->vars[i]->name, name)) return m->vars[i];
    ck_abort_msg("no variable %s", name);
}

// ---- statements and operands, written back as text

static void show(Buf *b, const Operand *o);

static void show_list(Buf *b, const Operand *o, char open, char close) {
    buf_char(b, open);
    for (int i = 0; i < o->n; i++) {
        if (i) buf_char(b, ' ');
        show(b, &o->at[i]);
    }
    buf_char(b, close);
}

static void show(Buf *b, const Operand *o) {
    if (o->negated) buf_char(b, '!');
    switch (o->kind) {
    case OPND_NONE: buf_str(b, "?"); break;
    case OPND_REG: buf_fmt(b, "r:%s", o->sym->name); break;
    case OPND_IMM:
        if (o->is_float)
            buf_fmt(b, "f%d:%llx", o->float_bits, (unsigned long long)o->imm);
        else
            buf_fmt(b, "%lld", (long long)o->imm);
        break;
    case OPND_ADDR:
        buf_fmt(b, "[%s%+lld", o->sym ? o->sym->name : "", (long long)o->imm);
        if (o->n) show_list(b, o, '(', ')');
        buf_char(b, ']');
        break;
    case OPND_SYM:
        buf_fmt(b, "s:%s%+lld", o->sym->name, (long long)o->imm);
        break;
    case OPND_VEC: show_list(b, o, '{', '}'); break;
    case OPND_LIST: show_list(b, o, '(', ')'); break;
    case OPND_SPECIAL: buf_fmt(b, "%%%d", o->special); break;
    case OPND_SINK: buf_str(b, "_"); break;
    }
    if (o->pipe) buf_fmt(b, "|%s", o->pipe->name);
}

// opcode .mods :types operands
static const char *shown(const Stmt *s) {
    Buf b = {0};
    if (s->guard)
        buf_fmt(&b, "@%s%s ", s->guard_negated ? "!" : "", s->guard->name);
    buf_str(&b, s->op == OP_COUNT ? "??" : op_info[s->op].text);
    for (int i = 0; i < s->nmods; i++)
        buf_fmt(&b, ".%s",
                s->mods[i] == MOD_COUNT ? "?" : mod_text[s->mods[i]]);
    for (int i = 0; i < s->ntypes; i++)
        buf_fmt(&b, ":%s", type_name(s->types[i]));
    for (int i = 0; i < s->nopnds; i++) {
        buf_char(&b, ' ');
        show(&b, &s->opnd[i]);
    }
    const char *text = arena_str(&arena, buf_text(&b));
    buf_free(&b);
    return text;
}

typedef struct Row {
    const char *text, *want;
} Row;

// clang-format off
static const Row rows[] = {
    {"add.s32 %r1, %r2, -5;",          "add:s32 r:%r1 r:%r2 -5"},
    {"cvt.rn.f32.s32 %f1, %r2;",       "cvt.rn:f32:s32 r:%f1 r:%r2"},
    {"mov.u32 %r1, %tid.x;",           "mov:u32 r:%r1 %0"},
    {"mov.u32 %r1, %pm7;",             NULL},
    {"mov.f32 %f1, 0f3F800000;",       "mov:f32 r:%f1 f32:3f800000"},
    {"mov.f32 %f1, 0fBF800000;",       "mov:f32 r:%f1 f32:bf800000"},
    {"mov.f64 %fd1, 0d3FF0000000000000;", "mov:f64 r:%fd1 f64:3ff0000000000000"},
    {"mov.f32 %f1, -1.5;",             "mov:f32 r:%f1 f64:bff8000000000000"},
    {"mov.f32 %f1, -0f3F800000;",      "mov:f32 r:%f1 f32:bf800000"},
    {"mov.u32 %r1, WARP_SZ;",          "mov:u32 r:%r1 32"},
    {"mov.u64 %rd1, quad+8;",          "mov:u64 r:%rd1 s:quad+8"},
    {"mov.u64 %rd1, k_p;",             "mov:u64 r:%rd1 s:k_p+0"},
    {"mov.b64 %rd1, 0xFFFFFFFFFFFFFFFF;", "mov:b64 r:%rd1 -1"},
    {"mov.b64 {%r1,%r2}, %rd1;",       "mov:b64 {r:%r1 r:%r2} r:%rd1"},
    {"mov.b64 %rd1, {%r1,-1};",        "mov:b64 r:%rd1 {r:%r1 -1}"},
    {"ld.param.u64 %rd1, [k_p+8];",    "ld.param:u64 r:%rd1 [k_p+8]"},
    {"ld.global.f32 %f1, [%rd1+-4];",  "ld.global:f32 r:%f1 [%rd1-4]"},
    {"ld.global.f32 %f1, [%rd1-4];",   "ld.global:f32 r:%f1 [%rd1-4]"},
    {"ld.shared.u32 %r1, [0x40];",     "ld.shared:u32 r:%r1 [+64]"},
    {"ld.global.v4.f32 {%f1,_,%f3,%f4}, [quad];",
     "ld.global.v4:f32 {r:%f1 _ r:%f3 r:%f4} [quad+0]"},
    {"ld.relaxed.gpu.global.L1::evict_last.L2::128B.u32 %r1,[%rd1];",
     "ld.relaxed.gpu.global.L1::evict_last.L2::128B:u32 r:%r1 [%rd1+0]"},
    {"st.shared::cta.u8 [%r1], %rs1;", "st.shared::cta:u8 [%r1+0] r:%rs1"},
    {"setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;",
     "setp.lt.and:s32 r:%p1|%p2 r:%r1 r:%r2 !r:%p3"},
    {"setp.eq.s32 q|_, %r1, 0;",       "setp.eq:s32 r:q r:%r1 0"},
    {"shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, -1;",
     "shfl.sync.up:b32 r:%r1|%p1 r:%r2 1 0 -1"},
    {"elect.sync _|%p1, -1;",          "elect.sync _|%p1 -1"},
    {"vote.sync.any.pred %p1, !%p2, -1;", "vote.sync.any:pred r:%p1 !r:%p2 -1"},
    {"@%p1 bra X; X:",                 "@%p1 bra s:X+0"},
    {"@!q add.u32 %r1, %r1, 1;",       "@!q add:u32 r:%r1 r:%r1 1"},
    {"X: bra.uni X;",                  "bra.uni s:X+0"},
    {"ret;",                           "ret"},
    {"bar.sync 0, 64;",                "bar.sync 0 64"},
    {"bar.warp.sync -1;",              "bar.warp.sync -1"},
    {"atom.global.cas.b32 %r1, [%rd1], %r2, %r3;",
     "atom.global.cas:b32 r:%r1 [%rd1+0] r:%r2 r:%r3"},
    {"atom.shared.add.noftz.f16x2 _, [%r1+4], %r2;",
     "atom.shared.add.noftz:f16x2 _ [%r1+4] r:%r2"},
    {"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}];",
     "tex.2d.v4:f32:f32 {r:%f1 r:%f2 r:%f3 r:%f4} [%rd1+0({r:%f5 r:%f6})]"},
    {"frobnicate.f32 %f1, %f2;",       "??:f32 r:%f1 r:%f2"},
    {"call.uni (%r1), k, (%r2, 7);",   "call.uni (r:%r1) s:k+0 (r:%r2 7)"},
};
// clang-format on

START_TEST(statement_is_read) {
    const Row *r = &rows[_i];
    if (!r->want) {
        ck_assert_int_eq(one(r->text)->opnd[1].special, SREG_COUNT);
        ck_assert_str_eq(one(r->text)->opnd[1].sym->name, "%pm7");
        return;
    }
    ck_assert_str_eq(shown(one(r->text)), r->want);
}
END_TEST

START_TEST(more_operands_or_modifiers_than_any_form_has_are_an_unknown_opcode) {
    const Stmt *s = one("mma.a.b.c.d.e.f.g.h.i.j.k.l.m %r1, 2, 3, 4, 5, 6, 7, "
                        "8, 9, 10;");
    ck_assert_int_eq(s->op, OP_COUNT);
    ck_assert_int_eq(s->nopnds, MAX_OPNDS);
    ck_assert_int_eq(s->nmods, MAX_MODS);
}
END_TEST

START_TEST(registers_are_numbered_in_order_of_first_use) {
    PtxFunc *f = body("add.u32 %r7, %r3, %r7; @%p2 mov.b64 %rd1, {%r3, %r9};");
    ck_assert_int_eq(f->nregs, 5);
    static const char *const order[] = {"%r7", "%r3", "%p2", "%rd1", "%r9"};
    for (int i = 0; i < 5; i++) {
        ck_assert_str_eq(f->regs[i]->name, order[i]);
        ck_assert_int_eq(f->regs[i]->index, i);
        ck_assert_ptr_eq(f->regs[i]->func, f);
    }
    ck_assert_ptr_eq(f->stmts[0].opnd[0].sym, f->stmts[0].opnd[2].sym);
    ck_assert_int_eq(f->regs[2]->type, TYPE_PRED);
}
END_TEST

START_TEST(an_inner_scope_hides_registers_of_the_same_name) {
    PtxFunc *f = body("mov.u32 %r1, 1; { .reg .b32 %r<4>; mov.u32 %r1, 2;"
                      "{ .reg .f32 %r1; mov.f32 %r1, 0f00000000; }"
                      "mov.u32 %r1, 3; mov.u32 %r5, 4; } mov.u32 %r1, 5;");
    const Sym *outer = f->stmts[0].opnd[0].sym, *mid = f->stmts[1].opnd[0].sym;
    ck_assert_ptr_ne(outer, mid);
    ck_assert_int_eq(f->stmts[2].opnd[0].sym->type, TYPE_F32);
    ck_assert_ptr_eq(f->stmts[3].opnd[0].sym, mid);
    ck_assert_int_eq(f->stmts[4].opnd[0].kind, OPND_REG); // of the outer range
    ck_assert_ptr_eq(f->stmts[5].opnd[0].sym, outer);
}
END_TEST

START_TEST(a_branch_takes_the_label_of_the_nearest_scope_forward_or_back) {
    PtxFunc *f = body("X: mov.u32 %r1, 0;"      // 0
                      "{ bra X;"                // 1 to 2
                      "X: bra X;"               // 2 to 2
                      "{ bra X; bra Y; } }"     // 3 to 2, 4 to 6
                      "bra X;"                  // 5 to 0
                      "Y: { X: bra X; } ret;"); // 6 to 6
    static const int want[] = {-1, 2, 2, 2, 6, 0, 6};
    for (int i = 1; i < 7; i++)
        ck_assert_msg(f->stmts[i].opnd[0].sym->index == want[i],
                      "statement %d goes to %d", i,
                      f->stmts[i].opnd[0].sym->index);
}
END_TEST

// ---- modules

START_TEST(the_older_dialect_is_read) {
    PtxModule *m = fixture("harness/tests/ptx/saxpy.ptx");
    ck_assert_int_eq(m->version_major, 9);
    ck_assert_str_eq(m->target, "sm_75");
    ck_assert_int_eq(m->cc, 75);
    PtxFunc *f = func(m, "_Z5saxpyifPKfPf");
    ck_assert(f->is_entry && !f->is_declared_only);
    ck_assert_int_eq(f->nparams, 4);
    ck_assert_int_eq(f->params[0]->size, 4);
    ck_assert_int_eq(f->params[3]->size, 8);
    ck_assert(f->params[3]->is_entry_param);
    ck_assert_int_eq(f->params[3]->space, SPACE_PARAM);
    ck_assert_int_eq(f->maxntid[0], 256);
    ck_assert_int_eq(f->maxntid[2], 1);
    ck_assert_int_eq(f->reqntid[0], 0);
    ck_assert_int_eq(f->nstmts, 20);
    ck_assert_int_eq(f->stmts[0].ptx_line, 27);
}
END_TEST

START_TEST(the_newer_dialect_is_read) {
    PtxModule *m = fixture("harness/tests/ptx/saxpy-20.ptx");
    PtxFunc *f = func(m, "_Z5saxpyifPKfPf");
    ck_assert_int_eq(f->nparams, 4);
    ck_assert_int_eq(f->params[2]->align, 8);
    ck_assert_int_eq(f->params[3]->size, 8);
    ck_assert_str_eq(f->stmts[0].loc->file, "");
    ck_assert_int_eq(f->stmts[0].loc->line, 0);
}
END_TEST

START_TEST(source_places_name_the_file_and_where_they_are_inlined) {
    PtxModule *m = fixture("harness/tests/ptx/saxpy.ptx");
    PtxFunc *f = func(m, "_Z5saxpyifPKfPf");
    const SrcLoc *first = f->stmts[0].loc, *load = f->stmts[13].loc;
    ck_assert_str_eq(first->file, "/home/learner/saxpy.cu");
    ck_assert_int_eq(first->line, 3);
    ck_assert_ptr_null(first->inlined_at);
    ck_assert_str_eq(load->file, "/usr/include/load.cuh");
    ck_assert_int_eq(load->line, 40);
    ck_assert_int_eq(load->inlined_at->line, 5);
    ck_assert_ptr_eq(load->inlined_at, f->stmts[10].loc); // the latest 1 5 16
    ck_assert_ptr_eq(src_line(load, NULL), load->inlined_at);
    ck_assert_ptr_eq(src_line(load, "/usr/include/load.cuh"), load);
    ck_assert_ptr_eq(src_line(load, "/home/learner/saxpy.cu"),
                     load->inlined_at);
    ck_assert_ptr_eq(f->stmts[10].loc, f->stmts[17].loc); // one object a place
}
END_TEST

START_TEST(variables_have_size_alignment_and_contents) {
    PtxModule *m = fixture("harness/tests/ptx/calls.ptx");
    Sym *weights = var(m, "weights");
    ck_assert_int_eq(weights->size, 16);
    ck_assert_int_eq(weights->type, TYPE_F32);
    float w[4];
    memcpy(w, weights->init, sizeof w);
    ck_assert(w[0] == 1 && w[1] == 1.5f && w[2] == -2 && w[3] == 2);
    ck_assert_int_eq(memcmp(var(m, "$str")->init, "%f\n", 4), 0);
    ck_assert(var(m, "shared_with_host")->is_managed);
    ck_assert(!var(m, "table")->is_visible && var(m, "into")->is_visible);
}
END_TEST

START_TEST(initialisers_hold_addresses_with_offsets) {
    PtxModule *m = fixture("harness/tests/ptx/calls.ptx");
    Sym *table = var(m, "table"), *into = var(m, "into");
    ck_assert_int_eq(table->ninits, 2);
    ck_assert_ptr_eq(table->inits[0].sym->func, func(m, "_Z3twof"));
    ck_assert_int_eq(table->inits[1].offset, 16);
    ck_assert_ptr_eq(table->inits[1].sym->func, func(m, "_Z6halvesf"));
    ck_assert(into->inits[0].generic && !into->inits[1].generic);
    ck_assert_int_eq(into->inits[0].addend, 2);
    ck_assert_ptr_eq(into->inits[1].sym, table);

    m = parse(HEAD ".global .u64 a; .global .u64 b[2] = {a-8, a+-16};"
                   ".const .b8 c[12] = {9, 0xFF(a), 0xFF00(a), 0xFF0000(a)};"
                   ".global .s32 d[3] = {-1, {2}, };");
    ck_assert_ptr_null(m); // a comma too many
    m = parse(HEAD ".global .u64 a; .global .u64 b[2] = {a-8, a+-16};"
                   ".const .b8 c[12] = {9, 0xFF(a), 0xFF00(a), 0xFF0000(a)};"
                   ".global .s32 d[3] = {-1, {2}};");
    ck_assert_ptr_nonnull(m);
    ck_assert_int_eq(var(m, "b")->inits[0].addend, -8);
    ck_assert_int_eq(var(m, "b")->inits[1].addend, -16);
    ck_assert_int_eq(var(m, "c")->ninits, 1);
    ck_assert_int_eq(var(m, "c")->inits[0].offset, 1);
    ck_assert_int_eq(
        memcmp(var(m, "d")->init, "\377\377\377\377\2\0\0\0\0\0\0", 12), 0);
}
END_TEST

START_TEST(an_extern_becomes_what_defines_it) {
    PtxModule *m = parse(HEAD ".extern .global .f32 t[];"
                              ".global .u64 p = t;"
                              ".visible .global .align 16 .f32 t[4] = {1.0};");
    ck_assert_msg(m != NULL, "%s", err.msg);
    ck_assert_int_eq(m->nvars, 2);
    ck_assert_ptr_eq(var(m, "p")->inits[0].sym, var(m, "t"));
    ck_assert(!var(m, "t")->is_extern);
    ck_assert_int_eq(var(m, "t")->size, 16);
    ck_assert_int_eq(var(m, "t")->align, 16);
}
END_TEST

START_TEST(functions_declared_first_are_the_ones_defined_later) {
    PtxModule *m = fixture("harness/tests/ptx/calls.ptx");
    PtxFunc *two = func(m, "_Z3twof"), *count = func(m, "_Z5countj");
    ck_assert(!two->is_declared_only && !two->is_entry);
    ck_assert_int_eq(two->nparams, 1);
    ck_assert_int_eq(two->nreturns, 1);
    ck_assert_str_eq(two->returns[0]->name, "func_retval0");
    ck_assert_ptr_eq(two->returns[0]->func, two);
    ck_assert_ptr_eq(two->stmts[2].opnd[0].sym, two->returns[0]);
    ck_assert(func(m, "vprintf")->is_declared_only);
    ck_assert(func(m, "__assertfail")->is_noreturn);
    ck_assert_ptr_eq(count->stmts[5].opnd[0].sym->func, count);
    ck_assert_int_eq(count->nvars, 1); // param0
    ck_assert(!count->vars[0]->is_entry_param);
}
END_TEST

START_TEST(calls_have_lists_a_callee_and_a_prototype) {
    PtxModule *m = fixture("harness/tests/ptx/calls.ptx");
    PtxFunc *f = func(m, "_Z4mainPf");
    const Stmt *call[4];
    int n = 0;
    for (int i = 0; i < f->nstmts && n < 4; i++)
        if (f->stmts[i].op == OP_CALL) call[n++] = &f->stmts[i];
    ck_assert_str_eq(shown(call[0]),
                     "call.uni (s:retval0+0) s:_Z6halvesf+0 (s:param0+0)");
    ck_assert_str_eq(shown(call[1]), "call (s:retval0+0) r:%rd2 (s:param0+0) "
                                     "s:prototype_2+0");
    const PtxFunc *proto = call[1]->opnd[3].sym->func;
    ck_assert_int_eq(proto->nparams, 1);
    ck_assert_int_eq(proto->nreturns, 1);
    ck_assert_int_eq(proto->returns[0]->size, 4);
    ck_assert_str_eq(shown(call[3]), "call s:counting+0 (s:param0+0)");
    ck_assert_ptr_eq(call[3]->opnd[0].sym->func, func(m, "_Z5countj"));
    ck_assert_ptr_ne(call[0]->opnd[2].at[0].sym, call[1]->opnd[2].at[0].sym);
    ck_assert(!call[0]->opnd[2].at[0].sym->is_entry_param);
}
END_TEST

START_TEST(inline_assembly_is_read) {
    PtxModule *m = fixture("harness/tests/ptx/scopes.ptx");
    PtxFunc *f = func(m, "scopes");
    ck_assert_int_eq(f->reqntid[0], 64);
    ck_assert_int_eq(f->reqntid[1], 2);
    ck_assert_int_eq(f->reqntid[2], 1);
    ck_assert_int_eq(f->params[0]->size, 24);
    ck_assert_int_eq(f->params[0]->align, 8);
    ck_assert_int_eq(var(m, "quad")->size, 16);
    ck_assert_int_eq(var(m, "quad")->align, 16);
    ck_assert_int_eq(var(m, "dynamic")->size, 0);
    ck_assert(var(m, "dynamic")->is_extern);
    ck_assert_int_eq(f->nvars, 1);
    ck_assert_int_eq(f->vars[0]->space, SPACE_SHARED);
}
END_TEST

// ---- what is wrong

// clang-format off
static const Row wrong[] = {
    {"",                                     "this is no PTX: there is no .version"},
    {HEAD "hello",                           "expected a directive, not 'hello'"},
    {HEAD ".global .f32",                    "expected the name of a variable, but the text ends"},
    {HEAD ".global .f33 x;",                 "expected the type of a variable, not '.f33'"},
    {HEAD ".global .f32 x[2] = {1.0, 2.0, 3.0};", "'x' has more initial values than elements"},
    {HEAD ".global .u64 x = nowhere;",       "'nowhere' is not declared"},
    {HEAD ".global .u32 x[0xFFFFFFFFFFFF] = {1};", "'x' is too large"},
    {HEAD ".global .align 3 .u32 x;",        "an alignment must be a power of two"},
    {HEAD ".entry k() { ret }",              "expected an operand, not '}'"},
    {HEAD ".entry k() { ret; ",              "expected an instruction, but the text ends"},
    {HEAD ".entry k() { mov.u32 x, 1; }",    "'x' is not declared"},
    {HEAD ".entry k() { @x ret; }",          "'x' is not declared"},
    {HEAD ".entry k() { .reg .b32 x; @x ret; }", "'x' is not a predicate"},
    {HEAD ".entry k() { .reg .b32 %r<3>; mov.b32 %r3, 0; }", "'%r3' is not declared"},
    {HEAD ".entry k() { bra NOWHERE; }",     "there is no label 'NOWHERE'"},
    {HEAD ".entry k() { { X: } bra X; }",    "there is no label 'X'"},
    {HEAD ".entry k() { X: X: }",            "label 'X' is there twice"},
    {HEAD ".entry k() { .reg .b32 %r<3>; mov.b32 %r0, 0; mov.b32 %r1 %r2; }", "expected ';', not '%r2'"},
    {HEAD ".entry k() { .reg .b32 %r<99999999>; }", "too many registers"},
    {HEAD ".entry k() { } .entry k() { }",   "'k' is defined twice"},
    {HEAD ".entry k( { }",                   "expected a function or a variable, not '{'"},
    {HEAD ".extern .func k() { }",           "an .extern function has a body"},
    {HEAD ".section .debug_str { ",          "a section without '}'"},
    {HEAD "/* ",                             "a comment without an end"},
    {".version 8.0 .target sm_80 .address_size 32", "32-bit PTX is not simulated"},
};
// clang-format on

START_TEST(an_error_says_what_was_expected) {
    const Row *r = &wrong[_i];
    ck_assert_ptr_null(parse(r->text));
    ck_assert_int_eq(err.kind, ERR_SIM);
    const char *said = strstr(err.msg, ": ");
    ck_assert_msg(said && !strcmp(said + 2, r->want), "'%s' gives '%s'",
                  r->text, err.msg);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(an_error_names_the_ptx_line) {
    ck_assert_ptr_null(parse(HEAD ".entry k()\n{\n\n  mov.u32 x, 1;\n}"));
    ck_assert_str_eq(err.msg, "PTX line 7: 'x' is not declared");
    ck_assert_int_eq(err.loc.line, 7);
    ck_assert_str_eq(err.loc.file, "t.ptx");
}
END_TEST

START_TEST(an_error_in_inline_assembly_names_the_source_line) {
    ck_assert_ptr_null(parse(HEAD ".entry k() { .loc 1 12 4\n"
                                  ".loc 2 3 1, inlined_at 1 12 4\nadd %r1; }"));
    ck_assert_str_eq(err.msg,
                     "PTX line 6 (source line 12): '%r1' is not declared");
}
END_TEST

// ---- text that is cut off, or spoilt, anywhere

static const char *const fixtures[] = {"saxpy", "saxpy-20", "calls", "scopes",
                                       "flow"};

// A copy without a byte behind it, so that ASan sees reading on.
static void try_text(const char *text, size_t n) {
    Arena a = {0};
    Err e = {0};
    char *copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    if (!ptx_parse(&a, "cut.ptx", copy, n, &e)) {
        ck_assert_int_eq(e.kind, ERR_SIM);
        ck_assert_str_ne(e.msg, "");
    }
    err_clear(&e);
    free(copy);
    arena_reset(&a);
}

static void read_fixture(int i, Buf *out) {
    const char *path =
        arena_fmt(&arena, "harness/tests/ptx/%s.ptx", fixtures[i]);
    ck_assert(file_read(path, out, &err));
}

START_TEST(text_that_ends_anywhere_does_not_crash) {
    Buf text = {0};
    read_fixture(_i, &text);
    for (size_t n = 0; n <= text.len; n++)
        try_text(text.data, n);
    buf_free(&text);
}
END_TEST

START_TEST(text_with_any_byte_changed_does_not_crash) {
    static const char instead[] = "{};,[<.\"0-%";
    Buf text = {0};
    read_fixture(_i, &text);
    for (size_t i = 0; i < text.len; i++) {
        char was = text.data[i];
        text.data[i] = instead[i % (sizeof instead - 1)];
        try_text(text.data, text.len);
        text.data[i] = was;
    }
    buf_free(&text);
}
END_TEST

// A path in a new folder, of which the first `made` bytes are made.
static const char *path_in(const char *dir, const char *rest,
                           const char *made) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", dir, made);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/%s", dir, rest);
    return path;
}

START_TEST(a_folder_that_is_there_tells_whose_it_is) {
    char dir[] = "/tmp/kata-parse-XXXXXX", mark[128];
    ck_assert_ptr_nonnull(mkdtemp(dir));
    ck_assert(!comes_with_cuda(path_in(dir, "cutlass/mma.cuh", "cutlass")));
    const char *theirs = path_in(dir, "cute/atom/mma.hpp", "cute");
    snprintf(mark, sizeof mark, "%s/cute/tensor.hpp", dir);
    FILE *f = fopen(mark, "w");
    ck_assert_ptr_nonnull(f);
    fclose(f);
    ck_assert(comes_with_cuda(theirs));
    // Theirs in a folder of one's own, which has the name, too.
    snprintf(mark, sizeof mark, "%s/cutlass/cutlass", dir);
    ck_assert_int_eq(mkdir(mark, 0700), 0);
    snprintf(mark, sizeof mark, "%s/cutlass/cutlass/cutlass.h", dir);
    f = fopen(mark, "w");
    ck_assert_ptr_nonnull(f);
    fclose(f);
    ck_assert(comes_with_cuda(mark));
    remove(mark);
    for (const char *const *p =
             (const char *const[]){"cute/tensor.hpp", "cute", "cutlass/cutlass",
                                   "cutlass", "", NULL};
         *p; p++) {
        snprintf(mark, sizeof mark, "%s/%s", dir, *p);
        ck_assert_int_eq(remove(mark), 0);
    }
}
END_TEST

START_TEST(a_learner_may_call_a_folder_as_cuda_calls_its_own) {
    ck_assert(!comes_with_cuda("/home/me/device_function/sum.cu"));
    ck_assert(!comes_with_cuda("/home/me/device_function/sum.cuh"));
    ck_assert(!comes_with_cuda("/home/me/cooperative_groups/sum.cu"));
    ck_assert(!comes_with_cuda("/home/me/cutlass/gemm.cu"));
    ck_assert(!comes_with_cuda("/home/me/thrust/device_sum.cpp"));
    ck_assert(!comes_with_cuda("sum.cu"));
    ck_assert(comes_with_cuda("/x/include/cooperative_groups/reduce.h"));
    ck_assert(comes_with_cuda("/x/include/cub/device/device_reduce.cuh"));
    ck_assert(comes_with_cuda("/x/include/curand_kernel.h"));
    ck_assert(comes_with_cuda("/x/include/sm_32_intrinsics.hpp"));
}
END_TEST

SUITE_OF(parse) {
    Suite *s = suite_create("parse");
    TCase *tc = tcase_create("statements");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, statement_is_read, 0, COUNT_OF(rows));
    tcase_add_test(
        tc, more_operands_or_modifiers_than_any_form_has_are_an_unknown_opcode);
    tcase_add_test(tc, registers_are_numbered_in_order_of_first_use);
    tcase_add_test(tc, an_inner_scope_hides_registers_of_the_same_name);
    tcase_add_test(
        tc, a_branch_takes_the_label_of_the_nearest_scope_forward_or_back);
    suite_add_tcase(s, tc);

    tc = tcase_create("modules");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_older_dialect_is_read);
    tcase_add_test(tc, the_newer_dialect_is_read);
    tcase_add_test(tc, source_places_name_the_file_and_where_they_are_inlined);
    tcase_add_test(tc, variables_have_size_alignment_and_contents);
    tcase_add_test(tc, initialisers_hold_addresses_with_offsets);
    tcase_add_test(tc, an_extern_becomes_what_defines_it);
    tcase_add_test(tc, functions_declared_first_are_the_ones_defined_later);
    tcase_add_test(tc, calls_have_lists_a_callee_and_a_prototype);
    tcase_add_test(tc, inline_assembly_is_read);
    tcase_add_test(tc, a_folder_that_is_there_tells_whose_it_is);
    tcase_add_test(tc, a_learner_may_call_a_folder_as_cuda_calls_its_own);
    suite_add_tcase(s, tc);

    tc = tcase_create("errors");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, an_error_says_what_was_expected, 0,
                        COUNT_OF(wrong));
    tcase_add_test(tc, an_error_names_the_ptx_line);
    tcase_add_test(tc, an_error_in_inline_assembly_names_the_source_line);
    tcase_add_loop_test(tc, text_that_ends_anywhere_does_not_crash, 0,
                        COUNT_OF(fixtures));
    tcase_add_loop_test(tc, text_with_any_byte_changed_does_not_crash, 0,
                        COUNT_OF(fixtures));
    suite_add_tcase(s, tc);
    return s;
}
