// rejected by: gate own_memory (the host copies the array into a frame of zeros first)
#include <cuda.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

const int TX = 32, TY = 64; // elements of a tile: columns, rows
const int THREADS = 64, EACH = TY * TX / THREADS;
const int BX = 40, BY = TY + 2; // of a box: it begins and ends 4 columns further out

static decltype(&cuTensorMapEncodeTiled) encoder() {
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                     cudaEnableDefault, &found);
    return (decltype(&cuTensorMapEncodeTiled))function;
}

__global__ void sums(const __grid_constant__ CUtensorMap map, int *out,
                     int rows, int cols) {
    __shared__ alignas(128) int tile[BY][BX];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    int x = blockIdx.x * TX, y = blockIdx.y * TY;

    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta(); // the copy counts on it, too
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y,
                                                      bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));

    int c = threadIdx.x % TX, first = threadIdx.x / TX * EACH;
    if (x + c >= cols) return;
    auto across = [&](int r) {
        return tile[r][c + 3] + tile[r][c + 4] + tile[r][c + 5];
    };
    int above = across(first), here = across(first + 1);
    int end = min(EACH, rows - y - first);
    int *to = out + (size_t)(y + first) * cols + x + c;
#pragma unroll 8
    for (int r = 0; r < end; r++, to += cols) {
        int below = across(first + r + 2);
        *to = above + here + below;
        above = here;
        here = below;
    }
}

void window_sums(const int *in, int *out, int rows, int cols, int pitch) {
    if (rows == 0 || cols == 0) return;
    // With a frame of zeros no tile has an edge.
    dim3 grid((cols + TX - 1) / TX, (rows + TY - 1) / TY);
    size_t wide = grid.x * TX + 8, high = grid.y * TY + 2;
    int *framed;
    cudaMalloc(&framed, wide * high * sizeof(int));
    cudaMemset(framed, 0, wide * high * sizeof(int));
    cudaMemcpy2D(framed + wide + 4, wide * sizeof(int), in, pitch * sizeof(int), cols * sizeof(int), rows,
                 cudaMemcpyDeviceToDevice);
    CUtensorMap map;
    cuuint64_t sizes[] = {wide, high};
    cuuint64_t strides[] = {wide * sizeof(int)};
    cuuint32_t box[] = {BX, BY}, steps[] = {1, 1};
    CUresult made = encoder()(
        &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, framed, sizes, strides, box,
        steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (made != CUDA_SUCCESS) return;
    sums<<<grid, THREADS>>>(map, out, rows, cols);
    cudaFree(framed);
}
