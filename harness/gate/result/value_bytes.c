// Copies and settings that count elements in the place of bytes: see
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/bytes.h"
#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

const char *value_bytes(CheckResult *r, const char *code) {
    return bytes_words(r, code, NULL);
}

static bool has_bytes_alone(const CheckResult *r, const char *name) {
    for (int g = 0; g < r->ex->nargs; g++)
        if (!strcmp(r->ex->args[g].name, name))
            return elem_info[r->ex->args[g].type].bytes == 1;
    return true; // of which nothing is known
}

// cudaMemset(out, 1, ...): every byte of an int becomes 1.
const char *value_memset_value(CheckResult *r, const char *code) {
    for (const char *p = code; (p = strstr(p, "cudaMemset")); p++) {
        const char *open = strchr(p, '('), *end = p + strcspn(p, ";");
        if (!open || open > end) continue;
        Str name = source_call_argument(open, 0),
            value = source_call_argument(open, 1);
        const char *word = arena_strn(&r->arena, name.p, name.n);
        char *rest;
        long n = strtol(value.p ? value.p : "0", &rest, 0);
        bool is_number = value.n > 0 && rest == value.p + value.n;
        if (!is_number || n == 0 || n == -1 || n == 0xff || n == 0x7f ||
            n == 0x3f || has_bytes_alone(r, word))
            continue;
        return arena_fmt(&r->arena,
                         "Line %d sets each byte of `%s` to %ld, not each "
                         "element: cudaMemset counts and sets bytes.",
                         source_number(code, p), word, n);
    }
    return NULL;
}
