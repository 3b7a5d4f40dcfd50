// The plain way: every lane hears the value of each lane in turn and adds up
// those below it. 32 broadcasts.
typedef unsigned int uint;

__global__ void listen(const uint *in, uint *inc, uint *exc, int n) {
    const int gid = blockDim.x * blockIdx.x + threadIdx.x;
    const int me = threadIdx.x & 31;
    uint value = 0;
    if (gid < n) value = in[gid];

    uint before = 0;
    for (int other = 0; other < 32; ++other) {
        uint said = __shfl_sync(0xffffffffu, value, other);
        before += other < me ? said : 0u;
    }
    if (gid < n) {
        exc[gid] = before;
        inc[gid] = before + value;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n <= 0) return;
    listen<<<(n + 127) / 128, 128>>>(in, inclusive, exclusive, n);
}
