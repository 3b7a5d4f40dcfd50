// rejected by: build (a scan of the library, and differences)
#include <cub/device/device_scan.cuh>
// Running sums of everything in double by the library; a segment is a difference.
struct Wide { __host__ __device__ double operator()(float v) const { return v; } };
__global__ void differences(const double *run, const int *offsets, float *sums, int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    int a = offsets[s], b = offsets[s + 1];
    sums[s] = b > a ? (float)(run[b - 1] - (a > 0 ? run[a - 1] : 0.0)) : 0.0f;
}
struct Plus { __host__ __device__ double operator()(double a, double b) const { return a + b; } };
void segment_sums(const float *in, const int *offsets, float *sums, int segments, int n) {
    if (segments == 0) return;
    static double *run;
    static void *room;
    static int most;
    static size_t bytes;
    if (n > most) {
        if (run) cudaFree(run);
        cudaMalloc(&run, (size_t)n * sizeof(double)), most = n;
    }
    if (n > 0) {
        size_t need = 0;
        cub::DeviceScan::InclusiveScanInit(nullptr, need, in, run, Plus(), 0.0, n);
        if (need > bytes) cudaMalloc(&room, bytes = need);
        cub::DeviceScan::InclusiveScanInit(room, need, in, run, Plus(), 0.0, n);
    }
    differences<<<(segments + 255) / 256, 256>>>(run, offsets, sums, segments);
}
