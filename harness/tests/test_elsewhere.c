// Ways of their own for the timed size: gate/check/elsewhere.c.
#include "gate/check/elsewhere.h"
#include "tests/tests.h"

static Arena arena;

// Counts of the timed case and of the others, and whether that is told.
typedef struct Row {
    const char *text;
    Gate gate;
    Counts timed, others;
    int calls; // of the other cases that were counted
    bool is_told;
    double most; // bytes of the largest of them, 0: 3200
    Kind kind;
} Row;

static KernelCost many[] = {{.grid = "64,1,1", .block = "32,1,1", .us = 1}},
                  one[] = {{.grid = "1,1,1", .block = "32,1,1", .us = 1}};
#define GRID(launch)          .kernels = (launch), .nkernels = 1
#define MOVES(ideal, sectors) .gmem_ideal = (ideal), .gmem_sectors = (sectors)

// clang-format off
static const Row rows[] = {
    {"the same everywhere", {.metric = "coalescing", .at_least = true, .bound = 0.9}, {MOVES(9, 10)}, {MOVES(9, 10)}, 8, false, 0, KIND_CUDA},
    {"small cases waste", {.metric = "coalescing", .at_least = true, .bound = 0.9}, {MOVES(9, 10)}, {MOVES(4, 10)}, 8, false, 0, KIND_CUDA},
    {"far from it", {.metric = "coalescing", .at_least = true, .bound = 0.9}, {MOVES(9, 10)}, {MOVES(2, 10)}, 8, true, 0, KIND_CUDA},
    {"more traffic", {.metric = "traffic", .bound = 1}, {.gmem_sectors = 100}, {.gmem_sectors = 290}, 8, false, 0, KIND_CUDA},
    {"far more traffic", {.metric = "traffic", .bound = 1}, {.gmem_sectors = 100}, {.gmem_sectors = 310}, 8, true, 0, KIND_CUDA},
    {"as many launches", {.metric = "launches", .bound = 1}, {.launches = 1}, {.launches = 8}, 8, false, 0, KIND_CUDA},
    {"more rounds", {.metric = "launches", .bound = 5}, {.launches = 5}, {.launches = 99}, 8, false, 0, KIND_CUDA},
    {"more launches", {.metric = "launches", .bound = 1}, {.launches = 1}, {.launches = 9}, 8, true, 0, KIND_CUDA},
    {"many blocks everywhere", {.metric = "launches", .bound = 9}, {GRID(many)}, {GRID(many)}, 8, false, 0, KIND_CUDA},
    {"one block everywhere", {.metric = "launches", .bound = 9}, {GRID(one)}, {GRID(one)}, 8, false, 0, KIND_CUDA},
    {"one block elsewhere", {.metric = "launches", .bound = 9}, {GRID(many)}, {GRID(one)}, 8, true, 0, KIND_CUDA},
    {"one block is enough there", {.metric = "launches", .bound = 9}, {GRID(many)}, {GRID(one)}, 8, false, 180, KIND_CUDA},
    {"one block for the work of four", {.metric = "launches", .bound = 9}, {GRID(many)}, {GRID(one)}, 8, true, 220, KIND_CUDA},
    {"counts were lost", {.metric = "launches", .bound = 9}, {.smem_loads = 1}, {.smem_loads = 0}, 3, false, 0, KIND_CUDA},
    {"the timed case misses it, too", {.metric = "coalescing", .at_least = true, .bound = 0.9}, {MOVES(2, 10)}, {MOVES(2, 10)}, 8, false, 0, KIND_CUDA},
    {"idle lanes", {.metric = "divergence", .bound = 0.1}, {.thread_insts = 320, .warp_insts = 10}, {.thread_insts = 160, .warp_insts = 10}, 8, true, 0, KIND_CUDA},
    {"atomics where none may be", {.metric = "global_atomics", .bound = 0}, {.atomics = 0}, {.atomics = 1}, 8, true, 0, KIND_CUDA},
    {"atomics where some may be", {.metric = "global_atomics", .bound = 9}, {.atomics = 1}, {.atomics = 90}, 8, false, 0, KIND_CUDA},
    {"shared memory in the timed case alone", {.metric = "launches", .bound = 9}, {.smem_loads = 1}, {.smem_loads = 0}, 8, true, 0, KIND_CUDA},
    {"shared memory in the others, too", {.metric = "launches", .bound = 9}, {.smem_loads = 100}, {.smem_loads = 1}, 8, false, 0, KIND_CUDA},
    {"shared memory in the others alone", {.metric = "launches", .bound = 9}, {.smem_loads = 0}, {.smem_loads = 1}, 8, false, 0, KIND_CUDA},
    {"shared memory is Triton's own choice", {.metric = "launches", .bound = 9}, {.smem_loads = 1}, {.smem_loads = 0}, 8, false, 0, KIND_TRITON},
    {"tensor cores are not", {.metric = "launches", .bound = 9}, {.tensor_flops = 1}, {.flops = 1}, 8, true, 0, KIND_TRITON},
    {"tensor cores in the others, too", {.metric = "launches", .bound = 9}, {.tensor_flops = 1}, {.tensor_flops = 1}, 8, false, 0, KIND_TRITON},
};
// clang-format on

START_TEST(a_way_of_its_own_for_the_timed_case_is_told) {
    const Row *row = &rows[_i];
    Gate gates[] = {row->gate};
    GateOutcome outcomes[2] = {{0}};
    Exercise ex = {.kind = row->kind};
    CheckResult res = {.gates = outcomes, .ngates = 1};
    Check k = {.a = &arena,
               .ex = &ex,
               .res = &res,
               .gates = gates,
               .ngates = 1,
               .ncases = 4};
    Measured run = {.ok = true};
    Evidence e = {.arena = &arena,
                  .ex = &ex,
                  .run = &run,
                  .counts = &row->timed,
                  .of_cases = &row->others,
                  .counted = {.calls = 1, .bytes = 3200, .most = 3200},
                  .cases = {.calls = row->calls,
                            .bytes = 3200,
                            .most = row->most ? row->most : 3200}};
    outcomes[0] = gate_judge(&e, &gates[0]);
    elsewhere_judge(&k, &e);
    ck_assert_msg((res.ngates == 2) == row->is_told, "%s", row->text);
    if (!row->is_told) return;
    ck_assert_int_eq(outcomes[1].verdict, VERDICT_FAIL);
    ck_assert_ptr_nonnull(strstr(outcomes[1].why, "sizes"));
}
END_TEST

static void teardown(void) {
    arena_reset(&arena);
}

SUITE_OF(elsewhere) {
    Suite *s = suite_create("elsewhere");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, a_way_of_its_own_for_the_timed_case_is_told, 0,
                        COUNT_OF(rows));
    suite_add_tcase(s, t);
    return s;
}
