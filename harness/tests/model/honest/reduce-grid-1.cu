// Sum of an array: grid-stride, a tree in shared memory, one atomic per block.

const int THREADS = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float part[THREADS];
    unsigned step = gridDim.x * blockDim.x;

    float s = 0.0f;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n;
         i += step)
        s += in[i];

    part[threadIdx.x] = s;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

void sum(const float *in, float *out, int n) {
    cudaMemset(out, 0, sizeof(float));
    if (n == 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    if (blocks > 2112) blocks = 2112;
    sum_kernel<<<blocks, THREADS>>>(in, out, n);
}
