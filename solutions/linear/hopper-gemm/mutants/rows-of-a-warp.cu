// rejected by: trap wgmma-descriptor (each warp of a group names its own 16 rows of a)
// says: The warps of a group give wgmma different rows of `a`. Four warps multiply 64 rows together, and each takes its 16 of them by itself: all four name the first row of the group, 64 * group.
// A product by wgmma, whose tiles the TMA brings.
#include <cuda.h>
#include <cuda_fp16.h>
#include <stdint.h>

// ---- the instructions of Hopper, each as a function

#define DEV static __device__ __forceinline__

DEV uint32_t shared_address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

// A barrier in shared memory: its phase ends after `count` arrivals and when
// all announced bytes have come.
DEV void barrier_init(uint64_t *bar, int count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count));
}
DEV void barriers_are_made() { // copies and other warps see them
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
DEV void arrive(uint64_t *bar) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
}
DEV void arrive_and_expect(uint64_t *bar, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
                 "r"(bytes)
                 : "memory");
}
// Waits until the phase with this parity (0, 1, 0, ...) is over.
DEV void wait(uint64_t *bar, int parity) {
    asm volatile("{\n.reg .pred p;\nAGAIN:\n"
                 "mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
                 "@!p bra AGAIN;\n}" ::"r"(shared_address(bar)),
                 "r"(parity)
                 : "memory");
}

// Copies the box at (column, row); its bytes count at the barrier.
DEV void copy_box(void *to, const CUtensorMap *map, int column, int row, uint64_t *bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
                 "l"(map), "r"(column), "r"(row), "r"(shared_address(bar))
                 : "memory");
}

DEV void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
DEV void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int LEFT> DEV void wgmma_wait() { // until so many groups are under way
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory");
}

// A tile in shared memory that the TMA swizzled by 128 bytes, as wgmma wants it
// described: its address and two distances, in units of 16 bytes.
DEV uint64_t describe(const void *tile, int leading_bytes, int stride_bytes) {
    return (uint64_t)(shared_address(tile) >> 4 & 0x3fff) | (uint64_t)(leading_bytes >> 4) << 16 |
           (uint64_t)(stride_bytes >> 4) << 32 | 1ull << 62;
}

// d += A B by four warps: A is 64 x 16 with k along its rows, B is 16 x 256 with n
// along its rows.
#define F4(i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define F16(i) F4(i), F4(i + 4), F4(i + 8), F4(i + 12)
#define F64(i) F16(i), F16(i + 16), F16(i + 32), F16(i + 48)
DEV void wgmma_64x256x16(float (&d)[128], uint64_t a, uint64_t b) {
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, p, 1, 1, 0, 1;\n}"
        : F64(0), F64(64)
        : "l"(a), "l"(b), "r"(1));
}

// ---- the host's part of a tensor map

static decltype(&cuTensorMapEncodeTiled) encoder() {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                     cudaEnableDefault, &found);
    return (decltype(&cuTensorMapEncodeTiled))function;
}

// Of a matrix without gaps; boxes of box_columns x box_rows, swizzled.
static CUtensorMap map_of(const __half *p, int columns, int rows, int box_columns, int box_rows) {
    CUtensorMap map;
    cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows};
    cuuint64_t strides[] = {(cuuint64_t)columns * sizeof(__half)};
    cuuint32_t box[] = {(cuuint32_t)box_columns, (cuuint32_t)box_rows}, steps[] = {1, 1};
    encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)p, sizes, strides, box, steps,
              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
              CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

// ---- the product

const int BM = 128, BN = 256, BK = 64, STAGES = 4; // BK halves are 128 bytes, a row of the swizzle
const int CONSUMERS = BM / 64 * 4;                 // warps that multiply; one more copies

struct Stage {
    __half a[BM][BK];      // k along the rows
    __half b[BN / 64][BK][64]; // n along the rows, in boxes of 64 columns
};

__global__ void __launch_bounds__((CONSUMERS + 1) * 32)
    product_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b, float *c, int m, int n, int k) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Stage *stage = (Stage *)memory; // a ring of STAGES
    __shared__ uint64_t full[STAGES], empty[STAGES];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BM, column = blockIdx.x * BN, steps = (k + BK - 1) / BK;

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(&full[s], 1);
            barrier_init(&empty[s], CONSUMERS);
        }
        barriers_are_made();
    }
    __syncthreads();

    if (warp == CONSUMERS) {
        if (lane > 0) return;
        for (int step = 0; step < steps; step++) {
            int s = step % STAGES, round = step / STAGES;
            if (round > 0) wait(&empty[s], (round - 1) % 2);
            arrive_and_expect(&full[s], sizeof(Stage));
            copy_box(stage[s].a, &map_a, step * BK, row, &full[s]);
            for (int j = 0; j < BN / 64; j++)
                copy_box(stage[s].b[j], &map_b, column + 64 * j, step * BK, &full[s]);
        }
        return;
    }

    int group = warp / 4; // four warps with 64 rows
    float d[128];
#pragma unroll
    for (int j = 0; j < 128; j++)
        d[j] = 0.0f;
    for (int step = 0; step < steps; step++) {
        int s = step % STAGES;
        wait(&full[s], step / STAGES % 2);
        wgmma_fence();
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16)
            wgmma_64x256x16(d, describe(&stage[s].a[warp * 16][kk], 16, 8 * BK * sizeof(__half)),
                            describe(&stage[s].b[0][kk][0], sizeof(stage[s].b[0]),
                                     8 * 64 * sizeof(__half)));
        wgmma_commit();
        wgmma_wait<0>(); // the products are over, the tiles may be filled again
        if (lane == 0) arrive(&empty[s]);
    }
    wgmma_wait<0>();

    int r = row + group * 64 + warp % 4 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < BN / 8; j++) {
        int col = column + 8 * j + lane % 4 * 2;
        if (col >= n) continue;
        if (r < m) *(float2 *)&c[(size_t)r * n + col] = make_float2(d[4 * j], d[4 * j + 1]);
        if (r + 8 < m)
            *(float2 *)&c[(size_t)(r + 8) * n + col] = make_float2(d[4 * j + 2], d[4 * j + 3]);
    }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    if (k == 0) {
        cudaMemsetAsync(c, 0, sizeof(float) * m * n);
        return;
    }
    CUtensorMap map_a = map_of(a, k, m, BK, BM), map_b = map_of(b, n, k, 64, BK);
    const int bytes = STAGES * sizeof(Stage);
    cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
    product_kernel<<<grid, (CONSUMERS + 1) * 32, bytes>>>(map_a, map_b, c, m, n, k);
}
