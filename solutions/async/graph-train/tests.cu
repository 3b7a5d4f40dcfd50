// Gives batches, and looks at each of them what was called since the last one.
#include "kata_tests.h"

typedef void (*NextBatch)(int step, float *x, float *y, cudaStream_t stream);
void train(float *w, float *losses, int n, int batch, int steps, float rate,
           int warm, NextBatch next, cudaStream_t stream);

enum { BATCHES, STEADY, ALONE, NO_WAITING, KEPT, EXEC_GONE, GRAPH_GONE, MEMORY_GONE, FACTS };

static struct Given {
    const float *x, *y;
    float *to_x, *to_y;
    int n, batch, steps, came;
    int *facts; // null: for the clock
    long launches, graphs, allocations, waits, given;
} given;

static long waits(void) {
    return kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") +
           kata_calls("cudaDeviceSynchronize") + kata_calls("cudaMemcpy");
}

static long allocations(void) {
    return kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync") +
           kata_calls("cudaMallocHost") + kata_calls("cudaMallocManaged");
}

static long frees(void) {
    return kata_calls("cudaFree") + kata_calls("cudaFreeAsync") +
           kata_calls("cudaFreeHost");
}

static long recorded(void) {
    return kata_calls("cudaStreamEndCapture") + kata_calls("cudaGraphCreate") +
           kata_calls("cudaGraphClone");
}

// By which the host gives a number to a step: copies, and new arguments.
static long numbers(void) {
    return kata_calls("cudaMemcpyAsync") + kata_calls("cudaMemsetAsync") +
           kata_calls("cudaMemcpyToSymbolAsync") +
           kata_calls("cudaGraphExecUpdate") +
           kata_calls("cudaGraphExecKernelNodeSetParams");
}

static long instantiations(void) {
    return kata_calls("cudaGraphInstantiate") +
           kata_calls("cudaGraphInstantiateWithFlags") +
           kata_calls("cudaGraphInstantiateWithParams");
}

// Between two batches lies one step: the second and all after it are steady.
static void look(struct Given *g, int step, float *x, float *y) {
    long launches = kata_calls("cudaLaunchKernel");
    long graphs = kata_calls("cudaGraphLaunch"), made = allocations();
    if (step != g->came || (step > 0 && (x != g->to_x || y != g->to_y)))
        g->facts[BATCHES] = 0;
    if (step > 1 && kata_counts())
        g->facts[STEADY] &= launches == g->launches &&
                            graphs == g->graphs + 1 && made == g->allocations;
    if (step > 2 && kata_counts()) g->facts[ALONE] &= numbers() == g->given;
    if (step > 0) g->facts[NO_WAITING] &= waits() == g->waits;
    g->to_x = x;
    g->to_y = y;
    g->launches = launches;
    g->graphs = graphs;
    g->allocations = made;
    g->waits = waits();
}

static void next(int step, float *x, float *y, cudaStream_t stream) {
    struct Given *g = &given;
    size_t row = (size_t)step * g->batch;
    if (g->facts) look(g, step, x, y);
    g->came++;
    if (step < 0 || step >= g->steps) {
        g->given = numbers();
        return;
    }
    cudaMemcpyAsync(x, g->x + row * g->n, sizeof *x * g->batch * g->n,
                    cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(y, g->y + row, sizeof *y * g->batch,
                    cudaMemcpyDeviceToDevice, stream);
    g->given = numbers();
}

void train_all(const float *x, const float *y, const float *w0, float rate,
               int warm, float *w, float *losses, int *facts, int n, int batch,
               int steps, int once);

void train_all(const float *x, const float *y, const float *w0, float rate,
               int warm, float *w, float *losses, int *facts, int n, int batch,
               int steps, int once) {
    cudaStream_t s;
    long made = instantiations(), gone = kata_calls("cudaGraphExecDestroy");
    long memory = allocations() - frees();
    long graphs = recorded() - kata_calls("cudaGraphDestroy");
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    given = (struct Given){x, y, 0, 0, n, batch, steps, 0, once ? 0 : facts};
    cudaMemcpyAsync(w, w0, sizeof *w * n, cudaMemcpyDeviceToDevice, s);
    train(w, losses, n, batch, steps, rate, warm, next, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    if (once) return;
    facts[BATCHES] &= given.came == steps;
    made = instantiations() - made;
    facts[KEPT] = made <= 1;
    facts[EXEC_GONE] = made == kata_calls("cudaGraphExecDestroy") - gone;
    facts[GRAPH_GONE] = graphs == recorded() - kata_calls("cudaGraphDestroy");
    facts[MEMORY_GONE] = allocations() - frees() <= memory;
}
