#include "paper/result.h"

enum { MAX_ROWS = 400 };

PaperRow *paper_add_row(PaperResult *res, const char *name, const char *title) {
    if (!res->rows) res->rows = arena_array(&res->arena, PaperRow, MAX_ROWS);
    PaperRow *row = &res->rows[res->nrows];
    if (res->nrows < MAX_ROWS - 1) res->nrows++;
    *row = (PaperRow){.name = name,
                      .key = name,
                      .title = title,
                      .kind = "",
                      .said = "",
                      .why = ""};
    return row;
}

void paper_fail_row(PaperRow *row, const char *kind, const char *why) {
    row->verdict = VERDICT_FAIL;
    row->kind = kind;
    row->why = why;
}

void paper_free(PaperResult *res) {
    arena_reset(&res->arena);
    *res = (PaperResult){0};
}
