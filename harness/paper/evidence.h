// Files of a project that rest on the record.
#ifndef PAPER_EVIDENCE_H
#define PAPER_EVIDENCE_H

#include "base/str.h"
#include "paper/paper.h"

// Looks every citation of a text up, and wants one of the exercises `of`
// ("any": of whichever), or one of each of them. Returns why not, in the arena,
// and a word for it in *kind; NULL: all is well.
const char *evidence_cites(const PaperRecord *rec, Arena *a, const char **of,
                           bool each, const char *file, Str text,
                           const char **kind);

// Wants a file of the kernel zoo to be what `kata zoo` writes there from the
// record: `file` is its path in the zoo, and its name or folder says of which
// exercise. Returns likewise.
const char *evidence_filed(const PaperRequest *q, Arena *a, const char *file,
                           Str text, const char **kind);

// Wants a file to be the text of an attempt that passed `exercise`, whatever
// the file's name is. Returns likewise.
const char *evidence_passed(const PaperRequest *q, Arena *a,
                            const char *exercise, const char *file, Str text,
                            const char **kind);

#endif
