// rejected by: case na=31 (the elements of a sum are read one apart along every axis)
// says: The index leaves out the factor inner. Element i of column (o, k) lies at (o * length + i) * inner + k: each i goes on by a whole row of inner elements.
// One thread per sum, whichever axis.
__global__ void sum_kernel(const float *in, float *out, int outer, int length,
                           int inner) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= outer * inner) return;
    int o = t / inner, k = t % inner;

    float s = 0.0f;
    for (int i = 0; i < length; i++)
        s += in[((size_t)o * length + i) + k];
    out[t] = s;
}

__global__ void row_kernel(const float *in, float *out, int rows, int length) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= rows) return;
    float s = 0.0f;
    for (int i = lane; i < length; i += 32)
        s += in[(size_t)warp * length + i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0) out[warp] = s;
}

static void sum_along(const float *in, float *out, int outer, int length,
                      int inner) {
    int sums = outer * inner;
    if (sums > 0)
        sum_kernel<<<(sums + 255) / 256, 256>>>(in, out, outer, length, inner);
}

void sum_axes(const float *in, float *over_a, float *over_b, float *over_c,
              int na, int nb, int nc) {
    sum_along(in, over_a, 1, na, nb * nc);
    sum_along(in, over_b, na, nb, nc);
    int rows = na * nb;
    if (rows > 0) row_kernel<<<(rows + 7) / 8, 256>>>(in, over_c, rows, nc);
}
