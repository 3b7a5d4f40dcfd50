// rejected by: gate global_atomics (each thread has a table of its own in global memory)
const int THREADS = 8192;
__device__ unsigned mine[256][THREADS];
__global__ void count(const unsigned char *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int v = 0; v < 256; v++) mine[v][t] = 0;
    for (int i = t; i < n; i += THREADS) mine[in[i]][t]++; // a table of one's own: no atomics
}
__global__ void collect(unsigned *out) {
    int v = blockIdx.x * 8 + threadIdx.x / 32;
    unsigned s = 0;
    for (int t = threadIdx.x % 32; t < THREADS; t += 32) s += mine[v][t];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) out[v] = s;
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    count<<<THREADS / 64, 64>>>(in, n);
    collect<<<32, 256>>>(out);
}
