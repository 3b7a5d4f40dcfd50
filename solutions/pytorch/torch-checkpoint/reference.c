#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// PyTorch's random numbers: the Mersenne twister MT19937.
typedef struct Twister {
    uint32_t state[624];
    int next;
} Twister;

static void twister_seed(Twister *t, uint32_t seed) {
    t->state[0] = seed;
    for (uint32_t i = 1; i < 624; i++) {
        uint32_t last = t->state[i - 1];
        t->state[i] = 1812433253u * (last ^ (last >> 30)) + i;
    }
    t->next = 624;
}

static void twister_turn(Twister *t) {
    uint32_t *s = t->state;
    for (int i = 0; i < 624; i++) {
        uint32_t y = (s[i] & 0x80000000u) | (s[(i + 1) % 624] & 0x7fffffffu);
        s[i] = s[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    t->next = 0;
}

static uint32_t twister_draw(Twister *t) {
    if (t->next == 624) twister_turn(t);
    uint32_t y = t->state[t->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

// One sample: what goes into each block, and what tanh gives there.
typedef struct Pass {
    double *in, *out; // (depth + 1) * width, depth * width
} Pass;

static void forward(Pass p, const float *w, const float *b, const float *masks,
                    const int *which, int depth, int width) {
    for (int d = 0; d < depth; d++)
        for (int j = 0; j < width; j++) {
            double sum = b[d * width + j];
            for (int k = 0; k < width; k++)
                sum += (double)w[((long)d * width + j) * width + k] *
                       p.in[d * width + k];
            p.out[d * width + j] = tanh(sum);
            p.in[(d + 1) * width + j] =
                p.in[d * width + j] +
                p.out[d * width + j] * masks[which[d] * width + j];
        }
}

void reference(const float *w, const float *b, const float *masks,
               const float *x, const float *seeds, int seed, double *y,
               double *d_w, double *d_b, int depth, int kinds, int n,
               int width) {
    size_t all = (size_t)(depth + 1) * (size_t)width;
    Pass p = {malloc(all * sizeof(double)), malloc(all * sizeof(double))};
    double *grad = malloc((size_t)width * sizeof *grad);
    double *back = malloc((size_t)width * sizeof *back);
    int *which = malloc((size_t)depth * sizeof *which);
    Twister t;
    twister_seed(&t, (uint32_t)seed);
    for (int d = 0; d < depth; d++)
        which[d] = (int)(twister_draw(&t) % (uint32_t)kinds);
    for (long i = 0; i < (long)depth * width * width; i++)
        d_w[i] = 0;
    for (int i = 0; i < depth * width; i++)
        d_b[i] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < width; j++) {
            p.in[j] = x[i * width + j];
            grad[j] = seeds[i * width + j];
        }
        forward(p, w, b, masks, which, depth, width);
        for (int j = 0; j < width; j++)
            y[i * width + j] = p.in[depth * width + j];
        for (int d = depth - 1; d >= 0; d--) {
            for (int k = 0; k < width; k++)
                back[k] = grad[k];
            for (int j = 0; j < width; j++) {
                double out = p.out[d * width + j];
                double sum =
                    grad[j] * masks[which[d] * width + j] * (1 - out * out);
                d_b[d * width + j] += sum;
                for (int k = 0; k < width; k++) {
                    long at = ((long)d * width + j) * width + k;
                    d_w[at] += sum * p.in[d * width + k];
                    back[k] += sum * w[at];
                }
            }
            for (int k = 0; k < width; k++)
                grad[k] = back[k];
        }
    }
    free(p.in);
    free(p.out);
    free(grad);
    free(back);
    free(which);
}
