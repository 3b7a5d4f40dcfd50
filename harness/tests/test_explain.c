// Why a line is slow: which cause its counters point at.
#include "tests/golden.h"

#include "gate/result/explain.h"
#include "report/report.h"

// A line that takes all of the time of a launch on an H100.
static Cause cause_of(const char *limiter, SimCounters c, KernelCost k) {
    static Arena a;
    LineCost line = {.file = "a.cu", .line = 7, .us = 10, .limiter = limiter};
    line.c = c;
    if (k.us <= 0) k.us = 10;
    line.us = k.us;
    Explanation e =
        explain(&a, sim_gpu_find("h100"), &line, 1, &k, 1, NULL, NULL);
    ck_assert_int_eq(e.n, 1);
    return e.at[0];
}

#define WARPS(n) .warp_insts = (n), .thread_insts = 32ull * (n)

START_TEST(each_waste_has_its_name) {
    static const struct {
        const char *name, *limiter;
        SimCounters c;
    } rows[] = {
        {"uncoalesced",
         "DRAM bandwidth",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 320, .gmem_ideal = 40}},
        {"streaming",
         "DRAM bandwidth",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 160,
          .gmem_ideal = 160}},
        {"streaming",
         "DRAM bandwidth",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 40, .gmem_ideal = 40}},
        {"narrow",
         "load/store unit",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 10, .gmem_ideal = 10}},
        {"reuse",
         "load/store unit",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 40, .gmem_ideal = 40,
          .l1_hits = 36}},
        {"bank-conflicts",
         "shared memory",
         {WARPS(100), .smem_loads = 10, .smem_wavefronts = 320,
          .smem_ideal = 10}},
        {"contention",
         "atomics",
         {WARPS(10), .atomic_requests = 10, .atomics = 320,
          .atomic_serial = 320}},
        {"contention",
         "shared memory",
         {WARPS(10), .atomic_requests = 10, .smem_atomics = 320,
          .smem_atomic_serial = 80, .smem_wavefronts = 80, .smem_ideal = 10}},
        {"contention",
         "atomics",
         {WARPS(10), .atomic_requests = 10, .atomics = 320,
          .atomic_serial = 10}},
        {"local-memory", "load/store unit", {WARPS(10), .local_requests = 5}},
        {"divergence",
         "instruction issue",
         {.warp_insts = 100, .thread_insts = 800}},
        {"fp64", "arithmetic", {WARPS(100), .fp64_ops = 90}},
        {"slow-functions", "arithmetic", {WARPS(100), .mufu_ops = 60}},
        {"indexing", "instruction issue", {WARPS(100), .int_ops = 80}},
        {"barriers", "latency", {WARPS(100), .barriers = 50}},
        {"latency",
         "latency",
         {WARPS(100), .gmem_loads = 10, .gmem_sectors = 160,
          .gmem_ideal = 160}},
        {"work", "arithmetic", {WARPS(100), .fp32_ops = 90}},
    };
    const char *want = rows[_i].name;
    bool slow_doubles = !strcmp(want, "fp64"); // an RTX, not an H100
    static Arena a;
    LineCost line = {.file = "a.cu",
                     .line = 7,
                     .us = 10,
                     .limiter = rows[_i].limiter,
                     .c = rows[_i].c};
    KernelCost k = {.us = 10, .occupancy = 1};
    Explanation e = explain(&a, sim_gpu_find(slow_doubles ? "rtx4090" : "h100"),
                            &line, 1, &k, 1, NULL, NULL);
    ck_assert_int_eq(e.n, 1);
    ck_assert_str_eq(e.at[0].name, want);
    ck_assert_uint_gt(strlen(e.at[0].why), 40);
    arena_reset(&a);
}
END_TEST

START_TEST(doubles_are_no_waste_where_the_gpu_is_made_for_them) {
    Cause c = cause_of("arithmetic", (SimCounters){WARPS(100), .fp64_ops = 90},
                       (KernelCost){.occupancy = 1});
    ck_assert_str_eq(c.name, "work");
}
END_TEST

// One sector a request: 32 bytes, or one word that all lanes share.
START_TEST(a_word_that_all_lanes_share_is_no_byte_of_each) {
    static Arena a;
    KernelCost k = {.us = 10, .occupancy = 1};
    LineCost line = {.file = "a.cu",
                     .line = 7,
                     .us = 10,
                     .limiter = "load/store unit",
                     .bytes = 1,
                     .c = {WARPS(100), .gmem_loads = 10, .gmem_sectors = 10,
                           .gmem_ideal = 10}};
    const SimGpu *g = sim_gpu_find("h100");
    Explanation e = explain(&a, g, &line, 1, &k, 1, NULL, NULL);
    ck_assert_ptr_nonnull(strstr(e.at[0].why, "1 byte at a time"));
    line.bytes = 4;
    e = explain(&a, g, &line, 1, &k, 1, NULL, NULL);
    ck_assert_ptr_null(strstr(e.at[0].why, "1 byte at a time"));
    arena_reset(&a);
}
END_TEST

START_TEST(fetches_through_textures_have_no_wider_type) {
    Cause c =
        cause_of("load/store unit",
                 (SimCounters){WARPS(100), .gmem_loads = 10, .gmem_sectors = 10,
                               .gmem_ideal = 10, .texture_fetches = 320},
                 (KernelCost){.occupancy = 1});
    ck_assert_str_ne(c.name, "narrow");
}
END_TEST

// One thread of each block adds: they meet on the line, not in the warp,
// whatever the lanes of the other instructions on that line of source.
START_TEST(one_lane_that_updates_is_not_a_warp_that_does) {
    Cause c = cause_of("atomics",
                       (SimCounters){WARPS(100), .atomic_requests = 10,
                                     .atomics = 10, .atomic_serial = 10},
                       (KernelCost){.occupancy = 1});
    ck_assert_str_eq(c.name, "contention");
    ck_assert_ptr_nonnull(strstr(c.why, "from all over the grid"));
}
END_TEST

// The device's other multiprocessors are idle, whatever the line does.
START_TEST(few_blocks_are_named_first) {
    SimCounters c = {WARPS(100), .gmem_loads = 10, .gmem_sectors = 40,
                     .gmem_ideal = 40};
    KernelCost one = {.occupancy = 1, .grid = "1,1,1", .us = 1500},
               all = {.occupancy = 1, .grid = "66,2,1", .us = 1500},
               brief = {.occupancy = 1, .grid = "1,1,1", .us = 3};
    Cause cause = cause_of("latency", c, one);
    ck_assert_str_eq(cause.name, "few-blocks");
    ck_assert_ptr_nonnull(strstr(cause.why, "has 1 block, and the device 132"));
    ck_assert_str_eq(cause_of("latency", c, all).name, "latency");
    ck_assert_str_eq(cause_of("latency", c, brief).name, "latency");
}
END_TEST

START_TEST(few_warps_are_named_with_what_limits_them) {
    Cause c = cause_of(
        "latency",
        (SimCounters){WARPS(100), .gmem_loads = 10, .gmem_sectors = 160,
                      .gmem_ideal = 160},
        (KernelCost){.occupancy = 0.25, .occupancy_limit = "registers"});
    ck_assert_str_eq(c.name, "latency");
    ck_assert_ptr_nonnull(strstr(c.why, "25 %"));
    ck_assert_ptr_nonnull(strstr(c.why, "registers"));
}
END_TEST

START_TEST(the_longest_lines_come_first_and_small_ones_not_at_all) {
    static Arena a;
    SimCounters wide = {WARPS(100), .gmem_loads = 10, .gmem_sectors = 320,
                        .gmem_ideal = 40};
    SimCounters banks = {WARPS(100), .smem_loads = 10, .smem_wavefronts = 320,
                         .smem_ideal = 10};
    LineCost lines[] = {
        {"a.cu", 3, 2.0, "shared memory", 0, banks},
        {"a.cu", 4, 5.0, "DRAM bandwidth", 0, wide},
        {"a.cu", 5, 0.3, "arithmetic", 0, {WARPS(9)}},
        {"a.cu", 6, 2.5, "DRAM bandwidth", 0, wide},
        {"", 0, 9.0, "arithmetic", 0, {WARPS(9)}}, // of no line
    };
    KernelCost k = {.us = 18.8};
    Explanation e =
        explain(&a, sim_gpu_find("h100"), lines, 5, &k, 1, NULL, NULL);
    ck_assert_int_eq(e.n, 2);
    ck_assert_int_eq(e.at[0].line->line, 4);
    ck_assert_int_eq(e.at[0].nalso, 1); // line 6 has the same cause
    ck_assert_int_eq(e.at[0].also[0]->line, 6);
    ck_assert_int_eq(e.at[1].line->line, 3);
    arena_reset(&a);
}
END_TEST

// ---- Triton

static const char library[] = "/lib/triton/language/standard.py";

START_TEST(advice_on_a_triton_kernel_has_no_word_of_cuda) {
    static Arena a;
    static const char *const never[] = {"__sync", "threadIdx", "float4",
                                        "uchar4", "thread"};
    const Exercise self = {
        .id = "t", .kind = KIND_TRITON, .teaches = (const char *[]){NULL}};
    LineCost lines[] = {
        {"t.py", 3, 9, "latency", 0, {WARPS(9), .barriers = 4}},
        {"t.py",
         4,
         5,
         "latency",
         16,
         {WARPS(9), .gmem_loads = 9, .gmem_sectors = 9, .gmem_ideal = 9}},
        {library, 191, 3, "latency", 0, {WARPS(9), .barriers = 4}},
    };
    KernelCost k = {.us = 17, .occupancy = 1};
    for (int i = 0; i < 2; i++) {
        // Of an exercise, and of a script of none.
        Explanation e = explain(&a, sim_gpu_find("h100"), lines, 3, &k, 1, NULL,
                                i ? NULL : &self);
        ck_assert_int_eq(e.n, 3);
        for (int c = 0; c < e.n; c++)
            for (size_t w = 0; w < COUNT_OF(never); w++)
                ck_assert_msg(!strstr(e.at[c].why, never[w]), "%s",
                              e.at[c].why);
        ck_assert_ptr_nonnull(strstr(e.at[0].why, "tl.debug_barrier"));
        ck_assert_ptr_nonnull(strstr(e.at[1].why, "num_stages"));
        ck_assert_str_eq(e.at[2].name, "library");
    }
    arena_reset(&a);
}
END_TEST

START_TEST(a_tile_that_triton_loads_again_is_named_however_short_it_is) {
    static Arena a;
    SimCounters once = {WARPS(9), .gmem_loads = 40, .gmem_sectors = 640,
                        .gmem_ideal = 640};
    SimCounters again = once;
    again.l1_hits = 630;
    LineCost lines[] = {{"t.py", 3, 9, "L2 bandwidth", 0, once},
                        {"t.py", 4, 0.1, "load/store unit", 0, again},
                        {"t.cu", 5, 0.1, "load/store unit", 0, again}};
    KernelCost k = {.us = 10, .occupancy = 1};
    Explanation e =
        explain(&a, sim_gpu_find("h100"), lines, 3, &k, 1, NULL, NULL);
    ck_assert_int_eq(e.n, 2);
    ck_assert_int_eq(e.at[1].line->line, 4);
    ck_assert_str_eq(e.at[1].name, "reuse");
    arena_reset(&a);
}
END_TEST

// ---- the screen

static const char source[] = "#include <cuda_runtime.h>\n"
                             "\n"
                             "// Slow on purpose.\n"
                             "__global__ void flip(const float *in, float *out,"
                             " int n) {\n"
                             "    int x = blockIdx.x * 32 + threadIdx.x;\n"
                             "    int y = blockIdx.y * 32 + threadIdx.y;\n"
                             "    if (x < n && y < n)\n"
                             "\tout[x * n + y] = in[y * n + x];\n"
                             "}\n"
                             "\n\n\n\n\n\n\n\n"
                             "__global__ void fill(float *v) {\n"
                             "    v[threadIdx.x] = 1;\n"
                             "}\n";

START_TEST(the_source_stands_beside_its_costs) {
    static Arena a;
    LineCost lines[] = {
        {"/src/flip.cu", 5, 1, "instruction issue", 0, {WARPS(64)}},
        {"/src/flip.cu",
         8,
         80,
         "L2 bandwidth",
         0,
         {WARPS(128), .gmem_loads = 32, .gmem_stores = 32, .gmem_sectors = 1152,
          .gmem_ideal = 256}},
        {"/src/flip.cu",
         19,
         4,
         "latency",
         0,
         {.warp_insts = 10,
          .thread_insts = 80,
          .gmem_stores = 2,
          .gmem_sectors = 2,
          .gmem_ideal = 2}},
        {"/usr/include/cub.cuh", 500, 10, "arithmetic", 0, {WARPS(5)}},
    };
    KernelCost k[] = {
        {.kernel = "flip(float const*, float*, int)",
         .grid = "2,2,1",
         .block = "32,32,1",
         .regs = 14,
         .smem_bytes = 4096,
         .occupancy_limit = "",
         .limiter = "L2 bandwidth",
         .us = 96,
         .share = 0.8,
         .occupancy = 1},
        {.kernel = "fill(float*)",
         .grid = "1,1,1",
         .block = "8,1,1",
         .regs = 255,
         .stack_bytes = 64,
         .occupancy_limit = "block size",
         .limiter = "latency",
         .us = 4,
         .share = 0.9,
         .occupancy = 0.02},
    };
    Explanation e =
        explain(&a, sim_gpu_find("h100"), lines, 4, k, 2, NULL, NULL);
    ExplainView v = {.title = "week06/flip (flip.cu)",
                     .exercise = "flip",
                     .file = "work/flip/flip.cu",
                     .source = source,
                     .len = strlen(source),
                     .gpu = sim_gpu_find("h100"),
                     .shape = "n=64",
                     .call_us = 104.5,
                     .lines = lines,
                     .nlines = 4,
                     .kernels = k,
                     .nkernels = 2,
                     .e = &e};
    Term t = {.width = 80, .utf8 = true};
    Buf out = {0};
    report_explain(&t, &v, &out);
    golden_check("explain.txt", &out);
    arena_reset(&a);
}
END_TEST

SUITE_OF(explain) {
    Suite *s = suite_create("explain");
    TCase *t = tcase_create("causes");
    tcase_add_loop_test(t, each_waste_has_its_name, 0, 17);
    tcase_add_test(t, doubles_are_no_waste_where_the_gpu_is_made_for_them);
    tcase_add_test(t, one_lane_that_updates_is_not_a_warp_that_does);
    tcase_add_test(t, a_word_that_all_lanes_share_is_no_byte_of_each);
    tcase_add_test(t, fetches_through_textures_have_no_wider_type);
    tcase_add_test(t, few_blocks_are_named_first);
    tcase_add_test(t, few_warps_are_named_with_what_limits_them);
    tcase_add_test(t, the_longest_lines_come_first_and_small_ones_not_at_all);
    tcase_add_test(t, advice_on_a_triton_kernel_has_no_word_of_cuda);
    tcase_add_test(t,
                   a_tile_that_triton_loads_again_is_named_however_short_it_is);
    tcase_add_test(t, the_source_stands_beside_its_costs);
    suite_add_tcase(s, t);
    return s;
}
