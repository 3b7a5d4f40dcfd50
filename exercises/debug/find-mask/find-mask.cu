// Running sums within stretches of 256 elements, and the total of each stretch.
// A warp takes a stretch, 32 elements at a time.
//
// A colleague wrote this, and it passed the review. Some totals are wrong.
//
// TODO: find the line, repair the program, and answer.
//
// Which labelled line computes something that does not hold any more when it is
// used?
// line:
//
// Why does that do harm? One of
//   names-idle-lanes    the mask names lanes that do not take part any more
//   leaves-out-lanes    the mask leaves out lanes that do take part
//   sum-too-late        a value is added before the others have read it
//   past-the-end        an element behind the end of the array is read
// cause:

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

    unsigned mask = __ballot_sync(ALL, start + lane < end); /* C */
    int carry = 0; // the sum of what came before, in this stretch
    for (int base = start; base < end; base += 32) {
        int i = base + lane;
        if (i < end) {
            int last = 31 - __clz(mask); /* D */
            int sum = carry + sum_up_to(mask, in[i]); /* E */
            sums[i] = sum;
            carry = __shfl_sync(mask, sum, last); /* F */
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
