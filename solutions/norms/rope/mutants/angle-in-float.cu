// rejected by: case near 1e5 (the angle has steps of 0.008 there)
// says: The angle is a float, and near 100000 those are 0.008 apart. Take position * frequency in double, and remove the whole turns before you go on in float.
__global__ void rope_kernel(float *x, const int *positions, int tokens,
                            int heads, int dim, int halved) {
    int half = dim / 2;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * half) return;
    int token = t / half, i = t % half;
    float angle = positions[token] * powf(10000.0f, -2.0f * i / dim);
    float c = cosf(angle), s = sinf(angle);
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
