// The inputs of a tile of 32 x 8 outputs go to shared memory, minus infinity
// where there is no image. Then each thread looks at its window there.
#define TX 32
#define TY 8
#define MAXW ((TX - 1) * 4 + 7)
#define MAXH ((TY - 1) * 4 + 7)

__global__ void pool_tile(const float *in, float *out, int h, int w, int oh, int ow, int k,
                          int stride, int pad) {
    __shared__ float tile[MAXH * MAXW];
    const float *image = in + (size_t)blockIdx.z * h * w;
    int top = blockIdx.y * TY * stride - pad;
    int left = blockIdx.x * TX * stride - pad;
    int tw = (TX - 1) * stride + k, th = (TY - 1) * stride + k;

    for (int r = threadIdx.y; r < th; r += TY)
        for (int c = threadIdx.x; c < tw; c += TX) {
            int y = top + r, x = left + c;
            bool inside = y >= 0 && y < h && x >= 0 && x < w;
            tile[r * tw + c] = inside ? image[(size_t)y * w + x] : -INFINITY;
        }
    __syncthreads();

    int ox = blockIdx.x * TX + threadIdx.x, oy = blockIdx.y * TY + threadIdx.y;
    if (ox >= ow || oy >= oh) return;
    float best = -INFINITY;
    for (int r = 0; r < k; r++)
        for (int c = 0; c < k; c++)
            best = fmaxf(best, tile[(threadIdx.y * stride + r) * tw + threadIdx.x * stride + c]);
    out[((size_t)blockIdx.z * oh + oy) * ow + ox] = best;
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes <= 0) return;
    if (h + 2 * pad < k || w + 2 * pad < k) return;
    int oh = (h + 2 * pad - k) / stride + 1;
    int ow = (w + 2 * pad - k) / stride + 1;
    dim3 threads(TX, TY);
    dim3 tiles((ow + TX - 1) / TX, (oh + TY - 1) / TY, planes);
    pool_tile<<<tiles, threads>>>(in, out, h, w, oh, ow, k, stride, pad);
}
