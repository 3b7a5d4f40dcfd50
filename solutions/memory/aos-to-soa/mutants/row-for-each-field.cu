// rejected by: gate bank_conflicts (neighbouring numbers go to rows of the tile that begin in one bank)
// Array of structures to structure of arrays, through a tile in shared memory.
//
//   particles        |x y z u v w m|x y z u v w m| ...   7 * 256 numbers
//   threads load      0 1 2 3 4 5 6 7 8 9 ...            in memory's order
//   tile              |x x x ...|y y y ...| ...          a row for each field

const int FIELDS = 7;
const int BLOCK = 256; // particles, and threads

enum { VX = 3, VY, VZ, MASS };

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    __shared__ float tile[FIELDS][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    size_t first = (size_t)blockIdx.x * BLOCK * FIELDS;
    size_t all = (size_t)n * FIELDS;

#pragma unroll
    for (int k = 0; k < FIELDS; k++) { // seven independent loads
        size_t from = first + k * BLOCK + t;
        if (from < all) tile[(k * BLOCK + t) % FIELDS][(k * BLOCK + t) / FIELDS] = particles[from];
    }
    __syncthreads(); // the tile is complete
    if (i >= n) return;

    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++)
        p[f] = tile[f][t];
#pragma unroll
    for (int f = 0; f < FIELDS; f++)
        fields[(size_t)f * n + i] = p[f];
    float v2 = p[VX] * p[VX] + p[VY] * p[VY] + p[VZ] * p[VZ];
    energy[i] = 0.5f * p[MASS] * v2;
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy,
                                                     n);
}
