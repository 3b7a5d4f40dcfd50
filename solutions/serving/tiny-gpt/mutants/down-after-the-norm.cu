// rejected by: case the MLP alone | case one token (d_down is computed from the d_x of the middle norm)
// says: `d_down` is computed from a later d_x, to which the middle norm has added its part. It needs the d_x that the last norm has written.
struct Sizes {
    int batch, length, dim, heads, vocab;
};
struct Gpt {
    float *table, *places, *gains, *shifts, *qkv, *mix, *up, *down;
};

static Sizes S;
static int M, D, V;
static float *x0, *x1, *x2, *hat[3], *inv[3], *nn[3], *qkvv, *att, *ao, *tmp,
    *u, *gg, *logits, *rowloss;
static float *ds, *dx, *dn, *dq, *da, *du, *dlog;
static float *mom[8], *vel[8];
static int count[8];

#define G(n) ((n) + 127) / 128, 128, 0, stream
#define ID   int i = blockIdx.x * 128 + threadIdx.x

__global__ void embed(const int *text, const float *table, const float *places,
                      float *x, int M, int T, int D) {
    ID;
    if (i >= M * D) return;
    int r = i / D, j = i % D, b = r / T, t = r % T;
    x[i] = table[text[b * (T + 1) + t] * D + j] + places[t * D + j];
}
__global__ void norm(const float *x, const float *gain, const float *shift,
                     float *hat, float *inv, float *n, int M, int D) {
    ID;
    if (i >= M) return;
    float mean = 0, var = 0;
    for (int j = 0; j < D; j++)
        mean += x[i * D + j];
    mean /= D;
    for (int j = 0; j < D; j++) {
        float c = x[i * D + j] - mean;
        var += c * c;
    }
    var /= D;
    float s = 1.0f / sqrtf(var + 1e-5f);
    inv[i] = s;
    for (int j = 0; j < D; j++) {
        float h = (x[i * D + j] - mean) * s;
        hat[i * D + j] = h;
        n[i * D + j] = h * gain[j] + shift[j];
    }
}
// y = x w
__global__ void mul(const float *x, const float *w, float *y, int M, int I,
                    int O) {
    ID;
    if (i >= M * O) return;
    int r = i / O, o = i % O;
    float s = 0;
    for (int k = 0; k < I; k++)
        s += x[r * I + k] * w[k * O + o];
    y[i] = s;
}
// dx = dy w^T
__global__ void mul_dx(const float *dy, const float *w, float *dx, int M, int I,
                       int O) {
    ID;
    if (i >= M * I) return;
    int r = i / I, k = i % I;
    float s = 0;
    for (int o = 0; o < O; o++)
        s += dy[r * O + o] * w[k * O + o];
    dx[i] = s;
}
// dw = x^T dy
__global__ void mul_dw(const float *x, const float *dy, float *dw, int M, int I,
                       int O) {
    ID;
    if (i >= I * O) return;
    int k = i / O, o = i % O;
    float s = 0;
    for (int r = 0; r < M; r++)
        s += x[r * I + k] * dy[r * O + o];
    dw[i] = s;
}
__global__ void attention(const float *qkv, float *att, float *out, int B,
                          int T, int D, int H) {
    ID;
    if (i >= B * H * T) return;
    int t = i % T, h = i / T % H, b = i / T / H, size = D / H;
    const float *base = qkv + b * T * 3 * D + h * size;
    float *row = att + i * T, most = -INFINITY, sum = 0;
    float scale = 1.0f / sqrtf(size);
    for (int p = 0; p <= t; p++) {
        float s = 0;
        for (int k = 0; k < size; k++)
            s += base[t * 3 * D + k] * base[p * 3 * D + D + k];
        row[p] = s * scale;
        most = fmaxf(most, row[p]);
    }
    for (int p = 0; p <= t; p++) {
        row[p] = expf(row[p] - most);
        sum += row[p];
    }
    for (int p = 0; p < T; p++)
        row[p] = p <= t ? row[p] / sum : 0;
    for (int k = 0; k < size; k++) {
        float s = 0;
        for (int p = 0; p <= t; p++)
            s += row[p] * base[p * 3 * D + 2 * D + k];
        out[(b * T + t) * D + h * size + k] = s;
    }
}
__global__ void attention_rows(const float *qkv, const float *att,
                               const float *da, float *ds, float *dqkv, int B,
                               int T, int D, int H) {
    ID;
    if (i >= B * H * T) return;
    int t = i % T, h = i / T % H, b = i / T / H, size = D / H;
    const float *base = qkv + b * T * 3 * D + h * size;
    const float *dy = da + (b * T + t) * D + h * size;
    float scale = 1.0f / sqrtf(size), sum = 0;
    for (int p = 0; p <= t; p++) {
        float s = 0;
        for (int k = 0; k < size; k++)
            s += dy[k] * base[p * 3 * D + 2 * D + k];
        ds[i * T + p] = s;
        sum += s * att[i * T + p];
    }
    for (int p = 0; p < T; p++)
        ds[i * T + p] =
            p <= t ? att[i * T + p] * (ds[i * T + p] - sum) * scale : 0;
    for (int k = 0; k < size; k++) {
        float s = 0;
        for (int p = 0; p <= t; p++)
            s += ds[i * T + p] * base[p * 3 * D + D + k];
        dqkv[(b * T + t) * 3 * D + h * size + k] = s;
    }
}
__global__ void attention_cols(const float *qkv, const float *att,
                               const float *da, const float *ds, float *dqkv,
                               int B, int T, int D, int H) {
    ID;
    if (i >= B * H * T) return;
    int p = i % T, h = i / T % H, b = i / T / H, size = D / H;
    const float *base = qkv + b * T * 3 * D + h * size;
    for (int k = 0; k < size; k++) {
        float sk = 0, sv = 0;
        for (int t = p; t < T; t++) {
            sk += ds[(i - p + t) * T + p] * base[t * 3 * D + k];
            sv += att[(i - p + t) * T + p] * da[(b * T + t) * D + h * size + k];
        }
        dqkv[(b * T + p) * 3 * D + D + h * size + k] = sk;
        dqkv[(b * T + p) * 3 * D + 2 * D + h * size + k] = sv;
    }
}
__global__ void add(const float *a, const float *b, float *y, int n) {
    ID;
    if (i < n) y[i] = a[i] + b[i];
}
__global__ void gelu(const float *u, float *g, int n) {
    ID;
    if (i < n) g[i] = u[i] * 0.5f * (1 + erff(u[i] * 0.70710678f));
}
__global__ void gelu_back(const float *u, const float *dg, float *du, int n) {
    ID;
    if (i >= n) return;
    float v = u[i];
    float phi = 0.5f * (1 + erff(v * 0.70710678f));
    float density = 0.39894228f * expf(-0.5f * v * v);
    du[i] = dg[i] * (phi + v * density);
}
// logits = n table^T
__global__ void project(const float *n, const float *table, float *y, int M,
                        int D, int V) {
    ID;
    if (i >= M * V) return;
    int r = i / V, v = i % V;
    float s = 0;
    for (int j = 0; j < D; j++)
        s += n[r * D + j] * table[v * D + j];
    y[i] = s;
}
__global__ void cross(const int *text, const float *logits, float *d,
                      float *rowloss, int M, int T, int V) {
    ID;
    if (i >= M) return;
    const float *l = logits + i * V;
    int target = text[i / T * (T + 1) + i % T + 1];
    float most = l[0], sum = 0;
    for (int v = 1; v < V; v++)
        most = fmaxf(most, l[v]);
    for (int v = 0; v < V; v++)
        sum += expf(l[v] - most);
    rowloss[i] = logf(sum) + most - l[target];
    for (int v = 0; v < V; v++)
        d[i * V + v] = (expf(l[v] - most) / sum - (v == target)) / M;
}
__global__ void total(const float *rowloss, float *loss, int M) {
    float s = 0;
    for (int r = 0; r < M; r++)
        s += rowloss[r];
    *loss = s / M;
}
__global__ void norm_back(const float *dn, const float *gain, const float *hat,
                          const float *inv, float *dx, int M, int D, int add) {
    ID;
    if (i >= M) return;
    float a = 0, b = 0;
    for (int j = 0; j < D; j++) {
        float g = dn[i * D + j] * gain[j];
        a += g;
        b += g * hat[i * D + j];
    }
    a /= D;
    b /= D;
    for (int j = 0; j < D; j++) {
        float g = (dn[i * D + j] * gain[j] - a - hat[i * D + j] * b) * inv[i];
        dx[i * D + j] = add ? dx[i * D + j] + g : g;
    }
}
__global__ void norm_weights(const float *dn, const float *hat, float *dgain,
                             float *dshift, int M, int D) {
    ID;
    if (i >= D) return;
    float g = 0, s = 0;
    for (int r = 0; r < M; r++) {
        g += dn[r * D + i] * hat[r * D + i];
        s += dn[r * D + i];
    }
    dgain[i] = g;
    dshift[i] = s;
}
// dtable[v] = sum of dlogits[r][v] n[r]
__global__ void table_out(const float *dlog, const float *n, float *dtable,
                          int M, int D, int V) {
    ID;
    if (i >= V * D) return;
    int v = i / D, j = i % D;
    float s = 0;
    for (int r = 0; r < M; r++)
        s += dlog[r * V + v] * n[r * D + j];
    dtable[i] = s;
}
__global__ void table_in(const int *text, const float *dx, float *dtable, int M,
                         int T, int D, int V) {
    ID;
    if (i >= V * D) return;
    int v = i / D, j = i % D;
    float s = 0;
    for (int r = 0; r < M; r++)
        if (text[r / T * (T + 1) + r % T] == v) s += dx[r * D + j];
    dtable[i] += s;
}
__global__ void places_back(const float *dx, float *dplaces, int B, int T,
                            int D) {
    ID;
    if (i >= T * D) return;
    float s = 0;
    for (int b = 0; b < B; b++)
        s += dx[b * T * D + i];
    dplaces[i] = s;
}
__global__ void adamw(float *w, const float *g, float *m, float *v, int n,
                      int step) {
    ID;
    if (i >= n) return;
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
    float mh = m[i] / (1 - powf(0.9f, step)),
          vh = v[i] / (1 - powf(0.99f, step));
    w[i] -= 0.003f * (mh / (sqrtf(vh) + 1e-6f) + 0.01f * w[i]);
}
static float *get(int n) {
    float *p;
    cudaMalloc(&p, n * sizeof(float));
    return p;
}
void gpt_begin(Sizes s) {
    S = s;
    M = s.batch * s.length;
    D = s.dim;
    V = s.vocab;
    x0 = get(M * D);
    x1 = get(M * D);
    x2 = get(M * D);
    tmp = get(M * D);
    ao = get(M * D);
    for (int k = 0; k < 3; k++) {
        hat[k] = get(M * D);
        inv[k] = get(M);
        nn[k] = get(M * D);
    }
    qkvv = get(M * 3 * D);
    dq = get(M * 3 * D);
    att = get(s.batch * s.heads * s.length * s.length);
    ds = get(s.batch * s.heads * s.length * s.length);
    u = get(M * 4 * D);
    gg = get(M * 4 * D);
    du = get(M * 4 * D);
    da = get(M * 4 * D);
    logits = get(M * V);
    dlog = get(M * V);
    rowloss = get(M);
    dx = get(M * D);
    dn = get(M * D);
    int c[8] = {V * D,     s.length * D, 3 * D,     3 * D,
                3 * D * D, D * D,        4 * D * D, 4 * D * D};
    for (int k = 0; k < 8; k++) {
        count[k] = c[k];
        mom[k] = get(c[k]);
        vel[k] = get(c[k]);
        cudaMemset(mom[k], 0, c[k] * sizeof(float));
        cudaMemset(vel[k], 0, c[k] * sizeof(float));
    }
    cudaDeviceSynchronize();
}
void gpt_step(const int *text, const Gpt *w, const Gpt *grad, float *loss,
              cudaStream_t stream) {
    int B = S.batch, T = S.length, H = S.heads;
    embed<<<G(M * D)>>>(text, w->table, w->places, x0, M, T, D);
    norm<<<G(M)>>>(x0, w->gains, w->shifts, hat[0], inv[0], nn[0], M, D);
    mul<<<G(M * 3 * D)>>>(nn[0], w->qkv, qkvv, M, D, 3 * D);
    attention<<<G(B * H * T)>>>(qkvv, att, ao, B, T, D, H);
    mul<<<G(M * D)>>>(ao, w->mix, tmp, M, D, D);
    add<<<G(M * D)>>>(x0, tmp, x1, M * D);
    norm<<<G(M)>>>(x1, w->gains + D, w->shifts + D, hat[1], inv[1], nn[1], M,
                   D);
    mul<<<G(M * 4 * D)>>>(nn[1], w->up, u, M, D, 4 * D);
    gelu<<<G(M * 4 * D)>>>(u, gg, M * 4 * D);
    mul<<<G(M * D)>>>(gg, w->down, tmp, M, 4 * D, D);
    add<<<G(M * D)>>>(x1, tmp, x2, M * D);
    norm<<<G(M)>>>(x2, w->gains + 2 * D, w->shifts + 2 * D, hat[2], inv[2],
                   nn[2], M, D);
    project<<<G(M * V)>>>(nn[2], w->table, logits, M, D, V);
    cross<<<G(M)>>>(text, logits, dlog, rowloss, M, T, V);
    total<<<1, 1, 0, stream>>>(rowloss, loss, M);

    table_out<<<G(V * D)>>>(dlog, nn[2], grad->table, M, D, V);
    mul<<<G(M * D)>>>(dlog, w->table, dn, M, V, D);
    norm_weights<<<G(D)>>>(dn, hat[2], grad->gains + 2 * D,
                           grad->shifts + 2 * D, M, D);
    norm_back<<<G(M)>>>(dn, w->gains + 2 * D, hat[2], inv[2], dx, M, D, 0);
    mul_dx<<<G(M * 4 * D)>>>(dx, w->down, da, M, 4 * D, D);
    gelu_back<<<G(M * 4 * D)>>>(u, da, du, M * 4 * D);
    mul_dw<<<G(4 * D * D)>>>(nn[1], du, grad->up, M, D, 4 * D);
    mul_dx<<<G(M * D)>>>(du, w->up, dn, M, D, 4 * D);
    norm_weights<<<G(D)>>>(dn, hat[1], grad->gains + D, grad->shifts + D, M, D);
    norm_back<<<G(M)>>>(dn, w->gains + D, hat[1], inv[1], dx, M, D, 1);
    mul_dw<<<G(4 * D * D)>>>(gg, dx, grad->down, M, 4 * D, D);
    mul_dw<<<G(D * D)>>>(ao, dx, grad->mix, M, D, D);
    mul_dx<<<G(M * D)>>>(dx, w->mix, da, M, D, D);
    attention_rows<<<G(B * H * T)>>>(qkvv, att, da, ds, dq, B, T, D, H);
    attention_cols<<<G(B * H * T)>>>(qkvv, att, da, ds, dq, B, T, D, H);
    mul_dw<<<G(3 * D * D)>>>(nn[0], dq, grad->qkv, M, D, 3 * D);
    mul_dx<<<G(M * D)>>>(dq, w->qkv, dn, M, D, 3 * D);
    norm_weights<<<G(D)>>>(dn, hat[0], grad->gains, grad->shifts, M, D);
    norm_back<<<G(M)>>>(dn, w->gains, hat[0], inv[0], dx, M, D, 1);
    places_back<<<G(T * D)>>>(dx, grad->places, B, T, D);
    table_in<<<G(V * D)>>>(text, dx, grad->table, M, T, D, V);
}
void gpt_update(const Gpt *w, const Gpt *grad, int step, cudaStream_t stream) {
    float *ws[8] = {w->table, w->places, w->gains, w->shifts,
                    w->qkv,   w->mix,    w->up,    w->down};
    float *gs[8] = {grad->table, grad->places, grad->gains, grad->shifts,
                    grad->qkv,   grad->mix,    grad->up,    grad->down};
    for (int k = 0; k < 8; k++)
        adamw<<<G(count[k])>>>(ws[k], gs[k], mom[k], vel[k], count[k], step);
}
void gpt_end() {
    float *all[] = {x0, x1, x2, tmp,    ao,   qkvv,    dq, att, u,
                    gg, du, da, logits, dlog, rowloss, dx, dn,  ds};
    for (float *p : all)
        cudaFree(p);
    for (int k = 0; k < 3; k++) {
        cudaFree(hat[k]);
        cudaFree(inv[k]);
        cudaFree(nn[k]);
    }
    for (int k = 0; k < 8; k++) {
        cudaFree(mom[k]);
        cudaFree(vel[k]);
    }
}
