// See source.h.
#include "gate/result/source.h"

#include <ctype.h>
#include <string.h>

// The end of a comment that begins at p.
static const char *comment_end(const char *p) {
    const char *end = p[1] == '/' ? strchr(p, '\n') : strstr(p + 2, "*/");
    if (!end) return p + strlen(p);
    return p[1] == '/' ? end : end + 2;
}

const char *source_code(Arena *a, const char *text, size_t n) {
    char *code = arena_strn(a, text ? text : "", text ? n : 0);
    for (char *p = code; *p;) {
        if (p[0] != '/' || (p[1] != '/' && p[1] != '*')) {
            p++;
            continue;
        }
        for (const char *end = comment_end(p); p < end; p++)
            if (*p != '\n') *p = ' ';
    }
    return code;
}

const char *source_line(Arena *a, const char *code, int n) {
    Str rest = str_of(code), line = {0};
    for (int i = 0; i < n; i++)
        if (!str_cut(&rest, '\n', &line)) return "";
    line = str_trim(line);
    return n > 0 ? arena_strn(a, line.p, line.n) : "";
}

bool source_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

size_t source_name_length(const char *p) {
    size_t n = 0;
    while (source_name_char(p[n]))
        n++;
    return n;
}

const char *source_word(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *p = text; n && (p = strstr(p, word)); p += n)
        if ((p == text || !source_name_char(p[-1])) && !source_name_char(p[n]))
            return p;
    return NULL;
}

int source_count(const char *text, const char *word) {
    int count = 0;
    while ((text = source_word(text, word))) {
        text += strlen(word);
        count++;
    }
    return count;
}

const char *source_value(const char *code, const char *p, const char *name) {
    const char *value = NULL;
    for (const char *at = code; (at = source_word(at, name)) && at < p;) {
        at += strlen(name);
        const char *set = at + strspn(at, " ");
        if (*set == '=' && set[1] != '=') value = set + 1;
    }
    return value;
}

// Just past line n; the end if there are fewer.
static const char *line_end(const char *code, int n) {
    const char *p = code;
    while (n-- > 0 && *p) {
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    return p;
}

const char *source_at(const char *code, int n) {
    return line_end(code, n - 1);
}

Str source_index(const char *p) {
    p += strcspn(p, "[=;");
    const char *from = p;
    if (*p != '[') return (Str){0};
    for (int depth = 0; *p; p++) {
        depth += (*p == '[') - (*p == ']');
        if (depth == 0 && p[1] != '[') break;
    }
    return (Str){from, (size_t)(p - from)};
}

// The next identifier of a text, cut off it. False: none is left.
static bool next_name(Str *rest, char *name, size_t most) {
    while (rest->n && !source_name_char(*rest->p))
        rest->p++, rest->n--;
    size_t n = 0;
    while (n < rest->n && source_name_char(rest->p[n]))
        n++;
    size_t kept = n < most ? n : most - 1;
    memcpy(name, rest->p, kept);
    name[kept] = 0;
    rest->p += n;
    rest->n -= n;
    return n > 0;
}

// True if one of n characters is a < or a > that is no shift and no arrow.
static bool has_comparison(const char *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!strchr("<>", p[i])) continue;
        bool pair = i + 1 < n && p[i + 1] == p[i];
        if (!pair && !(i > 0 && p[i - 1] == '-')) return true;
        i += pair;
    }
    return false;
}

// True if an expression compares sizes, itself or in a variable of its own:
// bool inside = i < n; if (inside) ...
static bool compares(const char *code, Str expr) {
    const char *at = expr.p;
    char word[64];
    if (has_comparison(expr.p, expr.n)) return true;
    while (next_name(&expr, word, sizeof word)) {
        const char *value = source_value(code, at, word);
        if (value && has_comparison(value, strcspn(value, ";{"))) return true;
    }
    return false;
}

bool source_checks_bounds(const char *code, int n) {
    static const char *const marks[] = {"__global__", "__device__"};
    const char *end = line_end(code, n), *from = NULL;
    for (size_t m = 0; m < COUNT_OF(marks); m++)
        for (const char *p = code; (p = strstr(p, marks[m])) && p < end; p++)
            if (p > from) from = p;
    for (const char *p = from; p && (p = source_word(p, "if")) && p < end;
         p++) {
        Str rest = {p + strlen("if"), strcspn(p + strlen("if"), ";{\n")};
        if (compares(code, rest)) return true;
    }
    return false;
}

// A name after a dot or an arrow: x of blockIdx.x is no variable of its own.
static bool is_member(const char *from, const char *word) {
    return word > from && (word[-1] == '.' ||
                           (word - from > 1 && !strncmp(word - 2, "->", 2)));
}

static bool uses(const char *code, const char *at, Str expr, const char *name,
                 int depth);

// The name is in something that is added to a variable before `at`, as in
// row += 8 * warp.
static bool adds(const char *code, const char *at, const char *word,
                 const char *name, int depth) {
    for (const char *p = code; (p = source_word(p, word)) && p < at; p++) {
        const char *sign = p + strlen(word) + strspn(p + strlen(word), " ");
        if (!str_starts(sign, "+=") && !str_starts(sign, "-=")) continue;
        Str more = {sign + 2, strcspn(sign + 2, ";,{)")};
        if (uses(code, p, more, name, depth)) return true;
    }
    return false;
}

static bool uses(const char *code, const char *at, Str expr, const char *name,
                 int depth) {
    const char *from = expr.p;
    char word[64];
    while (next_name(&expr, word, sizeof word)) {
        if (strcmp(word, name) == 0) return true;
        bool follow = depth > 0 && !is_member(from, expr.p - strlen(word));
        const char *value = follow ? source_value(code, at, word) : NULL;
        if (follow && adds(code, at, word, name, depth - 2)) return true;
        if (!value) continue;
        if (uses(code, value, (Str){value, strcspn(value, ";,{")}, name,
                 depth - 1))
            return true;
    }
    return false;
}

bool source_uses(const char *code, const char *at, Str expr, const char *name) {
    enum { DEPTH = 4 };
    return uses(code, at, expr, name, DEPTH);
}

// The statement that a line belongs to begins after the last of these.
static const char *statement_of(const char *code, int n) {
    const char *p = source_at(code, n);
    while (p > code && !strchr(";{}", p[-1]))
        p--;
    return p;
}

// The end of the head of a `for` comes first: its semicolons end no statement.
static bool ends_a_head(const char *from, const char *end) {
    int depth = 0;
    for (const char *p = from; p < end && depth >= 0; p++)
        depth += (*p == '(') - (*p == ')');
    return depth < 0;
}

bool source_is_bare(const char *code, int n) {
    static const char *const guards[] = {"if", "for", "while", "do", "else"};
    const char *from = statement_of(code, n), *kernel = NULL;
    const char *end = from + strcspn(from, ";");
    for (const char *p = code; (p = strstr(p, "__global__")) && p < end; p++)
        kernel = p;
    if (!kernel || memchr(from, '?', (size_t)(end - from)) ||
        ends_a_head(from, end))
        return false;
    for (size_t k = 0; k < COUNT_OF(guards); k++) {
        const char *at = source_word(from, guards[k]);
        if (at && at < end) return false;
    }
    int depth = 0;
    for (const char *p = kernel; p < from; p++)
        depth += (*p == '{') - (*p == '}');
    const char *back = source_word(kernel, "return");
    return depth == 1 && !(back && back < from);
}

static bool has_word(const char *from, size_t n, const char *word) {
    const char *at = source_word(from, word);
    return at && at < from + n;
}

// An expression that numbers the threads of the whole grid; or a name for one.
static bool is_of_grid(const char *code, const char *value) {
    size_t n = strcspn(value, ";,\n");
    if (has_word(value, n, "blockIdx") && has_word(value, n, "blockDim"))
        return true;
    char name[64];
    value += strspn(value, " ");
    size_t len = 0;
    while (source_name_char(value[len]) && len < sizeof name - 1)
        len++;
    memcpy(name, value, len);
    name[len] = 0;
    const char *more =
        len && value[len] == ';' ? source_value(code, value, name) : NULL;
    if (!more) return false;
    n = strcspn(more, ";,\n");
    return has_word(more, n, "blockIdx") && has_word(more, n, "blockDim");
}

// A step of `size`, or of a variable that was given that.
static bool is_step_of(const char *code, const char *step, const char *size) {
    char name[64];
    size_t n = strlen(size);
    step += strspn(step, " ");
    if (!strncmp(step, size, n)) return strchr(");", step[n]);
    Str rest = {step, strcspn(step, ");")};
    size_t all = rest.n;
    if (!next_name(&rest, name, sizeof name) || strlen(name) != all)
        return false;
    const char *value = source_value(code, step, name);
    if (!value) return false;
    value += strspn(value, " ");
    return !strncmp(value, size, n) && strchr(";,", value[n]);
}

// An index that counts the threads of the grid goes on by `size`.
static bool steps_by(const char *code, const char *size) {
    for (const char *p = code; (p = strstr(p, "+=")); p += 2) {
        char name[64];
        const char *end = p;
        if (!is_step_of(code, p + 2, size)) continue;
        while (end > code && end[-1] == ' ')
            end--;
        const char *from = end;
        while (from > code && source_name_char(from[-1]))
            from--;
        size_t len = (size_t)(end - from);
        if (len == 0 || len >= sizeof name) continue;
        memcpy(name, from, len);
        name[len] = 0;
        const char *value = source_value(code, from, name);
        if (value && is_of_grid(code, value)) return true;
    }
    return false;
}

bool source_steps_by_block(const char *code) {
    return steps_by(code, "blockDim.x");
}

bool source_steps_by_grid(const char *code) {
    return steps_by(code, "gridDim.x");
}
