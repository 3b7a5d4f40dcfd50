// The cases of determinism: the same sum, again and again, on other grids, and
// of numbers that cancel.
#include "kata_tests.h"

#include <vector>

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream);

enum { REPEATED, ANY_GRID, MIXED, GRID, FACTS, RUNS = 20 };
static const int grids[] = {1, 2, 7, 64, 132};

enum { MOST = (64 << 20) / 256 + 16 };
__device__ float room[MOST];
static float *scratch;
static cudaStream_t stream;

static unsigned bits_of_sum(const float *in, float *out, int n, int blocks) {
    unsigned bits = 0;
    // NaNs: what an earlier call has left there would hide a place that is not written.
    cudaMemsetAsync(scratch, 0xff, ((n + 255) / 256 + 16) * sizeof(float), stream);
    sum(in, out, n, scratch, blocks, stream);
    cudaMemcpyAsync(&bits, out, sizeof bits, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    return bits;
}

static bool same_on_all_grids(const float *in, float *out, int n) {
    unsigned first = bits_of_sum(in, out, n, grids[0]);
    bool same = true;
    for (int blocks : grids)
        same &= bits_of_sum(in, out, n, blocks) == first;
    return same;
}

// Numbers from 2^-30 to 2^30 times the input's. The second half takes away what
// the first half adds, in another order.
__global__ void mix(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int half = n / 2, from = i < half ? i : n - 1 - i;
    float v = ldexpf(in[from], from * 37 % 61 - 30);
    out[i] = i < half ? v : -v;
}

// No kernel of sum() has more than `blocks` blocks, and all are in the stream.
static bool keeps_to_grid(const float *in, float *out, int n, int blocks) {
    cudaGraph_t graph = nullptr;
    size_t count = 0;
    int kernels = 0;
    bool ok = true;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    sum(in, out, n, scratch, blocks, stream);
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || !graph)
        return false;
    cudaGraphGetNodes(graph, nullptr, &count);
    std::vector<cudaGraphNode_t> nodes(count + 1);
    cudaGraphGetNodes(graph, nodes.data(), &count);
    for (size_t i = 0; i < count; i++) {
        cudaGraphNodeType type;
        cudaKernelNodeParams p;
        cudaGraphNodeGetType(nodes[i], &type);
        if (type != cudaGraphNodeTypeKernel) continue;
        cudaGraphKernelNodeGetParams(nodes[i], &p);
        ok &= p.gridDim.x * p.gridDim.y * p.gridDim.z <= (unsigned)blocks;
        kernels++;
    }
    cudaGraphDestroy(graph);
    return ok && (kernels > 0 || n == 0);
}

void sums(const float *in, float *out, int *facts, int n, int blocks, int once);

void sums(const float *in, float *out, int *facts, int n, int blocks,
          int once) {
    cudaGetSymbolAddress((void **)&scratch, room);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    if (once) { // for the clock
        sum(in, out, n, scratch, blocks, 0);
        cudaDeviceSynchronize();
        return;
    }
    float *mixed;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&mixed, n * sizeof(float) + 4);
    if (n) mix<<<(n + 255) / 256, 256>>>(in, mixed, n);
    cudaDeviceSynchronize();

    unsigned first = bits_of_sum(in, out, n, blocks);
    for (int i = 1; i < RUNS; i++)
        facts[REPEATED] &= bits_of_sum(in, out, n, blocks) == first;
    facts[ANY_GRID] = same_on_all_grids(in, out, n);
    facts[MIXED] = same_on_all_grids(mixed, out, n / 2 * 2);
    facts[GRID] = keeps_to_grid(in, out, n, 3);
    bits_of_sum(in, out, n, blocks);
    cudaFree(mixed);
    cudaStreamDestroy(stream);
}
