// From fork to exec: descriptors, limits, confinement, and the binary.
//
// Only system calls here: kata may have had threads, and what they held is held
// for ever. A step that fails is told to the keeper by name, so that a machine
// that cannot be set up is never mistaken for a learner's crash.
#include "run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

NORETURN static void give_up(int status, const char *what) {
    ChildWord word = {.failed = true, .error = errno};
    strncpy(word.what, what, sizeof word.what - 1);
    (void)!send(status, &word, sizeof word, MSG_NOSIGNAL);
    _exit(127);
}

static bool pass_listener(int status, int listener) {
    ChildWord word = {.failed = false};
    struct iovec text = {&word, sizeof word};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr msg = {.msg_iov = &text,
                         .msg_iovlen = 1,
                         .msg_control = &control,
                         .msg_controllen = sizeof control.room};

    struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &listener, sizeof listener);
    return sendmsg(status, &msg, MSG_NOSIGNAL) == (ssize_t)sizeof word;
}

static void close_from(unsigned first, unsigned last) {
    if (syscall(SYS_close_range, first, last, 0) == 0) return;
    struct rlimit r = {0};
    getrlimit(RLIMIT_NOFILE, &r);
    for (unsigned fd = first; fd <= last && fd < r.rlim_cur; fd++)
        close((int)fd);
}

// Puts every descriptor at its number and closes all others. Returns the status
// socket's new number, or -1.
static int place_fds(const ChildPlan *p) {
    enum { STATUS = 200, ABOVE = 256 };
    int from[] = {open("/dev/null", O_RDONLY),
                  p->out,
                  p->err,
                  p->shm,
                  p->wire,
                  p->wire,
                  p->status};
    const int to[] = {0,     1, 2, CHILD_SHM, CHILD_WIRE_IN, CHILD_WIRE_OUT,
                      STATUS};

    // First all of them out of the way, so that no dup2 hits a later source.
    for (size_t i = 0; i < COUNT_OF(to); i++) {
        if (from[i] < 0) continue;
        from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, ABOVE);
        if (from[i] < 0) return -1;
    }
    for (size_t i = 0; i < COUNT_OF(to); i++)
        if (from[i] >= 0 && dup2(from[i], to[i]) < 0) return -1;
    close_from(3, CHILD_SHM - 1);
    if (p->shm < 0) close(CHILD_SHM);
    close_from(STATUS + 1, ~0u);
    return fcntl(STATUS, F_SETFD, FD_CLOEXEC) == 0 ? STATUS : -1;
}

// Lowers a limit, soft and hard, never raises it.
static bool limit_lower(int what, rlim_t value) {
    struct rlimit r;
    if (getrlimit(what, &r) != 0) return false;
    if (value < r.rlim_max) r.rlim_max = value;
    if (r.rlim_cur > r.rlim_max) r.rlim_cur = r.rlim_max;
    if (value < r.rlim_cur) r.rlim_cur = value;
    return setrlimit(what, &r) == 0;
}

static bool set_limits(const ChildPlan *p) {
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    // The keeper's clock is the limit; this one is for when there is no keeper.
    double cpu = p->seconds * (double)(cpus > 0 ? cpus : 1) + 5;

    const struct {
        int what;
        rlim_t value;
    } bounds[] = {
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, (rlim_t)(p->gpu ? 1024 : MOST_FILE_MIB) << 20},
        {RLIMIT_NOFILE, p->gpu ? 4096 : 1024},
        {RLIMIT_CPU, (rlim_t)cpu},
        // Counts all processes of the user, kata's and the editor's too.
        {RLIMIT_NPROC, 4096},
        {RLIMIT_NICE, 0},
        {RLIMIT_RTPRIO, 0},
        {RLIMIT_MSGQUEUE, 0},
        // A driver locks what it copies from.
        {RLIMIT_MEMLOCK, p->gpu ? RLIM_INFINITY : 8 << 20},
    };
    for (size_t i = 0; i < COUNT_OF(bounds); i++)
        if (!limit_lower(bounds[i].what, bounds[i].value)) return false;
    return !p->memory_bytes || limit_lower(RLIMIT_DATA, p->memory_bytes);
}

static void reset_signals(void) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    for (int s = 1; s < NSIG; s++)
        sigaction(s, &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Where memory runs out, the kernel is to end this process before others.
static void die_first(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    (void)!write(fd, "1000", 4);
    close(fd);
}

void child_become(const ChildPlan *p) {
    reset_signals();
    if (setsid() < 0) give_up(p->status, "setsid");
    // A signal at the death of the thread that forked; the check closes the
    // gap in which it died before.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != p->keeper) _exit(127);
    die_first();

    int status = place_fds(p);
    if (status < 0) give_up(p->status, "descriptors");
    if (chdir(p->confine.scratch) != 0) give_up(status, "its folder");
    if (!set_limits(p)) give_up(status, "limits");

    int listener;
    const char *broken = sandbox_confine(&p->confine, &listener);
    if (broken) give_up(status, broken);
    // Another user's process had the signal taken away.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != p->keeper) _exit(127);
    if (listener >= 0) {
        if (!pass_listener(status, listener)) give_up(status, "the listener");
        close(listener);
    }
    execve(p->confine.binary, (char *const *)p->argv, p->env);
    give_up(status, "starting the binary");
}
