// Grid-stride loop: a fixed grid walks through the array.

__global__ void addGridStride(const float *lhs, const float *rhs, float *sum, int count) {
    const int stride = gridDim.x * blockDim.x;
    for (long long k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += stride)
        sum[k] = lhs[k] + rhs[k];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    addGridStride<<<120, 192>>>(a, b, c, n);
}
