// rejected by: gate prefetched (one tile of A and B; its asynchronous copies are waited for at once)
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

const int ROWS = 128, COLS = 256, STEP = 32, THREADS = 256;

struct Tiles {
    __half a[ROWS][STEP + 8], b[STEP][COLS + 8];
};

__device__ void copy(__half *to, const __half *from, const __half *any, bool inside) {
    __pipeline_memcpy_async(to, inside ? from : any, 16, inside ? 0 : 16);
}

template <bool TURNED> __device__ void load(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    if (TURNED)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void multiply(float *sum, const unsigned *a, const unsigned *b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void __launch_bounds__(THREADS)
    product_kernel(const __half *a, const __half *b, float *c, int m, int n, int k) {
    __shared__ __align__(16) Tiles t;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, down = lane % 16, right = lane / 16 * 8;
    int row = blockIdx.y * ROWS, col = blockIdx.x * COLS;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 64;
    float sum[4][8][4] = {};
    for (int p = 0; p < k; p += STEP) {
        for (int i = threadIdx.x * 8; i < ROWS * STEP; i += THREADS * 8) {
            int r = i / STEP, s = i % STEP;
            copy(&t.a[r][s], a + (size_t)(row + r) * k + p + s, a, row + r < m && p + s < k);
        }
        for (int i = threadIdx.x * 8; i < STEP * COLS; i += THREADS * 8) {
            int r = i / COLS, s = i % COLS;
            copy(&t.b[r][s], b + (size_t)(p + r) * n + col + s, b, p + r < k && col + s < n);
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int q = 0; q < STEP; q += 16) {
            unsigned fa[4][4], fb[4][4];
            for (int i = 0; i < 4; i++) {
                load<false>(fa[i], &t.a[my_row + i * 16 + down][q + right]);
                load<true>(fb[i], &t.b[q + down][my_col + i * 16 + right]);
            }
            for (int i = 0; i < 32; i++)
                multiply(sum[i / 8][i % 8], fa[i / 8], fb[i % 8 / 2] + i % 2 * 2);
        }
        __syncthreads();
    }
    for (int i = 0; i < 128; i++) {
        int r = row + my_row + i / 32 * 16 + lane / 4 + i / 2 % 2 * 8;
        int s = col + my_col + i / 4 % 8 * 8 + lane % 4 * 2 + i % 2;
        if (r < m && s < n) c[(size_t)r * n + s] = sum[i / 32][i / 4 % 8][i % 4];
    }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (!m || !n) return;
    dim3 grid((n + COLS - 1) / COLS, (m + ROWS - 1) / ROWS);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
