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

// x[d] and spare[d]: n elements each on device d. All work of device d goes into stream[d].
//
// TODO: right, and slow: device 0 adds all the others, one after the other, and sends to
// one after the other. Who could add at the same time?
void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    make_events(devices);
    for (int d = 1; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(done[d], stream[d]);
        cudaSetDevice(0);
        cudaStreamWaitEvent(stream[0], done[d], 0);
        cudaMemcpyPeerAsync(spare[0], 0, x[d], d, n * sizeof(unsigned), stream[0]);
        if (n > 0) add<<<(n + 255) / 256, 256, 0, stream[0]>>>(x[0], spare[0], n);
    }
    for (int d = 1; d < devices; d++)
        cudaMemcpyPeerAsync(x[d], d, x[0], 0, n * sizeof(unsigned), stream[0]);
    cudaSetDevice(0);
    cudaEventRecord(done[0], stream[0]);
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamWaitEvent(stream[d], done[0], 0);
    }
}
