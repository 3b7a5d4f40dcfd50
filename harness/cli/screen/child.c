// This program once more, as a child; see child.h.
#include "cli/screen/child.h"

#include "cli/screen/terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

NORETURN static void be_child(int out, const char *const *argv, int columns,
                              bool colour, pid_t parent) {
    char wide[16];
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    terminal_forked();
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    snprintf(wide, sizeof wide, "%d", columns);
    setenv("COLUMNS", wide, 1);
    if (colour) setenv("CLICOLOR_FORCE", "1", 1);
    execv("/proc/self/exe", (char *const *)argv);
    perror("kata: cannot start itself");
    _exit(1);
}

bool child_start(Child *c, const char *const *argv, int columns, bool colour,
                 Err *err) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_errno(err, ERR_ENV, "cannot start `kata %s`", argv[1]);
    fflush(NULL);
    pid_t parent = getpid();
    c->pid = fork();
    if (c->pid == 0) be_child(ends[1], argv, columns, colour, parent);
    close(ends[1]);
    if (c->pid < 0) {
        c->pid = 0;
        close(ends[0]);
        return err_errno(err, ERR_ENV, "cannot start `kata %s`", argv[1]);
    }
    setpgid(c->pid, c->pid); // whoever is first
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    c->out = ends[0];
    buf_clear(&c->text);
    return true;
}

void child_read(Child *c) {
    char part[4096];
    ssize_t n;
    if (c->out < 0) return;
    while ((n = read(c->out, part, sizeof part)) > 0)
        if (c->text.len + (size_t)n <= CHILD_MOST)
            buf_add(&c->text, part, (size_t)n);
    if (n == 0) { // it has closed them, and may live on
        close(c->out);
        c->out = -1;
    }
}

bool child_ended(Child *c, int *status) {
    int how;
    if (!c->pid || waitpid(c->pid, &how, WNOHANG) != c->pid) return false;
    child_read(c);
    if (c->out >= 0) close(c->out);
    c->out = -1;
    c->pid = 0;
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return true;
}

void child_kill(const Child *c, int signal) {
    if (c->pid) kill(-c->pid, signal);
}

void child_stop(Child *c) {
    enum { TRIES = 100, STEP_NS = 10 * 1000 * 1000 };
    int status;
    child_kill(c, SIGTERM);
    for (int i = 0; c->pid && !child_ended(c, &status); i++) {
        if (i == TRIES) child_kill(c, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL);
    }
}
