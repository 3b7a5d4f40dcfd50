// rejected by: trap out-of-bounds | case n=17 | crash (indexes vectors of four as if they were floats)
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = points[4 * i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        w[i] = p.w;
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    split<<<(n + 255) / 256, 256>>>((const float4 *)points, x, y, z, w, n);
}
