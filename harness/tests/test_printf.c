// Device printf: conversions, packing, and text that is no conversion.
#include "sim/exec/printf.h"
#include "tests/tests.h"

#include <string.h>

// Arguments as a kernel packs them: an "i" is 4 bytes, an "l" 8, an "f" a
// double, an "s" the address of its text.
typedef struct PrintRow {
    const char *fmt, *types;
    int64_t i[4];
    double f;
    const char *s;
    const char *want;
    int used;
} PrintRow;

// clang-format off
static const PrintRow rows[] = {
    {"plain\n", "", {0}, 0, NULL, "plain\n", 0},
    {"100%%", "", {0}, 0, NULL, "100%", 0},
    {"%d", "i", {-5}, 0, NULL, "-5", 1},
    {"%i|%5d|%-5d|%05d", "iiii", {1, 2, 3, 4}, 0, NULL, "1|    2|3    |00004", 4},
    {"%u", "i", {-1}, 0, NULL, "4294967295", 1},
    {"%x %X %#x %o", "iiii", {255, 255, 255, 8}, 0, NULL, "ff FF 0xff 10", 4},
    {"%+d % d", "ii", {3, 4}, 0, NULL, "+3  4", 2},
    {"%c%c", "ii", {'o', 'k'}, 0, NULL, "ok", 2},
    {"%hd %hhd", "ii", {70000, 300}, 0, NULL, "4464 44", 2},
    {"%hu %hhx", "ii", {-1, -1}, 0, NULL, "65535 ff", 2},
    {"%lld %ld", "ll", {-1, 1ll << 40}, 0, NULL, "-1 1099511627776", 2},
    {"%llu", "l", {-1}, 0, NULL, "18446744073709551615", 1},
    {"%d %lld", "il", {1, 2}, 0, NULL, "1 2", 2}, // 4 bytes of padding
    {"%d %f", "if", {7}, 1.5, NULL, "7 1.500000", 2},
    {"%.2f", "f", {0}, 3.14159, NULL, "3.14", 1},
    {"%8.3e|", "f", {0}, 12345.678, NULL, "1.235e+04|", 1},
    {"%g", "f", {0}, 0.5, NULL, "0.5", 1},
    {"%a", "f", {0}, 1, NULL, "0x1p+0", 1},
    {"%*d|", "ii", {6, 42}, 0, NULL, "    42|", 2},
    {"%-*d|", "ii", {6, 42}, 0, NULL, "42    |", 2},
    {"%*d|", "ii", {-6, 42}, 0, NULL, "42    |", 2},
    {"%.*f", "if", {1}, 2.25, NULL, "2.2", 2},
    {"%s!", "s", {0}, 0, "text", "text!", 1},
    {"%.2s|%5s", "s", {0}, 0, "text", "te|%5s", 1},
    {"%s", "l", {0}, 0, NULL, "(null)", 1},
    {"%s", "l", {99}, 0, NULL, "(bad string)", 1},
    {"%p", "l", {0x1234}, 0, NULL, "0x1234", 1},
    {"%d %d", "i", {1}, 0, NULL, "1 %d", 1}, // no second argument
    {"%y %d", "i", {1}, 0, NULL, "%y 1", 1},
    {"%", "", {0}, 0, NULL, "%", 0},
    {"%n", "l", {0}, 0, NULL, "%n", 0},
    {"%5", "", {0}, 0, NULL, "%5", 0},
    {"%llf", "f", {0}, 1, NULL, "1.000000", 1},
};
// clang-format on

static bool read_text(void *ctx, uint64_t address, Buf *into) {
    (void)ctx;
    if (address == 99) return false;
    buf_str(into, (const char *)(uintptr_t)address);
    return true;
}

static size_t pack(const PrintRow *r, uint8_t *to) {
    size_t n = 0;
    const int64_t *next = r->i;
    for (const char *t = r->types; *t; t++) {
        size_t bytes = *t == 'i' ? 4 : 8;
        uint64_t s = (uint64_t)(uintptr_t)r->s;
        n = (n + bytes - 1) & ~(bytes - 1);
        if (*t == 'f')
            memcpy(to + n, &r->f, 8);
        else if (*t == 's')
            memcpy(to + n, &s, 8);
        else
            memcpy(to + n, next++, bytes);
        n += bytes;
    }
    return n;
}

START_TEST(print_row) {
    const PrintRow *r = &rows[_i];
    uint8_t args[64] = {0};
    Buf out = {0};
    size_t n = pack(r, args);
    int used = device_printf(&out, r->fmt, args, n, read_text, NULL);
    ck_assert_str_eq(buf_text(&out), r->want);
    ck_assert_msg(used == r->used, "\"%s\" used %d", r->fmt, used);
    buf_free(&out);
}
END_TEST

START_TEST(no_format_is_minus_one) {
    Buf out = {0};
    ck_assert_int_eq(device_printf(&out, NULL, NULL, 0, read_text, NULL), -1);
    ck_assert_uint_eq(out.len, 0);
}
END_TEST

START_TEST(a_zero_character_is_printed) {
    Buf out = {0};
    uint32_t zero = 0;
    device_printf(&out, "a%cb", (uint8_t *)&zero, 4, read_text, NULL);
    ck_assert_uint_eq(out.len, 3);
    ck_assert_mem_eq(out.data, "a\0b", 3);
    buf_free(&out);
}
END_TEST

START_TEST(a_huge_width_does_not_fill_the_memory) {
    Buf out = {0};
    uint32_t v[2] = {0x7fffffff, 1};
    device_printf(&out, "%*d", (uint8_t *)v, 8, read_text, NULL);
    ck_assert_uint_le(out.len, 4096);
    buf_clear(&out);
    device_printf(&out, "%99999999999d", (uint8_t *)v, 8, read_text, NULL);
    ck_assert_uint_le(out.len, 4096);
    buf_free(&out);
}
END_TEST

SUITE_OF(printf) {
    Suite *s = suite_create("printf");
    TCase *t = tcase_create("printf");
    tcase_add_loop_test(t, print_row, 0, COUNT_OF(rows));
    tcase_add_test(t, no_format_is_minus_one);
    tcase_add_test(t, a_zero_character_is_printed);
    tcase_add_test(t, a_huge_width_does_not_fill_the_memory);
    suite_add_tcase(s, t);
    return s;
}
