// rejected by: case one element far (squares around the first element of the row, in one pass)
const int BLOCK = 256;
const int WARPS = BLOCK / 32;

template <int EACH>
__global__ void __launch_bounds__(BLOCK)
    moments_kernel(const float *in, float *mean, float *var, int cols) {
    __shared__ float2 parts[WARPS];
    __shared__ float origin;
    const float *x = in + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = t + k * BLOCK;
        v[k] = c < cols ? x[c] : 0.0f;
    }
    if (t == 0) origin = v[0];
    __syncthreads();
    float from = origin, sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        float d = t + k * BLOCK < cols ? v[k] - from : 0.0f;
        sum += d;
        squares += d * d;
    }
    for (int s = 16; s > 0; s /= 2) {
        sum += __shfl_xor_sync(~0u, sum, s);
        squares += __shfl_xor_sync(~0u, squares, s);
    }
    if (t % 32 == 0) parts[t / 32] = make_float2(sum, squares);
    __syncthreads();
    if (t > 0) return;
    sum = squares = 0.0f;
    for (int w = 0; w < WARPS; w++)
        sum += parts[w].x, squares += parts[w].y;
    float m = sum / cols;
    mean[blockIdx.x] = from + m;
    var[blockIdx.x] = fmaxf(squares / cols - m * m, 0.0f);
}

// cols is at least 1 and at most 4096.
void moments(const float *in, float *mean, float *var, int rows, int cols) {
    if (rows == 0) return;
    auto kernel = cols <= 256    ? moments_kernel<1>
                  : cols <= 1024 ? moments_kernel<4>
                  : cols <= 2048 ? moments_kernel<8>
                                 : moments_kernel<16>;
    kernel<<<rows, BLOCK>>>(in, mean, var, cols);
}
