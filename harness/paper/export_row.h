// The rows of an export, for its readers: export_csv.c, export_json.c and
// export_sanitizer.c.
#ifndef PAPER_EXPORT_ROW_H
#define PAPER_EXPORT_ROW_H

#include "paper/export.h"

// "void ns::copy<float>(float const*)" is "copy".
const char *export_kernel_name(Arena *a, const char *text);
// Reads "(32, 8, 1)" or "32,8,1"; zeros for anything else.
void export_extent(const char *text, long out[3]);
// An empty row, or NULL where there is no room.
ExportRow *export_row(Arena *a, Export *e);

// The text of compute-sanitizer's tools, one after the other.
bool export_sanitizer(Arena *a, const char *text, Export *out, char why[200]);
bool export_csv(Arena *a, const char *text, Export *out, char why[200]);
bool export_json(Arena *a, const char *text, size_t n, Export *out,
                 char why[200]);

#endif
