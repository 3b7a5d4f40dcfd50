// Measured numbers in a text, and those that no citation supports.
#ifndef PAPER_NUMBERS_H
#define PAPER_NUMBERS_H

#include "paper/essay.h"

// Takes the next measured number ("412 us", "340 GB/s") out of *rest, with its
// unit; an empty one: there is none left.
Str numbers_next(Str *rest);
// The value of such a number, in its own unit.
double numbers_value(Str number);

// True if one of the measured numbers of facts is that one: the same unit,
// within 2 %.
bool numbers_agree(Str facts, Str number);

// True if a text says that its numbers are of somebody else: by a link, or by
// naming where they are from.
bool numbers_have_source(Str text);

// Wants each measured number of a text to be that of a citation in the same
// paragraph or row of a table (within 2 %, the same unit), and each such
// citation to name the device. Numbers with a source are left out. Returns why
// not, in the arena, and a word for it in *kind: "unsupported",
// "other-number" or "no-device"; NULL: all is well.
const char *numbers_cited(const PaperRecord *rec, Arena *a, const char *file,
                          Str text, const char **kind);

#endif
