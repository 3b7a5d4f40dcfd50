// See bank_words.h.
#include "gate/result/bank_words.h"

#include "gate/result/source.h"

#include <string.h>

// The text within the brackets at p, which ends before *end.
static Str extent(const char *p, const char **end) {
    const char *close = *p == '[' ? strchr(p, ']') : NULL;
    *end = close ? close + 1 : p;
    return close ? str_trim((Str){p + 1, (size_t)(close - p - 1)}) : (Str){0};
}

// A few elements more are padding; a halo has its reasons.
static bool is_padding(const char *code, Str more) {
    enum { MOST = 8 };
    long n = 0;
    return source_constant(code, more, &n) && n > 0 && n <= MOST;
}

const char *bank_words(CheckResult *r) {
    if (r->ex->kind != KIND_CUDA || !check_gate_fails(r, "bank_conflicts"))
        return NULL;
    const char *code = source_code(&r->arena, r->source, r->source_len);
    for (const char *p = code; (p = source_word(p, "__shared__")); p++) {
        const char *open = p + strcspn(p, "[;"), *next, *end;
        Str rows = extent(open, &next), row = extent(next, &end);
        const char *plus = rows.n ? memchr(rows.p, '+', rows.n) : NULL;
        if (!plus || row.n == 0 || *end == '[' || memchr(row.p, '+', row.n))
            continue;
        Str plain = str_trim((Str){rows.p, (size_t)(plus - rows.p)});
        Str more =
            str_trim((Str){plus + 1, (size_t)(rows.p + rows.n - plus - 1)});
        if (!is_padding(code, more)) continue;
        return arena_fmt(&r->arena,
                         "The array in line %d has the extents [%.*s][%.*s]: "
                         "more rows, each as long as without the padding. "
                         "Rows begin in other banks if they are longer: "
                         "[%.*s][%.*s + %.*s].",
                         source_number(code, p), (int)rows.n, rows.p,
                         (int)row.n, row.p, (int)plain.n, plain.p, (int)row.n,
                         row.p, (int)more.n, more.p);
    }
    return NULL;
}
