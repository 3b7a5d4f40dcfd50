// The cases of determinism: the same sum, again and again, on other grids, and
// of numbers that cancel.
#include "kata_tests.h"

#include <vector>

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream);

enum { REPEATED, ANY_GRID, MIXED, GRID, ROOM, FACTS, RUNS = 20 };
static const int grids[] = {1, 2, 7, 64, 132};

// Of the simulated device, whose blocks run in order; absent on a GPU, where chance has
// a say. By a seed other than 0 they run in another order.
extern "C" __attribute__((weak)) void sim_shuffle(unsigned long long seed);

enum { MOST = (64 << 20) / 256 + 16 };
__device__ float timed_room[MOST];
static float *scratch;
static cudaStream_t stream;

static size_t floats_of_scratch(int n) {
    return (size_t)(n + 255) / 256 + 16;
}

static void in_order_of(unsigned long long seed) {
    if (sim_shuffle) sim_shuffle(seed);
}

static unsigned bits_of_sum(const float *in, float *out, int n, int blocks) {
    unsigned bits = 0;
    // NaNs: what an earlier call has left there would hide a place that is not written.
    cudaMemsetAsync(scratch, 0xff, floats_of_scratch(n) * sizeof(float), stream);
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

// With numbers that cancel almost every other order gives other bits.
static bool same_in_any_order(const float *in, float *out, int n, int blocks) {
    unsigned first = bits_of_sum(in, out, n, blocks);
    bool same = true;
    for (int i = 1; i < RUNS; i++) {
        in_order_of(i);
        same &= bits_of_sum(in, out, n, blocks) == first;
    }
    in_order_of(0);
    return same;
}

// A GPU lets a kernel write past the end of scratch: there NaNs lie past it. The
// simulated device stops the kernel.
static size_t floats_past(int n) {
    return kata_counts() ? 0 : 8 * floats_of_scratch(n);
}

static bool is_clean_past(int n) {
    std::vector<unsigned> past(floats_past(n) + 1, ~0u);
    cudaMemcpy(past.data(), scratch + floats_of_scratch(n),
               floats_past(n) * sizeof(float), cudaMemcpyDeviceToHost);
    for (unsigned bits : past)
        if (bits != ~0u) return false;
    return true;
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
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    if (once) { // for the clock: two sums, of other grids and in other orders
        unsigned bits[2];
        cudaGetSymbolAddress((void **)&scratch, timed_room);
        for (int i = 0; i < 2; i++) {
            in_order_of(i);
            sum(in, out, n, scratch, blocks - i * (blocks / 8 + 1), 0);
            cudaMemcpy(&bits[i], out, sizeof *bits, cudaMemcpyDeviceToHost);
        }
        in_order_of(0);
        facts[ANY_GRID] = bits[0] == bits[1];
        return;
    }
    float *mixed;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&mixed, n * sizeof(float) + 4);
    size_t bytes = (floats_of_scratch(n) + floats_past(n)) * sizeof(float);
    cudaMalloc(&scratch, bytes); // alone, and no longer than the brief says
    cudaMemset(scratch, 0xff, bytes);
    if (n) mix<<<(n + 255) / 256, 256>>>(in, mixed, n);
    cudaDeviceSynchronize();

    facts[REPEATED] = same_in_any_order(in, out, n, blocks) &&
                      same_in_any_order(mixed, out, n / 2 * 2, blocks);
    facts[ANY_GRID] = same_on_all_grids(in, out, n);
    facts[MIXED] = same_on_all_grids(mixed, out, n / 2 * 2);
    facts[GRID] = keeps_to_grid(in, out, n, 3);
    bits_of_sum(in, out, n, blocks);
    facts[ROOM] = is_clean_past(n);
    cudaFree(scratch);
    cudaFree(mixed);
    cudaStreamDestroy(stream);
}
