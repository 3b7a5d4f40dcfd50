// rejected by: trap global-race | trap out-of-bounds | case n=2049 (takes a place in the tile for an element)
// says: Only the first tile comes out. The list holds places within the tile: add the number of the first element of the tile to each.
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

const int TILE = 1024;

__global__ void apply_kernel(const unsigned int *in, const int *kind,
                             unsigned int *out, int n) {
    __shared__ int next[4], order[TILE];
    int first = blockIdx.x * TILE, here = min(TILE, n - first), t = threadIdx.x;

    if (t < 4) next[t] = 0;
    __syncthreads();
    for (int i = t; i < here; i += blockDim.x)
        atomicAdd(&next[kind[first + i] % 4], 1);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int c = 0; c < 4; c++) {
            int of_class = next[c];
            next[c] = sum;
            sum += of_class;
        }
    }
    __syncthreads();
    for (int i = t; i < here; i += blockDim.x)
        order[atomicAdd(&next[kind[first + i] % 4], 1)] = i;
    __syncthreads();
    for (int i = t; i < here; i += blockDim.x) {
        int p = order[i];
        out[p] = f(kind[p] % 4, in[p]);
    }
}

void apply(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n == 0) return;
    apply_kernel<<<(n + TILE - 1) / TILE, 256>>>(in, kind, out, n);
}
