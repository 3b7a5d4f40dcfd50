// rejected by: case n=33 | case (the lane of the warp where teams of 16 scan)
// says: A shuffle of width 16 stays within a team of 16 lanes, but `lane >= d` asks for the lane of the warp. The first lanes of the other team add their own value: compare d with the lane in the team, lane % 16.
// Running sums in groups of 32: Hillis and Steele's scan, by shuffles.
//
//   d = 1, 2, 4, 8, 16     each lane from d on adds the sum of the lane d below

const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;
const int EACH = 2, TEAM = WARP / EACH; // elements of a lane, lanes of a group

__device__ unsigned int warp_scan(unsigned int v, int lane) {
    for (int d = 1; d < TEAM; d *= 2) {
        unsigned int below = __shfl_up_sync(ALL, v, d, TEAM);
        if (lane >= d) v += below;
    }
    return v;
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int lane = threadIdx.x % WARP;
    int first = (blockIdx.x * BLOCK + threadIdx.x) * EACH;

    unsigned int own[EACH], mine = 0;
    for (int k = 0; k < EACH; k++) {
        own[k] = first + k < n ? in[first + k] : 0;
        mine += own[k];
    }
    unsigned int sum = warp_scan(mine, lane) - mine;
    for (int k = 0; k < EACH; k++)
        if (first + k < n) {
            exclusive[first + k] = sum;
            sum += own[k];
            inclusive[first + k] = sum;
        }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;

    int each = BLOCK * EACH;   // elements per block
    scan_kernel<<<(n + each - 1) / each, BLOCK>>>(in, inclusive, exclusive, n);
}
