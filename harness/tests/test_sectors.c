// Sectors, lines and banks against counts that a beginner would make.
#include "base/rng.h"
#include "sim/mem/sectors.h"
#include "tests/tests.h"

#include <stdio.h>
#include <string.h>

static const uint32_t sizes[] = {1, 2, 4, 8, 16};

// ---- oracles: sets as sorted-by-nothing arrays, searched from the front

static int set_add(uint64_t *set, int n, uint64_t v) {
    for (int i = 0; i < n; i++)
        if (set[i] == v) return n;
    set[n] = v;
    return n + 1;
}

static int distinct(const Access *a, uint64_t unit) {
    uint64_t set[32 * 16];
    int n = 0;

    for (int l = 0; l < 32; l++)
        for (uint32_t b = 0; a->lanes >> l & 1 && b < a->bytes; b++)
            n = set_add(set, n, (a->at[l] + b) / unit);
    return n;
}

static int naive_worst_bank(const Access *a, uint32_t lanes) {
    uint64_t bank[32][32 * 4];
    int n[32] = {0}, worst = 0;

    for (int l = 0; l < 32; l++) {
        for (uint32_t b = 0; lanes >> l & 1 && b < a->bytes; b++) {
            uint64_t word = (a->at[l] + b) / 4;
            n[word % 32] = set_add(bank[word % 32], n[word % 32], word);
        }
    }
    for (int i = 0; i < 32; i++)
        worst = n[i] > worst ? n[i] : worst;
    return worst;
}

static bool naive_agree(const Access *a, int x) {
    for (int l = 0; l < 32; l++) {
        bool both = (a->lanes >> l & 1) && (a->lanes >> (l ^ x) & 1);
        if (both && a->at[l] != a->at[l ^ x]) return false;
    }
    return true;
}

static int naive_wavefronts(const Access *a, int *ideal) {
    int group = a->bytes == 16 ? 8 : a->bytes == 8 ? 16 : 32, sum = 0;

    if (group < 32 && (naive_agree(a, 1) || naive_agree(a, 2))) group *= 2;
    *ideal = 0;
    for (int l = 0; l < 32; l += group) {
        uint32_t lanes = (uint32_t)(((1ull << group) - 1) << l);
        sum += naive_worst_bank(a, a->lanes & lanes);
        *ideal += (a->lanes & lanes) != 0;
    }
    return sum;
}

static int naive_multiplicity(const Access *a) {
    int most = 0;

    for (int l = 0; l < 32; l++) {
        int same = 0;
        for (int k = 0; a->lanes >> l & 1 && k < 32; k++)
            same += (a->lanes >> k & 1) && a->at[k] == a->at[l];
        most = same > most ? same : most;
    }
    return most;
}

static void check_access(Access *a, const char *what) {
    Footprint f;
    int ideal, bytes = distinct(a, 1), want = (bytes + 31) / 32;

    access_classify(a);
    access_footprint(a, &f);
    ck_assert_msg(f.sectors == distinct(a, 32), "%s: %d sectors, not %d", what,
                  f.sectors, distinct(a, 32));
    ck_assert_msg(f.nlines == distinct(a, 128), "%s: %d lines", what, f.nlines);
    ck_assert_msg(f.ideal == want, "%s: ideal %d, not %d", what, f.ideal, want);
    int marked = 0;
    for (int i = 0; i < f.nlines; i++)
        for (int s = 0; s < LINE_SECTORS; s++)
            marked += __builtin_popcount(f.at[i].bytes[s]);
    ck_assert_msg(marked == bytes, "%s: %d bytes marked", what, marked);

    int waves = access_wavefronts(a, &ideal), least;
    want = naive_wavefronts(a, &least);
    ck_assert_msg(waves == want, "%s: %d wavefronts, not %d", what, waves,
                  want);
    ck_assert_msg(ideal == least, "%s: ideal %d wavefronts, not %d", what,
                  ideal, least);
    ck_assert_msg(access_multiplicity(a) == naive_multiplicity(a),
                  "%s: multiplicity %d", what, access_multiplicity(a));
    for (int l = 0; l < 32; l++) {
        if (!(a->lanes >> l & 1)) continue;
        ck_assert_msg(a->lo <= a->at[l] && a->at[l] + a->bytes <= a->hi,
                      "%s: lane %d is outside the extent", what, l);
    }
    ck_assert_msg((a->low & (a->bytes - 1)) == 0, "%s: alignment", what);
}

static Access access_of(uint32_t lanes, uint32_t bytes) {
    Access a;

    memset(&a, 0x5a, sizeof a);
    a.lanes = lanes;
    a.bytes = bytes;
    return a;
}

static const uint32_t some_lanes[] = {UINT32_MAX, 1,          0x80000000,
                                      0x0000ffff, 0xaaaaaaaa, 0x7fffffff,
                                      0x00ff00ff, 0x00010001};

START_TEST(strides_and_offsets_count_as_they_should) {
    uint32_t bytes = sizes[_i];
    char what[80];

    for (int stride = -33; stride <= 33; stride++) {
        for (uint64_t offset = 0; offset < 160; offset += bytes) {
            for (size_t m = 0; m < COUNT_OF(some_lanes); m++) {
                Access a = access_of(some_lanes[m], bytes);
                for (int l = 0; l < 32; l++)
                    a.at[l] = 65536 + offset + (uint64_t)(stride * l) * bytes;
                snprintf(what, sizeof what, "%u bytes, stride %d, at %d, %#x",
                         bytes, stride, (int)offset, some_lanes[m]);
                check_access(&a, what);
            }
        }
    }
}
END_TEST

// Blocks 16 and 8 threads wide: rows of lanes, near, far and overlapping.
START_TEST(rows_count_as_they_should) {
    uint32_t bytes = sizes[_i];
    char what[80];

    for (int width = 4; width <= 16; width *= 2) {
        for (int stride = 0; stride <= 9; stride++) {
            for (int row = -40; row <= 40; row++) {
                Access a = access_of(UINT32_MAX, bytes);
                for (int l = 0; l < 32; l++)
                    a.at[l] = 65536 + bytes * (uint64_t)(stride * (l % width) +
                                                         row * (l / width));
                snprintf(what, sizeof what, "%u bytes, %d wide, %d, row %d",
                         bytes, width, stride, row);
                check_access(&a, what);
            }
        }
    }
}
END_TEST

START_TEST(random_addresses_count_as_they_should) {
    uint32_t bytes = sizes[_i];
    Rng r;
    char what[80];

    rng_seed(&r, 20261120);
    for (int round = 0; round < 3000; round++) {
        uint32_t lanes = (uint32_t)rng_next(&r);
        uint64_t range = 1ull << rng_below(&r, 14);
        if (round % 2) lanes = UINT32_MAX;
        Access a = access_of(lanes ? lanes : 1, bytes);
        for (int l = 0; l < 32; l++)
            a.at[l] = (1 << 20) + rng_below(&r, range) * bytes;
        snprintf(what, sizeof what, "round %d, %u bytes", round, bytes);
        check_access(&a, what);
    }
}
END_TEST

// What ncu counts on an H200 for one load by one warp (wavefronts, and
// wavefronts less conflicts), by a formula for the index of lane l.
typedef struct BankRow {
    const char *what;
    uint32_t bytes;
    int modulo, divide, times; // index = l % modulo / divide * times
    int waves, ideal;
} BankRow;
// clang-format off
static const BankRow banks[] = {
    {"one word",                       4, 1, 1, 1,    1, 1},
    {"a row of floats",                4, 32, 1, 1,   1, 1},
    {"every other float",              4, 32, 1, 2,   2, 1},
    {"a column of 8-wide rows",        4, 32, 1, 8,   8, 1},
    {"a column of a 32-wide tile",     4, 32, 1, 32, 32, 1},
    {"a column of a padded tile",      4, 32, 1, 33,  1, 1},
    {"one double",                     8, 1, 1, 1,    1, 1},
    {"16 doubles, twice",              8, 16, 1, 1,   2, 2},
    {"16 doubles, in pairs",           8, 32, 2, 1,   1, 1},
    {"4 doubles, 8 lanes each",        8, 32, 8, 1,   1, 1},
    {"8 doubles, 4 times",             8, 8, 1, 1,    2, 2},
    {"4 doubles, 8 times",             8, 4, 1, 1,    2, 2},
    {"2 doubles, 16 times",            8, 2, 1, 1,    1, 1},
    {"a row of doubles",               8, 32, 1, 1,   2, 2},
    {"every other double",             8, 32, 1, 2,   4, 2},
    {"4 doubles of two banks",         8, 32, 8, 8,   2, 1},
    {"16 doubles of 8 banks, twice",   8, 16, 1, 2,   4, 2},
    {"2 doubles of one bank",          8, 32, 16, 16, 2, 1},
    {"a column of 8-wide doubles",     8, 32, 1, 8,  16, 2},
    {"one float4",                    16, 1, 1, 1,    2, 2},
    {"16 float4, twice",              16, 16, 1, 1,   4, 4},
    {"16 float4, in pairs",           16, 32, 2, 1,   2, 2},
    {"4 float4, 8 lanes each",        16, 32, 8, 1,   2, 2},
    {"8 float4, 4 times",             16, 8, 1, 1,    4, 4},
    {"2 float4, half a warp each",    16, 32, 16, 1,  2, 2},
    {"a row of float4",               16, 32, 1, 1,   4, 4},
    {"every other float4",            16, 32, 1, 2,   8, 4},
    {"4 float4, 8 times",             16, 4, 1, 1,    4, 4},
    {"4 float4 of one bank",          16, 32, 8, 8,   4, 2},
    {"8 float4, 4 lanes each",        16, 32, 4, 1,   2, 2},
    {"2 float4 of one bank, in turn", 16, 2, 1, 8,    4, 2},
    {"a column of 8-wide float4",     16, 32, 1, 8,  32, 4},
    {"a row of bytes",                 1, 32, 1, 1,   1, 1},
};
// clang-format on

START_TEST(banks_are_counted_as_the_hardware_does) {
    const BankRow *b = &banks[_i];
    Access a = access_of(UINT32_MAX, b->bytes);
    int ideal, waves;

    for (int l = 0; l < 32; l++)
        a.at[l] = (uint64_t)(l % b->modulo / b->divide * b->times) * b->bytes;
    access_classify(&a);
    waves = access_wavefronts(&a, &ideal);
    ck_assert_msg(waves == b->waves, "%s: %d", b->what, waves);
    ck_assert_msg(ideal == b->ideal, "%s: ideal %d", b->what, ideal);
}
END_TEST

START_TEST(shapes_are_recognised) {
    Access a = access_of(UINT32_MAX, 4);

    for (int l = 0; l < 32; l++)
        a.at[l] = 4096 - 8 * (uint64_t)l;
    access_classify(&a);
    ck_assert_int_eq(a.shape, SHAPE_LINE);
    ck_assert_int_eq(a.stride, -8);
    for (int l = 16; l < 32; l++)
        a.at[l] += 64;
    access_classify(&a);
    ck_assert_int_eq(a.shape, SHAPE_ROWS);
    ck_assert_int_eq(a.row, 16);
    for (int l = 8; l < 16; l++)
        a.at[l] += 64;
    access_classify(&a);
    ck_assert_int_eq(a.shape, SHAPE_ROWS);
    ck_assert_int_eq(a.row, 8);
    a.at[3] += 64;
    access_classify(&a);
    ck_assert_int_eq(a.shape, SHAPE_GENERAL);
}
END_TEST

START_TEST(strides_of_garbage_have_no_short_extent) {
    Access a = access_of(UINT32_MAX, 4);

    // 32 x 2^59 wraps round to the beginning
    for (int l = 0; l < 32; l++)
        a.at[l] = 4096 + ((uint64_t)l << 59);
    access_classify(&a);
    ck_assert_uint_gt(a.hi - a.lo, 1ull << 59);
    // 31 strides end 8 bytes on, modulo 2^64
    uint64_t inverse = 1;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - 31 * inverse; // Newton
    for (int l = 0; l < 32; l++)
        a.at[l] = 4096 + 8 * inverse * (uint64_t)l;
    ck_assert_uint_eq(a.at[31], 4104);
    access_classify(&a);
    ck_assert_uint_gt(a.hi - a.lo, 1ull << 59);
    a.lanes = 3;
    a.at[1] = a.at[0] - 8192; // below zero
    access_classify(&a);
    ck_assert_uint_gt(a.hi - a.lo, 1ull << 59);
}
END_TEST

SUITE_OF(sectors) {
    Suite *s = suite_create("sectors");
    TCase *tc = tcase_create("sectors");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, strides_and_offsets_count_as_they_should, 0,
                        COUNT_OF(sizes));
    tcase_add_loop_test(tc, rows_count_as_they_should, 0, COUNT_OF(sizes));
    tcase_add_loop_test(tc, random_addresses_count_as_they_should, 0,
                        COUNT_OF(sizes));
    tcase_add_loop_test(tc, banks_are_counted_as_the_hardware_does, 0,
                        COUNT_OF(banks));
    tcase_add_test(tc, shapes_are_recognised);
    tcase_add_test(tc, strides_of_garbage_have_no_short_extent);
    suite_add_tcase(s, tc);
    return s;
}
