#include <math.h>
#include <stdlib.h>

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *t, int n) {
    qsort(t, n, sizeof *t, rising);
    return n % 2 ? t[n / 2] : (t[n / 2 - 1] + t[n / 2]) / 2;
}

// One piece of work for the device: the host takes 5 us to start it.
static void run(double *host, double *until, double us) {
    *host += 5;
    *until = fmax(*until, *host) + us;
}

static double gpu_step(double rows, int launches, double slower) {
    double host = 0, until = 0;
    run(&host, &until, 8 + rows / 50);
    for (int k = 0; k < launches; k++)
        run(&host, &until, (2 + rows / 200) * slower);
    run(&host, &until, 8 + rows / 100);
    return fmax(host, until);
}

static void price(const double *batches, const double *us, double *fit, int n) {
    double at = 0, mean = 0, above = 0, below = 0;
    for (int i = 0; i < n; i++) {
        at += batches[i] / n;
        mean += us[i] / n;
    }
    for (int i = 0; i < n; i++) {
        above += (batches[i] - at) * (us[i] - mean);
        below += (batches[i] - at) * (batches[i] - at);
    }
    fit[1] = above / below;
    fit[0] = mean - fit[1] * at;
}

// -100 if it never wins.
static double even(const double *batches, const double *cpu, const double *gpu,
                   int n) {
    if (gpu[n - 1] > cpu[n - 1]) return -100;
    for (int i = n - 2; i >= 0; i--) {
        double late = gpu[i] - cpu[i], next = gpu[i + 1] - cpu[i + 1];
        double step = batches[i + 1] - batches[i];
        if (late > 0) return batches[i] + step * late / (late - next);
    }
    return batches[0];
}

// Samples per second, if a batch goes through in pieces of `part`.
static double rate(double fixed, double each, int batch, int part) {
    int whole = batch / part, rest = batch % part;
    double us = whole * (fixed + each * part);
    if (rest) us += fixed + each * rest;
    return 1e6 * batch / us;
}

// The place of a time on an axis with a logarithmic scale.
static int column(double us, double least, double most, int width) {
    if (least == most) return 0;
    return (int)lround((width - 1) * log(us / least) / log(most / least));
}

static void chart(const double *cpu, const double *gpu, int *columns, int n) {
    double least = cpu[0], most = cpu[0];
    for (int i = 0; i < n; i++) {
        least = fmin(least, fmin(cpu[i], gpu[i]));
        most = fmax(most, fmax(cpu[i], gpu[i]));
    }
    for (int i = 0; i < n; i++) {
        columns[2 * i] = column(cpu[i], least, most, 61);
        columns[2 * i + 1] = column(gpu[i], least, most, 61);
    }
}

void reference(const int *jitter, const int *gaps, const double *cpu_us,
               const double *gpu_us, int batch, double *cpu, double *gpu,
               double *fit, double *crossing, double *rates, int *columns,
               int n, int repeats, int launches) {
    double *batches = malloc(n * sizeof *batches), last = 0;
    for (int i = 0; i < n; i++)
        batches[i] = last += gaps[i];
    double *a = malloc(repeats * sizeof *a), *b = malloc(repeats * sizeof *b);
    int calls = n * (repeats + 1);
    for (int i = 0; i < n; i++) {
        for (int r = 0; r < repeats; r++) {
            int call = i * (repeats + 1) + 1 + r;
            a[r] = (3.3 + 1.03 * exp2(i)) * (1 + jitter[call] / 100.0);
            b[r] = gpu_step(exp2(i), launches, 1 + jitter[calls + call] / 100.0);
        }
        cpu[i] = median(a, repeats);
        gpu[i] = median(b, repeats);
    }
    price(batches, gpu_us, fit, n);
    crossing[0] = even(batches, cpu_us, gpu_us, n);
    crossing[1] = even(batches, gpu_us, cpu_us, n);
    for (int i = 0; i < n; i++)
        rates[i] = rate(10 * cpu_us[0], gpu_us[0] / 100, batch, 1 << i);
    chart(cpu_us, gpu_us, columns, n);
    free(batches);
    free(a);
    free(b);
}
