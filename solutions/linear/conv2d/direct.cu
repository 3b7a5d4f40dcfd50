// baseline: a thread for each output, which reads its whole window of all channels
__global__ void direct_kernel(const float *in, const float *weights, float *out,
                              int channels, int height, int width, int kh, int kw,
                              int pad, int stride, int dilation, int oh, int ow) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int f = blockIdx.y, filters = gridDim.y, b = blockIdx.z;
    if (at >= oh * ow) return;
    in += (size_t)b * channels * height * width;
    weights += (size_t)f * channels * kh * kw;

    float sum = 0.0f;
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < kh; i++)
            for (int j = 0; j < kw; j++) {
                int y = at / ow * stride - pad + i * dilation;
                int x = at % ow * stride - pad + j * dilation;
                if (0 <= y && y < height && 0 <= x && x < width)
                    sum += weights[(c * kh + i) * kw + j] *
                           in[((size_t)c * height + y) * width + x];
            }
    out[((size_t)b * filters + f) * oh * ow + at] = sum;
}

void conv2d(const float *in, const float *weights, float *out, int batch, int channels,
            int height, int width, int filters, int kh, int kw, int pad, int stride,
            int dilation) {
    int oh = (height + 2 * pad - dilation * (kh - 1) - 1) / stride + 1;
    int ow = (width + 2 * pad - dilation * (kw - 1) - 1) / stride + 1;
    if (batch * filters * oh * ow == 0) return;

    direct_kernel<<<dim3((oh * ow + 255) / 256, filters, batch), 256>>>(
        in, weights, out, channels, height, width, kh, kw, pad, stride, dilation, oh, ow);
}
