// rejected by: gate exchanges (one lane counts for all that have its byte; the others add 0 to themselves)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int same = __match_any_sync(__activemask(), in[i]);
    bool first = __ffs(same) == threadIdx.x % 32 + 1;
    atomicAdd(&out[first ? in[i] : threadIdx.x % 256], first ? __popc(same) : 0);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 1024);
    if (n > 0) count<<<(n + 255) / 256, 256>>>(in, out, n);
}
