// Running tools: spawned, drained, waited for.
//
// Both pipes are read together, for a tool that fills one while we wait on the
// other would stand still for ever. A pidfd in the same poll ends the wait when
// the tool has ended, even if a daemon it left behind keeps the pipes open.
#include "base/proc.h"
#include "base/day.h"
#include "base/heap.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CAPTURE_MAX = 8 << 20 };

struct ProcHandle {
    pid_t pid;
    int fd[2]; // stdout, stderr; -1 once closed
    double start;
    double until;   // 0: no limit
    bool has_group; // of its own: it ends with all that it started
};

void args_add(Args *a, const char *word) {
    vec_push(a, word);
    vec_reserve(a, a->n + 1);
    a->at[a->n] = NULL;
}

void args_free(Args *a) {
    vec_free(a);
}

static bool needs_quotes(const char *word) {
    if (!*word) return true;
    for (; *word; word++)
        if (!isalnum((unsigned char)*word) && !strchr("_-+=./,:@%^", *word))
            return true;
    return false;
}

char *args_text(Arena *arena, const Args *a) {
    Buf b = {0};
    for (int i = 0; i < a->n; i++) {
        if (i) buf_char(&b, ' ');
        if (!needs_quotes(a->at[i])) {
            buf_str(&b, a->at[i]);
            continue;
        }
        buf_char(&b, '\'');
        for (const char *c = a->at[i]; *c; c++)
            buf_str(&b, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        buf_char(&b, '\'');
    }
    char *text = arena_str(arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

// Tools start as from a fresh shell, whatever kata has blocked or ignored.
static void default_signals(posix_spawnattr_t *attr) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(attr, &all);
    posix_spawnattr_setsigmask(attr, &none);
    posix_spawnattr_setflags(attr,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

static int spawn(pid_t *pid, const char *const *argv, const char *cwd, int out,
                 int err) {
    posix_spawn_file_actions_t fa;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&fa);
    posix_spawnattr_init(&attr);

    posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&fa, out, 1);
    posix_spawn_file_actions_adddup2(&fa, err, 2);
    if (cwd) posix_spawn_file_actions_addchdir_np(&fa, cwd);
#if __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&fa, 3);
#endif
    default_signals(&attr);
    int why =
        posix_spawnp(pid, argv[0], &fa, &attr, (char **)(void *)argv, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&fa);
    return why;
}

// A pipe whose ends stay clear of 0, 1 and 2, which the child's dup2 overwrites
// when kata itself was started with one of them closed.
static bool open_pipe(int p[2]) {
    int raw[2];
    p[0] = p[1] = -1;
    if (pipe2(raw, O_CLOEXEC) != 0) return false;
    for (int i = 0; i < 2; i++) {
        p[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
        close(raw[i]);
    }
    if (p[0] >= 0 && p[1] >= 0) return true;
    close_fd(&p[0]);
    close_fd(&p[1]);
    return false;
}

// ---- within limits

typedef struct Plan {
    const char *const *argv;
    const char *program; // full path
    const char *cwd;
    const ProcLimits *limits;
    int out, err, failed; // failed: where it says what it could not do
} Plan;

static void lower_limit(int what, rlim_t value) {
    struct rlimit r;
    if (!value || getrlimit(what, &r) != 0) return;
    r.rlim_max = min_of(r.rlim_max, value);
    r.rlim_cur = min_of(r.rlim_cur, r.rlim_max);
    setrlimit(what, &r);
}

static void set_limits(const ProcLimits *l) {
    lower_limit(RLIMIT_AS, l->memory_bytes);
    lower_limit(RLIMIT_FSIZE, l->file_bytes);
    lower_limit(RLIMIT_NPROC, (rlim_t)l->processes);
    // For when nobody is left to look at the clock: of each process alone.
    lower_limit(RLIMIT_CPU, l->seconds > 0 ? (rlim_t)l->seconds + 5 : 0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

static void close_all(int first) {
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
    struct rlimit r = {0};
    getrlimit(RLIMIT_NOFILE, &r);
    for (int fd = first; (rlim_t)fd < r.rlim_cur; fd++)
        close(fd);
}

static const char *enter(const Plan *p) {
    int null = open("/dev/null", O_RDONLY);
    // Not a session: by that the keeper of run/ knows what a submission has
    // left.
    if (setpgid(0, 0) != 0 || dup2(null, 0) < 0 || dup2(p->out, 1) < 0 ||
        dup2(p->err, 2) < 0)
        return "its descriptors";
    if (p->cwd && chdir(p->cwd) != 0) return "its folder";
    set_limits(p->limits);
    const Fence *fence = p->limits->fence;
    const char *broken = NULL;
    if (fence) broken = fence_drop_root(fence);
    if (fence && !broken) broken = fence_files(fence);
    return fence && !broken ? fence_calls(fence) : broken;
}

// Only system calls here: another thread of kata may have held a lock.
NORETURN static void become(const Plan *p) {
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int failed = fcntl(p->failed, F_DUPFD_CLOEXEC, 3);
    const char *broken = enter(p);
    dup3(failed, 3, O_CLOEXEC);
    close_all(4);
    char **env = p->limits->env ? p->limits->env : environ;
    if (!broken) execve(p->program, (char *const *)(uintptr_t)p->argv, env);
    int why = errno ? errno : EPERM;
    (void)!write(failed == 3 ? failed : 3, &why, sizeof why);
    _exit(127);
}

// Returns 0, or why it could not be started, as errno tells it.
static int start_plan(pid_t *pid, Plan *p) {
    int failed[2], why = 0;
    if (!open_pipe(failed)) return errno;
    p->failed = failed[1];
    *pid = fork();
    if (*pid == 0) become(p);
    int error = *pid < 0 ? errno : 0;
    close(failed[1]);
    ssize_t n;
    while ((n = read(failed[0], &why, sizeof why)) < 0 && errno == EINTR)
        ;
    close(failed[0]);
    if (n != (ssize_t)sizeof why) return error;
    waitpid(*pid, NULL, 0);
    return why;
}

// ---- starting

static ProcHandle *not_started(ProcHandle *h, const char *name, int why,
                               Err *err) {
    close_fd(&h->fd[0]);
    close_fd(&h->fd[1]);
    heap_free(h);
    errno = why;
    err_errno(err, ERR_ENV, "cannot start %s", name);
    if (why == ENOENT)
        err_hint(err, "is %s installed, and on your PATH?", name);
    else
        err_hint(err, "try the command by hand: %s", name);
    return NULL;
}

static int start_within(ProcHandle *h, const char *const *argv, const char *cwd,
                        const ProcLimits *limits, int out, int err) {
    Arena a = {0};
    Plan p = {.argv = argv,
              .program = proc_find(&a, argv[0]),
              .cwd = cwd,
              .limits = limits,
              .out = out,
              .err = err};
    int why = p.program ? start_plan(&h->pid, &p) : ENOENT;
    if (limits->seconds > 0) h->until = h->start + limits->seconds;
    h->has_group = true;
    arena_reset(&a);
    return why;
}

ProcHandle *proc_start_within(const char *const *argv, const char *cwd,
                              const ProcLimits *limits, Err *err) {
    ProcHandle *h = heap_new(1, sizeof *h);
    int out[2], errs[2] = {-1, -1}, why;

    h->start = clock_seconds();
    if (!open_pipe(out) || !open_pipe(errs))
        why = errno;
    else if (limits)
        why = start_within(h, argv, cwd, limits, out[1], errs[1]);
    else
        why = spawn(&h->pid, argv, cwd, out[1], errs[1]);
    close_fd(&out[1]);
    close_fd(&errs[1]);
    h->fd[0] = out[0];
    h->fd[1] = errs[0];
    return why ? not_started(h, argv[0], why, err) : h;
}

ProcHandle *proc_start(const char *const *argv, const char *cwd, Err *err) {
    return proc_start_within(argv, cwd, NULL, err);
}

// Reads what is there. Closes the pipe at its end; false if nothing was there.
static bool read_some(int *fd, Buf *to) {
    char part[65536];
    ssize_t n = read(*fd, part, sizeof part);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (n <= 0) {
        close_fd(fd);
        return false;
    }
    size_t room = to->len < CAPTURE_MAX ? CAPTURE_MAX - to->len : 0;
    buf_add(to, part, min_of((size_t)n, room)); // the rest is dropped
    return true;
}

// Milliseconds until the limit, for poll; -1: there is none.
static int time_left(const ProcHandle *h) {
    if (!h->until) return -1;
    double left = h->until - clock_seconds();
    return left <= 0 ? 0 : (int)min_of(left * 1e3 + 1, 3.6e6);
}

// Reads until it has ended, or its pipes have. False: its time is up.
static bool drain(ProcHandle *h, Proc *p) {
    int pidfd = (int)syscall(SYS_pidfd_open, h->pid, 0); // -1: poll skips it
    Buf *to[2] = {&p->out, &p->err};
    bool in_time = true, ended = false;

    while (in_time && !ended &&
           (h->fd[0] >= 0 || h->fd[1] >= 0 || (h->until && pidfd >= 0))) {
        struct pollfd pfd[3] = {
            {h->fd[0], POLLIN, 0}, {h->fd[1], POLLIN, 0}, {pidfd, POLLIN, 0}};
        int wait = time_left(h), n = poll(pfd, 3, wait);
        if (n < 0) continue; // EINTR
        in_time = wait != 0;
        bool any = false;
        for (int i = 0; i < 2; i++)
            if (pfd[i].revents) any |= read_some(&h->fd[i], to[i]);
        // It has ended and left nothing behind in the pipes.
        ended = pfd[2].revents && !any && !pfd[0].revents && !pfd[1].revents;
    }
    close_fd(&pidfd);
    close_fd(&h->fd[0]);
    close_fd(&h->fd[1]);
    return in_time || ended;
}

void proc_stop(const ProcHandle *h) {
    if (h->has_group)
        kill(-h->pid, SIGKILL);
    else
        kill(h->pid, SIGTERM);
}

// Ends what it has left. Until it is collected, its number is no other
// group's.
static void end_group(const ProcHandle *h) {
    siginfo_t ended;
    while (waitid(P_PID, (id_t)h->pid, &ended, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR)
        ;
    kill(-h->pid, SIGKILL);
}

bool proc_wait(ProcHandle *h, Proc *p, Err *err) {
    *p = (Proc){.status = -1};
    p->timed_out = !drain(h, p);
    if (p->timed_out) proc_stop(h);
    if (h->has_group) end_group(h);

    int status = 0;
    pid_t got;
    do
        got = waitpid(h->pid, &status, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        err_errno(err, ERR_BUG, "lost track of process %ld", (long)h->pid);
    else if (WIFSIGNALED(status))
        p->status = 128 + WTERMSIG(status);
    else
        p->status = WEXITSTATUS(status);
    p->seconds = clock_seconds() - h->start;
    heap_free(h);
    return got >= 0;
}

bool proc_run(const char *const *argv, const char *cwd, Proc *p, Err *err) {
    *p = (Proc){.status = -1};
    ProcHandle *h = proc_start(argv, cwd, err);
    return h && proc_wait(h, p, err);
}

void proc_free(Proc *p) {
    buf_free(&p->out);
    buf_free(&p->err);
}

static bool is_program(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           access(path, X_OK) == 0;
}

char *proc_find(Arena *a, const char *name) {
    if (strchr(name, '/')) return is_program(name) ? arena_str(a, name) : NULL;

    const char *path = getenv("PATH");
    Str rest = str_of(path ? path : "/usr/local/bin:/usr/bin:/bin"), dir;
    while (str_cut(&rest, ':', &dir)) {
        char *full = dir.n ? arena_fmt(a, "%.*s/%s", (int)dir.n, dir.p, name)
                           : arena_fmt(a, "./%s", name);
        if (is_program(full)) return full;
    }
    return NULL;
}
