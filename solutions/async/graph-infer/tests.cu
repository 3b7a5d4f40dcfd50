// Sends requests of several batch sizes, and looks what was called meanwhile.
#include "kata_tests.h"

typedef void (*Layer)(int i, const float *in, float *out, int batch, int n,
                      cudaStream_t stream);
void server_begin(Layer layer, int layers, int n, int most);
void server_answer(const float *x, float *y, int batch, cudaStream_t stream);
void server_end();

enum {
    FIRST, SIZES, LATER, STEADY, KEPT, OWN_ROWS, NO_WAITING, APART, REST,
    EXEC_GONE, GRAPH_GONE, MEMORY_GONE, AGAIN, ODD, FACTS
};
enum { LAYERS = 12, MOST = 64, STARTS = 16 };

__device__ int rows_done; // of all layers that have run

// Mixes neighbours of a row; exact in whole numbers below 2^24.
__global__ void mix(const float *in, float *out, int batch, int n, int i) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= batch * n) return;
    if (at == 0) atomicAdd(&rows_done, batch);
    int row = at / n * n, col = at % n;
    float left = in[row + (col + n - 1) % n], v = in[at] + left + i;
    out[at] = v - 64 * floorf(v / 64);
}

static void layer(int i, const float *in, float *out, int batch, int n,
                  cudaStream_t stream) {
    int all = batch * n;
    mix<<<(all + 127) / 128, 128, 0, stream>>>(in, out, batch, n, i);
}

__global__ void count_wrong(const float *a, const float *b, int n, int *wrong) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] != b[i]) atomicAdd(wrong, 1);
}

static bool is_same(const float *a, const float *b, int n, cudaStream_t s) {
    int *wrong, got = 0;
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemsetAsync(wrong, 0, sizeof *wrong, s);
    count_wrong<<<(n + 255) / 256, 256, 0, s>>>(a, b, n, wrong);
    cudaMemcpyAsync(&got, wrong, sizeof got, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    cudaFree(wrong);
    return got == 0;
}

__global__ void count_touched(const float *a, int n, int *wrong) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && __float_as_int(a[i]) != -1) atomicAdd(wrong, 1);
}

// Are all bits of n floats still set?
static bool is_untouched(const float *a, int n, cudaStream_t s) {
    int *wrong, got = 0;
    if (n == 0) return true;
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemsetAsync(wrong, 0, sizeof *wrong, s);
    count_touched<<<(n + 255) / 256, 256, 0, s>>>(a, n, wrong);
    cudaMemcpyAsync(&got, wrong, sizeof got, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    cudaFree(wrong);
    return got == 0;
}

static long waits(void) {
    return kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") +
           kata_calls("cudaDeviceSynchronize") + kata_calls("cudaMemcpy");
}

static long instantiations(void) {
    return kata_calls("cudaGraphInstantiate") +
           kata_calls("cudaGraphInstantiateWithFlags") +
           kata_calls("cudaGraphInstantiateWithParams");
}

static long recorded(void) {
    return kata_calls("cudaStreamEndCapture") + kata_calls("cudaGraphCreate") +
           kata_calls("cudaGraphClone");
}

static long allocations(void) {
    return kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync") +
           kata_calls("cudaMallocHost") + kata_calls("cudaMallocManaged");
}

static long frees(void) {
    return kata_calls("cudaFree") + kata_calls("cudaFreeAsync") +
           kata_calls("cudaFreeHost");
}

// Rows that layers have computed so far. Waits for what is in the stream.
static int rows_so_far(cudaStream_t s) {
    int got = 0;
    cudaMemcpyFromSymbolAsync(&got, rows_done, sizeof got, 0, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    return got;
}

static const int sizes[] = {1, 8, 3, 64, 17};

// Layer by layer, into `want`; `spare` is used on the way.
static void expect(const float *x, float *want, float *spare, int layers,
                   int batch, int n, cudaStream_t s) {
    const float *in = x;
    for (int i = 0; i < layers; i++) {
        float *out = (layers - i) % 2 ? want : spare;
        layer(i, in, out, batch, n, s);
        in = out;
    }
}

// The arrays of a case.
struct Arrays {
    float *y[2], *want, *spare;
    cudaStream_t s;
};

// One more server, of other sizes, after the first one has ended: does it answer?
static bool serves(const struct Arrays *a, const float *in, int layers, int n,
                   int most) {
    server_begin(layer, layers, n, most);
    server_answer(in, a->y[0], 1, a->s);
    expect(in, a->want, a->spare, layers, 1, n, a->s);
    bool right = is_same(a->y[0], a->want, n, a->s);
    server_end();
    return right;
}

void serve_all(const float *in, int *facts, int n, int requests, int shapes,
               int once);

void serve_all(const float *in, int *facts, int n, int requests, int shapes,
               int once) {
    cudaStream_t s;
    float *y[2], *want, *spare, *kept;
    size_t bytes = (size_t)MOST * n * sizeof(float);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    for (int i = 0; i < 2; i++)
        cudaMalloc(&y[i], bytes);
    long memory = allocations() - frees();
    server_begin(layer, LAYERS, n, MOST);
    if (once) { // for the clock
        for (int r = 0; r < requests; r++)
            server_answer(in + (r % STARTS) * n, y[r % 2], sizes[r % shapes], s);
        cudaStreamSynchronize(s);
        server_end();
        cudaFree(y[0]);
        cudaFree(y[1]);
        cudaStreamDestroy(s);
        return;
    }
    cudaMalloc(&want, bytes);
    cudaMalloc(&spare, bytes);
    memory += 3; // these two, and `kept`
    size_t all = (size_t)80 * n * sizeof(float);
    cudaMalloc(&kept, all);
    cudaMemcpyAsync(kept, in, all, cudaMemcpyDeviceToDevice, s);
    cudaStreamSynchronize(s);

    long before = instantiations(), gone = kata_calls("cudaGraphExecDestroy");
    long graphs = recorded() - kata_calls("cudaGraphDestroy");
    for (int r = 0; r < requests; r++) {
        int batch = sizes[r % shapes];
        const float *x = in + (r % STARTS) * n;
        cudaMemsetAsync(y[r % 2], 0xff, bytes, s);
        int rows = rows_so_far(s);
        long launched = kata_calls("cudaLaunchKernel"), waited = waits();
        server_answer(x, y[r % 2], batch, s);
        facts[NO_WAITING] &= waits() == waited;
        if (r >= shapes)
            facts[STEADY] &= kata_calls("cudaLaunchKernel") == launched;
        facts[OWN_ROWS] &= rows_so_far(s) - rows == LAYERS * batch;
        expect(x, want, spare, LAYERS, batch, n, s);
        int fact = r == 0 ? FIRST : r < shapes ? SIZES : LATER;
        facts[fact] &= is_same(y[r % 2], want, batch * n, s);
        facts[REST] &= is_untouched(y[r % 2] + batch * n, (MOST - batch) * n, s);
    }
    facts[KEPT] = instantiations() - before <= shapes;
    facts[APART] = is_same(kept, in, 80 * n, s);
    server_end();
    // The first of these that is false says enough.
    facts[SIZES] |= !facts[FIRST];
    facts[LATER] |= !facts[FIRST] || !facts[SIZES];
    facts[EXEC_GONE] = instantiations() - before ==
                       kata_calls("cudaGraphExecDestroy") - gone;
    facts[GRAPH_GONE] = graphs == recorded() - kata_calls("cudaGraphDestroy");
    facts[MEMORY_GONE] = allocations() - frees() <= memory;
    if (facts[FIRST] && facts[SIZES] && facts[LATER]) {
        struct Arrays a = {{y[0], y[1]}, want, spare, s};
        facts[AGAIN] = serves(&a, in, LAYERS, (n + 1) / 2, 4);
        if (facts[AGAIN])
            facts[ODD] = serves(&a, in, 1, n, 2) && serves(&a, in, 5, n, 2);
    }
    for (int i = 0; i < 2; i++)
        cudaFree(y[i]);
    cudaFree(want);
    cudaFree(spare);
    cudaFree(kept);
    cudaStreamDestroy(s);
}
