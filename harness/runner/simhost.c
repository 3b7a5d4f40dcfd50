// For whole programs on the simulated device (kata sim): says what it saw.
//
// Linked with a program of the learner's own that has a main(). When it ends,
// by return, by exit() or of a signal, the records of do:report go to kata,
// with all traps before them. Without KATA_WIRE it does nothing.
#include "runner/runner.h"
#include "sim/progress.h"
#include "sim/sim.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Of the timeline; a program that does more is told about from its beginning.
enum { SPANS_MOST = 100000 };

static pid_t started_by;

static void report_send(void) {
    counted_take();
    counted_send();
    Wire w = {0};
    wire_add(&w, "say", "done");
    channel_send(&w);
    wire_free(&w);
}

// After the destructors of the program's own objects: what they free is no
// leak.
__attribute__((destructor(101))) static void end(void) {
    // A child that it has forked says nothing: what ran, ran in the parent.
    if (!channel_open() || getpid() != started_by) return;
    sim_end();
    report_send();
}

// ---- waiting
//
// A launch that takes a second on a GPU takes hours here: whoever waits is told
// what runs, how far it is and how long it may take, on stderr, more and more
// seldom.

enum { FIRST_S = 5, LATER = 3 }; // seconds; times as long before the next line

static void tell_progress(int seconds) {
    enum { KERNEL = 60 };
    SimProgress p;
    char line[256];
    sim_progress(&p);
    double left =
        p.done ? p.seconds * (double)(p.blocks - p.done) / (double)p.done : 0;
    unsigned long long n = p.launches, done = p.done, all = p.blocks;
    int len;
    if (!p.kernel && p.stopped)
        len = snprintf(line, sizeof line,
                       "kata sim: %d s: %.*s was stopped by an error; now the "
                       "program's own code runs. Ctrl-C ends it and shows the "
                       "error\n",
                       seconds, KERNEL, p.stopped);
    else if (!p.kernel)
        len = snprintf(line, sizeof line,
                       "kata sim: %d s: %llu launches so far; now the "
                       "program's own code runs\n",
                       seconds, n);
    else if (!p.blocks)
        len = snprintf(line, sizeof line,
                       "kata sim: %d s: %llu launches so far, now %.*s\n",
                       seconds, n, KERNEL, p.kernel);
    else if (p.seconds < 1)
        len = snprintf(line, sizeof line,
                       "kata sim: %d s: %llu launches so far, now %.*s\n",
                       seconds, n, KERNEL, p.kernel);
    else if (!p.done)
        len = snprintf(line, sizeof line,
                       "kata sim: %d s: launch %llu, %.*s: %.0f s, none of "
                       "%llu blocks done\n",
                       seconds, n, KERNEL, p.kernel, p.seconds, all);
    else
        len =
            snprintf(line, sizeof line,
                     "kata sim: %d s: launch %llu, %.*s: %llu of %llu blocks, "
                     "about %.0f s more\n",
                     seconds, n, KERNEL, p.kernel, done, all, left);
    if (len > 0 && write(STDERR_FILENO, line, strlen(line)) < 0) return;
}

static void *waiting(void *unused) {
    (void)unused;
    for (int at = 0, next = FIRST_S;; next *= LATER) {
        for (; at < next; at++)
            sleep(1);
        tell_progress(at);
    }
    return NULL;
}

// The program's signals are for its own threads.
static void watch_progress(void) {
    enum { STACK = 64 << 10 };
    pthread_t unused;
    pthread_attr_t attr;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&unused, &attr, waiting, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
}

// ---- dying

static volatile sig_atomic_t dies_of;

// A signal is blocked in its own handler.
static void die(void) {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, dies_of);
    signal(dies_of, SIG_DFL);
    raise(dies_of);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
}

static void simhost_give_up(int sig) {
    (void)sig;
    die();
}

// Telling takes memory, and whoever died may hold the lock of malloc: then the
// alarm ends the wait, and what was seen is lost.
static void on_death(int sig) {
    enum { PATIENCE_S = 2 };
    // A time limit ends kata and its program, and kata passes it on: it comes
    // twice. The first one tells what was seen.
    if (dies_of && (sig == SIGTERM || sig == SIGINT || sig == SIGHUP)) return;
    bool told = dies_of;
    dies_of = sig;
    if (told || getpid() != started_by) die();
    signal(SIGALRM, simhost_give_up);
    alarm(PATIENCE_S);
    report_send();
    die();
}

void simhost_interruptible(bool on) {
    static struct sigaction was;
    static bool is;
    struct sigaction act = {.sa_handler = on_death, .sa_flags = SA_NODEFER};
    if (!channel_open() || is == on) return;
    is = on;
    if (on)
        sigaction(SIGINT, &act, &was);
    else
        sigaction(SIGINT, &was, NULL);
}

// Before any of the program's own, which may take them over.
__attribute__((constructor(103))) static void watch(void) {
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS,  SIGFPE,
                                 SIGILL,  SIGINT,  SIGTERM, SIGHUP};
    static char stack[64 << 10];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act = {.sa_handler = on_death,
                            .sa_flags = SA_ONSTACK | SA_NODEFER},
                     was;
    if (!channel_open()) return;
    started_by = getpid();
    if (getenv("KATASIM_PROGRESS")) watch_progress();
    if (getenv("KATASIM_PROGRESS") && hostio_is_used()) sim_watch_blank();
    if (getenv("KATASIM_SPANS")) sim_keep_spans(SPANS_MOST);
    // The program's own stack may be what it ran out of.
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        sigaction(deadly[i], NULL, &was);
        if (was.sa_handler == SIG_DFL) sigaction(deadly[i], &act, NULL);
    }
}
