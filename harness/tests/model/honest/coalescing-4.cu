// Split points into four arrays: four points per thread, a block apart, so that
// 64 bytes per thread are under way before the first store.

const int THREADS = 256;
const int EACH = 4;

__global__ void split(const float4 *__restrict__ points, float *__restrict__ x,
                      float *__restrict__ y, float *__restrict__ z,
                      float *__restrict__ w, int n) {
    int first = blockIdx.x * (THREADS * EACH) + threadIdx.x;
    float4 p[EACH];

    if (first + (EACH - 1) * THREADS < n) {
#pragma unroll
        for (int k = 0; k < EACH; k++) p[k] = points[first + k * THREADS];
#pragma unroll
        for (int k = 0; k < EACH; k++) x[first + k * THREADS] = p[k].x;
#pragma unroll
        for (int k = 0; k < EACH; k++) y[first + k * THREADS] = p[k].y;
#pragma unroll
        for (int k = 0; k < EACH; k++) z[first + k * THREADS] = p[k].z;
#pragma unroll
        for (int k = 0; k < EACH; k++) w[first + k * THREADS] = p[k].w;
    } else {
        for (int i = first; i < n && i < first + EACH * THREADS; i += THREADS) {
            float4 q = points[i];
            x[i] = q.x;
            y[i] = q.y;
            z[i] = q.z;
            w[i] = q.w;
        }
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int piece = THREADS * EACH;
    split<<<(n + piece - 1) / piece, THREADS>>>((const float4 *)points, x, y, z,
                                                w, n);
}
