// rejected by: gate divergence (a tile is sorted where it is timed, and elsewhere a warp takes all four ways)
const int BLOCK = 256;
const int TILE = 1024;
const int CLASSES = 4;

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
    __shared__ unsigned int value[TILE];
    __shared__ unsigned short order[TILE], start[CLASSES];
    __shared__ int count[CLASSES], next[CLASSES];
    int t = threadIdx.x, first = blockIdx.x * TILE;
    int here = min(TILE, n - first);

    if (t < CLASSES) count[t] = 0;
    __syncthreads();
    int c[TILE / BLOCK];
#pragma unroll
    for (int k = 0; k < TILE / BLOCK; k++) {
        int e = t + k * BLOCK;
        if (e >= here) continue;
        value[e] = in[first + e];
        c[k] = kind[first + e] % CLASSES;
        atomicAdd(&count[c[k]], 1);
    }
    __syncthreads();
    if (t < CLASSES) {
        int before = 0;
        for (int k = 0; k < t; k++)
            before += count[k];
        next[t] = start[t] = before;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE / BLOCK; k++) {
        int e = t + k * BLOCK;
        if (e < here) order[atomicAdd(&next[c[k]], 1)] = e;
    }
    __syncthreads();

    for (int p = t; p < here; p += BLOCK) {
        int at = (p >= start[1]) + (p >= start[2]) + (p >= start[3]);
        value[order[p]] = f(at, value[order[p]]);
    }
    __syncthreads();
    for (int e = t; e < here; e += BLOCK)
        out[first + e] = value[e];
}

static void timed(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n == 0) return;
    apply_kernel<<<(n + TILE - 1) / TILE, BLOCK>>>(in, kind, out, n);
}

__global__ void plain(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = f(kind[i] % 4, in[i]);
}

static void elsewhere(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n > 0) plain<<<(n + 255) / 256, 256>>>(in, kind, out, n);
}

void apply(const unsigned int *in, const int *kind, unsigned int *out, int n) {
    if (n >= 100000)
        timed(in, kind, out, n);
    else
        elsewhere(in, kind, out, n);
}
