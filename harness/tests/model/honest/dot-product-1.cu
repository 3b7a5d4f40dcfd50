// Add up in a register, then in shared memory, then one atomic per block.
const int THREADS = 256;

__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float part[THREADS];
    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    if (blocks > 256) blocks = 256;
    dot_kernel<<<blocks, THREADS>>>(a, b, out, n);
}
