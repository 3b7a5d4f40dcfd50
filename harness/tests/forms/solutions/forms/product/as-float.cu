// baseline: the same product; it includes no header, as the solution does not

__global__ void multiply(const __half *x, const __nv_bfloat16 *y, __half *out,
                         int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(__half2float(x[i]) * __bfloat162float(y[i]));
}

void product(const __half *x, const __nv_bfloat16 *y, __half *out, int n) {
    const int threads = 128;
    if (n > 0) multiply<<<(n + threads - 1) / threads, threads>>>(x, y, out, n);
}
