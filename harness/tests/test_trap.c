// What the simulated device says when a kernel goes wrong.
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"
#include "tests/kernel.h"
#include "tests/tests.h"

#include <stdio.h>

typedef struct Row {
    const char *what;
    const char *body;
    SimTrapKind kind;
    int line;
    uint32_t thread;
    const char *space, *access;
    uint32_t bytes;
    const char *message, *hint; // parts of them
} Row;

// 32 threads; 16 output words, so that a bounds check is missing.
static const Row rows[] = {
    {"write past the end", ".loc 1 4 0\nst.global.u32 [%my], %t;",
     SIM_TRAP_OUT_OF_BOUNDS, 4, 16, "global", "write", 4,
     "just past the end of a 64-byte allocation", "if (i < n)"},
    {"read far past the end",
     ".loc 1 5 0\nld.global.v2.u32 {%r1,%r2}, [%out+160];",
     SIM_TRAP_OUT_OF_BOUNDS, 5, 0, "global", "read", 8,
     "reads 8 bytes of global memory at 0x", "at the edges too"},
    {"read before the beginning",
     "setp.eq.u32 %p1, %t, 3;\n.loc 1 6 0\n@%p1 ld.global.u32 %r1, "
     "[%out+-8];",
     SIM_TRAP_OUT_OF_BOUNDS, 6, 3, "global", "read", 4,
     "8 bytes before the beginning of a 64-byte allocation", ""},
    {"null pointer", "mov.u64 %rd1, 0;\n.loc 1 7 0\nld.global.u32 %r1, [%rd1];",
     SIM_TRAP_OUT_OF_BOUNDS, 7, 0, "global", "read", 4, "a null pointer", ""},
    {"misaligned", ".loc 1 8 0\nld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%out+4];",
     SIM_TRAP_MISALIGNED, 8, 0, "global", "read", 16,
     "which is no multiple of 16", "float4"},
    {"shared past the end",
     ".shared .align 4 .b8 box[64];\nmov.u32 %r1, box;\nshl.b32 %r2, %t, 2;\n"
     "add.u32 %r1, %r1, %r2;\n.loc 1 9 0\nst.shared.u32 [%r1], %t;",
     SIM_TRAP_OUT_OF_BOUNDS, 9, 16, "shared", "write", 4,
     "the block has 64 bytes of shared memory", "How large"},
    {"past a shared array, in the next one",
     ".shared .align 4 .b8 box[64], next[64];\nmov.u32 %r20, box;\n"
     "mov.u32 %r21, next;\nst.shared.u32 [%r21], %t;\nshl.b32 %r22, %t, 2;\n"
     "add.u32 %r23, %r20, %r22;\n.loc 1 9 0\nst.shared.u32 [%r23+4], %t;",
     SIM_TRAP_OUT_OF_BOUNDS, 9, 15, "shared", "write", 4,
     "just past the end of `box`, which has 64 bytes", "How large"},
    {"local past the end",
     ".local .align 4 .b8 box[16];\nmov.u64 %rd1, box;\nmul.wide.u32 %rd2, "
     "%t, 4096;\nadd.s64 %rd1, %rd1, %rd2;\n.loc 1 10 0\nst.local.u32 [%rd1], "
     "%t;",
     SIM_TRAP_OUT_OF_BOUNDS, 10, 1, "local", "write", 4,
     "beyond its local memory", "each thread has of its own"},
};

static Run run_body(const char *body, uint32_t blocks) {
    static char ptx[4000];
    snprintf(ptx, sizeof ptx, "%s%s%s", kernel_head, body, kernel_tail);
    Run r = {
        .ptx = ptx, .grid = {blocks, 1, 1}, .block = {32, 1, 1}, .n_out = 16};
    kernel_run(&r);
    ck_assert_msg(r.ran, "%s: %s", r.err.msg, body);
    return r;
}

START_TEST(a_trap_says_who_did_what_where) {
    const Row *row = &rows[_i];
    Run r = run_body(row->body, 1);
    const SimTrap *t = &r.out.trap;
    ck_assert_msg(r.out.trapped, "%s: no trap", row->what);
    ck_assert_msg(t->kind == row->kind, "%s: %s: %s", row->what, t->name,
                  t->message);
    ck_assert_int_eq(t->line, row->line);
    ck_assert_str_eq(t->file, "t.cu");
    ck_assert_uint_eq(t->thread[0], row->thread);
    ck_assert_str_eq(t->space, row->space);
    ck_assert_str_eq(t->access, row->access);
    ck_assert_uint_eq(t->bytes, row->bytes);
    ck_assert_msg(strstr(t->message, row->message) != NULL, "%s: %s", row->what,
                  t->message);
    ck_assert_msg(strstr(t->hint, row->hint) != NULL, "%s: %s", row->what,
                  t->hint);
    ck_assert_str_eq(t->name, sim_trap_name(t->kind));
    kernel_close(&r);
}
END_TEST

START_TEST(a_message_is_one_sentence) {
    Run r = run_body(rows[0].body, 1);
    const char *m = r.out.trap.message;
    ck_assert_ptr_eq(strstr(m, "Thread (16,0,0) of block (0,0,0) writes 4 "
                               "bytes of global memory at 0x"),
                     m);
    ck_assert_int_eq(m[strlen(m) - 1], '.');
    ck_assert_uint_eq(r.out.trap.alloc_bytes, 64);
    ck_assert_str_eq(r.out.trap.kernel, "k");
    kernel_close(&r);
}
END_TEST

START_TEST(what_ran_before_a_trap_is_counted) {
    Run r = run_body("st.global.u32 [%out], %t;\n"
                     "st.global.u32 [%out+4], %t;\ntrap;",
                     1);
    ck_assert_uint_eq(r.out.info.c.gmem_stores, 2);
    ck_assert_uint_gt(r.out.info.c.warp_insts, 8);
    kernel_close(&r);
}
END_TEST

START_TEST(a_note_counts_its_repetitions) {
    Run r =
        run_body(".loc 1 3 0\nshfl.sync.idx.b32 %r3, %t, 2, 0x1f, 0xff;\n", 5);
    ck_assert(!r.out.trapped);
    ck_assert_int_eq(r.out.nnotes, 1);
    ck_assert_uint_eq(r.out.notes[0].count, 5); // warps
    ck_assert_uint_eq(r.out.notes[0].thread[0], 8);
    kernel_close(&r);
}
END_TEST

START_TEST(a_divergent_barrier_names_both_lines) {
    Run r = run_body("setp.ge.u32 %p1, %t, 16;\n@%p1 bra JOIN;\n"
                     ".loc 1 6 0\nbar.sync 0;\nJOIN:\n.loc 1 8 0\n"
                     "mov.u32 %r1, 0;\nadd.u32 %r1, %r1, 1;\n"
                     "bar.sync 0;\n",
                     1);
    const SimTrap *t = &r.out.trap;
    ck_assert(r.out.trapped);
    ck_assert_int_eq(t->kind, SIM_TRAP_BARRIER);
    ck_assert_int_eq(t->line, 6);
    ck_assert_int_eq(t->other_line, 8);
    ck_assert_str_eq(t->other_file, "t.cu");
    kernel_close(&r);
}
END_TEST

START_TEST(what_is_not_simulated_is_refused_with_its_line) {
    Run r = {.ptx = kernel_head ".loc 1 3 0\nfrobnicate;" kernel_tail,
             .grid = {1, 1, 1},
             .block = {1, 1, 1}};
    kernel_run(&r);
    ck_assert(!r.ran);
    ck_assert_msg(strstr(r.err.msg, "line 3 of t.cu") != NULL, "%s", r.err.msg);
    kernel_close(&r);
}
END_TEST

SUITE_OF(trap) {
    Suite *s = suite_create("trap");
    TCase *t = tcase_create("messages");
    tcase_add_loop_test(t, a_trap_says_who_did_what_where, 0, COUNT_OF(rows));
    tcase_add_test(t, a_message_is_one_sentence);
    tcase_add_test(t, what_ran_before_a_trap_is_counted);
    tcase_add_test(t, a_note_counts_its_repetitions);
    tcase_add_test(t, a_divergent_barrier_names_both_lines);
    tcase_add_test(t, what_is_not_simulated_is_refused_with_its_line);
    suite_add_tcase(s, t);
    return s;
}
