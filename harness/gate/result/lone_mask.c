// See lone_mask.h.
#include "gate/result/lone_mask.h"

#include "gate/result/source.h"

#include <string.h>

static Str without_brackets(Str text) {
    text = str_trim(text);
    while (text.n > 2 && *text.p == '(' && text.p[text.n - 1] == ')' &&
           !memchr(text.p + 1, '(', text.n - 2))
        text = str_trim((Str){text.p + 1, text.n - 2});
    return text;
}

// The text after the shift of "1u << lane"; empty: it is another expression.
static Str shifted(Str text) {
    static const char *const ones[] = {"1", "1u", "1U"};
    text = without_brackets(text);
    for (size_t i = 0; i < COUNT_OF(ones); i++) {
        size_t n = strlen(ones[i]);
        if (text.n <= n || memcmp(text.p, ones[i], n)) continue;
        Str rest = str_trim((Str){text.p + n, text.n - n});
        if (rest.n < 3 || memcmp(rest.p, "<<", 2)) continue;
        return str_trim((Str){rest.p + 2, rest.n - 2});
    }
    return (Str){0};
}

// A name that says lane, or an expression of the thread's number. A shift that
// is part of a larger expression, as (1u << n) - 1, is no lane's mask.
static bool is_own_lane(Str lane) {
    Str inside = without_brackets(lane);
    int depth = 0;
    for (size_t i = 0; i < inside.n; i++) {
        char c = inside.p[i];
        depth += (c == '(') - (c == ')');
        if (depth == 0 && strchr("-|^,;?<>+~", c)) return false;
    }
    return source_holds(inside, "threadIdx") || source_holds(inside, "lane");
}

// The mask as it is written, or as its variable was given it.
static Str mask_value(Arena *a, const char *code, const char *at, Str mask) {
    if (!source_is_name(mask)) return mask;
    const char *value = source_value(code, at, arena_strn(a, mask.p, mask.n));
    if (!value) return mask;
    return str_trim((Str){value, strcspn(value, ";,")});
}

// The call that p stands in the name of, as "__shfl_down_sync".
static size_t call_length(const char *p) {
    static const char *const calls[] = {"__shfl_", "__ballot_", "__any_",
                                        "__all_", "__reduce_"};
    size_t n = source_name_length(p);
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (str_starts(p, calls[i]) && n > 5 &&
            !memcmp(p + n - 5, "_sync", 5) && p[n] == '(')
            return n;
    return 0;
}

const char *lone_mask_words(Arena *a, const char *code) {
    for (const char *p = code; (p = strstr(p, "__")); p++) {
        size_t n = p > code && source_name_char(p[-1]) ? 0 : call_length(p);
        if (n == 0) continue;
        Str mask = str_trim(source_call_argument(p + n, 0));
        Str value = mask_value(a, code, p, mask);
        if (!is_own_lane(shifted(value))) continue;
        return arena_fmt(a,
                         "Line %d gives %.*s the mask %.*s, which names one "
                         "lane, so each lane is alone in its call. The mask "
                         "names all lanes that take part together: 0xffffffff "
                         "for the whole warp.",
                         source_number(code, p), (int)n, p, (int)value.n,
                         value.p);
    }
    return NULL;
}
