// rejected by: case n=1 (the sums are cleared only the first time)
// says: The sums of the caller before are still in there. Each acc_begin starts from zero, also when the memory is already allocated.
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
    if (in) return;
    for (int b = 0; b < BUFFERS; b++) {
        cudaMallocHost(&buffers[b].host, (size_t)262144*4);
        cudaEventCreateWithFlags(&buffers[b].gone, cudaEventDisableTiming);
    }
    cudaMalloc(&in, 262144*4);
    cudaMalloc(&sums, 262144*4);
    cudaMemsetAsync(sums, 0, n * sizeof(float));
}

float *acc_buffer() {
    cudaEventSynchronize(buffers[next].gone); // at once if nothing was recorded
    return buffers[next].host;
}

void acc_add() {
    Buffer *b = &buffers[next];
    cudaMemcpyAsync(in, b->host, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(b->gone);
    add_squares<<<(count + 255) / 256, 256>>>(in, sums, count);
    next = (next + 1) % BUFFERS;
}

void acc_end(float *out) {
    cudaMemcpy(out, sums, count * sizeof(float), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BUFFERS; b++) {
    }
}
