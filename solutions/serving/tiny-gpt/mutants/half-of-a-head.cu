// rejected by: case (keeps 64 numbers of a head, and leaves the others out of the attention)
// A GPT of one block, trained from your own kernels.

struct Sizes {
    int batch, length, dim, heads, vocab;
};

// Arrays of the device: the weights, or the gradients of the weights.
struct Gpt {
    float *table;  // [vocab][dim]
    float *places; // [length][dim]
    float *gains;  // [3][dim]: the norms, in the order in which the forward pass meets them
    float *shifts; // [3][dim]
    float *qkv;    // [dim][3 dim]: queries, keys, values
    float *mix;    // [dim][dim]
    float *up;     // [dim][4 dim]
    float *down;   // [4 dim][dim]
};

const int THREADS = 128;
const int HEAD = 64; // numbers of a head in registers

static int blocks(long n) {
    return (int)((n + THREADS - 1) / THREADS);
}

// C[i][j] = sum of A[i][k] B[k][j], with strides for rows and columns of both.
__global__ void product_kernel(float *c, const float *a, const float *b, int rows, int columns,
                               int depth, int ai, int ak, int bk, int bj, int add) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= rows * columns) return;
    int i = at / columns, j = at % columns;
    float sum = 0.0f;
    for (int k = 0; k < depth; k++)
        sum += a[(size_t)i * ai + (size_t)k * ak] * b[(size_t)k * bk + (size_t)j * bj];
    c[at] = add ? c[at] + sum : sum;
}

// y = x w
static void forward(float *y, const float *x, const float *w, int rows, int ins, int outs, int add,
                    cudaStream_t s) {
    product_kernel<<<blocks((long)rows * outs), THREADS, 0, s>>>(y, x, w, rows, outs, ins, ins, 1,
                                                                 outs, 1, add);
}

// dx = dy w^T
static void to_input(float *dx, const float *dy, const float *w, int rows, int ins, int outs,
                     cudaStream_t s) {
    product_kernel<<<blocks((long)rows * ins), THREADS, 0, s>>>(dx, dy, w, rows, ins, outs, outs, 1,
                                                                1, outs, 0);
}

// dw = x^T dy
static void to_weight(float *dw, const float *x, const float *dy, int rows, int ins, int outs,
                      cudaStream_t s) {
    product_kernel<<<blocks((long)ins * outs), THREADS, 0, s>>>(dw, x, dy, ins, outs, rows, 1, ins,
                                                                outs, 1, 0);
}

__global__ void embed_kernel(float *x, const int *text, const float *table, const float *places,
                             int rows, int length, int dim) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= rows * dim) return;
    int r = at / dim, c = at % dim, b = r / length, t = r % length;
    x[at] = table[(size_t)text[b * (length + 1) + t] * dim + c] + places[t * dim + c];
}

// A thread for each row.
__global__ void norm_kernel(float *n, float *hat, float *inverse, const float *x,
                            const float *gain, const float *shift, int rows, int dim) {
    int r = blockIdx.x * THREADS + threadIdx.x;
    if (r >= rows) return;
    x += (size_t)r * dim, n += (size_t)r * dim, hat += (size_t)r * dim;
    float mean = 0.0f, square = 0.0f;
    for (int c = 0; c < dim; c++)
        mean += x[c];
    mean /= dim;
    for (int c = 0; c < dim; c++)
        square += (x[c] - mean) * (x[c] - mean);
    float inv = 1.0f / sqrtf(square / dim + 1e-5f);
    inverse[r] = inv;
    for (int c = 0; c < dim; c++) {
        hat[c] = (x[c] - mean) * inv;
        n[c] = hat[c] * gain[c] + shift[c];
    }
}

__global__ void norm_rows_kernel(float *dx, const float *dn, const float *hat,
                                 const float *inverse, const float *gain, int rows, int dim,
                                 int add) {
    int r = blockIdx.x * THREADS + threadIdx.x;
    if (r >= rows) return;
    dx += (size_t)r * dim, dn += (size_t)r * dim, hat += (size_t)r * dim;
    float c1 = 0.0f, c2 = 0.0f;
    for (int c = 0; c < dim; c++) {
        float w = dn[c] * gain[c];
        c1 += w;
        c2 += w * hat[c];
    }
    c1 /= dim, c2 /= dim;
    for (int c = 0; c < dim; c++) {
        float d = inverse[r] * (dn[c] * gain[c] - c1 - hat[c] * c2);
        dx[c] = add ? dx[c] + d : d;
    }
}

__global__ void norm_columns_kernel(float *dgain, float *dshift, const float *dn,
                                    const float *hat, int rows, int dim) {
    int c = blockIdx.x * THREADS + threadIdx.x;
    if (c >= dim) return;
    float g = 0.0f, s = 0.0f;
    for (int r = 0; r < rows; r++) {
        float d = dn[(size_t)r * dim + c];
        g += d * hat[(size_t)r * dim + c];
        s += d;
    }
    dgain[c] = g;
    dshift[c] = s;
}

// A thread for each query. qkv: [rows][3 dim].
__global__ void attention_kernel(float *a, float *sums, const float *qkv, int batch, int length,
                                 int dim, int heads) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= batch * heads * length) return;
    int t = at % length, h = at / length % heads, b = at / length / heads, size = dim / heads;
    int used = size < HEAD ? size : HEAD;
    const float *x = qkv + (size_t)b * length * 3 * dim + h * size;
    float scale = 1.0f / sqrtf((float)size), most = -INFINITY, sum = 0.0f;
    float q[HEAD], o[HEAD];
    for (int i = 0; i < used; i++) {
        q[i] = x[(size_t)t * 3 * dim + i];
        o[i] = 0.0f;
    }
    for (int p = 0; p <= t; p++) {
        const float *k = x + (size_t)p * 3 * dim + dim, *v = k + dim;
        float score = 0.0f;
        for (int i = 0; i < used; i++)
            score += q[i] * k[i];
        score *= scale;
        float higher = fmaxf(most, score), old = expf(most - higher), w = expf(score - higher);
        sum = sum * old + w;
        for (int i = 0; i < used; i++)
            o[i] = o[i] * old + w * v[i];
        most = higher;
    }
    sums[at] = most + logf(sum);
    float *to = a + ((size_t)b * length + t) * dim + h * size;
    for (int i = 0; i < size; i++)
        to[i] = i < used ? o[i] / sum : 0.0f;
}

// d_q, and of each row the product of d_o and o.
__global__ void query_kernel(float *dqkv, float *products, const float *da, const float *a,
                             const float *sums, const float *qkv, int batch, int length, int dim,
                             int heads) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= batch * heads * length) return;
    int t = at % length, h = at / length % heads, b = at / length / heads, size = dim / heads;
    int used = size < HEAD ? size : HEAD;
    size_t row = (size_t)b * length + t;
    const float *x = qkv + (size_t)b * length * 3 * dim + h * size;
    const float *d_o = da + row * dim + h * size, *o = a + row * dim + h * size;
    float scale = 1.0f / sqrtf((float)size), m = 0.0f;
    float q[HEAD], dq[HEAD], g[HEAD];
    for (int i = 0; i < used; i++) {
        q[i] = x[(size_t)t * 3 * dim + i];
        g[i] = d_o[i];
        m += g[i] * o[i];
        dq[i] = 0.0f;
    }
    products[at] = m;
    for (int p = 0; p <= t; p++) {
        const float *k = x + (size_t)p * 3 * dim + dim, *v = k + dim;
        float score = 0.0f, dp = 0.0f;
        for (int i = 0; i < used; i++) {
            score += q[i] * k[i];
            dp += g[i] * v[i];
        }
        float ds = expf(score * scale - sums[at]) * (dp - m) * scale;
        for (int i = 0; i < used; i++)
            dq[i] += ds * k[i];
    }
    float *to = dqkv + row * 3 * dim + h * size;
    for (int i = 0; i < size; i++)
        to[i] = i < used ? dq[i] : 0.0f;
}

// A thread for each key: d_k and d_v.
__global__ void key_kernel(float *dqkv, const float *products, const float *da, const float *sums,
                           const float *qkv, int batch, int length, int dim, int heads) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= batch * heads * length) return;
    int p = at % length, h = at / length % heads, b = at / length / heads, size = dim / heads;
    int used = size < HEAD ? size : HEAD;
    const float *x = qkv + (size_t)b * length * 3 * dim + h * size;
    const float *k = x + (size_t)p * 3 * dim + dim, *v = k + dim;
    float scale = 1.0f / sqrtf((float)size);
    float dk[HEAD], dv[HEAD];
    for (int i = 0; i < used; i++)
        dk[i] = dv[i] = 0.0f;
    for (int t = p; t < length; t++) {
        const float *q = x + (size_t)t * 3 * dim;
        const float *g = da + ((size_t)b * length + t) * dim + h * size;
        float score = 0.0f, dp = 0.0f;
        for (int i = 0; i < used; i++) {
            score += q[i] * k[i];
            dp += g[i] * v[i];
        }
        int row = at - p + t;
        float w = expf(score * scale - sums[row]), ds = w * (dp - products[row]) * scale;
        for (int i = 0; i < used; i++) {
            dk[i] += ds * q[i];
            dv[i] += w * g[i];
        }
    }
    float *to = dqkv + ((size_t)b * length + p) * 3 * dim + dim + h * size;
    for (int i = 0; i < size; i++) {
        to[i] = i < used ? dk[i] : 0.0f;
        to[dim + i] = i < used ? dv[i] : 0.0f;
    }
}

__global__ void gelu_kernel(float *g, const float *u, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) g[i] = u[i] * 0.5f * (1.0f + erff(u[i] * 0.70710678f));
}

// In place: d of gelu(u) becomes d of u.
__global__ void gelu_back_kernel(float *d, const float *u, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    float x = u[i], below = 0.5f * (1.0f + erff(x * 0.70710678f));
    d[i] *= below + x * 0.39894228f * expf(-0.5f * x * x);
}

// logits: [rows][vocab], become their gradient.
__global__ void loss_rows_kernel(float *logits, float *row_loss, const int *text, int rows,
                                 int length, int vocab) {
    int r = blockIdx.x * THREADS + threadIdx.x;
    if (r >= rows) return;
    int target = text[r / length * (length + 1) + r % length + 1];
    float *l = logits + (size_t)r * vocab;
    float most = l[0], sum = 0.0f;
    for (int v = 1; v < vocab; v++)
        most = fmaxf(most, l[v]);
    for (int v = 0; v < vocab; v++)
        sum += expf(l[v] - most);
    row_loss[r] = logf(sum) + most - l[target];
    for (int v = 0; v < vocab; v++)
        l[v] = (expf(l[v] - most) / sum - (v == target ? 1.0f : 0.0f)) / rows;
}

__global__ void mean_kernel(float *loss, const float *row_loss, int rows) {
    float sum = 0.0f;
    for (int r = 0; r < rows; r++)
        sum += row_loss[r];
    *loss = sum / rows;
}

__global__ void places_kernel(float *dplaces, const float *dx, int batch, int length, int dim) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= length * dim) return;
    float sum = 0.0f;
    for (int b = 0; b < batch; b++)
        sum += dx[(size_t)b * length * dim + at];
    dplaces[at] = sum;
}

// Adds the lookup's part.
__global__ void table_kernel(float *dtable, const float *dx, const int *text, int batch,
                             int length, int dim, int vocab) {
    int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= vocab * dim) return;
    int token = at / dim, c = at % dim;
    float sum = 0.0f;
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < length; t++)
            if (text[b * (length + 1) + t] == token)
                sum += dx[((size_t)b * length + t) * dim + c];
    dtable[at] += sum;
}

__global__ void adam_kernel(float *w, const float *g, float *m, float *v, int n, float correct1,
                            float correct2) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
    float step = m[i] / correct1 / (sqrtf(v[i] / correct2) + 1e-6f);
    w[i] -= 0.003f * (step + 0.01f * w[i]);
}

static Sizes sizes;
static float *memory, *moments;
static float *x0, *hat[3], *normed[3], *inverse[3], *qkv, *att, *sums, *products, *up, *act, *logits;
static float *row_loss, *dx, *dn, *datt, *dqkv, *dact;
static size_t counts[8];
static size_t weights;

void gpt_begin(Sizes s) {
    sizes = s;
    size_t rows = (size_t)s.batch * s.length, wide = rows * s.dim, d = s.dim;
    size_t per_head = rows * s.heads;
    float **arrays[] = {&x0,  &hat[0], &hat[1], &hat[2], &normed[0], &normed[1], &normed[2],
                        &att, &dx,     &dn,     &datt,   &qkv,     &dqkv,    &up,
                        &act, &dact,   &logits, &sums,   &products, &row_loss,
                        &inverse[0], &inverse[1], &inverse[2]};
    size_t need[] = {wide,     wide,     wide,     wide,     wide,     wide,
                     wide,     wide,     wide,     wide,     wide,     3 * wide,
                     3 * wide, 4 * wide, 4 * wide, 4 * wide, rows * s.vocab, per_head,
                     per_head, rows,     rows,     rows,     rows};
    size_t all = 0;
    for (size_t n : need)
        all += n;
    cudaMalloc(&memory, all * sizeof(float));
    size_t at = 0;
    for (int k = 0; k < 23; k++) {
        *arrays[k] = memory + at;
        at += need[k];
    }
    size_t of[8] = {s.vocab * d, s.length * d, 3 * d, 3 * d, 3 * d * d, d * d, 4 * d * d, 4 * d * d};
    weights = 0;
    for (int k = 0; k < 8; k++) {
        counts[k] = of[k];
        weights += of[k];
    }
    cudaMalloc(&moments, 2 * weights * sizeof(float));
    cudaMemset(moments, 0, 2 * weights * sizeof(float));
    cudaDeviceSynchronize();
}

static void norm_forward(int k, const Gpt *w, cudaStream_t s) {
    int rows = sizes.batch * sizes.length, dim = sizes.dim;
    norm_kernel<<<blocks(rows), THREADS, 0, s>>>(normed[k], hat[k], inverse[k], x0,
                                                 w->gains + k * dim, w->shifts + k * dim, rows,
                                                 dim);
}

static void norm_backward(int k, const Gpt *w, const Gpt *grad, int add, cudaStream_t s) {
    int rows = sizes.batch * sizes.length, dim = sizes.dim;
    norm_rows_kernel<<<blocks(rows), THREADS, 0, s>>>(dx, dn, hat[k], inverse[k],
                                                      w->gains + k * dim, rows, dim, add);
    norm_columns_kernel<<<blocks(dim), THREADS, 0, s>>>(grad->gains + k * dim,
                                                        grad->shifts + k * dim, dn, hat[k], rows,
                                                        dim);
}

void gpt_step(const int *text, const Gpt *w, const Gpt *grad, float *loss, cudaStream_t s) {
    int batch = sizes.batch, length = sizes.length, dim = sizes.dim, heads = sizes.heads;
    int vocab = sizes.vocab, rows = batch * length, queries = rows * heads;

    embed_kernel<<<blocks((long)rows * dim), THREADS, 0, s>>>(x0, text, w->table, w->places, rows,
                                                              length, dim);
    norm_forward(0, w, s);
    forward(qkv, normed[0], w->qkv, rows, dim, 3 * dim, 0, s);
    attention_kernel<<<blocks(queries), THREADS, 0, s>>>(att, sums, qkv, batch, length, dim, heads);
    forward(x0, att, w->mix, rows, dim, dim, 1, s);
    norm_forward(1, w, s);
    forward(up, normed[1], w->up, rows, dim, 4 * dim, 0, s);
    gelu_kernel<<<blocks(4L * rows * dim), THREADS, 0, s>>>(act, up, 4 * rows * dim);
    forward(x0, act, w->down, rows, 4 * dim, dim, 1, s);
    norm_forward(2, w, s);
    to_input(logits, normed[2], w->table, rows, vocab, dim, s);
    loss_rows_kernel<<<blocks(rows), THREADS, 0, s>>>(logits, row_loss, text, rows, length, vocab);
    mean_kernel<<<1, 1, 0, s>>>(loss, row_loss, rows);

    to_weight(grad->table, logits, normed[2], rows, vocab, dim, s);
    forward(dn, logits, w->table, rows, vocab, dim, 0, s);
    norm_backward(2, w, grad, 0, s);
    to_weight(grad->down, act, dx, rows, 4 * dim, dim, s);
    to_input(dact, dx, w->down, rows, 4 * dim, dim, s);
    gelu_back_kernel<<<blocks(4L * rows * dim), THREADS, 0, s>>>(dact, up, 4 * rows * dim);
    to_weight(grad->up, normed[1], dact, rows, dim, 4 * dim, s);
    to_input(dn, dact, w->up, rows, dim, 4 * dim, s);
    norm_backward(1, w, grad, 1, s);
    to_weight(grad->mix, att, dx, rows, dim, dim, s);
    to_input(datt, dx, w->mix, rows, dim, dim, s);
    query_kernel<<<blocks(queries), THREADS, 0, s>>>(dqkv, products, datt, att, sums, qkv, batch,
                                                     length, dim, heads);
    key_kernel<<<blocks(queries), THREADS, 0, s>>>(dqkv, products, datt, sums, qkv, batch, length,
                                                   dim, heads);
    to_weight(grad->qkv, normed[0], dqkv, rows, dim, 3 * dim, s);
    to_input(dn, dqkv, w->qkv, rows, dim, 3 * dim, s);
    norm_backward(0, w, grad, 1, s);
    places_kernel<<<blocks((long)length * dim), THREADS, 0, s>>>(grad->places, dx, batch, length,
                                                                 dim);
    table_kernel<<<blocks((long)vocab * dim), THREADS, 0, s>>>(grad->table, dx, text, batch,
                                                               length, dim, vocab);
}

void gpt_update(const Gpt *w, const Gpt *grad, int step, cudaStream_t s) {
    float *const of[8] = {w->table, w->places, w->gains, w->shifts, w->qkv, w->mix, w->up, w->down};
    float *const by[8] = {grad->table, grad->places, grad->gains, grad->shifts,
                          grad->qkv,   grad->mix,    grad->up,    grad->down};
    double power1 = 1, power2 = 1;
    for (int k = 0; k < step; k++) {
        power1 *= 0.9;
        power2 *= 0.99;
    }
    size_t at = 0;
    for (int k = 0; k < 8; k++) {
        adam_kernel<<<blocks((long)counts[k]), THREADS, 0, s>>>(
            of[k], by[k], moments + at, moments + weights + at, (int)counts[k],
            (float)(1 - power1), (float)(1 - power2));
        at += counts[k];
    }
}

void gpt_end() {
    cudaFree(memory);
    cudaFree(moments);
}
