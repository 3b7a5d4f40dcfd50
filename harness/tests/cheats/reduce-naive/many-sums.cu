// rejected by: gate own_atomics (each thread adds to one of a thousand sums; one thread adds those up)
__device__ int sums[1000];

__global__ void clear() {
    if (threadIdx.x < 1000) sums[threadIdx.x] = 0;
}
__global__ void add(const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sums + i % 1000, in[i]);
}
__global__ void finish(int *out) {
    int all = 0;
    for (int i = 0; i < 1000; i++) all += sums[i];
    *out = all;
}

void sum(const int *in, int *out, int n) {
    clear<<<1, 1024>>>();
    if (n > 0) add<<<(n + 255) / 256, 256>>>(in, n);
    finish<<<1, 1>>>(out);
}
