// See glossary.h. An entry is a heading, `## word, other name`, and the text up
// to the next one.
#include "cli/learn/glossary.h"

#include "base/path.h"
#include "base/str.h"
#include "report/report.h"

#include <string.h>
#include <strings.h>

enum { MOST_NAMES = 400 };

typedef struct Names {
    const char *at[MOST_NAMES];
    int n;
} Names;

// Returns true if one of the names of a heading is the word; all go into names.
static bool has_name(Arena *a, Str heading, const char *word, Names *names) {
    Str name;
    bool found = false;
    while (str_cut(&heading, ',', &name)) {
        Str trimmed = str_trim(name);
        const char *text = arena_strn(a, trimmed.p, trimmed.n);
        found |= !strcasecmp(text, word);
        if (names->n < MOST_NAMES) names->at[names->n++] = text;
    }
    return found;
}

static void add_entry(App *a, Str heading, Str text, Buf *out) {
    Str name;
    str_cut(&heading, ',', &name);
    term_ink(&a->term, out, INK_BOLD, "%.*s", (int)name.n, name.p);
    buf_str(out, "\n\n");
    report_markdown(&a->term, text.p, text.n, out);
}

bool glossary_add(App *a, const char *word, const char **near, Buf *out) {
    static const char mark[] = "\n## ";
    Buf file = {0};
    Err ignored = {0};
    Names names = {0};
    bool found = false;
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
        found = has_name(&a->arena, heading, word, &names);
        if (found) add_entry(a, heading, text, out);
        at = next;
    }
    int i = found ? -1 : str_nearest(word, names.at, names.n);
    *near = i >= 0 ? names.at[i] : NULL;
    buf_free(&file);
    return found;
}
