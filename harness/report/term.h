// Text on a terminal, or not on one: colour, width, bars, a spinner.
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include "base/buf.h"

typedef struct Term {
    bool tty;        // stdout is a terminal
    bool err_tty;    // stderr is one: spinner and progress go there
    bool colour;     // tty, and neither NO_COLOR nor TERM=dumb
    bool err_colour; // the same of stderr
    bool utf8;       // the locale takes more than ASCII
    int width;       // columns, 80 if unknown
    int height;      // lines, 24 if unknown
    int brief;       // 0: everything; more: what an overfull screen leaves out
} Term;

typedef enum Ink {
    INK_PLAIN,
    INK_GOOD,
    INK_BAD,
    INK_WARN,
    INK_DIM,
    INK_BOLD,
    INK_NAME,
} Ink;

Term term_probe(void);
// Returns the same terminal as seen by text that goes to stderr.
Term term_for_stderr(const Term *t);
// Appends text in a colour if the terminal has them.
void term_ink(const Term *t, Buf *out, Ink ink, const char *fmt, ...)
    PRINTF(4, 5);
// Appends text wrapped at the width, every line indented; line ends in the
// text stay, and a line after one that begins with four spaces is left as it
// is: code, or a command to copy.
void term_wrap(const Term *t, Buf *out, int indent, const char *text);
// As term_wrap, made by a format. No line end at its end.
void term_line(const Term *t, Buf *out, int indent, const char *fmt, ...)
    PRINTF(4, 5);
// As term_wrap for text that continues a line which already holds `column`
// characters: the first line is not indented.
void term_hang(const Term *t, Buf *out, int column, int indent,
               const char *text);
// Appends "[#####-----] 5/12".
void term_bar(const Term *t, Buf *out, int done, int total, int cells);
// Appends one character per value, low to high; NaN is a gap.
void term_spark(const Term *t, Buf *out, const double *values, int n);
// Returns how many columns the n bytes of text take (UTF-8, no control
// characters).
int term_columns(const char *text, size_t n);
// Appends as many whole characters of the text as `columns` hold.
void term_cut(Buf *out, const char *text, int columns);
// A spinner on stderr with a text, for steps over a second; silent without a
// terminal. Redrawn by a thread until term_spin_end. Calling it again changes
// the text.
void term_spin(const Term *t, const char *text);
void term_spin_end(void);
// In a process that was forked while one may have been shown: it has none.
void term_forked(void);
// Writes to stdout, whole.
void term_put(const Buf *out);
// The errno of output that did not arrive, on a full disk for example; 0 if all
// did, or if the reader went away because it had enough (`kata history |
// head`).
int term_lost(void);

#endif
