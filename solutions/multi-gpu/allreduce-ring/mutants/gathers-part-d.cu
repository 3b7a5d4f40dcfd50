// rejected by: case (the second half begins with a part that is not complete)
// says: The second half begins with part d, which is not complete on device d. After the first half device d has all of part d + 1.
// The sum of an array over all devices, in a ring.

__global__ void add(unsigned *to, const unsigned *from, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

static cudaEvent_t sent[8], room[8];

static void make_events(int devices) {
    for (int d = devices - 1; d >= 0 && !sent[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&room[d], cudaEventDisableTiming);
    }
}

static size_t length(size_t n, size_t part, int p) {
    size_t at = p * part;
    if (at >= n) return 0;
    return n - at < part ? n - at : part;
}

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    size_t part = (n + devices - 1) / devices;
    make_events(devices);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(room[d], stream[d]);
    }
    // reduce-scatter
    for (int s = 0; s < devices - 1; s++) {
        for (int d = 0; d < devices; d++) {
            int next = (d + 1) % devices, p = (d - s + devices) % devices;
            size_t m = length(n, part, p);
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], room[next], 0);
            if (m) cudaMemcpyPeerAsync(spare[next], next, x[d] + p * part, d, m * sizeof(unsigned), stream[d]);
            cudaEventRecord(sent[d], stream[d]);
        }
        for (int d = 0; d < devices; d++) {
            int from = (d + devices - 1) % devices, p = (from - s + devices) % devices;
            size_t m = length(n, part, p);
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], sent[from], 0);
            if (m) add<<<(m + 255) / 256, 256, 0, stream[d]>>>(x[d] + p * part, spare[d], m);
            cudaEventRecord(room[d], stream[d]);
        }
    }
    // all-gather
    for (int s = 0; s < devices - 1; s++) {
        for (int d = 0; d < devices; d++) {
            int next = (d + 1) % devices, p = (d - s + devices) % devices;
            size_t m = length(n, part, p);
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], room[next], 0);
            if (m) cudaMemcpyPeerAsync(x[next] + p * part, next, x[d] + p * part, d, m * sizeof(unsigned), stream[d]);
            cudaEventRecord(sent[d], stream[d]);
        }
        for (int d = 0; d < devices; d++) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], sent[(d + devices - 1) % devices], 0);
        }
    }
    cudaSetDevice(0);
}
