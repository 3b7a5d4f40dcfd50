// Running a command in a folder, and ending all that it started.
#include "run/command.h"

#include "base/day.h"
#include "base/fence.h"
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20 };

// Only system calls: another thread of kata may have held a lock.
NORETURN static void become(const char *const *argv, char **env,
                            const char *folder, const Fence *fence, int out) {
    int null = open("/dev/null", O_RDONLY);
    if (setsid() < 0 || null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(out, 2) < 0)
        _exit(126);
    close(out);
    close(null);
    struct rlimit none = {0, 0}, file = {1u << 30, 1u << 30};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &file);
    if (chdir(folder) != 0) _exit(126);
    if (fence_drop_root(fence) || fence_files(fence) || fence_calls(fence))
        _exit(126);
    execvpe(argv[0], (char *const *)(uintptr_t)argv, env);
    _exit(127);
}

// Reads what is there. False at the end of the output.
static bool output_read(int fd, CommandResult *res) {
    char part[8192];
    ssize_t n = read(fd, part, sizeof part);
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    if (n == 0) return false;
    size_t room = MOST_OUTPUT - min_of(res->out.len, (size_t)MOST_OUTPUT);
    res->flooded |= (size_t)n > room;
    buf_add(&res->out, part, min_of((size_t)n, room));
    return true;
}

// Until its output ends or the time is up. A process that it leaves in the
// background holds the pipe open: the limit ends that too.
static void command_follow(pid_t pid, int fd, double until,
                           CommandResult *res) {
    bool open = true, dead = false;
    int status = 0;
    while (open || !dead) {
        double left = until - clock_seconds();
        if (left <= 0) {
            res->timed_out = !dead;
            break;
        }
        struct pollfd p = {fd, POLLIN, 0};
        if (open && poll(&p, 1, (int)min_of(left * 1e3 + 1, 50.0)) > 0)
            open = output_read(fd, res);
        else if (!open)
            usleep(2000);
        if (!dead && waitpid(pid, &status, WNOHANG) == pid) dead = true;
        if (dead && open && poll(&p, 1, 0) == 0) break; // all is read
    }
    kill(-pid, SIGKILL);
    while (!dead && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    res->status =
        WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool is_any(const char *entry, const char *const *names, int n) {
    for (int i = 0; i < n; i++) {
        size_t k = strlen(names[i]);
        if (!strncmp(entry, names[i], k) && entry[k] == '=') return true;
    }
    return false;
}

// kata's environment, with the folder as home. It omits the variables that a
// make passes to its children: a make in the folder would read them as its own,
// and look for job tokens in descriptors that it does not have. git finds no
// settings of this person or machine, which it may not read, and takes a
// repository whoever owns it.
static char **environment(Arena *a, const char *folder) {
    static const char *const names[] = {
        "HOME",      "TMPDIR",        "LC_ALL",
        "MAKEFLAGS", "MFLAGS",        "MAKELEVEL",
        "MAKEFILES", "MAKEOVERRIDES", "GIT_CONFIG_NOSYSTEM",
        "GIT_DIR",   "GIT_WORK_TREE", "GIT_CONFIG_GLOBAL"};
    static const char *const git[] = {
        "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
        "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory",
        "GIT_CONFIG_VALUE_0=*"};
    int n = 0, k = 0;
    while (environ[n])
        n++;
    char **env = arena_array(a, char *, (size_t)n + 4 + COUNT_OF(git));
    for (int i = 0; i < n; i++)
        if (!is_any(environ[i], names, COUNT_OF(names))) env[k++] = environ[i];
    env[k++] = arena_fmt(a, "HOME=%s", folder);
    env[k++] = arena_fmt(a, "TMPDIR=%s", folder);
    env[k++] = arena_str(a, "LC_ALL=C.UTF-8");
    for (size_t i = 0; i < COUNT_OF(git); i++)
        env[k++] = arena_str(a, git[i]);
    return env;
}

// The folder, what is installed, and the installations of tools that projects
// use, wherever they are.
static void allow_project(Fence *f, Arena *a, const char *folder) {
    static const char *const tools[] = {"make", "cmake", "cc",      "c++",
                                        "nvcc", "cargo", "python3", "python"};
    const int use = FENCE_READ | FENCE_EXECUTE;
    fence_allow_system(f, a, use);
    fence_allow_named(f, a);
    for (size_t i = 0; i < COUNT_OF(tools); i++)
        fence_allow_program(f, a, proc_find(a, tools[i]));
    fence_allow(f, folder, FENCE_CHANGE | FENCE_EXECUTE);
    fence_allow_gpu(f, a, true);
    f->keeps_sockets = true;
}

bool run_command(const char *const *argv, const char *folder, double seconds,
                 CommandResult *res, Err *err) {
    int out[2];
    double start = clock_seconds();
    *res = (CommandResult){0};
    if (pipe2(out, O_CLOEXEC) != 0)
        return err_errno(err, ERR_ENV, "cannot run %s", argv[0]);
    Arena a = {0};
    char **env = environment(&a, folder);
    Fence fence = {.writes_all = true};
    allow_project(&fence, &a, folder);
    pid_t pid = fork();
    if (pid == 0) become(argv, env, folder, &fence, out[1]);
    fence_free(&fence);
    arena_reset(&a);
    close(out[1]);
    if (pid < 0) {
        close(out[0]);
        return err_errno(err, ERR_ENV, "cannot run %s", argv[0]);
    }
    command_follow(pid, out[0], start + seconds, res);
    close(out[0]);
    res->seconds = clock_seconds() - start;
    return true;
}

void command_free(CommandResult *res) {
    buf_free(&res->out);
}
