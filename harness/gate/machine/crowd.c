// See crowd.h; proc(5) has the columns of /proc/stat.
#include "gate/machine/crowd.h"

#include <stdio.h>
#include <unistd.h>

enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, COLUMNS };

Crowd crowd_now(void) {
    unsigned long long t[COLUMNS] = {0};
    FILE *f = fopen("/proc/stat", "r");
    Crowd now = {0};
    if (!f) return now;
    int n = fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[USER],
                   &t[NICE], &t[SYSTEM], &t[IDLE], &t[IOWAIT], &t[IRQ],
                   &t[SOFTIRQ], &t[STEAL]);
    fclose(f);
    double ticks = (double)sysconf(_SC_CLK_TCK);
    for (int i = 0; i < n; i++) {
        double seconds = (double)t[i] / ticks;
        now.all += seconds;
        if (i != IDLE && i != IOWAIT) now.busy += seconds;
    }
    return now;
}

double crowd_share(const Crowd *from, const Crowd *to, double own_seconds) {
    double all = to->all - from->all;
    double others = to->busy - from->busy - own_seconds;
    return all > 0 && others > 0 ? min_of(others / all, 1.0) : 0;
}

double crowd_patience(double limit, double taken, double lost) {
    const double MOST = 6; // times the limit
    double own = taken - lost;
    if (taken >= MOST * limit || own >= 0.95 * limit) return 0;
    return min_of(limit - own, MOST * limit - taken);
}
