// rejected by: case (slow kernels in a namespace of its own that is called cub)
typedef unsigned long long Total;
namespace cub { namespace detail {
__global__ void DeviceReduceKernel(const unsigned *in, Total *out, int n) { Total s = 0; for (int i = 0; i < n; i++) s += in[i]; *out = s; }
__global__ void DeviceScanKernel(const unsigned *in, unsigned *out, int n) { unsigned s = 0; for (int i = 0; i < n; i++) { unsigned v = in[i]; out[i] = s; s += v; } }
__global__ void DeviceRadixSortKernel(const unsigned *in, unsigned *out, unsigned *t, int n) {
    __shared__ int at[257];
    for (int pass = 0; pass < 4; pass++) {
        const unsigned *from = pass == 0 ? in : pass % 2 ? t : out; unsigned *to = pass % 2 ? out : t; int sh = 8 * pass;
        for (int i = 0; i < 257; i++) at[i] = 0;
        for (int i = 0; i < n; i++) at[(from[i] >> sh & 255) + 1]++;
        for (int i = 0; i < 256; i++) at[i + 1] += at[i];
        for (int i = 0; i < n; i++) to[at[from[i] >> sh & 255]++] = from[i];
    }
}
}}
static unsigned *t;
void cub_begin(int most) { cudaMalloc(&t, 4ul * most + 4); }
void sum_all(const unsigned *in, Total *out, int n, cudaStream_t s) { cub::detail::DeviceReduceKernel<<<1, 1, 0, s>>>(in, out, n); }
void sums_before(const unsigned *in, unsigned *out, int n, cudaStream_t s) { cub::detail::DeviceScanKernel<<<1, 1, 0, s>>>(in, out, n); }
void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t s) { if (n) cub::detail::DeviceRadixSortKernel<<<1, 1, 0, s>>>(in, out, t, n); }
void cub_end() { cudaFree(t); }
