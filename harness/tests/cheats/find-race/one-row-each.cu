// rejected by: gate barriers (a block takes one row only, and does not meet the race)
// Each row minus its largest element: a step towards a stable softmax.
//
// A colleague wrote this, and it passed the review. It is wrong now and then.
//
// Which labelled line can run too early, while other threads are not done yet?
// line: C
//
// Why does that do harm? One of
//   reads-unwritten     a word is read before the thread that writes it has run
//   overwrites-unread   a word gets a new value while others still need the old
//   lost-update         two threads add to one word, and one addition is lost
//   wrong-lane          the value comes from a lane that does not hold it
// cause: overwrites-unread

#include <climits>

const int THREADS = 256;
const int WARPS = THREADS / 32;
const int MOST_BLOCKS = 1 << 30; // each block takes several rows, one after another
const unsigned ALL = 0xffffffffu;

// The largest value of the warp, in all of its lanes.
__device__ int warp_max(int x) {
    for (int d = 16; d > 0; d /= 2)
        x = max(x, __shfl_xor_sync(ALL, x, d));
    return x;
}

__global__ void subtract(const int *in, int *out, int rows, int cols) {
    __shared__ int best[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const int *from = in + (size_t)row * cols;
        int *to = out + (size_t)row * cols;

        int mine = INT_MIN;
        for (int c = threadIdx.x; c < cols; c += THREADS)
            mine = max(mine, from[c]); /* A */
        mine = warp_max(mine);         /* B */
        if (lane == 0) best[warp] = mine; /* C */
        __syncthreads();

        int largest = best[0];
        for (int w = 1; w < WARPS; w++)
            largest = max(largest, best[w]); /* D */
        for (int c = threadIdx.x; c < cols; c += THREADS)
            to[c] = from[c] - largest; /* E */
    }
}

void subtract_max(const int *in, int *out, int rows, int cols) {
    int blocks = min(rows, MOST_BLOCKS);
    if (rows > 0 && cols > 0)
        subtract<<<blocks, THREADS>>>(in, out, rows, cols);
}
