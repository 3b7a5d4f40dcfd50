// rejected by: case n=333 | gate allocations (pins memory for every batch)
const int BUFFERS = 2;

static struct Buffer {
    float *host;      // pinned: the GPU fetches it by itself
    cudaEvent_t gone; // the copy out of it has ended
} buffers[BUFFERS];
static float *in, *sums; // of the device
static int count, next;

__global__ void add_squares(const float *x, float *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[i] += x[i] * x[i];
}

void acc_begin(int n) {
    count = n;
    next = 0;
    for (int b = 0; b < BUFFERS; b++) {
        buffers[b].host = 0;
        cudaEventCreateWithFlags(&buffers[b].gone, cudaEventDisableTiming);
    }
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&sums, n * sizeof(float));
    cudaMemsetAsync(sums, 0, n * sizeof(float));
}

float *acc_buffer() {
    cudaEventSynchronize(buffers[next].gone); // at once if nothing was recorded
    cudaFreeHost(buffers[next].host);
    cudaMallocHost(&buffers[next].host, count * sizeof(float));
    return buffers[next].host;
}

// One stream keeps the order: a copy waits for the kernel that reads `in`.
void acc_add() {
    Buffer *b = &buffers[next];
    cudaMemcpyAsync(in, b->host, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(b->gone);
    add_squares<<<(count + 255) / 256, 256>>>(in, sums, count);
    next = (next + 1) % BUFFERS;
}

void acc_end(float *out) {
    cudaMemcpy(out, sums, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(sums);
    for (int b = 0; b < BUFFERS; b++) {
        cudaEventDestroy(buffers[b].gone);
        cudaFreeHost(buffers[b].host);
    }
}
