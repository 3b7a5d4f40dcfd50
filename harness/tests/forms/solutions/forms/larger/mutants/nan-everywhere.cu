// rejected by: pattern nan | case n=1000 (infinity minus itself is NaN)
// The larger of two numbers, or NaN.

__global__ void pick(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] - b[i] > 0 ? a[i] : a[i] - b[i] <= 0 ? b[i] : NAN;
}

void larger(const float *a, const float *b, float *out, int n) {
    const int threads = 256;
    if (n > 0) pick<<<(n + threads - 1) / threads, threads>>>(a, b, out, n);
}
