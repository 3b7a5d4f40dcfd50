// passes (pixels stay in registers from round to round: half of the traffic)
// All rounds and the labels in ONE cooperative launch; the blocks wait for each other at
// grid.sync(). A thread KEEPS its first sixteen pixels in registers from round to round, so that
// memory gives each of them once and not in every round. Every block moves the centres by itself, from three sets of sums in turn.
#include <cooperative_groups.h>
#include <climits>
namespace cg = cooperative_groups;
struct Set { unsigned v[256][5]; };

__device__ int closest(uchar4 p, const int4 *c, int k)
{
    int least = INT_MAX, best = 0;
    for (int i = k - 1; i >= 0; i--) {          // from the end: <= keeps the first
        int4 q = c[i];
        int dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, dw = p.w - q.w;
        int d = dx * dx + dy * dy + dz * dz + dw * dw;
        if (d <= least) least = d, best = i;
    }
    return best;
}

__global__ void __launch_bounds__(256) everything(const uchar4 *pixels, uchar4 *centres, int *labels, int *rounds, Set *sets, int n, int k, int most)
{
    auto grid = cg::this_grid();
    __shared__ int4 c[256];
    __shared__ unsigned own[256][5];
    const int t = threadIdx.x, first = blockIdx.x * 256 + t, step = gridDim.x * 256;
    if (t < k) { uchar4 q = centres[t]; c[t] = make_int4(q.x, q.y, q.z, q.w); }
    constexpr int KEEP = 16;
    uchar4 kept[KEEP];
#pragma unroll
    for (int j = 0; j < KEEP; j++) { int i = first + j * step; if (i < n) kept[j] = pixels[i]; }
    auto add = [&](uchar4 p) {
        unsigned *o = own[closest(p, c, k)];
        atomicAdd(o, (unsigned)p.x); atomicAdd(o + 1, (unsigned)p.y); atomicAdd(o + 2, (unsigned)p.z); atomicAdd(o + 3, (unsigned)p.w);
        atomicAdd(o + 4, 1u);
    };
    const long long rest = first + (long long)KEEP * step;
    int r = 0;
    for (bool again = true; again && r < most; r++) {
        for (int i = t; i < 256 * 5; i += 256) (&own[0][0])[i] = 0;
        __syncthreads();
#pragma unroll
        for (int j = 0; j < KEEP; j++) if (first + j * step < n) add(kept[j]);
        for (long long i = rest; i < n; i += step) add(pixels[i]);
        __syncthreads();
        Set &s = sets[r % 3], &clear = sets[(r + 2) % 3];
        for (int i = t; i < 5 * k; i += 256) if ((&own[0][0])[i]) atomicAdd(&s.v[0][0] + i, (&own[0][0])[i]);
        grid.sync();
        // the set of the round before has been read by all: it is cleared for the next but one
        if (blockIdx.x == 0) for (int i = t; i < 256 * 5; i += 256) (&clear.v[0][0])[i] = 0;
        bool moved = false;
        if (t < k) {
            unsigned m = __ldcg(&s.v[t][4]);
            if (m) {
                int4 q;
                q.x = (__ldcg(&s.v[t][0]) + (unsigned long long)(m / 2)) / m; q.y = (__ldcg(&s.v[t][1]) + (unsigned long long)(m / 2)) / m;
                q.z = (__ldcg(&s.v[t][2]) + (unsigned long long)(m / 2)) / m; q.w = (__ldcg(&s.v[t][3]) + (unsigned long long)(m / 2)) / m;
                int4 o = c[t];
                moved = q.x != o.x || q.y != o.y || q.z != o.z || q.w != o.w;
                c[t] = q;
            }
        }
        again = __syncthreads_or(moved);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < KEEP; j++) if (first + j * step < n) labels[first + j * step] = closest(kept[j], c, k);
    for (long long i = rest; i < n; i += step) labels[i] = closest(pixels[i], c, k);
    if (blockIdx.x == 0) {
        if (t < k) centres[t] = make_uchar4(c[t].x, c[t].y, c[t].z, c[t].w);
        if (t == 0) *rounds = r;
    }
}

void kmeans(const unsigned char *pixels, unsigned char *centres, int *labels, int *rounds, int n, int k, int most)
{
    int device = 0, sms = 0, each = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, everything, 256, 0);
    int blocks = (n + 2047) / 2048;
    if (blocks < 1) blocks = 1;
    if (blocks > sms * each) blocks = sms * each;
    Set *sets;
    cudaMallocAsync(&sets, 3 * sizeof(Set), 0);
    cudaMemsetAsync(sets, 0, 3 * sizeof(Set), 0);
    void *args[] = {&pixels, &centres, &labels, &rounds, &sets, &n, &k, &most};
    cudaLaunchCooperativeKernel((const void *)everything, dim3(blocks), dim3(256), args, 0, 0);
    cudaFreeAsync(sets, 0);
}
