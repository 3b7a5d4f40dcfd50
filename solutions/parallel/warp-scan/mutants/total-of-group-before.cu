// rejected by: case n=33 (the first exclusive sum of a group is the total of the group before)
// says: exclusive[i] is inclusive[i - 1], also for the first element of a group, where that is the total of the group before. There it is 0.
// Running sums: the exclusive ones are those of the element before.

const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;

__global__ void inclusive_kernel(const unsigned int *in, unsigned int *inclusive, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % WARP;
    unsigned int sum = i < n ? in[i] : 0;

    for (int d = 1; d < WARP; d *= 2) {
        unsigned int below = __shfl_up_sync(ALL, sum, d);
        if (lane >= d) sum += below;
    }
    if (i < n) inclusive[i] = sum;
}

__global__ void exclusive_kernel(const unsigned int *inclusive, unsigned int *exclusive,
                                 int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) exclusive[i] = i > 0 ? inclusive[i - 1] : 0;
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    int blocks = (n + BLOCK - 1) / BLOCK;
    inclusive_kernel<<<blocks, BLOCK>>>(in, inclusive, n);
    exclusive_kernel<<<blocks, BLOCK>>>(inclusive, exclusive, n);
}
