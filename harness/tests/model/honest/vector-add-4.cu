// 16 bytes per access; what is left over at the end goes one by one.

__global__ void __launch_bounds__(512)
add4(const float4 *__restrict__ a, const float4 *__restrict__ b,
     float4 *__restrict__ c, int quads) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    int other = base + 512;
    bool one = base < quads, two = other < quads;
    float4 p, q, r, s;
    if (one) p = a[base], q = b[base];
    if (two) r = a[other], s = b[other];
    if (one) c[base] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
    if (two) c[other] = make_float4(r.x + s.x, r.y + s.y, r.z + s.z, r.w + s.w);
}

__global__ void add1(const float *a, const float *b, float *c, int from, int n) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    bool aligned = (((size_t)a | (size_t)b | (size_t)c) & 15) == 0;
    int quads = aligned ? n / 4 : 0;
    if (quads > 0)
        add4<<<(quads + 1023) / 1024, 512>>>((const float4 *)a, (const float4 *)b,
                                             (float4 *)c, quads);
    int from = quads * 4;
    if (from < n) add1<<<(n - from + 255) / 256, 256>>>(a, b, c, from, n);
}
