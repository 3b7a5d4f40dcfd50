// In two steps: first the maxima along the rows, from global to shared memory,
// then the maxima down the columns.
const int T = 16;
const int MAX_ROWS = (T - 1) * 4 + 7;

__global__ void pool_two_steps(const float *in, float *out, int h, int w, int oh, int ow,
                               int k, int stride, int pad) {
    __shared__ float rowmax[MAX_ROWS][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int ox = blockIdx.x * T + tx, oy = blockIdx.y * T + ty;
    const int top = blockIdx.y * T * stride - pad;
    const int need = (T - 1) * stride + k;
    in += (size_t)blockIdx.z * h * w;
    out += (size_t)blockIdx.z * oh * ow;

    for (int r = ty; r < need; r += T) {
        int y = top + r;
        float m = -INFINITY;
        if (y >= 0 && y < h && ox < ow) {
            for (int j = 0; j < k; j++) {
                int x = ox * stride - pad + j;
                if (x >= 0 && x < w) m = fmaxf(m, in[(size_t)y * w + x]);
            }
        }
        rowmax[r][tx] = m;
    }
    __syncthreads();
    if (ox < ow && oy < oh) {
        float m = rowmax[ty * stride][tx];
        for (int i = 1; i < k; i++) m = fmaxf(m, rowmax[ty * stride + i][tx]);
        out[(size_t)oy * ow + ox] = m;
    }
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;
    if (k > h + 2 * pad || k > w + 2 * pad) return;
    const int oh = (h + 2 * pad - k) / stride + 1;
    const int ow = (w + 2 * pad - k) / stride + 1;
    pool_two_steps<<<dim3((ow + T - 1) / T, (oh + T - 1) / T, planes), dim3(T, T)>>>(
        in, out, h, w, oh, ow, k, stride, pad);
}
