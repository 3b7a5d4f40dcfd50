// rejected by: gate local_requests (a block for each row, which it keeps in its threads' stacks)
const int BLOCK = 1024, EACH = 196;

template <bool SUM> __device__ float over_block(float v) {
    __shared__ float part[32];
    __syncthreads();
    for (int round = 0; round < 2; round++) {
        for (int d = 16; d > 0; d /= 2) {
            float w = __shfl_xor_sync(~0u, v, d);
            v = SUM ? v + w : fmaxf(v, w);
        }
        if (round == 0) {
            if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
            __syncthreads();
            v = part[threadIdx.x % 32];
        }
    }
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    float v[EACH], most = -INFINITY, sum = 0.0f;
    int n = 0;
#pragma unroll 1
    for (int c = threadIdx.x; c < cols; c += BLOCK, n++)
        most = fmaxf(most, v[n] = in[row + c]);
    most = over_block<false>(most);
#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += v[k] = expf(v[k] - most);
    sum = over_block<true>(sum);
#pragma unroll 1
    for (int k = 0; k < n; k++)
        out[row + threadIdx.x + k * BLOCK] = v[k] / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows > 0 && cols > 0) softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
