// A GPT of one block, trained in double: losses of all steps, gradients of the first.
#include <math.h>
#include <stdlib.h>
#include <string.h>

void reference(const int *text, const float *table, const float *places, const float *gains,
               const float *shifts, const float *qkv, const float *mix, const float *up,
               const float *down, double *losses, double *d_down, double *d_up, double *d_mix,
               double *d_qkv, double *d_gains, double *d_shifts, double *d_places,
               double *d_table, int *facts, int batch, int length, int dim, int heads,
               int vocab, int steps);

enum { TABLE, PLACES, GAINS, SHIFTS, QKV, MIX, UP, DOWN, PARTS };

static int B, T, C, H, V;
static double *w[PARTS], *g[PARTS], *m[PARTS], *v[PARTS];
static int count[PARTS];

static double *zeros(int n) {
    return calloc((size_t)n + 1, sizeof(double));
}

// out[rows][n] = in[rows][k] weight[k][n]
static void linear(const double *in, const double *weight, double *out, int rows, int k, int n) {
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < k; i++)
                sum += in[r * k + i] * weight[i * n + j];
            out[r * n + j] = sum;
        }
}

static void linear_back(const double *in, const double *weight, const double *d_out,
                        double *d_in, double *d_weight, int rows, int k, int n) {
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < k; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += d_out[r * n + j] * weight[i * n + j];
                d_weight[i * n + j] += in[r * k + i] * d_out[r * n + j];
            }
            d_in[r * k + i] = sum;
        }
}

// Norm `which` of 3. hat: (x - mean) / sigma; over: 1 / sigma.
static void norm(const double *x, int which, double *hat, double *over, double *out) {
    for (int r = 0; r < B * T; r++) {
        double mean = 0, square = 0;
        for (int c = 0; c < C; c++)
            mean += x[r * C + c] / C;
        for (int c = 0; c < C; c++)
            square += pow(x[r * C + c] - mean, 2) / C;
        over[r] = 1 / sqrt(square + 1e-5);
        for (int c = 0; c < C; c++) {
            hat[r * C + c] = (x[r * C + c] - mean) * over[r];
            out[r * C + c] = hat[r * C + c] * w[GAINS][which * C + c] + w[SHIFTS][which * C + c];
        }
    }
}

// Adds to d_x.
static void norm_back(const double *d_out, int which, const double *hat, const double *over,
                      double *d_x) {
    for (int r = 0; r < B * T; r++) {
        double a = 0, b = 0;
        for (int c = 0; c < C; c++) {
            double d = d_out[r * C + c], slope = d * w[GAINS][which * C + c];
            a += slope / C;
            b += slope * hat[r * C + c] / C;
            g[GAINS][which * C + c] += d * hat[r * C + c];
            g[SHIFTS][which * C + c] += d;
        }
        for (int c = 0; c < C; c++)
            d_x[r * C + c] += over[r] * (d_out[r * C + c] * w[GAINS][which * C + c] - a -
                                         hat[r * C + c] * b);
    }
}

// p[B][H][T][T]: the weights of the values.
static void attend(const double *x, double *p, double *out) {
    int D = C / H;
    for (int b = 0; b < B; b++)
        for (int h = 0; h < H; h++)
            for (int i = 0; i < T; i++) {
                double *row = p + ((b * H + h) * T + i) * T, sum = 0, most = -INFINITY;
                const double *q = x + (b * T + i) * 3 * C + h * D;
                for (int j = 0; j <= i; j++) {
                    const double *k = x + (b * T + j) * 3 * C + C + h * D;
                    row[j] = 0;
                    for (int d = 0; d < D; d++)
                        row[j] += q[d] * k[d] / sqrt(D);
                    most = fmax(most, row[j]);
                }
                for (int j = 0; j <= i; j++)
                    sum += row[j] = exp(row[j] - most);
                for (int j = 0; j <= i; j++)
                    row[j] /= sum;
                for (int d = 0; d < D; d++) {
                    double o = 0;
                    for (int j = 0; j <= i; j++)
                        o += row[j] * x[(b * T + j) * 3 * C + 2 * C + h * D + d];
                    out[(b * T + i) * C + h * D + d] = o;
                }
            }
}

// d_x is 0 before.
static void attend_back(const double *x, const double *p, const double *d_out, double *d_x) {
    int D = C / H;
    for (int b = 0; b < B; b++)
        for (int h = 0; h < H; h++)
            for (int i = 0; i < T; i++) {
                const double *row = p + ((b * H + h) * T + i) * T;
                const double *d_o = d_out + (b * T + i) * C + h * D;
                int at = (b * T + i) * 3 * C + h * D;
                double mean = 0;
                for (int twice = 0; twice < 2; twice++)
                    for (int j = 0; j <= i; j++) {
                        int key = (b * T + j) * 3 * C + C + h * D;
                        double slope = 0;
                        for (int d = 0; d < D; d++)
                            slope += d_o[d] * x[key + C + d];
                        if (!twice) {
                            mean += slope * row[j];
                            continue;
                        }
                        double s = row[j] * (slope - mean) / sqrt(D);
                        for (int d = 0; d < D; d++) {
                            d_x[at + d] += s * x[key + d];
                            d_x[key + d] += s * x[at + d];
                            d_x[key + C + d] += row[j] * d_o[d];
                        }
                    }
            }
}

static double gelu(double x) {
    return x * 0.5 * (1 + erf(x / sqrt(2)));
}
static double gelu_slope(double x) {
    return 0.5 * (1 + erf(x / sqrt(2))) + x * exp(-x * x / 2) / sqrt(2 * acos(-1));
}

// The loss of one step; its gradients are in g.
static double forward_backward(const int *text) {
    int N = B * T;
    double *x = zeros(N * C), *hat[3], *over[3], *normed[3], *d_x = zeros(N * C);
    for (int k = 0; k < 3; k++)
        hat[k] = zeros(N * C), over[k] = zeros(N), normed[k] = zeros(N * C);
    double *heads = zeros(N * 3 * C), *p = zeros(N * H * T), *seen = zeros(N * C);
    double *more = zeros(N * C), *wide = zeros(N * 4 * C), *bent = zeros(N * 4 * C);
    double *logits = zeros(N * V), *d_normed = zeros(N * C), *d_seen = zeros(N * C);
    double *d_wide = zeros(N * 4 * C), *d_heads = zeros(N * 3 * C), loss = 0;

    for (int k = 0; k < PARTS; k++)
        memset(g[k], 0, count[k] * sizeof(double));
    for (int r = 0; r < N; r++)
        for (int c = 0; c < C; c++)
            x[r * C + c] = w[TABLE][text[r / T * (T + 1) + r % T] * C + c] +
                           w[PLACES][r % T * C + c];
    norm(x, 0, hat[0], over[0], normed[0]);
    linear(normed[0], w[QKV], heads, N, C, 3 * C);
    attend(heads, p, seen);
    linear(seen, w[MIX], more, N, C, C);
    for (int i = 0; i < N * C; i++)
        x[i] += more[i];
    norm(x, 1, hat[1], over[1], normed[1]);
    linear(normed[1], w[UP], wide, N, C, 4 * C);
    for (int i = 0; i < N * 4 * C; i++)
        bent[i] = gelu(wide[i]);
    linear(bent, w[DOWN], more, N, 4 * C, C);
    for (int i = 0; i < N * C; i++)
        x[i] += more[i];
    norm(x, 2, hat[2], over[2], normed[2]);

    for (int r = 0; r < N; r++) {
        double most = -INFINITY, sum = 0, *row = logits + r * V;
        int label = text[r / T * (T + 1) + r % T + 1];
        for (int t = 0; t < V; t++) {
            for (int c = 0; c < C; c++)
                row[t] += normed[2][r * C + c] * w[TABLE][t * C + c];
            most = fmax(most, row[t]);
        }
        for (int t = 0; t < V; t++)
            sum += exp(row[t] - most);
        loss += (most - row[label] + log(sum)) / N;
        for (int t = 0; t < V; t++) {
            double d = (exp(row[t] - most) / sum - (t == label)) / N;
            for (int c = 0; c < C; c++) {
                d_normed[r * C + c] += d * w[TABLE][t * C + c];
                g[TABLE][t * C + c] += d * normed[2][r * C + c];
            }
        }
    }
    norm_back(d_normed, 2, hat[2], over[2], d_x);
    linear_back(bent, w[DOWN], d_x, d_wide, g[DOWN], N, 4 * C, C);
    for (int i = 0; i < N * 4 * C; i++)
        d_wide[i] *= gelu_slope(wide[i]);
    linear_back(normed[1], w[UP], d_wide, d_normed, g[UP], N, C, 4 * C);
    norm_back(d_normed, 1, hat[1], over[1], d_x);
    linear_back(seen, w[MIX], d_x, d_seen, g[MIX], N, C, C);
    attend_back(heads, p, d_seen, d_heads);
    linear_back(normed[0], w[QKV], d_heads, d_normed, g[QKV], N, C, 3 * C);
    norm_back(d_normed, 0, hat[0], over[0], d_x);
    for (int r = 0; r < N; r++)
        for (int c = 0; c < C; c++) {
            g[TABLE][text[r / T * (T + 1) + r % T] * C + c] += d_x[r * C + c];
            g[PLACES][r % T * C + c] += d_x[r * C + c];
        }

    double *all[] = {x, d_x, heads, p, seen, more, wide, bent, logits, d_normed, d_seen, d_wide,
                     d_heads};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    for (int k = 0; k < 3; k++)
        free(hat[k]), free(over[k]), free(normed[k]);
    return loss;
}

static void adamw(int step) {
    const double lr = 0.003, b1 = 0.9, b2 = 0.99, eps = 1e-6, decay = 0.01;
    for (int k = 0; k < PARTS; k++)
        for (int i = 0; i < count[k]; i++) {
            m[k][i] = b1 * m[k][i] + (1 - b1) * g[k][i];
            v[k][i] = b2 * v[k][i] + (1 - b2) * g[k][i] * g[k][i];
            double by = m[k][i] / (1 - pow(b1, step)) /
                        (sqrt(v[k][i] / (1 - pow(b2, step))) + eps);
            w[k][i] -= lr * (by + decay * w[k][i]);
        }
}

void reference(const int *text, const float *table, const float *places, const float *gains,
               const float *shifts, const float *qkv, const float *mix, const float *up,
               const float *down, double *losses, double *d_down, double *d_up, double *d_mix,
               double *d_qkv, double *d_gains, double *d_shifts, double *d_places,
               double *d_table, int *facts, int batch, int length, int dim, int heads,
               int vocab, int steps) {
    B = batch, T = length, C = dim, H = heads, V = vocab;
    const float *first[PARTS] = {table, places, gains, shifts, qkv, mix, up, down};
    double *out[PARTS] = {d_table, d_places, d_gains, d_shifts, d_qkv, d_mix, d_up, d_down};
    int sizes[PARTS] = {V * C, T * C, 3 * C, 3 * C, 3 * C * C, C * C, 4 * C * C, 4 * C * C};
    for (int k = 0; k < PARTS; k++) {
        count[k] = sizes[k];
        w[k] = zeros(sizes[k]), g[k] = zeros(sizes[k]);
        m[k] = zeros(sizes[k]), v[k] = zeros(sizes[k]);
        for (int i = 0; i < sizes[k]; i++)
            w[k][i] = first[k][i];
    }
    for (int s = 0; s < steps; s++) {
        losses[s] = forward_backward(text);
        if (s == 0)
            for (int k = 0; k < PARTS; k++)
                memcpy(out[k], g[k], count[k] * sizeof(double));
        adamw(s + 1);
    }
    for (int k = 0; k < PARTS; k++)
        free(w[k]), free(g[k]), free(m[k]), free(v[k]);
    for (int i = 0; i < 3; i++)
        facts[i] = 1;
}
