// Clocks of pieces of work, and the bytes that they share.
#include "base/vec.h"
#include "sim/runtime/done.h"
#include "sim/runtime/ranges.h"
#include "tests/tests.h"

START_TEST(a_clock_knows_what_was_added_and_nothing_newer) {
    Done d = {0};
    done_renew(&d, 3);
    done_add(&d, 1);
    ck_assert(!done_has(&d, 0));
    ck_assert(done_has(&d, 1));
    ck_assert(!done_has(&d, 2));
    ck_assert(!done_has(&d, 3));
}
END_TEST

// The bit of a piece is the bit of one long ago, which must not count for it.
START_TEST(a_new_piece_is_not_over_because_an_old_one_was) {
    Done d = {0};
    done_renew(&d, 8);
    done_add(&d, 7);
    done_renew(&d, 8 + PIECES);
    ck_assert(!done_has(&d, 7 + PIECES));
    ck_assert(done_has(&d, 7)); // too old to be asked about

    done_add(&d, 7 + PIECES);
    done_renew(&d, 9 + PIECES);
    ck_assert(done_has(&d, 7 + PIECES));
    done_renew(&d, 7 + 3 * PIECES);
    ck_assert(!done_has(&d, 6 + 3 * PIECES));
}
END_TEST

START_TEST(joining_an_older_clock_adds_nothing_newer) {
    Done old = {0}, d = {0};
    done_renew(&old, 5);
    done_add(&old, 4);
    done_renew(&d, 4 + PIECES);
    done_join(&d, &old);
    ck_assert(done_has(&d, 4));
    ck_assert(!done_has(&d, 3 + PIECES));
    for (uint64_t i = 5; i < 4 + PIECES; i++)
        ck_assert_msg(!done_has(&d, i), "%d", (int)i);
}
END_TEST

START_TEST(ranges_in_any_order_become_one_set) {
    Ranges s = {0};
    ranges_add(&s, 40, 50);
    ranges_add(&s, 0, 10);
    ranges_add(&s, 10, 20);
    ranges_add(&s, 45, 60);
    ranges_add(&s, 7, 7);
    ranges_close(&s);
    ck_assert_int_eq(s.n, 2);
    ck_assert_uint_eq(s.at[0].lo, 0);
    ck_assert_uint_eq(s.at[0].hi, 20);
    ck_assert_uint_eq(s.at[1].lo, 40);
    ck_assert_uint_eq(s.at[1].hi, 60);
    vec_free(&s);
}
END_TEST

START_TEST(what_two_sets_share_is_found_in_turn) {
    Ranges a = {0}, b = {0};
    Range both;
    uint64_t at = 0;
    for (uint64_t i = 0; i < 100; i++)
        ranges_add(&a, 100 * i, 100 * i + 50);
    ranges_add(&b, 50, 100);      // touches two, shares none
    ranges_add(&b, 1040, 1110);   // shares the ends of two
    ranges_add(&b, 20000, 20001); // beyond all
    ck_assert(ranges_meet(&a, &b, &at, &both));
    ck_assert_uint_eq(both.lo, 1040);
    ck_assert_uint_eq(both.hi, 1050);
    ck_assert(ranges_meet(&a, &b, &at, &both));
    ck_assert_uint_eq(both.lo, 1100);
    ck_assert_uint_eq(both.hi, 1110);
    ck_assert(!ranges_meet(&a, &b, &at, &both));
    vec_free(&a);
    vec_free(&b);
}
END_TEST

SUITE_OF(pieces) {
    Suite *s = suite_create("pieces");
    TCase *tc = tcase_create("pieces");

    tcase_add_test(tc, a_clock_knows_what_was_added_and_nothing_newer);
    tcase_add_test(tc, a_new_piece_is_not_over_because_an_old_one_was);
    tcase_add_test(tc, joining_an_older_clock_adds_nothing_newer);
    tcase_add_test(tc, ranges_in_any_order_become_one_set);
    tcase_add_test(tc, what_two_sets_share_is_found_in_turn);
    suite_add_tcase(s, tc);
    return s;
}
