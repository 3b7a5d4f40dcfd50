// A picture as a gnuplot script: curves and points over one or two logarithmic
// axes. The script holds its data; cli/picture.h runs it.
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "base/buf.h"

typedef struct PlotSeries {
    const char *name;
    const double *x, *y; // points that are not finite are gaps
    int n;
    bool points;               // marks only, else a line
    const char *const *labels; // n of them beside the marks, or NULL
} PlotSeries;

typedef struct Plot {
    const char *title, *xlabel, *ylabel;
    bool log_y; // x always is; its base is 2 if log2_x
    bool log2_x;
    PlotSeries series[8];
    int n;
} Plot;

typedef enum PlotKind { PLOT_TEXT, PLOT_SVG, PLOT_PNG } PlotKind;

// Appends the script. file: where the picture goes; NULL for PLOT_TEXT, which
// writes to stdout, width columns wide.
void plot_script(const Plot *p, PlotKind kind, const char *file, int width,
                 Buf *out);

#endif
