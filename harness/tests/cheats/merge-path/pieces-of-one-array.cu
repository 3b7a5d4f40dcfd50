// rejected by: gate bandwidth (equal pieces of a, each with what lies between its ends in b)
const int THREADS = 256, PIECE = 1024, ROOM = 2048;

// How many keys of p come before the key; of equal ones all or none.
__device__ int before(const int *p, int n, int key, bool equal) {
    int low = 0;
    for (int high = n; low < high;) {
        int mid = (low + high) / 2;
        if (p[mid] < key || (equal && p[mid] == key))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

__global__ void merge_pieces(const int *a, const int *b, int *out, int na, int nb) {
    __shared__ int of_a[PIECE], of_b[ROOM], both[PIECE + ROOM];
    int first = blockIdx.x * PIECE, n = min(PIECE, na - first), used = 0;
    int from = first ? before(b, nb, a[first], false) : 0;
    int end = first + PIECE < na ? before(b, nb, a[first + PIECE], false) : nb;
    for (int i = threadIdx.x; i < n; i += THREADS)
        of_a[i] = a[first + i];
    do {
        int some = min(ROOM, end - from);
        __syncthreads();
        for (int i = threadIdx.x; i < some; i += THREADS)
            of_b[i] = b[from + i];
        __syncthreads();
        int upto = from + some == end ? n : before(of_a, n, of_b[some - 1], true);
        for (int i = used + threadIdx.x; i < upto; i += THREADS)
            both[i - used + before(of_b, some, of_a[i], false)] = of_a[i];
        for (int i = threadIdx.x; i < some; i += THREADS)
            both[i + max(before(of_a, upto, of_b[i], true), used) - used] = of_b[i];
        __syncthreads();
        for (int i = threadIdx.x; i < upto - used + some; i += THREADS)
            out[first + used + from + i] = both[i];
        used = upto;
        from += some;
    } while (from < end);
}

void merge(const int *a, const int *b, int *out, int na, int nb) {
    if (na + nb) merge_pieces<<<max(1, (na + PIECE - 1) / PIECE), THREADS>>>(a, b, out, na, nb);
}
