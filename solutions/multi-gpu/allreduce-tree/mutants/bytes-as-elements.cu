// rejected by: case (copies n bytes, not n elements)
// says: Only the first quarter of each array travels: the size of a copy is in bytes, n * sizeof(unsigned).
// The sum of an array over all devices, on each of them.

__global__ void add(unsigned *to, const unsigned *from, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

static cudaEvent_t done[8];

static void make_events(int devices) {
    for (int d = devices - 1; d >= 0 && !done[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming);
    }
}

static void record(int d, cudaStream_t *stream) {
    cudaSetDevice(d);
    cudaEventRecord(done[d], stream[d]);
}

static void wait(int d, int other, cudaStream_t *stream) {
    cudaSetDevice(d);
    cudaStreamWaitEvent(stream[d], done[other], 0);
}

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    make_events(devices);
    size_t bytes = n;
    for (int step = 1; step < devices; step *= 2)
        for (int d = 0; d + step < devices; d += 2 * step) {
            int from = d + step;
            record(from, stream);
            wait(d, from, stream);
            cudaMemcpyPeerAsync(spare[d], d, x[from], from, bytes, stream[d]);
            add<<<(n + 255) / 256, 256, 0, stream[d]>>>(x[d], spare[d], n);
        }
    int step = 1;
    while (step * 2 < devices) step *= 2;
    for (; step >= 1; step /= 2)
        for (int d = 0; d + step < devices; d += 2 * step) {
            int to = d + step;
            record(d, stream);
            wait(to, d, stream);
            cudaMemcpyPeerAsync(x[to], to, x[d], d, bytes, stream[to]);
        }
    // The sender's next kernel must not write x while it is being copied.
    for (int d = 0; d < devices; d++) record(d, stream);
    for (int d = devices - 1; d >= 0; d--) {
        for (int s = 1; s < devices; s *= 2)
            if (d % (2 * s) == 0 && d + s < devices) wait(d, d + s, stream);
    }
    cudaSetDevice(0);
}
