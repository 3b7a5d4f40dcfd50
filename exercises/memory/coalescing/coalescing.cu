// Coalescing: split an array of points into four arrays.
//
// This is correct. It is how one would do it with CPU threads: each takes a
// stretch of its own and walks along it.

const int EACH = 64; // points per thread

__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: which addresses do the 32 threads of a warp touch in one and the
    // same instruction? Bring them together, for the stores and for the loads.
    for (int k = 0; k < EACH; k++) {
        int i = t * EACH + k;
        if (i < n) {
            x[i] = points[4 * i + 0];
            y[i] = points[4 * i + 1];
            z[i] = points[4 * i + 2];
            w[i] = points[4 * i + 3];
        }
    }
}

void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;

    int threads = 256;
    int stretches = (n + EACH - 1) / EACH;
    int blocks = (stretches + threads - 1) / threads;
    split<<<blocks, threads>>>(points, x, y, z, w, n);
}
