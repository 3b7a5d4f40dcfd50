// Distances of all pairs of points: sums of |a - b| over their coordinates.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int TM = 192, TN = 256; // points of a and b in the tile of a block
const int EM = 12, EN = 16;   // and of a thread
const int ACROSS = TN / EN;   // threads across the tile
const int DEPTH = 16;         // coordinates in a stage
const int MAX_STAGES = 4;
const int CONSUMERS = TM / EM * ACROSS; // threads: 16 x 16

struct Stage {
    int a[DEPTH][TM], b[DEPTH][TN];
};

// Four ints at a time: 7 loads for 192 sums. The columns of a thread lie in
// groups of 4, so that neighbours read neighbouring places.
__device__ __forceinline__ void add_depth(int (&sum)[EM][EN], const int *a,
                                          const int *b) {
    int x[EM], y[EN];
#pragma unroll
    for (int i = 0; i < EM; i += 4)
        *(int4 *)&x[i] = *(const int4 *)&a[i];
#pragma unroll
    for (int j = 0; j < EN; j += 4)
        *(int4 *)&y[j] = *(const int4 *)&b[j * ACROSS];
#pragma unroll
    for (int i = 0; i < EM; i++)
#pragma unroll
        for (int j = 0; j < EN; j++)
            sum[i][j] += abs(x[i] - y[j]);
}

__device__ __forceinline__ void store(int *out, const int (&sum)[EM][EN], int n) {
#pragma unroll
    for (int i = 0; i < EM; i++)
#pragma unroll
        for (int j = 0; j < EN; j += 4)
            *(int4 *)&out[(size_t)i * n + j * ACROSS] = *(const int4 *)&sum[i][j];
}

// TODO: right, but these 256 threads copy, and then compute. Add four warps that
// copy, by cp_async_bulk, into a ring of `stages` stages. Let mbarriers say when
// a stage is full and when it is empty, and setmaxnreg who has the registers.
__device__ void copy_stage(Stage &s, const int *a, const int *b, int m, int n,
                           int depth) {
    for (int i = threadIdx.x; i < depth * TM; i += CONSUMERS)
        s.a[i / TM][i % TM] = a[(size_t)(i / TM) * m + i % TM];
    for (int i = threadIdx.x; i < depth * TN; i += CONSUMERS)
        s.b[i / TN][i % TN] = b[(size_t)(i / TN) * n + i % TN];
}

__global__ void __launch_bounds__(CONSUMERS, 1)
    distances_kernel(const int *a, const int *b, int *out, int m, int n, int k,
                     int stages) {
    extern __shared__ __align__(128) unsigned char memory[];
    Stage *ring = (Stage *)memory; // room for `stages`
    int row = threadIdx.x / ACROSS * EM, column = threadIdx.x % ACROSS * 4;
    int sum[EM][EN] = {};
    a += blockIdx.y * TM;
    b += blockIdx.x * TN;
    out += (size_t)blockIdx.y * TM * n + blockIdx.x * TN;

    for (int p = 0; p < k; p += DEPTH) {
        int depth = min(DEPTH, k - p);
        copy_stage(ring[0], a + (size_t)p * m, b + (size_t)p * n, m, n, depth);
        __syncthreads();
#pragma unroll 1
        for (int d = 0; d < depth; d++)
            add_depth(sum, &ring[0].a[d][row], &ring[0].b[d][column]);
        __syncthreads();
    }
    store(out + (size_t)row * n + column, sum, n);
}

void distances(const int *a, const int *b, int *out, int m, int n, int k,
               int stages) {
    if (m == 0 || n == 0) return;

    int bytes = stages * sizeof(Stage);
    cudaFuncSetAttribute(distances_kernel,
                         cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    dim3 grid(n / TN, m / TM);
    distances_kernel<<<grid, CONSUMERS, bytes>>>(a, b, out, m, n, k, stages);
}
