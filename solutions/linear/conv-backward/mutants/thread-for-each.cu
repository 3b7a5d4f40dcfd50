// rejected by: gate traffic (each thread reads all its factors from global memory)
struct Shape {
    int batch, channels, height, width, filters, kh, kw, pad, stride, oh, ow;
};

__global__ void input_kernel(const float *weights, const float *dout, float *din, Shape z) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y, b = blockIdx.z;
    int y = at / z.width, x = at % z.width;
    if (y >= z.height) return;
    dout += (size_t)b * z.filters * z.oh * z.ow;

    float sum = 0.0f;
    for (int f = 0; f < z.filters; f++)
        for (int i = 0; i < z.kh; i++)
            for (int j = 0; j < z.kw; j++) {
                int v = y + z.pad - i, u = x + z.pad - j;
                if (v < 0 || u < 0 || v % z.stride || u % z.stride) continue;
                v /= z.stride, u /= z.stride;
                if (v < z.oh && u < z.ow)
                    sum += weights[((f * z.channels + c) * z.kh + i) * z.kw + j] *
                           dout[((size_t)f * z.oh + v) * z.ow + u];
            }
    din[(((size_t)b * z.channels + c) * z.height + y) * z.width + x] = sum;
}

__global__ void weight_kernel(const float *in, const float *dout, float *dweights, Shape z) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, window = z.kh * z.kw;
    int f = at / window / z.channels, c = at / window % z.channels;
    int i = at % window / z.kw, j = at % z.kw;
    if (f >= z.filters) return;

    float sum = 0.0f;
    for (int b = 0; b < z.batch; b++)
        for (int v = 0; v < z.oh; v++)
            for (int u = 0; u < z.ow; u++) {
                int y = v * z.stride - z.pad + i, x = u * z.stride - z.pad + j;
                if (0 <= y && y < z.height && 0 <= x && x < z.width)
                    sum += in[(((size_t)b * z.channels + c) * z.height + y) * z.width + x] *
                           dout[(((size_t)b * z.filters + f) * z.oh + v) * z.ow + u];
            }
    dweights[at] = sum;
}

__global__ void bias_kernel(const float *dout, float *dbias, Shape z) {
    int f = blockIdx.x * blockDim.x + threadIdx.x, plane = z.oh * z.ow;
    if (f >= z.filters) return;
    float sum = 0.0f;
    for (int b = 0; b < z.batch; b++)
        for (int k = 0; k < plane; k++)
            sum += dout[((size_t)b * z.filters + f) * plane + k];
    dbias[f] = sum;
}

void conv_backward(const float *in, const float *weights, const float *dout, float *din,
                   float *dweights, float *dbias, int batch, int channels, int height,
                   int width, int filters, int kh, int kw, int pad, int stride) {
    int oh = (height + 2 * pad - kh) / stride + 1, ow = (width + 2 * pad - kw) / stride + 1;
    Shape z = {batch, channels, height, width, filters, kh, kw, pad, stride, oh, ow};
    int weights_n = filters * channels * kh * kw;
    if (batch * channels > 0)
        input_kernel<<<dim3((height * width + 127) / 128, channels, batch), 128>>>(
            weights, dout, din, z);
    if (weights_n > 0)
        weight_kernel<<<(weights_n + 127) / 128, 128>>>(in, dout, dweights, z);
    if (filters > 0) bias_kernel<<<(filters + 127) / 128, 128>>>(dout, dbias, z);
}
