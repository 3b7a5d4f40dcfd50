// rejected by: gate traffic (a warp has 32 columns: the lists are read again for each 32)
// A warp has a row and 32 of its columns.

__global__ void collect_kernel(const int *starts, const int *order, const float *dy,
                               float *dtable, int vocab, int dim) {
    int lane = threadIdx.x % 32, groups = (dim + 31) / 32;
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int v = warp / groups, d = warp % groups * 32 + lane;
    if (v >= vocab || d >= dim) return;
    float sum = 0.0f;
    if (v > 0)
        for (int k = starts[v]; k < starts[v + 1]; k++)
            sum += dy[(size_t)order[k] * dim + d];
    dtable[(size_t)v * dim + d] = sum;
}

void embedding_grad(const int *starts, const int *order, const float *dy,
                    float *dtable, int vocab, int count, int dim) {
    size_t warps = (size_t)vocab * ((dim + 31) / 32);
    if (warps > 0)
        collect_kernel<<<(warps + 7) / 8, 256>>>(starts, order, dy, dtable, vocab, dim);
}
