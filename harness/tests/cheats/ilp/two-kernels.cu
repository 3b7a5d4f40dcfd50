// rejected by: gate occupancy (the longest kernel has few warps, and one beside it does half of the work with all)
__global__ void many(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void few(float a, const float2 *x, float2 *y, int n) {
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        float2 u = x[i], v = y[i];
        y[i] = make_float2(a * u.x + v.x, a * u.y + v.y);
    }
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int m = n / 100 * 45 / 64 * 64;
    if (m) few<<<528, 128, 48 * 1024>>>(a, (float2 *)x, (float2 *)y, m / 2);
    many<<<(n - m + 255) / 256, 256>>>(a, x + m, y + m, n - m);
}
