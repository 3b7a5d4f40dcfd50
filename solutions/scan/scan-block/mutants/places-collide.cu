// rejected by: case cols=1023 | trap shared-race (pads by i % 32, where i / 32 is meant: several elements share a place)
const int BLOCK = 512;

__device__ int place(int i) {
    return i + i % 32;
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols, int leaves) {
    __shared__ unsigned int tile[4096 + 32];
    size_t row = (size_t)blockIdx.x * cols;
    int t = threadIdx.x;

    for (int i = t; i < leaves; i += BLOCK)
        tile[place(i)] = i < cols ? in[row + i] : 0;
    __syncthreads();
    for (int apart = 1; apart < leaves; apart *= 2) {
        for (int i = 2 * apart * (t + 1) - 1; i < leaves;
             i += 2 * apart * BLOCK)
            tile[place(i)] += tile[place(i - apart)];
        __syncthreads();
    }
    if (t == 0) tile[place(leaves - 1)] = 0;
    __syncthreads();
    for (int apart = leaves / 2; apart > 0; apart /= 2) {
        for (int i = 2 * apart * (t + 1) - 1; i < leaves;
             i += 2 * apart * BLOCK) {
            unsigned int left = tile[place(i - apart)];
            tile[place(i - apart)] = tile[place(i)];
            tile[place(i)] += left;
        }
        __syncthreads();
    }
    for (int i = t; i < cols; i += BLOCK) {
        exclusive[row + i] = tile[place(i)];
        inclusive[row + i] = tile[place(i)] + in[row + i];
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
