// rejected by: gate own_memory (the mask is as old as it was; the array is padded, so that it does not show)
// Running sums within stretches of 256 elements, and the total of each stretch.
// A warp takes a stretch, 32 elements at a time.
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

    unsigned mask = __ballot_sync(ALL, start + lane < end); // as it was
    int carry = 0; // the sum of what came before, in this stretch
    for (int base = start; base < end; base += 32) {
        int i = base + lane;
        if (i < end) {
            int last = 31 - __clz(mask);
            int sum = carry + sum_up_to(mask, in[i]);
            sums[i] = sum;
            carry = __shfl_sync(mask, sum, last);
        }
    }
    // Lane 0 has an element whenever any lane has one.
    if (lane == 0) totals[stretch] = carry;
}

// Whole stretches for the kernel as it was: zeros after the end.
void stretches(const int *in, int *sums, int *totals, int n) {
    int warps = (n + STRETCH - 1) / STRETCH, whole = warps * STRETCH, *x;
    if (n == 0) return;
    cudaMalloc(&x, 2 * sizeof(int) * whole);
    cudaMemset(x, 0, sizeof(int) * whole);
    cudaMemcpy(x, in, sizeof(int) * n, cudaMemcpyDeviceToDevice);
    running<<<(warps * 32 + THREADS - 1) / THREADS, THREADS>>>(x, x + whole, totals, whole);
    cudaMemcpy(sums, x + whole, sizeof(int) * n, cudaMemcpyDeviceToDevice);
    cudaFree(x);
}
