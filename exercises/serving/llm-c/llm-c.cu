// The backward pass of attention: plain C that one thread of the device runs.

// dscores[t][p]: the gradient of the score of token t for position p, in `row`.
__device__ void row_of(float *row, const float *dout, const float *inp,
                       const float *att, int t, int length, int dim, int size) {
    float sum = 0, scale = rsqrtf((float)size);
    for (int p = 0; p <= t; p++) {
        const float *v = inp + (size_t)p * 3 * dim + 2 * dim;
        float datt = 0;
        for (int i = 0; i < size; i++)
            datt += dout[(size_t)t * dim + i] * v[i];
        row[p] = datt;
        sum += att[p] * datt;
    }
    for (int p = 0; p < length; p++)
        row[p] = p <= t ? att[p] * (row[p] - sum) * scale : 0;
}

__global__ void backward(float *dinp, float *dscores, const float *dout,
                         const float *inp, const float *att, int batch,
                         int length, int dim, int heads) {
    int size = dim / heads;
    for (int b = 0; b < batch; b++)
        for (int h = 0; h < heads; h++) {
            size_t at = (size_t)b * length, first = h * size;
            const float *x = inp + at * 3 * dim + first;
            const float *dy = dout + at * dim + first;
            float *dx = dinp + at * 3 * dim + first;
            size_t square = ((size_t)b * heads + h) * length * length;
            for (int t = 0; t < length; t++) {
                const float *a = att + square + (size_t)t * length;
                float *row = dscores + square + (size_t)t * length;
                row_of(row, dy, x, a, t, length, dim, size);
                for (int p = 0; p <= t; p++)
                    for (int i = 0; i < size; i++) {
                        const float *q = x + (size_t)t * 3 * dim;
                        const float *k = x + (size_t)p * 3 * dim + dim;
                        float *dq = dx + (size_t)t * 3 * dim;
                        float *dk = dx + (size_t)p * 3 * dim + dim;
                        float *dv = dk + dim;
                        dq[i] += row[p] * k[i];
                        dk[i] += row[p] * q[i];
                        dv[i] += a[p] * dy[(size_t)t * dim + i];
                    }
            }
        }
}

void attention_backward(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int batch,
                        int length, int dim, int heads) {
    // TODO: right, with a single thread. Which of the loops can be shared?
    backward<<<1, 1>>>(dinp, dscores, dout, inp, att, batch, length, dim, heads);
}
