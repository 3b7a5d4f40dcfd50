// rejected by: case n=17 (takes the points for four arrays, one after the other)
// says: The loads take all x first, then all y. In memory the x, y, z and w of one point lie next to each other.
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const float *f = (const float *)points;
    float4 p = {f[i], f[n + i], f[2 * n + i], f[3 * n + i]};
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
