// See glossary.h. An entry is a heading, `## word, other name`, and the text up
// to the next one. Gates, traps and ceilings that have no entry are told by
// what their own lists say.
#include "cli/learn/glossary.h"

#include "base/path.h"
#include "base/str.h"
#include "report/report.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NAMES = 600 };

typedef struct Names {
    const char *at[MOST_NAMES];
    int n;
} Names;

static const struct {
    const char *name, *form, *means;
} listed[] = {
#define METRIC(id, unit, source, per, meaning, words)                          \
    {#id, "A number that a gate may ask for: %s.", meaning},
#include "plan/metrics.def"
#define TRAP(id, name, error, means)                                           \
    {name, "A trap, a mistake that the simulated device saw: %s.", means},
#include "base/traps.def"
#undef TRAP
#define CEILING(id, group, unit, amount, size, what)                           \
    {#id, "A ceiling, measured by `kata calibrate` in " unit ": %s.", what},
#include "bench/ceilings.def"
};

// A word in the form that is compared: "Bank-Conflicts" is "bank conflict".
static char *plain_word(Arena *a, Str word) {
    char *out = arena_strn(a, word.p, word.n);
    size_t n = 0;
    for (size_t i = 0; i < word.n; i++) {
        char c = (char)tolower((unsigned char)word.p[i]);
        bool ends = i + 1 == word.n || strchr(" -_", word.p[i + 1]);
        bool plural = c == 's' && ends && n > 2 && out[n - 1] != 's';
        if (!plural) out[n++] = strchr("-_", c) ? ' ' : c;
    }
    out[n] = '\0';
    return out;
}

static bool is_named(Arena *a, const char *plain, Str name, Names *names) {
    char *text = arena_strn(a, name.p, name.n);
    if (names->n < MOST_NAMES) names->at[names->n++] = text;
    return !strcmp(plain_word(a, name), plain);
}

// Returns true if one of the names of a heading is the word; all go into names.
static bool has_name(Arena *a, Str heading, const char *plain, Names *names) {
    Str name;
    bool found = false;
    while (str_cut(&heading, ',', &name))
        found |= is_named(a, plain, str_trim(name), names);
    return found;
}

static void add_entry(App *a, Str heading, Str text, Buf *out) {
    Str name;
    str_cut(&heading, ',', &name);
    term_ink(&a->term, out, INK_BOLD, "%.*s", (int)name.n, name.p);
    buf_str(out, "\n\n");
    report_markdown(&a->term, text.p, text.n, out);
}

static bool add_listed(App *a, const char *plain, Names *names, Buf *out) {
    for (size_t i = 0; i < COUNT_OF(listed); i++) {
        Str name = str_of(listed[i].name);
        if (!is_named(&a->arena, plain, name, names)) continue;
        char *shown = arena_str(&a->arena, listed[i].name);
        for (char *c = shown; *c; c++)
            if (*c == '_') *c = ' ';
        const char *text =
            arena_fmt(&a->arena, listed[i].form, listed[i].means);
        add_entry(a, str_of(shown), str_of(text), out);
        return true;
    }
    return false;
}

bool glossary_add(App *a, const char *word, const char **near, Buf *out) {
    static const char mark[] = "\n## ";
    Buf file = {0};
    Err ignored = {0};
    Names names = {0};
    bool found = false;
    const char *plain = plain_word(&a->arena, str_trim(str_of(word)));
    const char *path = path_join(&a->arena, a->root, "curriculum/glossary.md");
    if (!file_read(path, &file, &ignored)) err_clear(&ignored);
    const char *at = strstr(buf_text(&file), mark);
    while (at && !found) {
        const char *line = at + strlen(mark), *end = strchr(line, '\n');
        const char *next = strstr(line, mark);
        if (!end) break;
        Str heading = {line, (size_t)(end - line)};
        Str text =
            str_trim((Str){end, next ? (size_t)(next - end) : strlen(end)});
        found = has_name(&a->arena, heading, plain, &names);
        if (found) add_entry(a, heading, text, out);
        at = next;
    }
    found = found || add_listed(a, plain, &names, out);
    int i = found ? -1 : str_nearest(word, names.at, names.n);
    *near = i >= 0 ? names.at[i] : NULL;
    buf_free(&file);
    return found;
}
