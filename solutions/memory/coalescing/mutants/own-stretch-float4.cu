// rejected by: gate coalescing | gate bandwidth (stretches of points)
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 64 * t; i < 64 * t + 64 && i < n; i++) {
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
    int threads = (n + 63) / 64;
    split<<<(threads + 255) / 256, 256>>>((const float4 *)points, x, y, z, w,
                                          n);
}
