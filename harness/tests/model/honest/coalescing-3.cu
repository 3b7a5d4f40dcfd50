// Split points into four arrays: blocks that stay, and stride over the points.

__global__ void split(const float4 *__restrict__ points, float *__restrict__ x,
                      float *__restrict__ y, float *__restrict__ z,
                      float *__restrict__ w, int n) {
    unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n;
         i += step) {
        float4 p = points[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        w[i] = p.w;
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int threads = 512;
    int blocks = (n + threads - 1) / threads;
    if (blocks > 132 * 4) blocks = 132 * 4;
    split<<<blocks, threads>>>((const float4 *)points, x, y, z, w, n);
}
