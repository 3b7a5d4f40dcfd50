// Graphs and sparse matrices: breadth-first search by frontiers, shortest paths
// of all pairs, CSR times a vector.
#include "../sim/ok.h"

// A random graph in CSR.
struct Graph {
    std::vector<int> starts, ends;
};
static Graph random_graph(int n, int degree) {
    Graph g;
    g.starts.push_back(0);
    for (int i = 0; i < n; i++) {
        int d = (int)(lcg() % (2 * degree));
        for (int j = 0; j < d; j++)
            g.ends.push_back((int)(lcg() % n));
        g.starts.push_back((int)g.ends.size());
    }
    return g;
}

// ---- breadth first: whoever reaches a vertex first puts it on the next list

__global__ void expand(const int *starts, const int *ends, const int *now,
                       int count, int *next, int *next_count, int *level,
                       int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int v = now[i];
    for (int e = starts[v]; e < starts[v + 1]; e++) {
        int to = ends[e];
        if (atomicCAS(&level[to], -1, depth) == -1)
            next[atomicAdd(next_count, 1)] = to;
    }
}

static void search() {
    const int n = 5000;
    Graph g = random_graph(n, 3);
    Dev<int> starts(g.starts), ends(g.ends), a(n), b(n), count(1),
        level(std::vector<int>(n, -1));
    int zero = 0, size = 1, depth = 0;
    OK(cudaMemcpy(level.p, &zero, 4, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(a.p, &zero, 4, cudaMemcpyHostToDevice));
    int *now = a, *next = b;
    while (size > 0) {
        count.zero();
        expand<<<(size + 127) / 128, 128>>>(starts, ends, now, size, next, count,
                                            level, ++depth);
        size = count.get()[0];
        std::swap(now, next);
    }
    std::vector<int> want(n, -1), queue = {0};
    want[0] = 0;
    for (size_t i = 0; i < queue.size(); i++)
        for (int e = g.starts[queue[i]]; e < g.starts[queue[i] + 1]; e++)
            if (want[g.ends[e]] < 0) {
                want[g.ends[e]] = want[queue[i]] + 1;
                queue.push_back(g.ends[e]);
            }
    CHECK(level.get() == want);
    CHECK(queue.size() > 1000);
}

// ---- Floyd and Warshall: one launch for each vertex on the way

__global__ void through(int *d, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || i == k || j == k) return; // row and column k stay
    int way = d[i * n + k] + d[k * n + j];
    if (way < d[i * n + j]) d[i * n + j] = way;
}

static void all_pairs() {
    const int n = 70, far = 1 << 28;
    std::vector<int> d(n * n, far);
    for (int i = 0; i < n; i++) {
        d[i * n + i] = 0;
        for (int e = 0; e < 4; e++)
            d[i * n + lcg() % n] = 1 + (int)(lcg() % 20);
    }
    Dev<int> dev(d);
    for (int k = 0; k < n; k++) {
        through<<<dim3(5, 5), dim3(16, 16)>>>(dev, n, k);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i * n + j] =
                    std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
    CHECK(dev.get() == d);
}

// ---- CSR times a vector: a thread a row, a warp a row

__global__ void spmv_thread(int rows, const int *starts, const int *cols,
                            const float *v, const float *x, float *y) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int i = starts[r]; i < starts[r + 1]; i++)
        sum += v[i] * x[cols[i]];
    y[r] = sum;
}

__global__ void spmv_warp(int rows, const int *starts, const int *cols,
                          const float *v, const float *__restrict__ x,
                          float *y) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float sum = 0;
    for (int i = starts[r] + lane; i < starts[r + 1]; i += 32)
        sum += v[i] * __ldg(&x[cols[i]]);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0) y[r] = sum;
}

static void sparse() {
    const int n = 1000;
    Graph g = random_graph(n, 20);
    std::vector<float> v(g.ends.size()), x(n);
    for (auto &e : v)
        e = unit();
    for (auto &e : x)
        e = unit();
    Dev<int> starts(g.starts), cols(g.ends);
    Dev<float> dv(v), dx(x), y(n), z(n);
    spmv_thread<<<8, 128>>>(n, starts, cols, dv, dx, y);
    spmv_warp<<<(n * 32 + 127) / 128, 128>>>(n, starts, cols, dv, dx, z);
    auto a = y.get(), b = z.get();
    int wrong = 0;
    for (int r = 0; r < n; r++) {
        double sum = 0;
        for (int i = g.starts[r]; i < g.starts[r + 1]; i++)
            sum += (double)v[i] * x[g.ends[i]];
        wrong += fabs(a[r] - sum) > 1e-3 || fabs(b[r] - sum) > 1e-3;
    }
    CHECK(wrong == 0);
}

int main() {
    search();
    all_pairs();
    sparse();
    return finish();
}
