// rejected by: unwritten (the inclusive sums are shifted, and nobody has the last one)
// says: The last inclusive sum of a row is never written. It is the sum of the whole row, and no exclusive sum has it.
const int BLOCK = 512;
const int MOST = 4096;

__device__ int at(int i) {
    return i + i / 32;
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols, int leaves) {
    __shared__ unsigned int tile[MOST + MOST / 32];
    size_t row = (size_t)blockIdx.x * cols;
    int t = threadIdx.x;

    for (int i = t; i < leaves; i += BLOCK)
        tile[at(i)] = i < cols ? in[row + i] : 0;
    for (int d = 1; d < leaves; d *= 2) {
        __syncthreads();
        for (int k = t; k < leaves / (2 * d); k += BLOCK) {
            int left = (2 * k + 1) * d - 1, right = left + d;
            tile[at(right)] += tile[at(left)];
        }
    }
    if (t == 0) tile[at(leaves - 1)] = 0;
    for (int d = leaves / 2; d > 0; d /= 2) {
        __syncthreads();
        for (int k = t; k < leaves / (2 * d); k += BLOCK) {
            int left = (2 * k + 1) * d - 1, right = left + d;
            unsigned int sum = tile[at(left)];
            tile[at(left)] = tile[at(right)];
            tile[at(right)] += sum;
        }
    }
    __syncthreads();
    for (int i = t; i < cols; i += BLOCK) {
        exclusive[row + i] = tile[at(i)];
        if (i > 0) inclusive[row + i - 1] = tile[at(i)];
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int leaves = 1;
    while (leaves < cols)
        leaves *= 2;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols, leaves);
}
