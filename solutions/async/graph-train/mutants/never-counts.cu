// rejected by: case two steps (nobody counts up)
// says: Every step is computed as step 0. An argument keeps the value it was recorded with, so the number has to lie in the device's memory, and the graph itself has to count it up.
// A training step as a graph. What changes from step to step lies on the device:
// the batch, in arrays that stay, and the number of the step.

// Enqueues the copies of batch `step` into x (batch x n) and y (batch), arrays of
// the device, and returns at once.
typedef void (*NextBatch)(int step, float *x, float *y, cudaStream_t stream);

__global__ void errors_of(const float *x, const float *y, const float *w,
                          float *error, int batch, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= batch) return;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += x[row * n + j] * w[j];
    error[row] = sum - y[row];
}

// One thread. The loss goes to the place of this step.
__global__ void loss_of(const float *error, float *losses, const int *step,
                        int batch) {
    float sum = 0;
    for (int row = 0; row < batch; row++)
        sum += error[row] * error[row];
    losses[*step] = sum / batch;
}

__global__ void gradient_of(const float *x, const float *error, float *g,
                            int batch, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    float sum = 0;
    for (int row = 0; row < batch; row++)
        sum += x[row * n + j] * error[row];
    g[j] = 2 * sum / batch;
}

// The rate rises over the first `warm` steps.
__global__ void adam(float *w, const float *g, float *m, float *v, int n,
                     float rate, int warm, const int *step) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    int t = *step + 1;
    float now = t < warm ? rate * t / warm : rate;
    m[j] = 0.9f * m[j] + 0.1f * g[j];
    v[j] = 0.99f * v[j] + 0.01f * g[j] * g[j];
    float mean = m[j] / (1 - powf(0.9f, (float)t));
    float square = v[j] / (1 - powf(0.99f, (float)t));
    w[j] -= now * mean / (sqrtf(square) + 1e-3f);
}

// The last kernel of a step: all blocks of adam have read the number.
__global__ void count_up(int *step) {
    ++*step;
}

static int blocks_of(int threads) {
    return (threads + 127) / 128;
}

// The kernels of a step work on these addresses, which stay.
struct State {
    float *x, *y, *error, *g, *m, *v;
    int *step;
};

static cudaGraphExec_t record(const State *a, float *w, float *losses, int n,
                              int batch, float rate, int warm,
                              cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    errors_of<<<blocks_of(batch), 128, 0, stream>>>(a->x, a->y, w, a->error,
                                                    batch, n);
    loss_of<<<1, 1, 0, stream>>>(a->error, losses, a->step, batch);
    gradient_of<<<blocks_of(n), 128, 0, stream>>>(a->x, a->error, a->g, batch,
                                                  n);
    adam<<<blocks_of(n), 128, 0, stream>>>(w, a->g, a->m, a->v, n, rate, warm,
                                           a->step);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

void train(float *w, float *losses, int n, int batch, int steps, float rate,
           int warm, NextBatch next, cudaStream_t stream) {
    // One array for all, so that one call makes it.
    size_t all = (size_t)batch * n + 2 * (size_t)batch + 3 * (size_t)n + 1;
    State a;
    cudaMallocAsync(&a.x, all * sizeof(float), stream);
    a.y = a.x + (size_t)batch * n;
    a.error = a.y + batch;
    a.g = a.error + batch;
    a.m = a.g + n;
    a.v = a.m + n;
    a.step = (int *)(a.v + n);
    cudaMemsetAsync(a.m, 0, (2 * (size_t)n + 1) * sizeof(float), stream);

    cudaGraphExec_t exec = record(&a, w, losses, n, batch, rate, warm, stream);
    for (int i = 0; i < steps; i++) {
        next(i, a.x, a.y, stream);
        cudaGraphLaunch(exec, stream);
    }
    cudaFreeAsync(a.x, stream);
    cudaStreamSynchronize(stream); // the graph may not go before its work
    cudaGraphExecDestroy(exec);
}
