// rejected by: case n=33 | case (the total of a group goes into the next three)
// says: The total of one group is carried into the next ones of the same warp. Each group of 32 begins again at 0.
// Running sums in groups of 32: Hillis and Steele's scan, by shuffles.
//
//   d = 1, 2, 4, 8, 16     each lane from d on adds the sum of the lane d below
//
// A warp takes four groups, so that two loads are under way before it starts.

const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;
const int GROUPS = 4; // per warp

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
    unsigned int total = 0;
    for (int k = 0; k < GROUPS; k++) {
        int i = first + k * WARP;
        unsigned int sum = total + warp_scan(own[k], lane);
        total = __shfl_sync(ALL, sum, WARP - 1);
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
