// Stockham's transform with any small prime as a radix; Bluestein's for lengths
// with a large prime factor.
#include "libs/fft.h"

#include "base/base.h"
#include "base/heap.h"

#include <math.h>
#include <string.h>

enum { FACTORS = 64, LARGEST_RADIX = 31 };

struct FftLine {
    size_t n;
    int radix[FACTORS], nradix;
    Complex *root;  // root[k] = exp(-2 pi i k / n)
    Complex *other; // n elements, between the stages
    // Bluestein: n has a prime factor above LARGEST_RADIX.
    FftLine *wide;   // of a power of two >= 2n - 1; NULL: Stockham
    Complex *chirp;  // exp(-pi i k^2 / n)
    Complex *filter; // of its conjugate, transformed
    Complex *work;
};

static Complex times(Complex a, Complex b) {
    return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static Complex on_circle(double turns) {
    double angle = -2 * M_PI * turns;
    return (Complex){cos(angle), sin(angle)};
}

// ---- Stockham
//
// A stage of radix p takes n = p * m * s elements, m blocks of s lines apart,
// and leaves them sorted for the next one:
//
//     y[(j p + r) s + q] = sum over t of x[(j + t m) s + q] w^(t r) , twisted
//     by w_{p m}^(j r)

static void stage_2(const FftLine *l, size_t m, size_t s, int sign,
                    const Complex *x, Complex *y) {
    size_t step = l->n / (2 * m);
    for (size_t j = 0; j < m; j++) {
        Complex w = l->root[j * step];
        if (sign > 0) w.im = -w.im;
        for (size_t q = 0; q < s; q++) {
            Complex a = x[j * s + q], b = x[(j + m) * s + q];
            y[2 * j * s + q] = (Complex){a.re + b.re, a.im + b.im};
            y[(2 * j + 1) * s + q] =
                times((Complex){a.re - b.re, a.im - b.im}, w);
        }
    }
}

static void stage_4(const FftLine *l, size_t m, size_t s, int sign,
                    const Complex *x, Complex *y) {
    size_t step = l->n / (4 * m);
    for (size_t j = 0; j < m; j++) {
        Complex w[4];
        for (size_t r = 1; r < 4; r++) {
            w[r] = l->root[j * r * step];
            if (sign > 0) w[r].im = -w[r].im;
        }
        for (size_t q = 0; q < s; q++) {
            const Complex *p = x + j * s + q;
            Complex a = p[0], b = p[m * s], c = p[2 * m * s], d = p[3 * m * s];
            Complex ac = {a.re + c.re, a.im + c.im};
            Complex ad = {a.re - c.re, a.im - c.im};
            Complex bd = {b.re + d.re, b.im + d.im};
            // (b - d) times i or -i
            Complex be = {sign * (d.im - b.im), sign * (b.re - d.re)};
            Complex *to = y + 4 * j * s + q;
            to[0] = (Complex){ac.re + bd.re, ac.im + bd.im};
            to[s] = times((Complex){ad.re + be.re, ad.im + be.im}, w[1]);
            to[2 * s] = times((Complex){ac.re - bd.re, ac.im - bd.im}, w[2]);
            to[3 * s] = times((Complex){ad.re - be.re, ad.im - be.im}, w[3]);
        }
    }
}

static void stage_any(const FftLine *l, size_t p, size_t m, size_t s, int sign,
                      const Complex *x, Complex *y) {
    size_t step = l->n / (p * m);
    Complex turn[LARGEST_RADIX];
    for (size_t r = 0; r < p; r++) {
        turn[r] = l->root[r * (l->n / p)];
        if (sign > 0) turn[r].im = -turn[r].im;
    }
    for (size_t j = 0; j < m; j++)
        for (size_t r = 0; r < p; r++) {
            Complex w = l->root[j * r * step % l->n];
            if (sign > 0) w.im = -w.im;
            for (size_t q = 0; q < s; q++) {
                Complex sum = x[j * s + q];
                for (size_t t = 1; t < p; t++) {
                    Complex v = times(x[(j + t * m) * s + q], turn[t * r % p]);
                    sum.re += v.re;
                    sum.im += v.im;
                }
                y[(j * p + r) * s + q] = times(sum, w);
            }
        }
}

static void stockham(FftLine *l, Complex *x, int sign) {
    Complex *from = x, *to = l->other;
    size_t m = l->n, s = 1;
    for (int i = 0; i < l->nradix; i++) {
        size_t p = (size_t)l->radix[i];
        m /= p;
        if (p == 4)
            stage_4(l, m, s, sign, from, to);
        else if (p == 2)
            stage_2(l, m, s, sign, from, to);
        else
            stage_any(l, p, m, s, sign, from, to);
        s *= p;
        Complex *was = from;
        from = to;
        to = was;
    }
    if (from != x) memcpy(x, from, l->n * sizeof *x);
}

// ---- Bluestein: j k = (j^2 + k^2 - (k - j)^2) / 2 makes it a convolution

static void bluestein(FftLine *l, Complex *x, int sign) {
    size_t n = l->n, wide = l->wide->n;
    // Of the inverse: conjugate before and after.
    for (size_t i = 0; sign > 0 && i < n; i++)
        x[i].im = -x[i].im;
    for (size_t i = 0; i < n; i++)
        l->work[i] = times(x[i], l->chirp[i]);
    memset(l->work + n, 0, (wide - n) * sizeof *l->work);
    fft_line(l->wide, l->work, -1);
    for (size_t i = 0; i < wide; i++)
        l->work[i] = times(l->work[i], l->filter[i]);
    fft_line(l->wide, l->work, 1);
    for (size_t i = 0; i < n; i++) {
        Complex v = times(l->work[i], l->chirp[i]);
        x[i] = (Complex){v.re / (double)wide, v.im / (double)wide};
        if (sign > 0) x[i].im = -x[i].im;
    }
}

static void bluestein_init(FftLine *l) {
    size_t n = l->n, wide = 1;
    while (wide < 2 * n - 1)
        wide *= 2;
    l->wide = fft_line_new(wide);
    l->chirp = heap_new(n, sizeof(Complex));
    l->filter = heap_new(wide, sizeof(Complex));
    l->work = heap_new(wide, sizeof(Complex));
    for (size_t k = 0; k < n; k++) {
        // k^2 mod 2n, so that the angle is exact for large k.
        unsigned __int128 square = (unsigned __int128)k * k;
        l->chirp[k] =
            on_circle((double)(size_t)(square % (2 * n)) / (double)(2 * n));
        Complex back = {l->chirp[k].re, -l->chirp[k].im};
        l->filter[k] = back;
        if (k) l->filter[wide - k] = back;
    }
    fft_line(l->wide, l->filter, -1);
}

// ---- a line

// Fours first, then what else divides n. False: a factor is too large.
static bool factorise(FftLine *l) {
    size_t rest = l->n;
    while (rest % 4 == 0) {
        l->radix[l->nradix++] = 4;
        rest /= 4;
    }
    for (int p = 2; p <= LARGEST_RADIX; p++)
        while (rest % (size_t)p == 0) {
            l->radix[l->nradix++] = p;
            rest /= (size_t)p;
        }
    return rest == 1;
}

FftLine *fft_line_new(size_t n) {
    FftLine *l = heap_new(1, sizeof *l);
    l->n = n;
    if (!factorise(l)) {
        bluestein_init(l);
        return l;
    }
    l->root = heap_new(n, sizeof(Complex));
    l->other = heap_new(n, sizeof(Complex));
    for (size_t k = 0; k < n; k++)
        l->root[k] = on_circle((double)k / (double)n);
    return l;
}

void fft_line_free(FftLine *l) {
    if (!l) return;
    fft_line_free(l->wide);
    heap_free(l->root);
    heap_free(l->other);
    heap_free(l->chirp);
    heap_free(l->filter);
    heap_free(l->work);
    heap_free(l);
}

void fft_line(FftLine *l, Complex *x, int sign) {
    if (l->wide)
        bluestein(l, x, sign);
    else
        stockham(l, x, sign);
}
