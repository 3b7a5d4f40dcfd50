#include <math.h>
#include <stdlib.h>

// One process, the whole batch, all of the state, in double.
typedef struct Net {
    double *p, *g, *m, *v;  // of each layer the matrix, then the bias
    int layers, cols;
} Net;

static double *weights(const Net *net, double *all, int l) {
    return all + (size_t)l * net->cols * (net->cols + 1);
}

static double *bias(const Net *net, double *all, int l) {
    return weights(net, all, l) + (size_t)net->cols * net->cols;
}

// h: layers + 1 vectors.
static void forward(const Net *net, double *h) {
    int c = net->cols;
    for (int l = 0; l < net->layers; l++)
        for (int j = 0; j < c; j++) {
            double sum = bias(net, net->p, l)[j];
            for (int k = 0; k < c; k++)
                sum += weights(net, net->p, l)[j * c + k] * h[l * c + k];
            h[(l + 1) * c + j] = tanh(sum);
        }
}

// d: the gradient of the last vector; it becomes that of the first.
static void backward(const Net *net, const double *h, double *d,
                     double *before) {
    int c = net->cols;
    for (int l = net->layers - 1; l >= 0; l--) {
        for (int k = 0; k < c; k++)
            before[k] = 0;
        for (int j = 0; j < c; j++) {
            double out = h[(l + 1) * c + j], d_sum = d[j] * (1 - out * out);
            bias(net, net->g, l)[j] += d_sum;
            for (int k = 0; k < c; k++) {
                weights(net, net->g, l)[j * c + k] += d_sum * h[l * c + k];
                before[k] += d_sum * weights(net, net->p, l)[j * c + k];
            }
        }
        for (int k = 0; k < c; k++)
            d[k] = before[k];
    }
}

static void adam(const Net *net, size_t count, int step) {
    for (size_t i = 0; i < count; i++) {
        double g = net->g[i];
        net->m[i] = 0.9 * net->m[i] + 0.1 * g;
        net->v[i] = 0.999 * net->v[i] + 0.001 * g * g;
        double m = net->m[i] / (1 - pow(0.9, step));
        double v = net->v[i] / (1 - pow(0.999, step));
        net->p[i] -= 0.05 * m / (sqrt(v) + 0.01);
        net->g[i] = 0;
    }
}

static double loss_of(const Net *net, const float *x, const float *y, int n,
                      double *h) {
    size_t last = (size_t)net->layers * net->cols;
    double loss = 0, all = (double)n * net->cols, *d = h + last + net->cols;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < net->cols; k++)
            h[k] = x[i * net->cols + k];
        forward(net, h);
        for (int k = 0; k < net->cols; k++) {
            double error = h[last + k] - y[i * net->cols + k];
            loss += error * error / all;
            d[k] = 2 * error / all;
        }
        backward(net, h, d, d + net->cols);
    }
    return loss;
}

void reference(const float *w, const float *b, const float *x, const float *y,
               int ranks, double *losses, double *w_out, double *b_out,
               int *facts, int n, int layers, int cols, int steps) {
    size_t square = (size_t)cols * cols, count = layers * (square + cols);
    double *all = calloc(4 * count + (size_t)(layers + 3) * cols, sizeof *all);
    double *h = all + 4 * count;
    Net net = {all, all + count, all + 2 * count, all + 3 * count, layers, cols};
    (void)ranks;
    for (int l = 0; l < layers; l++) {
        for (size_t i = 0; i < square; i++)
            weights(&net, net.p, l)[i] = w[l * square + i];
        for (int i = 0; i < cols; i++)
            bias(&net, net.p, l)[i] = b[l * cols + i];
    }
    for (int s = 0; s < steps; s++) {
        losses[s] = loss_of(&net, x, y, n, h);
        adam(&net, count, s + 1);
    }
    for (int l = 0; l < layers; l++) {
        for (size_t i = 0; i < square; i++)
            w_out[l * square + i] = weights(&net, net.p, l)[i];
        for (int i = 0; i < cols; i++)
            b_out[l * cols + i] = bias(&net, net.p, l)[i];
    }
    for (int i = 0; i < 7; i++)
        facts[i] = 1;
    free(all);
}
