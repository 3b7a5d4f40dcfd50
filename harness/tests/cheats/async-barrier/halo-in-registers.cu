// rejected by: gate mbarrier_waits (each warp computes its neighbours' elements as well, up to 32 steps)
const int HALO = 32, EACH = 3; // elements of a lane: 96 of a warp

// Lane l has elements first + 3 l and the two after it; the middle 32 are the warp's own.
__global__ void alone(const float *in, float *out, float *path, int n, int steps) {
    int lane = threadIdx.x % 32, own = threadIdx.x - lane, first = own - HALO + EACH * lane;
    const float *row = in + (size_t)blockIdx.x * n;
    __shared__ float all[1024];
    all[threadIdx.x] = threadIdx.x < n ? row[threadIdx.x] : 0;
    __syncthreads();
    float v[EACH], way[EACH] = {};
    for (int k = 0; k < EACH; k++)
        v[k] = first + k >= 0 && first + k < n ? all[first + k] : 0;
    while (steps-- > 0) {
        float left = __shfl_up_sync(~0u, v[EACH - 1], 1), end = __shfl_down_sync(~0u, v[0], 1);
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            float old = v[k], right = k + 1 < EACH ? v[(k + 1) % EACH] : end;
            if (first + k > 0 && first + k < n - 1)
                v[k] = 0.25f * left + 0.5f * old + 0.25f * right;
            way[k] += fabsf(v[k] - old);
            left = old;
        }
    }
    __shared__ float moved[2][1024];
    for (int k = 0; k < EACH; k++)
        if (first + k >= own && first + k < own + 32)
            moved[0][first + k] = v[k], moved[1][first + k] = way[k];
    __syncwarp();
    if (threadIdx.x >= n) return;
    out[(size_t)blockIdx.x * n + threadIdx.x] = moved[0][threadIdx.x];
    path[(size_t)blockIdx.x * n + threadIdx.x] = moved[1][threadIdx.x];
}

void smooth(const float *in, float *out, float *path, int rows, int n, int steps) {
    if (rows && n) alone<<<rows, (n + 31) / 32 * 32>>>(in, out, path, n, steps);
}
