// Eigenvalues: Householder reflections make a Hermitian matrix tridiagonal, and
// QL steps with implicit shifts make that diagonal. Singular values: one-sided
// Jacobi, which turns pairs of columns until all are orthogonal.
#include "base/base.h"
#include "base/heap.h"
#include "libs/eigen.h"

#include <float.h>
#include <math.h>

enum { STEPS_MOST = 60, SWEEPS_MOST = 60 };

// ---- Hermitian: tridiagonal

static double norm_of(int n, const double complex *x) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
    return sqrt(sum);
}

// The reflection I - 2 v v^H that takes x to a multiple of the first unit
// vector, which is returned. v may be x; it is 0 if nothing is to be done.
static double complex reflection(int n, const double complex *x,
                                 double complex *v) {
    double norm = norm_of(n, x), first = cabs(x[0]);
    double complex to = first > 0 ? -norm * (x[0] / first) : -norm;
    if (norm == 0 || n == 1) {
        to = x[0];
        for (int i = 0; i < n; i++)
            v[i] = 0;
        return to;
    }
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    v[0] -= to;
    double length = norm_of(n, v);
    for (int i = 0; i < n; i++)
        v[i] /= length;
    return to;
}

// A = H A H of the rows and columns from `at` on. p: n numbers of room.
static void reflect_both(int n, int at, double complex *a,
                         const double complex *v, double complex *p) {
    int k = n - at;
    double complex *trail = a + at + (size_t)at * (size_t)n;
    double inner = 0;
    for (int i = 0; i < k; i++)
        p[i] = 0;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++)
            p[i] += trail[i + (size_t)j * (size_t)n] * v[j];
    for (int i = 0; i < k; i++)
        inner += creal(conj(v[i]) * p[i]);
    for (int i = 0; i < k; i++)
        p[i] -= inner * v[i];
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++)
            trail[i + (size_t)j * (size_t)n] -=
                2 * (v[i] * conj(p[j]) + p[i] * conj(v[j]));
}

// z = H z of the rows from `at` on.
static void reflect_left(int n, int at, double complex *z,
                         const double complex *v) {
    for (int j = at; j < n; j++) {
        double complex *column = z + (size_t)j * (size_t)n + at, dot = 0;
        for (int i = 0; i < n - at; i++)
            dot += conj(v[i]) * column[i];
        for (int i = 0; i < n - at; i++)
            column[i] -= 2 * dot * v[i];
    }
}

// a = Z T Z^H: T's diagonal and what is below it, which is real and not
// negative; Z takes a's place. e: n numbers.
static void tridiagonal(int n, double complex *a, double *d, double *e) {
    size_t whole = (size_t)n * (size_t)n;
    double complex *v = heap_new(whole, sizeof *v);
    double complex *below = heap_new((size_t)n * 2, sizeof *below);
    for (int k = 0; k + 1 < n; k++) {
        double complex *vk = v + (size_t)k * (size_t)n;
        below[k] = reflection(n - k - 1, a + k + 1 + (size_t)k * (size_t)n, vk);
        reflect_both(n, k + 1, a, vk, below + n);
    }
    for (int i = 0; i < n; i++)
        d[i] = creal(a[i + (size_t)i * (size_t)n]);
    for (size_t i = 0; i < whole; i++)
        a[i] = i % ((size_t)n + 1) == 0;
    for (int k = n - 2; k >= 0; k--)
        reflect_left(n, k + 1, a, v + (size_t)k * (size_t)n);
    // Turn the columns so that what is below the diagonal becomes real.
    double complex turn = 1;
    for (int k = 0; k + 1 < n; k++) {
        e[k] = cabs(below[k]);
        if (e[k] > 0) turn *= below[k] / e[k];
        for (int i = 0; i < n; i++)
            a[i + (size_t)(k + 1) * (size_t)n] *= turn;
    }
    e[n - 1] = 0;
    heap_free(v);
    heap_free(below);
}

// ---- tridiagonal: diagonal

static void rotate(int n, double complex *z, int i, double c, double s) {
    double complex *x = z + (size_t)i * (size_t)n, *y = x + n;
    for (int k = 0; k < n; k++) {
        double complex old = y[k];
        y[k] = s * x[k] + c * old;
        x[k] = c * x[k] - s * old;
    }
}

// One QL step on rows first..last, with the shift of Wilkinson.
static void ql_step(int n, int first, int last, double *d, double *e,
                    double complex *z) {
    double g = (d[first + 1] - d[first]) / (2 * e[first]);
    double r = hypot(g, 1), s = 1, c = 1, p = 0;
    g = d[last] - d[first] + e[first] / (g + copysign(r, g));
    for (int i = last - 1; i >= first; i--) {
        double f = s * e[i], b = c * e[i];
        r = e[i + 1] = hypot(f, g);
        if (r == 0) { // it falls into two parts here
            d[i + 1] -= p;
            e[last] = 0;
            return;
        }
        s = f / r, c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        rotate(n, z, i, c, s);
    }
    d[first] -= p;
    e[first] = g;
    e[last] = 0;
}

static int diagonal(int n, double *d, double *e, double complex *z) {
    int left = 0;
    for (int first = 0; first < n; first++)
        for (int steps = 0;; steps++) {
            int last = first;
            while (last + 1 < n &&
                   fabs(e[last]) >
                       DBL_EPSILON * (fabs(d[last]) + fabs(d[last + 1])))
                last++;
            if (last == first) break;
            if (steps == STEPS_MOST) {
                left++;
                break;
            }
            ql_step(n, first, last, d, e, z);
        }
    return left;
}

static void swap_columns(int n, double complex *z, int i, int j) {
    for (int k = 0; k < n; k++) {
        double complex *x = z + k + (size_t)i * (size_t)n;
        double complex *y = z + k + (size_t)j * (size_t)n, t = *x;
        *x = *y, *y = t;
    }
}

int eigen_hermitian(int n, double complex *a, double *values) {
    if (n == 0) return 0;
    double *e = heap_new((size_t)n, sizeof *e);
    tridiagonal(n, a, values, e);
    int left = diagonal(n, values, e, a);
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (values[j] < values[least]) least = j;
        if (least == i) continue;
        double t = values[i];
        values[i] = values[least], values[least] = t;
        swap_columns(n, a, i, least);
    }
    heap_free(e);
    return left;
}

// ---- singular values

static double dot(int n, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void turn_pair(int n, double *x, double *y, double c, double s) {
    for (int i = 0; i < n; i++) {
        double old = x[i];
        x[i] = c * old - s * y[i];
        y[i] = s * old + c * y[i];
    }
}

// Makes two columns orthogonal. Returns whether they were not.
static bool make_orthogonal(int m, int n, double *x, double *y, double *vx,
                            double *vy) {
    double xx = dot(m, x, x), yy = dot(m, y, y), xy = dot(m, x, y);
    if (fabs(xy) <= DBL_EPSILON * sqrt(xx * yy)) return false;
    double z = (yy - xx) / (2 * xy);
    double t = copysign(1, z) / (fabs(z) + hypot(z, 1));
    double c = 1 / hypot(t, 1);
    turn_pair(m, x, y, c, c * t);
    turn_pair(n, vx, vy, c, c * t);
    return true;
}

void basis_complete(int m, int from, int to, double *u) {
    int unit = 0;
    for (int j = from; j < to; unit = (unit + 1) % m) {
        double *x = u + (size_t)j * (size_t)m;
        for (int i = 0; i < m; i++)
            x[i] = i == unit;
        for (int again = 0; again < 2; again++)
            for (int k = 0; k < j; k++) {
                const double *of = u + (size_t)k * (size_t)m;
                double part = dot(m, of, x);
                for (int i = 0; i < m; i++)
                    x[i] -= part * of[i];
            }
        double length = sqrt(dot(m, x, x));
        // One of the m unit vectors keeps 1 / sqrt(m) or more.
        if (length < 0.9 / sqrt(m)) continue;
        for (int i = 0; i < m; i++)
            x[i] /= length;
        j++;
    }
}

void svd_real(int m, int n, double *a, double *values, double *v) {
    size_t rows = (size_t)m, order = (size_t)n;
    for (size_t i = 0; i < order * order; i++)
        v[i] = i % (order + 1) == 0;
    bool turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS_MOST; sweep++) {
        turned = false;
        for (size_t i = 0; i < order; i++)
            for (size_t j = i + 1; j < order; j++)
                turned |= make_orthogonal(m, n, a + i * rows, a + j * rows,
                                          v + i * order, v + j * order);
    }
    for (size_t i = 0; i < order; i++)
        values[i] = sqrt(dot(m, a + i * rows, a + i * rows));
    int rank = 0;
    for (size_t i = 0; i < order; i++) {
        size_t most = i;
        for (size_t j = i + 1; j < order; j++)
            if (values[j] > values[most]) most = j;
        double t = values[i];
        values[i] = values[most], values[most] = t;
        for (size_t k = 0; most != i && k < rows; k++) {
            t = a[k + i * rows];
            a[k + i * rows] = a[k + most * rows], a[k + most * rows] = t;
        }
        for (size_t k = 0; most != i && k < order; k++) {
            t = v[k + i * order];
            v[k + i * order] = v[k + most * order], v[k + most * order] = t;
        }
        if (values[i] > DBL_EPSILON * DBL_EPSILON * values[0]) rank++;
        for (size_t k = 0; values[i] > 0 && k < rows; k++)
            a[k + i * rows] /= values[i];
    }
    basis_complete(m, rank, n, a);
}
