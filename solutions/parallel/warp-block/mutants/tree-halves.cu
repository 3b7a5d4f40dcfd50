// rejected by: case block=96 | gate barriers (a tree that halves an odd number of threads)
// says: A tree that halves the number of threads drops one wherever that number is odd: 96, 48, 24, 12, 6, 3, 1. It is right for powers of two only. Add within each warp by shuffles, then the sums of the warps.
__global__ void sum_kernel(const float *in, float *out, int n, int each) {
    __shared__ float part[1024];
    int first = blockIdx.x * each, last = min(first + each, n), t = threadIdx.x;

    float v = 0.0f;
    for (int i = first + t; i < last; i += blockDim.x)
        v += in[i];
    part[t] = v;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + each - 1) / each, block>>>(in, out, n, each);
}
