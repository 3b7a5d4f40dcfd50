// See jobs.h.
#include "cli/jobs.h"
#include "cli/cmd.h"

#include "base/heap.h"
#include "run/nvml.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 256, USUAL_MOST = 16, WORDS = 1500 };

typedef struct Pool {
    const Jobs *j;
    Arena *m;
    pid_t pid[MOST]; // 0: free
    int piece[MOST];
    char (*words)[WORDS]; // the last ones of each, in memory of all
    int running;
} Pool;

long jobs_default(bool gpu) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (gpu) n /= 2;
    return min_of(max_of(n, 1L), (long)USUAL_MOST);
}

bool jobs_take(const char *text, bool gpu, long *most, Err *err) {
    *most = jobs_default(gpu);
    if (text && !opts_int("--jobs", text, 1, most, err)) return false;
    *most = min_of(*most, (long)MOST);
    return true;
}

void *jobs_memory(size_t bytes) {
    void *at = mmap(NULL, max_of(bytes, (size_t)1), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) die("no memory for what several processes find out");
    return at;
}

NORETURN static void become(const Jobs *j, int piece, pid_t parent,
                            char *words) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    die_into(words, WORDS);
    if (getppid() != parent) _exit(1);
    term_forked();
    j->work(j->ctx, piece);
    _exit(0);
}

static const char *how_it_died(Arena *m, int status, const char *words) {
    if (*words) return arena_str(m, words);
    if (WIFSIGNALED(status))
        return arena_fmt(m, "the process that judged it died: %s (signal %d)",
                         strsignal(WTERMSIG(status)), WTERMSIG(status));
    if (WEXITSTATUS(status))
        return arena_fmt(m, "the process that judged it gave up (status %d)",
                         WEXITSTATUS(status));
    return NULL;
}

static bool is_stopped(const Pool *p) {
    return p->j->stop && *p->j->stop;
}

// Waits for one of them, or for a signal. A zombie that a killed one has left
// may end up here as well: that is none.
static void wait_for_one(Pool *p) {
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno != EINTR) die("waitpid: %s", strerror(errno));
    for (int i = 0; i < MOST && pid > 0; i++) {
        if (p->pid[i] != pid) continue;
        p->pid[i] = 0;
        p->running--;
        if (is_stopped(p)) continue; // a signal may have ended it as well
        p->j->ended(p->j->ctx, p->piece[i],
                    how_it_died(p->m, status, p->words[i]));
    }
}

static bool start_piece(Pool *p, int piece, Err *err) {
    pid_t parent = getpid(), pid;
    int at = 0;
    fflush(NULL);
    while (p->pid[at])
        at++;
    p->words[at][0] = '\0';
    while ((pid = fork()) < 0) {
        if (!p->running)
            return err_errno(err, ERR_ENV, "cannot start a process");
        wait_for_one(p);
    }
    if (pid == 0) become(p->j, piece, parent, p->words[at]);
    p->pid[at] = pid;
    p->piece[at] = piece;
    p->running++;
    return true;
}

static void kill_all(Pool *p) {
    for (int i = 0; i < MOST; i++)
        if (p->pid[i]) kill(p->pid[i], SIGKILL);
    while (p->running > 0)
        wait_for_one(p);
}

static bool start_all(Pool *p, bool alone, long most, Err *err) {
    const Jobs *j = p->j;
    bool ok = true;
    for (int i = 0; ok && i < j->n; i++) {
        if ((j->is_alone && j->is_alone(j->ctx, i)) != alone) continue;
        while (p->running >= most && !is_stopped(p))
            wait_for_one(p);
        if (is_stopped(p)) break;
        // Only now: what has ended may have told it.
        if (j->is_known && j->is_known(j->ctx, i)) continue;
        ok = start_piece(p, i, err);
    }
    while (p->running > 0 && !is_stopped(p))
        wait_for_one(p);
    if (is_stopped(p)) kill_all(p);
    return ok;
}

bool jobs_run(const Jobs *j, Arena *m, Err *err) {
    Pool p = {.j = j, .m = m, .words = jobs_memory(MOST * sizeof *p.words)};
    nvml_close(); // every job asks for itself
    long most = min_of(j->most, (long)MOST);
    return start_all(&p, true, 1, err) && start_all(&p, false, most, err);
}
