// rejected by: gate coalescing (a thread walks along a row)
// A thread has a row of the table.

__global__ void collect_kernel(const int *starts, const int *order,
                               const float *dy, float *dtable, int vocab,
                               int dim) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vocab) return;
    for (int d = 0; d < dim; d++) {
        float sum = 0.0f;
        for (int k = starts[v]; v > 0 && k < starts[v + 1]; k++)
            sum += dy[(size_t)order[k] * dim + d];
        dtable[(size_t)v * dim + d] = sum;
    }
}

void embedding_grad(const int *starts, const int *order, const float *dy,
                    float *dtable, int vocab, int count, int dim) {
    if (vocab == 0 || dim == 0) return;
    collect_kernel<<<(vocab + 127) / 128, 128>>>(starts, order, dy, dtable, vocab,
                                                 dim);
}
