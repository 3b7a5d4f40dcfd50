// y = a*x + y, with a quarter of the threads.

const int BLOCK = 128;
const int RESERVED = 48 * 1024; // bytes of shared memory: keep this

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    // TODO: right, but each thread waits for its loads before it goes on.
    // Give a thread more to do that does not have to wait.
    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = min((n + BLOCK - 1) / BLOCK, 528);
    saxpy_kernel<<<blocks, BLOCK, RESERVED>>>(a, x, y, n);
}
