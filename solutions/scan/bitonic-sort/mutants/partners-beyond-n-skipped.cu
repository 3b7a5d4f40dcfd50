// rejected by: case n=1000 (pairs whose partner lies beyond n are left out)
// says: Pairs whose partner lies beyond n are left out. In a falling stretch the missing key, which is the largest, belongs to the lower place. Fill up to a power of two with INFINITY.
constexpr int PAIRS = 256;
__global__ void global_step(float *keys, int j, int k, int n) {
    int i = blockIdx.x * PAIRS + threadIdx.x, l = i ^ j;
    if (i >= n || l >= n || l < i) return;
    float a = keys[i], b = keys[l];
    if ((a > b) == ((i & k) == 0)) { keys[i] = b; keys[l] = a; }
}
void sort(const float *keys, float *out, int n) {
    if (n <= 0) return;
    cudaMemcpyAsync(out, keys, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    int size = 1;
    while (size < n) size *= 2;
    for (int k = 2; k <= size; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            global_step<<<(n + PAIRS - 1) / PAIRS, PAIRS>>>(out, j, k, n);
}
