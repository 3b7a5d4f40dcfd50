// rejected by: case | trap uninitialised-shared (the tile is read as if it had one row per field)
// says: The tile holds the particles as they lie in memory, seven numbers each. Thread t finds field f at 7 * t + f.
const int FIELDS = 7;
const int BLOCK = 256; // particles, and threads

enum { VX = 3, VY, VZ, MASS };

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    __shared__ float tile[FIELDS * BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    size_t first = (size_t)blockIdx.x * BLOCK * FIELDS;
    size_t all = (size_t)n * FIELDS;

#pragma unroll
    for (int k = 0; k < FIELDS; k++) { // seven independent loads
        size_t from = first + k * BLOCK + t;
        if (from < all) tile[k * BLOCK + t] = particles[from];
    }
    __syncthreads(); // the tile is complete
    if (i >= n) return;

    const float *p = &tile[t];
#pragma unroll
    for (int f = 0; f < FIELDS; f++)
        fields[(size_t)f * n + i] = p[f * BLOCK];
    const int V = BLOCK;
    float v2 = p[VX * V] * p[VX * V] + p[VY * V] * p[VY * V] +
               p[VZ * V] * p[VZ * V];
    energy[i] = 0.5f * p[MASS * V] * v2;
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy,
                                                     n);
}
