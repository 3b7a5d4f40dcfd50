// rejected by: case n=257 (each block has seven arrays of its own)
// says: Each block stores seven short arrays of its own, one after the other. There are seven arrays for all particles: a field begins n elements after the one before it, and i counts over all blocks.
// Array of structures to structure of arrays, through a tile in shared memory.
//
//   particles        |x y z u v w m|x y z u v w m| ...   7 * 256 numbers
//   threads load      0 1 2 3 4 5 6 7 8 9 ...            in memory's order
//   threads read      0             1              ...   words 7 t + f
//
// 7 and 32 have no common factor, so the words 7 t + f of a warp lie in 32
// different banks: no padding is needed.

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

    int here = min(BLOCK, n - (int)blockIdx.x * BLOCK);
    const float *p = &tile[FIELDS * t];
#pragma unroll
    for (int f = 0; f < FIELDS; f++)
        fields[first + (size_t)f * here + t] = p[f];
    float v2 = p[VX] * p[VX] + p[VY] * p[VY] + p[VZ] * p[VZ];
    energy[i] = 0.5f * p[MASS] * v2;
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy,
                                                     n);
}
