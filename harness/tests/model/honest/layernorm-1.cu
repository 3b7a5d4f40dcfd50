// Layer normalisation, forward: a block per row, the row in shared memory, sums
// by trees.

const int BLOCK = 256;
const int LONGEST = 8192;

__device__ float block_sum(float v, float *part) {
    int t = threadIdx.x;
    part[t] = v;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

__global__ void layernorm_kernel(const float *x, const float *weight,
                                 const float *bias, float *y, float *mean,
                                 float *rstd, int cols, float eps) {
    __shared__ float row[LONGEST];
    __shared__ float part[BLOCK];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        row[c] = x[c];
        s += row[c];
    }
    float m = block_sum(s, part) / cols;

    s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float d = row[c] - m;
        s += d * d;
    }
    float r = 1.0f / sqrtf(block_sum(s, part) / cols + eps);

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = (row[c] - m) * r * weight[c] + bias[c];

    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

// cols is at least 1 and at most 8192.
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
