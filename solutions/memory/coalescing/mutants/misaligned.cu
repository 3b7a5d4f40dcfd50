// rejected by: trap misaligned | case | crash (a vector at an odd address)
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = points[4 * i];
    if (i + 1 == n) { // no whole vector is left after the last x
        y[i] = points[4 * i + 1];
        z[i] = points[4 * i + 2];
        w[i] = points[4 * i + 3];
        return;
    }
    float4 p = *(const float4 *)(points + 4 * i + 1); // y z w and the next x
    y[i] = p.x;
    z[i] = p.y;
    w[i] = p.z;
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    split<<<(n + 255) / 256, 256>>>(points, x, y, z, w, n);
}
