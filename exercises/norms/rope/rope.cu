// Rotary positions: pairs of elements are rotated, in place.

__global__ void rope_kernel(float *x, const int *positions, int tokens,
                            int heads, int dim, int halved) {
    int pairs = dim / 2;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * pairs) return;
    int token = t / pairs, i = t % pairs;

    // TODO: the angle of this token and pair, by its position; its cosine and
    // sine. What happens to the digits at position 100000?
    float c = 1.0f, s = 0.0f;

    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)token * heads + h) * dim;
        // TODO: rotate one pair of this head.
        v[i] = v[i] * c;
    }
    (void)positions, (void)halved, (void)s;
}

// x is read and written; dim is even.
void rope(float *x, const int *positions, int tokens, int heads, int dim,
          int halved) {
    int threads = tokens * (dim / 2);
    if (threads == 0) return;
    rope_kernel<<<(threads + 255) / 256, 256>>>(x, positions, tokens, heads,
                                                dim, halved);
}
