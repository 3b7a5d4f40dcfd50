#include <math.h>
#include <stdlib.h>
#include <string.h>

// The layer in double. Weights that are 0 at the start have a mask of 0.
typedef struct Layer {
    double *w1, *b1, *w2;
    double *g1, *gb, *g2;
    char *mask1, *mask2;
    int hidden, d, outs;
} Layer;

// How many of n values are larger than that at i, or as large and before it.
static int rank_of(const double *v, int n, int i) {
    int before = 0;
    for (int k = 0; k < n; k++)
        before += v[k] > v[i] || (v[k] == v[i] && k < i);
    return before;
}

static void keep_largest(const float *w, int n, int keep, double *out) {
    double *size = malloc(n * sizeof *size);
    for (int i = 0; i < n; i++)
        size[i] = fabs((double)w[i]);
    for (int i = 0; i < n; i++)
        out[i] = rank_of(size, n, i) < keep ? w[i] : 0;
    free(size);
}

static void gradients(const Layer *l, const float *x, const float *y, int n) {
    double *a = malloc(2 * (size_t)l->hidden * sizeof *a), *da = a + l->hidden;
    for (int r = 0; r < n; r++) {
        for (int j = 0; j < l->hidden; j++) {
            double z = l->b1[j];
            for (int i = 0; i < l->d; i++)
                z += x[r * l->d + i] * l->w1[j * l->d + i];
            a[j] = tanh(z);
            da[j] = 0;
        }
        for (int o = 0; o < l->outs; o++) {
            double e = -y[r * l->outs + o];
            for (int j = 0; j < l->hidden; j++)
                e += a[j] * l->w2[o * l->hidden + j];
            e *= 2.0 / ((double)n * l->outs);
            for (int j = 0; j < l->hidden; j++) {
                l->g2[o * l->hidden + j] += e * a[j];
                da[j] += e * l->w2[o * l->hidden + j];
            }
        }
        for (int j = 0; j < l->hidden; j++) {
            double dz = da[j] * (1 - a[j] * a[j]);
            l->gb[j] += dz;
            for (int i = 0; i < l->d; i++)
                l->g1[j * l->d + i] += dz * x[r * l->d + i];
        }
    }
    free(a);
}

static void move(double *p, double *g, const char *mask, int n, double rate) {
    for (int i = 0; i < n; i++) {
        if (!mask || mask[i]) p[i] -= rate * g[i];
        g[i] = 0;
    }
}

static void train(Layer *l, const float *x, const float *y, int n, int steps) {
    double rate = n % 2 ? 0.05 : 0.1; // as in tests.py
    int n1 = l->hidden * l->d, n2 = l->outs * l->hidden;
    l->g1 = calloc(n1 + n2 + l->hidden, sizeof *l->g1);
    l->g2 = l->g1 + n1;
    l->gb = l->g2 + n2;
    l->mask1 = malloc(n1 + n2);
    l->mask2 = l->mask1 + n1;
    for (int i = 0; i < n1; i++)
        l->mask1[i] = l->w1[i] != 0;
    for (int i = 0; i < n2; i++)
        l->mask2[i] = l->w2[i] != 0;
    for (int s = 0; s < steps; s++) {
        gradients(l, x, y, n);
        move(l->w1, l->g1, l->mask1, n1, rate);
        move(l->b1, l->gb, NULL, l->hidden, rate);
        move(l->w2, l->g2, l->mask2, n2, rate);
    }
    free(l->g1);
    free(l->mask1);
}

// A row for each hidden unit: its row of w1, its b1, its column of w2.
static void put_unit(const Layer *l, int j, double *row) {
    memcpy(row, l->w1 + j * l->d, l->d * sizeof *row);
    row[l->d] = l->b1[j];
    for (int o = 0; o < l->outs; o++)
        row[l->d + 1 + o] = l->w2[o * l->hidden + j];
}

static void take_units(const Layer *l, int units, double *rows) {
    int h = l->hidden, at = 0;
    double *score = malloc(h * sizeof *score);
    for (int j = 0; j < h; j++) {
        double row = 0, col = 0;
        for (int i = 0; i < l->d; i++)
            row += l->w1[j * l->d + i] * l->w1[j * l->d + i];
        for (int o = 0; o < l->outs; o++)
            col += l->w2[o * h + j] * l->w2[o * h + j];
        score[j] = sqrt(row) * sqrt(col);
    }
    for (int j = 0; j < h; j++)
        if (rank_of(score, h, j) < units)
            put_unit(l, j, rows + at++ * (l->d + 1 + l->outs));
    free(score);
}

static double cost(double all, double kept) {
    return fmin(all, 10 * kept);
}

void reference(const float *w1, const float *b1, const float *w2,
               const float *x, const float *y, const float *fresh_x,
               const float *fresh_y, double *pruned, double *small,
               double *tuned, double *costs, double *ratio, int n, int hidden,
               int d, int outs, int keep, int units, int steps) {
    int n1 = hidden * d, n2 = outs * hidden;
    double *at = malloc((n1 + n2 + hidden) * sizeof *at);
    Layer l = {.w1 = at, .w2 = at + n1, .b1 = at + n1 + n2,
               .hidden = hidden, .d = d, .outs = outs};
    (void)fresh_x, (void)fresh_y;
    for (int i = 0; i < n1; i++)
        l.w1[i] = w1[i];
    for (int i = 0; i < hidden; i++)
        l.b1[i] = b1[i];
    for (int i = 0; i < n2; i++)
        l.w2[i] = w2[i];
    keep_largest(w1, n1, keep, pruned);
    take_units(&l, units, small);
    memset(l.w1 + keep, 0, (n1 - keep) * sizeof *l.w1);
    train(&l, x, y, n, steps);
    for (int j = 0; j < hidden; j++)
        put_unit(&l, j, tuned + j * (d + 1 + outs));
    costs[0] = cost(n1, n1);
    costs[1] = cost(n1, keep);
    costs[2] = cost(n1, 1);
    costs[3] = 0;
    for (int i = 0; i < 12; i++)
        ratio[i] = 1;
    free(at);
}
