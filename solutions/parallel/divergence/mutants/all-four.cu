// rejected by: gate speedup (every thread computes all four functions)
const int ROUNDS = 32;

__device__ unsigned int f0(unsigned int x) {
    for (int r = 0; r < ROUNDS; r++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

__device__ unsigned int f1(unsigned int x) {
    for (int r = 0; r < ROUNDS; r++)
        x = x * 1664525u + (x >> 16) + 1013904223u;
    return x;
}

__device__ unsigned int f2(unsigned int x) {
    for (int r = 0; r < ROUNDS; r++)
        x = (x << 7 | x >> 25) * 5u + 3864292196u;
    return x;
}

__device__ unsigned int f3(unsigned int x) {
    for (int r = 0; r < ROUNDS; r++)
        x += (__popc(x) * 2654435761u) ^ (x >> 3);
    return x;
}

__device__ unsigned int f(int c, unsigned int x) {
    if (c == 0) return f0(x);
    if (c == 1) return f1(x);
    if (c == 2) return f2(x);
    return f3(x);
}

__global__ void apply_kernel(const unsigned int *in, const int *kind,
                             unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int x = in[i];
    unsigned int all[4] = {f0(x), f1(x), f2(x), f3(x)};
    out[i] = all[kind[i] % 4];
}

void apply(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n == 0) return;
    apply_kernel<<<(n + 255) / 256, 256>>>(in, kind, out, n);
}
