// A statement without its semicolon: the compiler names the line after it. See
// diag.h.
#include "build/diag.h"

#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The caret below the line that is quoted stands at its first token.
static bool caret_is_first(const char *quoted) {
    const char *below = strchr(quoted, '\n');
    if (!below) return false;
    size_t indent = strspn(quoted, " \t"), caret = strspn(below + 1, " \t");
    return below[1 + caret] == '^' && caret == indent;
}

// Its code, without a comment and the blanks before that.
static Str code_of(Str line) {
    for (size_t i = 0; i + 1 < line.n; i++)
        if (line.p[i] == '/' && line.p[i + 1] == '/') line.n = i;
    return str_trim(line);
}

// The last line with code before `number`; 0: none, or it ends as it should.
static int line_without_end(const char *source, int number) {
    Str rest = str_of(source), line, last = {0};
    int found = 0;
    for (int at = 1; at < number && str_cut(&rest, '\n', &line); at++) {
        Str code = code_of(line);
        if (!code.n || code.p[0] == '#') continue;
        last = code;
        found = at;
    }
    char end = found ? last.p[last.n - 1] : ';';
    return strchr(";{},:/", end) ? 0 : found;
}

const char *diag_semicolon(Arena *a, const char *text, const char *source) {
    static const char said[] = "): error: expected a \";\"\n";
    const char *at = strstr(text, "error: "), *number = at;
    const char *quoted = at ? strstr(text, said) : NULL;
    // The first error alone, in this file.
    if (!quoted || quoted + strlen("): ") != at) return NULL;
    number = quoted;
    while (number > text && isdigit((unsigned char)number[-1]))
        number--;
    quoted += strlen(said);
    int line =
        caret_is_first(quoted) ? line_without_end(source, atoi(number)) : 0;
    return line ? arena_fmt(a, "line %d has no `;` at its end", line) : NULL;
}
