// Sum of an array: each block has a piece of 16384 elements, each thread 16
// loads of 16 bytes, eight of them under way at a time.

const int THREADS = 256;
const int LOADS = 16;
const int PIECE = THREADS * LOADS; // in float4

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float part[THREADS / 32];
    const float4 *in4 = (const float4 *)in;
    int quads = n / 4;
    long long first = (long long)blockIdx.x * PIECE + threadIdx.x;

    float s0 = 0.0f, s1 = 0.0f;
    if ((long long)(blockIdx.x + 1) * PIECE <= quads) {
#pragma unroll
        for (int k = 0; k < LOADS; k += 8) {
            float4 v[8];
#pragma unroll
            for (int u = 0; u < 8; u++) v[u] = in4[first + (k + u) * THREADS];
#pragma unroll
            for (int u = 0; u < 8; u++) {
                s0 += v[u].x + v[u].y;
                s1 += v[u].z + v[u].w;
            }
        }
    } else {
        for (int k = 0; k < LOADS; k++) {
            long long i = first + k * THREADS;
            if (i < quads) {
                float4 v = in4[i];
                s0 += v.x + v.y;
                s1 += v.z + v.w;
            }
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        s0 += in[4 * (size_t)quads + threadIdx.x];

    float s = s0 + s1;
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < THREADS / 32; k++) s += part[k];
        atomicAdd(out, s);
    }
}

void sum(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    int blocks = (n / 4 + PIECE - 1) / PIECE;
    if (blocks < 1) blocks = 1;
    sum_kernel<<<blocks, THREADS>>>(in, out, n);
}
