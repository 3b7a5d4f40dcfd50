// rejected by: unwritten | case (each thread loads and stores one element, and a row has up to 4096)
// says: Each thread loads and stores one element, so a row ends at the number of threads. A row has up to 4096 elements: each thread goes on in steps of BLOCK.
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

    int i = threadIdx.x;
    if (i < leaves)
        tile[at(i)] = i < cols ? in[row + i] : 0;
    for (int d = 1; d < leaves; d *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < leaves / (2 * d); k += BLOCK)
            tile[at(2 * d * (k + 1) - 1)] += tile[at(2 * d * k + d - 1)];
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

    if (i < cols) {
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
