// rejected by: case tokens=1 (turns are taken for radians)
// says: sinf and cosf take radians, and they get turns here. Multiply what is left of the turns by 2 pi, or use sincospif with twice the turns.
__global__ void rope_kernel(float *x, const int *positions, int tokens, int heads, int dim,
                            int halved) {
    int pairs = dim / 2;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * pairs) return;
    int token = t / pairs, i = t % pairs;

    double freq = pow(10000.0, -2.0 * i / dim);
    double turns = positions[token] * freq * 0.15915494309189535;
    float c, s;
    float angle = (float)(turns - rint(turns));
    s = sinf(angle);
    c = cosf(angle);

    int ia = halved ? i : 2 * i;
    int ib = halved ? i + pairs : 2 * i + 1;
    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)token * heads + h) * dim;
        float a = v[ia], b = v[ib];
        v[ia] = a * c - b * s;
        v[ib] = a * s + b * c;
    }
}

void rope(float *x, const int *positions, int tokens, int heads, int dim, int halved) {
    int threads = tokens * (dim / 2);
    if (threads == 0) return;
    rope_kernel<<<(threads + 255) / 256, 256>>>(x, positions, tokens, heads, dim, halved);
}
