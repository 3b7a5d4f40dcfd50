// rejected by: case n=1 (the square of the sum, where the sum of the squares is wanted)
// says: This squares vx + vy + vz. Each of the three is squared first, then they are added.
const int FIELDS = 7;

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
        p[f] = particles[(size_t)i * FIELDS + f];
        fields[(size_t)f * n + i] = p[f];
    }
    float v = p[3] + p[4] + p[5];
    energy[i] = 0.5f * p[6] * v * v;
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(particles, fields, energy, n);
}
