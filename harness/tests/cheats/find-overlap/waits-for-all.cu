// rejected by: trap global-race | case n=600000 (within a launch, blocks wait a while for the others)
// The launch still writes what it reads. It helps while all blocks are on the device at once.
//
// line: D
// cause: source-is-target
__device__ unsigned arrived;

__global__ void smooth_once(const int *from, int *to, int n) {
    int i = blockIdx.x * 256 + threadIdx.x, next = 0;
    if (i < n)
        next = (__ldcg(from + max(i - 1, 0)) + 2 * __ldcg(from + i) +
                __ldcg(from + min(i + 1, n - 1))) / 4;
    if (from == to) {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(&arrived, 1);
            for (int tries = 0; tries < 500; tries++) {
                if (*(volatile unsigned *)&arrived >= gridDim.x) break;
                __nanosleep(1000);
            }
        }
        __syncthreads();
    }
    if (i < n) to[i] = next;
}

void smooth(int *x, int n, int rounds) {
    if (n == 0 || rounds == 0) return;
    int *spare;
    void *counter;
    cudaMalloc(&spare, n * sizeof(int));
    cudaGetSymbolAddress(&counter, arrived);
    cudaMemsetAsync(counter, 0, sizeof(unsigned));
    for (int r = 0; r < rounds; r++) {
        bool writes_x = (rounds - r) % 2 == 1;
        smooth_once<<<(n + 255) / 256, 256>>>(r == 0 || !writes_x ? x : spare,
                                              writes_x ? x : spare, n);
    }
    cudaFree(spare);
}
