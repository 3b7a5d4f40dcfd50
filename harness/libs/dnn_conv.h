// Inside cuDNN: one convolution, in any of its three directions.
#ifndef LIBS_DNN_CONV_H
#define LIBS_DNN_CONV_H

#include "libs/dnn.h"

// Named by what it computes: y of x and w, dx of w and dy, dw of x and dy.
typedef enum Direction { TO_Y, TO_X, TO_W } Direction;

typedef struct Conv {
    Direction to;
    Tensor x, w, y;
    struct cudnnConvolutionStruct conv;
} Conv;

// An algorithm for it: its status, workspace, and cost beside the plain one's.
typedef struct Algorithm {
    int id; // of the direction's enum
    cudnnStatus_t status;
    size_t space;
    double flops; // times those of the plain one
    bool varies;  // sums in no fixed order
} Algorithm;

// Fills *out: SUCCESS, or why the descriptors do not fit together.
cudnnStatus_t conv_of(Direction to, const cudnnTensorDescriptor_t x,
                      const cudnnFilterDescriptor_t w,
                      const cudnnTensorDescriptor_t y,
                      const cudnnConvolutionDescriptor_t c, Conv *out);

// The sizes of y. False: the descriptors do not fit, or nothing is left.
bool conv_output(const struct cudnnConvolutionStruct *c, const Tensor *x,
                 const Tensor *w, int size[CUDNN_DIM_MAX]);

// How many algorithms a direction has, and one of them for this problem.
int conv_algorithms(Direction to);
Algorithm conv_algorithm(const Conv *c, int id);

// Its unit, flops, bytes and tiles.
void conv_cost(const Conv *c, const Algorithm *a, SimWork *w);

// out += the products of the other two, all dense doubles.
void conv_compute(const Conv *c, double *x, double *w, double *y);

#endif
