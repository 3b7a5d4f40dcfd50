// rejected by: trap stream-race (the first copy does not wait for what is in the receiver's stream)
// The sum of an array over all devices, on each of them, by a tree. Eight devices:
//
//   reduce      1 -> 0   3 -> 2   5 -> 4   7 -> 6
//               2 -> 0            6 -> 4
//               4 -> 0
//   broadcast   the same arrows backwards, from the last to the first

__global__ void add(unsigned *to, const unsigned *from, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

// Of each device: its last copy has ended, its last addition has.
static cudaEvent_t sent[8], added[8];

static void make_events(int devices) {
    for (int d = devices - 1; d >= 0 && !sent[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&sent[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&added[d], cudaEventDisableTiming);
    }
}

// Copies x of one device to another one, which goes on when it is there.
static void send(unsigned *to, int receiver, const unsigned *x, int sender, size_t n,
                 cudaStream_t *stream) {
    cudaSetDevice(sender);
    cudaMemcpyPeerAsync(to, receiver, x, sender, n * sizeof(unsigned), stream[sender]);
    cudaEventRecord(sent[sender], stream[sender]);
    cudaSetDevice(receiver);
    cudaStreamWaitEvent(stream[receiver], sent[sender], 0);
}

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    int top = 1;
    make_events(devices);
    for (int step = 1; step < devices; step *= 2) {
        top = step;
        for (int d = 0; d + step < devices; d += 2 * step) {
            int child = d + step;
            cudaSetDevice(child);
            cudaStreamWaitEvent(stream[child], added[d], 0); // its spare room is free
            send(spare[d], d, x[child], child, n, stream);
            if (n > 0) add<<<(n + 255) / 256, 256, 0, stream[d]>>>(x[d], spare[d], n);
            cudaEventRecord(added[d], stream[d]);
        }
    }
    for (int step = top; step > 0; step /= 2)
        for (int d = 0; d + step < devices; d += 2 * step)
            send(x[d + step], d + step, x[d], d, n, stream);
    cudaSetDevice(0);
}
