// rejected by: case n=1 (stores the fields in the order w, z, y, x)
// says: The four fields are stored the other way round. Memory holds x first, w last.
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float4 p = points[i];
    x[i] = p.w;
    y[i] = p.z;
    z[i] = p.y;
    w[i] = p.x;
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;

    int threads = 256;
    split<<<(n + threads - 1) / threads, threads>>>((const float4 *)points, x,
                                                    y, z, w, n);
}
