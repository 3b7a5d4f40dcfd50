// rejected by: case n=1 (the energy is m * v^2, without the half)
// says: The energy is twice too large. It is m / 2 times the square of the speed.
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
    energy[i] = p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(particles, fields, energy, n);
}
