// rejected by: case rows=1 cols=1000 (each warp subtracts its own maximum)
// says: Each warp subtracts the largest element that it has seen itself. The warps of a block have to exchange theirs, as the program did.
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
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const int *from = in + (size_t)row * cols;
        int *to = out + (size_t)row * cols;

        int mine = INT_MIN;
        for (int c = threadIdx.x; c < cols; c += THREADS)
            mine = max(mine, from[c]); /* A */
        mine = warp_max(mine);         /* B */
        int largest = mine;
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
