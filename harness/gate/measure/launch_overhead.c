#include "gate/measure/launch_overhead.h"

#include <math.h>

// Later processes weigh as much as if there had been no more before: the mean
// follows what a driver or a card becomes.
static const double MOST_PROCESSES = 500;

// Two processes on one GPU differ by less.
static const double OFF_MOST_US = 0.25;

static bool can_differ(double usual_us, double process_us) {
    return fabs(process_us - usual_us) <= OFF_MOST_US; // a NaN cannot
}

static const char *fact_key(const LaunchOverhead *u, const char *what) {
    return arena_fmt(u->a, "usual|%s|%s|%s", u->uuid, u->driver, what);
}

void launch_overhead_read(LaunchOverhead *u) {
    double us = u->fact ? u->fact(u->ctx, fact_key(u, "us")) : NAN;
    double n = u->fact ? u->fact(u->ctx, fact_key(u, "n")) : NAN;
    bool known = us > 0 && n >= 1;
    u->us = known ? us : 0;
    u->n = known ? n : 0;
}

double launch_overhead_offset(double usual_us, double process_us) {
    bool known = usual_us > 0 && can_differ(usual_us, process_us);
    return known ? process_us - usual_us : 0;
}

void launch_overhead_add(LaunchOverhead *u, double process_us) {
    if (!(process_us > 0)) return;
    if (u->n > 0 && !can_differ(u->us, process_us)) {
        // Once as many speak against it as for it, it begins anew.
        if (--u->n == 0) u->us = 0;
        return;
    }
    u->n = fmin(u->n + 1, MOST_PROCESSES);
    u->us += (process_us - u->us) / u->n;
}

void launch_overhead_write(const LaunchOverhead *u) {
    if (!u->set_fact) return;
    u->set_fact(u->ctx, fact_key(u, "us"), u->us);
    u->set_fact(u->ctx, fact_key(u, "n"), u->n);
}
