// runner: the protocol of harness/runner/README.md, spoken to a real child that
// is linked with a CUDA runtime over malloc (fixtures/fake_cudart.c).
#include "base/proc.h"
#include "run/run.h"
#include "tests/fake_gpu.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GUARD = 256, N = 5, BYTES = N * 4, POISON = 0xFF };
// The shared region. do:run: an input, and the buffers afterwards; do:prepare:
// what is on its way, pieces of two sets of inputs, say.
enum { IN_0 = 0, IN_1 = 64, AFTER_IN = 1024, AFTER_OUT = 4096, REGION = 8192 };

static Shm shm;
static Child *child;
static Wire answer;
static RunResult res;

static void start(void) {
    const char *argv[] = {fake_gpu_program, NULL};
    RunLimits l = {
        .seconds = 60, .output_bytes = 4096, .scratch = fake_gpu_dir};
    Err err = {0};
    ck_assert(shm_open_size(&shm, REGION, &err));
    ck_assert_msg(
        run_start(&child, fake_gpu_program, argv, NULL, shm.fd, &l, &err), "%s",
        err.msg);
    for (int i = 0; i < N; i++) {
        ((float *)(shm.base + IN_0))[i] = (float)i;
        ((float *)(shm.base + IN_1))[i] = (float)(10 * i);
    }
}

static void stop(void) {
    if (child) {
        Wire w = {0}; // else it would be waited for
        wire_add(&w, "do", "quit");
        run_send(child, &w);
        wire_free(&w);
        run_finish(child, true, &res);
    }
    child = NULL;
    run_result_free(&res);
    wire_free(&answer);
    shm_close(&shm);
}

// Sends a request that `build` has begun and waits for `say`.
static void ask(Wire *w, const char *say) {
    wire_add(w, "nonce", "c0ffee");
    ck_assert(run_send(child, w));
    wire_free(w);
    WireStatus s = run_receive(child, 30, &answer);
    ck_assert_int_eq(s, WIRE_OK);
    const char *got = wire_get(&answer, "say", 0);
    const char *why = wire_get(&answer, "message", 0);
    ck_assert_msg(strcmp(got, say) == 0, "%s: %s", got, why ? why : "");
    ck_assert_str_eq(wire_get(&answer, "nonce", 0), "c0ffee");
}

static Wire request(const char *verb, int mode) {
    bool run = strcmp(verb, "run") == 0;
    Wire w = {0};
    char in[40] = "", out[40] = "";
    if (run) {
        snprintf(in, sizeof in, " in=%d after=%d", IN_0, AFTER_IN);
        snprintf(out, sizeof out, " in=- after=%d", AFTER_OUT);
    }
    wire_add(&w, "do", "%s", verb);
    wire_add(&w, "guard", "%d", GUARD);
    wire_add(&w, "poison", "%d", POISON);
    if (!run) {
        wire_add(&w, "sets", "2");
        wire_add(&w, "window", "%d", REGION);
    }
    wire_add(&w, "arg", "buffer role=input bytes=%d%s elem=4", BYTES, in);
    wire_add(&w, "arg", "buffer role=output bytes=%d%s elem=4", BYTES, out);
    wire_add(&w, "arg", "scalar type=int bits=%x", N);
    wire_add(&w, "arg", "scalar type=int bits=%x", mode);
    return w;
}

static void run_mode(int mode) {
    Wire w = request("run", mode);
    ask(&w, "ran");
}

static void load(int set, const char *piece, const char *say) {
    Wire w = {0};
    wire_add(&w, "do", "load");
    wire_add(&w, "set", "%d", set);
    wire_add(&w, "piece", "%s", piece);
    ask(&w, say);
}

// A timed case with both sets loaded, the second in two pieces.
static void prepare(int mode) {
    Wire w = request("prepare", mode);
    wire_add(&w, "flush", "65536");
    ask(&w, "prepared");
    load(0, "0 0 20 0", "loaded");
    load(1, "0 8 12 72", "loaded");
    load(1, "0 0 8 64", "loaded");
}

static void fetch(const char *piece, const char *say) {
    Wire w = {0};
    wire_add(&w, "do", "fetch");
    wire_add(&w, "piece", "%s", piece);
    ask(&w, say);
}

static const float *after(int at) {
    return (const float *)(shm.base + at + GUARD);
}

static bool guards_whole(int at, unsigned char fill) {
    for (int i = 0; i < GUARD; i++)
        if ((unsigned char)shm.base[at + i] != fill ||
            (unsigned char)shm.base[at + GUARD + BYTES + i] != fill)
            return false;
    return true;
}

START_TEST(hello_describes_the_device) {
    Wire w = {0};
    wire_add(&w, "do", "hello");
    ask(&w, "hello");
    ck_assert_str_eq(wire_get(&answer, "backend", 0), "gpu");
    ck_assert_int_eq(wire_int(&answer, "cc", 0), 10 * 75 + 76);
    ck_assert_int_eq(wire_int(&answer, "sms", 0), 16);
    ck_assert_str_eq(wire_get(&answer, "driver", 0), "12.8");
    ck_assert_int_eq(wire_int(&answer, "memory_bytes", 0), 1 << 30);
}
END_TEST

START_TEST(a_call_computes_and_leaves_the_guards) {
    run_mode(0);
    ck_assert_str_eq(wire_get(&answer, "launch", 0), "ok");
    ck_assert_str_eq(wire_get(&answer, "sync", 0), "ok");
    for (int i = 0; i < N; i++) {
        ck_assert(after(AFTER_OUT)[i] == (float)i + 1);
        ck_assert(after(AFTER_IN)[i] == (float)i);
    }
    ck_assert(guards_whole(AFTER_OUT, 0xA5) && guards_whole(AFTER_IN, 0xFF));
}
END_TEST

// The same on memory of the host, with its guards, and with the host's clock.
START_TEST(a_program_finds_its_buffers_where_it_wants_them) {
    static const char *const memories[] = {"host", "pinned", "managed"};
    Wire w = {0};
    wire_add(&w, "do", "run");
    wire_add(&w, "guard", "%d", GUARD);
    wire_add(&w, "poison", "%d", POISON);
    wire_add(&w, "host_clock", "1");
    wire_add(&w, "arg",
             "buffer role=input bytes=%d in=%d after=%d elem=4 memory=%s",
             BYTES, IN_0, AFTER_IN, memories[_i]);
    wire_add(&w, "arg",
             "buffer role=output bytes=%d in=- after=%d elem=4 memory=%s",
             BYTES, AFTER_OUT, memories[_i]);
    wire_add(&w, "arg", "scalar type=int bits=%x", N);
    wire_add(&w, "arg", "scalar type=int bits=%x", 2); // writes past the end
    ask(&w, "ran");
    for (int i = 0; i < N; i++)
        ck_assert(after(AFTER_OUT)[i] == (float)i + 1);
    ck_assert(after(AFTER_OUT)[N] == 7);
    ck_assert(guards_whole(AFTER_IN, 0xFF));
    ck_assert(wire_num(&answer, "us", -1) > 0);
    ck_assert(wire_num(&answer, "wall_us", -1) >= wire_num(&answer, "us", 0));
}
END_TEST

START_TEST(outputs_that_are_not_written_stay_poisoned) {
    run_mode(1);
    for (int i = 0; i < BYTES; i++)
        ck_assert_uint_eq((unsigned char)shm.base[AFTER_OUT + GUARD + i],
                          POISON);
}
END_TEST

START_TEST(writing_outside_shows_in_the_guards) {
    run_mode(2);
    ck_assert(!guards_whole(AFTER_OUT, 0xA5));
    ck_assert(after(AFTER_OUT)[N] == 7);
    run_mode(3);
    ck_assert(after(AFTER_OUT)[-1] == 7);
}
END_TEST

START_TEST(writing_to_an_input_shows) {
    run_mode(4);
    ck_assert(after(AFTER_IN)[0] == 7);
    // What kata drew is not what the program has.
    ck_assert(((float *)(shm.base + IN_0))[0] == 0);
}
END_TEST

START_TEST(what_the_program_prints_is_no_record) {
    run_mode(5);
    ck_assert_int_eq(run_receive(child, 0.05, &answer), WIRE_TIMEOUT);
    run_finish(child, true, &res);
    child = NULL;
    ck_assert_str_eq(buf_text(&res.out), "PASS\nsay:ran\n\n");
}
END_TEST

START_TEST(exit_before_the_answer_is_told_from_an_end) {
    Wire w = request("run", 6);
    ck_assert(run_send(child, &w));
    wire_free(&w);
    ck_assert_int_eq(run_receive(child, 30, &answer), WIRE_END);
    run_finish(child, false, &res);
    child = NULL;
    ck_assert_int_eq(res.status, RUN_EXIT);
    ck_assert_int_eq(res.exit_code, 0);
}
END_TEST

START_TEST(a_launch_error_is_named) {
    run_mode(7);
    ck_assert_str_eq(wire_get(&answer, "launch", 0), "cudaErrorIllegalAddress");
    ck_assert_str_eq(wire_get(&answer, "message", 0), "it failed");
}
END_TEST

START_TEST(the_environment_names_no_pipe_to_the_program) {
    run_mode(9);
    ck_assert(after(AFTER_OUT)[0] == 0);
}
END_TEST

START_TEST(an_empty_buffer_is_fine) {
    Wire w = {0};
    wire_add(&w, "do", "run");
    wire_add(&w, "guard", "%d", GUARD);
    wire_add(&w, "arg", "buffer role=input bytes=0 in=0 after=%d elem=4",
             AFTER_IN);
    wire_add(&w, "arg", "buffer role=output bytes=0 in=- after=%d elem=4",
             AFTER_OUT);
    wire_add(&w, "arg", "scalar type=int bits=0");
    wire_add(&w, "arg", "scalar type=int bits=0");
    ask(&w, "ran");
    ck_assert_str_eq(wire_get(&answer, "sync", 0), "ok");
}
END_TEST

START_TEST(no_memory_is_an_error_of_the_machine) {
    Wire w = {0};
    wire_add(&w, "do", "run");
    wire_add(&w, "arg", "buffer role=output bytes=123456 in=- after=0 elem=4");
    ask(&w, "error");
    ck_assert_str_eq(wire_get(&answer, "kind", 0), "env");
}
END_TEST

static const char *const nonsense[] = {
    "buffer role=input bytes=20 in=- after=0 elem=4",
    "buffer role=input bytes=20 in=999999 after=0 elem=4",
    "buffer role=output bytes=20 in=0 after=0 elem=4",
    "buffer role=input bytes=99999999999 in=0 after=0 elem=4",
    "scalar type=int",
    "teapot",
};

START_TEST(nonsense_is_refused) {
    Wire w = {0};
    wire_add(&w, "do", "run");
    wire_add(&w, "arg", "%s", nonsense[_i]);
    ask(&w, "error");
    ck_assert_str_eq(wire_get(&answer, "kind", 0), "bug");
}
END_TEST

static void rep(int set, const char *piece, const char *say) {
    Wire w = {0};
    wire_add(&w, "do", "rep");
    wire_add(&w, "set", "%d", set);
    if (piece) wire_add(&w, "piece", "%s", piece);
    ask(&w, say);
}

START_TEST(timed_repetitions_take_the_set_asked_for) {
    prepare(0);
    // The region is a window: nothing of it is looked at again.
    memset(shm.base, 0, REGION);
    for (int set = 1; set >= 0; set--) {
        rep(set, NULL, "rep");
        ck_assert(wire_num(&answer, "us", 0) >= 1);
        ck_assert(wire_num(&answer, "wall_us", 0) >=
                  wire_num(&answer, "us", 0));
        fetch("1 260 8 4096", "fetched"); // behind the guard, one element in
        const float *got = (const float *)(shm.base + AFTER_OUT);
        ck_assert(got[0] == (set ? 11 : 2) && got[1] == (set ? 21 : 3));
    }
}
END_TEST

START_TEST(a_piece_changes_the_set_for_good) {
    prepare(0);
    ((float *)(shm.base + 512))[0] = 70;
    for (int i = 0; i < 2; i++) {
        rep(1, i == 0 ? "0 8 4 512" : NULL, "rep");
        fetch("1 256 20 4096", "fetched");
        const float *got = (const float *)(shm.base + AFTER_OUT);
        ck_assert(got[1] == 11 && got[2] == 71 && got[3] == 31);
    }
}
END_TEST

// Past the input's end, of an output, of no argument, before the beginning,
// past the region's end, of nowhere.
static const char *const wrong_pieces[] = {
    "0 20 4 0", "1 0 4 0", "9 0 4 0", "0 -1 4 0", "0 0 4 8190", "0 0 4",
};

START_TEST(a_piece_out_of_range_is_refused) {
    prepare(0);
    rep(0, wrong_pieces[_i], "error");
    load(0, wrong_pieces[_i], "error");
    ck_assert_str_eq(wire_get(&answer, "kind", 0), "bug");
    load(2, "0 0 4 0", "error");
    fetch("1 0 533 0", "error"); // one more than guard, payload, guard
    fetch("1 0 532 7661", "error");
    fetch("1 0 532 7660", "fetched");
}
END_TEST

// On a CPU it is not: regress/c_kind.sh.
START_TEST(every_repetition_is_at_the_same_place) {
    prepare(10);
    for (int i = 0; i < 10; i++)
        rep(0, NULL, "rep");
    fetch("1 0 532 4096", "fetched");
    fetch("0 0 532 1024", "fetched");
    ck_assert(after(AFTER_OUT)[0] == 0);
    ck_assert(guards_whole(AFTER_OUT, 0xA5) && guards_whole(AFTER_IN, 0xFF));
}
END_TEST

START_TEST(late_pieces_come_behind_the_flush) {
    prepare(13);
    ((float *)(shm.base + 512))[0] = 70;
    for (int late = 0; late < 2; late++) {
        Wire w = {0};
        wire_add(&w, "do", "rep");
        wire_add(&w, "set", "1");
        wire_add(&w, "late", "%d", late);
        wire_add(&w, "piece", "0 %d 4 512", 8 + 4 * late);
        ask(&w, "rep");
        fetch("1 256 20 4096", "fetched");
        const float *got = (const float *)(shm.base + AFTER_OUT);
        ck_assert(got[0] == (float)late);
        ck_assert(got[1] == 11 && got[2] == 71 && got[3] == (late ? 71 : 31));
    }
    rep(1, NULL, "rep"); // for good
    fetch("1 256 20 4096", "fetched");
    ck_assert(((const float *)(shm.base + AFTER_OUT))[3] == 71);
    Wire w = {0};
    wire_add(&w, "do", "rep");
    wire_add(&w, "set", "1");
    wire_add(&w, "late", "1");
    wire_add(&w, "piece", "0 20 4 0"); // out of range
    ask(&w, "error");
    rep(1, NULL, "rep"); // and the device is held no longer
}
END_TEST

static float first_after_rep(bool forget) {
    Wire w = {0};
    wire_add(&w, "do", "rep");
    wire_add(&w, "set", "0");
    if (forget) wire_add(&w, "forget", "1");
    ask(&w, "rep");
    fetch("1 256 4 4096", "fetched");
    return *(const float *)(shm.base + AFTER_OUT);
}

START_TEST(what_persists_is_reset_when_asked_for) {
    prepare(11);
    ck_assert(first_after_rep(false) == 0);
    ck_assert(first_after_rep(true) == 1);
    ck_assert(first_after_rep(false) == 1);
}
END_TEST

// Wherever they lie: a page begins at 2 MB, as on a GPU.
START_TEST(a_large_array_begins_with_a_page) {
    enum { LARGE = 1 << 20 };
    Wire w = {0};
    wire_add(&w, "do", "prepare");
    wire_add(&w, "guard", "%d", GUARD);
    wire_add(&w, "sets", "1");
    wire_add(&w, "flush", "65536");
    wire_add(&w, "arg", "buffer role=input bytes=%d elem=4", LARGE);
    wire_add(&w, "arg", "buffer role=output bytes=%d elem=4", LARGE);
    wire_add(&w, "arg", "scalar type=int bits=%x", N);
    wire_add(&w, "arg", "scalar type=int bits=%x", 12);
    ask(&w, "prepared");
    for (int i = 0; i < 10; i++)
        ck_assert(first_after_rep(false) == 0);
    char behind[64];
    snprintf(behind, sizeof behind, "1 %d 256 4096", GUARD + LARGE);
    fetch(behind, "fetched");
    for (int i = 0; i < GUARD; i++)
        ck_assert_int_eq((unsigned char)shm.base[AFTER_OUT + i], 0xA5);
}
END_TEST

START_TEST(preparing_without_sets_is_refused) {
    Wire w = {0};
    wire_add(&w, "do", "prepare");
    wire_add(&w, "arg", "buffer role=input bytes=20 elem=4");
    ask(&w, "error");
    w = (Wire){0};
    wire_add(&w, "do", "prepare");
    wire_add(&w, "sets", "99");
    wire_add(&w, "arg", "buffer role=input bytes=20 elem=4");
    ask(&w, "error");
}
END_TEST

START_TEST(nothing_is_timed_before_it_is_prepared) {
    static const char *const verbs[] = {"rep", "warm", "load", "teapot"};
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        Wire w = {0};
        wire_add(&w, "do", "%s", verbs[i]);
        ask(&w, "error");
    }
}
END_TEST

START_TEST(warming_up_and_empty_events_answer) {
    prepare(0);
    Wire w = {0};
    wire_add(&w, "do", "warm");
    wire_add(&w, "ms", "1");
    ask(&w, "warm");
    ck_assert_int_ge(wire_int(&answer, "reps", 0), 1);
    w = (Wire){0};
    wire_add(&w, "do", "empty");
    wire_add(&w, "count", "11");
    ask(&w, "empty");
    ck_assert(wire_num(&answer, "us", 0) > 0.99);
    // Without a driver no kernel of ours: the least is not known.
    ck_assert_double_eq(wire_num(&answer, "floor", -1), 0);
    w = (Wire){0};
    wire_add(&w, "do", "report");
    ask(&w, "done");
}
END_TEST

START_TEST(it_says_goodbye_and_goes) {
    Wire w = {0};
    wire_add(&w, "do", "quit");
    ck_assert(run_send(child, &w));
    wire_free(&w);
    ck_assert_int_eq(run_receive(child, 30, &answer), WIRE_OK);
    ck_assert_str_eq(wire_get(&answer, "say", 0), "bye");
    ck_assert_int_eq(run_receive(child, 30, &answer), WIRE_END);
    run_finish(child, true, &res);
    child = NULL;
    ck_assert_int_eq(res.status, RUN_OK);
}
END_TEST

START_TEST(by_hand_it_says_who_runs_it) {
    const char *argv[] = {fake_gpu_program, NULL};
    Proc p;
    Err err = {0};
    ck_assert(proc_run(argv, NULL, &p, &err));
    ck_assert_int_eq(p.status, 2);
    ck_assert_ptr_nonnull(strstr(buf_text(&p.err), "kata check"));
    proc_free(&p);
}
END_TEST

SUITE_OF(runner) {
    Suite *s = suite_create("runner");
    TCase *t = tcase_create("requests");
    tcase_set_timeout(t, 120);
    tcase_set_tags(t, "fork");
    tcase_add_unchecked_fixture(t, fake_gpu_compile, fake_gpu_remove);
    tcase_add_checked_fixture(t, start, stop);
    tcase_add_test(t, hello_describes_the_device);
    tcase_add_test(t, a_call_computes_and_leaves_the_guards);
    tcase_add_loop_test(t, a_program_finds_its_buffers_where_it_wants_them, 0,
                        3);
    tcase_add_test(t, outputs_that_are_not_written_stay_poisoned);
    tcase_add_test(t, writing_outside_shows_in_the_guards);
    tcase_add_test(t, writing_to_an_input_shows);
    tcase_add_test(t, what_the_program_prints_is_no_record);
    tcase_add_test(t, exit_before_the_answer_is_told_from_an_end);
    tcase_add_test(t, a_launch_error_is_named);
    tcase_add_test(t, the_environment_names_no_pipe_to_the_program);
    tcase_add_test(t, an_empty_buffer_is_fine);
    tcase_add_test(t, no_memory_is_an_error_of_the_machine);
    tcase_add_loop_test(t, nonsense_is_refused, 0, COUNT_OF(nonsense));
    tcase_add_test(t, timed_repetitions_take_the_set_asked_for);
    tcase_add_test(t, a_piece_changes_the_set_for_good);
    tcase_add_loop_test(t, a_piece_out_of_range_is_refused, 0,
                        COUNT_OF(wrong_pieces));
    tcase_add_test(t, preparing_without_sets_is_refused);
    tcase_add_test(t, every_repetition_is_at_the_same_place);
    tcase_add_test(t, late_pieces_come_behind_the_flush);
    tcase_add_test(t, what_persists_is_reset_when_asked_for);
    tcase_add_test(t, a_large_array_begins_with_a_page);
    tcase_add_test(t, nothing_is_timed_before_it_is_prepared);
    tcase_add_test(t, warming_up_and_empty_events_answer);
    tcase_add_test(t, it_says_goodbye_and_goes);
    tcase_add_test(t, by_hand_it_says_who_runs_it);
    suite_add_tcase(s, t);
    return s;
}
