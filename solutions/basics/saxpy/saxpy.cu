// SAXPY: y = a*x + y, four elements per thread as one 16-byte access.
//
//   thread      0           1           2       ...    last
//   x, y    |x x x x|   |x x x x|   |x x x x|   ...   |x x x|  n % 4 left
//
// The pointers are 256-byte aligned (cudaMalloc), so every float4 is aligned.

__device__ float4 axpy4(float a, float4 x, float4 y) {
    return make_float4(a * x.x + y.x, a * x.y + y.y, a * x.z + y.z,
                       a * x.w + y.w);
}

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 v = *(const float4 *)(x + i);
        float4 w = *(float4 *)(y + i);
        *(float4 *)(y + i) = axpy4(a, v, w);
        return;
    }
    for (; i < n; i++) // one thread at most comes here with work to do
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    int quads = (n + 3) / 4;
    saxpy_kernel<<<(quads + threads - 1) / threads, threads>>>(a, x, y, n);
}
