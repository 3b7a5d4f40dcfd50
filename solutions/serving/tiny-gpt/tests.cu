// Trains on one text, and looks at the first step twice.
#include "kata_tests.h"

#include <cstdlib>

struct Sizes {
    int batch, length, dim, heads, vocab;
};
struct Gpt {
    float *table, *places, *gains, *shifts, *qkv, *mix, *up, *down;
};
void gpt_begin(Sizes s);
void gpt_step(const int *text, const Gpt *w, const Gpt *grad, float *loss, cudaStream_t stream);
void gpt_update(const Gpt *w, const Gpt *grad, int step, cudaStream_t stream);
void gpt_end();

enum { KEPT, AGAIN, STEADY, FACTS };
enum { PARTS = 8 };

__global__ void fill(float *p, int n, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

// Compares on the host, where memory that nobody has written may be read.
// Most: the difference that is allowed, relative to a number.
static bool is_same(const float *a, const float *b, int n, float most, cudaStream_t s) {
    float *host = (float *)malloc(2 * n * sizeof *host);
    cudaMemcpyAsync(host, a, n * sizeof *host, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(host + n, b, n * sizeof *host, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    bool same = true;
    for (int i = 0; i < n; i++)
        same &= fabsf(host[i] - host[n + i]) <= most * (fabsf(host[i]) + 0.1f);
    free(host);
    return same;
}

static long host_calls(void) {
    static const char *const names[] = {
        "cudaMalloc", "cudaMallocAsync", "cudaMallocManaged", "cudaMallocHost", "cudaFree",
        "cudaMemcpy", "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize"};
    long sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sum += kata_calls(names[i]);
    return sum;
}

static float **parts(Gpt *g, int i) {
    float **all[PARTS] = {&g->table, &g->places, &g->gains, &g->shifts,
                          &g->qkv,   &g->mix,    &g->up,    &g->down};
    return all[i];
}

void train_cases(const int *text, const float *table, const float *places, const float *gains,
                 const float *shifts, const float *qkv, const float *mix, const float *up,
                 const float *down, float *losses, float *d_down, float *d_up, float *d_mix,
                 float *d_qkv, float *d_gains, float *d_shifts, float *d_places, float *d_table,
                 int *facts, int batch, int length, int dim, int heads, int vocab, int steps);

void train_cases(const int *text, const float *table, const float *places, const float *gains,
                 const float *shifts, const float *qkv, const float *mix, const float *up,
                 const float *down, float *losses, float *d_down, float *d_up, float *d_mix,
                 float *d_qkv, float *d_gains, float *d_shifts, float *d_places, float *d_table,
                 int *facts, int batch, int length, int dim, int heads, int vocab, int steps) {
    const float *begin[PARTS] = {table, places, gains, shifts, qkv, mix, up, down};
    int sizes[PARTS] = {vocab * dim,   length * dim, 3 * dim,       3 * dim,
                        3 * dim * dim, dim * dim,    4 * dim * dim, 4 * dim * dim};
    Gpt w, grad, first = {d_table, d_places, d_gains, d_shifts, d_qkv, d_mix, d_up, d_down};
    float *loss;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&loss, sizeof *loss);
    for (int i = 0; i < PARTS; i++) {
        size_t bytes = sizes[i] * sizeof(float);
        cudaMalloc(parts(&w, i), bytes);
        cudaMalloc(parts(&grad, i), bytes);
        cudaMemcpyAsync(*parts(&w, i), begin[i], bytes, cudaMemcpyDeviceToDevice, s);
        fill<<<(sizes[i] + 255) / 256, 256, 0, s>>>(*parts(&grad, i), sizes[i], 7);
    }
    fill<<<1, 32, 0, s>>>(loss, 1, 7);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;

    gpt_begin({batch, length, dim, heads, vocab});
    for (int step = 0; step < steps; step++) {
        long before = host_calls();
        if (step == 0) {
            gpt_step(text, &w, &first, losses, s);
            gpt_step(text, &w, &grad, loss, s);
            facts[STEADY] &= host_calls() == before;
            facts[AGAIN] &= is_same(losses, loss, 1, 1e-4f, s);
            for (int i = 0; i < PARTS; i++) {
                facts[KEPT] &= is_same(begin[i], *parts(&w, i), sizes[i], 0, s);
                facts[AGAIN] &= is_same(*parts(&first, i), *parts(&grad, i), sizes[i], 1e-4f, s);
            }
            before = host_calls();
        } else {
            gpt_step(text, &w, &grad, losses + step, s);
        }
        gpt_update(&w, &grad, step + 1, s);
        facts[STEADY] &= host_calls() == before;
    }
    cudaStreamSynchronize(s);
    gpt_end();
    for (int i = 0; i < PARTS; i++) {
        cudaFree(*parts(&w, i));
        cudaFree(*parts(&grad, i));
    }
    cudaFree(loss);
    cudaStreamDestroy(s);
}
