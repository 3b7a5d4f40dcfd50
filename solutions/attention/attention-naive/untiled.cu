// baseline: three kernels without tiles: a thread per score, per row, per
// output
#include <cfloat>

struct Shape {
    int heads, lq, lk, dim, causal;
};

__device__ int visible(int i, int length, Shape z) {
    int n = z.causal ? i + 1 + z.lk - z.lq : z.lk;
    return max(0, min(n, length));
}

__global__ void scores_kernel(const float *q, const float *k, float *s,
                              Shape z) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    int b = blockIdx.z / z.heads, h = blockIdx.z % z.heads;
    if (j >= z.lk) return;
    q += ((size_t)(b * z.lq + i) * z.heads + h) * z.dim;
    k += ((size_t)(b * z.lk + j) * z.heads + h) * z.dim;
    float sum = 0;
    for (int d = 0; d < z.dim; d++)
        sum += q[d] * k[d];
    s[((size_t)blockIdx.z * z.lq + i) * z.lk + j] = sum / sqrtf(z.dim);
}

__global__ void softmax_kernel(const int *lengths, float *s, Shape z,
                               int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int n = visible(row % z.lq, lengths[row / z.lq / z.heads], z);
    s += (size_t)row * z.lk;
    float most = -FLT_MAX, sum = 0;
    for (int j = 0; j < n; j++)
        most = fmaxf(most, s[j]);
    for (int j = 0; j < n; j++)
        sum += expf(s[j] - most);
    for (int j = 0; j < z.lk; j++)
        s[j] = j < n ? expf(s[j] - most) / sum : 0;
}

__global__ void values_kernel(const float *p, const float *v, float *o,
                              Shape z) {
    int d = threadIdx.x, i = blockIdx.x;
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads;
    p += ((size_t)blockIdx.y * z.lq + i) * z.lk;
    float sum = 0;
    for (int j = 0; j < z.lk; j++)
        sum += p[j] * v[((size_t)(b * z.lk + j) * z.heads + h) * z.dim + d];
    o[((size_t)(b * z.lq + i) * z.heads + h) * z.dim + d] = sum;
}

void attention(const float *q, const float *k, const float *v,
               const int *lengths, float *p, float *o, int batch, int heads,
               int lq, int lk, int dim, int causal) {
    int all = batch * heads, rows = all * lq;
    if (rows == 0 || dim == 0) return;
    Shape z = {heads, lq, lk, dim, causal};
    if (lk > 0) {
        dim3 grid((lk + 127) / 128, lq, all);
        scores_kernel<<<grid, 128>>>(q, k, p, z);
        softmax_kernel<<<(rows + 63) / 64, 64>>>(lengths, p, z, rows);
    }
    values_kernel<<<dim3(lq, all), dim>>>(p, v, o, z);
}
