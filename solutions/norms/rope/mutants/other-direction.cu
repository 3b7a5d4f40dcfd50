// rejected by: case tokens=7 (rotates backwards: the sine's sign)
// says: The points are rotated backwards. Look at the signs of the two sines.
__global__ void rope_kernel(float *x, const int *positions, int tokens,
                            int heads, int dim, int halved) {
    int half = dim / 2;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * half) return;
    int token = t / half, i = t % half;
    double turns =
        positions[token] * pow(10000.0, -2.0 * i / dim) / 6.283185307179586;
    float part = turns - rint(turns);
    float c = cospif(2 * part), s = sinpif(2 * part);
    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)token * heads + h) * dim;
        int ia = halved ? i : 2 * i, ib = halved ? i + half : 2 * i + 1;
        float a = v[ia], b = v[ib];
        v[ia] = a * c + b * s;
        v[ib] = b * c - a * s;
    }
}

void rope(float *x, const int *positions, int tokens, int heads, int dim,
          int halved) {
    int threads = tokens * (dim / 2);
    if (threads == 0) return;
    rope_kernel<<<(threads + 255) / 256, 256>>>(x, positions, tokens, heads,
                                                dim, halved);
}
