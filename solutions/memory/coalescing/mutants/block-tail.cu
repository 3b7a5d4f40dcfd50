// rejected by: case n=17 | case n=1 (whole blocks of 256 points only)
// says: Only whole blocks of 256 points are started. The points after them need a block, too: round up.
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = points[i];
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
    w[i] = p.w;
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n < 256) return;
    split<<<n / 256, 256>>>((const float4 *)points, x, y, z, w);
}
