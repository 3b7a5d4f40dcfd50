// passes (two streams of different priority, forked from the default one and joined)
const int STREAMS = 2;

// Two elements a thread, half of the block's stretch apart.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = 2 * blockIdx.x * blockDim.x + threadIdx.x, j = i + blockDim.x;
    float x = 0, y = 0;
    if (i < n) x = a[i] + b[i];
    if (j < n) y = a[j] + b[j];
    if (i < n) c[i] = x;
    if (j < n) c[j] = y;
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static cudaStream_t side[STREAMS];
    static cudaEvent_t fork, join[STREAMS];
    if (n == 0) return;
    if (!fork) {
        int least, greatest;
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
        for (int i = 0; i < STREAMS; i++) {
            cudaStreamCreateWithPriority(&side[i], cudaStreamNonBlocking,
                                         i % 2 ? least : greatest);
            cudaEventCreateWithFlags(&join[i], cudaEventDisableTiming);
        }
    }
    int part = (n / STREAMS + 511) / 512 * 512;
    cudaEventRecord(fork, 0);
    for (int i = 0; i < STREAMS; i++) {
        int from = i * part, count = n - from < part ? n - from : part;
        if (i == STREAMS - 1) count = n - from;
        if (count <= 0) continue;
        cudaStreamWaitEvent(side[i], fork, 0);
        add<<<(count + 511) / 512, 256, 0, side[i]>>>(a + from, b + from,
                                                      c + from, count);
        cudaEventRecord(join[i], side[i]);
        cudaStreamWaitEvent(0, join[i], 0);
    }
}
