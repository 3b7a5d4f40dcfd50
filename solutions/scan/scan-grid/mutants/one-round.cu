// rejected by: case (the block that scans the sums has no loop: only the first 1024 are scanned)
// A scan of any length: sums of the tiles, their scan, and the tiles themselves.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int ROUNDS = 4;                 // of 128 elements for each warp
constexpr int STRIPE = 32 * 4 * ROUNDS;   // elements of a warp, side by side
constexpr int TILE = STRIPE * WARPS;      // elements of a block
constexpr int TOP = 1024;                 // threads of the block that scans the sums

// Four neighbours, 0 past the end.
__device__ uint4 load4(const int *in, int i, int n) {
    if (i + 3 < n) return *(const uint4 *)(in + i);
    uint4 v = make_uint4(0, 0, 0, 0);
    if (i < n) v.x = in[i];
    if (i + 1 < n) v.y = in[i + 1];
    if (i + 2 < n) v.z = in[i + 2];
    return v;
}

__device__ void store4(int *out, int i, int n, uint4 v) {
    if (i + 3 < n) {
        *(uint4 *)(out + i) = v;
        return;
    }
    if (i < n) out[i] = v.x;
    if (i + 1 < n) out[i + 1] = v.y;
    if (i + 2 < n) out[i + 2] = v.z;
}

// Inclusive, over the warp.
__device__ unsigned warp_scan(unsigned v) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += left;
    }
    return v;
}

__global__ void sum_tiles(const int *in, unsigned *sums, int n) {
    __shared__ unsigned warps[WARPS];
    int first = blockIdx.x * TILE;
    unsigned v = 0;
    for (int r = 0; r < TILE / (4 * BLOCK); r++) {
        uint4 f = load4(in, first + 4 * (r * BLOCK + threadIdx.x), n);
        v += f.x + f.y + f.z + f.w;
    }
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += warps[w];
        sums[blockIdx.x] = sum;
    }
}

// One block: each sum becomes the sum of those before it.
__global__ void scan_sums(unsigned *sums, int tiles) {
    __shared__ unsigned warps[TOP / 32];
    int t = threadIdx.x;
    unsigned own = t < tiles ? sums[t] : 0;
    unsigned v = warp_scan(own);
    if (t % 32 == 31) warps[t / 32] = v;
    __syncthreads();
    if (t < 32) warps[t] = warp_scan(warps[t]);
    __syncthreads();
    unsigned before = t >= 32 ? warps[t / 32 - 1] : 0;
    if (t < tiles) sums[t] = before + v - own;
}

__global__ void scan_tiles(const int *in, int *out, const unsigned *before, int n) {
    __shared__ unsigned warps[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = blockIdx.x * TILE + warp * STRIPE + 4 * lane;
    uint4 v[ROUNDS];
    unsigned carry = 0;
#pragma unroll
    for (int r = 0; r < ROUNDS; r++)
        v[r] = load4(in, first + r * 128, n);
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        v[r].y += v[r].x;
        v[r].z += v[r].y;
        v[r].w += v[r].z;
        unsigned upto = warp_scan(v[r].w);
        unsigned base = carry + upto - v[r].w;
        v[r].x += base;
        v[r].y += base;
        v[r].z += base;
        v[r].w += base;
        carry += __shfl_sync(~0u, upto, 31);
    }
    if (lane == 0) warps[warp] = carry;
    __syncthreads();
    unsigned base = before[blockIdx.x];
    for (int w = 0; w < warp; w++)
        base += warps[w];
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        v[r].x += base;
        v[r].y += base;
        v[r].z += base;
        v[r].w += base;
        store4(out, first + r * 128, n, v[r]);
    }
}

void scan(const int *in, int *out, int n) {
    if (n <= 0) return;
    int tiles = (n + TILE - 1) / TILE;
    unsigned *sums;
    cudaMallocAsync(&sums, tiles * sizeof(unsigned), 0);
    sum_tiles<<<tiles, BLOCK>>>(in, sums, n);
    scan_sums<<<1, TOP>>>(sums, tiles);
    scan_tiles<<<tiles, BLOCK>>>(in, out, sums, n);
    cudaFreeAsync(sums, 0);
}
