// rejected by: case near 1e5 | case (__sinf is meant for small angles)
// says: __sinf and __cosf are meant for small angles. Use sinf and cosf, or sincospif, after the whole turns are gone.
__global__ void rope_kernel(float *x, const int *positions, int tokens,
                            int heads, int dim, int halved) {
    int half = dim / 2;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * half) return;
    int token = t / half, i = t % half;
    double angle = positions[token] * pow(10000.0, -2.0 * i / dim);
    float c = __cosf(angle), s = __sinf(angle);
    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)token * heads + h) * dim;
        int ia = halved ? i : 2 * i, ib = halved ? i + half : 2 * i + 1;
        float a = v[ia], b = v[ib];
        v[ia] = a * c - b * s;
        v[ib] = a * s + b * c;
    }
}

void rope(float *x, const int *positions, int tokens, int heads, int dim,
          int halved) {
    int threads = tokens * (dim / 2);
    if (threads == 0) return;
    rope_kernel<<<(threads + 255) / 256, 256>>>(x, positions, tokens, heads,
                                                dim, halved);
}
