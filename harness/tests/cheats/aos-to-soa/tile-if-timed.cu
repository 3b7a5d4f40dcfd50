// rejected by: gate coalescing (a tile where it is timed, a thread for each particle elsewhere)
const int FIELDS = 7;
const int BLOCK = 256;

enum { VX = 3, VY, VZ, MASS };

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    __shared__ float tile[FIELDS * BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    size_t first = (size_t)blockIdx.x * BLOCK * FIELDS;
    size_t all = (size_t)n * FIELDS;

#pragma unroll
    for (int k = 0; k < FIELDS; k++) {
        size_t from = first + k * BLOCK + t;
        if (from < all) tile[k * BLOCK + t] = particles[from];
    }
    __syncthreads();
    if (i >= n) return;

    const float *p = &tile[FIELDS * t];
#pragma unroll
    for (int f = 0; f < FIELDS; f++)
        fields[(size_t)f * n + i] = p[f];
    float v2 = p[VX] * p[VX] + p[VY] * p[VY] + p[VZ] * p[VZ];
    energy[i] = 0.5f * p[MASS] * v2;
}

static void timed(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy,
                                                     n);
}

__global__ void plain(const float *particles, float *fields,
                             float *energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
        p[f] = particles[(size_t)i * FIELDS + f];
        fields[(size_t)f * n + i] = p[f];
    }
    energy[i] = 0.5f * p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
}

static void elsewhere(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    plain<<<(n + 255) / 256, 256>>>(particles, fields, energy, n);
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n >= 100000)
        timed(particles, fields, energy, n);
    else
        elsewhere(particles, fields, energy, n);
}
