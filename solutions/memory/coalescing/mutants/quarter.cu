// rejected by: case (threads for a quarter of the points)
// says: There are only n / 4 threads, and each takes one point. A float4 holds one whole point, not four.
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
    split<<<(n / 4 + threads) / threads, threads>>>((const float4 *)points, x,
                                                    y, z, w, n);
}
