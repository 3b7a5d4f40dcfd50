// Gates on what the simulated device counts: the numbers that counters become.
#include "gate/measure/gates.h"
#include "gate/result/timeline.h"
#include "tests/tests.h"

#include <math.h>
#include <string.h>

static Arena arena;

// Two launches: 4 blocks of 96 threads, 10 of 33 (two warps, one of one
// thread); the second is longer.
static KernelCost kernels[] = {
    {.grid = "2,2,1",
     .block = "96,1,1",
     .us = 3,
     .occupancy = 1,
     .occupancy_limit = "block size",
     .smem_bytes = 1024,
     .c = {.warp_insts = 4,
           .barriers = 4 * 3 * 2,
           .mbarrier_waits = 4 * 3 * 3}},
    {.grid = "10,1,1",
     .block = "33,1,1",
     .us = 4,
     .longest = 4,
     .skew = 1.25,
     .prefetched = 700,
     .occupancy = 0.25,
     .occupancy_limit = "shared memory",
     .smem_bytes = 512,
     .c = {.warp_insts = 1, .barriers = 10 * 2 * 5}},
};

static LineCost lines[] = {
    {.c = {.gmem_loads = 6, .gmem_ideal = 96, .gmem_sectors = 140}},
    {.c = {.gmem_stores = 2, .gmem_ideal = 8, .gmem_sectors = 20}},
    {.c = {.gmem_ideal = 24, .gmem_sectors = 96, .atomics = 40}},
};

static const Counts counted = {
    .launches = 2,
    .issue_cycles = 30,
    .thread_insts = 120,
    .warp_insts = 5,
    .cub_insts = 2,
    .cutlass_insts = 3,
    .gmem_loads = 6,
    .gmem_stores = 2,
    .gmem_ideal = 128,
    .gmem_sectors = 256,
    .smem_loads = 5,
    .smem_stores = 7,
    .local_requests = 3,
    .xchg_ops = 11,
    .fp64_ops = 13,
    .async_bytes = 640,
    .apart_bytes = 480,
    .bulk_bytes = 320,
    .tensor_bytes = 160,
    .const_requests = 4,
    .const_words = 6,
    .texture_fetches = 25,
    .atomics = 40,
    .smem_atomics = 20,
    .own_memory = 0.5,
    .own_atomics = 7,
    .atomic_requests = 2,
    .atomic_serial = 9,
    .smem_atomic_serial = 5,
    .flops = 100,
    .tensor_flops = 300,
    .dram_read = 30,
    .dram_write = 20,
    .kernels = kernels,
    .nkernels = 2,
    .lines = lines,
    .nlines = 3,
    .link_bytes = 700,
    .link_kernels = 200,
    .peer_bytes = 500,
    .busiest_link = 250,
};

typedef struct CountRow {
    const char *metric, *per;
    double all, nothing; // of `counted`, and where nothing was counted
} CountRow;

// clang-format off
static const CountRow count_rows[] = {
    {"barriers", NULL, 5, NAN},
    {"barriers", "block", 5, NAN},
    {"mbarrier_waits", NULL, 3, NAN},
    {"smem_requests", NULL, 12, 0},
    {"smem_requests", "flop", 12 / 400., 0},
    {"smem_requests", "element", 12 / 50., 0},
    {"global_requests", NULL, 8, 0},
    {"global_requests", "element", 8 / 50., 0},
    {"global_stores", NULL, 2, 0},
    {"global_stores", "element", 2 / 50., 0},
    {"bytes_per_request", "request", 416, NAN},
    {"from_cub", NULL, 0.4, NAN},
    {"from_cutlass", NULL, 0.6, NAN},
    {"exchanges", NULL, 11, 0},
    {"exchanges", "element", 11 / 50., 0},
    {"fp64_ops", NULL, 13, 0},
    {"fp64_ops", "element", 13 / 50., 0},
    {"async_bytes", NULL, 0.64, 0},
    {"apart_bytes", NULL, 0.48, 0},
    {"bulk_bytes", NULL, 0.32, 0},
    {"prefetched", NULL, 0.7, 0},
    {"tensor_bytes", NULL, 0.16, 0},
    {"local_requests", NULL, 3, 0},
    {"local_requests", "element", 3 / 50., 0},
    {"const_words", "request", 1.5, 0},
    {"texture_fetches", NULL, 25, 0},
    {"texture_fetches", "flop", 25 / 400., 0},
    {"texture_fetches", "element", 25 / 50., 0},
    {"atomic_serial", "request", 7, 0},
    {"global_atomics", NULL, 40, 0},
    {"global_atomics", "element", 40 / 50., 0},
    {"shared_atomics", NULL, 20, 0},
    {"shared_atomics", "element", 20 / 50., 0},
    {"own_memory", NULL, 0.5, 0},
    {"own_atomics", NULL, 7, 0},
    {"flops_per_byte", NULL, 8, NAN},
    {"tensor_flops", NULL, 0.75, 0},
    {"tensor_flops", "flop", 300 / 400., 0},
    {"occupancy", NULL, 1, NAN},
    {"largest_launch", NULL, 0.8, NAN},
    {"shared_bytes", NULL, 1024, NAN},
    {"blocks", NULL, 2.5, NAN},
    {"warps", NULL, 1.6, NAN},
    {"instructions", NULL, 960 / 400., 0},
    {"instructions", "flop", 960 / 400., 0},
    {"instructions", "element", 960 / 50., 0},
    {"sectors_per_request", "request", 20, NAN},
    {"divergence", NULL, 0.25, NAN},
    {"launches", NULL, 2, 0},
    {"flops", NULL, 400 / 400., 0},
    {"flops", "flop", 400 / 400., 0},
    {"traffic", NULL, 256 * 32 / 1000., 0},
    {"link_bytes", NULL, 0.9, 0},
    {"peer_bytes", NULL, 0.5, 0},
    {"busiest_link", NULL, 0.25, 0},
};
// clang-format on

static void is_value(const CountRow *row, const Counts *c, double want) {
    static const Work work = {.bytes = 1000, .flops = 400, .elements = 50};
    Gate g = {.metric = row->metric, .per = row->per};
    double got = counts_value(&g, c, &work);
    ck_assert_msg(isnan(want) ? isnan(got) : fabs(got - want) < 1e-12,
                  "%s per %s is %g, not %g", row->metric,
                  row->per ? row->per : "nothing", got, want);
}

START_TEST(counters_become_what_gates_ask_for) {
    static const Counts none = {0};
    is_value(&count_rows[_i], &counted, count_rows[_i].all);
    is_value(&count_rows[_i], &none, count_rows[_i].nothing);
}
END_TEST

// Kernels that use the host's memory in place of copies are no copies.
START_TEST(at_least_so_many_link_bytes_are_copied) {
    const Work work = {.bytes = 1000};
    Gate g = {.metric = "link_bytes", .at_least = true};
    ck_assert_double_eq_tol(counts_value(&g, &counted, &work), 0.7, 1e-12);
}
END_TEST

START_TEST(a_count_without_its_denominator_is_no_number) {
    static const Work nothing = {0};
    Gate g = {.metric = "smem_requests", .per = "flop"};
    ck_assert(isnan(counts_value(&g, &counted, &nothing)));
}
END_TEST

// Operations of tensor cores beyond three times the needed ones are not the
// work.
START_TEST(products_of_zeros_are_no_part_of_the_work) {
    static const Work work = {.bytes = 1000, .flops = 50, .elements = 50};
    Gate g = {.metric = "tensor_flops", .at_least = true};
    double got = counts_value(&g, &counted, &work);
    ck_assert_double_eq_tol(got, 150 / 250., 1e-12);
    g.at_least = false;
    got = counts_value(&g, &counted, &work);
    ck_assert_double_eq_tol(got, 300 / 400., 1e-12);
}
END_TEST

// Of the exchanges of a device, what its own kernels cover, once.
START_TEST(exchanges_are_hidden_by_kernels_of_their_device) {
    SimSpan spans[] = {
        {.kind = SIM_SPAN_COPY_PEER,
         .bytes = 100,
         .from = 0,
         .to = 1,
         .start_us = 0,
         .end_us = 10},
        {.kind = SIM_SPAN_COPY_PEER, // at the same time
         .bytes = 30,
         .from = 2,
         .to = 1,
         .start_us = 5,
         .end_us = 10},
        {.kind = SIM_SPAN_KERNEL, .name = "scale", .start_us = 6, .end_us = 30},
        {.kind = SIM_SPAN_KERNEL, .name = "scale", .start_us = 6, .end_us = 8},
        {.kind = SIM_SPAN_KERNEL,
         .name = "ncclAllReduce",
         .device = 1,
         .start_us = 10,
         .end_us = 20},
        {.kind = SIM_SPAN_KERNEL,
         .name = "scale",
         .device = 2,
         .start_us = 0,
         .end_us = 100},
    };
    Exchange x = timeline_exchange(&arena, spans, COUNT_OF(spans));
    ck_assert_double_eq_tol(x.bytes, 130, 1e-9);
    ck_assert_double_eq_tol(x.busiest, 130, 1e-9); // into device 1
    ck_assert_double_eq_tol(x.hidden, 4 / 20., 1e-9);
    ck_assert(isnan(timeline_exchange(&arena, &spans[2], 2).hidden));
    // A kernel that loads most of its bytes from device 3 exchanges, and one
    // that stores few there computes.
    spans[2].peers.read[3] = 60, spans[2].touched = 100;
    spans[3].peers.written[3] = 10, spans[3].touched = 100;
    x = timeline_exchange(&arena, &spans[2], 2);
    ck_assert_double_eq_tol(x.bytes, 70, 1e-9);
    ck_assert_double_eq_tol(x.busiest, 60, 1e-9);
    ck_assert_double_eq_tol(x.hidden, 2 / 24., 1e-9);
}
END_TEST

START_TEST(occupancy_says_what_limits_it) {
    Measured run = {.ok = true};
    Evidence e = {.arena = &arena, .run = &run, .counts = &counted};
    Gate g = {.metric = "occupancy", .at_least = true, .bound = 0.5};
    GateOutcome o = gate_judge(&e, &g);
    ck_assert_int_eq(o.verdict, VERDICT_FAIL);
    ck_assert_msg(strstr(o.why, "limited by shared memory (at least 50.0 %)"),
                  "%s", o.why);
}
END_TEST

// Most of the work by a kernel with many warps, and some by a longer one.
START_TEST(no_kernel_is_over_an_upper_bound_of_occupancy) {
    Measured run = {.ok = true};
    KernelCost two[] = {
        {.grid = "9,1,1", .block = "32,1,1", .us = 3, .occupancy = 1},
        {.grid = "9,1,1", .block = "32,1,1", .us = 4, .occupancy = 0.25}};
    Counts counts = {.kernels = two, .nkernels = 2};
    Evidence e = {.arena = &arena, .run = &run, .counts = &counts};
    Gate g = {.metric = "occupancy", .bound = 0.25};
    ck_assert_int_eq(gate_judge(&e, &g).verdict, VERDICT_FAIL);
    two[0].us = 0.1; // the rest of a division
    ck_assert_int_eq(gate_judge(&e, &g).verdict, VERDICT_PASS);
}
END_TEST

// Of all cases it is not the longest kernel, which may be one block that waits.
START_TEST(blocks_of_cases_are_those_of_the_kernel_with_most_work) {
    Measured run = {.ok = true};
    KernelCost two[] = {
        {.grid = "1,1,1", .block = "32,1,1", .us = 4, .c = {.warp_insts = 10}},
        {.grid = "64,1,1",
         .block = "32,1,1",
         .us = 3,
         .c = {.warp_insts = 90}}};
    Counts counts = {.kernels = two, .nkernels = 2};
    Evidence e = {
        .arena = &arena, .run = &run, .counts = &counts, .of_cases = &counts};
    Gate g = {.metric = "blocks", .at_least = true, .bound = 16};
    ck_assert_double_eq_tol(gate_judge(&e, &g).value, 1, 1e-9);
    g.of = "cases";
    ck_assert_double_eq_tol(gate_judge(&e, &g).value, 64, 1e-9);
}
END_TEST

// 64 sectors waste nothing and 64 waste half; needed are 20, so 60 at the most.
START_TEST(loads_of_no_use_make_coalescing_no_better) {
    Gate gates[] = {{.metric = "coalescing", .at_least = true, .bound = 0.7},
                    {.metric = "bandwidth", .at_least = true, .bound = 0.5}};
    Exercise ex = {.kind = KIND_CUDA, .gates = gates, .ngates = 1};
    Measured run = {.ok = true};
    Counts counts = {.gmem_ideal = 96, .gmem_sectors = 128};
    Evidence e = {.arena = &arena,
                  .ex = &ex,
                  .run = &run,
                  .counts = &counts,
                  .counted = {.bytes = 20 * 32}};
    ck_assert_double_eq_tol(gate_judge(&e, gates).value, 0.75, 1e-9);
    ex.ngates = 2;
    ck_assert_double_eq_tol(gate_judge(&e, gates).value, 60 / 92., 1e-9);
    e.counted.bytes = 32 * 32;
    ck_assert_double_eq_tol(gate_judge(&e, gates).value, 0.75, 1e-9);
}
END_TEST

START_TEST(instructions_are_counted_where_the_program_runs) {
    Exercise c = {.kind = KIND_C}, cuda = {.kind = KIND_CUDA};
    Measured run = {.ok = true};
    CpuCounts cpu = {.instructions = 1200};
    Evidence e = {.arena = &arena,
                  .ex = &c,
                  .run = &run,
                  .counts = &counted,
                  .counted = {.flops = 400},
                  .cpu = &cpu};
    Gate g = {.metric = "instructions", .bound = 2.9};
    ck_assert_double_eq_tol(gate_judge(&e, &g).value, 3, 1e-9);
    ck_assert(gate_asks_cpu(&g));
    e.ex = &cuda;
    ck_assert_double_eq_tol(gate_judge(&e, &g).value, 2.4, 1e-9);
}
END_TEST

START_TEST(the_other_cases_have_gates_of_their_own) {
    Measured run = {.ok = true};
    Counts others = {.thread_insts = 32, .warp_insts = 10};
    Evidence e = {
        .arena = &arena, .run = &run, .counts = &counted, .of_cases = &others};
    Gate g = {.metric = "divergence", .bound = 0.3};
    ck_assert_int_eq(gate_judge(&e, &g).verdict, VERDICT_PASS); // 0.25
    g.of = "cases";
    GateOutcome o = gate_judge(&e, &g);
    ck_assert_int_eq(o.verdict, VERDICT_FAIL);
    ck_assert_double_eq_tol(o.value, 0.9, 1e-9);
    ck_assert_ptr_nonnull(strstr(o.why, "in the other cases"));
    e.of_cases = NULL; // on a GPU
    ck_assert_int_eq(gate_judge(&e, &g).verdict, VERDICT_SKIPPED);
}
END_TEST

START_TEST(counts_of_the_other_cases_are_over_their_work) {
    Measured run = {.ok = true};
    Counts others = {.launches = 12, .gmem_sectors = 100, .atomics = 30};
    Evidence e = {.arena = &arena,
                  .run = &run,
                  .of_cases = &others,
                  .counted = {.calls = 1, .bytes = 1, .elements = 1},
                  .cases = {.calls = 8, .bytes = 1600, .elements = 60}};
    const struct {
        const char *metric, *per;
        double value;
    } rows[] = {{"launches", NULL, 1.5},
                {"traffic", NULL, 2},
                {"global_atomics", "element", 0.5}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Gate g = {.metric = rows[i].metric, .per = rows[i].per, .of = "cases"};
        ck_assert_double_eq_tol(gate_judge(&e, &g).value, rows[i].value, 1e-9);
    }
}
END_TEST

static void teardown(void) {
    arena_reset(&arena);
}

SUITE_OF(metrics) {
    Suite *s = suite_create("metrics");
    TCase *t = tcase_create("metrics");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, counters_become_what_gates_ask_for, 0,
                        COUNT_OF(count_rows));
    tcase_add_test(t, at_least_so_many_link_bytes_are_copied);
    tcase_add_test(t, a_count_without_its_denominator_is_no_number);
    tcase_add_test(t, products_of_zeros_are_no_part_of_the_work);
    tcase_add_test(t, exchanges_are_hidden_by_kernels_of_their_device);
    tcase_add_test(t, occupancy_says_what_limits_it);
    tcase_add_test(t, no_kernel_is_over_an_upper_bound_of_occupancy);
    tcase_add_test(t, loads_of_no_use_make_coalescing_no_better);
    tcase_add_test(t, blocks_of_cases_are_those_of_the_kernel_with_most_work);
    tcase_add_test(t, instructions_are_counted_where_the_program_runs);
    tcase_add_test(t, the_other_cases_have_gates_of_their_own);
    tcase_add_test(t, counts_of_the_other_cases_are_over_their_work);
    suite_add_tcase(s, t);
    return s;
}
