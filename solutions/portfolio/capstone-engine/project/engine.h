// A transformer of one block, one token at a time. Each operation computes its
// outputs one by one: engine.c loops over them, engine.cu has a thread for each.
#ifndef ENGINE_H
#define ENGINE_H

#include <math.h>
#include <stddef.h>

#ifdef __CUDACC__
#define BOTH __host__ __device__ static inline
#else
#define BOTH static inline
#endif

enum { VOCAB = 64, DIM = 32, HEADS = 4, HEAD = DIM / HEADS, HIDDEN = 128, LENGTH = 256 };
enum { EMBED, QKV, ATTEND, MIX, UP, DOWN, LOGITS, OPS };

typedef struct Weights {
    float table[VOCAB][DIM], places[LENGTH][DIM], qkv[DIM][3 * DIM], mix[DIM][DIM],
        up[DIM][HIDDEN], down[HIDDEN][DIM];
} Weights;

// Activations are offsets into one block of floats (plan.h). keys and values stay.
typedef struct Engine {
    const Weights *w;
    float *block, *keys, *values; // keys, values: LENGTH x DIM
    int x, query, attended, hidden, logits;
} Engine;

BOTH int outputs(int op) {
    return op == QKV ? 3 * DIM : op == UP ? HIDDEN : op == LOGITS ? VOCAB : DIM;
}

// Attention of output i: all positions so far, with a softmax on the way.
BOTH float attend(const Engine *e, int i, int pos) {
    int head = i / HEAD * HEAD;
    const float *q = e->block + e->query + head;
    float most = -INFINITY, sum = 0, out = 0;
    for (int p = 0; p <= pos; p++) {
        float s = 0;
        for (int j = 0; j < HEAD; j++)
            s += q[j] * e->keys[p * DIM + head + j];
        s /= sqrtf((float)HEAD);
        float next = fmaxf(most, s), old = expf(most - next), now = expf(s - next);
        sum = sum * old + now;
        out = out * old + now * e->values[p * DIM + i];
        most = next;
    }
    return out / sum;
}

BOTH float product(const float *x, const float *w, int n, int stride) {
    float s = 0;
    for (int j = 0; j < n; j++)
        s += x[j] * w[(size_t)j * stride];
    return s;
}

// Computes output i of an operation.
BOTH void compute(const Engine *e, int op, int i, int token, int pos) {
    const Weights *w = e->w;
    float *x = e->block + e->x, *hidden = e->block + e->hidden;
    float *attended = e->block + e->attended;
#ifdef BUG_cache
    int place = pos / 2;
#else
    int place = pos;
#endif
    switch (op) {
    case EMBED: x[i] = w->table[token][i] + w->places[pos][i]; break;
    case QKV: {
        float v = product(x, &w->qkv[0][i], DIM, 3 * DIM);
        float *to = i < DIM       ? e->block + e->query + i
                    : i < 2 * DIM ? e->keys + place * DIM + i - DIM
                                  : e->values + place * DIM + i - 2 * DIM;
        *to = v;
        break;
    }
    case ATTEND: attended[i] = attend(e, i, pos); break;
    case MIX: x[i] += product(attended, &w->mix[0][i], DIM, DIM); break;
    case UP: hidden[i] = fmaxf(product(x, &w->up[0][i], DIM, HIDDEN), 0); break;
    case DOWN: x[i] += product(hidden, &w->down[0][i], HIDDEN, DIM); break;
    case LOGITS: e->block[e->logits + i] = product(x, w->table[i], DIM, 1); break;
    }
}

BOTH int best(const float *logits) {
    int b = 0;
    for (int i = 1; i < VOCAB; i++)
        if (logits[i] > logits[b]) b = i;
    return b;
}

// Weights that depend on a number only, so that nothing has to be loaded.
static inline void make_weights(Weights *w) {
    unsigned s = 12345;
    float *f = (float *)w;
    for (size_t i = 0; i < sizeof *w / sizeof *f; i++) {
        s = s * 1664525u + 1013904223u;
        f[i] = ((float)(s >> 8) / 8388608.0f - 1) * 0.4f;
    }
}

#endif
