// What lanes of a warp and threads of a block come to together.
#ifndef THIRD_GROUPS_H
#define THIRD_GROUPS_H

namespace {

struct Sum {
    static constexpr float NONE = 0;
    __device__ static float of(float x, float y) { return x + y; }
};
struct Most {
    static constexpr float NONE = -1e30f;
    __device__ static float of(float x, float y) { return fmaxf(x, y); }
};
template <typename F, int LANES = 32> __device__ float lanes(float v) {
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2)
        v = F::of(v, __shfl_xor_sync(~0u, v, d));
    return v;
}
// What a block comes to: the first warp works it out for all.
template <typename F> __device__ float together(float v) {
    __shared__ float part[33];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    v = lanes<F>(v);
    if (lane == 0) part[w] = v;
    __syncthreads();
    if (w == 0) {
        v = lane < (int)blockDim.x / 32 ? part[lane] : F::NONE;
        v = lanes<F>(v);
        if (lane == 0) part[32] = v;
    }
    __syncthreads();
    v = part[32];
    __syncthreads();
    return v;
}
__device__ inline float sum4(float4 v) {
    return v.x + v.y + v.z + v.w;
}
__device__ inline float most4(float4 v) {
    return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
}
__device__ inline float4 exp4(float4 v, float most) {
    return make_float4(__expf(v.x - most), __expf(v.y - most),
                       __expf(v.z - most), __expf(v.w - most));
}
__device__ inline float4 times4(float4 v, float by) {
    return make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}

} // namespace

#endif
