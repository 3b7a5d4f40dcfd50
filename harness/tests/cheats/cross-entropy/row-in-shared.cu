// rejected by: trap bad-launch | case (a row is kept in shared memory, where the longest ones do not fit)
#include <cfloat>

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int GROUP = 4; // logits per rescaling
const unsigned ALL = 0xffffffff;

__device__ int valid; // rows whose label is not to be ignored

__global__ void count_kernel(const int *labels, int rows, int ignore) {
    int n = 0;
    __shared__ int part[WARPS];
    for (int r = threadIdx.x; r < rows; r += BLOCK)
        n += labels[r] != ignore;
    for (int d = 16; d > 0; d /= 2)
        n += __shfl_xor_sync(ALL, n, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = n;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < WARPS; w++)
        n += part[w];
    valid = n;
}

// Part of a row: its maximum, and the sum of exp(x - most). As in
// softmax-online: -FLT_MAX, so that two empty parts can be merged.
struct Part {
    float most, sum;
};

__device__ Part merge(Part a, Part b) {
    float most = fmaxf(a.most, b.most);
    return {most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most)};
}

__device__ Part thread_part(const float *x, int vocab) {
    Part p = {-FLT_MAX, 0.0f};
    int c = threadIdx.x;
    for (; c + (GROUP - 1) * BLOCK < vocab; c += GROUP * BLOCK) {
        float v[GROUP], most = p.most;
        for (int k = 0; k < GROUP; k++)
            v[k] = x[c + k * BLOCK];
        for (int k = 0; k < GROUP; k++)
            most = fmaxf(most, v[k]);
        p.sum *= expf(p.most - most);
        for (int k = 0; k < GROUP; k++)
            p.sum += expf(v[k] - most);
        p.most = most;
    }
    for (; c < vocab; c += BLOCK)
        p = merge(p, {x[c], 1.0f});
    return p;
}

__device__ Part block_merge(Part p) {
    __shared__ Part part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_xor_sync(ALL, p.most, d),
                      __shfl_xor_sync(ALL, p.sum, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < WARPS; w++)
        p = merge(p, part[w]);
    return p;
}

__global__ void cross_entropy_kernel(const float *x, const int *labels,
                                     float *loss, float *dx, int vocab,
                                     int ignore) {
    x += (size_t)blockIdx.x * vocab;
    dx += (size_t)blockIdx.x * vocab;
    int label = labels[blockIdx.x];
    extern __shared__ float row_of[];
    for (int c = threadIdx.x; c < vocab; c += BLOCK)
        row_of[c] = x[c];
    __syncthreads();
    x = row_of;

    if (label == ignore) { // the whole block: nobody waits at a barrier
        for (int c = threadIdx.x; c < vocab; c += BLOCK)
            dx[c] = 0.0f;
        if (threadIdx.x == 0) loss[blockIdx.x] = 0.0f;
        return;
    }
    Part row = block_merge(thread_part(x, vocab));
    float mean = 1.0f / valid; // this row counts, so valid is not 0
    float scale = mean / row.sum;
    for (int c = threadIdx.x; c < vocab; c += BLOCK)
        dx[c] = expf(x[c] - row.most) * scale - (c == label ? mean : 0.0f);
    if (threadIdx.x == 0)
        loss[blockIdx.x] = row.most - x[label] + logf(row.sum);
}

void cross_entropy(const float *x, const int *labels, float *loss, float *dx,
                   int rows, int vocab, int ignore) {
    if (rows == 0) return;
    cudaFuncSetAttribute(cross_entropy_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, vocab * sizeof(float));
    count_kernel<<<1, BLOCK>>>(labels, rows, ignore);
    cross_entropy_kernel<<<rows, BLOCK, vocab * sizeof(float)>>>(x, labels, loss, dx, vocab, ignore);
}
