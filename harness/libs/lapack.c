// Factors of dense matrices; see lapack.h. The large ones go by blocks of
// columns, so that most of the work is matrix products.
#include "libs/lapack.h"

#include "base/base.h"
#include "libs/cpublas.h"

#include <math.h>

enum { BLOCK = 48 };

// ---- LU

static void swap_rows(int n, double *a, int lda, int i, int j) {
    for (int c = 0; c < n; c++) {
        double t = a[i + (long)c * lda];
        a[i + (long)c * lda] = a[j + (long)c * lda];
        a[j + (long)c * lda] = t;
    }
}

// Columns [from, from + width) of an m x n matrix, rows from `from` on; rows
// are swapped in all n columns.
static int lu_panel(int m, int n, int from, int width, double *a, int lda,
                    int *pivot) {
    int info = 0;
    for (int j = from; j < from + width && j < m; j++) {
        double *col = a + (long)j * lda;
        int best = j;
        for (int i = j + 1; pivot && i < m; i++)
            if (fabs(col[i]) > fabs(col[best])) best = i;
        if (pivot) pivot[j] = best + 1;
        if (best != j) swap_rows(n, a, lda, j, best);
        if (col[j] == 0) {
            if (!info) info = j + 1;
            continue;
        }
        for (int i = j + 1; i < m; i++)
            col[i] /= col[j];
        for (int c = j + 1; c < from + width; c++) {
            double by = a[j + (long)c * lda];
            for (int i = j + 1; by != 0 && i < m; i++)
                a[i + (long)c * lda] -= by * col[i];
        }
    }
    return info;
}

int lu_factor(int m, int n, double *a, int lda, int *pivot) {
    int info = 0, least = min_of(m, n);
    for (int from = 0; from < least; from += BLOCK) {
        int width = min_of((int)BLOCK, least - from), next = from + width;
        int bad = lu_panel(m, n, from, width, a, lda, pivot);
        if (bad && !info) info = bad;
        // The rows of the block to the right of it, then what lies below.
        for (int c = next; c < n; c++)
            for (int j = from; j < next; j++) {
                double by = a[j + (long)c * lda];
                for (int i = j + 1; by != 0 && i < next; i++)
                    a[i + (long)c * lda] -= by * a[i + (long)j * lda];
            }
        if (next < m && next < n)
            cpu_dgemm(false, false, m - next, n - next, width, -1,
                      a + next + (long)from * lda, lda,
                      a + from + (long)next * lda, lda, 1,
                      a + next + (long)next * lda, lda);
    }
    return info;
}

// Solves a triangle in place: of a itself, or of its transpose.
static void solve_triangle(bool lower, bool transposed, bool unit, int n,
                           const double *a, int lda, double *x) {
    bool down = lower != transposed;
    for (int s = 0; s < n; s++) {
        int i = down ? s : n - 1 - s;
        double v = x[i];
        if (transposed) {
            const double *col = a + (long)i * lda;
            for (int j = down ? 0 : i + 1; j < (down ? i : n); j++)
                v -= col[j] * x[j];
        }
        if (!unit) v /= a[i + (long)i * lda];
        x[i] = v;
        if (transposed || v == 0) continue;
        const double *col = a + (long)i * lda;
        for (int j = down ? i + 1 : 0; j < (down ? n : i); j++)
            x[j] -= col[j] * v;
    }
}

void lu_solve(bool transposed, int n, int nrhs, const double *a, int lda,
              const int *pivot, double *b, int ldb) {
    for (int c = 0; c < nrhs; c++) {
        double *x = b + (long)c * ldb;
        for (int i = 0; pivot && !transposed && i < n; i++)
            swap_rows(1, x, ldb, i, pivot[i] - 1);
        solve_triangle(!transposed, transposed, !transposed, n, a, lda, x);
        solve_triangle(transposed, transposed, transposed, n, a, lda, x);
        for (int i = n - 1; pivot && transposed && i >= 0; i--)
            swap_rows(1, x, ldb, i, pivot[i] - 1);
    }
}

// ---- Cholesky

// Element (i, j) of the lower triangle, which the upper one holds mirrored.
static double *lower_at(bool lower, double *a, int lda, int i, int j) {
    return lower ? a + i + (long)j * lda : a + j + (long)i * lda;
}

int cholesky_factor(bool lower, int n, double *a, int lda) {
    for (int from = 0; from < n; from += BLOCK) {
        int width = min_of((int)BLOCK, n - from), next = from + width;
        for (int j = from; j < next; j++) {
            double d = *lower_at(lower, a, lda, j, j);
            for (int k = from; k < j; k++) {
                double v = *lower_at(lower, a, lda, j, k);
                d -= v * v;
            }
            if (!(d > 0)) return j + 1;
            d = sqrt(d);
            *lower_at(lower, a, lda, j, j) = d;
            for (int i = j + 1; i < n; i++) {
                double v = *lower_at(lower, a, lda, i, j);
                for (int k = from; k < j; k++)
                    v -= *lower_at(lower, a, lda, i, k) *
                         *lower_at(lower, a, lda, j, k);
                *lower_at(lower, a, lda, i, j) = v / d;
            }
        }
        // By columns of blocks, so that the other triangle is not touched but
        // within a block on the diagonal.
        for (int c = next; c < n; c += BLOCK) {
            int w = min_of((int)BLOCK, n - c);
            for (int j = c; j < c + w; j++)
                for (int i = j; i < c + w; i++) {
                    double sum = 0;
                    for (int k = from; k < next; k++)
                        sum += *lower_at(lower, a, lda, i, k) *
                               *lower_at(lower, a, lda, j, k);
                    *lower_at(lower, a, lda, i, j) -= sum;
                }
            int below = c + w;
            if (below >= n) continue;
            const double *left = lower_at(lower, a, lda, below, from);
            const double *top = lower_at(lower, a, lda, c, from);
            double *to = lower_at(lower, a, lda, below, c);
            if (lower)
                cpu_dgemm(false, true, n - below, w, width, -1, left, lda, top,
                          lda, 1, to, lda);
            else
                cpu_dgemm(true, false, w, n - below, width, -1, top, lda, left,
                          lda, 1, to, lda);
        }
    }
    return 0;
}

void cholesky_solve(bool lower, int n, int nrhs, const double *a, int lda,
                    double *b, int ldb) {
    for (int c = 0; c < nrhs; c++) {
        solve_triangle(lower, !lower, false, n, a, lda, b + (long)c * ldb);
        solve_triangle(lower, lower, false, n, a, lda, b + (long)c * ldb);
    }
}

// ---- QR, by Householder's reflections I - tau v v^T, v[0] = 1

// Applies one to columns of C from row `row` on.
static void reflect(int m, int n, const double *v, double tau, double *c,
                    int ldc) {
    for (int j = 0; tau != 0 && j < n; j++) {
        double *col = c + (long)j * ldc, sum = col[0];
        for (int i = 1; i < m; i++)
            sum += v[i] * col[i];
        sum *= tau;
        col[0] -= sum;
        for (int i = 1; i < m; i++)
            col[i] -= v[i] * sum;
    }
}

void qr_factor(int m, int n, double *a, int lda, double *tau) {
    for (int j = 0; j < min_of(m, n); j++) {
        double *v = a + j + (long)j * lda, rest = 0;
        int rows = m - j;
        for (int i = 1; i < rows; i++)
            rest = hypot(rest, v[i]);
        tau[j] = 0;
        if (rest == 0) continue;
        double length = -copysign(hypot(v[0], rest), v[0]);
        tau[j] = (length - v[0]) / length;
        for (int i = 1; i < rows; i++)
            v[i] /= v[0] - length;
        v[0] = length;
        reflect(rows, n - j - 1, v, tau[j], v + lda, lda);
    }
}

void qr_apply(bool left, bool transposed, int m, int n, int k, const double *a,
              int lda, const double *tau, double *c, int ldc) {
    // Q = H1 H2 ... : from the left the last comes first, unless transposed.
    bool forward = left == transposed;
    for (int s = 0; s < k; s++) {
        int i = forward ? s : k - 1 - s;
        const double *v = a + i + (long)i * lda;
        if (left) {
            reflect(m - i, n, v, tau[i], c + i, ldc);
            continue;
        }
        for (int r = 0; r < m; r++) {
            double sum = c[r + (long)i * ldc];
            for (int j = 1; j < n - i; j++)
                sum += v[j] * c[r + (long)(i + j) * ldc];
            sum *= tau[i];
            c[r + (long)i * ldc] -= sum;
            for (int j = 1; j < n - i; j++)
                c[r + (long)(i + j) * ldc] -= v[j] * sum;
        }
    }
}
