// Keeping what kata lint finds.
#include "plan/lint_parts.h"

#include "base/vec.h"

#include <stdio.h>

void lint_find(Findings *out, Loc loc, bool is_error, const char *fmt, ...) {
    Finding f = {.loc = loc, .is_error = is_error};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f.msg, sizeof f.msg, fmt, ap);
    va_end(ap);
    vec_push(out, f);
}

void lint_advise(Findings *out, const char *fmt, ...) {
    Finding *f = &out->at[out->n - 1];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->hint, sizeof f->hint, fmt, ap);
    va_end(ap);
}
