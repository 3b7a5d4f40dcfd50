// rejected by: case n=32 (the shuffles exchange in pairs, so all lanes get the total)
// says: In the end each lane has the sum of all 32 elements. __shfl_xor_sync pairs the lanes, and __shfl_sync(v, lane - d) goes around the end of the warp. In a running sum a lane adds only lanes below it: take __shfl_up_sync, and add if lane >= d.
const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;
const int GROUPS = 2; // per warp

__device__ unsigned int warp_scan(unsigned int v, int lane) {
    for (int d = 1; d < WARP; d *= 2) {
        unsigned int below = __shfl_xor_sync(ALL, v, d);
        v += below;
    }
    return v;
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int lane = threadIdx.x % WARP;
    int warp = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
    int first = warp * GROUPS * WARP + lane;

    unsigned int own[GROUPS];
    for (int k = 0; k < GROUPS; k++) { // all loads first: none waits
        int i = first + k * WARP;
        own[k] = i < n ? in[i] : 0;
    }
    for (int k = 0; k < GROUPS; k++) {
        int i = first + k * WARP;
        unsigned int sum = warp_scan(own[k], lane);
        if (i < n) {
            inclusive[i] = sum;
            exclusive[i] = sum - own[k]; // exact, also when sums wrap around
        }
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;

    int each = BLOCK * GROUPS; // elements per block
    scan_kernel<<<(n + each - 1) / each, BLOCK>>>(in, inclusive, exclusive, n);
}
