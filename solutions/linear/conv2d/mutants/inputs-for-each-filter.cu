// rejected by: gate traffic (one output for each thread, the window in shared memory)
const int MOST = 1024; // weights of a filter that are kept at a time

__global__ void window_kernel(const float *in, const float *weights, float *out,
                              int channels, int height, int width, int kh, int kw,
                              int pad, int stride, int dilation, int oh, int ow) {
    __shared__ float w[MOST];
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int f = blockIdx.y, filters = gridDim.y, b = blockIdx.z, k = channels * kh * kw;
    in += (size_t)b * channels * height * width;
    weights += (size_t)f * k;

    float sum = 0.0f;
    for (int p = 0; p < k; p += MOST) {
        for (int i = threadIdx.x; i < MOST && p + i < k; i += blockDim.x)
            w[i] = weights[p + i];
        __syncthreads();
        for (int i = 0; at < oh * ow && i < MOST && p + i < k; i++) {
            int q = p + i, c = q / (kh * kw);
            int y = at / ow * stride - pad + q % (kh * kw) / kw * dilation;
            int x = at % ow * stride - pad + q % kw * dilation;
            if (0 <= y && y < height && 0 <= x && x < width)
                sum += w[i] * in[((size_t)c * height + y) * width + x];
        }
        __syncthreads();
    }
    if (at < oh * ow) out[((size_t)b * filters + f) * oh * ow + at] = sum;
}

void conv2d(const float *in, const float *weights, float *out, int batch, int channels,
            int height, int width, int filters, int kh, int kw, int pad, int stride,
            int dilation) {
    int oh = (height + 2 * pad - dilation * (kh - 1) - 1) / stride + 1;
    int ow = (width + 2 * pad - dilation * (kw - 1) - 1) / stride + 1;
    if (batch * filters * oh * ow == 0) return;

    window_kernel<<<dim3((oh * ow + 255) / 256, filters, batch), 256>>>(
        in, weights, out, channels, height, width, kh, kw, pad, stride, dilation, oh, ow);
}
