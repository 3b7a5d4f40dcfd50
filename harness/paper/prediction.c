// Predictions in sources. A line is enough, in a comment of any language:
//
//     // predict: bank_conflicts 0
#include "paper/prediction.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool prediction_read(Arena *a, const char *source, Prediction *out) {
    static const char word[] = "predict:";
    *out = (Prediction){.said = NAN, .got = NAN, .before = NAN};
    for (const char *s = source; (s = strstr(s, word));) {
        s += sizeof word - 1;
        s += strspn(s, " \t");
        size_t n = 0;
        while (isalnum((unsigned char)s[n]) || s[n] == '_')
            n++;
        char *end;
        double said = strtod(s + n, &end);
        if (n == 0 || end == s + n || !isfinite(said)) continue;
        end += strspn(end, " ");
        out->metric = arena_strn(a, s, n);
        out->said = *end == '%' ? said / 100 : said;
        return true;
    }
    return false;
}

// Passes over spaces and comments of C.
static const char *code_from(const char *s) {
    for (;;) {
        if (isspace((unsigned char)*s)) {
            s++;
        } else if (s[0] == '/' && s[1] == '/') {
            s += strcspn(s, "\n");
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");
            s = end ? end + 2 : s + strlen(s);
        } else {
            return s;
        }
    }
}

bool prediction_same_code(const char *a, const char *b) {
    for (;; a++, b++) {
        a = code_from(a);
        b = code_from(b);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

static bool is_within(double x, double y, int within) {
    double most = fmax(fabs(x), fabs(y));
    return fabs(x - y) <= most * within / 100;
}

const char *prediction_fault(Arena *a, const Prediction *p, int within) {
    if (!p->metric) return "its source has no line `// predict: METRIC VALUE`";
    if (p->stale)
        return "an earlier attempt has the same code, so it was known what "
               "comes";
    if (!isfinite(p->got))
        return arena_fmt(a, "its check counted no %s", p->metric);
    if (!isfinite(p->before))
        return arena_fmt(a,
                         "no attempt before it counted %s. Check the kernel as "
                         "it is first (a stub that nobody has touched leaves "
                         "no attempt: write a comment into it)",
                         p->metric);
    if (is_within(p->got, p->before, within))
        return arena_fmt(a,
                         "%s stayed as it was (%.3g, now %.3g): predict what "
                         "the change moves",
                         p->metric, p->before, p->got);
    if (!is_within(p->said, p->got, within))
        return arena_fmt(a, "%s was predicted as %.3g and is %.3g", p->metric,
                         p->said, p->got);
    return NULL;
}
