// One block of GPT-2, forward and backward, in fp32: layer norm, attention over
// heads, GELU, residuals. The gradients are checked against the host's.
//
//     x -> ln1 -> qkv -> attention -> proj -> + x -> ln2 -> up -> gelu -> down -> +
#include "../sim/ok.h"

enum { B = 2, T = 12, C = 32, NH = 4, HS = C / NH, R = B * T };

// ---- kernels

__global__ void layernorm(const float *x, const float *g, const float *b,
                          float *out, float *mean, float *rstd, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float s = 0, q = 0;
    for (int i = lane; i < C; i += 32)
        s += x[row * C + i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    float m = s / C;
    for (int i = lane; i < C; i += 32)
        q += (x[row * C + i] - m) * (x[row * C + i] - m);
    for (int d = 16; d > 0; d /= 2)
        q += __shfl_xor_sync(0xffffffff, q, d);
    float r = rsqrtf(q / C + 1e-5f);
    for (int i = lane; i < C; i += 32)
        out[row * C + i] = (x[row * C + i] - m) * r * g[i] + b[i];
    if (lane == 0) mean[row] = m, rstd[row] = r;
}

__global__ void layernorm_back(const float *dout, const float *x, const float *g,
                               const float *mean, const float *rstd, float *dx,
                               float *dg, float *db, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float a = 0, n = 0;
    for (int i = lane; i < C; i += 32) {
        float norm = (x[row * C + i] - mean[row]) * rstd[row];
        float d = dout[row * C + i] * g[i];
        a += d, n += d * norm;
        atomicAdd(&dg[i], dout[row * C + i] * norm);
        atomicAdd(&db[i], dout[row * C + i]);
    }
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_xor_sync(0xffffffff, a, d);
        n += __shfl_xor_sync(0xffffffff, n, d);
    }
    for (int i = lane; i < C; i += 32) {
        float norm = (x[row * C + i] - mean[row]) * rstd[row];
        dx[row * C + i] +=
            (dout[row * C + i] * g[i] - a / C - norm * n / C) * rstd[row];
    }
}

// out (rows, o) = x (rows, i) w^T (o, i) + b: tiles of 16
__global__ void matmul(const float *x, const float *w, const float *b, float *out,
                       int rows, int in, int o) {
    __shared__ float sx[16][17], sw[16][17];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    float sum = c < o && b ? b[c] : 0;
    for (int k0 = 0; k0 < in; k0 += 16) {
        int k = k0 + threadIdx.x, wrow = blockIdx.x * 16 + threadIdx.y;
        sx[threadIdx.y][threadIdx.x] = r < rows && k < in ? x[r * in + k] : 0;
        sw[threadIdx.y][threadIdx.x] = wrow < o && k < in ? w[wrow * in + k] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += sx[threadIdx.y][i] * sw[threadIdx.x][i];
        __syncthreads();
    }
    if (r < rows && c < o) out[r * o + c] = sum;
}

__global__ void matmul_back_x(const float *dout, const float *w, float *dx,
                              int rows, int in, int o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * in) return;
    float sum = 0;
    for (int k = 0; k < o; k++)
        sum += dout[i / in * o + k] * w[k * in + i % in];
    dx[i] += sum;
}

__global__ void matmul_back_w(const float *dout, const float *x, float *dw,
                              float *db, int rows, int in, int o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < o * in) {
        float sum = 0;
        for (int r = 0; r < rows; r++)
            sum += dout[r * o + i / in] * x[r * in + i % in];
        dw[i] += sum;
    }
    if (i < o) {
        float sum = 0;
        for (int r = 0; r < rows; r++)
            sum += dout[r * o + i];
        db[i] += sum;
    }
}

// One warp is one row of one head. qkv is (B, T, 3C).
__global__ void attention(const float *qkv, float *att, float *out) {
    int id = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (id >= B * NH * T) return;
    int t = id % T, h = id / T % NH, b = id / T / NH;
    const float *q = qkv + (b * T + t) * 3 * C + h * HS;
    float *a = att + id * T, most = -INFINITY, sum = 0;
    float s = -INFINITY; // T <= 32: a column a lane
    if (lane <= t) {
        const float *k = qkv + (b * T + lane) * 3 * C + C + h * HS;
        s = 0;
        for (int i = 0; i < HS; i++)
            s += q[i] * k[i];
        s *= rsqrtf(HS);
    }
    most = s;
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    float e = lane <= t ? expf(s - most) : 0;
    sum = e;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane < T) a[lane] = e / sum;
    __syncwarp();
    if (lane < HS) {
        float o = 0;
        for (int j = 0; j <= t; j++)
            o += a[j] * qkv[(b * T + j) * 3 * C + 2 * C + h * HS + lane];
        out[(b * T + t) * C + h * HS + lane] = o;
    }
}

__global__ void attention_back(const float *dout, const float *qkv,
                               const float *att, float *dqkv) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= B * NH * T) return;
    int t = id % T, h = id / T % NH, b = id / T / NH;
    const float *a = att + id * T, *d = dout + (b * T + t) * C + h * HS;
    const int row = (b * T + t) * 3 * C + h * HS;
    float da[T], dot = 0;
    for (int j = 0; j <= t; j++) {
        int at = (b * T + j) * 3 * C + h * HS;
        da[j] = 0;
        for (int i = 0; i < HS; i++) {
            da[j] += d[i] * qkv[at + 2 * C + i];
            atomicAdd(&dqkv[at + 2 * C + i], a[j] * d[i]);
        }
        dot += da[j] * a[j];
    }
    for (int j = 0; j <= t; j++) {
        int at = (b * T + j) * 3 * C + h * HS;
        float ds = a[j] * (da[j] - dot) * rsqrtf(HS);
        for (int i = 0; i < HS; i++) {
            atomicAdd(&dqkv[row + i], ds * qkv[at + C + i]);
            atomicAdd(&dqkv[at + C + i], ds * qkv[row + i]);
        }
    }
}

__global__ void gelu(const float *x, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    out[i] = 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
}

__global__ void gelu_back(const float *dout, const float *x, float *dx, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], t = tanhf(0.7978845608f * (v + 0.044715f * v * v * v));
    float dt = (1 - t * t) * 0.7978845608f * (1 + 3 * 0.044715f * v * v);
    dx[i] = dout[i] * (0.5f * (1 + t) + 0.5f * v * dt);
}

__global__ void add(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}

// ---- the block: parameters in one array, gradients in another

enum {
    G1, B1, WQKV, BQKV, WPROJ, BPROJ, G2, B2, WUP, BUP, WDOWN, BDOWN, PARAMS
};
static const int sizes[PARAMS] = {C, C,     3 * C * C, 3 * C,     C * C, C,
                                  C, C, 4 * C * C, 4 * C, 4 * C * C, C};

static int blocks(int n) { return (n + 127) / 128; }
static dim3 tiles(int o) { return dim3((o + 15) / 16, (R + 15) / 16); }

struct Net {
    Dev<float> x, ln1, mean1, rstd1, qkv, att, mix, proj, mid, ln2, mean2, rstd2,
        up, act, down, out;
    std::vector<Dev<float> *> p, g;
    Net()
        : x(R * C), ln1(R * C), mean1(R), rstd1(R), qkv(R * 3 * C),
          att(B * NH * T * T), mix(R * C), proj(R * C), mid(R * C), ln2(R * C),
          mean2(R), rstd2(R), up(R * 4 * C), act(R * 4 * C), down(R * C),
          out(R * C) {}
    ~Net() {
        for (auto *d : p)
            delete d;
        for (auto *d : g)
            delete d;
    }
    void forward() {
        dim3 t(16, 16);
        layernorm<<<blocks(R * 32), 128>>>(x, *p[G1], *p[B1], ln1, mean1, rstd1,
                                           R);
        matmul<<<tiles(3 * C), t>>>(ln1, *p[WQKV], *p[BQKV], qkv, R, C, 3 * C);
        attention<<<blocks(B * NH * T * 32), 128>>>(qkv, att, mix);
        matmul<<<tiles(C), t>>>(mix, *p[WPROJ], *p[BPROJ], proj, R, C, C);
        add<<<blocks(R * C), 128>>>(x, proj, mid, R * C);
        layernorm<<<blocks(R * 32), 128>>>(mid, *p[G2], *p[B2], ln2, mean2,
                                           rstd2, R);
        matmul<<<tiles(4 * C), t>>>(ln2, *p[WUP], *p[BUP], up, R, C, 4 * C);
        gelu<<<blocks(R * 4 * C), 128>>>(up, act, R * 4 * C);
        matmul<<<tiles(C), t>>>(act, *p[WDOWN], *p[BDOWN], down, R, 4 * C, C);
        add<<<blocks(R * C), 128>>>(mid, down, out, R * C);
    }
    void linear_back(const float *dout, const float *in, int w, float *din, int i,
                     int o) {
        matmul_back_x<<<blocks(R * i), 128>>>(dout, *p[w], din, R, i, o);
        matmul_back_w<<<blocks(o * i), 128>>>(dout, in, *g[w], *g[w + 1], R, i,
                                              o);
    }
    void backward(const float *dout, float *dx) {
        Dev<float> dact(R * 4 * C), dup(R * 4 * C), dln2(R * C), dmid(R * C),
            dmix(R * C), dqkv(R * 3 * C), dln1(R * C);
        for (auto *d : {&dact, &dln2, &dmix, &dqkv, &dln1})
            d->zero();
        linear_back(dout, act, WDOWN, dact, 4 * C, C);
        gelu_back<<<blocks(R * 4 * C), 128>>>(dact, up, dup, R * 4 * C);
        linear_back(dup, ln2, WUP, dln2, C, 4 * C);
        OK(cudaMemcpy(dmid, dout, R * C * 4, cudaMemcpyDeviceToDevice));
        layernorm_back<<<blocks(R * 32), 128>>>(dln2, mid, *p[G2], mean2, rstd2,
                                                dmid, *g[G2], *g[B2], R);
        linear_back(dmid, mix, WPROJ, dmix, C, C);
        attention_back<<<blocks(B * NH * T), 128>>>(dmix, qkv, att, dqkv);
        linear_back(dqkv, ln1, WQKV, dln1, C, 3 * C);
        OK(cudaMemcpy(dx, dmid, R * C * 4, cudaMemcpyDeviceToDevice));
        layernorm_back<<<blocks(R * 32), 128>>>(dln1, x, *p[G1], mean1, rstd1, dx,
                                                *g[G1], *g[B1], R);
    }
};

// ---- the host's forward pass, in double

typedef std::vector<double> Vec;
static Vec host_norm(const Vec &x, const Vec &g, const Vec &b) {
    Vec out(x.size());
    for (int r = 0; r < R; r++) {
        double m = 0, v = 0;
        for (int i = 0; i < C; i++)
            m += x[r * C + i] / C;
        for (int i = 0; i < C; i++)
            v += (x[r * C + i] - m) * (x[r * C + i] - m) / C;
        for (int i = 0; i < C; i++)
            out[r * C + i] = (x[r * C + i] - m) / sqrt(v + 1e-5) * g[i] + b[i];
    }
    return out;
}
static Vec host_linear(const Vec &x, const Vec &w, const Vec &b) {
    int o = (int)b.size(), in = (int)w.size() / o;
    Vec out(R * o);
    for (int r = 0; r < R; r++)
        for (int j = 0; j < o; j++) {
            double s = b[j];
            for (int i = 0; i < in; i++)
                s += x[r * in + i] * w[j * in + i];
            out[r * o + j] = s;
        }
    return out;
}
static Vec host_forward(const Vec &x, const std::vector<Vec> &p) {
    Vec qkv = host_linear(host_norm(x, p[G1], p[B1]), p[WQKV], p[BQKV]);
    Vec mix(R * C, 0);
    for (int b = 0; b < B; b++)
        for (int h = 0; h < NH; h++)
            for (int t = 0; t < T; t++) {
                double e[T], sum = 0;
                for (int j = 0; j <= t; j++) {
                    double s = 0;
                    for (int i = 0; i < HS; i++)
                        s += qkv[(b * T + t) * 3 * C + h * HS + i] *
                             qkv[(b * T + j) * 3 * C + C + h * HS + i];
                    sum += e[j] = exp(s / sqrt((double)HS));
                }
                for (int j = 0; j <= t; j++)
                    for (int i = 0; i < HS; i++)
                        mix[(b * T + t) * C + h * HS + i] +=
                            e[j] / sum *
                            qkv[(b * T + j) * 3 * C + 2 * C + h * HS + i];
            }
    Vec mid = host_linear(mix, p[WPROJ], p[BPROJ]);
    for (int i = 0; i < R * C; i++)
        mid[i] += x[i];
    Vec act = host_linear(host_norm(mid, p[G2], p[B2]), p[WUP], p[BUP]);
    for (auto &v : act)
        v = 0.5 * v * (1 + tanh(0.7978845608 * (v + 0.044715 * v * v * v)));
    Vec out = host_linear(act, p[WDOWN], p[BDOWN]);
    for (int i = 0; i < R * C; i++)
        out[i] += mid[i];
    return out;
}
// The loss is the output weighed by fixed numbers: their gradient is dout.
static double host_loss(const Vec &x, const std::vector<Vec> &p,
                        const std::vector<float> &weights) {
    Vec out = host_forward(x, p);
    double s = 0;
    for (int i = 0; i < R * C; i++)
        s += out[i] * weights[i];
    return s;
}

int main() {
    Net net;
    std::vector<Vec> hp;
    std::vector<float> hx(R * C), weights(R * C);
    for (int i = 0; i < PARAMS; i++) {
        std::vector<float> v(sizes[i]);
        for (auto &e : v)
            e = i == G1 || i == G2 ? 1 + 0.1f * (unit() - 0.5f)
                                   : 0.4f * (unit() - 0.5f);
        net.p.push_back(new Dev<float>(v));
        net.g.push_back(new Dev<float>(v.size()));
        net.g.back()->zero();
        hp.emplace_back(v.begin(), v.end());
    }
    for (int i = 0; i < R * C; i++)
        hx[i] = unit() * 2 - 1, weights[i] = unit() - 0.5f;
    OK(cudaMemcpy(net.x, hx.data(), R * C * 4, cudaMemcpyHostToDevice));
    Vec x(hx.begin(), hx.end());

    net.forward();
    auto out = net.out.get();
    Vec want = host_forward(x, hp);
    double worst = 0;
    for (int i = 0; i < R * C; i++)
        worst = fmax(worst, fabs(out[i] - want[i]));
    CHECK(worst < 1e-4);

    Dev<float> dout(weights), dx(R * C);
    net.backward(dout, dx);
    // Gradients against differences, some of each parameter and of the input.
    const double step = 1e-4;
    auto check = [&](const char *what, int i, Vec &v, double got) {
        double was = v[i];
        v[i] = was + step;
        double up = host_loss(x, hp, weights);
        v[i] = was - step;
        double down = host_loss(x, hp, weights);
        v[i] = was;
        double g = (up - down) / (2 * step);
        if (fabs(g - got) > 1e-3 * (1 + fabs(g)) && failures++ < 20)
            printf("gradient of %s %d: %g, not %g\n", what, i, got, g);
    };
    auto gx = dx.get();
    for (int i = 0; i < R * C; i += 97)
        check("x", i, x, gx[i]);
    for (int k = 0; k < PARAMS; k++) {
        auto g = net.g[k]->get();
        for (int n = 0; n < 5; n++) {
            int i = (int)(lcg() % sizes[k]);
            char name[16];
            snprintf(name, sizeof name, "parameter %d", k);
            check(name, i, hp[k], g[i]);
        }
    }
    return finish();
}
