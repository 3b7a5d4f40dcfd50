#include "gate/judge/guard.h"

#include "base/heap.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { USUAL_SECONDS = 60, SENTENCE = 1400 };

// Made before anything happens: a handler can only copy them.
static char endless[SENTENCE], crashed[SENTENCE];
static long guard_seconds = USUAL_SECONDS;

static _Thread_local bool is_inside, has_timer;
static _Thread_local timer_t timer;

static void take_too_long(int sig) {
    (void)sig;
    die_at_once(endless);
}

// A fault that is not the reference's is as deadly as without this.
static void take_crash(int sig) {
    if (is_inside) die_at_once(crashed);
    signal(sig, SIG_DFL);
    raise(sig);
}

static void catch_signals(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction late = {.sa_handler = take_too_long},
                     crash = {.sa_handler = take_crash};
    sigaction(SIGXCPU, &late, NULL);
#ifndef __SANITIZE_ADDRESS__ // which tells more
    for (size_t i = 0; i < COUNT_OF(crashes); i++)
        sigaction(crashes[i], &crash, NULL);
#else
    (void)crashes;
    (void)crash;
#endif
}

void guard_name(const char *source) {
    const char *given = getenv("KATA_REFERENCE_S");
    if (given && atol(given) > 0) guard_seconds = atol(given);
    snprintf(endless, sizeof endless,
             "a call of %s did not end within %ld s of processor time: is "
             "there a loop without an end?",
             source, guard_seconds);
    snprintf(crashed, sizeof crashed,
             "%s crashed: does it stay within its arrays?", source);
    catch_signals();
}

// On the thread's own processor time, so that a busy machine stops nothing.
static void set_guard(long seconds) {
    struct itimerspec when = {.it_value.tv_sec = seconds};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGXCPU};
    if (!has_timer)
        has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
    if (has_timer) timer_settime(timer, 0, &when, NULL);
}

void guard_begin(void) {
    set_guard(guard_seconds);
    is_inside = true;
}

void guard_end(void) {
    is_inside = false;
    set_guard(0);
}

void guard_drop(void) {
    if (has_timer) timer_delete(timer);
    has_timer = false;
}
