// passes (reads four floats as one, past the caches)
__global__ void split(const float4 *__restrict__ points, float *x, float *y,
                      float *z, float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = __ldcs(&points[i]);
    __stcs(&x[i], p.x);
    __stcs(&y[i], p.y);
    __stcs(&z[i], p.z);
    __stcs(&w[i], p.w);
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n > 0)
        split<<<(n + 255) / 256, 256>>>((const float4 *)points, x, y, z, w, n);
}
