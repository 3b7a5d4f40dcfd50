// Attention without the matrix of scores: forward, and backward from the
// softmax's saved logarithms; causal or not. Against plain loops on the host.
#include "../sim/ok.h"

enum { D = 32, TILE = 16 }; // head width; rows and columns of a tile

// One block is one tile of rows; a thread is one row.
__global__ void forward(int n, const float *q, const float *k, const float *v,
                        float scale, bool causal, float *o, float *logsum) {
    __shared__ float sk[TILE][D], sv[TILE][D];
    int head = blockIdx.y, row = blockIdx.x * TILE + threadIdx.x;
    const size_t base = (size_t)head * n * D;
    float qr[D], acc[D] = {0}, m = -INFINITY, l = 0;
    for (int d = 0; d < D; d++)
        qr[d] = row < n ? q[base + row * D + d] : 0;
    int end = causal ? min(n, (int)(blockIdx.x + 1) * TILE) : n;
    for (int c0 = 0; c0 < end; c0 += TILE) {
        for (int i = threadIdx.x; i < TILE * D; i += TILE) {
            bool in = c0 + i / D < n;
            sk[i / D][i % D] = in ? k[base + c0 * D + i] : 0;
            sv[i / D][i % D] = in ? v[base + c0 * D + i] : 0;
        }
        __syncthreads();
        float s[TILE], most = m;
        for (int c = 0; c < TILE; c++) {
            float x = 0;
            for (int d = 0; d < D; d++)
                x += qr[d] * sk[c][d];
            bool masked = c0 + c >= n || (causal && c0 + c > row);
            s[c] = masked ? -INFINITY : x * scale;
            most = fmaxf(most, s[c]);
        }
        // what was summed so far is rescaled to the new maximum
        float keep = m == -INFINITY ? 0 : __expf(m - most);
        l *= keep;
        for (int d = 0; d < D; d++)
            acc[d] *= keep;
        for (int c = 0; c < TILE; c++) {
            float p = s[c] == -INFINITY ? 0 : __expf(s[c] - most);
            l += p;
            for (int d = 0; d < D; d++)
                acc[d] += p * sv[c][d];
        }
        m = most;
        __syncthreads();
    }
    if (row >= n) return;
    for (int d = 0; d < D; d++)
        o[base + row * D + d] = acc[d] / l;
    logsum[head * n + row] = m + logf(l);
}

// delta = sum of dO * O along a row.
__global__ void rows_dot(int n, const float *o, const float *dout,
                         float *delta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int d = 0; d < D; d++)
        sum += o[row * D + d] * dout[row * D + d];
    delta[row] = sum;
}

// One block is one tile of columns, a thread one column: it keeps dK and dV and
// adds to dQ.
__global__ void backward(int n, const float *q, const float *k, const float *v,
                         const float *dout, const float *logsum,
                         const float *delta, float scale, bool causal,
                         float *dq, float *dk, float *dv) {
    __shared__ float sq[TILE][D], sd[TILE][D];
    int head = blockIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    const size_t base = (size_t)head * n * D;
    float kc[D], vc[D], dkc[D] = {0}, dvc[D] = {0};
    for (int d = 0; d < D; d++) {
        kc[d] = col < n ? k[base + col * D + d] : 0;
        vc[d] = col < n ? v[base + col * D + d] : 0;
    }
    for (int r0 = causal ? blockIdx.x * TILE : 0; r0 < n; r0 += TILE) {
        for (int i = threadIdx.x; i < TILE * D; i += TILE) {
            bool in = r0 + i / D < n;
            sq[i / D][i % D] = in ? q[base + r0 * D + i] : 0;
            sd[i / D][i % D] = in ? dout[base + r0 * D + i] : 0;
        }
        __syncthreads();
        for (int r = 0; r < TILE && r0 + r < n; r++) {
            int row = r0 + r;
            float s = 0, dp = 0;
            for (int d = 0; d < D; d++) {
                s += sq[r][d] * kc[d];
                dp += sd[r][d] * vc[d];
            }
            bool masked = col >= n || (causal && col > row);
            float p =
                masked ? 0 : __expf(s * scale - logsum[head * n + row]);
            float ds = p * (dp - delta[head * n + row]) * scale;
            for (int d = 0; d < D; d++) {
                dvc[d] += p * sd[r][d];
                dkc[d] += ds * sq[r][d];
                if (!masked) atomicAdd(&dq[base + row * D + d], ds * kc[d]);
            }
        }
        __syncthreads();
    }
    if (col >= n) return;
    for (int d = 0; d < D; d++) {
        dk[base + col * D + d] = dkc[d];
        dv[base + col * D + d] = dvc[d];
    }
}

// ---- the host's

struct Host {
    std::vector<double> o, dq, dk, dv;
};

static Host reference(int n, int heads, const std::vector<float> &q,
                      const std::vector<float> &k, const std::vector<float> &v,
                      const std::vector<float> &dout, double scale,
                      bool causal) {
    size_t all = (size_t)heads * n * D;
    Host h{std::vector<double>(all), std::vector<double>(all),
           std::vector<double>(all), std::vector<double>(all)};
    for (int head = 0; head < heads; head++)
        for (int r = 0; r < n; r++) {
            size_t b = (size_t)head * n * D, row = b + r * D;
            std::vector<double> p(n, 0);
            double sum = 0, delta = 0;
            int end = causal ? r + 1 : n;
            for (int c = 0; c < end; c++) {
                double s = 0;
                for (int d = 0; d < D; d++)
                    s += (double)q[row + d] * k[b + c * D + d];
                sum += p[c] = exp(s * scale);
            }
            for (int c = 0; c < end; c++) {
                p[c] /= sum;
                for (int d = 0; d < D; d++)
                    h.o[row + d] += p[c] * v[b + c * D + d];
            }
            for (int d = 0; d < D; d++)
                delta += h.o[row + d] * dout[row + d];
            for (int c = 0; c < end; c++) {
                double dp = 0;
                for (int d = 0; d < D; d++)
                    dp += (double)dout[row + d] * v[b + c * D + d];
                double ds = p[c] * (dp - delta) * scale;
                for (int d = 0; d < D; d++) {
                    h.dq[row + d] += ds * k[b + c * D + d];
                    h.dk[b + c * D + d] += ds * q[row + d];
                    h.dv[b + c * D + d] += p[c] * dout[row + d];
                }
            }
        }
    return h;
}

static void compare(const char *what, const std::vector<float> &got,
                    const std::vector<double> &want) {
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i++)
        wrong += !(fabs(got[i] - want[i]) < 2e-4);
    if (wrong && failures++ < 20) printf("%s: %d wrong\n", what, wrong);
}

int main() {
    const int heads = 2;
    const float scale = 1 / sqrtf(D);
    for (int n : {16, 75})
        for (bool causal : {false, true}) {
            size_t all = (size_t)heads * n * D;
            std::vector<float> h[4];
            for (auto &v : h) {
                v.resize(all);
                for (auto &x : v)
                    x = unit() * 2 - 1;
            }
            Dev<float> q(h[0]), k(h[1]), v(h[2]), dout(h[3]), o(all), dq(all),
                dk(all), dv(all), logsum(heads * n), delta(heads * n);
            dim3 grid((n + TILE - 1) / TILE, heads);
            forward<<<grid, TILE>>>(n, q, k, v, scale, causal, o, logsum);
            rows_dot<<<(heads * n + 127) / 128, 128>>>(heads * n, o, dout,
                                                       delta);
            dq.zero();
            backward<<<grid, TILE>>>(n, q, k, v, dout, logsum, delta, scale,
                                     causal, dq, dk, dv);
            OK(cudaGetLastError());
            Host want =
                reference(n, heads, h[0], h[1], h[2], h[3], scale, causal);
            compare("o", o.get(), want.o);
            compare("dq", dq.get(), want.dq);
            compare("dk", dk.get(), want.dk);
            compare("dv", dv.get(), want.dv);
        }
    return finish();
}
