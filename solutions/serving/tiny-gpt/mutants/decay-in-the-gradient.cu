// rejected by: case sixty steps | case steps=3 (Adam with a penalty: the decay is added to the gradient)
// says: The decay is added to the gradient, so that it goes through the moments. AdamW applies it to the weights alone, past the moments.
// A GPT of one block: a step forward and backward, and its update.
//
//   x = table[text] + places
//   x = x + attention(norm 0 of x) mix
//   x = x + gelu(norm 1 of x, times up) down
//   logits = (norm 2 of x) table^T
//
// Every gradient has one writer, so nothing is cleared before a step, and two runs agree in
// every bit.

struct Sizes {
    int batch, length, dim, heads, vocab;
};
struct Gpt {
    float *table, *places, *gains, *shifts, *qkv, *mix, *up, *down;
};

const int BLOCK = 128;
const int WARPS = BLOCK / 32;
const int TILE = 16;
const int DIMS = 4; // numbers of a head for each lane: heads of up to 128
const unsigned ALL = 0xffffffff;

static Sizes sizes;
static int rows; // tokens that are predicted: batch x length

// What the forward pass keeps for the way back, and gradients of those.
static struct Kept {
    float *x, *hat[3], *over[3], *normed[3]; // a norm: (x - mean) / sigma, 1 / sigma, the result
    float *heads, *most_sum, *seen, *wide, *bent, *logits, *row_loss;
    float *d_x, *d_normed, *d_seen, *d_heads, *d_wide;
} kept;
static Gpt moment, square;
static float *memory;

// ---- products

// Element (r, c) of a matrix is at[r * down + c * right]: a transpose exchanges the two.
struct Matrix {
    const float *at;
    int down, right;
};

// out = a b, or out += a b; a is m x k, b is k x n.
__global__ void product(Matrix a, Matrix b, float *out, int m, int n, int k, bool add) {
    __shared__ float as[TILE][TILE + 1], bs[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * TILE + y, c = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int k0 = 0; k0 < k; k0 += TILE) {
        as[y][x] = r < m && k0 + x < k ? a.at[r * a.down + (k0 + x) * a.right] : 0.0f;
        bs[y][x] = k0 + y < k && c < n ? b.at[(k0 + y) * b.down + c * b.right] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    if (r >= m || c >= n) return;
    out[r * n + c] = add ? out[r * n + c] + sum : sum;
}

static void multiply(Matrix a, Matrix b, float *out, int m, int n, int k, bool add,
                     cudaStream_t s) {
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    product<<<grid, dim3(TILE, TILE), 0, s>>>(a, b, out, m, n, k, add);
}

// out[rows][n] = in[rows][k] w[k][n]
static void linear(const float *in, const float *w, float *out, int k, int n, bool add,
                   cudaStream_t s) {
    multiply({in, k, 1}, {w, n, 1}, out, rows, n, k, add, s);
}

static void linear_back(const float *in, const float *w, const float *d_out, float *d_in,
                        float *d_w, int k, int n, cudaStream_t s) {
    multiply({d_out, n, 1}, {w, 1, n}, d_in, rows, k, n, false, s); // d_out w^T
    multiply({in, 1, k}, {d_out, n, 1}, d_w, k, n, rows, false, s); // in^T d_out
}

// ---- norms

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    return v;
}

// A warp for each row.
__global__ void norm(const float *x, const float *gain, const float *shift, float *hat,
                     float *over, float *out, int n, int dim) {
    int r = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= n) return;
    float sum = 0.0f, squares = 0.0f;
    for (int c = lane; c < dim; c += 32)
        sum += x[r * dim + c];
    float mean = warp_sum(sum) / dim;
    for (int c = lane; c < dim; c += 32)
        squares += (x[r * dim + c] - mean) * (x[r * dim + c] - mean);
    float by = rsqrtf(warp_sum(squares) / dim + 1e-5f);
    for (int c = lane; c < dim; c += 32) {
        float h = (x[r * dim + c] - mean) * by;
        hat[r * dim + c] = h;
        out[r * dim + c] = h * gain[c] + shift[c];
    }
    if (lane == 0) over[r] = by;
}

// d_x gets the gradient; with add, beside what came around the block.
__global__ void norm_back(const float *d_out, const float *gain, const float *hat,
                          const float *over, float *d_x, int n, int dim, bool add) {
    int r = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= n) return;
    float a = 0.0f, b = 0.0f;
    for (int c = lane; c < dim; c += 32) {
        float g = d_out[r * dim + c] * gain[c];
        a += g;
        b += g * hat[r * dim + c];
    }
    a = warp_sum(a) / dim;
    b = warp_sum(b) / dim;
    for (int c = lane; c < dim; c += 32) {
        int i = r * dim + c;
        float d = over[r] * (d_out[i] * gain[c] - a - hat[i] * b);
        d_x[i] = add ? d_x[i] + d : d;
    }
}

// A thread for each column.
__global__ void norm_weights_back(const float *d_out, const float *hat, float *d_gain,
                                  float *d_shift, int n, int dim) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= dim) return;
    float gain = 0.0f, shift = 0.0f;
    for (int r = 0; r < n; r++) {
        gain += d_out[r * dim + c] * hat[r * dim + c];
        shift += d_out[r * dim + c];
    }
    d_gain[c] = gain;
    d_shift[c] = shift;
}

static void norm_forward(const Gpt *w, int which, cudaStream_t s) {
    int dim = sizes.dim, first = which * dim;
    norm<<<(rows + WARPS - 1) / WARPS, BLOCK, 0, s>>>(
        kept.x, w->gains + first, w->shifts + first, kept.hat[which], kept.over[which],
        kept.normed[which], rows, dim);
}

static void norm_backward(const Gpt *w, const Gpt *grad, int which, bool add, cudaStream_t s) {
    int dim = sizes.dim, first = which * dim;
    norm_back<<<(rows + WARPS - 1) / WARPS, BLOCK, 0, s>>>(
        kept.d_normed, w->gains + first, kept.hat[which], kept.over[which], kept.d_x, rows, dim,
        add);
    norm_weights_back<<<(dim + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(
        kept.d_normed, kept.hat[which], grad->gains + first, grad->shifts + first, rows, dim);
}

// ---- attention: a warp for each token of a head

// One head of one text in [rows][3 dim]: queries, keys, values.
struct Head {
    const float *q, *k, *v; // of token 0
    int row, dim;           // floats from token to token, floats of a head
    float scale;
};

__device__ Head head_of(const float *heads, int which, int length, int dim, int count) {
    int b = which / count, h = which % count, wide = dim / count;
    const float *q = heads + (size_t)b * length * 3 * dim + h * wide;
    return {q, q + dim, q + 2 * dim, 3 * dim, wide, rsqrtf((float)wide)};
}

__device__ float dot(const float *a, const float *b, int n) {
    float sum = 0.0f;
    for (int d = 0; d < n; d++)
        sum += a[d] * b[d];
    return sum;
}

// Adds weight of lane t times row first + t of v, for the rows before `end`.
__device__ void add_rows(float *sum, float weight, const float *v, int row, int first, int end,
                         int dim) {
    for (int t = 0; t < 32 && first + t < end; t++) {
        float p = __shfl_sync(ALL, weight, t);
        for (int e = 0, d = threadIdx.x; d < dim; e++, d += 32)
            sum[e] += p * v[(first + t) * row + d];
    }
}

// Stores most + log(sum) for each query, from which a weight is exp(score - that).
__global__ void attend(const float *heads, float *most_sum, float *out, int length, int dim,
                       int count) {
    Head h = head_of(heads, blockIdx.y, length, dim, count);
    int i = blockIdx.x, lane = threadIdx.x;
    float most = -INFINITY, total = 0.0f, sum[DIMS] = {};
    for (int first = 0; first <= i; first += 32) {
        int j = first + lane;
        float score = -INFINITY;
        if (j <= i) score = dot(h.q + i * h.row, h.k + j * h.row, h.dim) * h.scale;
        float next = fmaxf(most, warp_max(score)), keep = expf(most - next);
        float p = expf(score - next);
        total = total * keep + warp_sum(p);
        for (int e = 0; e < DIMS; e++)
            sum[e] *= keep;
        add_rows(sum, p, h.v, h.row, first, i + 1, h.dim);
        most = next;
    }
    int b = blockIdx.y / count, column = blockIdx.y % count * h.dim;
    float *o = out + (size_t)(b * length + i) * dim + column;
    for (int e = 0, d = lane; d < h.dim; e++, d += 32)
        o[d] = sum[e] / total;
    if (lane == 0) most_sum[blockIdx.y * length + i] = most + logf(total);
}

// The weight of key j for query i, and the gradient of its score.
struct Slope {
    float p, d;
};
__device__ Slope slope_of(Head h, const float *o, const float *d_o, const float *most_sum, int dim,
                          int i, int j) {
    float score = dot(h.q + i * h.row, h.k + j * h.row, h.dim) * h.scale;
    float p = expf(score - most_sum[i]);
    float mean = dot(d_o + i * dim, o + i * dim, h.dim); // over the keys of d_o v, with weights p
    return {p, p * (dot(d_o + i * dim, h.v + j * h.row, h.dim) - mean) * h.scale};
}

// Token t as a query (over the keys up to it), then as a key and a value (over the queries from
// it on): each gradient is stored by one warp.
__global__ void attend_back(const float *heads, const float *most_sum, const float *out,
                            const float *d_out, float *d_heads, int length, int dim, int count) {
    Head h = head_of(heads, blockIdx.y, length, dim, count);
    int t = blockIdx.x, lane = threadIdx.x, b = blockIdx.y / count;
    size_t first_row = (size_t)b * length * dim + blockIdx.y % count * h.dim;
    const float *o = out + first_row, *d_o = d_out + first_row;
    most_sum += blockIdx.y * length;
    float d_q[DIMS] = {}, d_k[DIMS] = {}, d_v[DIMS] = {};
    for (int first = 0; first <= t; first += 32) {
        int j = first + lane;
        Slope s = {};
        if (j <= t) s = slope_of(h, o, d_o, most_sum, dim, t, j);
        add_rows(d_q, s.d, h.k, h.row, first, t + 1, h.dim);
    }
    for (int first = t; first < length; first += 32) {
        int i = first + lane;
        Slope s = {};
        if (i < length) s = slope_of(h, o, d_o, most_sum, dim, i, t);
        add_rows(d_k, s.d, h.q, h.row, first, length, h.dim);
        add_rows(d_v, s.p, d_o, dim, first, length, h.dim);
    }
    float *d = d_heads + (h.q - heads) + t * h.row;
    for (int e = 0, c = lane; c < h.dim; e++, c += 32) {
        d[c] = d_q[e];
        d[dim + c] = d_k[e];
        d[2 * dim + c] = d_v[e];
    }
}

// ---- the rest

__device__ int token(const int *text, int row, int length) {
    return text[row / length * (length + 1) + row % length];
}

__global__ void embed(const int *text, const float *table, const float *places, float *x, int n,
                      int length, int dim) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n * dim) return;
    int row = i / dim, c = i % dim;
    x[i] = table[token(text, row, length) * dim + c] + places[row % length * dim + c];
}

// A thread for each element of the table, then of the places. The table has a gradient from the
// logits already.
__global__ void embed_back(const int *text, const float *d_x, float *d_table, float *d_places,
                           int n, int length, int dim, int vocab) {
    int i = blockIdx.x * BLOCK + threadIdx.x, c = i % dim, v = i / dim, place = v - vocab;
    float sum = 0.0f;
    if (v < vocab) {
        for (int r = 0; r < n; r++)
            if (token(text, r, length) == v) sum += d_x[r * dim + c];
        d_table[i] += sum;
    } else if (place < length) {
        for (int r = place; r < n; r += length)
            sum += d_x[r * dim + c];
        d_places[place * dim + c] = sum;
    }
}

__device__ float below(float x) { // of a normal variable, the part below x
    return 0.5f * (1.0f + erff(x * 0.70710678f));
}

__global__ void gelu(const float *x, float *y, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) y[i] = x[i] * below(x[i]);
}

// In place.
__global__ void gelu_back(const float *x, float *d, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    d[i] *= below(x[i]) + x[i] * expf(-0.5f * x[i] * x[i]) * 0.39894228f;
}

// A warp for each row. The logits become their gradients.
__global__ void cross_entropy(const int *text, float *logits, float *row_loss, int n, int length,
                              int vocab) {
    int r = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= n) return;
    float *x = logits + (size_t)r * vocab, most = -INFINITY, sum = 0.0f;
    int label = text[r / length * (length + 1) + r % length + 1];
    for (int v = lane; v < vocab; v += 32)
        most = fmaxf(most, x[v]);
    most = warp_max(most);
    for (int v = lane; v < vocab; v += 32)
        sum += expf(x[v] - most);
    sum = warp_sum(sum);
    if (lane == 0) row_loss[r] = (most - x[label] + logf(sum)) / n;
    __syncwarp();
    for (int v = lane; v < vocab; v += 32)
        x[v] = (expf(x[v] - most) / sum - (v == label)) / n;
}

__global__ void add_up(const float *row_loss, float *loss, int n) {
    float sum = 0.0f;
    for (int r = threadIdx.x; r < n; r += 32)
        sum += row_loss[r];
    sum = warp_sum(sum);
    if (threadIdx.x == 0) *loss = sum;
}

__global__ void adamw(float *w, const float *g, float *m, float *v, int n, float c1, float c2) {
    const float lr = 0.003f, beta1 = 0.9f, beta2 = 0.99f, eps = 1e-6f, decay = 0.01f;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float d = g[i] + decay * w[i];
    m[i] = beta1 * m[i] + (1.0f - beta1) * d;
    v[i] = beta2 * v[i] + (1.0f - beta2) * d * d;
    w[i] -= lr * (m[i] / c1 / (sqrtf(v[i] / c2) + eps));
}

// ---- the model

enum { PARTS = 8 };

struct Part {
    float *Gpt::*at;
    int count;
};

static Part part(int i) {
    int dim = sizes.dim;
    const Part all[PARTS] = {{&Gpt::table, sizes.vocab * dim}, {&Gpt::places, sizes.length * dim},
                             {&Gpt::gains, 3 * dim},           {&Gpt::shifts, 3 * dim},
                             {&Gpt::qkv, 3 * dim * dim},       {&Gpt::mix, dim * dim},
                             {&Gpt::up, 4 * dim * dim},        {&Gpt::down, 4 * dim * dim}};
    return all[i];
}

// All arrays, one after the other; with base NULL only their total is of use.
static size_t lay_out(float *base) {
    size_t end = 0;
    auto take = [&](float **p, size_t n) {
        *p = base + end;
        end += n;
    };
    size_t narrow = (size_t)rows * sizes.dim;
    for (int i = 0; i < PARTS; i++) { // these begin as 0
        take(&(moment.*part(i).at), part(i).count);
        take(&(square.*part(i).at), part(i).count);
    }
    for (int k = 0; k < 3; k++) {
        take(&kept.hat[k], narrow);
        take(&kept.over[k], rows);
        take(&kept.normed[k], narrow);
    }
    for (float **p : {&kept.x, &kept.seen, &kept.d_x, &kept.d_normed, &kept.d_seen})
        take(p, narrow);
    for (float **p : {&kept.heads, &kept.d_heads})
        take(p, 3 * narrow);
    for (float **p : {&kept.wide, &kept.bent, &kept.d_wide})
        take(p, 4 * narrow);
    take(&kept.most_sum, (size_t)rows * sizes.heads);
    take(&kept.logits, (size_t)rows * sizes.vocab);
    take(&kept.row_loss, rows);
    return end;
}

void gpt_begin(Sizes s) {
    sizes = s;
    rows = s.batch * s.length;
    size_t bytes = lay_out(nullptr) * sizeof(float);
    cudaMalloc(&memory, bytes);
    cudaMemset(memory, 0, bytes);
    cudaDeviceSynchronize(); // the steps run in a stream that does not wait for this one
    lay_out(memory);
}

static void forward(const int *text, const Gpt *w, float *loss, cudaStream_t s) {
    int dim = sizes.dim, all = rows * dim;
    embed<<<(all + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(text, w->table, w->places, kept.x, rows,
                                                      sizes.length, dim);
    norm_forward(w, 0, s);
    linear(kept.normed[0], w->qkv, kept.heads, dim, 3 * dim, false, s);
    attend<<<dim3(sizes.length, sizes.batch * sizes.heads), 32, 0, s>>>(
        kept.heads, kept.most_sum, kept.seen, sizes.length, dim, sizes.heads);
    linear(kept.seen, w->mix, kept.x, dim, dim, true, s);
    norm_forward(w, 1, s);
    linear(kept.normed[1], w->up, kept.wide, dim, 4 * dim, false, s);
    gelu<<<(4 * all + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(kept.wide, kept.bent, 4 * all);
    linear(kept.bent, w->down, kept.x, 4 * dim, dim, true, s);
    norm_forward(w, 2, s);
    multiply({kept.normed[2], dim, 1}, {w->table, 1, dim}, kept.logits, rows, sizes.vocab, dim,
             false, s);
    cross_entropy<<<(rows + WARPS - 1) / WARPS, BLOCK, 0, s>>>(
        text, kept.logits, kept.row_loss, rows, sizes.length, sizes.vocab);
    add_up<<<1, 32, 0, s>>>(kept.row_loss, loss, rows);
}

// From the last line of forward to its first. d_x is the gradient of x all the way.
static void backward(const int *text, const Gpt *w, const Gpt *grad, cudaStream_t s) {
    int dim = sizes.dim, all = rows * dim, vocab = sizes.vocab;
    multiply({kept.logits, vocab, 1}, {w->table, dim, 1}, kept.d_normed, rows, dim, vocab, false,
             s);
    multiply({kept.logits, 1, vocab}, {kept.normed[2], dim, 1}, grad->table, vocab, dim, rows,
             false, s);
    norm_backward(w, grad, 2, false, s);
    linear_back(kept.bent, w->down, kept.d_x, kept.d_wide, grad->down, 4 * dim, dim, s);
    gelu_back<<<(4 * all + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(kept.wide, kept.d_wide, 4 * all);
    linear_back(kept.normed[1], w->up, kept.d_wide, kept.d_normed, grad->up, dim, 4 * dim, s);
    norm_backward(w, grad, 1, true, s);
    linear_back(kept.seen, w->mix, kept.d_x, kept.d_seen, grad->mix, dim, dim, s);
    attend_back<<<dim3(sizes.length, sizes.batch * sizes.heads), 32, 0, s>>>(
        kept.heads, kept.most_sum, kept.seen, kept.d_seen, kept.d_heads, sizes.length, dim,
        sizes.heads);
    linear_back(kept.normed[0], w->qkv, kept.d_heads, kept.d_normed, grad->qkv, dim, 3 * dim, s);
    norm_backward(w, grad, 0, true, s);
    int elements = (vocab + sizes.length) * dim;
    embed_back<<<(elements + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(
        text, kept.d_x, grad->table, grad->places, rows, sizes.length, dim, vocab);
}

void gpt_step(const int *text, const Gpt *w, const Gpt *grad, float *loss, cudaStream_t stream) {
    forward(text, w, loss, stream);
    backward(text, w, grad, stream);
}

void gpt_update(const Gpt *w, const Gpt *grad, int step, cudaStream_t stream) {
    float c1 = 1 - powf(0.9f, step), c2 = 1 - powf(0.99f, step);
    for (int i = 0; i < PARTS; i++) {
        Part p = part(i);
        adamw<<<(p.count + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(
            w->*p.at, grad->*p.at, moment.*p.at, square.*p.at, p.count, c1, c2);
    }
}

void gpt_end() {
    cudaFree(memory);
}
