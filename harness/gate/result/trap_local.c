// An index that goes past the end of an array of a thread's own: see
// trap_rules.def. The device keeps such arrays in registers, so that only the
// file shows it.
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <string.h>

// A loop over constants, and the text of what it repeats.
typedef struct Rounds {
    Str name; // of its counter
    Str ask;  // "k < SIZE"
    long most;
    Str body;
    int line;
} Rounds;

static Str body_after(const char *head) {
    const char *from = head + strspn(head, ") \n"), *p = from;
    int depth = 0;
    for (; *p; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth == 0 && (*p == '}' || *p == ';')) break;
    }
    return (Str){from, (size_t)(p - from)};
}

// The largest value of the counter, if it begins and steps by written numbers;
// else the largest that the condition lets in.
static long most_of(const char *code, Str first, Str step, long bound) {
    const char *set = memchr(first.p, '=', first.n);
    const char *add = memmem(step.p, step.n, "+=", 2);
    long from, by = 1;
    Str begin =
        set ? str_trim((Str){set + 1, first.n - (size_t)(set + 1 - first.p)})
            : (Str){0};
    if (!source_constant(code, begin, &from)) return bound - 1;
    Str rest =
        add ? str_trim((Str){add + 2, step.n - (size_t)(add + 2 - step.p)})
            : (Str){0};
    if (add && (!source_constant(code, rest, &by) || by < 1)) return bound - 1;
    return from >= bound ? -1 : from + (bound - 1 - from) / by * by;
}

static bool find_rounds(const char *code, const char *at, Rounds *out) {
    Str part[3];
    long bound;
    if (!source_for(at, part)) return false;
    Str ask = part[1];
    const char *less = memchr(ask.p, '<', ask.n);
    if (!less || memmem(ask.p, ask.n, "&&", 2)) return false;
    bool equal = less[1] == '=';
    const char *limit = less + 1 + equal;
    Str name = str_trim((Str){ask.p, (size_t)(less - ask.p)});
    Str end = str_trim((Str){limit, ask.n - (size_t)(limit - ask.p)});
    if (!source_is_name(name) || !source_constant(code, end, &bound))
        return false;
    *out = (Rounds){name, ask, most_of(code, part[0], part[2], bound + equal),
                    body_after(part[2].p + part[2].n), source_number(code, at)};
    return true;
}

// The number that the index `k + 1` adds to the counter, or -1.
static long added(const char *code, Str index, Str name) {
    long more;
    if (index.n < name.n || memcmp(index.p, name.p, name.n)) return -1;
    Str rest = str_trim((Str){index.p + name.n, index.n - name.n});
    if (rest.n == 0) return 0;
    if (*rest.p != '+') return -1;
    rest = str_trim((Str){rest.p + 1, rest.n - 1});
    return source_constant(code, rest, &more) ? more : -1;
}

static const char *past_in(const Told *w, const char *array, long size,
                           const Rounds *r) {
    const char *end = r->body.p + r->body.n;
    for (const char *p = r->body.p; (p = source_word(p, array)) && p < end;) {
        p += strlen(array);
        size_t n = *p == '[' ? strcspn(p, "]") : 0;
        Str index = n ? str_trim((Str){p + 1, n - 1}) : (Str){0};
        long more = n ? added(w->code, index, r->name) : -1;
        // A test in the loop may keep the last round out.
        bool asks = memmem(r->body.p, (size_t)(p - r->body.p), "if (", 4);
        if (more < 0 || asks || r->most + more < size) continue;
        return arena_fmt(
            &w->r->arena,
            "`%s` has %ld elements, 0 to %ld, and line %d uses `%s[%.*s]`: the "
            "loop of line %d goes on while %.*s, so this can be element %ld. "
            "What lies past the end is garbage. End the loop earlier.",
            array, size, size - 1, source_number(w->code, p), array,
            (int)index.n, index.p, r->line, (int)r->ask.n, r->ask.p,
            r->most + more);
    }
    return NULL;
}

// The array that is declared at p, just past its type, with a constant size.
static const char *local_array(const Told *w, const char *p, long *size) {
    p += strspn(p, " ");
    size_t n = source_name_length(p), len;
    if (n == 0 || p[n] != '[') return NULL;
    len = strcspn(p + n, "]");
    if (p[n + len] != ']' || p[n + len + 1] == '[') return NULL;
    if (!source_constant(w->code, str_trim((Str){p + n + 1, len - 1}), size))
        return NULL;
    return arena_strn(&w->r->arena, p, n);
}

static const char *past_of(const Told *w, const char *from, const char *array,
                           long size) {
    const char *next = strstr(from, "__global__");
    const char *says = NULL;
    for (const char *p = from; !says && (p = source_word(p, "for")); p += 3) {
        Rounds r;
        if (next && p > next) break;
        if (find_rounds(w->code, p, &r)) says = past_in(w, array, size, &r);
    }
    return says;
}

const char *trap_past_local(const Told *w) {
    static const char *const types[] = {"float", "double", "int", "unsigned"};
    if (!told_is(w, "uninitialised-local")) return NULL;
    const char *from = source_device(w->code), *says = NULL;
    for (size_t k = 0; from && k < COUNT_OF(types); k++)
        for (const char *p = from; !says && (p = source_word(p, types[k]));) {
            long size;
            bool shared =
                p - w->code > 11 && !strncmp(p - 11, "__shared__", 10);
            p += strlen(types[k]);
            const char *array = shared ? NULL : local_array(w, p, &size);
            if (array) says = past_of(w, p, array, size);
        }
    return says;
}
