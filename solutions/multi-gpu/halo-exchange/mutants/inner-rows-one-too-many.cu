// rejected by: trap stream-race (the inner rows go on over the last border row)
// A grid that is spread over devices by rows, and relaxed step by step. On each device:
//
//   border stream   [first and last row][copy up][copy down]   [first and last row] ...
//   its own stream  [all other rows                       ]    [all other rows ...

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

// Of each device: its inner rows are done, its border rows are, and they have been sent.
static cudaEvent_t inner[8], outer[8], sent[8];
static cudaStream_t border[8];

static void make_all(int devices) {
    int least, greatest;
    for (int d = devices - 1; d >= 0 && !border[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&inner[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&outer[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
        // The border rows first: the neighbours wait for them.
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        cudaStreamCreateWithPriority(&border[d], cudaStreamNonBlocking, greatest);
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
    for (int d = 0; d < devices; d++) { // what came before in the streams
        cudaSetDevice(d);
        for (cudaEvent_t e : {inner[d], outer[d], sent[d]})
            cudaEventRecord(e, stream[d]);
    }
    for (int s = 0; s < steps; s++) {
        float **from = s % 2 ? v : u, **to = s % 2 ? u : v;
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            // The last step's border rows: the inner rows of this one read them.
            cudaStreamWaitEvent(stream[d], outer[d], 0);
            // The last step's inner rows, and the neighbours' border rows.
            cudaStreamWaitEvent(border[d], inner[d], 0);
            wait_for_neighbours(border[d], sent, d, devices);
            launch(from[d], to[d], 1, rows[d] - 1, rows[d] > 1 ? 2 : 1, cols, border[d]);
            launch(from[d], to[d], 2, 1, rows[d] - 1, cols, stream[d]);
            cudaEventRecord(outer[d], border[d]);
            cudaEventRecord(inner[d], stream[d]);
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            const float *first = to[d] + cols, *last = to[d] + (size_t)rows[d] * cols;
            if (d > 0)
                cudaMemcpyPeerAsync(to[d - 1] + (size_t)(rows[d - 1] + 1) * cols, d - 1, first, d,
                                    bytes, border[d]);
            if (d < devices - 1)
                cudaMemcpyPeerAsync(to[d + 1], d + 1, last, d, bytes, border[d]);
            cudaEventRecord(sent[d], border[d]);
        }
    }
    for (int d = devices - 1; d >= 0; d--) { // all of it is over for who comes next
        cudaSetDevice(d);
        cudaStreamWaitEvent(stream[d], sent[d], 0);
        wait_for_neighbours(stream[d], sent, d, devices);
    }
}
