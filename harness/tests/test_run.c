// run: each way a child can misbehave has its own status, and none harms kata.
// The child is fixtures/rogue.c (or ranks.c), compiled once.
#include "base/day.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "run/run.h"
#include "run/speaker.h"
#include "tests/tests.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[] = "/tmp/kata-run-XXXXXX";
static char rogue[64], ranks[64], scratch[64], outside[64];

// more: another source, or a flag.
static void compile(const char *to, const char *source, const char *more) {
    const char *argv[] = {"cc",   "-std=gnu17", "-D_GNU_SOURCE", "-o", to,
                          source, more,         "-lpthread",     NULL};
    Err err = {0};
    Proc p;
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_msg(p.status == 0, "%s", buf_text(&p.err));
    proc_free(&p);
}

static void compile_rogue(void) {
    ck_assert_ptr_nonnull(mkdtemp(dir));
    snprintf(rogue, sizeof rogue, "%s/rogue", dir);
    snprintf(ranks, sizeof ranks, "%s/ranks", dir);
    snprintf(scratch, sizeof scratch, "%s/scratch", dir);
    snprintf(outside, sizeof outside, "%s/outside", dir);
    Err err = {0};
    ck_assert(path_make_dirs(scratch, &err));
    compile(rogue, "harness/tests/fixtures/rogue.c", "-O0");
    compile(ranks, "harness/tests/fixtures/ranks.c",
            "harness/runner/ranks_net.c");
}

static void remove_rogue(void) {
    Err err = {0};
    path_remove_all(dir, &err);
}

static Wire got;
static RunResult res;

static void forget(void) {
    wire_free(&got);
    run_result_free(&res);
}

// kata's own limits are far away: only the tests of the clock come near theirs.
static RunLimits limits(void) {
    return (RunLimits){.seconds = 60, .output_bytes = 4096, .scratch = scratch};
}

static Child *start_program(const char *program, const char *mode,
                            const char *arg, RunLimits l, int shm) {
    const char *argv[] = {program, mode, arg, NULL};
    const char *env[] = {"EXTRA=yes", NULL};
    Err err = {0};
    Child *c;
    bool ok = run_start(&c, program, argv, env, shm, &l, &err);
    ck_assert_msg(ok, "%s", err.msg);
    return c;
}

static Child *start(const char *mode, const char *arg, RunLimits l, int shm) {
    return start_program(rogue, mode, arg, l, shm);
}

// Hears the child to its end; the last record it said is in `got`.
static void hear_to_end(Child *c) {
    Wire w = {0};
    bool bye = false;
    for (;;) {
        WireStatus s = run_receive(c, -1, &w);
        if (s != WIRE_OK) break;
        if (wire_get(&w, "say", 0)) {
            bye = true;
            continue;
        }
        wire_free(&got);
        got = w;
        w = (Wire){0};
    }
    wire_free(&w);
    run_finish(c, bye, &res);
}

static void run_to_end(const char *mode, const char *arg, RunLimits l) {
    hear_to_end(start(mode, arg, l, -1));
}

typedef struct Row {
    const char *mode;
    RunStatus status;
    const char *detail; // what it begins with
} Row;

static const Row rows[] = {
    {"crash", RUN_SIGNAL, "SIGSEGV"}, {"abort", RUN_SIGNAL, "SIGABRT"},
    {"exit", RUN_EXIT, ""},           {"claim", RUN_EXIT, ""},
    {"flood", RUN_FLOOD, ""},         {"garble", RUN_PROTOCOL, ""},
    {"half", RUN_SIGNAL, "SIGSEGV"},  {"endless-record", RUN_PROTOCOL, ""},
};

START_TEST(each_misdeed_has_its_status) {
    const Row *row = &rows[_i];
    run_to_end(row->mode, NULL, limits());
    ck_assert_msg(res.status == row->status, "%s: %s", row->mode,
                  run_status_text(res.status));
    ck_assert_msg(str_starts(res.detail, row->detail), "%s: %s", row->mode,
                  res.detail);
}
END_TEST

static const Row forbidden[] = {
    {"bomb", RUN_FORBIDDEN, "fork"},
    {"system", RUN_FORBIDDEN, "fork"},
    {"exec", RUN_FORBIDDEN, "execve"},
    {"socket", RUN_FORBIDDEN, "socket"},
    {"kill-parent", RUN_FORBIDDEN, "kill"},
    {"ptrace", RUN_FORBIDDEN, "ptrace"},
    {"dispatch", RUN_FORBIDDEN, "prctl"},
    {"fault", RUN_FORBIDDEN, "userfaultfd"},
    {"segment", RUN_FORBIDDEN, "shmget"},
    {"pair", RUN_FORBIDDEN, "socketpair"},
    {"limit-parent", RUN_FORBIDDEN, "prlimit64"},
    {"pin-parent", RUN_FORBIDDEN, "sched_setaffinity"},
    {"nice-parent", RUN_FORBIDDEN, "setpriority"},
    {"nice-all", RUN_FORBIDDEN, "setpriority"},
};

START_TEST(a_forbidden_call_ends_the_child_and_is_named) {
    const Row *row = &forbidden[_i];
    if (!run_sandbox_info().seccomp_notify) {
        fprintf(stderr, "run: SKIPPED: this kernel has no notifications\n");
        return;
    }
    run_to_end(row->mode, NULL, limits());
    ck_assert_msg(res.status == row->status, "%s: %s", row->mode,
                  run_status_text(res.status));
    ck_assert_str_eq(res.detail, row->detail);
}
END_TEST

START_TEST(one_that_is_paused_does_nothing) {
    Shm shm;
    Err err = {0};
    ck_assert(shm_open_size(&shm, 4096, &err));
    Child *c = start("count", NULL, limits(), shm.fd);
    volatile long *n = (volatile long *)(void *)shm.base;
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    while (*n == 0)
        ;
    run_pause(c, true);
    usleep(50000); // the signal has come by now
    long before = *n;
    usleep(100000);
    ck_assert_int_eq(*n, before);
    run_pause(c, false);
    while (*n == before)
        ;
    run_pause(c, true); // also a stopped one can be ended
    run_finish(c, false, &res);
    shm_close(&shm);
}
END_TEST

START_TEST(code_that_was_written_over_is_seen) {
    RunLimits l = limits();
    l.gpu = true; // whose driver wants /proc
    Child *c = start("patch", NULL, l, -1);
    Wire w = {0};
    wire_add(&w, "do", "ping");
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert(run_is_intact(c));
    ck_assert(run_is_intact(c));
    ck_assert(run_send(c, &w));
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    wire_free(&w);
    long written = wire_int(&got, "written", 0);
    if (written < 0)
        fprintf(stderr, "run: SKIPPED: this kernel protects code\n");
    ck_assert_int_eq(run_is_intact(c), written < 0);
    run_finish(c, false, &res);
    if (written < 0) return;
    ck_assert_int_eq(res.status, RUN_FORBIDDEN);
    ck_assert_str_eq(res.detail, "writing over its own code");
}
END_TEST

START_TEST(a_copy_of_the_pipe_is_seen) {
    RunLimits l = limits();
    l.gpu = true; // whose driver talks over sockets
    Child *c = start("copy-pipe", NULL, l, -1);
    Wire w = {0};
    wire_add(&w, "do", "ping");
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert(run_is_intact(c));
    ck_assert(run_send(c, &w));
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert_int_ge(wire_int(&got, "copy", -1), 0);
    ck_assert(!run_is_intact(c));
    run_finish(c, false, &res);
    ck_assert_int_eq(res.status, RUN_FORBIDDEN);
    ck_assert_str_eq(res.detail, "copying the runner's pipe");
    wire_free(&w);
}
END_TEST

// A busy machine may keep a thread from coming to rest for long.
START_TEST(a_thread_that_is_about_to_wait_is_waited_for) {
    const double BUSY_S = 0.2;
    int ends[2];
    ck_assert(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        double end = clock_seconds() + BUSY_S;
        while (clock_seconds() < end)
            ;
        char byte;
        _exit(read(ends[0], &byte, 1) != 1);
    }
    uint64_t at = 0;
    bool seen = speaker_stack(child, child, &at);
    ck_assert(write(ends[1], "x", 1) == 1);
    int status = 1;
    ck_assert(waitpid(child, &status, 0) == child && status == 0);
    close(ends[0]);
    close(ends[1]);
    ck_assert(!seen || at != 0);
    // A kernel may keep it from everybody: then not even one at rest is seen.
    if (!seen && access("/proc/self/syscall", R_OK) == 0)
        ck_abort_msg("it was not waited for");
}
END_TEST

START_TEST(one_thread_stays_alone) {
    RunLimits l = limits();
    run_to_end("thread", NULL, l);
    ck_assert_int_eq(wire_int(&got, "seven", -1), 7);
    forget();
    if (!run_sandbox_info().seccomp) return;
    l.one_thread = true;
    run_to_end("thread", NULL, l);
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_eq(wire_int(&got, "seven", -1), 0);
}
END_TEST

START_TEST(it_may_pin_and_slow_itself) {
    RunLimits l = limits();
    l.gpu = _i;
    run_to_end("own", NULL, l);
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_eq(wire_int(&got, "ok", 0), 1);
}
END_TEST

START_TEST(names_and_handlers_are_its_own) {
    run_to_end("handlers", NULL, limits());
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_eq(wire_int(&got, "asked", 0), 1);
}
END_TEST

START_TEST(on_a_gpu_forbidden_calls_only_fail) {
    RunLimits l = limits();
    l.gpu = true;
    run_to_end("socket", NULL, l);
    ck_assert_int_eq(res.status, RUN_OK);
    if (run_sandbox_info().seccomp)
        ck_assert_int_eq(wire_int(&got, "errno", -1), EPERM);
    forget();
    run_to_end("system", NULL, l);
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_ne(wire_int(&got, "system", 0), 0);
    forget();
    // The second exec is as forbidden as any.
    run_to_end("exec", NULL, l);
    ck_assert_int_eq(res.status, RUN_OK);
}
END_TEST

// Without a network.
START_TEST(on_a_gpu_ranks_of_one_process_meet) {
    RunLimits l = limits();
    l.gpu = true;
    hear_to_end(start_program(ranks, NULL, NULL, l, -1));
    ck_assert_int_eq(res.status, RUN_OK);
    if (run_sandbox_info().seccomp)
        ck_assert_int_eq(wire_int(&got, "steps", -1), 10);
}
END_TEST

START_TEST(an_endless_loop_is_stopped_by_the_clock) {
    RunLimits l = limits();
    l.seconds = 0.3;
    run_to_end(_i ? "sleep" : "loop", NULL, l);
    ck_assert_int_eq(res.status, RUN_TIMEOUT);
    ck_assert(res.seconds >= 0.3);
}
END_TEST

START_TEST(a_caller_that_waits_no_longer_ends_the_child) {
    Child *c = start("sleep", NULL, limits(), -1);
    ck_assert_int_eq(run_receive(c, 0.05, &got), WIRE_TIMEOUT);
    run_finish(c, false, &res);
    ck_assert_int_eq(res.status, RUN_TIMEOUT);
}
END_TEST

START_TEST(a_well_behaved_child_answers_and_goes) {
    Child *c = start("serve", NULL, limits(), -1);
    Wire w = {0};
    for (int i = 0; i < 3; i++) {
        wire_clear(&w);
        wire_add(&w, "do", "ping");
        ck_assert(run_send(c, &w));
        ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
        ck_assert_str_eq(wire_get(&got, "say", 0), "pong");
    }
    wire_clear(&w);
    wire_add(&w, "do", "quit");
    ck_assert(run_send(c, &w));
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert_str_eq(wire_get(&got, "say", 0), "bye");
    run_finish(c, true, &res);
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_eq(res.exit_code, 0);
    wire_free(&w);
}
END_TEST

START_TEST(sending_to_one_that_never_reads_ends_at_the_clock) {
    RunLimits l = limits();
    l.seconds = 0.5;
    Child *c = start("sleep", NULL, l, -1);
    static char big[900000];
    memset(big, 'x', sizeof big - 1);
    Wire w = {0};
    wire_add(&w, "do", "%s", big);
    ck_assert(!run_send(c, &w));
    run_finish(c, false, &res);
    ck_assert_int_eq(res.status, RUN_TIMEOUT);
    wire_free(&w);
}
END_TEST

START_TEST(sending_to_a_dead_child_is_no_signal) {
    Child *c = start("exit", NULL, limits(), -1);
    while (run_receive(c, -1, &got) == WIRE_OK)
        ;
    Wire w = {0};
    wire_add(&w, "do", "ping");
    ck_assert(!run_send(c, &w));
    run_finish(c, false, &res);
    ck_assert_int_eq(res.status, RUN_EXIT);
    wire_free(&w);
}
END_TEST

START_TEST(long_output_keeps_its_head_and_its_tail) {
    run_to_end("print", "80000", limits());
    const char *text = buf_text(&res.out);
    ck_assert(str_starts(text, "0000000\n0000001\n"));
    ck_assert(str_ends(text, "0009998\n0009999\n"));
    ck_assert_ptr_nonnull(strstr(text, "bytes left out"));
    ck_assert_uint_gt(res.out_dropped, 70000);
    ck_assert_uint_lt(res.out.len, 4096 + 100);
    ck_assert_str_eq(buf_text(&res.err), "on stderr");
    ck_assert_uint_eq(res.err_dropped, 0);
}
END_TEST

START_TEST(short_output_is_kept_whole) {
    run_to_end("print", "4000", limits());
    ck_assert_uint_eq(res.out.len, 4000);
    ck_assert_uint_eq(res.out_dropped, 0);
    for (int i = 0; i < 500; i++)
        ck_assert_int_eq(atoi(res.out.data + 8 * i), i);
}
END_TEST

// Builds overlap with programs that run.
START_TEST(a_tool_at_work_outlives_a_child) {
    const char *const argv[] = {"sleep", "0.5", NULL};
    const ProcLimits within = {.seconds = 20};
    Err err = {0};
    Proc p;
    ProcHandle *h = proc_start_within(argv, NULL, &within, &err);
    ck_assert_ptr_nonnull(h);
    run_to_end("print", "4000", limits());
    ck_assert_msg(proc_wait(h, &p, &err), "%s", err.msg);
    ck_assert_int_eq(p.status, 0);
    proc_free(&p);
}
END_TEST

START_TEST(it_writes_in_its_folder_only) {
    if (!run_sandbox_info().landlock_abi) {
        fprintf(stderr, "run: SKIPPED: this kernel has no Landlock\n");
        return;
    }
    run_to_end("write", outside, limits());
    ck_assert_int_eq(wire_int(&got, "errno", -1), EACCES);
    ck_assert(!path_exists(outside));
    forget();
    run_to_end("write", "inside", limits());
    ck_assert_int_eq(wire_int(&got, "errno", -1), 0);
    forget();
    run_to_end("write", "/dev/null", limits());
    ck_assert_int_eq(wire_int(&got, "errno", -1), 0);
}
END_TEST

// Places where anybody may write.
static const char *const common[] = {"/tmp", "/var/tmp", "/dev/shm",
                                     "/dev/mqueue", "/run/lock"};

START_TEST(on_a_gpu_too_it_leaves_nothing_for_the_next) {
    char at[100];
    RunLimits l = limits();
    l.gpu = true;
    if (!run_sandbox_info().landlock_abi) return; // said above
    snprintf(at, sizeof at, "%s/kata-rogue-%d", common[_i], (int)getpid());
    run_to_end("write", at, l);
    long refused = wire_int(&got, "errno", -1);
    bool left = path_exists(at);
    unlink(at);
    // A folder that is not there, or takes no files, is as good.
    ck_assert_msg(refused > 0 && !left, "%s: %ld", at, refused);
    forget();
    run_to_end("write", "/dev/null", l);
    ck_assert_int_eq(wire_int(&got, "errno", -1), 0);
    forget();
    run_to_end("write", "/proc/self/comm", l);
    ck_assert_int_eq(wire_int(&got, "errno", -1), 0);
}
END_TEST

START_TEST(locks_it_takes_hold_nobody_up) {
    static const short ways[] = {F_SETLK, F_OFD_SETLK};
    struct flock all = {.l_type = F_WRLCK, .l_len = 100};
    Err err = {0};
    if (!run_sandbox_info().seccomp) return;
    ck_assert(file_write(outside, "x", 1, &err));
    const char *const reads[] = {outside, NULL};
    RunLimits l = limits();
    l.gpu = _i;
    l.reads = reads;
    Child *c = start("lock", outside, l, -1);
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert_int_eq(wire_int(&got, "opened", -1), 1);
    int fd = open(outside, O_RDWR | O_NONBLOCK);
    ck_assert_int_ge(fd, 0); // a lease would be in the way
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        int other = open(outside, O_RDWR);
        ck_assert_int_eq(fcntl(other, ways[i], &all), 0);
        close(other);
    }
    ck_assert_int_eq(flock(fd, LOCK_EX | LOCK_NB), 0);
    close(fd);
    run_finish(c, false, &res);
    unlink(outside);
}
END_TEST

START_TEST(what_a_file_is_stays) {
    Err err = {0};
    if (!run_sandbox_info().seccomp) return;
    ck_assert(file_write(outside, "x", 1, &err));
    RunLimits l = limits();
    l.gpu = _i;
    run_to_end("marks", outside, l);
    ck_assert_int_eq(wire_int(&got, "done", -1), 0);
    unlink(outside);
}
END_TEST

START_TEST(it_inherits_nothing_but_what_it_needs) {
    setenv("KATA_TEST_SECRET", "1", 1);
    int leak = open("/dev/null", O_RDONLY); // no close-on-exec
    run_to_end("look", NULL, limits());
    close(leak);
    ck_assert_int_eq(wire_int(&got, "fds", -1), 2);
    ck_assert_int_eq(wire_int(&got, "core", -1), 0);
    ck_assert_int_eq(wire_int(&got, "stdin", -1), 0);
    ck_assert_str_eq(wire_get(&got, "secret", 0), "hidden");
    ck_assert_str_eq(wire_get(&got, "extra", 0), "yes");
    ck_assert_str_eq(wire_get(&got, "cwd", 0), scratch);
}
END_TEST

START_TEST(threads_are_allowed) {
    run_to_end("thread", NULL, limits());
    ck_assert_int_eq(res.status, RUN_OK);
    ck_assert_int_eq(wire_int(&got, "seven", 0), 7);
}
END_TEST

START_TEST(memory_is_limited) {
    RunLimits l = limits();
    l.memory_bytes = 256 << 20;
    run_to_end("memory", "900000000", l);
    ck_assert_int_eq(wire_int(&got, "got", -1), 0);
    forget();
    run_to_end("memory", "9000000", l);
    ck_assert_int_eq(wire_int(&got, "got", -1), 1);
}
END_TEST

START_TEST(shared_memory_is_shared_and_cannot_be_shrunk) {
    Shm shm;
    Err err = {0};
    ck_assert(shm_open_size(&shm, 1, &err));
    Child *c = start("shm", NULL, limits(), shm.fd);
    ck_assert_int_eq(run_receive(c, -1, &got), WIRE_OK);
    ck_assert_int_eq(wire_int(&got, "shrunk", -1), 0);
    run_finish(c, true, &res);
    ck_assert_str_eq(shm.base + 100, "from the child");
    shm_close(&shm);
}
END_TEST

START_TEST(two_children_live_side_by_side) {
    Child *a = start("serve", NULL, limits(), -1);
    Child *b = start("serve", NULL, limits(), -1);
    run_finish(a, false, &res); // sweeps; b must not be taken for an orphan
    run_result_free(&res);
    Wire w = {0};
    wire_add(&w, "do", "ping");
    ck_assert(run_send(b, &w));
    ck_assert_int_eq(run_receive(b, 10, &got), WIRE_OK);
    run_finish(b, true, &res);
    wire_free(&w);
}
END_TEST

// As on an old kernel: from here on, in this process, these calls are unknown.
static void forget_calls(void) {
    static const char *const newer[] = {"seccomp", "landlock_create_ruleset",
                                        "pidfd_open", "close_range"};
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
    for (size_t i = 0; i < COUNT_OF(newer); i++)
        seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS),
                         seccomp_syscall_resolve_name(newer[i]), 0);
    ck_assert_int_eq(seccomp_load(ctx), 0);
    seccomp_release(ctx);
}

START_TEST(on_an_old_kernel_the_rest_still_holds) {
    forget_calls();
    SandboxInfo info = run_sandbox_info();
    ck_assert(!info.landlock_abi && !info.seccomp && !info.seccomp_notify);
    run_to_end("crash", NULL, limits());
    ck_assert_int_eq(res.status, RUN_SIGNAL);
    forget();
    run_to_end("claim", NULL, limits());
    ck_assert_int_eq(res.status, RUN_EXIT);
    forget();
    run_to_end("look", NULL, limits());
    ck_assert_int_eq(wire_int(&got, "fds", -1), 2);
    forget();
    RunLimits l = limits();
    l.seconds = 0.3;
    run_to_end("sleep", NULL, l);
    ck_assert_int_eq(res.status, RUN_TIMEOUT);
}
END_TEST

START_TEST(what_a_child_leaves_behind_dies_with_it) {
    forget_calls(); // else it could not fork
    Child *c = start("daemon", NULL, limits(), -1);
    ck_assert_int_eq(run_receive(c, 30, &got), WIRE_OK);
    pid_t left = (pid_t)wire_int(&got, "daemon", 0);
    ck_assert_int_gt(left, 1);
    run_finish(c, false, &res);
    ck_assert_int_eq(kill(left, 0), -1);
    ck_assert_int_eq(errno, ESRCH);
}
END_TEST

START_TEST(a_binary_that_is_none_is_our_error) {
    const char *argv[] = {"/etc/passwd", NULL};
    RunLimits l = limits();
    Err err = {0};
    Child *c;
    ck_assert(!run_start(&c, "/etc/passwd", argv, NULL, -1, &l, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert(*err.hint);
    ck_assert_ptr_null(c);
}
END_TEST

SUITE_OF(run) {
    Suite *s = suite_create("run");
    TCase *t = tcase_create("child");
    tcase_set_timeout(t, 120);
    tcase_set_tags(t, "fork");
    tcase_add_unchecked_fixture(t, compile_rogue, remove_rogue);
    tcase_add_checked_fixture(t, NULL, forget);
    tcase_add_loop_test(t, each_misdeed_has_its_status, 0, COUNT_OF(rows));
    tcase_add_loop_test(t, a_forbidden_call_ends_the_child_and_is_named, 0,
                        COUNT_OF(forbidden));
    tcase_add_test(t, one_that_is_paused_does_nothing);
    tcase_add_test(t, code_that_was_written_over_is_seen);
    tcase_add_test(t, a_copy_of_the_pipe_is_seen);
    tcase_add_test(t, a_thread_that_is_about_to_wait_is_waited_for);
    tcase_add_test(t, one_thread_stays_alone);
    tcase_add_loop_test(t, it_may_pin_and_slow_itself, 0, 2);
    tcase_add_test(t, names_and_handlers_are_its_own);
    tcase_add_test(t, on_a_gpu_forbidden_calls_only_fail);
    tcase_add_test(t, on_a_gpu_ranks_of_one_process_meet);
    tcase_add_loop_test(t, an_endless_loop_is_stopped_by_the_clock, 0, 2);
    tcase_add_test(t, a_caller_that_waits_no_longer_ends_the_child);
    tcase_add_test(t, a_well_behaved_child_answers_and_goes);
    tcase_add_test(t, sending_to_one_that_never_reads_ends_at_the_clock);
    tcase_add_test(t, sending_to_a_dead_child_is_no_signal);
    tcase_add_test(t, long_output_keeps_its_head_and_its_tail);
    tcase_add_test(t, short_output_is_kept_whole);
    tcase_add_test(t, a_tool_at_work_outlives_a_child);
    tcase_add_test(t, it_writes_in_its_folder_only);
    tcase_add_loop_test(t, on_a_gpu_too_it_leaves_nothing_for_the_next, 0,
                        COUNT_OF(common));
    tcase_add_loop_test(t, locks_it_takes_hold_nobody_up, 0, 2);
    tcase_add_loop_test(t, what_a_file_is_stays, 0, 2);
    tcase_add_test(t, it_inherits_nothing_but_what_it_needs);
    tcase_add_test(t, threads_are_allowed);
    tcase_add_test(t, memory_is_limited);
    tcase_add_test(t, shared_memory_is_shared_and_cannot_be_shrunk);
    tcase_add_test(t, two_children_live_side_by_side);
    tcase_add_test(t, on_an_old_kernel_the_rest_still_holds);
    tcase_add_test(t, what_a_child_leaves_behind_dies_with_it);
    tcase_add_test(t, a_binary_that_is_none_is_our_error);
    suite_add_tcase(s, t);
    return s;
}
