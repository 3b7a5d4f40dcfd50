// cuDNN: a convolution's sizes, its algorithms and their costs, its arithmetic.
//
// Whatever the layout and the algorithm, operands are widened to doubles (and
// factors rounded to TF32 where the arithmetic allows it), multiplied by plain
// loops and rounded once. Algorithms differ in their workspace and their time.
#include "libs/dnn_conv.h"

#include <math.h>
#include <string.h>

// ---- sizes

static int out_size(int in, int window, const Window *v, int d) {
    int reach = (window - 1) * v->dilation[d] + 1;
    int left = in + 2 * v->pad[d] - reach;
    return left < 0 ? 0 : left / v->stride[d] + 1;
}

bool conv_output(const struct cudnnConvolutionStruct *c, const Tensor *x,
                 const Tensor *w, int size[CUDNN_DIM_MAX]) {
    int groups = max_of(c->groups, 1);
    if (x->dims != c->win.dims + 2 || w->dims != x->dims) return false;
    if (x->size[1] != w->size[1] * groups || w->size[0] % groups) return false;
    size[0] = x->size[0];
    size[1] = w->size[0];
    for (int d = 0; d < c->win.dims; d++) {
        size[2 + d] = out_size(x->size[2 + d], w->size[2 + d], &c->win, d);
        if (size[2 + d] <= 0) return false;
    }
    return true;
}

// 1: channels innermost, 0: not, -1: either, with one channel or one place.
static int channels_last(const Tensor *t) {
    bool one = true;
    for (int d = 2; d < t->dims; d++)
        one &= t->size[d] == 1;
    return t->size[1] == 1 || one ? -1 : t->stride[1] == 1;
}

static bool computes(cudnnDataType_t type, cudnnDataType_t in) {
    return in == type || (in == CUDNN_DATA_FLOAT && type != CUDNN_DATA_DOUBLE);
}

cudnnStatus_t conv_of(Direction to, const cudnnTensorDescriptor_t x,
                      const cudnnFilterDescriptor_t w,
                      const cudnnTensorDescriptor_t y,
                      const cudnnConvolutionDescriptor_t c, Conv *out) {
    int size[CUDNN_DIM_MAX] = {0};
    NEED(x && w && y && c, "a descriptor is null");
    NEED(x->t.dims && w->t.dims && y->t.dims && c->win.dims,
         "a descriptor was created and not set");
    *out = (Conv){to, x->t, w->t, y->t, *c};
    out->conv.groups = max_of(c->groups, 1);
    NEED(conv_output(&out->conv, &x->t, &w->t, size),
         "the filter does not fit the input: its channels times the groups "
         "must be the input's, and the window no larger than the padded image");
    NEED(y->t.dims == x->t.dims &&
             memcmp(size, y->t.size, sizeof(int) * (size_t)y->t.dims) == 0,
         "the sizes of y are not those of "
         "cudnnGetConvolution2dForwardOutputDim");
    if (x->t.type != w->t.type || x->t.type != y->t.type)
        REFUSED("x, w and y are of different types");
    if (!computes(x->t.type, c->compute))
        REFUSED("the convolution's compute type does not go with the tensors'");
    int xl = channels_last(&x->t), wl = channels_last(&w->t);
    if (xl >= 0 && wl >= 0 && xl != wl)
        REFUSED("x has its channels in another place than the filter: give "
                "both the same format");
    return CUDNN_STATUS_SUCCESS;
}

// ---- algorithms

static double places(const Tensor *t) {
    return (double)dnn_count(t) / t->size[0] / t->size[1];
}

static bool suits_winograd(const Conv *c) {
    const Window *v = &c->conv.win;
    bool ok = v->dims == 2 && c->x.type != CUDNN_DATA_DOUBLE;
    for (int d = 0; d < v->dims && ok; d++)
        ok = c->w.size[2 + d] == 3 && v->stride[d] == 1 && v->dilation[d] == 1;
    return ok;
}

static size_t rounded_up(double bytes) {
    return ((size_t)bytes + 255) / 256 * 256;
}

int conv_algorithms(Direction to) {
    return to == TO_Y   ? CUDNN_CONVOLUTION_FWD_ALGO_COUNT
           : to == TO_X ? CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT
                        : CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT;
}

// The ways that all directions choose from.
typedef enum Way { NONE, PLAIN, TABLES, COLUMNS, WINOGRAD } Way;

static Way way_of(Direction to, int id) {
    static const Way forward[CUDNN_CONVOLUTION_FWD_ALGO_COUNT] = {
        [CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM] = PLAIN,
        [CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM] = TABLES,
        [CUDNN_CONVOLUTION_FWD_ALGO_GEMM] = COLUMNS,
        [CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD] = WINOGRAD,
    };
    static const Way data[CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT] = {
        [CUDNN_CONVOLUTION_BWD_DATA_ALGO_0] = PLAIN,
        [CUDNN_CONVOLUTION_BWD_DATA_ALGO_1] = TABLES,
        [CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD] = WINOGRAD,
    };
    static const Way filter[CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT] = {
        [CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0] = PLAIN,
        [CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1] = TABLES,
        [CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3] = COLUMNS,
    };
    if (id < 0 || id >= conv_algorithms(to)) return NONE;
    return to == TO_Y ? forward[id] : to == TO_X ? data[id] : filter[id];
}

Algorithm conv_algorithm(const Conv *c, int id) {
    Algorithm a = {.id = id, .flops = 1, .status = CUDNN_STATUS_NOT_SUPPORTED};
    double depth = (double)c->w.size[1] * places(&c->w);
    bool ok = true;
    switch (way_of(c->to, id)) {
    case NONE: return a;
    case PLAIN: // finds each address anew
        a.flops = 1.2;
        a.varies = c->to != TO_Y;
        break;
    case TABLES: // addresses are computed once, ahead
        a.space = rounded_up(4 * (places(&c->y) + depth));
        break;
    case COLUMNS: // copies the windows of an image, side by side
        ok = channels_last(&c->x) != 1;
        a.space = rounded_up(depth * c->conv.groups * places(&c->y) *
                             (double)dnn_size(c->x.type));
        break;
    case WINOGRAD: // 16 products for 4 results of 9
        ok = suits_winograd(c);
        a.flops = 1 / 2.25;
        break;
    }
    if (ok) a.status = CUDNN_STATUS_SUCCESS;
    return a;
}

static SimUnit conv_unit(const Conv *c) {
    if (c->x.type == CUDNN_DATA_DOUBLE) return SIM_UNIT_TENSOR_64;
    if (c->x.type != CUDNN_DATA_FLOAT) return SIM_UNIT_TENSOR_16;
    return c->conv.math == CUDNN_FMA_MATH ? SIM_UNIT_F32 : SIM_UNIT_TENSOR_TF32;
}

void conv_cost(const Conv *c, const Algorithm *a, SimWork *w) {
    double rows = (double)c->y.size[0] * places(&c->y);
    double groups = c->conv.groups, cols = c->y.size[1] / groups;
    double depth = (double)c->w.size[1] * places(&c->w);
    w->unit = conv_unit(c);
    w->flops = 2 * rows * cols * groups * depth * a->flops;
    w->bytes = dnn_bytes(&c->x) + dnn_bytes(&c->w) + dnn_bytes(&c->y);
    // Written and read again, for each image.
    w->bytes += 2.0 * (double)a->space * c->x.size[0];
    w->tiles = ceil(rows / 128) * ceil(cols / 128) * groups;
    if (w->tiles < 128) w->tiles = ceil(rows / 64) * ceil(cols / 32) * groups;
    w->grid = (unsigned)w->tiles;
    w->block = 256;
}

// ---- arithmetic

// Three dimensions of space: those that are missing have size 1.
typedef struct Space {
    int in[MOST_SPACE], out[MOST_SPACE], window[MOST_SPACE];
    int pad[MOST_SPACE], stride[MOST_SPACE], dilation[MOST_SPACE];
    size_t ins, outs, windows; // places
} Space;

static Space conv_space(const Conv *c) {
    Space s = {.ins = 1, .outs = 1, .windows = 1};
    const Window *v = &c->conv.win;
    for (int i = 0; i < MOST_SPACE; i++) {
        int d = i - (MOST_SPACE - v->dims);
        s.in[i] = d < 0 ? 1 : c->x.size[2 + d];
        s.out[i] = d < 0 ? 1 : c->y.size[2 + d];
        s.window[i] = d < 0 ? 1 : c->w.size[2 + d];
        s.pad[i] = d < 0 ? 0 : v->pad[d];
        s.stride[i] = d < 0 ? 1 : v->stride[d];
        s.dilation[i] = d < 0 ? 1 : v->dilation[d];
        s.ins *= (size_t)s.in[i];
        s.outs *= (size_t)s.out[i];
        s.windows *= (size_t)s.window[i];
    }
    return s;
}

// The place of the input that an output and a part of the window meet at.
static int meet(const Space *s, int i, int out, int part) {
    return out * s->stride[i] - s->pad[i] + part * s->dilation[i];
}

// One row of outputs and one weight.
static void row(const Space *s, Direction to, int part, double *x, double *w,
                double *y) {
    int first = 0, last = s->out[2], step = s->stride[2];
    while (first < last && meet(s, 2, first, part) < 0)
        first++;
    while (last > first && meet(s, 2, last - 1, part) >= s->in[2])
        last--;
    x += meet(s, 2, 0, part);
    double sum = 0;
    for (int o = first; o < last; o++) {
        ptrdiff_t i = (ptrdiff_t)o * step;
        switch (to) {
        case TO_Y: y[o] += *w * x[i]; break;
        case TO_X: x[i] += *w * y[o]; break;
        case TO_W: sum += x[i] * y[o]; break;
        }
    }
    if (to == TO_W) *w += sum;
}

// One channel of input, one of output: every part of the window.
static void plane(const Space *s, Direction to, bool turned, double *x,
                  double *w, double *y) {
    for (size_t part = 0; part < s->windows; part++) {
        size_t at = turned ? s->windows - 1 - part : part;
        int pw = (int)(part % (size_t)s->window[2]);
        int ph = (int)(part / (size_t)s->window[2] % (size_t)s->window[1]);
        int pd = (int)(part / (size_t)s->window[2] / (size_t)s->window[1]);
        for (int od = 0; od < s->out[0]; od++) {
            int id = meet(s, 0, od, pd);
            if (id < 0 || id >= s->in[0]) continue;
            for (int oh = 0; oh < s->out[1]; oh++) {
                int ih = meet(s, 1, oh, ph);
                if (ih < 0 || ih >= s->in[1]) continue;
                row(s, to, pw, x + ((ptrdiff_t)id * s->in[1] + ih) * s->in[2],
                    w + at, y + ((ptrdiff_t)od * s->out[1] + oh) * s->out[2]);
            }
        }
    }
}

void conv_compute(const Conv *c, double *x, double *w, double *y) {
    Space s = conv_space(c);
    bool turned = c->conv.mode == CUDNN_CONVOLUTION;
    size_t depth = (size_t)c->w.size[1], ks = (size_t)c->w.size[0];
    size_t cs = (size_t)c->x.size[1], of_group = ks / (size_t)c->conv.groups;
    for (size_t n = 0; n < (size_t)c->x.size[0]; n++)
        for (size_t k = 0; k < ks; k++)
            for (size_t i = 0; i < depth; i++) {
                size_t channel = k / of_group * depth + i;
                plane(&s, c->to, turned, x + (n * cs + channel) * s.ins,
                      w + (k * depth + i) * s.windows,
                      y + (n * ks + k) * s.outs);
            }
}
