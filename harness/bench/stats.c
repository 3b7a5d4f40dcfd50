// Order statistics: nothing here assumes a distribution, because timings have
// none worth the name (a floor, a bulk, a tail).
#include "bench/stats.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void stats_sort(double *v, int n) {
    qsort(v, (size_t)n, sizeof *v, by_value);
}

// Two times that differ by less are equal: the text in which they arrive has no
// more digits.
static const double SAME = 1e-4;

void stats_untie(double *v, int n) {
    double step = INFINITY;
    for (int i = 1; i < n; i++)
        if (v[i] - v[i - 1] > SAME) step = min_of(step, v[i] - v[i - 1]);
    if (n == 0 || !(step <= 0.02 * v[n / 2])) return;
    for (int from = 0, to; from < n; from = to) {
        double at = v[from];
        for (to = from + 1; to < n && v[to] - at <= SAME;)
            to++;
        for (int i = from; i < to; i++)
            v[i] = at + step * ((i - from + 0.5) / (to - from) - 0.5);
    }
}

double stats_quantile(const double *sorted, int n, double p) {
    double at = p * (n - 1);
    int i = (int)at;
    if (i >= n - 1) return sorted[n - 1];
    return sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]);
}

Stats stats_of(double *v, int n) {
    assert(n >= 1);
    qsort(v, (size_t)n, sizeof *v, by_value);
    Stats s = {
        .n = n,
        .min = v[0],
        .q1 = stats_quantile(v, n, 0.25),
        .median = stats_quantile(v, n, 0.5),
        .q3 = stats_quantile(v, n, 0.75),
        .max = v[n - 1],
        .lo = v[0],
        .hi = v[n - 1],
    };
    if (n < 6) return s;
    double half = 1.96 * sqrt(n);
    int l = (int)floor((n - half) / 2), u = (int)ceil(1 + (n + half) / 2);
    s.lo = v[max_of(l, 1) - 1];
    s.hi = v[min_of(u, n) - 1];
    return s;
}

bool stats_settled(const Stats *s, double rel_half_width) {
    return s->n >= 6 && (s->hi - s->lo) / 2 <= rel_half_width * s->median;
}
