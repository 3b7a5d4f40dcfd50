// passes (two launches, each for a half of y; a large y is done at once)
__global__ void part(float a, const float *x, float *y, int n) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 u = *(const float4 *)(x + i), v = *(float4 *)(y + i);
        *(float4 *)(y + i) = make_float4(a * u.x + v.x, a * u.y + v.y,
                                         a * u.z + v.z, a * u.w + v.w);
        return;
    }
    for (; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    int m = n < 100000 ? n / 2 / 1024 * 1024 : 0;
    if (m > 0) part<<<m / 1024, 256>>>(a, x, y, m);
    if (n > m) part<<<(n - m + 1023) / 1024, 256>>>(a, x + m, y + m, n - m);
}
