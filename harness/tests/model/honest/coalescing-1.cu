// Split points into four arrays by way of shared memory: all accesses to global
// memory are neighbours, the picking happens inside the block.

const int THREADS = 256;

__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    __shared__ float part[4 * THREADS];
    long long first = (long long)blockIdx.x * THREADS; // first point of the block
    long long total = 4LL * n;

    for (int k = 0; k < 4; k++) {
        long long j = 4 * first + k * THREADS + threadIdx.x;
        if (j < total) part[k * THREADS + threadIdx.x] = points[j];
    }
    __syncthreads();

    long long i = first + threadIdx.x;
    if (i < n) {
        x[i] = part[4 * threadIdx.x + 0];
        y[i] = part[4 * threadIdx.x + 1];
        z[i] = part[4 * threadIdx.x + 2];
        w[i] = part[4 * threadIdx.x + 3];
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    split<<<(n + THREADS - 1) / THREADS, THREADS>>>(points, x, y, z, w, n);
}
