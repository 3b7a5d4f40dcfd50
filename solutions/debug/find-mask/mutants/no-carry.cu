// rejected by: case n=33 (each round of 32 begins at 0)
// says: Each round of 32 elements begins at 0 again: the carry of the rounds before it, in this stretch, is not in the sums.
// Running sums within stretches of 256 elements, and the total of each stretch.
//
// line: C
// cause: names-idle-lanes

const int THREADS = 128;
const int STRETCH = 256; // elements of a warp
const unsigned ALL = 0xffffffffu;

// The sum of x over this lane and all lower ones of the mask.
__device__ int sum_up_to(unsigned mask, int x) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        int lower = __shfl_up_sync(mask, x, d); /* A */
        if (lane >= d) x += lower;              /* B */
    }
    return x;
}

__global__ void running(const int *in, int *sums, int *totals, int n) {
    int lane = threadIdx.x % 32;
    int stretch = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int start = stretch * STRETCH;
    if (start >= n) return; // the whole warp
    int end = min(start + STRETCH, n);

    int carry = 0; // the sum of what came before, in this stretch
    for (int base = start; base < end; base += 32) {
        int i = base + lane;
        int sum = sum_up_to(ALL, i < end ? in[i] : 0);
        if (i < end) sums[i] = sum;
        carry = __shfl_sync(ALL, sum, 31);
    }
    // Lane 0 has an element whenever any lane has one.
    if (lane == 0) totals[stretch] = carry;
}

void stretches(const int *in, int *sums, int *totals, int n) {
    int warps = (n + STRETCH - 1) / STRETCH;
    int blocks = (warps * 32 + THREADS - 1) / THREADS;
    if (n > 0) running<<<blocks, THREADS>>>(in, sums, totals, n);
}
