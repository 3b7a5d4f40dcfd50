// passes (a stream of its own, which the default stream waits for)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static cudaStream_t side;
    static cudaEvent_t before, after;
    if (n == 0) return;
    if (!side) {
        cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&before, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&after, cudaEventDisableTiming);
    }
    cudaEventRecord(before, 0);
    cudaStreamWaitEvent(side, before, 0);
    add<<<(n + 255) / 256, 256, 0, side>>>(a, b, c, n);
    cudaEventRecord(after, side);
    cudaStreamWaitEvent(0, after, 0);
}
