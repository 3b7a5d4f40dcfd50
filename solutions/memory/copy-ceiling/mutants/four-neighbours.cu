// rejected by: gate coalescing (each thread copies four neighbours, one by one)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int j = 0; j < 4; j++)
        if (i + j < n) out[i + j] = in[i + j];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<(n + 1023) / 1024, 256>>>(in, out, n);
}
