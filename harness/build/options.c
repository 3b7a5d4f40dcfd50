// See options.h. A mark of a line is `# 12 "file.c" 3` (cpp's manual,
// "Preprocessor Output"). A file may write such marks itself, also those of a
// header of the system's; so what stands there counts like all else. No header
// of the C library or of gcc sets these options.
#include "build/options.h"

#include "base/base.h"
#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const char *p;
    int line;        // of the source
    bool attributes; // since the statement began
} Reader;

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *end_of_line(const char *p) {
    return strchrnul(p, '\n');
}

static bool is_option(const char *word, size_t n) {
    while (n > 4 && word[0] == '_' && word[n - 1] == '_') {
        word++; // __optimize__
        n -= 2;
    }
    static const char refuses[] = "no_sanitize";
    return (n == 8 && !memcmp(word, "optimize", 8)) ||
           (n >= sizeof refuses - 1 &&
            !memcmp(word, refuses, sizeof refuses - 1));
}

static bool has_option(const char *p, const char *end) {
    while (p < end) {
        const char *word = p;
        while (p < end && is_word_char(*p))
            p++;
        if (is_option(word, (size_t)(p - word))) return true;
        if (p == word) p++;
    }
    return false;
}

// A line that begins with #. Returns whether it sets an option.
static bool read_directive(Reader *r) {
    const char *end = end_of_line(r->p), *p = r->p + 1;
    if (str_starts(p, "pragma")) return has_option(p + strlen("pragma"), end);
    char *after;
    long line = strtol(p, &after, 10);
    if (after == p) return false;
    r->line = (int)line - 1; // of the line that follows, which is counted
    return false;
}

static void skip_quoted(Reader *r) {
    char quote = *r->p++;
    for (; *r->p && *r->p != quote && *r->p != '\n'; r->p++)
        if (*r->p == '\\' && r->p[1]) r->p++;
    if (*r->p == quote) r->p++;
}

static bool read_word(Reader *r) {
    const char *word = r->p;
    while (is_word_char(*r->p))
        r->p++;
    size_t n = (size_t)(r->p - word);
    if (memmem(word, n, "attribute", strlen("attribute"))) r->attributes = true;
    return r->attributes && is_option(word, n);
}

// Returns whether the line sets an option; leaves p at its end.
static bool read_line(Reader *r) {
    while (*r->p == ' ')
        r->p++;
    if (*r->p == '#') {
        bool sets = read_directive(r);
        r->p = end_of_line(r->p);
        return sets;
    }
    while (*r->p && *r->p != '\n') {
        if (*r->p == '"' || *r->p == '\'') {
            skip_quoted(r);
        } else if (is_word_char(*r->p)) {
            if (read_word(r)) return true;
        } else {
            if (strchr(";{}", *r->p)) r->attributes = false;
            if (r->p[0] == '[' && r->p[1] == '[') r->attributes = true;
            r->p++;
        }
    }
    return false;
}

int options_line(const char *preprocessed) {
    Reader r = {.p = preprocessed, .line = 1};
    while (*r.p) {
        if (read_line(&r)) return r.line;
        if (*r.p == '\n') r.p++;
        r.line++;
    }
    return 0;
}

// ---- words

// Of __asm__, asm.
static Str bare_word(const char *word, size_t n) {
    if (n > 2 && !memcmp(word, "__", 2)) {
        word += 2;
        n -= 2;
        if (n > 2 && !memcmp(word + n - 2, "__", 2)) n -= 2;
    }
    return (Str){word, n};
}

// V4SF: mode(V4SF) makes the same type as vector_size(16).
static bool is_vector_mode(Str word) {
    size_t i = 1;
    if (word.n < 4 || word.p[0] != 'V') return false;
    while (i < word.n && isdigit((unsigned char)word.p[i]))
        i++;
    return i > 1 && i + 2 == word.n && strchr("BDHQST", word.p[i]) &&
           strchr("FI", word.p[i + 1]);
}

// `last` is what came before the word.
static bool is_same_word(Str word, const char *name, char last) {
    if (last == '(' && !strcmp(name, "vector_size") && is_vector_mode(word))
        return true;
    return str_eq(word, name);
}

// The file that a mark of a line names, with its quotes; empty: it is no mark.
static Str marked_file(const char *p) {
    const char *from = p + strspn(p, "# 0123456789"), *to = from;
    if (*from == '"') to = from + 1 + strcspn(from + 1, "\"\n");
    return (Str){from, (size_t)(to - from)};
}

int options_word_line(const char *preprocessed, const char *word) {
    Reader r = {.p = preprocessed, .line = 1};
    Str own = {0}; // the first file that is named
    bool in_header = false;
    int depth = 0;   // of braces
    char last = ';'; // of what came before, but for spaces
    while (*r.p) {
        const char *p = r.p;
        if (*p == '#' && (p == preprocessed || p[-1] == '\n')) {
            read_directive(&r);
            Str file = marked_file(p);
            if (!own.n) own = file;
            if (file.n)
                in_header = file.n != own.n || memcmp(file.p, own.p, own.n);
            r.p = end_of_line(p);
        } else if (*p == '\n') {
            r.line++;
            r.p++;
        } else if (*p == '"' || *p == '\'') {
            last = *p;
            skip_quoted(&r);
        } else if (is_word_char(*p)) {
            while (is_word_char(*r.p))
                r.p++;
            Str bare = bare_word(p, (size_t)(r.p - p));
            bool found = is_same_word(bare, word, last);
            bool label = !strcmp(word, "asm") && !depth && !strchr(";}", last);
            if (found && !label) return in_header ? -1 : r.line;
            last = 'w';
        } else {
            depth += (*p == '{') - (*p == '}');
            if (!isspace((unsigned char)*p)) last = *p;
            r.p++;
        }
    }
    return 0;
}
