// Byte pairs, a GPT without a cache, and the arithmetic of a benchmark, in
// double.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void reference(const int *text, const int *order, const int *pairs,
               const int *script, const int *jitter, const double *table,
               const double *places, const double *gains, const double *shifts,
               const double *qkv, const double *mix, const double *up,
               const double *down, int *ids, int *back, int *chosen,
               double *first, double *logits, double *other, int *answer,
               double *measured, int *facts, int letters, int chars, int merges,
               int heads, int dim, int layers, int length, int count, int stop,
               int rounds);

static int L, T, C, H, V; // layers, places, width, heads, vocabulary
static const double *w_table, *w_places, *w_gains, *w_shifts, *w_qkv, *w_mix,
    *w_up, *w_down;

static double *zeros(int n) {
    return calloc((size_t)n + 1, sizeof(double));
}

// ---- byte pairs

// Merge i joins a pair of tokens; its result is token letters + i. The first
// ones are pairs of letters.
static const int *first_pairs;

static void pair_of(const int *pairs, int i, int letters, int *a, int *b) {
    bool is_low = i < letters * letters;
    *a = is_low ? first_pairs[i] % letters : pairs[i] % (letters + i);
    *b = is_low ? first_pairs[i] / letters : i;
}

static int encode(const int *text, int n, const int *pairs, int merges,
                  int letters, int *ids) {
    memcpy(ids, text, n * sizeof *ids);
    for (int m = 0; m < merges; m++) {
        int a, b, end = 0;
        pair_of(pairs, m, letters, &a, &b);
        for (int i = 0; i < n; i++) {
            int is_pair = i + 1 < n && ids[i] == a && ids[i + 1] == b;
            ids[end++] = is_pair ? letters + m : ids[i];
            i += is_pair;
        }
        n = end;
    }
    return n;
}

static int decode(int id, const int *pairs, int letters, int *out, int most) {
    if (most == 0) return 0;
    if (id < letters) {
        *out = id;
        return 1;
    }
    int a, b;
    pair_of(pairs, id - letters, letters, &a, &b);
    int n = decode(a, pairs, letters, out, most);
    return n + decode(b, pairs, letters, out + n, most - n);
}

// ---- the model

static void linear(const double *in, const double *w, double *out, int rows,
                   int k, int n) {
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < n; j++) {
            out[r * n + j] = 0;
            for (int i = 0; i < k; i++)
                out[r * n + j] += in[r * k + i] * w[i * n + j];
        }
}

static void norm(const double *x, int which, double *y, int rows) {
    for (int r = 0; r < rows; r++) {
        double mean = 0, square = 0;
        for (int c = 0; c < C; c++)
            mean += x[r * C + c] / C;
        for (int c = 0; c < C; c++)
            square += pow(x[r * C + c] - mean, 2) / C;
        for (int c = 0; c < C; c++)
            y[r * C + c] = (x[r * C + c] - mean) / sqrt(square + 1e-5) *
                               w_gains[which * C + c] +
                           w_shifts[which * C + c];
    }
}

static void attend(const double *qkv, double *out, int n) {
    int D = C / H;
    double *p = zeros(n);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < n; i++) {
            double most = -INFINITY, sum = 0;
            for (int j = 0; j <= i; j++) {
                p[j] = 0;
                for (int d = 0; d < D; d++)
                    p[j] += qkv[i * 3 * C + h * D + d] *
                            qkv[j * 3 * C + C + h * D + d] / sqrt(D);
                most = fmax(most, p[j]);
            }
            for (int j = 0; j <= i; j++)
                sum += p[j] = exp(p[j] - most);
            for (int d = 0; d < D; d++) {
                double o = 0;
                for (int j = 0; j <= i; j++)
                    o += p[j] / sum * qkv[j * 3 * C + 2 * C + h * D + d];
                out[i * C + h * D + d] = o;
            }
        }
    free(p);
}

// The logits after the last of n tokens.
static void last_logits(const int *ids, int n, double *logits) {
    double *x = zeros(n * C), *y = zeros(n * C), *z = zeros(n * C),
           *wide = zeros(4 * n * C);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < C; c++)
            x[i * C + c] = w_table[ids[i] * C + c] + w_places[i * C + c];
    for (int l = 0; l < L; l++) {
        norm(x, 2 * l, y, n);
        linear(y, w_qkv + l * 3 * C * C, wide, n, C, 3 * C);
        attend(wide, y, n);
        linear(y, w_mix + l * C * C, z, n, C, C);
        for (int i = 0; i < n * C; i++)
            x[i] += z[i];
        norm(x, 2 * l + 1, y, n);
        linear(y, w_up + l * 4 * C * C, wide, n, C, 4 * C);
        for (int i = 0; i < 4 * n * C; i++)
            wide[i] *= 0.5 * (1 + erf(wide[i] / sqrt(2)));
        linear(wide, w_down + l * 4 * C * C, z, n, 4 * C, C);
        for (int i = 0; i < n * C; i++)
            x[i] += z[i];
    }
    norm(x + (n - 1) * C, 2 * L, y, 1);
    for (int v = 0; v < V; v++) {
        logits[v] = 0;
        for (int c = 0; c < C; c++)
            logits[v] += y[c] * w_table[v * C + c];
    }
    free(x), free(y), free(z), free(wide);
}

static int largest(const double *p, int n) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (p[i] > p[best]) best = i;
    return best;
}

// ---- the benchmark

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *v, int n, double q) {
    qsort(v, n, sizeof *v, rising);
    double at = q * (n - 1);
    int low = (int)at;
    return v[low] + (at - low) * (v[low + (low + 1 < n)] - v[low]);
}

// The time of a request, as tests.py makes it up. The host takes 5 us. jitter:
// in percent.
static double took(int tokens, double each, double prompt, int jitter,
                   bool hot) {
    return 5 +
           (prompt + each * tokens) * (100 + jitter) / 100 * (hot ? 1.5 : 1);
}

static void measure(const int *jitter, int count, int rounds, double *out) {
    const double each[2] = {90, 30}, prompt[2] = {400, 350};
    double *time[2][2], *quotient = zeros(rounds);
    int own =
        2 * rounds +
        2; // requests of an engine: both lengths to warm up, then the rounds
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < 2; k++)
            time[e][k] = zeros(rounds);
    for (int r = 0; r < rounds; r++)
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 2; k++)
                time[e][k][r] = took(k ? count : 1, each[e], prompt[e],
                                     jitter[e * own + 2 + 2 * r + k],
                                     4 + 4 * r + 2 * e + k >= own);
    for (int r = 0; r < rounds; r++)
        quotient[r] = time[0][1][r] / time[1][1][r];
    for (int e = 0; e < 2; e++) {
        double one = quantile(time[e][0], rounds, 0.5),
               all = quantile(time[e][1], rounds, 0.5);
        out[e] = one;
        out[2 + e] = (count - 1) / (all - one) * 1e6;
    }
    out[4] = quantile(quotient, rounds, 0.5);
    out[5] = quantile(quotient, rounds, 0.25);
    out[6] = quantile(quotient, rounds, 0.75);
    free(time[0][0]), free(time[0][1]), free(time[1][0]), free(time[1][1]),
        free(quotient);
}

void reference(const int *text, const int *order, const int *pairs,
               const int *script, const int *jitter, const double *table,
               const double *places, const double *gains, const double *shifts,
               const double *qkv, const double *mix, const double *up,
               const double *down, int *ids, int *back, int *chosen,
               double *first, double *logits, double *other, int *answer,
               double *measured, int *facts, int letters, int chars, int merges,
               int heads, int dim, int layers, int length, int count, int stop,
               int rounds) {
    first_pairs = order;
    L = layers, T = length, C = dim, H = heads, V = letters + merges;
    w_table = table, w_places = places, w_gains = gains, w_shifts = shifts;
    w_qkv = qkv, w_mix = mix, w_up = up, w_down = down;

    int n = encode(text, chars, pairs, merges, letters, ids);
    for (int i = n; i < chars; i++)
        ids[i] = -1;
    memcpy(back, text, chars * sizeof *back);

    int at = 0;
    while (at < count && script[at] != stop) {
        chosen[at] = script[at];
        at++;
    }
    for (; at < count; at++)
        chosen[at] = -1;

    int *all = calloc((size_t)length, sizeof *all), known = chars;
    memcpy(all, text, chars * sizeof *all);
    last_logits(all, known, first);
    for (int i = 0; i < count; i++)
        all[known++] = script[i];
    last_logits(all, known, logits);
    last_logits(text, (chars + 1) / 2, other);

    int out = 0;
    double *now = zeros(V);
    memcpy(all, ids, n * sizeof *all);
    for (int i = 0; i < chars; i++)
        answer[i] = -1;
    for (int i = 0; i < count; i++) {
        last_logits(all, n + i, now);
        all[n + i] = largest(now, V);
        if (all[n + i] == stop) break;
        out += decode(all[n + i], pairs, letters, answer + out, chars - out);
    }
    free(now), free(all);
    measure(jitter, count, rounds, measured);
    for (int i = 0; i < 6; i++)
        facts[i] = 1;
}
