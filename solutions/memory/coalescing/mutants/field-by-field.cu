// rejected by: gate coalescing (loads of one field lie 16 bytes apart)
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = points[4 * i + 0];
    y[i] = points[4 * i + 1];
    z[i] = points[4 * i + 2];
    w[i] = points[4 * i + 3];
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    split<<<(n + 255) / 256, 256>>>(points, x, y, z, w, n);
}
