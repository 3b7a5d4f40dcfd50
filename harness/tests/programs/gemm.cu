// C = A B by rows, step by step: what each step moves from DRAM to L1 to shared
// memory to registers.
#include "../sim/ok.h"

// 1: threads of a warp walk down a column: nothing is coalesced
__global__ void naive(int n, const float *a, const float *b, float *c) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

// 2: threads of a warp walk along a row
__global__ void coalesced(int n, const float *a, const float *b, float *c) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

// 3: tiles in shared memory
template <int T>
__global__ void tiled(int n, const float *a, const float *b, float *c) {
    __shared__ float sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        sa[ty][tx] = a[row * n + k0 + tx];
        sb[ty][tx] = b[(k0 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// 4: a thread computes a column of TM results
template <int BM, int BN, int BK, int TM>
__global__ void strip(int n, const float *a, const float *b, float *c) {
    __shared__ float sa[BM * BK], sb[BK * BN];
    int tcol = threadIdx.x % BN, trow = threadIdx.x / BN;
    a += blockIdx.y * BM * n;
    b += blockIdx.x * BN;
    c += blockIdx.y * BM * n + blockIdx.x * BN;
    float sum[TM] = {0};
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
            sa[i] = a[i / BK * n + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += blockDim.x)
            sb[i] = b[i / BN * n + i % BN];
        __syncthreads();
        a += BK;
        b += BK * n;
        for (int k = 0; k < BK; k++) {
            float v = sb[k * BN + tcol];
            for (int i = 0; i < TM; i++)
                sum[i] += sa[(trow * TM + i) * BK + k] * v;
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        c[(trow * TM + i) * n + tcol] = sum[i];
}

// 5: a square of TM x TN
template <int BM, int BN, int BK, int TM, int TN>
__global__ void square(int n, const float *a, const float *b, float *c) {
    __shared__ float sa[BM * BK], sb[BK * BN];
    int tcol = threadIdx.x % (BN / TN), trow = threadIdx.x / (BN / TN);
    a += blockIdx.y * BM * n;
    b += blockIdx.x * BN;
    c += blockIdx.y * BM * n + blockIdx.x * BN;
    float sum[TM][TN] = {{0}}, ra[TM], rb[TN];
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
            sa[i] = a[i / BK * n + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += blockDim.x)
            sb[i] = b[i / BN * n + i % BN];
        __syncthreads();
        a += BK;
        b += BK * n;
        for (int k = 0; k < BK; k++) {
            for (int i = 0; i < TM; i++)
                ra[i] = sa[(trow * TM + i) * BK + k];
            for (int j = 0; j < TN; j++)
                rb[j] = sb[k * BN + tcol * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    sum[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            c[(trow * TM + i) * n + tcol * TN + j] = sum[i][j];
}

// 6: 16 bytes at a time; A's tile is turned on the way in
template <int BM, int BN, int BK, int TM, int TN>
__global__ void wide(int n, const float *a, const float *b, float *c) {
    __shared__ __align__(16) float sa[BK * BM], sb[BK * BN];
    int tcol = threadIdx.x % (BN / TN), trow = threadIdx.x / (BN / TN);
    a += blockIdx.y * BM * n;
    b += blockIdx.x * BN;
    c += blockIdx.y * BM * n + blockIdx.x * BN;
    float sum[TM][TN] = {{0}}, ra[TM], rb[TN];
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK / 4; i += blockDim.x) {
            int r = i / (BK / 4), q = i % (BK / 4) * 4;
            float4 v = *(const float4 *)&a[r * n + q];
            sa[(q + 0) * BM + r] = v.x;
            sa[(q + 1) * BM + r] = v.y;
            sa[(q + 2) * BM + r] = v.z;
            sa[(q + 3) * BM + r] = v.w;
        }
        for (int i = threadIdx.x; i < BK * BN / 4; i += blockDim.x) {
            int r = i / (BN / 4), q = i % (BN / 4) * 4;
            *(float4 *)&sb[r * BN + q] = *(const float4 *)&b[r * n + q];
        }
        __syncthreads();
        a += BK;
        b += BK * n;
        for (int k = 0; k < BK; k++) {
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&ra[i] = *(float4 *)&sa[k * BM + trow * TM + i];
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&rb[j] = *(float4 *)&sb[k * BN + tcol * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    sum[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j += 4)
            *(float4 *)&c[(trow * TM + i) * n + tcol * TN + j] =
                make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2],
                            sum[i][j + 3]);
}

// 7: two buffers: the next tile is on its way while this one is used
template <int T>
__global__ void buffered(int n, const float *a, const float *b, float *c) {
    __shared__ float sa[2][T][T], sb[2][T][T + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    sa[0][ty][tx] = a[row * n + tx];
    sb[0][ty][tx] = b[ty * n + col];
    __syncthreads();
    for (int k0 = 0, at = 0; k0 < n; k0 += T, at ^= 1) {
        float na = 0, nb = 0;
        bool more = k0 + T < n;
        if (more) {
            na = a[row * n + k0 + T + tx];
            nb = b[(k0 + T + ty) * n + col];
        }
        for (int k = 0; k < T; k++)
            sum += sa[at][ty][k] * sb[at][k][tx];
        if (more) {
            sa[at ^ 1][ty][tx] = na;
            sb[at ^ 1][ty][tx] = nb;
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// 8: blocks of warps of threads: each level has its tile
template <int BM, int BN, int BK, int WM, int WN, int TM, int TN>
__global__ void __launch_bounds__(BM / WM *BN / WN * 32)
    warps(int n, const float *a, const float *b, float *c) {
    __shared__ __align__(16) float sa[BK * BM], sb[BK * BN];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int across = WN / TN; // threads of a warp side by side
    static_assert(WM / TM * (WN / TN) == 32, "a warp covers its tile");
    int wrow = warp / (BN / WN) * WM + lane / across * TM;
    int wcol = warp % (BN / WN) * WN + lane % across * TN;
    a += blockIdx.y * BM * n;
    b += blockIdx.x * BN;
    c += blockIdx.y * BM * n + blockIdx.x * BN;
    float sum[TM][TN] = {{0}}, ra[TM], rb[TN];
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
            sa[i % BK * BM + i / BK] = a[i / BK * n + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += blockDim.x)
            sb[i] = b[i / BN * n + i % BN];
        __syncthreads();
        a += BK;
        b += BK * n;
#pragma unroll
        for (int k = 0; k < BK; k++) {
            for (int i = 0; i < TM; i++)
                ra[i] = sa[k * BM + wrow + i];
            for (int j = 0; j < TN; j++)
                rb[j] = sb[k * BN + wcol + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    sum[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            c[(wrow + i) * n + wcol + j] = sum[i][j];
}

int main() {
    const int n = 128;
    std::vector<float> a(n * n), b(n * n), want(n * n, 0);
    for (auto &v : a)
        v = unit() - 0.5f;
    for (auto &v : b)
        v = unit() - 0.5f;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                want[i * n + j] += a[i * n + k] * b[k * n + j];
    Dev<float> da(a), db(b), dc(n * n);
    auto check = [&](const char *name) {
        OK(cudaGetLastError());
        auto c = dc.get();
        int wrong = 0;
        for (int i = 0; i < n * n; i++)
            wrong += !(fabsf(c[i] - want[i]) < 1e-4f);
        if (wrong && failures++ < 20) printf("%s: %d wrong\n", name, wrong);
        dc.zero();
    };
    dim3 sixteen(16, 16), tiles(n / 16, n / 16);
    naive<<<tiles, sixteen>>>(n, da, db, dc), check("naive");
    coalesced<<<tiles, sixteen>>>(n, da, db, dc), check("coalesced");
    tiled<16><<<tiles, sixteen>>>(n, da, db, dc), check("tiled<16>");
    tiled<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(n, da, db, dc),
        check("tiled<32>");
    strip<64, 64, 8, 8><<<dim3(n / 64, n / 64), 512>>>(n, da, db, dc),
        check("strip");
    square<64, 64, 8, 8, 8><<<dim3(n / 64, n / 64), 64>>>(n, da, db, dc),
        check("square");
    wide<64, 64, 8, 8, 8><<<dim3(n / 64, n / 64), 64>>>(n, da, db, dc),
        check("wide");
    buffered<16><<<tiles, sixteen>>>(n, da, db, dc), check("buffered");
    warps<64, 64, 8, 32, 32, 8, 4>
        <<<dim3(n / 64, n / 64), 128>>>(n, da, db, dc),
        check("warps");
    return finish();
}
