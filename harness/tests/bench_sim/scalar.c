// The work of some kernels of kernels.cu as plain C loops: what one core does
// without a device, for the ratio that `make bench-sim` prints.
//
//     scalar
//
// prints a line per loop: its name and the median seconds of a pass.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 1 << 20, SIDE = 256, WIDE = 1024, PASSES = 7 };

static float a[N], b[N], c[N];
static int at[N];
static unsigned table[N];

static void vadd(void) {
    for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
}
static void saxpy(void) {
    for (int i = 0; i < N; i++)
        c[i] = 0.5f * a[i] + c[i];
}
static void matmul(void) {
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            float sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += a[i * SIDE + k] * b[k * SIDE + j];
            c[i * SIDE + j] = sum;
        }
}
static void stencil(void) {
    for (int y = 1; y < WIDE - 1; y++)
        for (int x = 1; x < WIDE - 1; x++) {
            const float *p = a + y * WIDE + x;
            c[y * WIDE + x] = 0.2f * (p[0] + p[-1] + p[1] + p[-WIDE] + p[WIDE]);
        }
}
static void transpose(void) {
    for (int y = 0; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++)
            c[y * WIDE + x] = a[x * WIDE + y];
}
static void reduce(void) {
    float sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i];
    c[0] = sum;
}
static void scan(void) {
    for (int i = 0; i < N / 8; i += 512) {
        float sum = 0;
        for (int k = i; k < i + 512; k++)
            c[k] = sum += a[k];
    }
}
static void gather(void) {
    for (int i = 0; i < N; i++)
        c[i] = a[at[i]];
}
static void scatter(void) {
    for (int i = 0; i < N; i++)
        c[at[i]] = a[i];
}
static void hash_insert(void) {
    memset(table, 0, sizeof table);
    for (int i = 0; i < N / 4; i++) {
        unsigned key = (unsigned)at[i] + 1, h = key * 2654435761u;
        for (;; h++) {
            h &= N - 1;
            if (!table[h]) table[h] = key;
            if (table[h] == key) break;
        }
    }
}
static void histogram(void) {
    for (int i = 0; i < N; i++)
        table[at[i] & 4095]++;
}
static void collatz(void) {
    for (unsigned i = 0; i < N / 64; i++) {
        unsigned v = i + 1;
        int steps = 0;
        for (; v != 1; steps++)
            v = v & 1 ? 3 * v + 1 : v / 2;
        at[i] = steps;
    }
}
static void mandelbrot(void) {
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            float cx = -2.0f + 3.0f * (float)x / 256;
            float cy = -1.5f + 3.0f * (float)y / 256, zx = 0, zy = 0;
            int k = 0;
            for (; k < 256 && zx * zx + zy * zy < 4; k++) {
                float t = zx * zx - zy * zy + cx;
                zy = 2 * zx * zy + cy;
                zx = t;
            }
            at[y * 256 + x] = k;
        }
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *x, const void *y) {
    double p = *(const double *)x, q = *(const double *)y;
    return (p > q) - (p < q);
}

static void row(const char *name, void (*pass)(void)) {
    double s[PASSES];

    pass();
    for (int i = 0; i < PASSES; i++) {
        double from = seconds();
        pass();
        s[i] = seconds() - from;
    }
    qsort(s, PASSES, sizeof *s, ascending);
    printf("%s %.9f\n", name, s[PASSES / 2]);
}

int main(void) {
    for (int i = 0; i < N; i++) {
        unsigned h = (unsigned)i * 2654435761u;
        h ^= h >> 15;
        a[i] = b[i] = (float)(h % 1000) * 0.001f;
        unsigned p = (unsigned)i * 2654435761u % N; // as in kernels.cu
        at[i] = (int)(p ^ p >> 10);
    }
#define ROW(name) row(#name, name)
    ROW(vadd), ROW(saxpy), ROW(matmul), ROW(stencil), ROW(transpose);
    ROW(reduce), ROW(scan), ROW(gather), ROW(scatter), ROW(hash_insert);
    ROW(histogram), ROW(mandelbrot), ROW(collatz);
}
