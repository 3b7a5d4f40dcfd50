// rejected by: gate peer_bytes (all devices write to pinned memory, and read all of it)
__global__ void pin_up(unsigned *to, const unsigned *from, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
__global__ void read_all(unsigned *to, const unsigned *board, int devices, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int d = 0; i < n && d < devices; d++)
        sum += board[d * n + i];
    if (i < n) to[i] = sum;
}

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream) {
    static unsigned *board[2];
    static cudaEvent_t up[8];
    static int turn;
    const size_t most = 1 << 17;
    turn ^= 1;
    if (!board[turn]) cudaHostAlloc((void **)&board[turn], 8 * most * sizeof(int), cudaHostAllocPortable);
    unsigned blocks = (unsigned)((n + 255) / 256);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        if (!up[d]) cudaEventCreateWithFlags(&up[d], cudaEventDisableTiming);
        pin_up<<<blocks, 256, 0, stream[d]>>>(board[turn] + d * n, x[d], n);
        cudaEventRecord(up[d], stream[d]);
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        for (int e = 0; e < devices; e++)
            cudaStreamWaitEvent(stream[d], up[e], 0);
        read_all<<<blocks, 256, 0, stream[d]>>>(x[d], board[turn], devices, n);
    }
}
