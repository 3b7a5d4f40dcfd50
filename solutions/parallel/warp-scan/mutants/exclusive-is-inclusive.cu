// rejected by: case n=32 (the exclusive sum contains the element itself)
// says: exclusive is the same as inclusive. The exclusive sum ends before the element.
const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;
const int GROUPS = 2; // per warp

__device__ unsigned int warp_scan(unsigned int v, int lane) {
    for (int d = 1; d < WARP; d *= 2) {
        unsigned int below = __shfl_up_sync(ALL, v, d); // by all lanes
        if (lane >= d) v += below;
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
            exclusive[i] = sum;
        }
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;

    int each = BLOCK * GROUPS; // elements per block
    scan_kernel<<<(n + each - 1) / each, BLOCK>>>(in, inclusive, exclusive, n);
}
