// Split points into four arrays: a thread loads a whole point at once.

__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = points[i];
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
    w[i] = p.w;
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int threads = 256;
    split<<<(n + threads - 1) / threads, threads>>>((const float4 *)points, x,
                                                    y, z, w, n);
}
