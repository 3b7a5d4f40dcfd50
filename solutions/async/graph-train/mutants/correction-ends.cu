// rejected by: case 700 steps (no bias correction after step 200, although 0.99^200 is still 0.13)
// A training step as a graph: a linear model, squared errors, Adam.

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

// One thread.
__global__ void loss_of(const float *error, float *losses, const int *step, int batch) {
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

const int WARMED = 200; // the moments are full

__global__ void adam(float *w, const float *g, float *m, float *v, int n,
                     float rate, int warm, const int *step) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    int t = *step + 1;
    float now = t < warm ? rate * t / warm : rate;
    float mean = 0.9f * m[j] + 0.1f * g[j];
    float square = 0.99f * v[j] + 0.01f * g[j] * g[j];
    m[j] = mean;
    v[j] = square;
    if (t <= WARMED) {
        mean /= 1 - powf(0.9f, (float)t);
        square /= 1 - powf(0.99f, (float)t);
    }
    w[j] -= now * mean / (sqrtf(square) + 1e-3f);
}

__global__ void count(int *step) {
    *step += 1;
}

static int blocks_of(int threads) {
    return (threads + 127) / 128;
}

void train(float *w, float *losses, int n, int batch, int steps, float rate,
           int warm, NextBatch next, cudaStream_t stream) {
    if (steps == 0) return;
    size_t all = (size_t)batch * n + 2 * (size_t)batch + 3 * (size_t)n + 1;
    float *x;
    cudaMallocAsync(&x, all * sizeof(float), stream);
    float *y = x + (size_t)batch * n, *error = y + batch, *g = error + batch;
    float *m = g + n, *v = m + n;
    int *step = (int *)(v + n);
    cudaMemsetAsync(m, 0, (2 * (size_t)n + 1) * sizeof(float), stream);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    errors_of<<<blocks_of(batch), 128, 0, stream>>>(x, y, w, error, batch, n);
    loss_of<<<1, 1, 0, stream>>>(error, losses, step, batch);
    gradient_of<<<blocks_of(n), 128, 0, stream>>>(x, error, g, batch, n);
    adam<<<blocks_of(n), 128, 0, stream>>>(w, g, m, v, n, rate, warm, step);
    count<<<1, 1, 0, stream>>>(step);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);

    for (int i = 0; i < steps; i++) {
        next(i, x, y, stream);
        cudaGraphLaunch(exec, stream);
    }
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaFreeAsync(x, stream);
}
