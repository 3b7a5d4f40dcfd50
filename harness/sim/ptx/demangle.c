// Names that a learner wrote, out of names that the linker needs.
#include "sim/ptx/demangle.h"

#include "base/base.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// From the C++ library, which is there in every exercise binary (nvcc links
// it) and need not be elsewhere.
extern char *__cxa_demangle(const char *, char *, size_t *, int *)
    __attribute__((weak));

// _Z3addPfi is add; _ZN2ns3addEv is ns::add. Templates keep their own name
// only. NULL: something else.
static const char *plain_name(Arena *a, const char *s) {
    s += 2; // _Z
    if (*s == 'L') s++;
    bool nested = *s == 'N';
    const char *out = NULL;
    s += nested;
    while (isdigit((unsigned char)*s)) {
        char *end;
        unsigned long n = strtoul(s, &end, 10);
        if (!n || n > strlen(end)) return NULL;
        out = out ? arena_fmt(a, "%s::%.*s", out, (int)n, end)
                  : arena_strn(a, end, n);
        s = end + n;
        if (!nested) break;
    }
    return out;
}

const char *demangle(Arena *a, const char *name) {
    if (strncmp(name, "_Z", 2)) return name;
    if (__cxa_demangle) {
        int status;
        char *text = __cxa_demangle(name, NULL, NULL, &status);
        const char *out = text ? arena_str(a, text) : NULL;
        free(text);
        if (out) return out;
    }
    const char *plain = plain_name(a, name);
    return plain ? plain : name;
}
