// stencil-3d: a weighted sum of seven points inside, a copy on the surface.
void reference(const float *in, double *out, int nx, int ny, int nz);
void reference_at(const float *in, double *out, int nx, int ny, int nz,
                  long long at);

void reference_at(const float *in, double *out, int nx, int ny, int nz,
                  long long at) {
    long long row = nx, plane = row * ny;
    int x = (int)(at % nx), y = (int)(at / row % ny), z = (int)(at / plane);
    const float *p = in + at;

    out[at] = p[0];
    if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1)
        return;
    out[at] = 0.40 * p[0] + 0.15 * ((double)p[-1] + p[1]) +
              0.10 * ((double)p[-row] + p[row]) +
              0.05 * ((double)p[-plane] + p[plane]);
}

void reference(const float *in, double *out, int nx, int ny, int nz) {
    for (long long at = 0; at < (long long)nx * ny * nz; at++)
        reference_at(in, out, nx, ny, nz, at);
}
