// Each warp takes four groups at a time, with their loads under way together,
// and walks on by the size of the grid. The exclusive sum comes from one more
// shuffle.
#define FULL 0xffffffffu
const int GROUPS = 4;

__global__ void scan_groups(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    const int lane = threadIdx.x & 31;
    const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const long long warps = (gridDim.x * blockDim.x) >> 5;

    for (long long base = warp * 32 * GROUPS; base < n; base += warps * 32 * GROUPS) {
        unsigned int v[GROUPS];
#pragma unroll
        for (int g = 0; g < GROUPS; g++) {
            long long i = base + g * 32 + lane;
            v[g] = i < n ? in[i] : 0u;
        }
#pragma unroll
        for (int d = 1; d < 32; d += d) {
#pragma unroll
            for (int g = 0; g < GROUPS; g++) {
                unsigned int w = __shfl_up_sync(FULL, v[g], d);
                v[g] += lane >= d ? w : 0u;
            }
        }
#pragma unroll
        for (int g = 0; g < GROUPS; g++) {
            unsigned int e = __shfl_up_sync(FULL, v[g], 1);
            if (lane == 0) e = 0;
            long long i = base + g * 32 + lane;
            if (i < n) {
                inclusive[i] = v[g];
                exclusive[i] = e;
            }
        }
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    int blocks = (n + 64 * GROUPS - 1) / (64 * GROUPS);
    if (blocks > 1600) blocks = 1600;
    scan_groups<<<blocks, 64>>>(in, inclusive, exclusive, n);
}
