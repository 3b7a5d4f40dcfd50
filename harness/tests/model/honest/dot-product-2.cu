// Every thread has its own stretch of the vectors and sums it with Kahan's
// correction. A second kernel adds the sums of the blocks.
const int NB = 128, NT = 256;

__device__ float block_sum[NB];

__global__ void stretches(const float *a, const float *b, int n, int len) {
    long long begin = ((long long)blockIdx.x * NT + threadIdx.x) * len;
    long long end = begin + len;
    if (end > n) end = n;

    float sum = 0.0f, lost = 0.0f;
    for (long long i = begin; i < end; i++) {
        float y = __fadd_rn(__fmul_rn(a[i], b[i]), -lost);
        float t = __fadd_rn(sum, y);
        lost = __fadd_rn(__fadd_rn(t, -sum), -y);
        sum = t;
    }

    __shared__ float s[NT];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int half = NT / 2; half >= 1; half >>= 1) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) block_sum[blockIdx.x] = s[0];
}

__global__ void finish(float *out) {
    __shared__ float s[NB];
    int t = threadIdx.x;
    s[t] = block_sum[t];
    __syncthreads();
    for (int half = NB / 2; half >= 1; half >>= 1) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

void dot(const float *a, const float *b, float *out, int n) {
    int threads = NB * NT;
    int len = n / threads + (n % threads != 0);
    stretches<<<NB, NT>>>(a, b, n, len);
    finish<<<1, NB>>>(out);
}
