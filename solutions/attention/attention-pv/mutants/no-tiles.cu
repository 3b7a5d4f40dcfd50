// rejected by: gate traffic (every product loads from global memory)
__global__ void pv_kernel(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i = blockIdx.y * 32 + threadIdx.y; // query
    int d = blockIdx.x * 32 + threadIdx.x;
    if (i >= lq || d >= dim) return;

    const float *pi = p + ((size_t)blockIdx.z * lq + i) * lk;
    float sum = 0.0f;
    for (int j = 0; j < lk; j++)
        sum += pi[j] * v[((size_t)(b * lk + j) * heads + h) * dim + d];
    o[((size_t)(b * lq + i) * heads + h) * dim + d] = sum;
}

void attention_pv(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    dim3 grid((dim + 32 - 1) / 32, (lq + 32 - 1) / 32, batch * heads);
    pv_kernel<<<grid, dim3(32, 32)>>>(p, v, o, heads, lq, lk, dim);
}
