// Matrix product C = A B, tiles of 128 x 128, 8 x 8 elements of C per thread,
// two buffers in shared memory: the next tiles are loaded while these are
// multiplied. 16 bytes per access where the shape allows it.

const int EDGE = 128;
const int STEP = 8;
const int PITCH = EDGE + 4; // A by columns; the 4 keep the stores apart

template <bool VECTOR>
__device__ void load(const float *__restrict__ a, const float *__restrict__ b,
                     int m, int n, int k, int row0, int col0, int first, int t,
                     float *ra, float *rb) {
    if (VECTOR) {
        int r = row0 + t / 2, ka = first + t % 2 * 4;
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f), u = v;
        if (r < m && ka < k) v = *(const float4 *)(a + (size_t)r * k + ka);
        int kb = first + t / 32, cc = col0 + t % 32 * 4;
        if (kb < k && cc < n) u = *(const float4 *)(b + (size_t)kb * n + cc);
        ra[0] = v.x, ra[1] = v.y, ra[2] = v.z, ra[3] = v.w;
        rb[0] = u.x, rb[1] = u.y, rb[2] = u.z, rb[3] = u.w;
    } else {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int r = row0 + t / 8 + 32 * e, ka = first + t % 8;
            ra[e] = r < m && ka < k ? a[(size_t)r * k + ka] : 0.0f;
            int kb = first + t / 128 + 2 * e, cc = col0 + t % 128;
            rb[e] = kb < k && cc < n ? b[(size_t)kb * n + cc] : 0.0f;
        }
    }
}

template <bool VECTOR>
__device__ void store(float (*as)[PITCH], float (*bs)[EDGE], int t,
                      const float *ra, const float *rb) {
    if (VECTOR) {
#pragma unroll
        for (int e = 0; e < 4; e++) as[t % 2 * 4 + e][t / 2] = ra[e];
        *(float4 *)&bs[t / 32][t % 32 * 4] =
            make_float4(rb[0], rb[1], rb[2], rb[3]);
    } else {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            as[t % 8][t / 8 + 32 * e] = ra[e];
            bs[t / 128 + 2 * e][t % 128] = rb[e];
        }
    }
}

template <bool VECTOR>
__global__ void __launch_bounds__(256)
    matmul_kernel(const float *__restrict__ a, const float *__restrict__ b,
                  float *__restrict__ c, int m, int n, int k) {
    __shared__ __align__(16) float as[2][STEP][PITCH];
    __shared__ __align__(16) float bs[2][STEP][EDGE];
    int t = threadIdx.x;
    int tx = t % 16, ty = t / 16;
    int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE;
    float sum[8][8] = {};
    float ra[4], rb[4];

    load<VECTOR>(a, b, m, n, k, row0, col0, 0, t, ra, rb);
    store<VECTOR>(as[0], bs[0], t, ra, rb);
    __syncthreads();

    int now = 0;
    for (int first = 0; first < k; first += STEP) {
        bool more = first + STEP < k;
        if (more)
            load<VECTOR>(a, b, m, n, k, row0, col0, first + STEP, t, ra, rb);
#pragma unroll
        for (int kk = 0; kk < STEP; kk++) {
            float4 a0 = *(const float4 *)&as[now][kk][ty * 4];
            float4 a1 = *(const float4 *)&as[now][kk][64 + ty * 4];
            float4 b0 = *(const float4 *)&bs[now][kk][tx * 4];
            float4 b1 = *(const float4 *)&bs[now][kk][64 + tx * 4];
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            float bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) sum[i][j] += av[i] * bv[j];
        }
        if (more) {
            store<VECTOR>(as[1 - now], bs[1 - now], t, ra, rb);
            __syncthreads();
            now = 1 - now;
        }
    }

#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = row0 + i / 4 * 64 + ty * 4 + i % 4;
        if (r >= m) continue;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int cc = col0 + h * 64 + tx * 4;
            float *p = c + (size_t)r * n + cc;
            if (VECTOR) {
                if (cc < n)
                    *(float4 *)p = make_float4(sum[i][4 * h], sum[i][4 * h + 1],
                                               sum[i][4 * h + 2],
                                               sum[i][4 * h + 3]);
            } else {
#pragma unroll
                for (int j = 0; j < 4; j++)
                    if (cc + j < n) p[j] = sum[i][4 * h + j];
            }
        }
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + EDGE - 1) / EDGE, (m + EDGE - 1) / EDGE);
    bool vector = n % 4 == 0 && k % 4 == 0 && (size_t)a % 16 == 0 &&
                  (size_t)b % 16 == 0 && (size_t)c % 16 == 0;
    if (vector)
        matmul_kernel<true><<<grid, 256>>>(a, b, c, m, n, k);
    else
        matmul_kernel<false><<<grid, 256>>>(a, b, c, m, n, k);
}
