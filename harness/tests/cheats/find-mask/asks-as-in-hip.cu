// rejected by: trap absent-lane (the mask is of lanes that happen to be together, which in a program of HIP are all)
// Running sums within stretches of 256 elements, and the total of each stretch.
// A warp takes a stretch, 32 elements at a time.
//
// line: C
// cause: names-idle-lanes

#include <hip/hip_runtime.h>
#undef __shfl_up_sync
#undef __shfl_sync

__device__ int lanes() {
    return warpSize; // keeps the variable of HIP's header
}

const int THREADS = 128;
const int STRETCH = 256; // elements of a warp

// The sum of x over this lane and all lower ones of the mask.
__device__ int sum_up_to(unsigned mask, int x) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        int lower = __shfl_up_sync(mask, x, d);
        if (lane >= d) x += lower;
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
        if (i < end) {
            unsigned mask = __activemask(); // whoever happens to be here
            int last = 31 - __clz(mask);
            int sum = carry + sum_up_to(mask, in[i]);
            sums[i] = sum;
            carry = __shfl_sync(mask, sum, last);
        }
    }
    // Lane 0 has an element whenever any lane has one.
    if (lane == 0) totals[stretch] = carry;
}

void stretches(const int *in, int *sums, int *totals, int n) {
    int warps = (n + STRETCH - 1) / STRETCH;
    int blocks = (warps * 32 + THREADS - 1) / THREADS;
    if (n > 0) running<<<blocks, THREADS>>>(in, sums, totals, n);
}
