// passes (edges dealt out in one cooperative kernel, which waits in grid.sync())
// One cooperative launch for the whole search; claims by cuda::atomic_ref; the level
// is closed by grid.sync(), and no number goes back to the host.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__global__ void __launch_bounds__(128) search(const int *offsets, const int *targets, int *levels, int *widths, int *lists, int nodes, int sources)
{
    auto grid = cg::this_grid();
    auto group = cg::tiled_partition<32>(cg::this_thread_block());
    const int me = (int)grid.thread_rank(), all = (int)grid.size(), lane = group.thread_rank();
    for (int v = me; v < nodes; v += all) {
        levels[v] = v < sources ? 0 : -1;
        widths[v] = v == 0 ? sources : 0;
        if (v < sources) lists[v] = v;
    }
    grid.sync();
    int size = sources;
    for (int level = 1; size > 0 && level < nodes; level++) {
        int *const from = lists + (level & 1 ? 0 : nodes), *const to = lists + (level & 1 ? nodes : 0);
        for (int f0 = me - lane; f0 < size; f0 += all) {
            int start = 0, degree = 0;
            if (f0 + lane < size) {
                int u = from[f0 + lane];
                start = offsets[u];
                degree = offsets[u + 1] - start;
            }
            int upto = degree;
            for (int d = 1; d < 32; d *= 2) { int o = group.shfl_up(upto, d); if (lane >= d) upto += o; }
            const int before = upto - degree, total = group.shfl(upto, 31);
            for (int e = lane; e - lane < total; e += 32) {
                int owner = 0;
                for (int step = 16; step; step /= 2) if (group.shfl(upto, owner + step - 1) <= e) owner += step;
                owner = min(owner, 31);
                int at = group.shfl(start, owner) + e - group.shfl(before, owner);
                if (e < total) {
                    int v = targets[at], expected = -1;
                    cuda::atomic_ref<int, cuda::thread_scope_device> l(levels[v]);
                    if (l.load(cuda::memory_order_relaxed) == -1 && l.compare_exchange_strong(expected, level, cuda::memory_order_relaxed)) {
                        cuda::atomic_ref<int, cuda::thread_scope_device> w(widths[level]);
                        to[w.fetch_add(1, cuda::memory_order_relaxed)] = v;
                    }
                }
            }
        }
        grid.sync();
        size = widths[level];
    }
}

void bfs(const int *offsets, const int *targets, int *levels, int *widths, int nodes, int edges, int sources)
{
    (void)edges;
    if (nodes == 0) return;
    int sms = 0, each = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, search, 128, 0);
    int blocks = (nodes + 127) / 128, *lists;
    if (blocks > sms * each) blocks = sms * each;
    cudaMallocAsync(&lists, 2 * sizeof(int) * nodes, 0);
    void *args[] = {&offsets, &targets, &levels, &widths, &lists, &nodes, &sources};
    cudaLaunchCooperativeKernel((void *)search, blocks, 128, args);
    cudaFreeAsync(lists, 0);
}
