// passes (rounds after the product: another order, as right as the first)
__device__ float axpy(float a, float x, float y) {
    return __fadd_rn(__fmul_rn(a, x), y);
}

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 u = *(const float4 *)(x + i), v = *(float4 *)(y + i);
        *(float4 *)(y + i) = make_float4(axpy(a, u.x, v.x), axpy(a, u.y, v.y),
                                         axpy(a, u.z, v.z), axpy(a, u.w, v.w));
        return;
    }
    for (; i < n; i++)
        y[i] = axpy(a, x[i], y[i]);
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n > 0) saxpy_kernel<<<(n + 1023) / 1024, 256>>>(a, x, y, n);
}
