// rejected by: case n=1 (takes the root of the squares)
// says: The energy uses the speed, and not its square: vx^2 + vy^2 + vz^2 needs no root.
const int FIELDS = 7;
const int BLOCK = 256;

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    __shared__ float tile[BLOCK * FIELDS];
    int t = threadIdx.x;
    int first = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - first);

    for (int k = t; k < count * FIELDS; k += BLOCK)
        tile[k] = particles[(size_t)first * FIELDS + k];
    __syncthreads();

    if (t >= count) return;
    int i = first + t;
    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
        p[f] = tile[t * FIELDS + f];
        fields[(size_t)f * n + i] = p[f];
    }
    energy[i] = 0.5f * p[6] * sqrtf(p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy, n);
}
