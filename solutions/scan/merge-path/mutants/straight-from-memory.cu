// rejected by: gate coalescing (each thread walks along keys of its own)
// Every thread merges eight results straight from global memory.
constexpr int BLOCK = 256, OWN = 8;

__device__ int search(const int *a, int na, const int *b, int nb, int diagonal) {
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[diagonal - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

__global__ void merge_kernel(const int *a, int na, const int *b, int nb, int *out) {
    int start = (blockIdx.x * BLOCK + threadIdx.x) * OWN;
    if (start >= na + nb) return;
    int i = search(a, na, b, nb, start), j = start - i;
    for (int k = start; k < min(start + OWN, na + nb); k++) {
        bool from_a = i < na && (j >= nb || a[i] <= b[j]);
        out[k] = from_a ? a[i++] : b[j++];
    }
}

void merge(const int *a, const int *b, int *out, int na, int nb) {
    int threads = (na + nb + OWN - 1) / OWN;
    if (threads > 0)
        merge_kernel<<<(threads + BLOCK - 1) / BLOCK, BLOCK>>>(a, na, b, nb, out);
}
