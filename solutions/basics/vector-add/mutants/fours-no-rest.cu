// rejected by: case n=1 | case n=31 (the last n % 4 elements are left out)
// says: Each thread adds four elements, and n / 4 rounds down: the last n % 4 elements have no thread. Add them one by one, each in a thread of its own.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 x = ((float4 *)a)[i], y = ((float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n);
}
