// conv-separable: filter the rows, then the columns of what came out.
void reference(const float *in, const float *taps_x, const float *taps_y,
               double *between, double *out, int h, int w, int r);
void reference_at(const float *in, const float *taps_x, const float *taps_y,
                  double *between, double *out, int h, int w, int r,
                  long long at);

static double row_sum(const float *in, const float *taps, int w, int r, int x) {
    double sum = 0;
    for (int j = -r; j <= r; j++)
        if (x + j >= 0 && x + j < w) sum += (double)taps[j + r] * in[x + j];
    return sum;
}

void reference_at(const float *in, const float *taps_x, const float *taps_y,
                  double *between, double *out, int h, int w, int r,
                  long long at) {
    int x = (int)(at % w), y = (int)(at / w);
    double sum = 0;
    if (between) { // one of the two outputs at a time; the other is NULL
        between[at] = row_sum(in + (long long)y * w, taps_x, w, r, x);
        return;
    }
    for (int i = -r; i <= r; i++)
        if (y + i >= 0 && y + i < h)
            sum += taps_y[i + r] *
                   row_sum(in + (long long)(y + i) * w, taps_x, w, r, x);
    out[at] = sum;
}

void reference(const float *in, const float *taps_x, const float *taps_y,
               double *between, double *out, int h, int w, int r) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            between[(long long)y * w + x] =
                row_sum(in + (long long)y * w, taps_x, w, r, x);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double sum = 0;
            for (int i = -r; i <= r; i++)
                if (y + i >= 0 && y + i < h)
                    sum += taps_y[i + r] * between[(long long)(y + i) * w + x];
            out[(long long)y * w + x] = sum;
        }
}
