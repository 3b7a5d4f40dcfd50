// rejected by: gate prefetched (one stage, which all warps wait for; the next one is copied when they have left it)
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

const int BM = 128, BN = 256, BK = 64; // BK halves are 128 bytes, a row of the swizzle
const int CONSUMERS = BM / 64 * 4;                 // warps that multiply; one more copies

struct Stage {
    __half a[BM][BK], b[BN / 64][BK][64];
};

__global__ void __launch_bounds__((CONSUMERS + 1) * 32)
    product_kernel(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b, float *c, int m, int n, int k) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Stage &t = *(Stage *)memory;
    __shared__ uint64_t full, empty;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BM, column = blockIdx.x * BN, steps = (k + BK - 1) / BK;
    if (threadIdx.x == 0) {
        barrier_init(&full, 1);
        barrier_init(&empty, CONSUMERS);
        barriers_are_made();
    }
    __syncthreads();
    if (warp == CONSUMERS) {
        for (int s = 0; s < steps && lane == 0; s++) {
            if (s > 0) wait(&empty, (s - 1) % 2);
            arrive_and_expect(&full, sizeof(Stage));
            copy_box(t.a, &map_a, s * BK, row, &full);
            for (int i = 0; i < BN / 64; i++)
                copy_box(t.b[i], &map_b, column + i * 64, s * BK, &full);
        }
        return;
    }
    float d[128] = {};
    for (int s = 0; s < steps; s++) {
        wait(&full, s % 2);
        wgmma_fence();
        for (int q = 0; q < BK; q += 16)
            wgmma_64x256x16(d, describe(&t.a[warp / 4 * 64][q], 16, 1024),
                            describe(&t.b[0][q][0], BK * 128, 1024));
        wgmma_commit();
        wgmma_wait<0>();
        if (lane == 0) arrive(&empty);
    }
    for (int i = 0; i < 128; i++) {
        int r = row + warp * 16 + lane / 4 + i / 2 % 2 * 8;
        int s = column + i / 4 * 8 + lane % 4 * 2 + i % 2;
        if (r < m && s < n) c[(size_t)r * n + s] = d[i];
    }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (!m || !n) return;
    if (!k) {
        cudaMemsetAsync(c, 0, sizeof(float) * m * n);
        return;
    }
    CUtensorMap map_a = map_of(a, k, m, BK, BM), map_b = map_of(b, n, k, 64, BK);
    cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)sizeof(Stage));
    dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
    product_kernel<<<grid, (CONSUMERS + 1) * 32, sizeof(Stage)>>>(map_a, map_b, c, m, n, k);
}
