// rejected by: case n=1 (y and z change places)
// says: y and z change places. A point is x, y, z, w, in this order.
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = points[i];
    x[i] = p.x;
    y[i] = p.z;
    z[i] = p.y;
    w[i] = p.w;
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    split<<<(n + 255) / 256, 256>>>((const float4 *)points, x, y, z, w, n);
}
