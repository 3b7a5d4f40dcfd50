// Text on a terminal, or not on one: colour, width, bars, a spinner.
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include "base/buf.h"

typedef struct Term {
    bool tty;    // stdout is a terminal
    bool err_tty; // stderr is one: spinner and progress go there
    bool colour; // tty, and neither NO_COLOR nor TERM=dumb
    int width;   // columns, 80 if unknown
} Term;

typedef enum Ink { INK_PLAIN, INK_GOOD, INK_BAD, INK_WARN, INK_DIM, INK_BOLD, INK_NAME } Ink;

Term term_probe(void);
// Appends text in a colour if the terminal has them.
void term_ink(const Term *t, Buf *out, Ink ink, const char *fmt, ...)
    PRINTF(4, 5);
// Appends text wrapped at the width, every line indented.
void term_wrap(const Term *t, Buf *out, int indent, const char *text);
// Appends "[#####-----] 5/12".
void term_bar(const Term *t, Buf *out, int done, int total, int cells);
// A spinner on stderr with a text, for steps over a second; silent without a
// terminal. Redrawn by a thread until term_spin_end.
void term_spin(const Term *t, const char *text);
void term_spin_end(void);
// Writes to stdout, whole.
void term_put(const Buf *out);

#endif
