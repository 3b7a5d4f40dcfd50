// rejected by: case all near -1e4 (missing lanes count as 0 in the maximum)
// says: The maximum of a row is never below 0 here: it begins at 0 (FLT_MIN is a tiny positive number, too), or a 0 stands in for a missing warp or thread. For a sum that is right. A maximum needs -INFINITY there.
const int BLOCK = 256;

__device__ float warpReduce(float v, bool isMax) {
    for (int d = 16; d > 0; d >>= 1) {
        float o = __shfl_xor_sync(0xffffffffu, v, d);
        v = isMax ? fmaxf(v, o) : v + o;
    }
    return v;
}

__device__ float reduce(float v, float *buf, bool isMax) {
    int lane = threadIdx.x & 31;
    v = warpReduce(v, isMax);
    if (lane == 0) buf[threadIdx.x >> 5] = v;
    __syncthreads();
    v = lane < BLOCK / 32 ? buf[lane] : 0.f;
    return warpReduce(v, isMax);
}

template <int N> __global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float a[BLOCK / 32], b[BLOCK / 32];
    in += (size_t)blockIdx.x * cols;
    out += (size_t)blockIdx.x * cols;
    float v[N];
    float m = -INFINITY, s = 0.f;
#pragma unroll
    for (int i = 0; i < N; i++) {
        int c = threadIdx.x + i * BLOCK;
        v[i] = c < cols ? in[c] : -INFINITY;
        m = fmaxf(m, v[i]);
    }
    m = reduce(m, a, true);
#pragma unroll
    for (int i = 0; i < N; i++) {
        v[i] = expf(v[i] - m);
        s += v[i];
    }
    s = reduce(s, b, false);
#pragma unroll
    for (int i = 0; i < N; i++) {
        int c = threadIdx.x + i * BLOCK;
        if (c < cols) out[c] = v[i] / s;
    }
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    if (cols <= 256) softmax_kernel<1><<<rows, BLOCK>>>(in, out, cols);
    else if (cols <= 1024) softmax_kernel<4><<<rows, BLOCK>>>(in, out, cols);
    else if (cols <= 2048) softmax_kernel<8><<<rows, BLOCK>>>(in, out, cols);
    else if (cols <= 4096) softmax_kernel<16><<<rows, BLOCK>>>(in, out, cols);
    else softmax_kernel<32><<<rows, BLOCK>>>(in, out, cols);
}
