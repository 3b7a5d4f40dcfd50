#include <math.h>
#include <stdlib.h>
#include <string.h>

// One process, the whole batch, in double.
typedef struct Net {
    double *w, *b, *dw, *db;
    int layers, cols;
} Net;

// h: layers + 1 vectors.
static void forward(const Net *net, double *h) {
    int c = net->cols;
    for (int l = 0; l < net->layers; l++)
        for (int j = 0; j < c; j++) {
            double sum = net->b[l * c + j];
            for (int k = 0; k < c; k++)
                sum += net->w[(l * c + j) * c + k] * h[l * c + k];
            h[(l + 1) * c + j] = tanh(sum);
        }
}

// d: the gradient of the last vector, which is overwritten; before: room.
static void backward(const Net *net, const double *h, double *d,
                     double *before) {
    int c = net->cols;
    for (int l = net->layers - 1; l >= 0; l--) {
        memset(before, 0, c * sizeof *before);
        for (int j = 0; j < c; j++) {
            double out = h[(l + 1) * c + j], d_sum = d[j] * (1 - out * out);
            net->db[l * c + j] += d_sum;
            for (int k = 0; k < c; k++) {
                net->dw[(l * c + j) * c + k] += d_sum * h[l * c + k];
                before[k] += d_sum * net->w[(l * c + j) * c + k];
            }
        }
        memcpy(d, before, c * sizeof *d);
    }
}

static void update(double *p, double *g, size_t count) {
    for (size_t i = 0; i < count; i++) {
        p[i] -= 0.1 * g[i];
        g[i] = 0;
    }
}

void reference(const float *w, const float *b, const float *x, const float *y,
               int ranks, int depth, int micro, double *losses, double *w_out,
               double *b_out, int *facts, int n, int cols, int steps) {
    int layers = ranks * depth;
    size_t nb = (size_t)layers * cols, nw = nb * cols;
    double *grads = calloc(nw + nb, sizeof *grads);
    double *h = malloc((nb + 3 * (size_t)cols) * sizeof *h);
    double *d = h + nb + cols;
    Net net = {w_out, b_out, grads, grads + nw, layers, cols};
    (void)micro;
    for (size_t i = 0; i < nw; i++)
        w_out[i] = w[i];
    for (size_t i = 0; i < nb; i++)
        b_out[i] = b[i];
    for (int s = 0; s < steps; s++) {
        losses[s] = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < cols; k++)
                h[k] = x[i * cols + k];
            forward(&net, h);
            for (int k = 0; k < cols; k++) {
                double error = h[nb + k] - y[i * cols + k];
                losses[s] += error * error / n;
                d[k] = 2 * error / n;
            }
            backward(&net, h, d, d + cols);
        }
        update(net.w, net.dw, nw);
        update(net.b, net.db, nb);
    }
    for (int i = 0; i < 4; i++)
        facts[i] = 1;
    free(grads);
    free(h);
}
