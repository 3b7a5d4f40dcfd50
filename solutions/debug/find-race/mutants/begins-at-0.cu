// rejected by: case all equal (the maximum begins at 0)
// says: A row of negative numbers gets 0 for its largest element. The maximum has to begin below every number.
// Each row minus its largest element: a step towards a stable softmax.
//
// line: C
// cause: overwrites-unread

#include <climits>

const int THREADS = 256;
const int WARPS = THREADS / 32;
const int MOST_BLOCKS = 64; // each block takes several rows, one after another
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

        int mine = 0;
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
        __syncthreads();
    }
}

void subtract_max(const int *in, int *out, int rows, int cols) {
    int blocks = min(rows, MOST_BLOCKS);
    if (rows > 0 && cols > 0)
        subtract<<<blocks, THREADS>>>(in, out, rows, cols);
}
