// Tensor maps: what the driver refuses, and what of a box lies in the tensor.
#include "sim/mem/tensor.h"
#include "tests/tests.h"

#include <string.h>

typedef struct Row {
    int type;
    unsigned rank;
    uint64_t base, dim[5], stride[4];
    uint32_t box[5], step[5];
    int interleave, swizzle, fill;
    TensorFault want;
    const char *why;
} Row;

#define ONES                                                                   \
    { 1, 1, 1, 1, 1 }

// clang-format off
static const Row rows[] = {
    {TENSOR_F32, 2, 256, {10, 7}, {48}, {4, 3}, ONES, 0, 0, 0, TENSOR_GOOD, ""},
    {TENSOR_F32, 2, 256, {10, 7}, {40}, {4, 3}, ONES, 0, 0, 0, TENSOR_BAD,
     "globalStrides[0] is 40 bytes: it must be a multiple of 16"},
    {TENSOR_F32, 2, 256, {10, 7}, {48}, {3, 3}, ONES, 0, 0, 0, TENSOR_BAD,
     "boxDim[0] is 3 elements of 4 bytes, 12 bytes: a row of the box must be a "
     "multiple of 16 bytes"},
    {TENSOR_F16, 1, 256, {10}, {0}, {8}, ONES, 0, 0, 0, TENSOR_GOOD, ""},
    {TENSOR_F16, 1, 264, {10}, {0}, {8}, ONES, 0, 0, 0, TENSOR_BAD,
     "globalAddress is 0x108"},
    {TENSOR_F16, 6, 256, {10}, {0}, {8}, ONES, 0, 0, 0, TENSOR_BAD,
     "tensorRank is 6"},
    {TENSOR_F16, 2, 256, {10, 0}, {32}, {8, 1}, ONES, 0, 0, 0, TENSOR_BAD,
     "globalDim[1] is 0"},
    {TENSOR_F16, 2, 256, {10, 9}, {32}, {8, 257}, ONES, 0, 0, 0, TENSOR_BAD,
     "boxDim[1] is 257"},
    {TENSOR_F16, 2, 256, {10, 9}, {32}, {8, 2}, {1, 9}, 0, 0, 0, TENSOR_BAD,
     "elementStrides[1] is 9"},
    {TENSOR_F16, 2, 256, {99, 9}, {256}, {72, 2}, ONES, 0, 3, 0, TENSOR_BAD,
     "boxDim[0] is 144 bytes: with a swizzle of 128 bytes"},
    {TENSOR_F16, 2, 256, {99, 9}, {256}, {64, 2}, ONES, 0, 3, 0, TENSOR_GOOD, ""},
    {TENSOR_S32, 1, 256, {10}, {0}, {8}, ONES, 0, 0, 1, TENSOR_BAD, "oobFill"},
    {TENSOR_F16, 3, 256, {8, 8, 8}, {16, 128}, {8, 1, 1}, ONES, 1, 0, 0,
     TENSOR_UNKNOWN, "tensor maps with an interleaved layout"},
    {11, 1, 256, {10}, {0}, {8}, ONES, 0, 0, 0, TENSOR_UNKNOWN, "tensor maps of"},
};
// clang-format on

static TensorFault make(const Row *r, TensorMap *m, char *why, size_t n) {
    TensorSpec s = {r->type,    r->rank, r->base, r->dim,
                    r->stride,  r->box,  r->step, r->interleave,
                    r->swizzle, 0,       r->fill};
    return tensor_map_make(&s, m, why, n);
}

START_TEST(the_driver_says_what_is_wrong_with_a_map) {
    const Row *r = &rows[_i];
    union {
        TensorMap map;
        char all[TENSOR_MAP_BYTES];
    } u;
    char why[200] = "";
    ck_assert_int_eq(make(r, &u.map, why, sizeof why), r->want);
    ck_assert_msg(!strncmp(why, r->why, strlen(r->why)), "%s", why);
    if (!r->want) ck_assert(tensor_map_is_good(&u.map));
}
END_TEST

START_TEST(rows_are_cut_at_the_edges) {
    union {
        TensorMap map;
        char all[TENSOR_MAP_BYTES];
    } u;
    char why[200];
    make(&rows[0], &u.map, why, sizeof why); // 10 x 7 floats, rows of 48 bytes
    ck_assert_uint_eq(tensor_box_bytes(&u.map), 48);
    ck_assert_uint_eq(tensor_box_rows(&u.map), 3);
    TensorRow r = tensor_row(&u.map, (int32_t[]){-1, 5}, 1);
    ck_assert_uint_eq(r.to, 16);
    ck_assert_uint_eq(r.before, 4);
    ck_assert_uint_eq(r.inside, 12);
    ck_assert_uint_eq(r.at, 256 + 6 * 48);
    r = tensor_row(&u.map, (int32_t[]){-1, 5}, 2); // row 7 of 7
    ck_assert_uint_eq(r.inside, 0);
    r = tensor_row(&u.map, (int32_t[]){8, 0}, 0);
    ck_assert_uint_eq(r.before, 0);
    ck_assert_uint_eq(r.inside, 8);
    ck_assert_uint_eq(r.at, 256 + 32);
    r = tensor_row(&u.map, (int32_t[]){INT32_MAX, 0}, 0);
    ck_assert_uint_eq(r.inside, 0);
}
END_TEST

START_TEST(a_swizzle_is_its_own_inverse) {
    for (uint32_t a = 0; a < 4096; a += 16)
        for (unsigned s = 0; s <= 3; s++) {
            uint32_t b = tensor_swizzled(s, a);
            ck_assert_uint_eq(tensor_swizzled(s, b), a);
            ck_assert_uint_eq(a / (16u << s), b / (16u << s));
        }
    ck_assert_uint_eq(tensor_swizzled(3, 0x80), 0x90);
    ck_assert_uint_eq(tensor_swizzled(2, 0x180), 0x1b0);
    ck_assert_uint_eq(tensor_swizzled(1, 0x100), 0x100);
}
END_TEST

SUITE_OF(tensor) {
    Suite *s = suite_create("tensor");
    TCase *tc = tcase_create("tensor");
    tcase_add_loop_test(tc, the_driver_says_what_is_wrong_with_a_map, 0,
                        COUNT_OF(rows));
    tcase_add_test(tc, rows_are_cut_at_the_edges);
    tcase_add_test(tc, a_swizzle_is_its_own_inverse);
    suite_add_tcase(s, tc);
    return s;
}
