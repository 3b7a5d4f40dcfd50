// rejected by: case | trap global-race (i is the same in every block)
// says: i is the same in every block, so all blocks update the same elements. How does a thread get an i that no other thread of the grid has?
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
