// The discrete Fourier transform of one line, by definition
//
//     y[k] = sum over j of x[j] * exp(sign * 2 pi i j k / n)
//
// in double precision, in n log n steps for every n.
#ifndef LIBS_FFT_H
#define LIBS_FFT_H

#include <stddef.h>

typedef struct Complex {
    double re, im;
} Complex;

// The tables for one length; fft_line_free gives them back.
typedef struct FftLine FftLine;
FftLine *fft_line_new(size_t n);
void fft_line_free(FftLine *l);

// Transforms n elements in place. sign: -1 forward, 1 inverse, not divided by
// n.
void fft_line(FftLine *l, Complex *x, int sign);

#endif
