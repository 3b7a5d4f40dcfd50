// softmax-online: exp(x - max) / sum, in double.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols);
void reference_at(const float *in, double *out, int rows, int cols,
                  long long at);

typedef struct Row {
    double most, sum;
} Row;

static Row row_of(const float *x, int cols) {
    Row r = {-INFINITY, 0};
    for (int c = 0; c < cols; c++)
        r.most = fmax(r.most, x[c]);
    for (int c = 0; c < cols; c++)
        r.sum += exp(x[c] - r.most);
    return r;
}

void reference_at(const float *in, double *out, int rows, int cols,
                  long long at) {
    (void)rows;
    Row r = row_of(in + at / cols * cols, cols);
    out[at] = exp(in[at] - r.most) / r.sum;
}

void reference(const float *in, double *out, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const float *x = in + (long long)i * cols;
        Row r = row_of(x, cols);
        for (int c = 0; c < cols; c++)
            out[(long long)i * cols + c] = exp(x[c] - r.most) / r.sum;
    }
}
