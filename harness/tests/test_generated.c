// Random valid programs on the simulated device and on a scalar interpreter;
// random damage to their text.
//
// KATA_FUZZ_SECONDS=3600 CK_RUN_SUITE=generated CK_DEFAULT_TIMEOUT=0 make unit
// goes on for that long with other seeds than the fixed ones. A failure prints
// the program and its seed; KATA_FUZZ_SHOW=1 prints the seeds of damaged texts
// before they run, for those that crash. KATA_FUZZ_SEED repeats one.
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"
#include "tests/generate.h"
#include "tests/kernel.h"
#include "tests/repeat.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROGRAMS = 150, BROKEN = 1500 };

static void fill_input(uint32_t in[GEN_INPUT], Rng *rng) {
    static const uint32_t telling[] = {0,          1,          0x7fffffff,
                                       0x80000000, 0xffffffff, 0x7f800000,
                                       0x00000001, 0x7fc00000, 0x3f800000};
    for (int i = 0; i < GEN_INPUT; i++)
        in[i] = rng_below(rng, 3) ? (uint32_t)rng_next(rng)
                                  : telling[rng_below(rng, COUNT_OF(telling))];
}

// The program, for whoever has to find out: the tests print nothing else.
static void show(const char *ptx) {
    fputs(ptx, stderr);
}

static void check_program(uint64_t seed) {
    Rng rng;
    Arena a = {0};
    Buf ptx = {0};
    uint32_t in[GEN_INPUT], want[GEN_THREADS * GEN_WORDS];
    rng_seed(&rng, seed);
    fill_input(in, &rng);
    GenProgram p = gen_program(&a, &rng, 8 + (int)rng_below(&rng, 70));
    gen_ptx(&p, &ptx);
    gen_run(&p, in, want);
    Run r = {.ptx = buf_text(&ptx),
             .grid = {1, 1, 1},
             .block = {(uint32_t)p.threads, 1, 1},
             .in = in,
             .n_in = GEN_INPUT,
             .n_out = (uint32_t)p.threads * GEN_WORDS};
    kernel_run(&r);
    if (!r.ran || r.out.trapped || r.out.nnotes) show(buf_text(&ptx));
    ck_assert_msg(r.ran, "seed %llu: %s", (unsigned long long)seed, r.err.msg);
    ck_assert_msg(!r.out.trapped && !r.out.nnotes, "seed %llu: %s %s",
                  (unsigned long long)seed, r.out.trap.message,
                  r.out.nnotes ? r.out.notes[0].message : "");
    for (uint32_t i = 0; i < r.n_out; i++) {
        if (r.words[i] == want[i]) continue;
        show(buf_text(&ptx));
        ck_abort_msg("seed %llu: word %u of thread %u is %08x, not %08x",
                     (unsigned long long)seed, i % GEN_WORDS, i / GEN_WORDS,
                     r.words[i], want[i]);
    }
    kernel_close(&r);
    buf_free(&ptx);
    arena_reset(&a);
}

// ---- broken text

static const char *const shreds[] = {"{",
                                     "}",
                                     ";",
                                     ",",
                                     "%r1",
                                     "%p0",
                                     "bra",
                                     "@%p1 ",
                                     "ret;",
                                     "[",
                                     "]",
                                     "0f",
                                     "-1",
                                     "LOOP0:",
                                     ".reg",
                                     ".b32",
                                     "exit;",
                                     "bar.sync",
                                     "mov.u32 %r0, %r1;",
                                     "99999999999999999999",
                                     ".param",
                                     "call",
                                     "\"",
                                     "//",
                                     "/*",
                                     "%r<8>",
                                     "|%p1"};

static void damage(Buf *b, Rng *rng) {
    int n = 1 + (int)rng_below(rng, 4);
    while (n-- > 0 && b->len > 2) {
        size_t at = rng_below(rng, b->len - 1);
        size_t many = 1 + rng_below(rng, 20);
        switch (rng_below(rng, 4)) {
        case 0: b->data[at] = (char)(32 + rng_below(rng, 95)); break;
        case 1: // cut
            many = min_of(many, b->len - at);
            memmove(b->data + at, b->data + at + many, b->len - at - many);
            b->len -= many;
            break;
        case 2: // a shred on top of what was there
        {
            const char *s = shreds[rng_below(rng, COUNT_OF(shreds))];
            memcpy(b->data + at, s, min_of(strlen(s), b->len - at));
            break;
        }
        default: // a piece from elsewhere
            many = min_of(many, b->len - at);
            memmove(b->data + rng_below(rng, b->len - many), b->data + at,
                    many);
        }
    }
}

static void run_broken(Run *r) {
    Buf text = {0};
    if (kernel_load(r, &text)) {
        const char *const *entries =
            (const char *const *)module_entries(r->module);
        if (entries[0])
            r->ran = kernel_start(r, entries[0]);
        else
            err_set(&r->err, ERR_INPUT, "no entry is left");
    }
    buf_free(&text);
}

// Whatever it is: an error with words, or a kernel that runs and ends.
static void check_broken(uint64_t seed) {
    Rng rng;
    Arena a = {0};
    Buf ptx = {0};
    uint32_t in[GEN_INPUT];
    rng_seed(&rng, seed);
    fill_input(in, &rng);
    GenProgram p = gen_program(&a, &rng, 4 + (int)rng_below(&rng, 30));
    gen_ptx(&p, &ptx);
    damage(&ptx, &rng);
    if (getenv("KATA_FUZZ_SHOW"))
        fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
    Run r = {.ptx = buf_text(&ptx),
             .grid = {1, 1, 1},
             .block = {32, 1, 1},
             .in = in,
             .n_in = GEN_INPUT,
             .n_out = GEN_THREADS * GEN_WORDS,
             .budget = 200000};
    run_broken(&r);
    if (!r.ran) ck_assert_uint_gt(strlen(r.err.msg), 0);
    kernel_close(&r);
    buf_free(&ptx);
    arena_reset(&a);
}

START_TEST(generated_programs_compute_what_a_scalar_interpreter_does) {
    repeat(check_program, 1, PROGRAMS);
}
END_TEST

START_TEST(damaged_text_is_refused_or_runs_but_never_crashes) {
    repeat(check_broken, 1000000, BROKEN);
}
END_TEST

SUITE_OF(generated) {
    Suite *s = suite_create("generated");
    TCase *t = tcase_create("programs");
    tcase_set_timeout(t, 7200);
    tcase_add_test(t,
                   generated_programs_compute_what_a_scalar_interpreter_does);
    suite_add_tcase(s, t);
    t = tcase_create("damaged");
    tcase_set_timeout(t, 7200);
    tcase_add_test(t, damaged_text_is_refused_or_runs_but_never_crashes);
    suite_add_tcase(s, t);
    return s;
}
