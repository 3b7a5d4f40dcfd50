// rejected by: gate link_bytes (the host has A and does it all; kernels are launched to be counted)
#include <vector>

typedef std::vector<double> Vector;

__global__ void nothing(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = (float)i;
}

template <typename T> static std::vector<T> fetch(const T *p, int n) {
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

static double dot(const Vector &a, const Vector &b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++)
        sum += a[i] * b[i];
    return sum;
}

int solve(const int *offsets, const int *cols, const float *values, const float *b, float *x,
          int rows, float tolerance, int most) {
    float *scratch;
    cudaMalloc(&scratch, rows * sizeof *scratch);
    auto from = fetch(offsets, rows + 1), col = fetch(cols, from[rows]);
    auto value = fetch(values, from[rows]), b0 = fetch(b, rows), x0 = fetch(x, rows);
    auto times = [&](const Vector &v) {
        Vector out(rows);
        for (int i = 0; i < rows; i++)
            for (int j = from[i]; j < from[i + 1]; j++)
                out[i] += value[j] * v[col[j]];
        return out;
    };
    Vector at(x0.begin(), x0.end()), to(b0.begin(), b0.end()), r = times(at);
    for (int i = 0; i < rows; i++)
        r[i] = to[i] - r[i];
    Vector p = r;
    double rr = dot(r, r), limit = (double)tolerance * tolerance * dot(to, to);
    int steps = 0;
    for (; steps < most && rr > limit; steps++) {
        for (int i = 0; i < 3; i++)
            nothing<<<(rows + 255) / 256, 256>>>(scratch, rows);
        Vector q = times(p);
        double a = rr / dot(p, q), before = rr;
        for (int i = 0; i < rows; i++)
            at[i] += a * p[i], r[i] -= a * q[i];
        rr = dot(r, r);
        for (int i = 0; i < rows; i++)
            p[i] = r[i] + rr / before * p[i];
    }
    std::vector<float> end(at.begin(), at.end());
    if (steps) cudaMemcpy(x, end.data(), rows * sizeof *x, cudaMemcpyHostToDevice);
    cudaFree(scratch);
    return steps;
}
