// rejected by: case n=33001 | trap global-race (the loop goes on by the number of rounds)
// says: The loop goes on by 64, which is the number of its rounds: so threads meet at the same points, and the last points have no thread. The step is the number of threads in the whole grid: gridDim.x * blockDim.x.
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++) {
        int j = k * 64 + i;
        if (j < n) {
            x[j] = points[4 * j + 0];
            y[j] = points[4 * j + 1];
            z[j] = points[4 * j + 2];
            w[j] = points[4 * j + 3];
        }
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = ((n + 63) / 64 + threads - 1) / threads;
    split<<<blocks, threads>>>(points, x, y, z, w, n);
}
