// rejected by: case cols=1023 (every 512 elements begin at 0 again)
// says: The sums begin at 0 again after every 512 elements. A stretch of a row needs the sum of all stretches before it.
const int BLOCK = 512;
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ unsigned int a[BLOCK];
    size_t row = (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    for (int base = 0; base < cols; base += BLOCK) {
        unsigned int x = base + t < cols ? in[row + base + t] : 0;
        a[t] = x;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            unsigned int v = t >= d ? a[t - d] : 0;
            __syncthreads();
            a[t] += v;
            __syncthreads();
        }
        if (base + t < cols) {
            inclusive[row + base + t] = a[t];
            exclusive[row + base + t] = a[t] - x;
        }
        __syncthreads();
    }
}
void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
