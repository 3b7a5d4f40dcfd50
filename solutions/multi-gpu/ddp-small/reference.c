#include <math.h>
#include <stdlib.h>

// One device, the whole batch, in double.
typedef struct Net {
    double *w, *b, *dw, *db;
    int layers, cols;
} Net;

// h: layers + 1 vectors. A skipped layer hands its input on.
static void forward(const Net *net, int skipped, double *h) {
    int c = net->cols;
    for (int l = 0; l < net->layers; l++)
        for (int j = 0; j < c; j++) {
            double sum = net->b[l * c + j];
            for (int k = 0; k < c; k++)
                sum += net->w[(l * c + j) * c + k] * h[l * c + k];
            h[(l + 1) * c + j] = l == skipped ? h[l * c + j] : tanh(sum);
        }
}

// d: the gradient of the last vector; it becomes that of the first.
static void backward(Net *net, int skipped, const double *h, double *d,
                     double *before) {
    int c = net->cols;
    for (int l = net->layers - 1; l >= 0; l--) {
        if (l == skipped) continue;
        for (int k = 0; k < c; k++)
            before[k] = 0;
        for (int j = 0; j < c; j++) {
            double out = h[(l + 1) * c + j], d_sum = d[j] * (1 - out * out);
            net->db[l * c + j] += d_sum;
            for (int k = 0; k < c; k++) {
                net->dw[(l * c + j) * c + k] += d_sum * h[l * c + k];
                before[k] += d_sum * net->w[(l * c + j) * c + k];
            }
        }
        for (int k = 0; k < c; k++)
            d[k] = before[k];
    }
}

// The rank that has row i of n: the first n % ranks parts have a row more.
static int rank_of(int i, int n, int ranks) {
    int small = n / ranks, more = n % ranks;
    if (i < more * (small + 1)) return i / (small + 1);
    return more + (i - more * (small + 1)) / small;
}

static void update(Net *net, int frozen) {
    int c = net->cols;
    for (int l = 0; l < net->layers; l++) {
        for (int i = 0; i < c * c; i++) {
            net->w[l * c * c + i] -= l == frozen ? 0 : 0.1 * net->dw[l * c * c + i];
            net->dw[l * c * c + i] = 0;
        }
        for (int i = 0; i < c; i++) {
            net->b[l * c + i] -= l == frozen ? 0 : 0.1 * net->db[l * c + i];
            net->db[l * c + i] = 0;
        }
    }
}

void reference(const float *w, const float *b, const float *x, const float *y,
               int ranks, int frozen, int lazy, int skipped, int bucket,
               int hide, double *losses, double *w_out, double *b_out,
               int *facts, int n, int layers, int cols, int steps) {
    size_t nw = (size_t)layers * cols * cols, nb = (size_t)layers * cols;
    double *grads = calloc(nw + nb, sizeof *grads);
    double *h = malloc(sizeof *h * (nb + 3 * (size_t)cols));
    double *d = h + nb + cols;
    Net net = {w_out, b_out, grads, grads + nw, layers, cols};
    (void)bucket, (void)hide;
    for (size_t i = 0; i < nw; i++)
        w_out[i] = w[i];
    for (size_t i = 0; i < nb; i++)
        b_out[i] = b[i];
    for (int s = 0; s < steps; s++) {
        losses[s] = 0;
        for (int i = 0; i < n; i++) {
            int skip = rank_of(i, n, ranks) == lazy ? skipped : -1;
            for (int k = 0; k < cols; k++)
                h[k] = x[i * cols + k];
            forward(&net, skip, h);
            for (int k = 0; k < cols; k++) {
                double error = h[nb + k] - y[i * cols + k];
                losses[s] += error * error / n;
                d[k] = 2 * error / n;
            }
            backward(&net, skip, h, d, d + cols);
        }
        update(&net, frozen);
    }
    for (int i = 0; i < 8; i++)
        facts[i] = 1;
    free(grads);
    free(h);
}
