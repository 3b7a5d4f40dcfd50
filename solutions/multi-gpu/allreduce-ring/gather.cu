// baseline: everything to device 0, and back

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

// x[d]: n elements on device d. spare[d]: room on device d for one part, (n + devices - 1) /
// devices elements. All work of device d goes into stream[d].
//
// TODO: right, and slow: everything goes to device 0, and comes from there. Its link carries
// devices - 1 arrays each way, while the others wait. Cut the array into `devices` parts.
void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    size_t part = (n + devices - 1) / devices;
    make_events(devices);
    for (int d = 1; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(done[d], stream[d]);
        cudaSetDevice(0);
        cudaStreamWaitEvent(stream[0], done[d], 0);
        for (size_t at = 0; at < n; at += part) {
            size_t m = at + part < n ? part : n - at;
            cudaMemcpyPeerAsync(spare[0], 0, x[d] + at, d, m * sizeof(unsigned), stream[0]);
            add<<<(m + 255) / 256, 256, 0, stream[0]>>>(x[0] + at, spare[0], m);
        }
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
