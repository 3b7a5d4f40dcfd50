// A picture: curves and points over two axes. As a gnuplot script that holds
// its data, for the terminal (cli/picture.h runs it); as SVG, for files and
// pages.
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "base/buf.h"

typedef struct PlotSeries {
    const char *name;
    const double *x, *y; // points that are not finite are gaps
    int n;
    bool points;               // marks only, else a line
    const char *const *labels; // n of them beside the marks, or NULL
    bool hollow;               // open marks: modelled
    bool cross;                // crosses for marks: not passed
    bool ceiling;              // a line that is dashed and has its name at it
    const char *const *links;  // n ids of the page, or NULL
} PlotSeries;

typedef struct Plot {
    const char *title, *xlabel, *ylabel;
    const char *desc; // the picture in a sentence, or NULL
    bool log_y;       // x always is, unless linear_x; its base is 2 if log2_x
    bool log2_x;
    bool linear_x; // whole numbers: the n-th attempt
    bool y_is_us;  // microseconds, shown as people read them
    int height;    // of the SVG in its own units; 0: as usual
    PlotSeries series[12];
    int n;
} Plot;

typedef enum PlotKind { PLOT_TEXT, PLOT_PNG } PlotKind;

// Appends the script. file: where the picture goes; NULL for PLOT_TEXT, which
// writes to stdout, width columns wide.
void plot_script(const Plot *p, PlotKind kind, const char *file, int width,
                 Buf *out);

// Appends it as an <svg> for a page that has the rules of plot_rules. id: for
// its title, not used twice in a page.
void plot_svg(const Plot *p, const char *id, Buf *out);
// Appends a whole SVG file, light and dark: n plots, one below the other.
void plot_svg_file(const Plot *p, int n, Buf *out);
// The rules for plots, in CSS; and their colours, light and dark.
extern const char plot_rules[], plot_light[], plot_dark[];

#endif
