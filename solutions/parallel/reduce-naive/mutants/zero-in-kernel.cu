// rejected by: trap global-race | case (thread 0 sets out[0] to 0 while other blocks add)
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) out[0] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {

    int threads = 256;
    sum_kernel<<<(n + threads) / threads, threads>>>(in, out, n);
}
