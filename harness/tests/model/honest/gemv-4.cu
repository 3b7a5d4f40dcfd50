// Both products in one launch, 16 bytes per load. The first blocks go down 32
// columns each (8 lanes wide, 64 rows at a time), the others along four rows
// each (four warps per row). Widths that are no multiple of 4 go scalar.

const int THREADS = 512;

__device__ float dot4(float4 p, float4 q, float s) {
    s = fmaf(p.x, q.x, s);
    s = fmaf(p.y, q.y, s);
    s = fmaf(p.z, q.z, s);
    return fmaf(p.w, q.w, s);
}

__device__ void add4(float4 &s, float4 v, float f) {
    s.x = fmaf(v.x, f, s.x);
    s.y = fmaf(v.y, f, s.y);
    s.z = fmaf(v.z, f, s.z);
    s.w = fmaf(v.w, f, s.w);
}

__global__ void __launch_bounds__(THREADS)
    both_kernel(const float *__restrict__ a, const float *__restrict__ x,
                float *__restrict__ y, const float *__restrict__ b,
                const float *__restrict__ w, float *__restrict__ z, int m, int n,
                int column_blocks) {
    __shared__ float4 parts[16][8]; // a line per warp
    __shared__ float sums[16];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int quads = n / 4;

    if (blockIdx.x < column_blocks) {
        int q = blockIdx.x * 8 + lane % 8; // my four columns
        float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (q < quads) {
            const float4 *col = (const float4 *)b + q;
            int i = threadIdx.x / 8;
            for (; i + 192 < m; i += 256) {
                float4 v0 = col[(size_t)i * quads];
                float4 v1 = col[(size_t)(i + 64) * quads];
                float4 v2 = col[(size_t)(i + 128) * quads];
                float4 v3 = col[(size_t)(i + 192) * quads];
                add4(s, v0, w[i]);
                add4(s, v1, w[i + 64]);
                add4(s, v2, w[i + 128]);
                add4(s, v3, w[i + 192]);
            }
            for (; i < m; i += 64) add4(s, col[(size_t)i * quads], w[i]);
        }
        for (int d = 16; d >= 8; d /= 2) { // the warp's four rows
            s.x += __shfl_xor_sync(0xffffffffu, s.x, d);
            s.y += __shfl_xor_sync(0xffffffffu, s.y, d);
            s.z += __shfl_xor_sync(0xffffffffu, s.z, d);
            s.w += __shfl_xor_sync(0xffffffffu, s.w, d);
        }
        if (lane < 8) parts[warp][lane] = s;
        __syncthreads();
        if (threadIdx.x < 32) {
            const float *p = (const float *)&parts[0][0];
            float sum = 0.0f;
            for (int k = 0; k < 16; k++) sum += p[k * 32 + lane];
            int j = blockIdx.x * 32 + lane;
            if (j < n) z[j] = sum;
        }
    } else {
        int first = (blockIdx.x - column_blocks) * 4;
        int i = first + warp / 4;
        float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
        if (i < m) {
            const float4 *row = (const float4 *)(a + (size_t)i * n);
            const float4 *x4 = (const float4 *)x;
            int q = threadIdx.x % 128;
            for (; q + 384 < quads; q += 512) {
                float4 v0 = row[q], v1 = row[q + 128];
                float4 v2 = row[q + 256], v3 = row[q + 384];
                s0 = dot4(v0, x4[q], s0);
                s1 = dot4(v1, x4[q + 128], s1);
                s2 = dot4(v2, x4[q + 256], s2);
                s3 = dot4(v3, x4[q + 384], s3);
            }
            for (; q < quads; q += 128) s0 = dot4(row[q], x4[q], s0);
        }
        float sum = (s0 + s1) + (s2 + s3);
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (lane == 0) sums[warp] = sum;
        __syncthreads();
        if (threadIdx.x < 4 && first + (int)threadIdx.x < m) {
            const float *p = sums + 4 * threadIdx.x;
            y[first + threadIdx.x] = (p[0] + p[1]) + (p[2] + p[3]);
        }
    }
}

__global__ void rows_any(const float *__restrict__ a,
                         const float *__restrict__ x, float *y, int m, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (i >= m) return; // a whole warp
    float sum = 0.0f;
#pragma unroll 4
    for (int j = lane; j < n; j += 32) sum += a[(size_t)i * n + j] * x[j];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) y[i] = sum;
}

__global__ void columns_any(const float *__restrict__ b,
                            const float *__restrict__ w, float *z, int m,
                            int n) {
    __shared__ float part[32][32];
    int j = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (j < n) {
#pragma unroll 4
        for (int i = threadIdx.y; i < m; i += 32)
            sum += b[(size_t)i * n + j] * w[i];
    }
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && j < n) {
        for (int k = 1; k < 32; k++) sum += part[k][threadIdx.x];
        z[j] = sum;
    }
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    bool aligned = (size_t)a % 16 == 0 && (size_t)b % 16 == 0 &&
                   (size_t)x % 16 == 0;
    if (n % 4 == 0 && n > 0 && aligned) {
        int column_blocks = (n + 31) / 32;
        int row_blocks = (m + 3) / 4;
        both_kernel<<<column_blocks + row_blocks, THREADS>>>(
            a, x, y, b, w, z, m, n, column_blocks);
        return;
    }
    if (m > 0) rows_any<<<(m + 7) / 8, 256>>>(a, x, y, m, n);
    if (n > 0) columns_any<<<(n + 31) / 32, dim3(32, 32)>>>(b, w, z, m, n);
}
