// Several workers give what one gives: memory, counts, reports, bit by bit.
//
// Kernels are large enough that other workers are called, and take part in an
// order that differs in every run.
#include "sim/check/shadow.h"
#include "sim/core/warp.h"
#include "sim/launch/launch.h"
#include "tests/kernel.h"
#include "tests/tests.h"

#include <stdlib.h>

enum { BLOCKS = 700, THREADS = 64, WORDS = BLOCKS * THREADS };

// Each loops a while, so that the launch is worth several workers.
#define spin(times)                                                            \
    "mov.u32 %r20, 0; $spin: add.u32 %r20, %r20, 1; setp.lt.u32 %p9, "         \
    "%r20, " #times "; @%p9 bra $spin;\n"
// As large as what is in memory that nobody has filled: sums depend on order.
#define float_of_thread                                                        \
    ".reg .f64 %fd<2>; cvt.rn.f32.u32 %f1, %g; rcp.approx.f32 %f1, %f1;\n"     \
    "mul.f32 %f1, %f1, 0f4EBEBC20;\n"
#define late_blocks                                                            \
    "mov.u32 %r6, %ctaid.x; rem.u32 %r6, %r6, 70;\n"                           \
    "setp.ne.u32 %p2, %r6, 60; @%p2 bra $end;\n"
#define first_of_block "setp.ne.u32 %p1, %t, 0; @%p1 bra $end;\n"

typedef struct Case {
    const char *what;
    bool together; // several workers run it
    const char *ptx;
    uint32_t threads;
} Case;

static const Case cases[] = {
    {"strides, so that caches hit and miss", true,
     kernel_head "mul.lo.u32 %r3, %g, 1031; rem.u32 %r3, %r3, %n;\n"
                 "mul.wide.u32 %rd1, %r3, 4; add.s64 %rd1, %in, %rd1;\n"
                 "ld.global.u32 %r4, [%rd1]; add.u32 %r4, %r4, %g;\n" spin(
                     20) "st.global.u32 [%my], %r4;" kernel_tail,
     THREADS},
    {"counts in shared places, without a result", true,
     kernel_head spin(50) "and.b32 %r3, %g, 63; mul.wide.u32 %rd1, %r3, 4;\n"
                          "add.s64 %rd1, %out, %rd1;\n"
                          "red.global.add.u32 [%rd1], %g;" kernel_tail,
     THREADS},
    {"an atomic whose result nobody reads", true,
     kernel_head spin(50) "atom.global.max.u32 %r4, [%out], %g;" kernel_tail,
     THREADS},
    {"two kinds of atomics, whose order matters", true,
     kernel_head spin(50) first_of_block
     "red.global.add.u32 [%out], 3; red.global.max.u32 [%out], %g;\n"
     "$end:" kernel_tail,
     THREADS},
    {"a sum of floats", true,
     kernel_head float_of_thread spin(50) first_of_block
     "red.global.add.f32 [%out], %f1;\n$end:" kernel_tail,
     THREADS},
    {"sums of floats in shared places, all lanes", true,
     kernel_head float_of_thread spin(
         20) "and.b32 %r3, %g, 127; mul.wide.u32 %rd1, %r3, 4;\n"
             "add.s64 %rd1, %out, %rd1; red.global.add.f32 [%rd1], %f1;\n"
             "mul.wide.u32 %rd2, %t, 4; add.s64 %rd2, %in, %rd2;\n"
             "ld.global.f32 %f2, [%rd2];\n"
             "red.global.add.f32 [%rd1+64], %f2;" kernel_tail,
     THREADS},
    {"a sum that its block reads back", true,
     kernel_head float_of_thread spin(
         50) "red.global.add.f32 [%my], %f1; ld.global.f32 %f2, [%my];\n"
             "add.f32 %f2, %f2, %f2; st.global.f32 [%my], %f2;" kernel_tail,
     THREADS},
    {"sums read back by a few late blocks, one lane each", true,
     kernel_head float_of_thread spin(
         50) "red.global.add.f32 [%my], %f1;\n" late_blocks first_of_block
             "ld.global.f32 %f2, [%my]; st.global.f32 [%my+4], %f2;\n"
             "$end:" kernel_tail,
     THREADS},
    {"sums read back by whole warps of late blocks", true,
     kernel_head float_of_thread spin(
         50) "red.global.add.f32 [%my], %f1;\n" late_blocks
             "ld.global.f32 %f2, [%my]; add.f32 %f2, %f2, %f1;\n"
             "red.global.add.f32 [%my], %f2;\n$end:" kernel_tail,
     THREADS},
    {"sums overwritten in late blocks", true,
     kernel_head float_of_thread spin(
         50) "red.global.add.f32 [%my], %f1;\n" late_blocks
             "st.global.f32 [%my], %f1;\n"
             "red.global.add.f32 [%my], %f1;\n$end:" kernel_tail,
     THREADS},
    {"sums overwritten word by word", true,
     kernel_head float_of_thread spin(
         50) "red.global.add.f32 [%my], %f1;\n" late_blocks first_of_block
             "st.global.f32 [%my], %f1;\n$end:" kernel_tail,
     THREADS},
    {"the last block adds up what all have added", true,
     kernel_head float_of_thread spin(50) first_of_block
     "red.global.add.f32 [%out], %f1; membar.gl;\n"
     "atom.global.inc.u32 %r4, [%in], 1000;\n"
     "setp.ne.u32 %p2, %r4, 699; @%p2 bra $end;\n"
     "ld.global.f32 %f2, [%out]; mul.f32 %f2, %f2, %f2;\n"
     "st.global.f32 [%out+4], %f2;\n$end:" kernel_tail,
     THREADS},
    {"more sums than are written down", true,
     kernel_head float_of_thread
     "mov.u32 %r4, %ctaid.x; and.b32 %r4, %r4, 63; mov.u32 %r5, 0;\n"
     "setp.eq.u32 %p1, %r4, 40; selp.u32 %r4, 1500, 3, %p1;\n"
     "$more: add.u32 %r3, %g, %r5; and.b32 %r3, %r3, 1023;\n"
     "mul.wide.u32 %rd1, %r3, 4; add.s64 %rd1, %out, %rd1;\n"
     "red.global.add.f32 [%rd1], %f1; add.u32 %r5, %r5, 1;\n"
     "setp.lt.u32 %p2, %r5, %r4; @%p2 bra $more;" kernel_tail,
     THREADS},
    {"kinds of atomics without a result, mixed", true,
     kernel_head float_of_thread spin(
         50) "and.b32 %r3, %g, 7; mul.wide.u32 %rd1, %r3, 32;\n"
             "add.s64 %rd1, %out, %rd1; cvt.u64.u32 %rd2, %g;\n"
             "cvt.rn.f16x2.f32 %r5, %f1, %f1; cvt.f64.f32 %fd1, %f1;\n"
             "red.global.add.f64 [%rd1], %fd1;\n"
             "red.global.add.noftz.f16x2 [%rd1+8], %r5;\n"
             "red.global.xor.b32 [%rd1+12], %g;\n"
             "atom.global.exch.b64 %rd3, [%rd1+16], %rd2;\n"
             "atom.global.cas.b32 %r6, [%rd1+16], %g, %r5;\n"
             "red.global.inc.u32 [%rd1+24], 97;\n"
             "red.global.add.v2.f32 [%rd1+24], {%f1, %f1};" kernel_tail,
     THREADS},
    {"a sum into what is being copied", true,
     kernel_head float_of_thread ".shared .align 4 .b8 tile[256];\n" spin(
         50) "mov.u32 %r3, tile; shl.b32 %r4, %t, 2; add.u32 %r3, %r3, %r4;\n"
             "cp.async.ca.shared.global [%r3], [%my], 4;\n"
             "red.global.add.f32 [%my], %f1;\n"
             "cp.async.wait_all; bar.sync 0; ld.shared.f32 %f2, [%r3];\n"
             "red.global.add.f32 [%my], %f2;" kernel_tail,
     THREADS},
    {"a trap in the middle of sums", true,
     kernel_head float_of_thread spin(
         30) "red.global.add.f32 [%my], %f1;\n"
             "mov.u32 %r3, %ctaid.x; rem.u32 %r3, %r3, 90;\n"
             "setp.ne.u32 %p1, %r3, 77; @%p1 bra $end;\n"
             "trap;\n$end:" kernel_tail,
     THREADS},
    {"sums out of bounds in the last blocks", true,
     kernel_head float_of_thread spin(
         30) "setp.lt.u32 %p1, %g, 44000; @%p1 bra $end;\n"
             "mul.wide.u32 %rd1, %g, 8; add.s64 %my, %out, %rd1;\n"
             "$end: red.global.add.f32 [%my], %f1;" kernel_tail,
     THREADS},
    {"places given out by an atomic", true,
     kernel_head spin(50) "atom.global.add.u32 %r4, [%in], 1;\n"
                          "rem.u32 %r4, %r4, %n; mul.wide.u32 %rd1, %r4, 4;\n"
                          "add.s64 %rd1, %out, %rd1;\n"
                          "st.global.u32 [%rd1], %g;" kernel_tail,
     THREADS},
    {"the last block", true,
     kernel_head spin(
         50) "st.global.u32 [%my], %g; membar.gl;\n" first_of_block
             "atom.global.inc.u32 %r4, [%in], 1000;\n"
             "setp.ne.u32 %p2, %r4, 699; @%p2 bra $end;\n"
             "ld.global.u32 %r5, [%out+256]; ld.global.u32 %r6, [%out+2560];\n"
             "add.u32 %r5, %r5, %r6; st.global.u32 [%out+4], %r5;\n"
             "$end:" kernel_tail,
     THREADS},
    {"a count without an atomic", false,
     kernel_head spin(50) first_of_block
     "ld.global.u32 %r4, [%out]; mad.lo.u32 %r4, %r4, 3, %g;\n"
     "st.global.u32 [%out], %r4;\n$end:" kernel_tail,
     THREADS},
    {"neighbours updated in place", false,
     kernel_head spin(20) "ld.global.u32 %r4, [%my+128]; add.u32 %r4, %r4, 1;\n"
                          "st.global.u32 [%my], %r4;" kernel_tail,
     THREADS},
    {"a result of an atomic in a loop", false,
     kernel_head
     "mov.u32 %r5, 0;\n$again: atom.global.add.u32 %r4, [%out], 1;\n"
     "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 8;\n"
     "@%p1 bra $again; add.s64 %my, %my, 4;\n"
     "st.global.u32 [%my], %r4;" kernel_tail,
     32},
    {"a look at what others do", false,
     kernel_head spin(50) "ld.volatile.global.u32 %r4, [%out];\n"
                          "st.global.u32 [%my+4], %r4;" kernel_tail,
     32},
    {"the clock", false,
     kernel_head spin(50) "mov.u32 %r4, %clock;\n"
                          "st.global.u32 [%my], %r4;" kernel_tail,
     THREADS},
    {"a trap in the middle", true,
     kernel_head spin(30) "st.global.u32 [%my], %g;\n"
                          "mov.u32 %r3, %ctaid.x; rem.u32 %r3, %r3, 90;\n"
                          "setp.ne.u32 %p1, %r3, 77; @%p1 bra $end;\n"
                          "trap;\n$end:" kernel_tail,
     THREADS},
    {"out of bounds in the last blocks", true,
     kernel_head spin(30) "setp.lt.u32 %p1, %g, 44000; @%p1 bra $end;\n"
                          "mul.wide.u32 %rd1, %g, 8; add.s64 %my, %out, %rd1;\n"
                          "$end: st.global.u32 [%my], %g;" kernel_tail,
     THREADS},
    {"shuffles from absent lanes", true,
     kernel_head spin(30) "mov.u32 %r5, %g;\n"
                          ".loc 1 12 0\n"
                          "shfl.sync.down.b32 %r4, %r5, 20, 31, 0x3fffff;\n"
                          "st.global.u32 [%my], %r4;" kernel_tail,
     22},
    {"memory of its own that nobody wrote", true,
     ".visible .entry k(.param .u64 po, .param .u64 pi, .param .u32 pn) {\n"
     ".local .align 4 .b8 mine[64];\n"
     ".reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .pred %p<16>;\n"
     "mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;\n"
     "mad.lo.u32 %r3, %r0, %r1, %r2; ld.param.u64 %rd1, [po];\n"
     "mul.wide.u32 %rd2, %r3, 4; add.s64 %rd1, %rd1, %rd2;\n" spin(
         30) "ld.local.u32 %r4, [mine+8]; add.u32 %r5, %r4, %r3;\n"
             "st.local.u32 [mine+8], %r5; st.local.u32 [mine+12], %r3;\n"
             "ld.local.u32 %r6, [mine+8]; st.global.u32 [%rd1], %r6; ret; }",
     THREADS},
};

static Run run_with(const Case *c, const char *workers, const uint32_t *in) {
    setenv("KATASIM_WORKERS", workers, 1);
    Run r = {.ptx = c->ptx,
             .grid = {BLOCKS, 1, 1},
             .block = {c->threads, 1, 1},
             .in = in,
             .n_in = 4096,
             .n = 4096,
             .n_out = WORDS + 64};
    kernel_run(&r);
    unsetenv("KATASIM_WORKERS");
    ck_assert_msg(r.ran, "%s: %s", c->what, r.err.msg);
    return r;
}

static void check_same_trap(const char *what, const SimTrap *a,
                            const SimTrap *b) {
    ck_assert_msg(a->kind == b->kind && a->line == b->line, "%s", what);
    // addresses differ: two devices are open
    const char *x = strstr(a->message, "0x"), *y = strstr(b->message, "0x");
    size_t n = x ? (size_t)(x - a->message) : strlen(a->message) + 1;
    ck_assert_msg(!strncmp(a->message, b->message, n), "%s: %s", what,
                  b->message);
    if (x && y) ck_assert_str_eq(strchr(x, ':'), strchr(y, ':'));
    ck_assert_msg(!memcmp(a->block, b->block, sizeof a->block), "%s", what);
    ck_assert_msg(a->count == b->count, "%s: %llu times, not %llu", what,
                  (unsigned long long)b->count, (unsigned long long)a->count);
}

static void check_same_counts(const char *what, const SimCounters *a,
                              const SimCounters *b) {
#define COUNTER(id, ...)                                                       \
    ck_assert_msg(a->id == b->id, "%s: " #id " %llu, not %llu", what,          \
                  (unsigned long long)b->id, (unsigned long long)a->id);
#include "sim/counters.def"
}

static void check_same(const char *what, const Run *a, const Run *b) {
    const LaunchOutcome *x = &a->out, *y = &b->out;
    ck_assert_msg(x->trapped == y->trapped, "%s: %s", what, y->trap.message);
    if (x->trapped) check_same_trap(what, &x->trap, &y->trap);
    ck_assert_int_eq(x->nnotes, y->nnotes);
    for (int i = 0; i < x->nnotes; i++)
        check_same_trap(what, &x->notes[i], &y->notes[i]);
    check_same_counts(what, &x->info.c, &y->info.c);
    ck_assert_int_eq(x->info.nlines, y->info.nlines);
    for (int i = 0; i < x->info.nlines; i++)
        check_same_counts(what, &x->info.lines[i].c, &y->info.lines[i].c);
    ck_assert_msg(x->info.us == y->info.us, "%s", what);
    // The device is lost with a trap; what its memory holds means nothing.
    if (x->trapped) return;
    for (uint32_t i = 0; i < a->n_out; i++)
        ck_assert_msg(a->words[i] == b->words[i],
                      "%s: word %u is %08x, not %08x", what, i, b->words[i],
                      a->words[i]);
}

START_TEST(any_number_of_workers_gives_what_one_gives) {
    static const char *const workers[] = {"2", "3", "7"};
    const Case *c = &cases[_i];
    uint32_t in[4096];
    for (uint32_t i = 0; i < COUNT_OF(in); i++)
        in[i] = i ? i * 2654435761u : 0;
    Run one = run_with(c, "1", in);
    ck_assert_int_eq(one.out.workers, 1);
    for (size_t i = 0; i < COUNT_OF(workers); i++) {
        Run r = run_with(c, workers[i], in);
        int want = c->together ? atoi(workers[i]) : 1;
        ck_assert_msg(r.out.workers == want, "%s: %d workers, not %d", c->what,
                      r.out.workers, want);
        check_same(c->what, &one, &r);
        kernel_close(&r);
    }
    kernel_close(&one);
}
END_TEST

static const Case *case_of(const char *what) {
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (!strcmp(cases[i].what, what)) return &cases[i];
    ck_abort_msg("no case '%s'", what);
}

START_TEST(the_lowest_block_that_traps_is_told) {
    Run r = run_with(case_of("a trap in the middle"), "4", (uint32_t[4096]){0});
    ck_assert(r.out.trapped);
    ck_assert_uint_eq(r.out.trap.block[0], 77);
    kernel_close(&r);
}
END_TEST

START_TEST(a_small_launch_stays_on_its_thread) {
    Run r = {.ptx = kernel_head "st.global.u32 [%my], %g;" kernel_tail,
             .grid = {8, 1, 1},
             .block = {32, 1, 1},
             .n_out = 256};
    setenv("KATASIM_WORKERS", "4", 1);
    kernel_run(&r);
    unsetenv("KATASIM_WORKERS");
    ck_assert(r.ran && !r.out.trapped);
#ifdef KATA_STRESS // where every launch is shared out
    ck_assert_int_ge(r.out.workers, 1);
#else
    ck_assert_int_eq(r.out.workers, 1);
#endif
    kernel_close(&r);
}
END_TEST

SUITE_OF(workers) {
    Suite *s = suite_create("workers");
    TCase *t = tcase_create("same");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, any_number_of_workers_gives_what_one_gives, 0,
                        COUNT_OF(cases));
    tcase_add_test(t, the_lowest_block_that_traps_is_told);
    tcase_add_test(t, a_small_launch_stays_on_its_thread);
    suite_add_tcase(s, t);
    return s;
}
