// rejected by: case rows=1 (adds down the columns)
// says: The sums run down the columns. They run along each row: element (r, c) is the sum of in[r][0] to in[r][c].
const int BLOCK = 512;
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int rows, int cols) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols)
        return;
    unsigned int s = 0;
    for (int r = 0; r < rows; r++) {
        exclusive[(size_t)r * cols + c] = s;
        s += in[(size_t)r * cols + c];
        inclusive[(size_t)r * cols + c] = s;
    }
}
void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    scan_kernel<<<(cols + BLOCK - 1) / BLOCK, BLOCK>>>(in, inclusive, exclusive,
                                                       rows, cols);
}
