// rejected by: gate own_atomics (blocks count in sixteen copies of the counters, too small to be seen as memory)
__device__ unsigned int copies[16][256];

__global__ void clear() {
    copies[blockIdx.x][threadIdx.x] = 0;
}
__global__ void count(const unsigned char *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&copies[i % 16][in[i]], 1u);
}
__global__ void join(unsigned int *out) {
    unsigned int all = 0;
    for (int k = 0; k < 16; k++) all += copies[k][threadIdx.x];
    out[threadIdx.x] = all;
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    clear<<<16, 256>>>();
    if (n > 0) count<<<(n + 255) / 256, 256>>>(in, n);
    join<<<1, 256>>>(out);
}
