// Running sums of rows: one block per row, a tree in shared memory.

const int BLOCK = 512;
const int MOST = 4096; // elements of a row

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ unsigned int tile[MOST];
    size_t row = (size_t)blockIdx.x * cols;

    for (int i = threadIdx.x; i < cols; i += BLOCK)
        tile[i] = in[row + i];
    __syncthreads();

    // TODO: up the tree, then down. Which barriers does that need?

    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        inclusive[row + i] = tile[i]; // TODO: with the element
        exclusive[row + i] = 0;       // TODO: without it
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
