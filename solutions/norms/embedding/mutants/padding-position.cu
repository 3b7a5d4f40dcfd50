// rejected by: case (takes position 0 for the padding, in place of token 0)
// says: Position 0 of the text is left out. The padding is token 0, which is row 0 of the table; position 0 counts like any other.
// A block has a row of the table.

__global__ void row_kernel(const int *starts, const int *order, const float *dy,
                           float *dtable, int dim) {
    int v = blockIdx.x;
    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float sum = 0.0f;
        for (int k = starts[v]; k < starts[v + 1]; k++)
            if (order[k] > 0) sum += dy[(size_t)order[k] * dim + d];
        dtable[(size_t)v * dim + d] = sum;
    }
}

void embedding_grad(const int *starts, const int *order, const float *dy,
                    float *dtable, int vocab, int count, int dim) {
    if (vocab > 0) row_kernel<<<vocab, 128>>>(starts, order, dy, dtable, dim);
}
