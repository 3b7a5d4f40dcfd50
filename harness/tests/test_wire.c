// wire: records survive whatever they carry, and broken ones are told apart.
#include "run/wire.h"
#include "tests/tests.h"

#include <string.h>
#include <unistd.h>

static int fds[2];
static Wire in;
static WireRest rest;

static void setup(void) {
    ck_assert_int_eq(pipe(fds), 0);
}

static void teardown(void) {
    close(fds[0]);
    if (fds[1] >= 0) close(fds[1]);
    wire_free(&in);
    wire_rest_free(&rest);
}

static void send_text(const char *text) {
    ssize_t n = (ssize_t)strlen(text);
    ck_assert_int_eq(write(fds[1], text, (size_t)n), n);
}

static void hang_up(void) {
    close(fds[1]);
    fds[1] = -1;
}

START_TEST(a_record_arrives_as_it_was_sent) {
    Wire w = {0};
    wire_add(&w, "do", "run");
    wire_add(&w, "arg", "%d", 7);
    wire_add(&w, "arg", "two words: and a colon");
    ck_assert(wire_write(fds[1], &w));
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_str_eq(wire_get(&in, "do", 0), "run");
    ck_assert_str_eq(wire_get(&in, "arg", 1), "two words: and a colon");
    ck_assert_int_eq(wire_int(&in, "arg", -1), 7);
    ck_assert_ptr_null(wire_get(&in, "arg", 2));
    wire_free(&w);
}
END_TEST

START_TEST(line_ends_and_backslashes_survive) {
    const char *nasty = "a\nb\\n\\\n\nsay:forged\n\n";
    Wire w = {0};
    wire_add(&w, "message", "%s", nasty);
    wire_add(&w, "after", "x");
    ck_assert(wire_write(fds[1], &w));
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_str_eq(wire_get(&in, "message", 0), nasty);
    ck_assert_ptr_null(wire_get(&in, "say", 0));
    ck_assert_str_eq(wire_get(&in, "after", 0), "x");
    wire_free(&w);
}
END_TEST

START_TEST(a_long_value_is_not_cut) {
    static char big[60001];
    memset(big, 'k', sizeof big - 1);
    Wire w = {0};
    wire_add(&w, "v", "%s", big);
    ck_assert(wire_write(fds[1], &w));
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_str_eq(wire_get(&in, "v", 0), big);
    wire_free(&w);
}
END_TEST

START_TEST(two_records_in_one_read_come_one_by_one) {
    send_text("a:1\n\nb:2\nc:3\n\nd:");
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_int_eq(in.n, 1);
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_int_eq(wire_int(&in, "c", 0), 3);
    send_text("4\n\n");
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_int_eq(wire_int(&in, "d", 0), 4);
}
END_TEST

START_TEST(many_fields_are_all_there) {
    Wire w = {0};
    for (int i = 0; i < 100; i++)
        wire_add(&w, "n", "%d", i);
    ck_assert(wire_write(fds[1], &w));
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_int_eq(in.n, 100);
    ck_assert_str_eq(wire_get(&in, "n", 99), "99");
    wire_free(&w);
}
END_TEST

START_TEST(silence_is_a_timeout) {
    send_text("half:a rec");
    ck_assert_int_eq(wire_read(fds[0], 0, &rest, &in), WIRE_TIMEOUT);
}
END_TEST

START_TEST(hanging_up_between_records_is_the_end) {
    hang_up();
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_END);
}
END_TEST

START_TEST(hanging_up_within_a_record_is_bad) {
    send_text("say:ran\nus:1");
    hang_up();
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_BAD);
}
END_TEST

static const char *const garbled[] = {
    "no colon here\n\n",      ":no key\n\n",      "\n",
    "k:stray \\x escape\n\n", "k:ends in \\\n\n",
};

START_TEST(garbled_records_are_bad) {
    send_text(garbled[_i]);
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_BAD);
}
END_TEST

START_TEST(a_nul_byte_is_bad) {
    ck_assert_int_eq(write(fds[1], "k:a\0b\n\n", 7), 7);
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_BAD);
}
END_TEST

START_TEST(a_record_without_end_is_bad_before_it_eats_the_memory) {
    static char flood[65536];
    memset(flood, 'x', sizeof flood);
    WireStatus s = WIRE_TIMEOUT;
    for (int i = 0; i < 64 && s == WIRE_TIMEOUT; i++) {
        ck_assert(wire_feed(&rest, flood, sizeof flood));
        s = wire_take(&rest, &in);
    }
    ck_assert_int_eq(s, WIRE_BAD);
    ck_assert_uint_le(rest.len, WIRE_MAX + sizeof flood);
}
END_TEST

START_TEST(numbers_that_are_none_count_as_missing) {
    send_text("a:12x\nb:\nc:1e3\nd:99999999999999999999\n\n");
    ck_assert_int_eq(wire_read(fds[0], 1, &rest, &in), WIRE_OK);
    ck_assert_int_eq(wire_int(&in, "a", -5), -5);
    ck_assert_int_eq(wire_int(&in, "b", -5), -5);
    ck_assert_int_eq(wire_int(&in, "d", -5), -5);
    ck_assert(wire_num(&in, "c", 0) == 1000);
    ck_assert(wire_num(&in, "nosuch", 2.5) == 2.5);
}
END_TEST

SUITE_OF(wire) {
    Suite *s = suite_create("wire");
    TCase *t = tcase_create("records");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_record_arrives_as_it_was_sent);
    tcase_add_test(t, line_ends_and_backslashes_survive);
    tcase_add_test(t, a_long_value_is_not_cut);
    tcase_add_test(t, two_records_in_one_read_come_one_by_one);
    tcase_add_test(t, many_fields_are_all_there);
    tcase_add_test(t, silence_is_a_timeout);
    tcase_add_test(t, hanging_up_between_records_is_the_end);
    tcase_add_test(t, hanging_up_within_a_record_is_bad);
    tcase_add_loop_test(t, garbled_records_are_bad, 0, COUNT_OF(garbled));
    tcase_add_test(t, a_nul_byte_is_bad);
    tcase_add_test(t, a_record_without_end_is_bad_before_it_eats_the_memory);
    tcase_add_test(t, numbers_that_are_none_count_as_missing);
    suite_add_tcase(s, t);
    return s;
}
