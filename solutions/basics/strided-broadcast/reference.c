// strided-broadcast: three loops and the definition.
void reference(const float *a, const float *b, double *out, int d0, int d1,
               int d2, int a0, int a1, int a2, int b0, int b1, int b2);

void reference(const float *a, const float *b, double *out, int d0, int d1,
               int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    for (long long i = 0; i < d0; i++)
        for (long long j = 0; j < d1; j++)
            for (long long k = 0; k < d2; k++)
                *out++ = (double)a[i * a0 + j * a1 + k * a2] +
                         b[i * b0 + j * b1 + k * b2];
}

void reference_at(const float *a, const float *b, double *out, int d0, int d1,
                  int d2, int a0, int a1, int a2, int b0, int b1, int b2,
                  long long at);

void reference_at(const float *a, const float *b, double *out, int d0, int d1,
                  int d2, int a0, int a1, int a2, int b0, int b1, int b2,
                  long long at) {
    long long k = at % d2, j = at / d2 % d1, i = at / d2 / d1;
    (void)d0;
    out[at] = (double)a[i * a0 + j * a1 + k * a2] + b[i * b0 + j * b1 + k * b2];
}
