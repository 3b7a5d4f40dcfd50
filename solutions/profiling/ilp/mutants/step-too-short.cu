// rejected by: case n=70001 (the loop goes on by one element for each thread, and takes four)
// says: Each step of the loop takes four elements of each thread, and goes on by one for each. So the elements after the first are updated again in the next steps. Go on by four times as much.
const int BLOCK = 128;
const int RESERVED = 48 * 1024; // bytes of shared memory: keep this

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all) {
        float u[4], v[4];
        for (int j = 0; j < 4; j++)
            if (i + j * all < n) {
                u[j] = x[i + j * all];
                v[j] = y[i + j * all];
            }
        for (int j = 0; j < 4; j++)
            if (i + j * all < n) y[i + j * all] = a * u[j] + v[j];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = min((n + BLOCK - 1) / BLOCK, 528);
    saxpy_kernel<<<blocks, BLOCK, RESERVED>>>(a, x, y, n);
}
