// rejected by: case n=32 (each element is added to its neighbour only)
// says: There is one step, at distance 1, so each lane has the sum of two elements. After that, at which distances must a lane add?
const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;
const int GROUPS = 2; // per warp

__device__ unsigned int warp_scan(unsigned int v, int lane) {
    unsigned int below = __shfl_up_sync(ALL, v, 1);
    if (lane >= 1) v += below;
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
