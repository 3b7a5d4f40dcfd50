// Coalescing: one point per thread, loaded whole.
//
//   thread      0            1            2
//   load    |x0 y0 z0 w0|x1 y1 z1 w1|x2 y2 z2 w2| ...  16 bytes each, adjacent
//   stores   x0          x1          x2                 4 bytes each, adjacent,
//            y0          y1          y2                 four times

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
