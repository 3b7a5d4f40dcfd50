// The first lines of a mutant.
#include "plan/mutant.h"
#include "base/path.h"
#include "base/str.h"
#include "plan/paper.h"
#include "plan/parts.h"

#include <string.h>

// Behind whatever begins a comment there: // in C, # in YAML and the shell,
// <!-- in Markdown.
static const char prefix[] = "rejected by:", says_prefix[] = "says:";
enum { MAX_WAYS = 8 };

typedef enum What { NOTHING, TEXT, TRAPS, METRICS, PATTERNS } What;

static const struct WayInfo {
    const char *name;
    What what; // a word behind it
    bool must_have;
} info[WAY_COUNT] = {
#define WAY(id, name, what, must, ...) [WAY_##id] = {name, what, must},
#include "plan/ways.def"
};

const char *way_name(WayKind k) {
    return info[k].name;
}

char **mutant_list(Arena *a, const Exercise *ex, int *n) {
    const char *ext = ex->kind == KIND_C               ? ".c"
                      : ex->kind == KIND_TRITON        ? ".py"
                      : ex->kind == KIND_PYTHON        ? ".py"
                      : ex->kind == KIND_REPORT        ? ".md"
                      : ex->paper && ex->paper->nneeds ? ".sh"
                      : ex->paper                      ? ".yaml"
                                                       : ".cu";
    char *dir = path_join(a, ex->sol, "mutants");
    char **names = path_list(a, dir, NULL);
    int kept = 0;
    for (char **name = names; *name; name++)
        if (str_ends(*name, ext)) names[kept++] = path_join(a, dir, *name);
    names[kept] = NULL;
    if (n) *n = kept;
    return names;
}

typedef struct Line {
    const char *path;
    int no;
    Str text;
    Arena *arena;
    Err *err;
} Line;

PRINTF(3, 4)
static bool wrong_line(const Line *l, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *msg = arena_vfmt(l->arena, fmt, ap);
    va_end(ap);
    // The Err outlives the caller's path, not the arena.
    Loc loc = {arena_str(l->arena, l->path), l->no, (int)(at - l->text.p) + 1};
    err_at(l->err, loc, "%s", msg);
    err_source(l->err, l->text.p, l->text.n);
    return err_hint(l->err, "the first line says what must catch it: "
                            "// rejected by: case n=1023 (no bounds check)");
}

static void hint_nearest(const Line *l, const char *word,
                         const char *const *names, int n) {
    int near = str_nearest(word, names, n);
    if (near >= 0) err_hint(l->err, "did you mean '%s'?", names[near]);
}

static bool is_known(What what, const char *word) {
    switch (what) {
    case TRAPS: return word_is_trap(word);
    case METRICS: return word_is_metric(word);
    case PATTERNS: return word_is_pattern(word);
    default: return true;
    }
}

static const char *const *known_words(What what, int *n) {
    if (what == TRAPS) return words_of_traps(n);
    if (what == METRICS) return words_of_metrics(n);
    return words_of_patterns(n);
}

static bool check_what(const Line *l, const char *at, const Way *w) {
    static const char *const singular[] = {
        [TRAPS] = "trap", [METRICS] = "metric", [PATTERNS] = "pattern"};
    const struct WayInfo *i = &info[w->kind];
    if (w->what[0] ? i->what == NOTHING : i->must_have)
        return wrong_line(
            l, at, i->must_have ? "'%s' of what?" : "nothing follows '%s'",
            i->name);
    if (!w->what[0] || is_known(i->what, w->what)) return true;
    int n;
    const char *const *names = known_words(i->what, &n);
    wrong_line(l, at, "there is no %s '%s'", singular[i->what], w->what);
    hint_nearest(l, w->what, names, n);
    return false;
}

// way = kind text?
static bool way(const Line *l, Str s, Way *out) {
    const char *names[WAY_COUNT];
    Str rest = str_trim(s), word = {"", 0};
    const char *at = rest.n ? rest.p : s.p;
    if (rest.n) str_cut(&rest, ' ', &word);
    int k = 0;
    for (int i = 0; i < WAY_COUNT; i++)
        names[i] = info[i].name;
    while (k < WAY_COUNT && !str_eq(word, names[k]))
        k++;
    if (k == WAY_COUNT) {
        char *text = arena_strn(l->arena, word.p, word.n);
        wrong_line(l, at, "'%s' is no way to reject a kernel", text);
        hint_nearest(l, text, names, WAY_COUNT);
        return false;
    }
    rest = str_trim(rest);
    *out = (Way){(WayKind)k, arena_strn(l->arena, rest.p, rest.n)};
    return check_what(l, at, out);
}

static Str uncomment(Str s) {
    static const char *const opens[] = {"// ", "# ", "<!-- "};
    static const char close[] = "-->";
    Str none = {s.p, 0};
    s = str_trim(s);
    for (size_t i = 0; i < COUNT_OF(opens); i++) {
        size_t n = strlen(opens[i]);
        if (s.n < n || memcmp(s.p, opens[i], n) != 0) continue;
        Str text = {s.p + n, s.n - n};
        size_t k = sizeof close - 1;
        if (i == 2 && text.n > k && !memcmp(text.p + text.n - k, close, k))
            text.n -= k;
        return str_trim(text);
    }
    return none;
}

// reason = prefix way ("|" way)* "(" why ")"
static bool reason(const Line *l, MutantReason *out) {
    Str text = uncomment(l->text);
    size_t skip = sizeof prefix - 1;
    if (!text.n || text.n < skip || memcmp(text.p, prefix, skip) != 0)
        return wrong_line(l, l->text.p,
                          "this mutant does not say what rejects it");

    Str rest = str_trim((Str){text.p + skip, text.n - skip});
    const char *open = rest.n ? memchr(rest.p, '(', rest.n) : NULL;
    const char *end = rest.p + rest.n;
    if (!open || end[-1] != ')' || end - open < 3)
        return wrong_line(l, text.p + skip, "'(why it is wrong)' is missing");
    Str ways = str_trim((Str){rest.p, (size_t)(open - rest.p)}), part;
    out->text = arena_strn(l->arena, ways.p, ways.n);
    out->why = arena_strn(l->arena, open + 1, (size_t)(end - open) - 2);

    out->ways = arena_array(l->arena, Way, MAX_WAYS);
    while (str_cut(&ways, '|', &part)) {
        if (out->nways == MAX_WAYS)
            return wrong_line(l, part.p, "more than %d ways", MAX_WAYS);
        if (!way(l, part, &out->ways[out->nways])) return false;
        out->nways++;
    }
    return true;
}

bool mutant_is_words(Str line) {
    const size_t skip = sizeof says_prefix - 1;
    Str text = uncomment(line);
    return text.n >= skip && memcmp(text.p, says_prefix, skip) == 0;
}

// A short sentence or two, or nothing.
static bool second(const Line *l, MutantReason *out) {
    enum { MOST = 300 };
    Str text = uncomment(l->text);
    size_t skip = sizeof says_prefix - 1;
    if (!mutant_is_words(l->text)) return true;
    Str says = str_trim((Str){text.p + skip, text.n - skip});
    if (!says.n || !strchr(".?", says.p[says.n - 1]))
        return wrong_line(l, text.p, "'says:' wants a whole sentence");
    if (says.n > MOST)
        return wrong_line(l, text.p, "'says:' is longer than %d characters",
                          MOST);
    out->says = arena_strn(l->arena, says.p, says.n);
    return true;
}

bool mutant_reason(const char *path, Arena *a, MutantReason *out, Err *err) {
    Buf text = {0};
    *out = (MutantReason){0};
    bool ok = file_read(path, &text, err);
    if (ok) {
        Str rest = {text.data, text.len}, line = {"", 0};
        str_cut(&rest, '\n', &line);
        ok = reason(&(Line){path, 1, line, a, err}, out);
        if (ok && str_cut(&rest, '\n', &line))
            ok = second(&(Line){path, 2, line, a, err}, out);
    }
    buf_free(&text);
    return ok;
}
