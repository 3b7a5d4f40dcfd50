// rejected by: trap stream-race (stream[d] does not wait for what the neighbours send)
// A grid that is spread over devices by rows, and relaxed step by step.

// Rows first, first + stride, ...: `count` of them. The outer columns stay as they are.
__global__ void relax(const float *from, float *to, int first, int stride, int count, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y;
    if (x >= cols - 1 || i >= count) return;
    size_t at = (size_t)(first + i * stride) * cols + x;
    to[at] = 0.25f * ((from[at - cols] + from[at + cols]) + (from[at - 1] + from[at + 1]));
}

static void launch(const float *from, float *to, int first, int stride, int count, int cols,
                   cudaStream_t stream) {
    if (count <= 0 || cols <= 2) return;
    dim3 grid((cols - 2 + 255) / 256, count);
    relax<<<grid, 256, 0, stream>>>(from, to, first, stride, count, cols);
}

static cudaEvent_t begun[8], inner[8], border[8], sent[8];
static cudaStream_t edge[8];

static void make_all(int devices) {
    for (int d = devices - 1; d >= 0 && !edge[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&begun[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&inner[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&border[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
        cudaStreamCreateWithFlags(&edge[d], cudaStreamNonBlocking);
    }
}

static void wait_for_neighbours(cudaStream_t stream, const cudaEvent_t *event, int d, int devices) {
    if (d > 0) cudaStreamWaitEvent(stream, event[d - 1], 0);
    if (d < devices - 1) cudaStreamWaitEvent(stream, event[d + 1], 0);
}

void simulate(float **u, float **v, const int *rows, int cols, int steps, int devices,
              cudaStream_t *stream) {
    size_t bytes = cols * sizeof(float);
    make_all(devices);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(begun[d], stream[d]);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaStreamWaitEvent(edge[d], begun[d], 0);
        wait_for_neighbours(edge[d], begun, d, devices);
    }
    for (int s = 0; s < steps; s++) {
        float **from = s % 2 ? v : u, **to = s % 2 ? u : v;
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            if (s > 0) {
                wait_for_neighbours(edge[d], sent, d, devices);
                cudaStreamWaitEvent(edge[d], inner[d], 0);
            }
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            launch(from[d], to[d], 1, rows[d] - 1, rows[d] > 1 ? 2 : 1, cols, edge[d]);
            cudaEventRecord(border[d], edge[d]);
            const float *first = to[d] + cols, *last = to[d] + (size_t)rows[d] * cols;
            if (d > 0)
                cudaMemcpyPeerAsync(to[d - 1] + (size_t)(rows[d - 1] + 1) * cols, d - 1, first, d,
                                    bytes, edge[d]);
            if (d < devices - 1)
                cudaMemcpyPeerAsync(to[d + 1], d + 1, last, d, bytes, edge[d]);
            cudaEventRecord(sent[d], edge[d]);

            cudaStreamWaitEvent(stream[d], border[d], 0);
            launch(from[d], to[d], 2, 1, rows[d] - 2, cols, stream[d]);
            cudaEventRecord(inner[d], stream[d]);
        }
    }
    if (steps > 0)
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], sent[d], 0);
        }
    cudaSetDevice(0);
}
