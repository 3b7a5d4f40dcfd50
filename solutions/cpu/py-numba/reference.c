#include <stdlib.h>

static int upward(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n) {
    qsort(v, (size_t)n, sizeof *v, upward);
    return (v[n / 2] + v[(n - 1) / 2]) / 2;
}

// The first k that is ahead: counted up, from shortly before.
static long long pays_from(long long plain, long long first, long long later) {
    if (later >= plain && first >= plain) return 0;
    long long k = 1;
    if (later < plain && first - later > 10 * (plain - later))
        k = (first - later) / (plain - later) - 5;
    long long as_it_is = k * plain, compiled = first + (k - 1) * later;
    while (as_it_is <= compiled) {
        as_it_is += plain;
        compiled += later;
        k++;
    }
    return k;
}

// As in tests.py.
static const long long times_first[] = {1, 1000, 1000000};

void reference(const int *start, const int *jitter, const int *prices,
               const int *times, int compile_us, int work, int percent,
               int *steps, long long *total, double *spans, long long *pays,
               int *enough, int *facts, int n, int repeats, int m,
               int threads) {
    total[0] = 0;
    for (int i = 0; i < n; i++) {
        long long x = start[i];
        for (steps[i] = 0; x != 1; steps[i]++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        total[0] += steps[i];
    }
    double *later = malloc(sizeof *later * (size_t)repeats);
    spans[0] = 100.0 + jitter[0] + compile_us;
    for (int i = 0; i < repeats; i++)
        later[i] = 100.0 + jitter[i + 1];
    spans[1] = median(later, repeats);
    free(later);
    for (int i = 0; i < m; i++)
        pays[i] = pays_from(prices[3 * i],
                            (long long)prices[3 * i + 1] * times_first[i % 3],
                            prices[3 * i + 2]);
    enough[0] = 1;
    while (enough[0] < threads) {
        long long old = work / enough[0] + times[enough[0] - 1];
        long long now = work / (enough[0] + 1) + times[enough[0]];
        if ((old - now) * 100 < old * percent) break;
        enough[0]++;
    }
    facts[0] = facts[1] = 1;
}
