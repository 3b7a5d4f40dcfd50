// y = max(0, min(c, a*x + b)): one read, one write, all else in registers.
//
//   thread      0           1       ...    last
//   x, y    |x x x x|   |x x x x|   ...   |x x x|  n % 4 left
//
// One float4 per thread; cudaMalloc aligns the pointers to 256 bytes.

const int BLOCK = 256;

struct Chain {
    float a, b, c;

    __device__ float operator()(float x) const {
        return fmaxf(0.0f, fminf(c, a * x + b));
    }
};

__global__ void relu_scale_kernel(const float *x, float *y, Chain f, int n) {
    int i = 4 * (blockIdx.x * BLOCK + threadIdx.x);
    if (i + 3 < n) {
        float4 v = *(const float4 *)(x + i);
        *(float4 *)(y + i) = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));
        return;
    }
    for (; i < n; i++) // one thread at most comes here with work to do
        y[i] = f(x[i]);
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;

    int quads = (n + 3) / 4;
    relu_scale_kernel<<<(quads + BLOCK - 1) / BLOCK, BLOCK>>>(
        x, y, Chain{a, b, c}, n);
}
