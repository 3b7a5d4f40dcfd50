// rejected by: case (the first half has one step too many)
// says: Each device adds once too often, in the end its own part again. Each half has devices - 1 steps.
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

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices,
                cudaStream_t *stream) {
    size_t part = (n + devices - 1) / devices;
    make_events(devices);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(done[d], stream[d]);
    }
    for (int s = 0; s < 2 * devices - 1; s++) {
        int adding = s < devices;
        for (int d = 0; d < devices; d++) { // d receives from the one before
            int from = (d + devices - 1) % devices;
            int p = (d - 1 - s + 2 * devices) % devices;
            size_t at = p * part;
            size_t m = at >= n ? 0 : at + part < n ? part : n - at;
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], done[from], 0);
            if (m == 0) continue;
            if (adding) {
                cudaMemcpyPeerAsync(spare[d], d, x[from] + at, from,
                                    m * sizeof(unsigned), stream[d]);
                add<<<(m + 255) / 256, 256, 0, stream[d]>>>(x[d] + at, spare[d],
                                                            m);
            } else {
                cudaMemcpyPeerAsync(x[d] + at, d, x[from] + at, from,
                                    m * sizeof(unsigned), stream[d]);
            }
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            cudaEventRecord(done[d], stream[d]);
        }
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaStreamWaitEvent(stream[d], done[(d + 1) % devices], 0);
    }
    cudaSetDevice(0);
}
