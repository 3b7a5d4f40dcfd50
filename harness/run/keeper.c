// The keeper: listens to a confined child (start.c), ends it.
//
// One loop, keeper_pump, waits for everything at once: records on the private
// pipe, the child's own output, forbidden calls, its end, the clock. Whatever
// else the keeper does (sending, receiving, ending) is that loop run until a
// condition holds, so a child can neither block kata by not reading nor outlive
// its time.
#include "run/keeper.h"

#include "base/day.h"
#include "base/heap.h"
#include "run/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How much more than what is kept a child may print before it is stopped.
enum { FLOOD_FACTOR = 64 };
// Seconds that a child may take longer than its own time, and for going after
// the last answer.
static const double LATE_S = 20, GOODBYE_S = 2;
// Between two looks at a child's memory.
static const double LOOK_S = 0.05;

// For kill_orphans, which must not take another child for an orphan.
static Child *living;

const char *run_status_text(RunStatus s) {
    static const char *const text[] = {
        [RUN_OK] = "ok",
        [RUN_SIGNAL] = "crashed",
        [RUN_TIMEOUT] = "ran out of time",
        [RUN_EXIT] = "exited before its work was done",
        [RUN_FORBIDDEN] = "made a forbidden system call",
        [RUN_FLOOD] = "printed without end",
        [RUN_PROTOCOL] = "garbled the private pipe",
        [RUN_SETUP] = "could not be started",
    };
    return text[s];
}

// ---- life

size_t run_memory(void) {
    const size_t most = (size_t)16 << 30;
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    size_t here = pages > 0 ? (size_t)pages * (size_t)bytes / 4 * 3 : most;
    return min_of(most, here);
}

void keeper_drop(Child *c) {
    Buf nothing;
    size_t dropped;

    for (Child **at = &living; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            break;
        }
    capture_end(&c->out, &nothing, &dropped);
    buf_free(&nothing);
    capture_end(&c->err, &nothing, &dropped);
    buf_free(&nothing);
    if (c->wire >= 0) close(c->wire);
    if (c->listener >= 0) close(c->listener);
    if (c->pidfd >= 0) close(c->pidfd);
    if (c->image.memory) image_close(&c->image);
    heap_free(c->binary);
    wire_rest_free(&c->rest);
    heap_free(c);
}

Child *keeper_new(pid_t pid, const KeeperEnds *ends, const RunLimits *limits) {
    Child *c = heap_new(1, sizeof *c);
    c->pid = pid;
    c->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (c->pidfd >= 0) fcntl(c->pidfd, F_SETFD, FD_CLOEXEC);
    c->wire = ends->wire;
    c->listener = -1;
    c->gpu = limits->gpu;
    if (!limits->gpu && !limits->memory_bytes) c->resident_most = run_memory();
    c->started = clock_seconds();
    c->deadline = c->started + limits->seconds;
    capture_open(&c->out, ends->out, limits->output_bytes);
    capture_open(&c->err, ends->err, limits->output_bytes);
    c->next = living;
    living = c;
    return c;
}

// ---- ending

void keeper_kill(Child *c) {
    if (c->ended) return;
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
}

// Ends the child for a reason; the first reason stays.
static void child_stop(Child *c, RunStatus why, const char *detail) {
    if (c->why == RUN_OK) {
        c->why = why;
        c->detail = detail;
    }
    keeper_kill(c);
}

static bool is_child_of_ours(pid_t pid) {
    for (Child *c = living; c; c = c->next)
        if (c->pid == pid && !c->ended) return true;
    return false;
}

// Kills what children have left behind. kata is its subreaper, so an orphan is
// now a child of kata; and as every sandboxed child opened a session of its
// own, a child of kata in another session is an orphan. Tools are in kata's
// session.
static void kill_orphans(void) {
    for (int round = 0; round < 100; round++) {
        bool found = false;
        FILE *f = fopen("/proc/thread-self/children", "re");
        int pid;
        if (!f) return;
        while (fscanf(f, "%d", &pid) == 1) {
            if (is_child_of_ours(pid) || getsid(pid) == getsid(0)) continue;
            found = true;
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
        }
        fclose(f);
        if (!found) return;
    }
}

// ---- the loop

static const char in_its_name[] = "speaking in the runner's name";

// False: the call is over (a signal came in between), and will come again.
static bool judge_call(Child *c, const struct seccomp_notif *ask,
                       CallVerdict *out, const char **name) {
    bool first = !c->is_running;
    c->is_running = true;
    if (!speaker_is_asked(&ask->data)) {
        *out = call_judge(&ask->data, c->pid, c->gpu, first, &c->tally, name);
        return true;
    }
    // The stack that was read counts only if the thread waited all the time.
    Speaker after = c->speaker;
    uint64_t id = ask->id;
    bool forged = speaker_judge(&after, ask, c->pid) == SPEAK_FORGED;
    if (ioctl(c->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) != 0)
        return false;
    c->speaker = after;
    *name = in_its_name;
    *out = forged ? CALL_FORBIDDEN : CALL_CONTINUE;
    return true;
}

void keeper_answer(Child *c) {
    union {
        struct seccomp_notif n;
        char room[256]; // newer kernels may send more
    } ask = {0};
    union {
        struct seccomp_notif_resp r;
        char room[256];
    } say = {0};

    if (ioctl(c->listener, SECCOMP_IOCTL_NOTIF_RECV, &ask) != 0) return;
    const char *name;
    CallVerdict v;
    if (!judge_call(c, &ask.n, &v, &name)) return;
    say.r.id = ask.n.id;
    if (v == CALL_CONTINUE) say.r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    if (v == CALL_REFUSE) say.r.error = -EPERM;
    if (v == CALL_FORBIDDEN) {
        child_stop(c, RUN_FORBIDDEN, name);
        say.r.error = -EPERM;
    }
    ioctl(c->listener, SECCOMP_IOCTL_NOTIF_SEND, &say);
}

static bool wire_pull(Child *c) {
    char chunk[65536];
    if (c->wire < 0) return false;
    ssize_t n = recv(c->wire, chunk, sizeof chunk, MSG_DONTWAIT);
    if (n > 0) return wire_feed(&c->rest, chunk, (size_t)n);
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(c->wire);
        c->wire = -1;
    }
    return false;
}

static void child_collect(Child *c) {
    if (c->ended) return;
    pid_t got = waitpid(c->pid, &c->wait_status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return;
    if (got < 0) c->wait_status = 0; // somebody else collected it
    c->ended = true;
    c->ended_at = clock_seconds();
    // Its last records and output may still lie in the pipes.
    while (wire_pull(c) || capture_read(&c->out) || capture_read(&c->err))
        ;
}

// Of a child that reserves more address space than a limit could allow, as
// AddressSanitizer does.
static void check_memory(Child *c) {
    char path[40];
    unsigned long pages = 0;
    if (c->ended || clock_seconds() < c->looked + LOOK_S) return;
    c->looked = clock_seconds();
    snprintf(path, sizeof path, "/proc/%d/statm", (int)c->pid);
    FILE *f = fopen(path, "re");
    if (!f) return;
    bool told = fscanf(f, "%*u %lu", &pages) == 1;
    fclose(f);
    if (told && pages * (size_t)sysconf(_SC_PAGESIZE) > c->resident_most)
        child_stop(c, RUN_FORBIDDEN, "using more memory than there is for it");
}

static void check_limits(Child *c) {
    if (c->resident_most) check_memory(c);
    size_t most = FLOOD_FACTOR * 2 * c->out.half;
    if (c->out.total > most || c->err.total > most)
        child_stop(c, RUN_FLOOD, "");
    if (!c->ended && clock_seconds() >= c->deadline)
        child_stop(c, RUN_TIMEOUT, "");
}

// Waits for something to happen until `until`, and handles it. want_write: also
// for room on the wire.
static void keeper_pump(Child *c, double until, bool want_write) {
    short wire_events = (short)(POLLIN | (want_write ? POLLOUT : 0));
    struct pollfd p[] = {
        {.fd = c->wire, .events = wire_events},
        {.fd = c->out.fd, .events = POLLIN},
        {.fd = c->err.fd, .events = POLLIN},
        {.fd = c->ended ? -1 : c->listener, .events = POLLIN},
        {.fd = c->ended ? -1 : c->pidfd, .events = POLLIN},
    };
    // A child that was stopped has no deadline any more, only an end.
    double next = c->why == RUN_OK ? min_of(until, c->deadline) : until;
    double wait = next - clock_seconds();
    if (c->pidfd < 0) wait = min_of(wait, 0.02);
    if (c->resident_most && !c->ended) wait = min_of(wait, LOOK_S);
    wait = max_of(0.0, min_of(wait, 3600.0));

    int n = poll(p, COUNT_OF(p), (int)(wait * 1000 + 0.999));
    if (n > 0 && p[0].revents & ~POLLOUT) wire_pull(c);
    if (n > 0 && p[1].revents) capture_read(&c->out);
    if (n > 0 && p[2].revents) capture_read(&c->err);
    if (n > 0 && p[3].revents & POLLIN) keeper_answer(c);
    // No filter is left to listen to; else poll() would return at once for
    // ever.
    if (n > 0 && p[3].revents & (POLLHUP | POLLERR) &&
        !(p[3].revents & POLLIN)) {
        close(c->listener);
        c->listener = -1;
    }
    child_collect(c);
    check_limits(c);
}

// ---- talking

bool run_send(Child *c, const Wire *w) {
    Buf text = {0};
    size_t sent = 0;

    buf_add(&text, w->text ? w->text : "", w->len);
    buf_char(&text, '\n');
    while (sent < text.len && c->wire >= 0 && !c->ended) {
        ssize_t n = send(c->wire, text.data + sent, text.len - sent,
                         MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n > 0) {
            sent += (size_t)n;
            continue;
        }
        if (n < 0 && errno != EAGAIN && errno != EINTR) break;
        keeper_pump(c, c->deadline, true);
    }
    bool ok = sent == text.len;
    buf_free(&text);
    return ok;
}

static bool is_trap(const Wire *w) {
    const char *say = wire_get(w, "say", 0);
    return say && strcmp(say, "trap") == 0;
}

WireStatus run_receive(Child *c, double timeout, Wire *out) {
    double end = timeout < 0 ? c->deadline + LATE_S : clock_seconds() + timeout;

    for (;;) {
        WireStatus s = wire_take(&c->rest, out);
        if (s == WIRE_BAD) child_stop(c, RUN_PROTOCOL, "");
        if (s == WIRE_OK && c->speaker.last_words && !is_trap(out)) {
            child_stop(c, RUN_FORBIDDEN, in_its_name);
            return WIRE_END;
        }
        if (s != WIRE_TIMEOUT) return s;
        if (c->ended) return WIRE_END;
        if (clock_seconds() >= end) return WIRE_TIMEOUT;
        keeper_pump(c, end, false);
    }
}

// The second number of /proc/PID/task/TID/schedstat, nanoseconds (the kernel's
// scheduler/sched-stats.rst).
double run_queued_seconds(const Child *c) {
    char path[80];
    unsigned long long most = 0, ns;
    snprintf(path, sizeof path, "/proc/%d/task", (int)c->pid);
    DIR *tasks = c->ended ? NULL : opendir(path);
    const struct dirent *e;
    while (tasks && (e = readdir(tasks))) {
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat",
                 (int)c->pid, e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "re");
        if (f && fscanf(f, "%*u %llu", &ns) == 1) most = max_of(most, ns);
        if (f) fclose(f);
    }
    if (tasks) closedir(tasks);
    return 1e-9 * (double)most;
}

double run_cpu_seconds(const Child *c) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(c->pid, &clock) != 0 ||
        clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void run_pause(Child *c, bool stop) {
    if (!c->ended) kill(c->pid, stop ? SIGSTOP : SIGCONT);
}

bool run_is_intact(Child *c) {
    if (c->ended) return true;
    if (!c->image.memory) image_open(&c->image, c->pid, c->binary);
    if (!image_is_intact(&c->image))
        child_stop(c, RUN_FORBIDDEN, "writing over its own code");
    else if (!speaker_is_alone(c->pid))
        child_stop(c, RUN_FORBIDDEN, "copying the runner's pipe");
    return c->why == RUN_OK;
}

// ---- the end

static const char *signal_name(int sig) {
    static const char *const name[NSIG] = {
        [SIGSEGV] = "SIGSEGV, an invalid memory access",
        [SIGABRT] = "SIGABRT, abort() or a failed assert",
        [SIGFPE] = "SIGFPE, an integer division by zero",
        [SIGBUS] = "SIGBUS, an invalid memory access",
        [SIGILL] = "SIGILL, an illegal instruction",
        [SIGKILL] = "SIGKILL, perhaps out of memory",
        [SIGTERM] = "SIGTERM",
        [SIGTRAP] = "SIGTRAP",
        [SIGPIPE] = "SIGPIPE",
        [SIGXFSZ] = "SIGXFSZ, a file that grew too large",
    };
    return sig > 0 && sig < NSIG && name[sig] ? name[sig] : "a signal";
}

static void judge_end(const Child *c, bool done, bool was_alive,
                      RunResult *res) {
    int w = c->wait_status;
    res->detail = "";
    if (WIFEXITED(w)) res->exit_code = WEXITSTATUS(w);

    if (c->why != RUN_OK) {
        res->status = c->why;
        res->detail = c->detail;
    } else if (done) {
        res->status = RUN_OK;
    } else if (was_alive) {
        res->status = RUN_TIMEOUT; // the caller had waited long enough
    } else if (WIFSIGNALED(w) && WTERMSIG(w) == SIGSYS) {
        res->status = RUN_FORBIDDEN;
        res->detail = "a system call that no exercise needs";
    } else if (WIFSIGNALED(w) && WTERMSIG(w) == SIGXCPU) {
        res->status = RUN_TIMEOUT;
    } else if (WIFSIGNALED(w)) {
        res->status = RUN_SIGNAL;
        res->signal = WTERMSIG(w);
        res->detail = signal_name(res->signal);
    } else {
        res->status = RUN_EXIT;
    }
}

void run_finish(Child *c, bool done, RunResult *res) {
    *res = (RunResult){0};
    // One that has nothing left to do is given a moment to go by itself.
    double patience = clock_seconds() + GOODBYE_S;
    while (done && !c->ended && clock_seconds() < patience)
        keeper_pump(c, patience, false);
    bool was_alive = !c->ended;
    keeper_kill(c);
    while (!c->ended)
        keeper_pump(c, clock_seconds() + 1, false);
    kill_orphans();

    judge_end(c, done, was_alive, res);
    res->seconds = c->ended_at - c->started;
    capture_end(&c->out, &res->out, &res->out_dropped);
    capture_end(&c->err, &res->err, &res->err_dropped);
    keeper_drop(c);
}

void run_result_free(RunResult *res) {
    buf_free(&res->out);
    buf_free(&res->err);
    *res = (RunResult){0};
}
