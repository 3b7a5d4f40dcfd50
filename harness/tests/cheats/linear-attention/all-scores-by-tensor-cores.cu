// rejected by: gate flops (all pairs of steps, in three products of tensor cores: few instructions, 26 operations for one)
#include <mma.h>

using namespace nvcuda;

const int SIDE = 16, WIDE = 64;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> Left;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> Turned;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> Right;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> Sum;

// The rounded numbers, and what rounding has lost.
template <class F> __device__ void load(F &high, F &low, const float *from, int stride) {
    wmma::load_matrix_sync(high, from, stride);
    for (int i = 0; i < high.num_elements; i++) {
        float x = high.x[i];
        high.x[i] = wmma::__float_to_tf32(x);
        low.x[i] = wmma::__float_to_tf32(x - high.x[i]);
    }
}

template <class F> __device__ void multiply(Sum &sum, const float *a, int a_stride, const float *b) {
    Left a_high, a_low;
    F b_high, b_low;
    load(a_high, a_low, a, a_stride);
    load(b_high, b_low, b, WIDE);
    wmma::mma_sync(sum, a_low, b_high, sum);
    wmma::mma_sync(sum, a_high, b_low, sum);
    wmma::mma_sync(sum, a_high, b_high, sum);
}

__device__ void bring(float *to, const float *from, int left, int dim) {
    for (int i = threadIdx.x; i < SIDE * WIDE; i += 32)
        to[i] = i / WIDE < left && i % WIDE < dim ? from[i / WIDE * dim + i % WIDE] : 0;
}

// A warp for sixteen steps of a head.
__global__ void attend(const float *q, const float *k, const float *v, const float *decay,
                       float *o, int steps, int dim) {
    __shared__ float of_q[SIDE * WIDE], of_k[SIDE * WIDE], of_v[SIDE * WIDE], score[SIDE * SIDE];
    int first = blockIdx.x * SIDE;
    size_t head = (size_t)blockIdx.y * steps * dim;
    float fades = log2f(decay[blockIdx.y]);
    Sum sums[WIDE / SIDE];
    for (Sum &s : sums)
        wmma::fill_fragment(s, 0.0f);
    bring(of_q, q + head + (size_t)first * dim, steps - first, dim);
    for (int j = 0; j <= first; j += SIDE) {
        Sum s;
        wmma::fill_fragment(s, 0.0f);
        __syncwarp();
        bring(of_k, k + head + (size_t)j * dim, steps - j, dim);
        bring(of_v, v + head + (size_t)j * dim, steps - j, dim);
        __syncwarp();
        for (int d = 0; d < WIDE; d += 8)
            multiply<Turned>(s, of_q + d, WIDE, of_k + d);
        wmma::store_matrix_sync(score, s, SIDE, wmma::mem_row_major);
        __syncwarp();
        for (int i = threadIdx.x; i < SIDE * SIDE; i += 32) {
            int apart = first + i / SIDE - j - i % SIDE;
            score[i] = apart < 0 ? 0 : score[i] * exp2f(fades * apart);
        }
        __syncwarp();
        for (int c = 0; c < WIDE / SIDE; c++)
            for (int d = 0; d < SIDE; d += 8)
                multiply<Right>(sums[c], score + d, SIDE, of_v + d * WIDE + c * SIDE);
    }
    __syncwarp();
    for (int c = 0; c < WIDE / SIDE; c++)
        wmma::store_matrix_sync(of_q + c * SIDE, sums[c], WIDE, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < SIDE * WIDE; i += 32)
        if (first + i / WIDE < steps && i % WIDE < dim)
            o[head + (size_t)(first + i / WIDE) * dim + i % WIDE] = of_q[i];
}

void linear_attention(const float *q, const float *k, const float *v, const float *decay, float *o,
                      int heads, int steps, int dim) {
    if (heads && steps)
        attend<<<dim3((steps + SIDE - 1) / SIDE, heads), 32>>>(q, k, v, decay, o, steps, dim);
}
