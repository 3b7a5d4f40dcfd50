// rejected by: trap global-race (equal keys of both arrays go to the same place)
// Every key counts the keys of the other array that are smaller.
__device__ int lower(const int *x, int n, int key) {
    int low = 0, high = n;
    while (low < high) { int m = (low + high) / 2; if (x[m] < key) low = m + 1; else high = m; }
    return low;
}
__global__ void merge_kernel(const int *a, int na, const int *b, int nb, int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < na) out[t + lower(b, nb, a[t])] = a[t];
    else if (t < na + nb) out[t - na + lower(a, na, b[t - na])] = b[t - na];
}
void merge(const int *a, const int *b, int *out, int na, int nb) {
    int n = na + nb;
    if (n > 0) merge_kernel<<<(n + 255) / 256, 256>>>(a, na, b, nb, out);
}
