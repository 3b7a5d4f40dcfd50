#include <math.h>
#include <stdlib.h>
#include <string.h>

// One process, all weights, in double.
typedef struct Layer {
    const float *w1, *b1, *w2, *b2;
    double *dw1, *db1, *dw2, *db2;
    int d, h;
} Layer;

static double cdf(double z) {
    return 0.5 * (1 + erf(z / sqrt(2)));
}

static double slope(double z) {
    return cdf(z) + z * exp(-z * z / 2) / sqrt(2 * acos(-1));
}

static double hidden(const Layer *l, const double *x, int j) {
    double z = l->b1[j];
    for (int i = 0; i < l->d; i++)
        z += x[i] * l->w1[i * l->h + j];
    return z;
}

// A row of the layer and its residual: y = x + mlp(x).
static void forward(const Layer *l, const double *x, double *y) {
    for (int i = 0; i < l->d; i++)
        y[i] = x[i] + l->b2[i];
    for (int j = 0; j < l->h; j++) {
        double z = hidden(l, x, j), a = z * cdf(z);
        for (int i = 0; i < l->d; i++)
            y[i] += a * l->w2[j * l->d + i];
    }
}

// g: the gradient of y; before: that of x.
static void backward(const Layer *l, const double *x, const double *g,
                     double *before) {
    for (int i = 0; i < l->d; i++) {
        before[i] = g[i];
        l->db2[i] += g[i];
    }
    for (int j = 0; j < l->h; j++) {
        double z = hidden(l, x, j), a = z * cdf(z), da = 0;
        for (int i = 0; i < l->d; i++) {
            l->dw2[j * l->d + i] += a * g[i];
            da += l->w2[j * l->d + i] * g[i];
        }
        double dz = da * slope(z);
        l->db1[j] += dz;
        for (int i = 0; i < l->d; i++) {
            l->dw1[i * l->h + j] += dz * x[i];
            before[i] += dz * l->w1[i * l->h + j];
        }
    }
}

void reference(const float *x, const float *w1, const float *b1,
               const float *w2, const float *b2, const float *dy, int ranks,
               double *out, double *dx, double *dw1, double *db1, double *dw2,
               double *db2, int *facts, int n, int layers, int d, int h) {
    size_t matrix = (size_t)d * h, row = (size_t)d * sizeof(double);
    double *at = malloc((layers + 3) * row), *g = at + (layers + 1) * d;
    Layer *net = malloc(layers * sizeof *net);
    (void)ranks;
    memset(dw1, 0, layers * matrix * sizeof *dw1);
    memset(dw2, 0, layers * matrix * sizeof *dw2);
    memset(db1, 0, layers * h * sizeof *db1);
    memset(db2, 0, layers * row);
    for (int l = 0; l < layers; l++)
        net[l] = (Layer){w1 + l * matrix, b1 + l * h,  w2 + l * matrix,
                         b2 + l * d,      dw1 + l * matrix, db1 + l * h,
                         dw2 + l * matrix, db2 + l * d, d, h};
    for (int r = 0; r < n; r++) {
        for (int i = 0; i < d; i++) {
            at[i] = x[r * d + i];
            g[i] = dy[r * d + i];
        }
        for (int l = 0; l < layers; l++)
            forward(&net[l], at + l * d, at + (l + 1) * d);
        memcpy(out + r * d, at + layers * d, row);
        for (int l = layers - 1; l >= 0; l--) {
            backward(&net[l], at + l * d, g, g + d);
            memcpy(g, g + d, row);
        }
        memcpy(dx + r * d, g, row);
    }
    for (int i = 0; i < 9; i++)
        facts[i] = 1;
    free(net);
    free(at);
}
