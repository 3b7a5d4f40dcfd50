// Launches: which are possible, what they count, that they repeat.
#include "tests/kernel.h"
#include "tests/tests.h"

#include "sim/cache/cache.h"
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"

#define STORE kernel_head "st.global.u32 [%my], %g;" kernel_tail

static Run launch_of(const char *ptx, uint32_t grid, uint32_t block,
                     uint32_t n_out) {
    return (Run){.ptx = ptx,
                 .grid = {grid, 1, 1},
                 .block = {block, 1, 1},
                 .n_out = n_out};
}

// ---- impossible ones

typedef struct Bad {
    uint32_t grid[3], block[3], smem;
    bool cooperative;
    const char *says;
} Bad;

static const Bad bad[] = {
    {{0, 1, 1}, {32, 1, 1}, 0, false, "is empty"},
    {{1, 1, 1}, {32, 0, 1}, 0, false, "is empty"},
    {{1, 1, 1}, {1025, 1, 1}, 0, false, "at most 1024 in x"},
    {{1, 1, 1}, {1, 1, 65}, 0, false, "at most 64 in z"},
    {{1, 1, 1}, {64, 64, 1}, 0, false, "are 4096 threads: at most 1024"},
    {{1, 65536, 1}, {1, 1, 1}, 0, false, "at most 65535 in y"},
    {{0x80000000, 1, 1}, {1, 1, 1}, 0, false, "at most 2147483647 in x"},
    {{1, 1, 1}, {32, 1, 1}, 240000, false, "240000 bytes of shared memory"},
    {{100000, 1, 1}, {1024, 1, 1}, 0, true, "a cooperative grid of 100000"},
};

START_TEST(an_impossible_launch_says_why_and_what_to_do) {
    const Bad *b = &bad[_i];
    Run r = {.ptx = STORE,
             .smem = b->smem,
             .n_out = 1,
             .cooperative = b->cooperative};
    memcpy(r.grid, b->grid, sizeof r.grid);
    memcpy(r.block, b->block, sizeof r.block);
    kernel_run(&r);
    ck_assert(!r.ran);
    ck_assert_msg(strstr(r.err.msg, b->says) != NULL, "%s", r.err.msg);
    ck_assert_str_ne(r.err.hint, "");
    kernel_close(&r);
}
END_TEST

START_TEST(launch_bounds_are_kept) {
    Run r =
        launch_of(".visible .entry k() .maxntid 64, 1, 1 { ret; }", 1, 65, 0);
    kernel_run(&r);
    ck_assert(!r.ran);
    ck_assert_msg(strstr(r.err.msg, "at most 64") != NULL, "%s", r.err.msg);
    kernel_close(&r);

    r = launch_of(".visible .entry k() .maxntid 64, 1, 1 { ret; }", 1, 64, 0);
    kernel_run(&r);
    ck_assert(r.ran);
    kernel_close(&r);

    r = launch_of(".visible .entry k() .reqntid 32, 2, 1 { ret; }", 1, 64, 0);
    kernel_run(&r);
    ck_assert(!r.ran);
    ck_assert_msg(strstr(r.err.msg, "exactly (32,2,1)") != NULL, "%s",
                  r.err.msg);
    kernel_close(&r);
}
END_TEST

// ---- what they are and count

START_TEST(a_launch_tells_its_shape) {
    Run r = launch_of(STORE, 3, 100, 300);
    r.smem = 512;
    kernel_run(&r);
    const SimLaunchInfo *i = &r.out.info;
    ck_assert_str_eq(i->kernel, "k");
    ck_assert_uint_eq(i->grid[0], 3);
    ck_assert_uint_eq(i->block[0], 100);
    ck_assert_uint_eq(i->smem_bytes, 512);
    ck_assert_int_gt(i->regs, 0);
    ck_assert(i->us > 0 && i->occupancy > 0);
    ck_assert_ptr_nonnull(i->limiter);
    kernel_close(&r);
}
END_TEST

START_TEST(lines_add_up_to_the_total) {
    Run r = launch_of(kernel_head
                      ".loc 1 3 0\nadd.u32 %r2, %t, 1;\n"
                      ".loc 1 2 0\nst.global.u32 [%my], %r2;" kernel_tail,
                      2, 48, 96);
    kernel_run(&r);
    const SimLaunchInfo *i = &r.out.info;
    SimCounters sum = {0};
    for (int k = 0; k < i->nlines; k++) {
#define COUNTER(id, ...) sum.id += i->lines[k].c.id;
#include "sim/counters.def"
        if (k) ck_assert_int_lt(i->lines[k - 1].line, i->lines[k].line);
    }
    ck_assert_int_eq(memcmp(&sum, &i->c, sizeof sum), 0);
    ck_assert_uint_eq(i->c.gmem_stores, 4);
    kernel_close(&r);
}
END_TEST

START_TEST(threads_of_a_partial_warp_are_counted_as_they_are) {
    Run r = launch_of(
        kernel_head ".loc 1 3 0\nadd.u32 %r2, %t, 1;\n" kernel_tail, 2, 48, 1);
    kernel_run(&r);
    const SimLaunchInfo *i = &r.out.info;
    for (int k = 0; k < i->nlines; k++) {
        if (i->lines[k].line != 3) continue;
        ck_assert_uint_eq(i->lines[k].c.warp_insts, 4);
        ck_assert_uint_eq(i->lines[k].c.thread_insts, 96);
        ck_assert_uint_eq(i->lines[k].c.int_ops, 4);
        kernel_close(&r);
        return;
    }
    ck_abort_msg("line 3 is not there");
}
END_TEST

START_TEST(the_same_launch_gives_the_same_again) {
    // Float atomics of many warps: their order decides the sum.
    static const char ptx[] =
        ".global .f32 sum;\n" kernel_head
        "add.u32 %r2, %g, 3; cvt.rn.f32.u32 %f1, %r2; rcp.rn.f32 %f1, %f1;\n"
        "atom.global.add.f32 %f2, [sum], %f1;\n"
        "mov.b32 %r3, %f2; st.global.u32 [%my], %r3;" kernel_tail;
    Run a = launch_of(ptx, 7, 160, 7 * 160), b = a;
    kernel_run(&a);
    kernel_run(&b);
    ck_assert_mem_eq(a.words, b.words, 7 * 160 * 4);
    ck_assert_mem_eq(&a.out.info.c, &b.out.info.c, sizeof a.out.info.c);
    ck_assert(a.out.info.us == b.out.info.us);
    kernel_close(&a);
    kernel_close(&b);
}
END_TEST

START_TEST(shared_memory_begins_as_garbage_in_every_block) {
    Run r = launch_of(".shared .align 4 .u32 box;\n" kernel_head
                      "ld.shared.u32 %r2, [box]; st.global.u32 [%my], %r2;\n"
                      "st.shared.u32 [box], %t;" kernel_tail,
                      4, 1, 4);
    kernel_run(&r);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(r.words[i], 0xcdcdcdcd);
    kernel_close(&r);
}
END_TEST

START_TEST(the_budget_is_per_block) {
    // 40 blocks of about 30000 instructions each.
    static const char ptx[] =
        kernel_head "mov.u32 %r2, 0;\nLOOP:\nadd.u32 %r2, %r2, 1;\n"
                    "setp.lt.u32 %p1, %r2, 5000;\n@%p1 bra LOOP;" kernel_tail;
    Run r = launch_of(ptx, 40, 32, 1);
    r.budget = 60000;
    kernel_run(&r);
    ck_assert(r.ran && !r.out.trapped);
    kernel_close(&r);

    r = launch_of(ptx, 40, 32, 1);
    r.budget = 10000;
    kernel_run(&r);
    ck_assert(r.ran && r.out.trapped);
    ck_assert_int_eq(r.out.trap.kind, SIM_TRAP_TIMEOUT);
    kernel_close(&r);
}
END_TEST

// Polls that find nothing new look like waiting; the loop ends all the same.
START_TEST(many_atomics_without_effect_are_no_deadlock) {
    Run r =
        launch_of(".global .u32 most;\n" kernel_head "mov.u32 %r2, 0;\nLOOP:\n"
                  "atom.global.cas.b32 %r3, [most], 7, 8;\n"
                  "atom.global.max.u32 %r3, [most], 1;\n"
                  "add.u32 %r2, %r2, 1;\n"
                  "setp.lt.u32 %p1, %r2, 50000;\n@%p1 bra LOOP;\n"
                  "st.global.u32 [%my], %r2;" kernel_tail,
                  2, 64, 128);
    kernel_run(&r);
    ck_assert_msg(!r.out.trapped, "%s", r.out.trap.message);
    ck_assert_uint_eq(r.words[127], 50000);
    kernel_close(&r);
}
END_TEST

// Blocks run one after the other here and side by side on a GPU: how often one
// asks before the last begins says nothing, and must not be charged as work.
START_TEST(blocks_that_wait_ask_a_few_times_only) {
    enum { BLOCKS = 50, AROUND = 30, A_POLL = 3, POLLS = 24 };
    Run r = launch_of(kernel_head "mov.u32 %r2, %nctaid.x;\n"
                                  "sub.u32 %r2, %r2, 1;\n"
                                  "setp.eq.u32 %p1, %r0, %r2;\n"
                                  "mov.u32 %r3, 77;\n"
                                  "@%p1 st.volatile.global.u32 [%out], %r3;\n"
                                  "WAIT:\n"
                                  "ld.volatile.global.u32 %r4, [%out];\n"
                                  "setp.ne.u32 %p3, %r4, 77;\n"
                                  "@%p3 bra WAIT;" kernel_tail,
                      BLOCKS, 32, 1);
    kernel_run(&r);
    ck_assert_msg(r.ran && !r.out.trapped, "%s", r.out.trap.message);
    ck_assert_uint_lt(r.out.info.c.warp_insts,
                      BLOCKS * (AROUND + A_POLL * POLLS));
    kernel_close(&r);
}
END_TEST

// 400 pieces of work, every eighth fifteen times as long; a block fetches its
// next one when it has done the last.
#define QUEUE                                                                  \
    ".global .u32 next;" kernel_head                                           \
    "mov.u32 %r2, 0; FETCH: atom.global.add.u32 %r3, [next], 1;"               \
    "setp.ge.u32 %p1, %r3, 400; @%p1 bra END; add.u32 %r2, %r2, 1;"            \
    "and.b32 %r4, %r3, 7; setp.eq.u32 %p2, %r4, 0;"                            \
    "selp.u32 %r5, 3000, 200, %p2;"                                            \
    "WORK: sub.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra WORK;"       \
    "bra FETCH; END: st.global.u32 [%my], %r2;" kernel_tail

START_TEST(blocks_share_out_work_as_they_get_done) {
    enum { BLOCKS = 8 };
    Run r = launch_of(QUEUE, BLOCKS, 1, BLOCKS);
    uint32_t sum = 0;
    kernel_run(&r);
    ck_assert(r.ran && !r.out.trapped);
    for (int i = 0; i < BLOCKS; i++) {
        ck_assert_msg(r.words[i] >= 30, "block %d: %u of 400", i, r.words[i]);
        sum += r.words[i];
    }
    ck_assert_uint_eq(sum, 400);
    ck_assert_double_lt(r.out.info.longest, 1.2);
    kernel_close(&r);
}
END_TEST

// Blocks, or warps, that go round often or once.
#define ROUNDS                                                                 \
    "WORK: sub.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra WORK;"
#define OF_BLOCK(question)                                                     \
    kernel_head question "selp.u32 %r5, 3000, 1, %p1;" ROUNDS                  \
                         "st.global.u32 [%my], %r5;" kernel_tail

static double busiest_of(const char *ptx, uint32_t blocks) {
    Run r = launch_of(ptx, blocks, 32, blocks * 32);
    kernel_run(&r);
    ck_assert(r.ran && !r.out.trapped);
    double busiest = r.out.info.busiest;
    kernel_close(&r);
    return busiest;
}

// 132 SMs: blocks 132 apart share one.
START_TEST(the_sm_that_gets_most_is_told) {
    const char *all = OF_BLOCK("setp.ge.u32 %p1, %r0, 0;"),
               *first = OF_BLOCK("setp.lt.u32 %p1, %r0, 132;"),
               *even =
                   OF_BLOCK("and.b32 %r4, %r0, 1; setp.eq.u32 %p1, %r4, 0;");
    ck_assert_double_eq_tol(busiest_of(all, 264), 1, 1e-9);
    ck_assert_double_eq_tol(busiest_of(all, 265), 3 * 132 / 265., 1e-9);
    ck_assert_double_eq_tol(busiest_of(first, 264), 1, .01);
    ck_assert_double_eq_tol(busiest_of(even, 264), 2, .02);
    // more than fit at once: who is done first gets the next
    ck_assert_double_lt(busiest_of(even, 132 * 64), 1.05);
    ck_assert_double_eq_tol(busiest_of(all, 132 * 40), 1, 1e-9);
}
END_TEST

static double skew_of(const char *ptx) {
    Run r = launch_of(ptx, 4, 64, 256);
    kernel_run(&r);
    ck_assert(r.ran && !r.out.trapped);
    double skew = r.out.info.skew;
    kernel_close(&r);
    return skew;
}

#define OF_WARP(times, more)                                                   \
    kernel_head                                                                \
        "shr.u32 %r6, %t, 5; setp.eq.u32 %p1, %r6, 0;" times ROUNDS more       \
        "st.global.u32 [%my], %r5;" kernel_tail
#define ONE   "selp.u32 %r5, 2000, 1, %p1;"
#define OTHER "selp.u32 %r5, 1, 2000, %p1;"
#define THEN(times)                                                            \
    times "MORE: sub.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra MORE;"

START_TEST(a_block_waits_for_its_slowest_warp) {
    ck_assert_double_eq_tol(skew_of(OF_WARP("mov.u32 %r5, 2000;", "")), 1, .01);
    ck_assert_double_eq_tol(skew_of(OF_WARP(ONE, "")), 2, .05);
    // by turns: at the end both have done as much, but for the barrier
    ck_assert_double_eq_tol(skew_of(OF_WARP(ONE, THEN(OTHER))), 1, .02);
    ck_assert_double_eq_tol(skew_of(OF_WARP(ONE, "bar.sync 0;" THEN(OTHER))), 2,
                            .05);
}
END_TEST

// The last block raises a flag when it has worked; a warp of each other block
// has nothing to do but to look at it. How often it looks is no work.
START_TEST(who_only_asks_is_not_slow) {
    ck_assert_double_lt(
        skew_of(kernel_head
                "setp.eq.u32 %p1, %r0, 3; selp.u32 %r5, 4000, 20, %p1;" ROUNDS
                "@%p1 bra RAISE; setp.lt.u32 %p2, %t, 32; @%p2 bra END;"
                "WAIT: ld.volatile.global.u32 %r7, [%out];"
                "setp.ne.u32 %p4, %r7, 1; @%p4 bra WAIT; bra END;"
                "RAISE: mov.u32 %r7, 1; st.volatile.global.u32 [%out], %r7;"
                "END:" kernel_tail),
        1.02);
}
END_TEST

// Flags of blocks, looked at in a loop. out[i] is block i's; one warp each.
#define WAIT_AT(address, unlike, more)                                         \
    "WAIT: ld.volatile.global.u32 %r7, [" address "];" more "setp." unlike     \
    ".u32 %p4, %r7, 0xcdcdcdcd; @%p4 bra WAIT;"
#define OF_ONE(body)                                                           \
    kernel_head "mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %out, %rd1;"         \
                "add.s64 %rd3, %rd2, -4; mov.u32 %r9, 7;"                      \
                "setp.ne.u32 %p1, %t, 0; @%p1 bra END;"                        \
                "setp.eq.u32 %p2, %r0, 0;" body "END:" kernel_tail
#define FLAG "st.volatile.global.u32 [%rd2], %r9;"

static uint32_t hops_of(const char *ptx, uint32_t blocks) {
    Run r = launch_of(ptx, blocks, 32, blocks);
    kernel_run(&r);
    ck_assert_msg(r.ran && !r.out.trapped, "%s", r.out.trap.message);
    uint32_t hops = r.out.info.hops;
    kernel_close(&r);
    return hops;
}

START_TEST(blocks_wait_one_behind_the_other) {
    ck_assert_uint_eq(
        hops_of(OF_ONE("@%p2 bra GO;" WAIT_AT("%rd3", "eq", "") "GO:" FLAG),
                20),
        19);
    // a weak store behind a fence is a flag as well
    ck_assert_uint_eq(
        hops_of(OF_ONE("@%p2 bra GO;" WAIT_AT("%rd3", "eq",
                                              "") "GO: membar.gl;"
                                                  "st.global.u32 [%rd2], %r9;"),
                20),
        19);
    // all wait for the first; nobody does
    ck_assert_uint_eq(
        hops_of(OF_ONE("@%p2 bra GO;" WAIT_AT("%out", "eq", "") "GO:" FLAG),
                20),
        1);
    ck_assert_uint_eq(hops_of(OF_ONE(FLAG WAIT_AT("%rd2", "eq", "")), 20), 0);
}
END_TEST

// A sum can be looked at long before the prefix that takes its place.
START_TEST(who_looks_back_need_not_wait_for_all) {
    ck_assert_uint_eq(hops_of(OF_ONE(FLAG "@%p2 bra GO;" WAIT_AT(
                                  "%rd3", "eq", "") "GO: mov.u32 %r9, 8;" FLAG),
                              20),
                      1);
}
END_TEST

START_TEST(who_only_looks_on_does_not_wait) {
    // once
    ck_assert_uint_eq(hops_of(OF_ONE("@%p2 bra GO;"
                                     "ld.volatile.global.u32 %r7, [%rd3];"
                                     "GO:" FLAG),
                              20),
                      0);
    // from place to place
    ck_assert_uint_eq(hops_of(OF_ONE(FLAG "mov.u64 %rd4, %rd2;" WAIT_AT(
                                  "%rd4", "ne",
                                  "sub.s64 %rd4, %rd4, 4;"
                                  "setp.lt.u64 %p5, %rd4, %out;"
                                  "@%p5 bra END;")),
                              20),
                      0);
    // while it does something
    ck_assert_uint_eq(
        hops_of(OF_ONE("@%p2 bra GO;" WAIT_AT(
                    "%rd3", "eq", "st.global.u32 [%rd2], %r9;") "GO:" FLAG),
                20),
        0);
}
END_TEST

// All arrive, all wait for all: twice.
START_TEST(a_barrier_of_the_grid_is_a_wait) {
    ck_assert_uint_eq(
        hops_of(".global .u32 here = 0;" OF_ONE(
                    "mov.u32 %r10, 0; mov.u32 %r11, 0;"
                    "AGAIN: add.u32 %r10, %r10, 12;"
                    "atom.global.add.u32 %r12, [here], 1;"
                    "WAIT: ld.volatile.global.u32 %r13, [here];"
                    "setp.lt.u32 %p5, %r13, %r10; @%p5 bra WAIT;"
                    "add.u32 %r11, %r11, 1; setp.lt.u32 %p6, %r11, 2;"
                    "@%p6 bra AGAIN;"),
                12),
        2);
}
END_TEST

SUITE_OF(launch) {
    Suite *s = suite_create("launch");
    TCase *t = tcase_create("impossible");
    tcase_add_loop_test(t, an_impossible_launch_says_why_and_what_to_do, 0,
                        COUNT_OF(bad));
    tcase_add_test(t, launch_bounds_are_kept);
    suite_add_tcase(s, t);

    t = tcase_create("counted");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_launch_tells_its_shape);
    tcase_add_test(t, lines_add_up_to_the_total);
    tcase_add_test(t, threads_of_a_partial_warp_are_counted_as_they_are);
    tcase_add_test(t, the_same_launch_gives_the_same_again);
    tcase_add_test(t, shared_memory_begins_as_garbage_in_every_block);
    tcase_add_test(t, the_budget_is_per_block);
    tcase_add_test(t, many_atomics_without_effect_are_no_deadlock);
    tcase_add_test(t, blocks_that_wait_ask_a_few_times_only);
    tcase_add_test(t, blocks_share_out_work_as_they_get_done);
    tcase_add_test(t, the_sm_that_gets_most_is_told);
    tcase_add_test(t, a_block_waits_for_its_slowest_warp);
    tcase_add_test(t, who_only_asks_is_not_slow);
    tcase_add_test(t, blocks_wait_one_behind_the_other);
    tcase_add_test(t, who_looks_back_need_not_wait_for_all);
    tcase_add_test(t, who_only_looks_on_does_not_wait);
    tcase_add_test(t, a_barrier_of_the_grid_is_a_wait);
    suite_add_tcase(s, t);
    return s;
}
