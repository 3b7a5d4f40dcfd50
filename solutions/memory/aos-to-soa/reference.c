// aos-to-soa: each field to its array, and the kinetic energy.
void reference(const float *particles, double *fields, double *energy, int n);

enum { FIELDS = 7 };

void reference(const float *particles, double *fields, double *energy, int n) {
    for (long long i = 0; i < n; i++) {
        const float *p = particles + i * FIELDS;
        double v2 = 0;
        for (int f = 0; f < FIELDS; f++)
            fields[f * (long long)n + i] = p[f];
        for (int f = 3; f < 6; f++)
            v2 += (double)p[f] * p[f];
        energy[i] = 0.5 * p[6] * v2;
    }
}
