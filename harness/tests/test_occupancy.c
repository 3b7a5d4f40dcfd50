// Resident blocks, against rows that NVIDIA's occupancy calculator gives.
#include "sim/occupancy.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const char *gpu;
    int regs;
    uint32_t smem, threads;
    int blocks;
    const char *limit;
    int smem_sm; // KiB
} Row;
// clang-format off
static const Row rows[] = {
    {"h200",    32,      0,  256,  8, "block size",     8},
    {"h200",    32,      0, 1024,  2, "block size",     8},
    {"h200",    33,      0,  256,  6, "registers",      8},
    {"h200",    64,      0,  256,  4, "registers",      8},
    {"h200",   128,      0,  256,  2, "registers",      8},
    {"h200",   255,      0,  256,  1, "registers",      8},
    {"h200",   255,      0,   32,  8, "registers",      8},
    {"h200",   255,      0,  512,  0, "registers",      0},
    {"h200",   256,      0,   32,  0, "registers",      0},
    {"h200",    16,      0,   32, 32, "blocks",        32},
    {"h200",    32,      0,   96, 21, "block size",    32},
    {"h200",    32,  49152,  256,  4, "shared memory",196},
    {"h200",    32, 232448,  256,  1, "shared memory",228},
    {"h200",    32, 232449,  256,  0, "shared memory",  0},
    {"h200",    32,      0, 1025,  0, "block size",     0},
    {"h200",    32,      0,    0,  0, "block size",     0},
    {"a100",    32,  49152,  256,  3, "shared memory",164},
    {"a100",   168,      0,  128,  3, "registers",      8},
    {"rtx3090", 32,  49152,  256,  2, "shared memory",100},
    {"rtx3090", 32,      0,  256,  6, "block size",     8},
    {"rtx3090", 16,      0,   32, 16, "blocks",        16},
    {"rtx4090", 32,  49152,  256,  2, "shared memory",100},
    {"rtx4090", 16,      0,   32, 24, "blocks",        32},
    {"t4",      32,  49152,  256,  1, "shared memory", 64},
    {"t4",      32,      0,  256,  4, "block size",    32},
    {"t4",      32,  65536,  256,  1, "shared memory", 64},
    {"t4",      32,  65537,  256,  0, "shared memory", 32},
    {"v100",    32,  49152,  256,  2, "shared memory", 96},
    {"v100",    32,      0,  256,  8, "block size",     0},
    {"b200",    32,  49152,  256,  4, "shared memory",196},
};
// clang-format on

START_TEST(blocks_are_what_the_calculator_says) {
    const Row *r = &rows[_i];
    const SimGpu *g = sim_gpu_find(r->gpu);
    Occupancy o = occupancy_of(g, r->regs, r->smem, r->threads);
    const char *what = r->gpu;

    ck_assert_msg(o.blocks_per_sm == r->blocks,
                  "%s, %d registers, %u bytes, %u threads: %d blocks", what,
                  r->regs, r->smem, r->threads, o.blocks_per_sm);
    ck_assert_msg(!strcmp(o.limit, r->limit), "row %d: %s", _i, o.limit);
    ck_assert_msg(o.smem_sm >> 10 == (uint32_t)r->smem_sm, "row %d: %u KiB", _i,
                  o.smem_sm >> 10);
}
END_TEST

// As an H200 answers, 2026-11-29: a kernel of 32 threads that prefers a part of
// the SM for shared memory.
static const struct SplitRow {
    int percent, smem, blocks;
} split_rows[] = {
    {-1, 0, 32},     {-1, 8192, 25}, {-1, 49152, 4}, {0, 0, 8},
    {0, 2048, 2},    {0, 8192, 1},   {0, 49152, 1},  {3, 1024, 4},
    {5, 0, 16},      {5, 7168, 2},   {5, 7424, 1},   {10, 1024, 16},
    {10, 7168, 4},   {10, 16384, 1}, {25, 2048, 21}, {25, 16384, 3},
    {50, 7168, 16},  {50, 49152, 2}, {75, 32768, 5}, {75, 49152, 4},
    {100, 32768, 6}, {100, 0, 32},
};

START_TEST(a_preferred_split_limits_the_blocks) {
    const struct SplitRow *r = &split_rows[_i];
    Occupancy o = occupancy_split(sim_gpu_find("h200"), 16, (uint32_t)r->smem,
                                  32, r->percent);
    ck_assert_msg(o.blocks_per_sm == r->blocks, "%d %%, %d bytes: %d blocks",
                  r->percent, r->smem, o.blocks_per_sm);
}
END_TEST

START_TEST(full_is_one) {
    Occupancy o = occupancy_of(sim_gpu_find("h200"), 32, 0, 256);

    ck_assert_int_eq(o.warps_per_sm, 64);
    ck_assert_double_eq(o.fraction, 1);
    o = occupancy_of(sim_gpu_find("t4"), 32, 49152, 256);
    ck_assert_double_eq(o.fraction, 0.25);
}
END_TEST

// ---- the list of GPUs

START_TEST(gpus_are_found_by_id_and_name_in_any_case) {
    ck_assert_str_eq(sim_gpu_find("H200")->id, "h200");
    ck_assert_str_eq(sim_gpu_find("nvidia h200")->id, "h200");
    ck_assert_ptr_null(sim_gpu_find("h2000"));
    ck_assert_ptr_null(sim_gpu_find(""));
    ck_assert_ptr_null(sim_gpu_find(NULL));
    ck_assert_ptr_null(sim_gpu_at(-1));
}
END_TEST

START_TEST(every_gpu_is_consistent) {
    const SimGpu *g = sim_gpu_at(_i);
    double gbs = 2e-3 * g->mem_mhz * g->bus_bits / 8;

    ck_assert_ptr_eq(sim_gpu_find(g->id), g);
    ck_assert_msg(gbs / g->dram_gbs > 0.995 && gbs / g->dram_gbs < 1.005,
                  "%s: %f", g->id, gbs);
    ck_assert_double_lt(g->lat_smem, g->lat_l1 + 1);
    ck_assert_double_lt(g->lat_l1, g->lat_l2);
    ck_assert_double_lt(g->lat_l2, g->lat_dram);
    ck_assert_double_le(g->mix_eff, g->read_eff);
    ck_assert_int_le(g->smem_block_kib, g->smem_sm_kib);
    ck_assert_int_le(g->smem_sm_kib, g->l1_kib);
    ck_assert_int_gt(g->launch_us > 0 && g->p >= 1 && g->mem_gib > 1, 0);
}
END_TEST

START_TEST(ceilings_are_ordered) {
    const SimGpu *g = sim_gpu_find("h200");

    ck_assert_double_eq(sim_ceiling_gbs(g, "theoretical"), 4814);
    ck_assert_double_lt(sim_ceiling_gbs(g, "copy"), sim_ceiling_gbs(g, "read"));
    ck_assert_double_gt(sim_ceiling_gbs(g, "write"), 0);
    ck_assert_double_gt(sim_ceiling_gbs(g, "triad"), 0);
    ck_assert_double_eq(sim_ceiling_gbs(g, "fma"), 0);
}
END_TEST

// Each in a process of its own, as the environment is read once.
START_TEST(a_selection_holds_where_the_environment_says_nothing) {
    unsetenv("KATASIM_GPU");
    ck_assert_str_eq(sim_gpu()->id, "h100");
    ck_assert(!sim_gpu_select("voodoo2"));
    ck_assert(sim_gpu_select("T4"));
    ck_assert_str_eq(sim_gpu()->id, "t4");
    setenv("KATASIM_GPU", "b200", 1); // too late: the program has its device
    ck_assert_str_eq(sim_gpu()->id, "t4");
}
END_TEST

START_TEST(the_environment_comes_before_a_selection) {
    setenv("KATASIM_GPU", "b200", 1);
    ck_assert(sim_gpu_select("t4"));
    ck_assert_str_eq(sim_gpu()->id, "b200");
}
END_TEST

START_TEST(no_model_in_the_environment_is_none) {
    setenv("KATASIM_GPU", "voodoo2", 1);
    ck_assert(sim_gpu_select("t4"));
    ck_assert_str_eq(sim_gpu()->id, "t4");
}
END_TEST

SUITE_OF(occupancy) {
    Suite *s = suite_create("occupancy");
    TCase *tc = tcase_create("occupancy");
    int gpus = 0;

    while (sim_gpu_at(gpus))
        gpus++;
    tcase_add_loop_test(tc, blocks_are_what_the_calculator_says, 0,
                        COUNT_OF(rows));
    tcase_add_loop_test(tc, a_preferred_split_limits_the_blocks, 0,
                        COUNT_OF(split_rows));
    tcase_add_test(tc, full_is_one);
    tcase_add_test(tc, gpus_are_found_by_id_and_name_in_any_case);
    tcase_add_loop_test(tc, every_gpu_is_consistent, 0, gpus);
    tcase_add_test(tc, ceilings_are_ordered);
    tcase_add_test(tc, a_selection_holds_where_the_environment_says_nothing);
    tcase_add_test(tc, the_environment_comes_before_a_selection);
    tcase_add_test(tc, no_model_in_the_environment_is_none);
    suite_add_tcase(s, tc);
    return s;
}
