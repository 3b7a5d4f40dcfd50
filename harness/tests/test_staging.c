// window: a case that is larger than the region, with a real child.
#include "gate/child/staging.h"

#include "base/heap.h"
#include "gate/measure/probe.h"
#include "tests/fake_gpu.h"

#include <string.h>

enum { N = 50000, BYTES = N * 4, WINDOW = 8192, IN = 0, OUT = 1 };

static Arena arena;
static Session s;
static const Arg defs[] = {
    {.name = "in",
     .type = ELEM_F32,
     .is_pointer = true,
     .fill = {.kind = FILL_NORMAL}},
    {.name = "out", .type = ELEM_F32, .is_pointer = true, .is_output = true},
    {.name = "n", .type = ELEM_I32},
    {.name = "mode", .type = ELEM_I32},
};
static ArgData args[4];
static CaseData c;

static float *input(int set) {
    return (float *)(void *)args[IN].in[set];
}

static const float *output(void) {
    return (const float *)(const void *)session_payload(&s, &c, OUT);
}

static void start(void) {
    Err err = {0};
    c = (CaseData){.name = "long", .args = args, .nargs = 4, .sets = 2};
    for (int g = 0; g < 4; g++)
        args[g] = (ArgData){.arg = &defs[g], .count = N, .bytes = BYTES};
    args[2].scalar = N;
    for (int set = 0; set < 2; set++) {
        args[IN].in[set] = heap_new(BYTES, 1);
        for (int i = 0; i < N; i++)
            input(set)[i] = (float)(i + 1000000 * set);
    }
    SessionStart how = {.binary = fake_gpu_program,
                        .backend = &backend_gpu,
                        .scratch = fake_gpu_dir,
                        .region = WINDOW,
                        .seconds = 60,
                        .total_seconds = 60};
    ck_assert_msg(session_start(&s, &arena, &how, &err), "%s", err.msg);
    ck_assert_uint_eq(s.staging, WINDOW);
}

static void stop(void) {
    session_end(&s, true);
    case_drop(&c);
    arena_reset(&arena);
}

static void prepare(int mode) {
    args[3].scalar = (uint64_t)mode;
    ck_assert(session_prepare(&s, &c, 0) && staging_load(&s, &c));
}

// Calls, and checks all of the output with its guards.
static void call(int set, const InputChange *patch, int n) {
    CallResult r = staging_rep(&s, &c, set, true, patch, n);
    ck_assert(r.alive);
    ck_assert_str_eq(r.sync, "ok");
    ck_assert(staging_fetch_whole(&s, &c, OUT));
    // What is in the window from now on is not believed.
    memset(s.shm.base, 0x55, WINDOW);
    for (int i = 0; i < N; i++)
        ck_assert_msg(output()[i] == input(set)[i] + 1,
                      "set %d, element %d: %g", set, i, (double)output()[i]);
    for (int i = 0; i < GUARD_BYTES; i++) {
        ck_assert_uint_eq(session_image(&s, &c, OUT)[i], GUARD_OUTPUT);
        ck_assert_uint_eq(session_payload(&s, &c, OUT)[BYTES + i],
                          GUARD_OUTPUT);
    }
}

START_TEST(all_of_every_set_gets_there_and_back) {
    prepare(0);
    for (int i = 0; i < 4; i++)
        call(i % 2, NULL, 0);
}
END_TEST

START_TEST(a_few_elements_change_or_all_of_them) {
    prepare(0);
    InputChange few[] = {{IN, 8, 4}, {IN, BYTES - 256, 256}};
    input(1)[2] = -7;
    for (int i = N - 64; i < N; i++)
        input(1)[i] = (float)-i;
    call(1, few, 2);
    for (int i = 0; i < N; i++)
        input(0)[i] = (float)(3 * i);
    // One that is too long to go with the request, and one that is not.
    InputChange both[] = {{IN, 40000, BYTES - 40000}, {IN, 39000, 1000}};
    for (int i = 0; i < 39000 / 4; i++)
        input(0)[i] = (float)i; // as it was
    call(0, both, 2);
    call(1, NULL, 0);
}
END_TEST

START_TEST(an_input_is_compared_to_its_last_byte) {
    bool same = false;
    prepare(0);
    call(0, NULL, 0);
    ck_assert(staging_unchanged(&s, &c, IN, 0, &same) && same);
    ck_assert(staging_unchanged(&s, &c, IN, 1, &same) && !same);
    args[IN].in[0][BYTES - 1] ^= 1;
    ck_assert(staging_unchanged(&s, &c, IN, 0, &same) && !same);
    args[IN].in[0][BYTES - 1] ^= 1;
    prepare(4); // the call writes to it
    ck_assert(staging_rep(&s, &c, 0, true, NULL, 0).alive);
    ck_assert(staging_unchanged(&s, &c, IN, 0, &same) && !same);
}
END_TEST

START_TEST(guards_and_stretches_come_alone) {
    enum { PIECES = 100, EACH = 100 };
    BufferRange some[PIECES];
    prepare(2); // writes past the end
    ck_assert(staging_rep(&s, &c, 1, true, NULL, 0).alive);
    ck_assert(staging_fetch_guards(&s, &c, OUT));
    const unsigned char *bytes = session_payload(&s, &c, OUT);
    ck_assert_uint_eq(bytes[-1], GUARD_OUTPUT);
    ck_assert(output()[N] == 7);
    ck_assert_uint_eq(bytes[BYTES + 4], GUARD_OUTPUT);
    ck_assert(output()[0] == 0 && output()[N - 1] == 0); // not fetched
    for (int i = 0; i < PIECES; i++)
        some[i] = (BufferRange){OUT, GUARD_BYTES + (size_t)i * 2000, EACH * 4};
    ck_assert(staging_fetch(&s, &c, some, PIECES));
    for (int i = 0; i < PIECES; i++)
        for (int k = 500 * i; k < 500 * i + EACH; k++)
            ck_assert(output()[k] == input(1)[k] + 1);
    ck_assert(output()[EACH] == 0);
}
END_TEST

static void plus_one(void **argv) {
    const float *in = *(float **)argv[0];
    double *out = *(double **)argv[1];
    for (int i = 0; i < *(int *)argv[2]; i++)
        out[i] = (double)in[i] + 1;
}

// Whether a probe after ten calls, which are right, finds nothing either.
static bool is_found_honest(int mode, bool late, CaseResult *bad) {
    Reference ref = {.all = plus_one};
    Rng rng;
    rng_seed(&rng, (uint64_t)(2 * mode + late)); // other changes each time
    Probe p = {.s = &s, .c = &c, .ref = &ref, .rng = &rng, .late = late};
    args[3].scalar = (uint64_t)mode;
    ck_assert(session_prepare(&s, &c, 65536) && staging_load(&s, &c));
    if (!args[OUT].want[0]) expect_case(&c, &ref);
    for (int i = 0; i < 10; i++)
        call(1, NULL, 0);
    return probe_run(&p, 1, bad);
}

// Each of its calls finds the work done: another stream has done it while L2
// was overwritten, on an input that was there already.
START_TEST(what_was_computed_before_the_call_is_found) {
    CaseResult bad = {0};
    ck_assert(is_found_honest(0, false, &bad));
    ck_assert(is_found_honest(0, true, &bad));
    ck_assert(!is_found_honest(14, true, &bad));
    ck_assert_str_eq(bad.kind, "stale");
}
END_TEST

START_TEST(a_child_that_ends_is_told) {
    bool same;
    prepare(6);
    ck_assert(!staging_rep(&s, &c, 0, true, NULL, 0).alive);
    ck_assert(!staging_fetch_whole(&s, &c, OUT) && !staging_load(&s, &c));
    ck_assert(!staging_unchanged(&s, &c, IN, 0, &same));
}
END_TEST

SUITE_OF(staging) {
    Suite *suite = suite_create("staging");
    TCase *t = tcase_create("pieces");
    tcase_set_timeout(t, 120);
    tcase_set_tags(t, "fork");
    tcase_add_unchecked_fixture(t, fake_gpu_compile, fake_gpu_remove);
    tcase_add_checked_fixture(t, start, stop);
    tcase_add_test(t, all_of_every_set_gets_there_and_back);
    tcase_add_test(t, a_few_elements_change_or_all_of_them);
    tcase_add_test(t, an_input_is_compared_to_its_last_byte);
    tcase_add_test(t, guards_and_stretches_come_alone);
    tcase_add_test(t, what_was_computed_before_the_call_is_found);
    tcase_add_test(t, a_child_that_ends_is_told);
    suite_add_tcase(suite, t);
    return suite;
}
