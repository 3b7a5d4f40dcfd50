// cudnn-call: the layer by its definition, in double. The scale of an element is the size of
// what is added up for it: no activation here has a slope above 1.
#include <math.h>

typedef struct Layer {
    int n, c, h, w, k, window, pad, stride, last;
} Layer;

static int at(int last, int n, int c, int y, int x, int cs, int hs, int ws) {
    return last ? ((n * hs + y) * ws + x) * cs + c : ((n * cs + c) * hs + y) * ws + x;
}

// The products of one output, or with `sizes` their absolute values.
static double sum_of(const Layer *l, const float *x, const float *weights, int n, int k, int oy,
                     int ox, int sizes) {
    double sum = 0;
    for (int c = 0; c < l->c; c++)
        for (int i = 0; i < l->window; i++)
            for (int j = 0; j < l->window; j++) {
                int y = oy * l->stride - l->pad + i, col = ox * l->stride - l->pad + j;
                if (y < 0 || y >= l->h || col < 0 || col >= l->w) continue;
                double p = (double)x[at(l->last, n, c, y, col, l->c, l->h, l->w)] *
                           weights[at(l->last, k, c, i, j, l->c, l->window, l->window)];
                sum += sizes ? fabs(p) : p;
            }
    return sum;
}

static double act(int mode, double v) {
    return mode == 1 ? fmax(v, 0) : mode == 2 ? tanh(v) : 1 / (1 + exp(-v));
}

static void layer(const Layer *l, const float *x, const float *weights, const float *bias,
                  const float *residual, double *out, int activation, double alpha, int sizes) {
    int hs = (l->h + 2 * l->pad - l->window) / l->stride + 1;
    int ws = (l->w + 2 * l->pad - l->window) / l->stride + 1;
    for (int n = 0; n < l->n; n++)
        for (int k = 0; k < l->k; k++)
            for (int y = 0; y < hs; y++)
                for (int col = 0; col < ws; col++) {
                    int to = at(l->last, n, k, y, col, l->k, hs, ws);
                    double sum = sum_of(l, x, weights, n, k, y, col, sizes);
                    if (sizes)
                        out[to] = sum + fabs(alpha * residual[to]) + fabs((double)bias[k]);
                    else
                        out[to] = act(activation, sum + alpha * residual[to] + bias[k]);
                }
}

void reference(const float *x, const float *weights, const float *bias, const float *residual,
               double *y, int *facts, int n, int c, int h, int w, int k, int window, int pad,
               int stride, int last, int activation, float alpha);
void reference_scale(const float *x, const float *weights, const float *bias,
                     const float *residual, double *y, int *facts, int n, int c, int h, int w,
                     int k, int window, int pad, int stride, int last, int activation,
                     float alpha);

void reference(const float *x, const float *weights, const float *bias, const float *residual,
               double *y, int *facts, int n, int c, int h, int w, int k, int window, int pad,
               int stride, int last, int activation, float alpha) {
    Layer l = {n, c, h, w, k, window, pad, stride, last};
    layer(&l, x, weights, bias, residual, y, activation, alpha, 0);
    for (int i = 0; facts && i < 7; i++)
        facts[i] = 1;
}

void reference_scale(const float *x, const float *weights, const float *bias,
                     const float *residual, double *y, int *facts, int n, int c, int h, int w,
                     int k, int window, int pad, int stride, int last, int activation,
                     float alpha) {
    (void)facts;
    Layer l = {n, c, h, w, k, window, pad, stride, last};
    layer(&l, x, weights, bias, residual, y, activation, alpha, 1);
}
