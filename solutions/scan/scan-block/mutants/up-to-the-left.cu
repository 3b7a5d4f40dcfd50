// rejected by: case rows=1 (the way up collects in left children, the way down looks in right ones)
// says: The way up stores the sum of two children in the place of the left one. It belongs in the place of the right child, at 2 * d * (k + 1) - 1, where the way down looks for it.
const int BLOCK = 512;
const int MOST = 4096;
__device__ int at(int i) { return i + i / 32; }
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ unsigned int tile[MOST + MOST / 32];
    size_t row = (size_t)blockIdx.x * cols;
    int leaves = 1;
    while (leaves < cols)
        leaves *= 2;

    for (int i = threadIdx.x; i < leaves; i += BLOCK)
        tile[at(i)] = i < cols ? in[row + i] : 0;

    for (int d = 1; d < leaves; d *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < leaves / (2 * d); k += BLOCK)
            tile[at(2 * d * k)] += tile[at(2 * d * k + d)];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        tile[at(leaves - 1)] = 0;

    for (int d = leaves / 2; d > 0; d /= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < leaves / (2 * d); k += BLOCK) {
            unsigned int left = tile[at(2 * d * k + d - 1)];
            tile[at(2 * d * k + d - 1)] = tile[at(2 * d * (k + 1) - 1)];
            tile[at(2 * d * (k + 1) - 1)] += left;
        }
    }
    __syncthreads();

    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        exclusive[row + i] = tile[at(i)];
        inclusive[row + i] = tile[at(i)] + in[row + i];
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
