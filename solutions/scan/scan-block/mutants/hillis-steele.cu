// rejected by: gate smem_requests (twelve steps, and every element takes part in each)
const int BLOCK = 512;
const int MOST = 4096;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ unsigned int tile[2][MOST];
    size_t row = (size_t)blockIdx.x * cols;
    int from = 0;

    for (int i = threadIdx.x; i < cols; i += BLOCK)
        tile[0][i] = in[row + i];
    for (int d = 1; d < cols; d *= 2) {
        __syncthreads();
        for (int i = threadIdx.x; i < cols; i += BLOCK) {
            unsigned int v = tile[from][i];
            if (i >= d) v += tile[from][i - d];
            tile[1 - from][i] = v;
        }
        from = 1 - from;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        inclusive[row + i] = tile[from][i];
        exclusive[row + i] = i > 0 ? tile[from][i - 1] : 0;
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
