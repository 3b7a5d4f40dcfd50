// For whole programs on the simulated device (kata sim): says what it saw.
//
// Linked with a program of the learner's own that has a main(). When it ends,
// by return, by exit() or of a signal, the records of do:report go to kata,
// with all traps before them. Without KATA_WIRE it does nothing.
#include "runner/runner.h"
#include "sim/sim.h"

#include <signal.h>
#include <stdlib.h>
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

// ---- dying

static int dies_of;

static void die(void) {
    signal(dies_of, SIG_DFL);
    raise(dies_of);
}

static void simhost_give_up(int sig) {
    (void)sig;
    die();
}

// Telling takes memory, and whoever died may hold the lock of malloc: then the
// alarm ends the wait, and what was seen is lost.
static void on_death(int sig) {
    enum { PATIENCE_S = 2 };
    dies_of = sig;
    if (getpid() != started_by) die();
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
    if (getenv("KATASIM_SPANS")) sim_keep_spans(SPANS_MOST);
    // The program's own stack may be what it ran out of.
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        sigaction(deadly[i], NULL, &was);
        if (was.sa_handler == SIG_DFL) sigaction(deadly[i], &act, NULL);
    }
}
