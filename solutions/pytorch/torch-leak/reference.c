#include <math.h>
#include <stdlib.h>

// The model: a linear layer, tanh, a linear layer with one output.
typedef struct Model {
    double *w1, *b1, *w2, *b2;
    int cols, hidden;
} Model;

static double forward(const Model *m, const float *x, double *h) {
    double out = m->b2[0];
    for (int j = 0; j < m->hidden; j++) {
        double sum = m->b1[j];
        for (int k = 0; k < m->cols; k++)
            sum += m->w1[j * m->cols + k] * x[k];
        h[j] = tanh(sum);
        out += m->w2[j] * h[j];
    }
    return out;
}

// Moves the parameters by one step; returns the largest activation.
static double step(Model *m, const float *x, const float *y, int n, double rate,
                   double *h, double *grad) {
    int cols = m->cols, hidden = m->hidden, all = hidden * (cols + 2) + 1;
    double *g1 = grad, *gb1 = g1 + hidden * cols, *g2 = gb1 + hidden,
           *gb2 = g2 + hidden, most = 0;
    for (int i = 0; i < all; i++)
        grad[i] = 0;
    for (int i = 0; i < n; i++) {
        double d_out = 2 * (forward(m, x + (long)i * cols, h) - y[i]) / n;
        gb2[0] += d_out;
        for (int j = 0; j < hidden; j++) {
            double d_sum = d_out * m->w2[j] * (1 - h[j] * h[j]);
            most = fmax(most, fabs(h[j]));
            g2[j] += d_out * h[j];
            gb1[j] += d_sum;
            for (int k = 0; k < cols; k++)
                g1[j * cols + k] += d_sum * x[(long)i * cols + k];
        }
    }
    for (int i = 0; i < hidden * cols; i++)
        m->w1[i] -= rate * g1[i];
    for (int j = 0; j < hidden; j++) {
        m->b1[j] -= rate * gb1[j];
        m->w2[j] -= rate * g2[j];
    }
    m->b2[0] -= rate * gb2[0];
    return most;
}

void reference(const float *w1, const float *b1, const float *w2,
               const float *b2, const float *x, const float *y,
               const float *held_out, double rate, double *averages,
               double *largest, double *new_w1, double *new_b1, double *new_w2,
               double *new_b2, int steps, int n, int m, int cols, int hidden) {
    Model model = {new_w1, new_b1, new_w2, new_b2, cols, hidden};
    double *h = malloc(sizeof *h * (size_t)hidden);
    double *grad = malloc(sizeof *grad * (size_t)(hidden * (cols + 2) + 1));
    double average = 0;
    for (int i = 0; i < hidden * cols; i++)
        new_w1[i] = w1[i];
    for (int j = 0; j < hidden; j++) {
        new_b1[j] = b1[j];
        new_w2[j] = w2[j];
    }
    new_b2[0] = b2[0];
    for (int s = 0; s < steps; s++) {
        double score = 0;
        largest[s] = step(&model, x + (long)s * n * cols, y + (long)s * n, n,
                          rate, h, grad);
        for (int i = 0; i < m; i++) {
            double out = forward(&model, held_out + (long)i * cols, h);
            score += out * out / m;
        }
        average = 0.9 * average + 0.1 * score;
        averages[s] = average;
    }
    free(h);
    free(grad);
}
