// rejected by: case (each block takes the mean of its own stretch)
// says: Each block subtracts the mean of its own stretch. It is the mean of the whole row.
// Each block takes off the mean of what it has.
const int BLOCK = 256;
const int STRETCH = 4096;

__global__ void centre_kernel(const float *x, float *y, int cols) {
    __shared__ float sum;
    size_t row = (size_t)blockIdx.x * cols;
    int first = blockIdx.y * STRETCH, last = min(first + STRETCH, cols);
    if (threadIdx.x == 0) sum = 0.0f;
    __syncthreads();
    float mine = 0.0f;
    for (int c = first + threadIdx.x; c < last; c += BLOCK)
        mine += x[row + c];
    atomicAdd(&sum, mine);
    __syncthreads();
    for (int c = first + threadIdx.x; c < last; c += BLOCK)
        y[row + c] = x[row + c] - sum / (last - first);
}

void centre(const float *x, float *y, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 grid(rows, (cols + STRETCH - 1) / STRETCH);
    centre_kernel<<<grid, BLOCK>>>(x, y, cols);
}
