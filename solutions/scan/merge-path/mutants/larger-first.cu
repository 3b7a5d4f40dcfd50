// rejected by: case (of two keys the larger one is taken first)
// A stable merge of two sorted arrays: every thread finds by a search where its eight
// results begin in a and in b, and merges from there.
//
// A block first finds the part of a and of b that its tile needs, and loads it into
// shared memory; the threads search and merge there.

constexpr int BLOCK = 256, OWN = 8, TILE = BLOCK * OWN;

// How many of the first `diagonal` results come from a. Of equal keys those of a are
// first.
__device__ int search(const int *a, int na, const int *b, int nb, int diagonal) {
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] <= b[diagonal - 1 - mid])
            low = mid + 1; // a[mid] is among them
        else
            high = mid;
    }
    return low;
}

__global__ void merge_kernel(const int *a, int na, const int *b, int nb, int *out) {
    __shared__ int keys[TILE], ends[2];
    int n = na + nb, first = blockIdx.x * TILE, last = min(first + TILE, n);
    if (threadIdx.x < 2)
        ends[threadIdx.x] = search(a, na, b, nb, threadIdx.x ? last : first);
    __syncthreads();
    int a0 = ends[0], b0 = first - a0;         // the tile begins here
    int ta = ends[1] - a0, tb = last - first - ta; // and has so many of each
    for (int i = threadIdx.x; i < ta + tb; i += BLOCK)
        keys[i] = i < ta ? a[a0 + i] : b[b0 + i - ta];
    __syncthreads();

    int start = min((int)threadIdx.x * OWN, ta + tb), v[OWN];
    int i = search(keys, ta, keys + ta, tb, start), j = start - i;
    for (int k = 0; k < OWN; k++) {
        bool from_a = i < ta && (j >= tb || keys[i] >= keys[ta + j]);
        if (start + k < ta + tb) v[k] = from_a ? keys[i] : keys[ta + j];
        i += from_a;
        j += !from_a;
    }
    __syncthreads(); // nobody reads keys any more
    for (int k = 0; k < OWN && start + k < ta + tb; k++)
        keys[start + k] = v[k];
    __syncthreads();
    for (int i = threadIdx.x; i < ta + tb; i += BLOCK)
        out[first + i] = keys[i];
}

void merge(const int *a, const int *b, int *out, int na, int nb) {
    int n = na + nb;
    if (n > 0) merge_kernel<<<(n + TILE - 1) / TILE, BLOCK>>>(a, na, b, nb, out);
}
