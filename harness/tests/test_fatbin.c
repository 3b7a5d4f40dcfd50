// Fat binaries, made here by hand.
#include "sim/module/fatbin.h"
#include "tests/tests.h"

#include <string.h>

static struct File {
    uint32_t magic, version;
    const void *data;
    const char *name;
    uint8_t bytes[4096];
    size_t n;
} file;

static Arena arena;
static Err err;

static void put(size_t at, uint64_t v, size_t bytes) {
    memcpy(file.bytes + at, &v, bytes);
}

static void setup(void) {
    err = (Err){0};
    memset(&file, 0, sizeof file);
    file.magic = 0x466243b1;
    file.version = 1;
    file.data = file.bytes;
    put(0, 0xba55ed50, 4);
    put(4, 1, 2);
    put(6, 16, 2);
    file.n = 16;
}

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
}

static void add(int kind, uint32_t header, int arch, uint64_t flags,
                const char *payload) {
    size_t at = file.n, n = strlen(payload);
    put(at, (uint64_t)kind, 2);
    put(at + 2, 0x101, 2);
    put(at + 4, header, 4);
    put(at + 8, n, 8);
    put(at + 28, (uint64_t)arch, 4);
    put(at + 40, flags, 8);
    memcpy(file.bytes + at + header, payload, n);
    file.n += header + n;
    put(8, file.n - 16, 8);
}

static FatEntry *list(int *n) {
    return fatbin_entries(&arena, &file, 90, n, &err);
}

START_TEST(ptx_and_cubins_are_listed_with_their_architectures) {
    add(FAT_PTX, 80, 80, 0x11, ".version 8.0");
    add(FAT_ELF, 64, 90, 0x11, "ELF");
    add(FAT_PTX, 104, 90, 0x100011, ".version 9.0");
    int n;
    FatEntry *e = list(&n);
    ck_assert_msg(e != NULL, "%s", err.msg);
    ck_assert_int_eq(n, 3);
    ck_assert_int_eq(e[0].kind, FAT_PTX);
    ck_assert_int_eq(e[0].arch, 80);
    ck_assert_int_eq(e[0].size, 12);
    ck_assert_int_eq(memcmp(e[0].data, ".version 8.0", 12), 0);
    ck_assert(!e[0].is_arch_specific && e[2].is_arch_specific);
    ck_assert_int_eq(e[1].kind, FAT_ELF);
    ck_assert_int_eq(e[1].arch, 90);
    ck_assert_int_eq(memcmp(e[2].data, ".version 9.0", 12), 0);
}
END_TEST

START_TEST(an_empty_one_has_no_entries) {
    int n = 7;
    ck_assert_ptr_nonnull(list(&n));
    ck_assert_int_eq(n, 0);
}
END_TEST

// An entry of 12 bytes of LZ4.
static void add_packed(const uint8_t *data, size_t bytes, size_t plain) {
    size_t at = file.n;
    add(FAT_PTX, 80, 80, 0x2011, "twelve bytes");
    put(at + 16, bytes, 4);
    put(at + 56, plain, 8);
    memcpy(file.bytes + at + 80, data, 12);
}

START_TEST(ptx_is_unpacked) {
    uint8_t lz4[] = {0x3d, 'a', 'b', 'c', 3, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'};
    int n;
    add_packed(lz4, sizeof lz4, 25);
    const FatEntry *e = list(&n);
    ck_assert_msg(e != NULL, "%s", err.msg);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(e[0].size, 25);
    ck_assert_int_eq(memcmp(e[0].data, "abcabcabcabcabcabcabZZZZZ", 25), 0);
}
END_TEST

START_TEST(data_that_do_not_unpack_are_refused) {
    static const struct {
        uint8_t bytes[12];
        size_t packed, plain;
    } wrong[] = {
        {{0x3d, 'a', 'b', 'c', 3, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'}, 12, 24},
        {{0x3d, 'a', 'b', 'c', 3, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'}, 12, 26},
        {{0x3d, 'a', 'b', 'c', 3, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'}, 11, 25},
        {{0x3d, 'a', 'b', 'c', 4, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'}, 12, 25},
        {{0x3d, 'a', 'b', 'c', 0, 0, 0x50, 'Z', 'Z', 'Z', 'Z', 'Z'}, 12, 25},
        {{0xf0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, 12, 25},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        int n;
        setup();
        add_packed(wrong[i].bytes, wrong[i].packed, wrong[i].plain);
        ck_assert_msg(!list(&n), "%zu", i);
        ck_assert_ptr_nonnull(strstr(err.msg, "LZ4"));
        teardown();
    }
}
END_TEST

START_TEST(compressed_ptx_is_refused_with_the_flag_that_helps) {
    int n;
    add(FAT_PTX, 80, 80, 0x8011, "\x28\xb5\x2f\xfd");
    ck_assert_ptr_null(list(&n));
    ck_assert_int_eq(err.kind, ERR_SIM);
    ck_assert_ptr_nonnull(strstr(err.msg, "zstd"));
    ck_assert_ptr_nonnull(strstr(err.hint, "-no-compress"));
}
END_TEST

START_TEST(compressed_cubins_and_other_kinds_are_left_out) {
    int n;
    add(FAT_ELF, 64, 80, 0x8011, "zzz");
    add(9, 64, 80, 0x11, "other");
    add(FAT_PTX, 80, 80, 0x11, "text");
    ck_assert_ptr_nonnull(list(&n));
    ck_assert_int_eq(n, 1);
}
END_TEST

// NVIDIA's device runtime has PTX for its newest architecture, compressed.
START_TEST(newer_architectures_are_left_out_and_not_unpacked) {
    int n;
    add(FAT_PTX, 80, 80, 0x11, "text");
    add(FAT_PTX, 80, 121, 0x8011, "\x28\xb5\x2f\xfd");
    add(FAT_ELF, 64, 121, 0x11, "ELF");
    ck_assert_msg(list(&n) != NULL, "%s", err.msg);
    ck_assert_int_eq(n, 1);
}
END_TEST

START_TEST(what_is_no_fat_binary_is_refused) {
    int n;
    ck_assert_ptr_null(fatbin_entries(&arena, NULL, 90, &n, &err));
    file.magic++;
    ck_assert_ptr_null(list(&n));
    file.magic--;
    file.data = NULL;
    ck_assert_ptr_null(list(&n));
    file.data = file.bytes;
    put(0, 7, 4);
    ck_assert_ptr_null(list(&n));
    ck_assert_int_eq(err.kind, ERR_SIM);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(entries_that_do_not_fit_are_refused) {
    int n;
    add(FAT_PTX, 80, 80, 0x11, "text");
    static const struct {
        size_t at, bytes;
        uint64_t value;
    } spoil[] = {{8, 8, 20},       {6, 2, 8},      {16 + 4, 4, 8},
                 {16 + 4, 4, 999}, {16 + 8, 8, 5}, {16 + 8, 8, UINT64_MAX}};
    for (size_t i = 0; i < COUNT_OF(spoil); i++) {
        uint8_t was[8];
        memcpy(was, file.bytes + spoil[i].at, 8);
        put(spoil[i].at, spoil[i].value, spoil[i].bytes);
        ck_assert_msg(list(&n) == NULL, "row %d", (int)i);
        memcpy(file.bytes + spoil[i].at, was, 8);
    }
    ck_assert_ptr_nonnull(list(&n));
}
END_TEST

SUITE_OF(fatbin) {
    Suite *s = suite_create("fatbin");
    TCase *tc = tcase_create("entries");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, ptx_and_cubins_are_listed_with_their_architectures);
    tcase_add_test(tc, an_empty_one_has_no_entries);
    tcase_add_test(tc, ptx_is_unpacked);
    tcase_add_test(tc, data_that_do_not_unpack_are_refused);
    tcase_add_test(tc, compressed_ptx_is_refused_with_the_flag_that_helps);
    tcase_add_test(tc, compressed_cubins_and_other_kinds_are_left_out);
    tcase_add_test(tc, newer_architectures_are_left_out_and_not_unpacked);
    tcase_add_test(tc, what_is_no_fat_binary_is_refused);
    tcase_add_test(tc, entries_that_do_not_fit_are_refused);
    suite_add_tcase(s, tc);
    return s;
}
