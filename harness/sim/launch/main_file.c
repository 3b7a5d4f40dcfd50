// The file that a kernel is told by: that of its own lines, and not of what it
// calls. A kernel in a header that does nothing but call a function object, as
// launchers of libraries do (f(thread, block, arguments...)), is told by the
// file of what it calls.
#include "sim/launch/block.h"

#include "base/path.h"
#include "base/str.h"
#include "sim/decode/code.h"

#include <string.h>

// The place on the chain that is inlined into `outer`; NULL: it is there
// itself.
static const SrcLoc *inlined_in(const SrcLoc *loc, const SrcLoc *outer) {
    while (loc && loc->inlined_at != outer)
        loc = loc->inlined_at;
    return loc;
}

static const SrcLoc *outermost(const SrcLoc *loc) {
    while (loc && loc->inlined_at)
        loc = loc->inlined_at;
    return loc;
}

// Parameters are read before the first line.
static bool is_access(const Site *s) {
    bool access = str_starts(s->text, "ld") || str_starts(s->text, "st") ||
                  str_starts(s->text, "atom") || str_starts(s->text, "red");
    return access && s->space != SPACE_PARAM && s->space != SPACE_CONST;
}

// The file of the one function that all accesses of the kernel are in, called
// in one line, perhaps through functions of the kernel's own file; NULL: there
// are others.
static const char *called_file(const Code *c) {
    const SrcLoc *line = NULL;
    const char *file = NULL;
    for (uint32_t i = 1; i < c->nsites; i++) {
        if (!is_access(&c->sites[i])) continue;
        const SrcLoc *outer = outermost(c->sites[i].loc);
        const SrcLoc *in = outer ? inlined_in(c->sites[i].loc, outer) : NULL;
        if (!outer) continue;
        while (in && !strcmp(in->file, outer->file)) {
            outer = in;
            in = inlined_in(c->sites[i].loc, outer);
        }
        if (!in || (line && line->line != outer->line)) return NULL;
        while (comes_with_cuda(in->file) && in != c->sites[i].loc)
            in = inlined_in(c->sites[i].loc, in);
        if (comes_with_cuda(in->file) || (file && strcmp(file, in->file)))
            return NULL;
        line = outer;
        file = in->file;
    }
    return file;
}

const char *main_file_of(const Code *c) {
    const SrcLoc *loc = outermost(c->nblocks ? c->blocks[0].loc : NULL);
    const char *file = loc && loc->file ? loc->file : "";
    if (!*file || path_is_code(file) || comes_with_cuda(file)) return file;
    const char *called = called_file(c);
    return called && *called ? called : file;
}
