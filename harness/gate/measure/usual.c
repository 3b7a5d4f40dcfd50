// See usual.h.
#include "gate/measure/usual.h"

#include <math.h>

// Later ones weigh as much as if there had been no more: what a driver or a
// card becomes is followed.
static const double MOST = 500;

// More than where a process lies on a GPU moves its times.
static const double OFF_MOST_US = 0.25;

static bool can_be(double usual_us, double least_us) {
    return fabs(least_us - usual_us) <= OFF_MOST_US; // a NaN cannot
}

static const char *key(const Usual *u, const char *what) {
    return arena_fmt(u->a, "usual|%s|%s|%s", u->uuid, u->driver, what);
}

void usual_read(Usual *u) {
    double us = u->fact ? u->fact(u->ctx, key(u, "us")) : NAN;
    double n = u->fact ? u->fact(u->ctx, key(u, "n")) : NAN;
    bool known = us > 0 && n >= 1;
    u->us = known ? us : 0;
    u->n = known ? n : 0;
}

double usual_offset(double usual_us, double least_us) {
    bool known = usual_us > 0 && can_be(usual_us, least_us);
    return known ? least_us - usual_us : 0;
}

void usual_add(Usual *u, double least_us) {
    if (!(least_us > 0)) return;
    if (u->n > 0 && !can_be(u->us, least_us)) {
        // Once as many speak against it as for it, it begins anew.
        if (--u->n == 0) u->us = 0;
        return;
    }
    u->n = fmin(u->n + 1, MOST);
    u->us += (least_us - u->us) / u->n;
}

void usual_write(const Usual *u) {
    if (!u->set_fact) return;
    u->set_fact(u->ctx, key(u, "us"), u->us);
    u->set_fact(u->ctx, key(u, "n"), u->n);
}
