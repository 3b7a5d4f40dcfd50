// rejected by: gate shared_atomics (the atomics are moved to where nobody counted them)
__global__ void token_kernel(const int *starts, const int *order, const float *dy, float *dtable, int dim) {
    __shared__ float row[512];
    int v = blockIdx.x, lane = threadIdx.x % 32, end = v > 0 ? starts[v + 1] : starts[v];
    for (int d0 = 0; d0 < dim; d0 += 512) {
        int width = min(512, dim - d0);
        for (int d = threadIdx.x; d < width; d += blockDim.x) row[d] = 0;
        __syncthreads();
        for (int k = starts[v] + threadIdx.x / 32; k < end; k += blockDim.x / 32)
            for (int d = lane; d < width; d += 32)
                atomicAdd(&row[d], dy[(size_t)order[k] * dim + d0 + d]); // in any order
        __syncthreads();
        for (int d = threadIdx.x; d < width; d += blockDim.x) dtable[(size_t)v * dim + d0 + d] = row[d];
        __syncthreads();
    }
}

void embedding_grad(const int *starts, const int *order, const float *dy, float *dtable, int vocab, int count,
                    int dim) {
    if (vocab > 0 && dim > 0) token_kernel<<<vocab, 128>>>(starts, order, dy, dtable, dim);
}
