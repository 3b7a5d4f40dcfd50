// The keeper: starts a confined child, listens to it, ends it.
//
// One loop, pump(), waits for everything at once: records on the private pipe,
// the child's own output, forbidden calls, its end, the clock. Whatever else
// the keeper does (sending, receiving, ending) is that loop run until a
// condition holds, so a child can neither block kata by not reading nor outlive
// its time.
//
// The private pipe is a socket: writing to a dead child is then an error and
// not a SIGPIPE.
#include "base/day.h"
#include "base/heap.h"
#include "run/child.h"
#include "run/image.h"
#include "run/speaker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// How much more than what is kept a child may print before it is stopped.
enum { FLOOD_FACTOR = 64 };
// Seconds for setting up, and for going after the last answer.
static const double SETUP_S = 20, GOODBYE_S = 2;

extern char **environ;

// One of the child's outputs: the first half of the room keeps the beginning,
// the second half, a ring, the latest.
typedef struct Capture {
    int fd; // -1: closed
    Buf head;
    char *ring;
    size_t half;  // bytes of each
    size_t total; // that came
} Capture;

struct Child {
    pid_t pid;
    int pidfd;    // -1: the kernel has none, look now and then
    int wire;     // -1: closed
    int listener; // of forbidden calls, -1: none
    Capture out, err;
    WireRest rest;
    bool gpu;
    char *binary;    // absolute
    Image image;     // of it; memory 0: not opened yet
    Speaker speaker; // on the wire, where it is watched
    bool is_running; // our exec has passed
    bool ended;      // collected, wait_status is valid
    int wait_status;
    double started, deadline;
    double ended_at;
    // Why we stopped it; RUN_OK: we did not.
    RunStatus why;
    const char *detail; // static
    Child *next;        // all that live
};

// For the sweep, which must not take another child for an orphan.
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

// ---- output

static void capture_open(Capture *c, int fd, size_t room) {
    *c = (Capture){.fd = fd, .half = room / 2 + 1};
    c->ring = heap_new(c->half, 1);
}

static void capture_add(Capture *c, const char *p, size_t n) {
    size_t in_head = min_of(n, c->half - min_of(c->half, c->head.len));
    if (in_head) buf_add(&c->head, p, in_head);
    c->total += n;
    size_t at = c->total - n + in_head;
    for (size_t i = in_head; i < n; i++)
        c->ring[at++ % c->half] = p[i];
}

// Reads what there is. False: nothing came.
static bool capture_read(Capture *c) {
    char chunk[65536];
    if (c->fd < 0) return false;
    ssize_t n = read(c->fd, chunk, sizeof chunk);
    if (n > 0) {
        capture_add(c, chunk, (size_t)n);
        return true;
    }
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(c->fd);
        c->fd = -1;
    }
    return false;
}

// Moves the text to *out, with a line where some of it is missing.
static void capture_end(Capture *c, Buf *out, size_t *dropped) {
    size_t tail = c->total - c->head.len;
    size_t kept = min_of(tail, c->half);

    *dropped = tail - kept;
    *out = c->head;
    if (*dropped) buf_fmt(out, "\n[... %zu bytes left out ...]\n", *dropped);
    for (size_t i = c->total - kept; i < c->total; i++)
        buf_char(out, c->ring[i % c->half]);
    if (c->fd >= 0) close(c->fd);
    heap_free(c->ring);
    *c = (Capture){.fd = -1};
}

// ---- ending

static void kill_group(Child *c) {
    if (c->ended) return;
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
}

// Ends the child for a reason; the first reason stays.
static void stop(Child *c, RunStatus why, const char *detail) {
    if (c->why == RUN_OK) {
        c->why = why;
        c->detail = detail;
    }
    kill_group(c);
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
static void sweep(void) {
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
        *out = call_judge(&ask->data, c->pid, c->gpu, first, name);
        return true;
    }
    // What was seen of the stack counts only if it waited all the time.
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

static void answer_call(Child *c) {
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
        stop(c, RUN_FORBIDDEN, name);
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

static void collect(Child *c) {
    if (c->ended) return;
    pid_t got = waitpid(c->pid, &c->wait_status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return;
    if (got < 0) c->wait_status = 0; // somebody else collected it
    c->ended = true;
    c->ended_at = clock_seconds();
    // What it said last is still on its way.
    while (wire_pull(c) || capture_read(&c->out) || capture_read(&c->err))
        ;
}

static void check_limits(Child *c) {
    size_t most = FLOOD_FACTOR * 2 * c->out.half;
    if (c->out.total > most || c->err.total > most) stop(c, RUN_FLOOD, "");
    if (!c->ended && clock_seconds() >= c->deadline) stop(c, RUN_TIMEOUT, "");
}

// Waits for something to happen until `until`, and handles it. want_write: also
// for room on the wire.
static void pump(Child *c, double until, bool want_write) {
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
    wait = max_of(0.0, min_of(wait, 3600.0));

    int n = poll(p, COUNT_OF(p), (int)(wait * 1000 + 0.999));
    if (n > 0 && p[0].revents & ~POLLOUT) wire_pull(c);
    if (n > 0 && p[1].revents) capture_read(&c->out);
    if (n > 0 && p[2].revents) capture_read(&c->err);
    if (n > 0 && p[3].revents & POLLIN) answer_call(c);
    // No filter is left to listen to; else poll() would return at once for
    // ever.
    if (n > 0 && p[3].revents & (POLLHUP | POLLERR) &&
        !(p[3].revents & POLLIN)) {
        close(c->listener);
        c->listener = -1;
    }
    collect(c);
    check_limits(c);
}

// ---- starting

// Only these of kata's variables, so that a check does not depend on what else
// stands in a learner's shell.
static bool is_passed_on(const char *var) {
    static const char *const prefix[] = {
        "PATH=",    "LANG=",
        "LC_",      "TZ=",
        "TERM=",    "CUDA_",
        "NVIDIA_",  "NCCL_",
        "KATASIM_", "LD_LIBRARY_PATH=",
        "ASAN_",    "UBSAN_",
        "NO_COLOR", "OMP_NUM_THREADS=",
    };
    for (size_t i = 0; i < COUNT_OF(prefix); i++)
        if (strncmp(var, prefix[i], strlen(prefix[i])) == 0) return true;
    return false;
}

static char **make_env(Arena *a, const char *const *extra, bool has_shm,
                       bool watched, const char *scratch) {
    size_t n = 0, cap = 8;
    for (char **v = environ; *v; v++)
        cap++;
    for (const char *const *v = extra; v && *v; v++)
        cap++;
    char **env = arena_array(a, char *, cap);

    // The first of a name counts, so the caller's come first.
    for (const char *const *v = extra; v && *v; v++)
        env[n++] = arena_str(a, *v);
    env[n++] = arena_fmt(a, "HOME=%s", scratch);
    env[n++] = arena_fmt(a, "TMPDIR=%s", scratch);
    env[n++] = arena_fmt(a, "KATA_WIRE=%d,%d%s", CHILD_WIRE_IN, CHILD_WIRE_OUT,
                         watched ? ",watched" : "");
    if (has_shm) env[n++] = arena_fmt(a, "KATA_SHM=%d", CHILD_SHM);
    for (char **v = environ; *v; v++)
        if (is_passed_on(*v)) env[n++] = *v;
    return env;
}

// The pairs of descriptors that link a child to us; [0] is ours.
typedef struct Links {
    int wire[2], status[2], out[2], err[2];
} Links;

static void links_close(Links *k, int side) {
    int *all[] = {k->wire, k->status, k->out, k->err};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (all[i][side] >= 0) close(all[i][side]);
        all[i][side] = -1;
    }
}

static bool links_open(Links *k, Err *err) {
    *k = (Links){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, k->wire) == 0 &&
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, k->status) == 0 &&
        pipe2(k->out, O_CLOEXEC) == 0 && pipe2(k->err, O_CLOEXEC) == 0 &&
        fcntl(k->out[0], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(k->err[0], F_SETFL, O_NONBLOCK) == 0)
        return true;
    err_errno(err, ERR_ENV, "cannot make the pipes to the child");
    links_close(k, 0);
    links_close(k, 1);
    return err_hint(err, "close other programs, or raise `ulimit -n`");
}

// Takes a message of the child being set up. 1: one came, 0: its end.
static int hear(int fd, ChildWord *word, int *listener) {
    struct iovec text = {word, sizeof *word};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr msg = {.msg_iov = &text,
                         .msg_iovlen = 1,
                         .msg_control = &control,
                         .msg_controllen = sizeof control.room};

    ssize_t n = recvmsg(fd, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n < 0) return errno == EAGAIN || errno == EINTR ? -1 : 0;
    if (n != (ssize_t)sizeof *word) return 0;
    struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
    if (c && c->cmsg_type == SCM_RIGHTS)
        memcpy(listener, CMSG_DATA(c), sizeof *listener);
    return 1;
}

static bool setup_failed(const ChildWord *word, Err *err) {
    err_set(err, ERR_ENV, "cannot set up the sandbox: %s: %s", word->what,
            strerror(word->error));
    return err_hint(err, "`kata doctor` shows what this machine offers");
}

// Until the binary runs: lets our exec pass, or hears why there was none.
static bool see_it_start(Child *c, int status, Err *err) {
    double end = clock_seconds() + SETUP_S;

    while (clock_seconds() < end) {
        struct pollfd p[] = {{.fd = status, .events = POLLIN},
                             {.fd = c->listener, .events = POLLIN}};
        if (poll(p, 2, 1000) <= 0) continue;
        if (p[1].revents & POLLIN) answer_call(c);
        if (!p[0].revents) continue;

        ChildWord word = {0};
        int got = hear(status, &word, &c->listener);
        if (got == 0) {
            c->is_running = true;
            return true;
        }
        if (got == 1 && word.failed) return setup_failed(&word, err);
    }
    err_set(err, ERR_ENV, "the sandbox did not start in %.0f s", SETUP_S);
    return err_hint(err, "this machine is very busy: try again");
}

static void child_free(Child *c) {
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

static Child *child_new(pid_t pid, const Links *k, const RunLimits *limits) {
    Child *c = heap_new(1, sizeof *c);
    c->pid = pid;
    c->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (c->pidfd >= 0) fcntl(c->pidfd, F_SETFD, FD_CLOEXEC);
    c->wire = k->wire[0];
    c->listener = -1;
    c->gpu = limits->gpu;
    c->started = clock_seconds();
    c->deadline = c->started + limits->seconds;
    capture_open(&c->out, k->out[0], limits->output_bytes);
    capture_open(&c->err, k->err[0], limits->output_bytes);
    c->next = living;
    living = c;
    return c;
}

static bool start_in(Arena *a, Child **out, const char *binary,
                     const char *const *argv, const char *const *env,
                     int shm_fd, const RunLimits *limits, Err *err) {
    char *full = realpath(binary, arena_array(a, char, PATH_MAX));
    if (!full) return err_errno(err, ERR_ENV, "%s", binary);
    char *scratch = realpath(limits->scratch, arena_array(a, char, PATH_MAX));
    if (!scratch) return err_errno(err, ERR_ENV, "%s", limits->scratch);

    Links k;
    if (!links_open(&k, err)) return false;
    ChildPlan *p = arena_new(a, ChildPlan);
    *p = (ChildPlan){
        .argv = argv,
        .wire = k.wire[1],
        .out = k.out[1],
        .err = k.err[1],
        .shm = shm_fd,
        .status = k.status[1],
        .keeper = getpid(),
        .seconds = limits->seconds,
        .memory_bytes = limits->memory_bytes,
        .confine = {.landlock_abi = landlock_abi(),
                    .gpu = limits->gpu,
                    .scratch = scratch,
                    .binary = full,
                    .devices = limits->gpu ? sandbox_devices(a) : NULL},
    };
    Filter *filter = &p->confine.filter;
    filter_build(filter, limits->gpu, limits->one_thread, limits->watched);
    p->env = make_env(a, env, shm_fd >= 0, limits->watched && filter->notifies,
                      scratch);
    elf_interp(full, p->confine.interp);

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = fork();
    if (pid == 0) child_become(p);
    links_close(&k, 1);
    if (pid < 0) {
        links_close(&k, 0);
        return err_errno(err, ERR_ENV, "cannot start a process");
    }

    Child *c = child_new(pid, &k, limits);
    c->binary = heap_new(strlen(full) + 1, 1);
    strcpy(c->binary, full);
    bool ok = see_it_start(c, k.status[0], err);
    close(k.status[0]);
    if (!ok) {
        kill_group(c);
        waitpid(pid, NULL, 0);
        c->ended = true;
        child_free(c);
        return false;
    }
    *out = c;
    return true;
}

bool run_start(Child **out, const char *binary, const char *const *argv,
               const char *const *env, int shm_fd, const RunLimits *limits,
               Err *err) {
    Arena a = {0};
    *out = NULL;
    bool ok = start_in(&a, out, binary, argv, env, shm_fd, limits, err);
    arena_reset(&a);
    return ok;
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
        pump(c, c->deadline, true);
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
    double end =
        timeout < 0 ? c->deadline + SETUP_S : clock_seconds() + timeout;

    for (;;) {
        WireStatus s = wire_take(&c->rest, out);
        if (s == WIRE_BAD) stop(c, RUN_PROTOCOL, "");
        if (s == WIRE_OK && c->speaker.last_words && !is_trap(out)) {
            stop(c, RUN_FORBIDDEN, in_its_name);
            return WIRE_END;
        }
        if (s != WIRE_TIMEOUT) return s;
        if (c->ended) return WIRE_END;
        if (clock_seconds() >= end) return WIRE_TIMEOUT;
        pump(c, end, false);
    }
}

void run_pause(Child *c, bool stop) {
    if (!c->ended) kill(c->pid, stop ? SIGSTOP : SIGCONT);
}

bool run_is_intact(Child *c) {
    if (c->ended) return true;
    if (!c->image.memory) image_open(&c->image, c->pid, c->binary);
    if (!image_is_intact(&c->image))
        stop(c, RUN_FORBIDDEN, "writing over its own code");
    else if (!speaker_is_alone(c->pid))
        stop(c, RUN_FORBIDDEN, "copying the runner's pipe");
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
        res->detail = "a system call";
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
        pump(c, patience, false);
    bool was_alive = !c->ended;
    kill_group(c);
    while (!c->ended)
        pump(c, clock_seconds() + 1, false);
    sweep();

    judge_end(c, done, was_alive, res);
    res->seconds = c->ended_at - c->started;
    capture_end(&c->out, &res->out, &res->out_dropped);
    capture_end(&c->err, &res->err, &res->err_dropped);
    child_free(c);
}

void run_result_free(RunResult *res) {
    buf_free(&res->out);
    buf_free(&res->err);
    *res = (RunResult){0};
}
