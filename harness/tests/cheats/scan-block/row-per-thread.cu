// rejected by: gate bandwidth (one thread goes along a row: no scan, no barrier)
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    unsigned sum = 0;
    for (int c = 0; c < cols; c++) {
        size_t at = (size_t)r * cols + c;
        exclusive[at] = sum;
        inclusive[at] = sum += in[at];
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) scan<<<(rows + 31) / 32, 32>>>(in, inclusive, exclusive, rows, cols);
}
