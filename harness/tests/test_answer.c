// gate/answer: numbers as people write them.
#include "paper/answer.h"
#include "tests/tests.h"

#include <math.h>
#include <string.h>

// clang-format off
static const struct { const char *text, *unit; double want; } good[] = {
    {"42", NULL, 42},
    {" -3 ", NULL, -3},
    {"16,777,216", NULL, 16777216},
    {"16 777 216", NULL, 16777216},
    {"16_777_216", NULL, 16777216},
    {"16'777'216", NULL, 16777216},
    {"1,234.5", NULL, 1234.5},
    {"0,5", NULL, 0.5},
    {".25", NULL, 0.25},
    {"1.5e9", NULL, 1.5e9},
    {"2^24", NULL, 16777216},
    {"2**24", NULL, 16777216},
    {"3 * 2^10", NULL, 3072},
    {"3 x 10^3", NULL, 3000},
    {"3 \xc3\x97 10^3", NULL, 3000},
    {"3/4", NULL, 0.75},
    {"13 + 4*72", NULL, 301},
    {"13+4*72 = 301", NULL, 301},
    {"(13 + 4) * 72", NULL, 1224},
    {"2 * (8 - (1 + 2)) / 5", NULL, 2},
    {"10 - 2 - 3", NULL, 5},
    {"-(2 + 3)", NULL, -5},
    {"2^(3 + 1)", NULL, 16},
    {"(16)", NULL, 16},
    {"2 * 16 + 32 KiB", "KiB", 64},
    {"64 (KiB)", "bytes", 65536},
    {"`42`", NULL, 42},
    {"about 42", NULL, 42},
    {"~42", NULL, 42},
    {"= 42.", NULL, 42},
    {"\xe2\x89\x88 0.3", NULL, 0.3},
    {"64 KiB", "bytes", 65536},
    {"64 kB", "bytes", 64000},
    {"65536", "bytes", 65536},
    {"65536 B", "bytes", 65536},
    {"512 bits", "bytes", 64},
    {"64 KiB", "KiB", 64},
    {"1 MiB", "KiB", 1024},
    {"0.4 ms", "us", 400},
    {"0.4 \xc2\xb5s", "us", 0.4},
    {"3.9 TB/s", "GB/s", 3900},
    {"2 GFLOPs", "FLOP", 2e9},
    {"2 GFLOPS", "GFLOP/s", 2},
    {"2 TFLOP/s", "GFLOP/s", 2000},
    {"0.25 FLOPs/byte", "FLOP/byte", 0.25},
    {"75 %", "%", 75},
    {"75", "%", 75},
    {"75 %", NULL, 0.75},
    {"3/4", "%", 75},
    {"32 / 256", "percent", 12.5},
    {"1/8 = 0.125", "%", 0.125},
    {"1/8 %", "%", 0.125},
    {"25/2", "%", 12.5},
    {"0.125", "%", 0.125},
    {"4 sectors", "sectors", 4},
    {"8.4 GFLOP", "GFLOP", 8.4},
    {"4 Mi", NULL, 4194304},
    {"8-way", NULL, 8},
    {"8 sectors of 32 bytes", NULL, 8},
    {"8 (float4, as the loads are)", NULL, 8},
    {"two", NULL, 2},
    {"Twelve warps", NULL, 12},
    {"sqrt(49)", NULL, 7},
    {"2 * log2(1024)", NULL, 20},
};

static const struct { const char *text, *unit; const char *why; } bad[] = {
    {"", NULL, "no number"},
    {"many", NULL, "no number"},
    {"4 ms", "bytes", "a time"},
    {"4 elements", "bytes", "no unit of bytes"},
    {"4 KiB", "sectors", "bytes"},
    {"2 GFLOPS", "FLOP", "operations per second"},
    {"1 2 3", NULL, "cannot be read"},
    {"1 + ", NULL, "cannot be read"},
    {"1 / 0", NULL, "cannot be read"},
    {"2 * (3 + 4", NULL, "cannot be read"},
    {"2 * 3) + 4", NULL, "cannot be read"},
    {"(3 + 4", NULL, "no number"},
    {"1, 2", NULL, "cannot be read"},
    {"none", NULL, "no number"},
    {"sqrt 49", NULL, "no number"},
    {"8 -", NULL, "cannot be read"},
    {"1e999", NULL, "no number at all"},
    {"1e400 - 10^400", "bytes", "no number at all"},
    {"0 * 1e999", "%", "no number at all"},
    {"sqrt(-1)", NULL, "no number at all"},
    {"44 or 43", "warps", "several numbers"},
    {"44 warps, 1408 threads", NULL, "several numbers"},
    {"44 if KiB is meant; 43 if kB", "warps", "several numbers"},
    {"2 by the formula, five at most", NULL, "several numbers"},
};

static const struct { const char *text; int n; double want[3]; } lists[] = {
    {"30, 6, 1", 3, {30, 6, 1}},
    {"(30, 6, 1)", 3, {30, 6, 1}},
    {"[30 6 1]", 3, {30, 6, 1}},
    {"30; 6; 1", 3, {30, 6, 1}},
    {"1000,200,3", 3, {1000, 200, 3}},
    {"-1, 2^3", 2, {-1, 8}},
    {"(128, 1) elements", 2, {128, 1}},
    {"10 x 28", 2, {10, 28}},
    {"10 \xc3\x97 28", 2, {10, 28}},
    {"6 and 96", 2, {6, 96}},
    {"6, and 96", 2, {6, 96}},
    {"1,024, 512", 2, {1024, 512}},
    {"1,024; 512", 2, {1024, 512}},
    {"1024,512", 2, {1024, 512}},
    {"2*3, 5", 2, {6, 5}},
    {"4 Ki, 2K", 2, {4096, 2000}},
    {"13 + 4*72, 5", 2, {301, 5}},
    {"13+4*72; 7 - 2", 2, {301, 5}},
    {"30 -6, 5", 3, {30, -6, 5}},
    {"30, -6", 2, {30, -6}},
};
// clang-format on

START_TEST(a_number_is_understood) {
    Answer a;
    char why[200];
    ck_assert_msg(answer_read(good[_i].text, good[_i].unit, 1, &a, why),
                  "'%s': %s", good[_i].text, why);
    ck_assert_msg(
        fabs(a.value[0] - good[_i].want) <= 1e-12 * fabs(good[_i].want),
        "'%s' is %g, not %g", good[_i].text, a.value[0], good[_i].want);
}
END_TEST

START_TEST(what_is_none_says_why) {
    Answer a;
    char why[200];
    ck_assert_msg(!answer_read(bad[_i].text, bad[_i].unit, 1, &a, why),
                  "'%s' is %g", bad[_i].text, a.value[0]);
    ck_assert_msg(strstr(why, bad[_i].why), "'%s': %s", bad[_i].text, why);
}
END_TEST

START_TEST(a_list_is_understood) {
    Answer a;
    char why[200];
    ck_assert_msg(answer_read(lists[_i].text, "elements", lists[_i].n, &a, why),
                  "'%s': %s", lists[_i].text, why);
    for (int i = 0; i < lists[_i].n; i++)
        ck_assert_double_eq(a.value[i], lists[_i].want[i]);
}
END_TEST

START_TEST(a_list_of_another_length_says_so) {
    Answer a;
    char why[200];
    ck_assert(!answer_read("1, 2", NULL, 3, &a, why));
    ck_assert_ptr_nonnull(strstr(why, "needs 3 values"));
    ck_assert(!answer_read("1, 2, 3, 4", NULL, 3, &a, why));
    ck_assert_ptr_nonnull(strstr(why, "too many"));
}
END_TEST

// Each value of a list has a unit of its own, or that of the last.
START_TEST(a_list_has_units) {
    static const struct {
        const char *text;
        double want[2];
    } of[] = {{"416 MiB, 104 MiB", {416, 104}},
              {"1 GiB and 104 MiB", {1024, 104}},
              {"416, 104 MiB", {416, 104}},
              {"1 GiB; 2 GiB", {1024, 2048}},
              {"416 104", {416, 104}}};
    Answer a;
    char why[200];
    for (size_t k = 0; k < COUNT_OF(of); k++) {
        ck_assert_msg(answer_read(of[k].text, "MiB", 2, &a, why), "'%s': %s",
                      of[k].text, why);
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq(a.value[i], of[k].want[i]);
    }
    ck_assert(!answer_read("416 ms, 104 ms", "MiB", 2, &a, why));
    ck_assert_ptr_nonnull(strstr(why, "a time"));
}
END_TEST

START_TEST(kb_may_be_either) {
    Answer a;
    char why[200];
    ck_assert(answer_read("64 KB", "bytes", 1, &a, why));
    ck_assert_double_eq(a.value[0], 64000);
    ck_assert_double_eq(a.other[0], 65536);
    ck_assert(answer_read("64K", NULL, 1, &a, why));
    ck_assert_double_eq(a.other[0], 65536);
}
END_TEST

// A percentage that is divided out, or divided by hand into the part.
START_TEST(a_part_is_a_percentage) {
    Answer a;
    char why[200];
    ck_assert(answer_read("1/2", "%", 1, &a, why));
    ck_assert_double_eq(a.value[0], 50);
    ck_assert_double_eq(a.other[0], 0.5);
    ck_assert(answer_read("3/2", "%", 1, &a, why));
    ck_assert_double_eq(a.value[0], 1.5);
    ck_assert_double_eq(a.other[0], 150);
    ck_assert(answer_read("1/8, 1/2", "%", 2, &a, why));
    ck_assert_double_eq(a.value[0], 12.5);
    ck_assert_double_eq(a.value[1], 50);
}
END_TEST

SUITE_OF(answer) {
    Suite *s = suite_create("answer");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, a_number_is_understood, 0, COUNT_OF(good));
    tcase_add_loop_test(t, what_is_none_says_why, 0, COUNT_OF(bad));
    tcase_add_loop_test(t, a_list_is_understood, 0, COUNT_OF(lists));
    tcase_add_test(t, a_list_of_another_length_says_so);
    tcase_add_test(t, a_list_has_units);
    tcase_add_test(t, kb_may_be_either);
    tcase_add_test(t, a_part_is_a_percentage);
    suite_add_tcase(s, t);
    return s;
}
