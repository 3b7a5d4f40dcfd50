// rejected by: case rows=1 (inclusive gets the tree after the way up)
// says: After the way up the tile holds sums of subtrees, and only some of them are running sums. Go down first: the leaves are then the exclusive sums, and an inclusive one is that and the element itself.
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
            tile[at(2 * d * (k + 1) - 1)] += tile[at(2 * d * k + d - 1)];
    }

    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += BLOCK)
        inclusive[row + i] = tile[at(i)];
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

    for (int i = threadIdx.x; i < cols; i += BLOCK)
        exclusive[row + i] = tile[at(i)];
}
void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
