// Pictures: SVG by kata itself; the terminal's and PNG through gnuplot. Without
// gnuplot the table above stands alone, and one sentence says how to get it.
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "cli/app/app.h"
#include "report/plot.h"

typedef struct PictureOpts {
    const char *svg, *png; // files asked for, or NULL
    bool no_plot;          // nothing on the terminal
} PictureOpts;

// Returns whether the files asked for can be drawn here: before anything is
// measured.
bool picture_possible(App *a, const PictureOpts *o, Err *err);
// Appends the terminal's picture to out and writes the files asked for. False
// with an Err only if a file was asked for and cannot be had.
// The SVG holds all n plots, one below the other; the others the first.
bool picture_draw(App *a, const Plot *p, int n, const PictureOpts *o, Buf *out,
                  Err *err);

#endif
