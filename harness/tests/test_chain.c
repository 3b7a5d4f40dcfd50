// sim/chain and sim/merge: how long a warp takes alone, by what waits for what,
// and what ptxas makes one of several.
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"
#include "tests/kernel.h"
#include "tests/tests.h"

enum { TIMES = 200 };

// Cycles of a warp for a block in which `body` stands TIMES times.
static double cycles_of(const char *body) {
    Run r = {.n_out = 32, .block = {32, 1, 1}, .grid = {1, 1, 1}};
    Buf text = {0};
    buf_str(&text, kernel_head);
    for (int i = 0; i < TIMES; i++)
        buf_fmt(&text, "%s\n", body);
    buf_str(&text, "st.global.u32 [%my], %r4; " kernel_tail);
    r.ptx = buf_text(&text);
    kernel_run(&r);
    ck_assert_msg(r.ran, "%s", r.err.msg);
    double cycles = (double)r.out.info.c.chain_cycles;
    kernel_close(&r);
    buf_free(&text);
    return cycles;
}

static void takes(const char *body, double times, const char *as) {
    double got = cycles_of(body), want = times * cycles_of(as);
    ck_assert_msg(got > 0.93 * want && got < 1.07 * want,
                  "%s: %.0f cycles, not %.0f", body, got, want);
}

#define ADD "add.u32 %r4, %r4, %r5;"

START_TEST(one_waits_for_the_other) {
    takes(ADD ADD, 2, ADD);
}
END_TEST

START_TEST(those_side_by_side_do_not_wait) {
    takes(ADD "add.u32 %r6, %r6, %r5;", 1, ADD);
}
END_TEST

START_TEST(a_shift_and_a_sum_are_one) {
    takes("shl.b32 %r4, %r4, 1;" ADD, 1, ADD);
}
END_TEST

START_TEST(a_shift_by_a_register_is_not) {
    takes("shl.b32 %r4, %r4, %r6;" ADD, 2, ADD);
}
END_TEST

START_TEST(a_product_and_a_sum_are_one) {
    takes("mul.lo.u32 %r4, %r4, %r6;" ADD, 1, ADD);
}
END_TEST

// The one is measured at 8.2 cycles, the other at 4.0 (tests/model, family
// ilp).
START_TEST(a_product_of_halves_takes_twice_as_long_as_one_of_floats) {
    takes("fma.rn.f16x2 %r4, %r4, %r5, %r6;", 2,
          "fma.rn.f32 %f1, %f1, %f2, %f3;");
}
END_TEST

// A tile of 16 x 8 sums of 16 products each keeps a tensor core for eight
// cycles, as an exponent keeps its unit; wmma makes two.
START_TEST(a_product_of_tiles_is_eight_cycles) {
    takes("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, "
          "%f3}, {%r8, %r9, %r10, %r11}, {%r12, %r13}, {%f4, %f5, %f6, %f7};",
          1, "ex2.approx.ftz.f32 %f1, %f4;");
}
END_TEST

START_TEST(two_of_logic_are_one) {
    takes("and.b32 %r4, %r4, %r5; xor.b32 %r4, %r4, %r6;", 1, ADD);
}
END_TEST

START_TEST(what_becomes_no_instruction_takes_no_time) {
    takes(ADD "mov.u32 %r6, %r4; mov.u32 %r4, %r6;", 1, ADD);
}
END_TEST

// ---- rounds of loads, and loads made one

// What one warp counts for this body, with the address of 4 KiB of shared
// memory in %r10.
static SimCounters counts_with(const char *body, uint32_t n) {
    Run r = {.n = n,
             .n_in = 32,
             .n_out = 32,
             .block = {32, 1, 1},
             .grid = {1, 1, 1}};
    uint32_t in[32] = {0};
    Buf text = {0};
    buf_fmt(&text,
            "%s.shared .align 16 .b8 s[4096]; mov.u32 %%r10, s;\n"
            "setp.eq.u32 %%p1, %%t, 99;\n%s\n"
            "add.f32 %%f1, %%f1, %%f2; add.f32 %%f3, %%f3, %%f4;\n"
            "add.f32 %%f1, %%f1, %%f3; st.global.f32 [%%my], %%f1; %s",
            kernel_head, body, kernel_tail);
    r.ptx = buf_text(&text);
    r.in = in;
    kernel_run(&r);
    ck_assert_msg(r.ran, "%s", r.err.msg);
    SimCounters c = r.out.info.c;
    kernel_close(&r);
    buf_free(&text);
    return c;
}

static SimCounters counters_of(const char *body) {
    return counts_with(body, 0);
}

#define PUT(at)                                                                \
    "ld.global.u32 %r4, [%in+" #at "]; st.shared.u32 [%r10+" #at "], %r4;\n"

START_TEST(loads_of_an_if_overlap_with_those_before_it) {
    ck_assert_uint_eq(
        counters_of(PUT(0) "@%p1 bra over;\n" PUT(4) "over:\n" PUT(8))
            .gmem_rounds,
        1);
}
END_TEST

// a loop's rest: every part may be the last
START_TEST(loads_behind_a_way_out_wait_for_what_was_stored) {
    ck_assert_uint_eq(counters_of(PUT(0) "@%p1 bra out;\n" PUT(
                                      4) "@%p1 bra out;\n" PUT(8) "out:\n")
                          .gmem_rounds,
                      2);
}
END_TEST

// of two blocks that ptxas leaves apart
#define MUCH                                                                   \
    SIX(FOUR_TIMES("fma.rn.f32 %f1, %f1, %f1, %f1;"))                          \
    "mul.f32 %f2, %f2, %f2;"
#define FOUR_TIMES(s) s s s s
#define SIX(s)        s s s s s s
START_TEST(loads_of_other_blocks_overlap_until_one_is_used) {
    const char *first = "ld.global.u32 %r5, [%in];\n",
               *use = "st.shared.u32 [%r10], %r5;\n",
               *second = MUCH "@%p1 bra over;\n"
                              "ld.global.u32 %r6, [%in+4];" MUCH
                              "over:\nst.shared.u32 [%r10+4], %r6;\n";
    Buf late = {0}, soon = {0};
    buf_fmt(&late, "%s%s%s", first, second, use);
    buf_fmt(&soon, "%s%s%s", first, use, second);
    ck_assert_uint_eq(counters_of(buf_text(&late)).gmem_rounds, 1);
    ck_assert_uint_eq(counters_of(buf_text(&soon)).gmem_rounds, 2);
    buf_free(&late);
    buf_free(&soon);
}
END_TEST

START_TEST(a_load_stays_under_way_at_a_barrier) {
#define AROUND(what)                                                           \
    "ld.global.u32 %r5, [%in];" what "ld.global.u32 %r6, [%in+4];"             \
    "st.shared.u32 [%r10], %r5; st.shared.u32 [%r10+4], %r6;\n"
    ck_assert_uint_eq(counters_of(AROUND("bar.sync 0;")).gmem_rounds, 1);
    ck_assert_uint_eq(counters_of(AROUND("membar.gl;")).gmem_rounds, 2);
    ck_assert_uint_eq(counters_of(AROUND("st.shared.u32 [%r10], %r5;"
                                         "bar.sync 0;"))
                          .gmem_rounds,
                      2);
}
END_TEST

START_TEST(what_a_predicate_switches_off_is_issued) {
#define SHORT_IF(p)                                                            \
    "setp.lt.u32 %p2, %t, 99; @" p " bra over;\n"                              \
    "ld.shared.u32 %r5, [%r10]; add.u32 %r4, %r4, %r5;"                        \
    "st.shared.u32 [%r10], %r4;\nover:\n"
    SimCounters on = counters_of(SHORT_IF("!%p2")),
                off = counters_of(SHORT_IF("%p2"));
    ck_assert_uint_lt(off.warp_insts, on.warp_insts);
    ck_assert_uint_eq(off.issue_cycles, on.issue_cycles);
    ck_assert_uint_eq(on.smem_idle, 0);
    ck_assert_uint_eq(off.smem_idle, 2);
    ck_assert_uint_eq(off.smem_wavefronts, 0);
}
END_TEST

START_TEST(stores_side_by_side_are_sent_to_l2_together) {
#define BESIDE(between)                                                        \
    "st.global.u32 [%out+64], %r4;" between "st.global.u32 [%out+68], %r4;\n"
    uint64_t joined = counters_of(BESIDE("add.u32 %r5, %r5, %r4;")).l2_work,
             free = counters_of(BESIDE("ld.global.nc.u32 %r5, [%in];")).l2_work,
             apart = counters_of(BESIDE("ld.global.u32 %r5, [%in];")).l2_work,
             meet = counters_of(BESIDE("bar.sync 0;")).l2_work;
    ck_assert_uint_lt(joined, meet);
    ck_assert_uint_lt(free, apart);
    ck_assert_uint_eq(meet - joined, apart - free);
}
END_TEST

START_TEST(two_sums_are_one_if_nothing_else_needs_the_first) {
#define SUMS "add.u32 %r6, %r4, %r5; add.u32 %r8, %r6, %r7;"
    uint64_t one = counters_of("add.u32 %r6, %r4, %r5;").issue_cycles;
    ck_assert_uint_eq(counters_of(SUMS).issue_cycles, one);
    ck_assert_uint_eq(counters_of(SUMS "xor.b32 %r9, %r8, %r6;").issue_cycles,
                      one + 2);
    ck_assert_uint_eq(counters_of(SUMS "add.u32 %r9, %r8, %t;").issue_cycles,
                      one + 1); // no four
}
END_TEST

// Nobody writes them, and yet they do not go before the branch.
START_TEST(loads_of_what_is_constant_stay_behind_a_way_out) {
#define PUT_FREE(at)                                                           \
    "ld.global.nc.u32 %r4, [%in+" #at "]; st.shared.u32 [%r10], %r4;\n"
    ck_assert_uint_eq(counters_of(PUT_FREE(0) "@%p1 bra out;\n" PUT_FREE(
                                      4) "@%p1 bra out;\n" PUT_FREE(8) "out:\n")
                          .gmem_rounds,
                      2);
    ck_assert_uint_eq(counters_of(PUT_FREE(0) PUT_FREE(4)).gmem_rounds, 1);
}
END_TEST

START_TEST(loads_behind_a_way_out_need_not_wait_for_what_is_not_used) {
    ck_assert_uint_eq(
        counters_of("ld.global.u32 %r5, [%in];\n@%p1 bra out;\n"
                    "ld.global.u32 %r6, [%in+4];\n@%p1 bra out;\n" PUT(
                        8) "st.shared.u32 [%r10], %r5;\n"
                           "st.shared.u32 [%r10+4], %r6;\nout:\n")
            .gmem_rounds,
        1);
}
END_TEST

// Both loads of the second round are on lines of their own; the one that it
// begins with is in L1 by then, the other comes from DRAM.
START_TEST(a_round_waits_for_the_farthest_of_its_loads) {
    SimCounters c = counters_of(
        PUT(0) "bar.sync 0;\n.loc 1 12 0\nld.global.u32 %r5, [%in];\n"
               ".loc 1 13 0\nld.global.u32 %r6, [%my];\n"
               "st.shared.u32 [%r10+4], %r5; st.shared.u32 [%r10+8], %r6;\n");
    ck_assert_uint_eq(c.gmem_rounds, 2);
    ck_assert_uint_eq(c.dram_rounds, 2);
}
END_TEST

#define COPY(at)                                                               \
    "cp.async.ca.shared.global [%r10+" #at "], [%in+" #at "], 4;"              \
    "cp.async.commit_group;\n"

// A copy that stays under way has a run of the loop to arrive in.
START_TEST(copies_that_may_stay_under_way_are_not_waited_for) {
    ck_assert_uint_eq(
        counters_of(COPY(0) COPY(4) "cp.async.wait_group 1; bar.sync 0;\n" COPY(
                        8) "cp.async.wait_group 0; bar.sync 0;\n")
            .gmem_rounds,
        1);
    ck_assert_uint_eq(
        counters_of(COPY(0) COPY(4) "cp.async.wait_group 0; bar.sync 0;\n" COPY(
                        8) "cp.async.wait_group 0; bar.sync 0;\n")
            .gmem_rounds,
        2);
}
END_TEST

#define FOUR(between)                                                          \
    "ld.shared.f32 %f1, [%r10]; ld.shared.f32 %f2, [%r10+4];" between          \
    "ld.shared.f32 %f3, [%r10+8]; ld.shared.f32 %f4, [%r10+12];"

START_TEST(four_words_for_all_lanes_are_one_load_of_two_passes) {
    SimCounters c = counters_of(FOUR(""));
    ck_assert_uint_eq(c.smem_wavefronts, 4);
    ck_assert_uint_eq(c.smem_merged, 4 * (4 - 2));
}
END_TEST

START_TEST(four_words_of_a_lane_have_no_conflicts_as_one_load) {
    SimCounters c =
        counters_of("shl.b32 %r5, %t, 4; add.u32 %r10, %r10, %r5;" FOUR(""));
    ck_assert_uint_eq(c.smem_wavefronts, 16);
    ck_assert_uint_eq(c.smem_merged, 4 * (16 - 4));
}
END_TEST

START_TEST(words_of_a_variable_are_one_load_too) {
    ck_assert_uint_eq(
        counters_of("ld.shared.f32 %f1, [s]; ld.shared.f32 %f2, [s+4];"
                    "ld.shared.f32 %f3, [s+8]; ld.shared.f32 %f4, [s+12];")
            .smem_merged,
        4 * (4 - 2));
    ck_assert_uint_eq(
        counters_of("ld.shared.f32 %f1, [s+4]; ld.shared.f32 %f2, [s+12];"
                    "mov.f32 %f3, %f1; mov.f32 %f4, %f2;")
            .smem_merged,
        0);
}
END_TEST

START_TEST(stores_to_global_memory_keep_no_load_from_the_others) {
    ck_assert_uint_eq(counters_of(FOUR("st.global.f32 [%my], %f1;"
                                       "st.global.f32 [%my], %f2;"))
                          .smem_merged,
                      4 * (4 - 2));
    ck_assert_uint_eq(
        counters_of(FOUR("st.shared.f32 [%r10+64], %f1;")).smem_merged,
        4 * (4 - 2)); // in two pairs
}
END_TEST

// ---- registers of loads under way

#define FOUR_WORDS                                                             \
    "ld.global.nc.v4.f32 {%f4, %f5, %f6, %f7}, [%in];"                         \
    "add.f32 %f1, %f1, %f4; add.f32 %f2, %f2, %f5;"                            \
    "add.f32 %f3, %f3, %f6; add.f32 %f1, %f1, %f7;\n"
#define WORD "ld.global.nc.f32 %f4, [%in]; add.f32 %f1, %f1, %f4;\n"

static double rounds_of(int n, const char *load) {
    Buf text = {0};
    for (int i = 0; i < n; i++)
        buf_str(&text, load);
    double rounds = (double)counters_of(buf_text(&text)).gmem_rounds;
    buf_free(&text);
    return rounds;
}

START_TEST(sixteen_words_are_under_way_at_once) {
    ck_assert_double_eq(rounds_of(4, FOUR_WORDS), 1);
    ck_assert_double_eq(rounds_of(5, FOUR_WORDS), 2);
    ck_assert_double_eq(rounds_of(8, FOUR_WORDS), 2);
    ck_assert_double_eq(rounds_of(16, WORD), 1);
    ck_assert_double_eq(rounds_of(17, WORD), 2);
}
END_TEST

// Each is read before and after lanes meet.
START_TEST(what_stays_in_registers_is_asked_for_at_once) {
    Buf text = {0};
    buf_str(&text, ".reg .f32 %row<32>;\n");
    for (int i = 0; i < 32; i++)
        buf_fmt(&text, "ld.global.nc.f32 %%row%d, [%%in+%d];\n", i, 4 * i);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 32; i++)
            buf_fmt(&text, "add.f32 %%f1, %%f1, %%row%d;\n", i);
        buf_str(&text, "shfl.sync.bfly.b32 %r4, %r5, 1, 31, -1;\n");
    }
    ck_assert_uint_eq(counters_of(buf_text(&text)).gmem_rounds, 1);
    buf_free(&text);
}
END_TEST

// ---- ifs around loads

// n times an if whose body is `body`, with predicates of their own.
static double rounds_of_ifs(int n, const char *body) {
    Buf text = {0};
    for (int i = 0; i < n; i++)
        buf_fmt(&text,
                "setp.gt.u32 %%p1, %%t, %d; @%%p1 bra OVER_%d;\n%s"
                "OVER_%d:\n",
                100 + i, i, body, i);
    double rounds = (double)counters_of(buf_text(&text)).gmem_rounds;
    buf_free(&text);
    return rounds;
}

#define LOAD_AND_ADD "ld.global.nc.u32 %r5, [%in+4]; add.u32 %r4, %r4, %r5;\n"

START_TEST(seven_ifs_wait_for_their_loads_at_once) {
    ck_assert_double_eq(rounds_of_ifs(7, LOAD_AND_ADD), 1);
    ck_assert_double_eq(rounds_of_ifs(8, LOAD_AND_ADD), 2);
    ck_assert_double_eq(rounds_of_ifs(15, LOAD_AND_ADD), 3);
}
END_TEST

START_TEST(an_if_that_only_loads_keeps_no_predicate) {
    ck_assert_double_eq(rounds_of_ifs(15, "ld.global.nc.u32 %r4, [%in+4];\n"),
                        1);
}
END_TEST

#define LOADS                                                                  \
    "ld.global.nc.u32 %r5, [%in]; ld.global.nc.u32 %r6, [%in+4];"              \
    "ld.global.nc.u32 %r7, [%in+8]; ld.global.nc.u32 %r8, [%in+12];"
#define ADDED "add.u32 %r4, %r5, %r8;\n"

START_TEST(a_branch_around_five_loads_stays) {
    const char *four = LOADS ADDED;
    const char *five = LOADS "ld.global.nc.u32 %r9, [%in+16];" ADDED;
    ck_assert_double_eq(rounds_of_ifs(3, four), 1);
    ck_assert_double_eq(rounds_of_ifs(3, five), 3);
}
END_TEST

START_TEST(what_is_not_aligned_or_not_together_is_loaded_alone) {
    ck_assert_uint_eq(
        counters_of("add.u32 %r10, %r10, 4;" FOUR("")).smem_merged, 0);
    ck_assert_uint_eq(
        counters_of("shl.b32 %r5, %t, 2; add.u32 %r10, %r10, %r5;" FOUR(""))
            .smem_merged,
        0);
    // in two pairs
    ck_assert_uint_eq(counters_of(FOUR("bar.sync 0;")).smem_merged,
                      4 * (4 - 2));
    ck_assert_uint_eq(
        counters_of("ld.shared.f32 %f1, [%r10]; bar.sync 0;"
                    "ld.shared.f32 %f2, [%r10+4]; mov.f32 %f3, %f1;"
                    "mov.f32 %f4, %f2;")
            .smem_merged,
        0);
    ck_assert_uint_eq(counters_of("ld.shared.f32 %f1, [%r10+4];"
                                  "add.u32 %r10, %r10, 16;"
                                  "ld.shared.f32 %f2, [%r10];"
                                  "mov.f32 %f3, %f1; mov.f32 %f4, %f2;")
                          .smem_merged,
                      0);
}
END_TEST

// A loop of 64 times round, as nvcc writes it.
#define LOOP(body)                                                             \
    "mov.u32 %r8, 0; again:\n" body "add.u32 %r8, %r8, 1;"                     \
    "setp.ne.u32 %p2, %r8, 64; @%p2 bra again;\n"
#define NEXT "ld.global.f32 %f2, [%rd1]; add.s64 %rd1, %rd1, 0;"
#define WALK "mov.u64 %rd1, %in;"

START_TEST(loads_of_a_loop_that_is_unrolled_overlap) {
    ck_assert_uint_eq(
        counters_of(WALK LOOP(NEXT "add.f32 %f1, %f1, %f2;")).gmem_rounds, 16);
}
END_TEST

START_TEST(loads_whose_address_was_loaded_do_not) {
    ck_assert_uint_eq(
        counters_of(
            WALK LOOP("ld.global.u32 %r9, [%rd1]; cvt.u64.u32 %rd2, %r9;"
                      "add.s64 %rd1, %rd1, %rd2;"))
            .gmem_rounds,
        64);
}
END_TEST

START_TEST(loads_behind_a_store_do_not) {
    ck_assert_uint_eq(
        counters_of(WALK LOOP(NEXT "st.global.f32 [%my], %f2;")).gmem_rounds,
        64);
}
END_TEST

START_TEST(a_loop_that_is_not_unrolled_waits_each_time) {
    ck_assert_uint_eq(
        counters_of(WALK LOOP(NEXT "add.f32 %f1, %f1, %f2; bar.sync 0;"))
            .gmem_rounds,
        64);
}
END_TEST

#define TEN(s)  s s s s s s s s s s
#define WORK    TEN(TEN("fma.rn.f32 %f1, %f1, %f1, %f1;")) // 400 cycles
#define ASK(at) "ld.global.u32 %r4, [%in+" #at "];"
#define USE(r)  "st.shared.u32 [%r10], %" #r ";\n"

static void hides(const char *body, double cycles) {
    double got = (double)counters_of(body).ahead_cycles;
    ck_assert_msg(got >= 0.95 * cycles && got <= 1.1 * cycles + 8,
                  "%.0f cycles, not %.0f", got, cycles);
}

START_TEST(work_before_the_first_use_hides_a_load) {
    hides(ASK(0) USE(r4) WORK, 0);
    hides(ASK(0) WORK USE(r4), 400);
    hides(ASK(0) WORK "ld.global.u32 %r5, [%in+4];" USE(r5) USE(r4), 0);
    hides(ASK(0) "mov.u32 %r5, %r4;" WORK USE(r5), 400);
    hides(ASK(0) "mov.u32 %r4, 1;" WORK USE(r4), 0);
}
END_TEST

START_TEST(work_of_later_blocks_hides_it_too) {
    hides(ASK(0) WORK "bar.sync 0;\n@%p1 bra over;\n" WORK "over:\n" USE(r4),
          800);
    // more often than it is loaded
    hides(ASK(0) LOOP(WORK USE(r4)), 0);
    // by the next run of the loop
    hides(ASK(0) LOOP(USE(r4) ASK(4) WORK), 64 * 400);
    // loaded on either of two ways, and used where they meet
    hides(LOOP("@%p1 bra other;\n" WORK WORK ASK(
              0) "bra meet;\nother:\n" WORK WORK ASK(4) "meet:\n" USE(r4) WORK),
          0);
}
END_TEST

// Counting goes, whether or not the loop can be left on the way.
START_TEST(a_loop_of_a_known_number_of_times_does_not_count) {
    uint64_t plain = counters_of(LOOP("fma.rn.f32 %f1, %f1, %f1, %f1;"))
                         .issue_cycles,
             left = counters_of("mov.u32 %r8, 0; again:\n"
                                "fma.rn.f32 %f1, %f1, %f1, %f1;"
                                "setp.leu.f32 %p3, %f1, 0f42200000;"
                                "add.u32 %r8, %r8, 1;"
                                "setp.lt.u32 %p4, %r8, 64;"
                                "and.pred %p5, %p3, %p4; @%p5 bra again;\n")
                        .issue_cycles;
    ck_assert_uint_lt(plain, 64 + 30);
    ck_assert_uint_gt(left, 3 * 64);
    ck_assert_uint_lt(left, 4 * 64);
}
END_TEST

START_TEST(a_product_of_64_bits_takes_four_of_32) {
    uint64_t narrow = counters_of("mul.lo.u32 %r5, %r5, %r6;").imul_ops,
             wide = counters_of("mul.lo.u64 %rd5, %rd5, %rd6;").imul_ops,
             none = counters_of("").imul_ops;
    ck_assert_uint_eq(wide - none, 4 * (narrow - none));
}
END_TEST

START_TEST(a_reciprocal_is_made_once_if_the_divisor_stays) {
    SimCounters stays = counters_of("mov.u32 %r7, %n; bra AT; AT:\n" LOOP(
                    "rem.u32 %r5, %r8, %r7; add.u32 %r6, %r6, %r5;")),
                moves = counters_of("mov.u32 %r7, %n; bra AT; AT:\n" LOOP(
                    "rem.u32 %r5, %r6, %r7; add.u32 %r6, %r6, %r5;"
                    "add.u32 %r7, %r7, 2;"));
    ck_assert_uint_eq(stays.cvt_ops, 0);
    ck_assert_uint_eq(moves.cvt_ops, 64 * 2);
    ck_assert_uint_eq(moves.mufu_ops, 64);
    ck_assert_uint_gt(moves.issue_cycles, stays.issue_cycles + 64 * 6);
}
END_TEST

// A product and shifts: nothing is compared, nothing goes to a float and back.
START_TEST(a_word_of_64_bits_divided_by_a_number_needs_none_either) {
    takes("div.u64 %rd5, %rd5, 7;", (4.5 + 13 * 4) / 4.5, ADD);
    ck_assert_double_gt(cycles_of("div.u64 %rd5, %rd5, %rd6;"),
                        3 * cycles_of("div.u64 %rd5, %rd5, 7;"));
}
END_TEST

START_TEST(a_float_divided_by_a_number_needs_no_reciprocal) {
    SimCounters by = counters_of("div.rn.f32 %f1, %f2, %f3;"),
                three = counters_of("div.rn.f32 %f1, %f2, 0f40400000;");
    ck_assert_uint_eq(by.mufu_ops, 1);
    ck_assert_uint_eq(three.mufu_ops, 0);
    ck_assert_uint_lt(three.issue_cycles, by.issue_cycles);
}
END_TEST

START_TEST(a_match_takes_its_values_one_by_one) {
    SimCounters one = counters_of("match.any.sync.b32 %r5, 7, 0xffffffff;"),
                all = counters_of("match.any.sync.b32 %r5, %t, 0xffffffff;");
    ck_assert_uint_eq(one.xchg_cycles, 0);
    ck_assert_uint_eq(all.xchg_cycles, 31 * 2);
    ck_assert_uint_eq(counters_of("bar.red.popc.u32 %r5, 0, %p1;").xchg_cycles,
                      3);
}
END_TEST

// Bytes that reach shared memory past the registers, and no others.
START_TEST(bytes_of_asynchronous_copies_are_counted) {
    ck_assert_uint_eq(counters_of("cp.async.ca.shared.global [%r10], [%in], 4;"
                                  "cp.async.wait_all;")
                          .async_bytes,
                      32 * 4);
    ck_assert_uint_eq(
        counters_of("cp.async.ca.shared.global [%r10], [%in], 8, 5;"
                    "cp.async.wait_all;")
            .async_bytes,
        32 * 5);
    ck_assert_uint_eq(counters_of("ld.global.u32 %r4, [%in];"
                                  "st.shared.u32 [%r10], %r4;")
                          .async_bytes,
                      0);
}
END_TEST

START_TEST(an_array_that_lanes_index_apart_takes_a_line_for_each) {
#define OWN                                                                    \
    ".local .align 16 .b8 own[256]; mov.u64 %rd4, own; and.b32 %r5, %t, "
#define PUT_OWN                                                                \
    "; mul.wide.u32 %rd5, %r5, 4; add.s64 %rd4, %rd4, %rd5;"                   \
    "st.local.u32 [%rd4], %t;"
    SimCounters one = counters_of(OWN "0" PUT_OWN),
                all = counters_of(OWN "31" PUT_OWN),
                few = counters_of(OWN "3" PUT_OWN);
    ck_assert_uint_eq(one.local_requests, 1);
    ck_assert_uint_eq(one.local_lines, 1);
    ck_assert_uint_eq(few.local_lines, 4);
    ck_assert_uint_eq(all.local_lines, 32);
    ck_assert_uint_gt(all.l2_work, one.l2_work + 400);
}
END_TEST

START_TEST(an_atom_that_nobody_reads_costs_what_a_red_does) {
    const char *head = "ld.global.u32 %r5, [%in];";
    Buf unread = {0}, read = {0};
    buf_fmt(&unread, "%s atom.global.add.u32 %%r6, [%%out], %%r5;", head);
    buf_fmt(&read, "%s st.global.u32 [%%out+64], %%r6;", buf_text(&unread));
    uint64_t red = counters_of(buf_text(&unread)).l2_work,
             atom = counters_of(buf_text(&read)).l2_work;
    uint64_t store = 14 + 4 / 2,
             more = 22 - 14; // of one sector, once for all lanes
    ck_assert_uint_eq(atom - red - store, more);
    buf_free(&unread);
    buf_free(&read);
}
END_TEST

// Of `body`, what takes the pipe of integers, what of it may go elsewhere, and
// what compares floats: as ptxas makes it for cc 9.0.
static void ints_of(const char *body, uint64_t ints, uint64_t either,
                    uint64_t compares) {
    SimCounters with = counters_of(body), none = counters_of("");
    ck_assert_msg(with.int_ops - none.int_ops == ints &&
                      with.either_ops - none.either_ops == either &&
                      with.compare_ops - none.compare_ops == compares,
                  "%s: %llu, %llu, %llu", body,
                  (unsigned long long)(with.int_ops - none.int_ops),
                  (unsigned long long)(with.either_ops - none.either_ops),
                  (unsigned long long)(with.compare_ops - none.compare_ops));
}

START_TEST(only_sums_and_shifts_to_the_left_go_to_another_pipe) {
    ints_of("add.u32 %r5, %r6, %r7;", 1, 1, 0);
    ints_of("neg.s32 %r5, %r6;", 1, 1, 0);
    ints_of("shl.b32 %r5, %r6, 3;", 1, 1, 0);
    ints_of("shl.b32 %r5, %r6, %r7;", 1, 0, 0);
    ints_of("shr.u32 %r5, %r6, 3;", 1, 0, 0);
    ints_of("xor.b32 %r5, %r6, %r7;", 1, 0, 0);
    ints_of("setp.lt.u32 %p3, %r6, %r7;", 1, 0, 0);
}
END_TEST

START_TEST(floats_are_compared_by_the_pipe_of_integers) {
    ints_of("min.f32 %f1, %f2, %f3;", 0, 0, 1);
    ints_of("setp.lt.f32 %p3, %f2, %f3;", 0, 0, 1);
    ints_of("add.f32 %f1, %f2, %f3;", 0, 0, 0);
}
END_TEST

START_TEST(a_sum_with_a_shifted_operand_is_one_that_stays) {
    ints_of("shl.b32 %r5, %r6, 3; add.u32 %r5, %r5, %r7;", 1, 0, 0);
    ints_of("shr.u32 %r5, %r6, 3; add.u32 %r5, %r5, %r7;", 1, 0, 0);
    ints_of("shr.s32 %r5, %r6, 3; add.u32 %r5, %r5, %r7;", 2, 1, 0);
}
END_TEST

START_TEST(what_has_64_bits_is_done_by_halves) {
    ints_of("xor.b64 %rd5, %rd6, %rd7;", 2, 0, 0);
    ints_of("add.u64 %rd5, %rd6, %rd7;", 2, 0, 0);
    ints_of("shl.b64 %rd5, %rd6, 3;", 2, 1, 0);
}
END_TEST

// Cycles of one turn of a loop that ptxas does not unroll, as it has a barrier.
static double turns_of(const char *body) {
    Buf text = {0};
    buf_fmt(&text,
            "mov.u32 %%r8, 0; again:\n bar.sync 0; %s add.u32 %%r8, %%r8, 1;"
            "setp.lt.u32 %%p4, %%r8, %%n; @%%p4 bra again;\n",
            body);
    double once = (double)counts_with(buf_text(&text), 1).chain_cycles,
           often = (double)counts_with(buf_text(&text), 101).chain_cycles;
    buf_free(&text);
    return (often - once) / 100;
}

// On an H200 a loop of four multiply-adds in a row, its addition and its
// comparison take 27.8 cycles, of which 16 are the multiply-adds'; a root takes
// 42.3, an exponent as well (tests/model, family ilp).
START_TEST(what_a_comparison_decides_waits_13_cycles_for_it) {
    takes("setp.lt.u32 %p3, %r4, %r5; selp.u32 %r4, %r4, %r6, %p3;",
          (13 + 4.5) / 4.5, ADD);
    takes("rsqrt.approx.f32 %f1, %f1;", 42 / 4.5, ADD);
    takes("rsqrt.approx.ftz.f32 %f1, %f1;", 21 / 4.5, ADD);
    double each = turns_of("fma.rn.f32 %f1, %f1, %f2, %f3;"
                           "fma.rn.f32 %f1, %f1, %f2, %f3;"
                           "fma.rn.f32 %f1, %f1, %f2, %f3;"
                           "fma.rn.f32 %f1, %f1, %f2, %f3;");
    ck_assert_double_eq_tol(each, 27.8, 1);
    ck_assert_double_eq_tol(turns_of(""), 27.8, 1);
}
END_TEST

SUITE_OF(chain) {
    Suite *s = suite_create("chain");
    TCase *t = tcase_create("blocks");

    tcase_add_test(t, an_array_that_lanes_index_apart_takes_a_line_for_each);
    tcase_add_test(t, a_reciprocal_is_made_once_if_the_divisor_stays);
    tcase_add_test(t, a_float_divided_by_a_number_needs_no_reciprocal);
    tcase_add_test(t, a_word_of_64_bits_divided_by_a_number_needs_none_either);
    tcase_add_test(t, a_match_takes_its_values_one_by_one);
    tcase_add_test(t, bytes_of_asynchronous_copies_are_counted);
    tcase_add_test(t, loads_of_a_loop_that_is_unrolled_overlap);
    tcase_add_test(t, loads_whose_address_was_loaded_do_not);
    tcase_add_test(t, loads_behind_a_store_do_not);
    tcase_add_test(t, work_before_the_first_use_hides_a_load);
    tcase_add_test(t, work_of_later_blocks_hides_it_too);
    tcase_add_test(t, a_loop_that_is_not_unrolled_waits_each_time);
    tcase_add_test(t, a_loop_of_a_known_number_of_times_does_not_count);
    tcase_add_test(t, a_product_of_64_bits_takes_four_of_32);
    tcase_add_test(t, only_sums_and_shifts_to_the_left_go_to_another_pipe);
    tcase_add_test(t, floats_are_compared_by_the_pipe_of_integers);
    tcase_add_test(t, a_sum_with_a_shifted_operand_is_one_that_stays);
    tcase_add_test(t, what_has_64_bits_is_done_by_halves);
    tcase_add_test(t, what_a_comparison_decides_waits_13_cycles_for_it);
    tcase_add_test(t, an_atom_that_nobody_reads_costs_what_a_red_does);
    tcase_add_test(t, a_round_waits_for_the_farthest_of_its_loads);
    tcase_add_test(t, copies_that_may_stay_under_way_are_not_waited_for);
    tcase_add_test(t, loads_of_an_if_overlap_with_those_before_it);
    tcase_add_test(t, loads_behind_a_way_out_wait_for_what_was_stored);
    tcase_add_test(t, two_sums_are_one_if_nothing_else_needs_the_first);
    tcase_add_test(t, loads_of_what_is_constant_stay_behind_a_way_out);
    tcase_add_test(t, what_stays_in_registers_is_asked_for_at_once);
    tcase_add_test(t, sixteen_words_are_under_way_at_once);
    tcase_add_test(t, stores_side_by_side_are_sent_to_l2_together);
    tcase_add_test(t, what_a_predicate_switches_off_is_issued);
    tcase_add_test(t, a_load_stays_under_way_at_a_barrier);
    tcase_add_test(t, loads_of_other_blocks_overlap_until_one_is_used);
    tcase_add_test(t,
                   loads_behind_a_way_out_need_not_wait_for_what_is_not_used);
    tcase_add_test(t, four_words_for_all_lanes_are_one_load_of_two_passes);
    tcase_add_test(t, four_words_of_a_lane_have_no_conflicts_as_one_load);
    tcase_add_test(t, words_of_a_variable_are_one_load_too);
    tcase_add_test(t, stores_to_global_memory_keep_no_load_from_the_others);
    tcase_add_test(t, seven_ifs_wait_for_their_loads_at_once);
    tcase_add_test(t, an_if_that_only_loads_keeps_no_predicate);
    tcase_add_test(t, a_branch_around_five_loads_stays);
    tcase_add_test(t, what_is_not_aligned_or_not_together_is_loaded_alone);

    tcase_add_test(t, one_waits_for_the_other);
    tcase_add_test(t, those_side_by_side_do_not_wait);
    tcase_add_test(t, a_shift_and_a_sum_are_one);
    tcase_add_test(t, a_shift_by_a_register_is_not);
    tcase_add_test(t, a_product_and_a_sum_are_one);
    tcase_add_test(t, a_product_of_halves_takes_twice_as_long_as_one_of_floats);
    tcase_add_test(t, a_product_of_tiles_is_eight_cycles);
    tcase_add_test(t, two_of_logic_are_one);
    tcase_add_test(t, what_becomes_no_instruction_takes_no_time);
    suite_add_tcase(s, t);
    return s;
}
