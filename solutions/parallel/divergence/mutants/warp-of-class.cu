// rejected by: gate divergence (each warp works on one class of the tile, and lanes of other classes wait)
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

const int THREADS = 256, TILE = 1024;

// Warp w does class w % 4 of the tile.
__global__ void apply_kernel(const unsigned int *in, const int *kind,
                             unsigned int *out, int n) {
    int first = blockIdx.x * TILE;
    int c = threadIdx.x / 32 % 4;
    int lane = threadIdx.x % 32;
    for (int i = first + lane; i < first + TILE && i < n; i += 32)
        if (kind[i] % 4 == c) out[i] = f(c, in[i]);
}

void apply(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n == 0) return;
    apply_kernel<<<(n + TILE - 1) / TILE, 128>>>(in, kind, out, n);
}
