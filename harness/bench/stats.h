// Statistics of repeated timings: medians and distribution-free intervals.
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include "base/base.h"

typedef struct Stats {
    int n;
    double min, q1, median, q3, max;
    double lo, hi; // 95 % interval of the median, by order statistics
} Stats;

// Sorts v in place. n >= 1. With fewer than 6 samples no 95 % interval exists:
// lo and hi are then min and max.
// Ranks: l = floor((n - 1.96 sqrt n) / 2), u = ceil(1 + (n + 1.96 sqrt n) / 2)
// (normal approximation of the binomial; Conover, "Practical nonparametric
// statistics", section 3.2).
Stats stats_of(double *v, int n);

// Sorts v.
void stats_sort(double *v, int n);

// Spreads what is equal in sorted v over the step of the clock that made it so,
// the smallest difference in v: the median of times that tick in steps then
// moves by less than a step (the median of grouped data). Nothing changes where
// the step is more than 2 % of the median: then it is no step of a clock.
void stats_untie(double *v, int n);

// The p-quantile of sorted v, linear between order statistics.
double stats_quantile(const double *sorted, int n, double p);

// True when the interval is as narrow as the wanted relative half-width: a
// timed run then stops. Fewer than six samples never are.
bool stats_settled(const Stats *s, double rel_half_width);

#endif
