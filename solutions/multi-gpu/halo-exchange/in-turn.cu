// baseline: all rows, then the exchange

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

static cudaEvent_t done[8], sent[8];

static void make_events(int devices) {
    for (int d = devices - 1; d >= 0 && !done[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
    }
}

// Stream d waits for an event of both neighbours.
static void wait_for_neighbours(cudaStream_t stream, const cudaEvent_t *event, int d, int devices) {
    if (d > 0) cudaStreamWaitEvent(stream, event[d - 1], 0);
    if (d < devices - 1) cudaStreamWaitEvent(stream, event[d + 1], 0);
}

// u[d], v[d]: rows[d] + 2 rows of cols elements on device d. Each step goes from u to v or back.
//
// Right, and slow: each device computes, and then its links are busy while it waits.
// Which rows do the neighbours need? What can a device compute meanwhile?
void simulate(float **u, float **v, const int *rows, int cols, int steps, int devices,
              cudaStream_t *stream) {
    size_t bytes = cols * sizeof(float);
    make_events(devices);
    for (int s = 0; s < steps; s++) {
        float **from = s % 2 ? v : u, **to = s % 2 ? u : v;
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            launch(from[d], to[d], 1, 1, rows[d], cols, stream[d]);
            cudaEventRecord(done[d], stream[d]);
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            wait_for_neighbours(stream[d], done, d, devices);
            const float *first = to[d] + cols, *last = to[d] + (size_t)rows[d] * cols;
            if (d > 0)
                cudaMemcpyPeerAsync(to[d - 1] + (size_t)(rows[d - 1] + 1) * cols, d - 1, first, d,
                                    bytes, stream[d]);
            if (d < devices - 1)
                cudaMemcpyPeerAsync(to[d + 1], d + 1, last, d, bytes, stream[d]);
            cudaEventRecord(sent[d], stream[d]);
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            wait_for_neighbours(stream[d], sent, d, devices);
        }
    }
    cudaSetDevice(0);
}
