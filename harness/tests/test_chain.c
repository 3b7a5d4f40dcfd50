// sim/chain: how long a warp takes alone, by what waits for what, and what
// ptxas makes one of two.
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

START_TEST(two_of_logic_are_one) {
    takes("and.b32 %r4, %r4, %r5; xor.b32 %r4, %r4, %r6;", 1, ADD);
}
END_TEST

START_TEST(what_becomes_no_instruction_takes_no_time) {
    takes(ADD "mov.u32 %r6, %r4; mov.u32 %r4, %r6;", 1, ADD);
}
END_TEST

SUITE_OF(chain) {
    Suite *s = suite_create("chain");
    TCase *t = tcase_create("blocks");

    tcase_add_test(t, one_waits_for_the_other);
    tcase_add_test(t, those_side_by_side_do_not_wait);
    tcase_add_test(t, a_shift_and_a_sum_are_one);
    tcase_add_test(t, a_shift_by_a_register_is_not);
    tcase_add_test(t, a_product_and_a_sum_are_one);
    tcase_add_test(t, two_of_logic_are_one);
    tcase_add_test(t, what_becomes_no_instruction_takes_no_time);
    suite_add_tcase(s, t);
    return s;
}
