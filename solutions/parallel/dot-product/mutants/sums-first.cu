// rejected by: case n=3 (multiplies the sums instead of adding the products)
// says: This is the sum of a times the sum of b. Multiply the two elements first, then add the products.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    float s = 0.0f;
    float x = 0.0f, y = 0.0f;
    for (int i = t; i < n; i += all) {
        x += a[i];
        y += b[i];
    }
    for (int d = 16; d > 0; d /= 2)
        y += __shfl_xor_sync(0xffffffff, y, d);
    s = x * y;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    if (warp > 0) return;
    s = lane < 8 ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) atomicAdd(out, s);
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<264, 256>>>(a, b, out, n);
}
