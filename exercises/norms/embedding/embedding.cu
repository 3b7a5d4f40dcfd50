// The gradient of an embedding table.

__global__ void clear_kernel(float *dtable, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dtable[i] = 0.0f;
}

// A block has a position of the sorted list.
__global__ void add_kernel(const int *starts, const int *order, const float *dy,
                           float *dtable, int vocab, int dim) {
    int k = blockIdx.x, low = 0, high = vocab;
    while (high - low > 1) { // the token v with starts[v] <= k < starts[v + 1]
        int mid = (low + high) / 2;
        if (starts[mid] <= k)
            low = mid;
        else
            high = mid;
    }
    if (low == 0) return; // padding
    // TODO: no atomics. Who could add up all positions of a token?
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
        atomicAdd(&dtable[(size_t)low * dim + d],
                  dy[(size_t)order[k] * dim + d]);
}

void embedding_grad(const int *starts, const int *order, const float *dy,
                    float *dtable, int vocab, int count, int dim) {
    size_t n = (size_t)vocab * dim;
    if (n == 0) return;
    clear_kernel<<<(n + 255) / 256, 256>>>(dtable, n);
    if (count > 0)
        add_kernel<<<count, 128>>>(starts, order, dy, dtable, vocab, dim);
}
