// Brings a confined child to life: its environment, its links to the keeper,
// the sandbox that it builds around itself, until our exec has passed.
//
// The private pipe is a socket: writing to a dead child is then an error and
// not a SIGPIPE.
#include "base/day.h"
#include "base/heap.h"
#include "run/child.h"
#include "run/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Seconds for setting up.
static const double SETUP_S = 20;

extern char **environ;

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
static int status_receive(int fd, ChildWord *word, int *listener) {
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
        if (p[1].revents & POLLIN) keeper_answer(c);
        if (!p[0].revents) continue;

        ChildWord word = {0};
        int got = status_receive(status, &word, &c->listener);
        if (got == 0) {
            c->is_running = true;
            return true;
        }
        if (got == 1 && word.failed) return setup_failed(&word, err);
    }
    err_set(err, ERR_ENV, "the sandbox did not start in %.0f s", SETUP_S);
    return err_hint(err, "this machine is very busy: try again");
}

static bool start_in(Arena *a, Child **out, const char *binary,
                     const char *const *argv, const char *const *env,
                     int shm_fd, const RunLimits *limits, Err *err) {
    char *full = realpath(binary, arena_array(a, char, PATH_MAX));
    if (!full) return err_errno(err, ERR_ENV, "%s", binary);
    char *scratch = realpath(limits->scratch, arena_array(a, char, PATH_MAX));
    if (!scratch) return err_errno(err, ERR_ENV, "%s", limits->scratch);

    const char *code = full; // what holds the runner
    if (limits->library) {
        code = realpath(limits->library, arena_array(a, char, PATH_MAX));
        if (!code) return err_errno(err, ERR_ENV, "%s", limits->library);
    }

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
        .gpu = limits->gpu,
        .confine = {.scratch = scratch, .binary = full},
    };
    Filter *filter = &p->confine.filter;
    FilterFor of = {.gpu = limits->gpu,
                    .one_thread = limits->one_thread,
                    .watched = limits->watched,
                    .interpreted = limits->library != NULL};
    filter_build(filter, &of);
    p->env = make_env(a, env, shm_fd >= 0, limits->watched && filter->notifies,
                      scratch);
    elf_interp(full, p->confine.interp);
    sandbox_list_files(&p->confine, a, limits);
    Fence *fence = &p->confine.fence;
    if (fence->to_nobody && chown(scratch, FENCE_NOBODY, FENCE_NOBODY) != 0)
        fence->to_nobody = false; // a file system that knows no owners

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = fork();
    if (pid == 0) child_become(p);
    fence_free(fence);
    links_close(&k, 1);
    if (pid < 0) {
        links_close(&k, 0);
        return err_errno(err, ERR_ENV, "cannot start a process");
    }

    KeeperEnds ends = {k.wire[0], k.out[0], k.err[0]};
    Child *c = keeper_new(pid, &ends, limits);
    c->binary = heap_new(strlen(code) + 1, 1);
    strcpy(c->binary, code);
    bool ok = see_it_start(c, k.status[0], err);
    close(k.status[0]);
    if (!ok) {
        keeper_kill(c);
        waitpid(pid, NULL, 0);
        c->ended = true;
        keeper_drop(c);
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
