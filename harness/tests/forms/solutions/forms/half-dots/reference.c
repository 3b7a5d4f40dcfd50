// Adds dot products. Half precision comes as floats, and goes as doubles.

void reference(const float *a, const float *b, double *out, int rows, int k);

void reference(const float *a, const float *b, double *out, int rows, int k) {
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < k; i++)
            out[r] += (double)a[(long long)r * k + i] * b[i];
}
