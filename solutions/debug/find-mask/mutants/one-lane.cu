// rejected by: gate bytes_per_request (right, with one lane that does all of the work)
// Running sums within stretches of 256 elements, and the total of each stretch.
// A warp takes a stretch, 32 elements at a time.
//
// line: C
// cause: names-idle-lanes

const int THREADS = 128;
const int STRETCH = 256;

__global__ void running(const int *in, int *sums, int *totals, int n) {
    int stretch = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int start = stretch * STRETCH;
    if (start >= n || threadIdx.x % 32 != 0) return;
    int end = min(start + STRETCH, n), sum = 0;
    for (int i = start; i < end; i++)
        sums[i] = sum += in[i];
    totals[stretch] = sum;
}

void stretches(const int *in, int *sums, int *totals, int n) {
    int warps = (n + STRETCH - 1) / STRETCH;
    int blocks = (warps * 32 + THREADS - 1) / THREADS;
    if (n > 0) running<<<blocks, THREADS>>>(in, sums, totals, n);
}
