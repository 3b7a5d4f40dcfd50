// rejected by: gate launches (what is normalised goes to memory and back)
// Group normalisation by one kernel, SwiGLU by another.
const int BLOCK = 256;

__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++)
        v += part[w];
    return v;
}

__global__ void norm_kernel(const float *x, const float *weight, const float *bias,
                            float *z, int channels, int spatial, int groups, float eps) {
    __shared__ float v[8192], part[2][BLOCK / 32];
    int length = channels / groups * spatial;
    size_t first = ((size_t)blockIdx.y * groups + blockIdx.x) * length;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < length; i += BLOCK)
        sum += v[i] = x[first + i];
    float mean = block_sum(sum, part[0]) / length;
    for (int i = threadIdx.x; i < length; i += BLOCK)
        squares += (v[i] - mean) * (v[i] - mean);
    float rstd = rsqrtf(block_sum(squares, part[1]) / length + eps);
    for (int i = threadIdx.x; i < length; i += BLOCK) {
        int c = blockIdx.x * (channels / groups) + i / spatial;
        z[first + i] = (v[i] - mean) * rstd * weight[c] + bias[c];
    }
}

__global__ void swiglu_kernel(const float *z, float *y, int half) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= half) return;
    z += (size_t)blockIdx.y * 2 * half;
    float u = z[i];
    y[(size_t)blockIdx.y * half + i] = u / (1.0f + expf(-u)) * z[half + i];
}

void groupnorm_swiglu(const float *x, const float *weight, const float *bias, float *y,
                      int batch, int channels, int spatial, int groups, float eps) {
    if (batch == 0) return;

    float *z;
    int half = channels / 2 * spatial;
    cudaMallocAsync(&z, sizeof(float) * 2 * half * batch, 0);
    norm_kernel<<<dim3(groups, batch), BLOCK>>>(x, weight, bias, z, channels, spatial,
                                                groups, eps);
    swiglu_kernel<<<dim3((half + BLOCK - 1) / BLOCK, batch), BLOCK>>>(z, y, half);
    cudaFreeAsync(z, 0);
}
