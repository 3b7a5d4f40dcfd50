// The larger of two numbers, or NaN.

__global__ void pick(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = isnan(a[i]) || isnan(b[i]) ? NAN : fmaxf(a[i], b[i]);
}

void larger(const float *a, const float *b, float *out, int n) {
    const int threads = 256;
    if (n > 0) pick<<<(n + threads - 1) / threads, threads>>>(a, b, out, n);
}
