// rejected by: unwritten | case n=1 (the counter of finished blocks is not reset for the next call)
const int THREADS = 256, BLOCKS = 528;

__device__ float partial[BLOCKS];
__device__ int done;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += BLOCKS * THREADS)
        s += in[i];
    part[t] = s;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2) {
        if (t < d) part[t] += part[t + d];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = part[0];
        __threadfence();
        // the last block adds them up
        if (atomicAdd(&done, 1) == BLOCKS - 1) {
            s = 0.0f;
            for (int b = 0; b < BLOCKS; b++)
                s += partial[b];
            *out = s;
        }
    }
}

void sum(const float *in, float *out, int n) {
    sum_kernel<<<BLOCKS, THREADS>>>(in, out, n);
}
