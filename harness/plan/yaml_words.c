// The syntax errors of libyaml, in an author's words.
//
// libyaml tells what it expected and where it gave up, which is often a line
// after the slip. Each function below knows one slip, looks for its traces
// around that place, and either tells it or passes. The first that knows wins.
#include "plan/yaml_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Teller {
    const YamlProblem *p;
    const char *file;
    const YamlText *of;
    Err *err;
} Teller;

Str yaml_line(const YamlText *of, int line) {
    Str rest = {of->p, of->n}, part = {0};
    for (int i = 0; i < line; i++)
        if (!str_cut(&rest, '\n', &part)) return (Str){"", 0};
    while (part.n && part.p[part.n - 1] == '\r')
        part.n--;
    return part.p ? part : (Str){"", 0};
}

PRINTF(4, 5)
static bool tell_problem(Teller *t, int line, int col, const char *fmt, ...) {
    char msg[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(msg, sizeof msg, fmt, ap);
    va_end(ap);
    err_at(err_more(t->err), (Loc){t->file, line, col}, "%s", msg);
    Str source = yaml_line(t->of, line);
    err_source(t->err, source.p, source.n);
    return true;
}

static bool text_says(const char *text, const char *part) {
    return text && strstr(text, part);
}

static size_t indent_of(Str s) {
    size_t i = 0;
    while (i < s.n && (s.p[i] == ' ' || s.p[i] == '\t'))
        i++;
    return i;
}

// The nearest line above that is neither blank nor a comment, or 0.
static int line_above(const Teller *t, int line) {
    while (--line > 0) {
        Str s = str_trim(yaml_line(t->of, line));
        if (s.n && s.p[0] != '#') return line;
    }
    return 0;
}

// Finds "word:value": a key whose colon lacks the space after it. Returns the
// colon's offset, or 0.
static size_t tight_colon(Str s) {
    size_t i = indent_of(s);
    while (i + 1 < s.n && s.p[i] == '-' && s.p[i + 1] == ' ')
        i += 1 + indent_of((Str){s.p + i + 1, s.n - i - 1});
    size_t from = i;
    while (i < s.n &&
           (isalnum((unsigned char)s.p[i]) || s.p[i] == '_' || s.p[i] == '-'))
        i++;
    bool tight = i > from && i + 1 < s.n && s.p[i] == ':' && s.p[i + 1] != ' ';
    return tight ? i : 0;
}

static bool tell_tight_colon(Teller *t, int line) {
    Str s = yaml_line(t->of, line);
    size_t colon = tight_colon(s);
    if (!colon) return false;
    Str word = str_trim((Str){s.p, colon});
    tell_problem(t, line, (int)colon + 1,
                 "there is no space after the ':' of '%.*s'", (int)word.n,
                 word.p);
    err_hint(t->err, "write '%.*s: %.*s'", (int)min_of(word.n, (size_t)60),
             word.p, (int)min_of(s.n - colon - 1, (size_t)60), s.p + colon + 1);
    return true;
}

static bool bad_bytes(Teller *t) {
    if (t->p->offset == SIZE_MAX) return false;
    size_t end = min_of(t->p->offset, t->of->n);
    int line = 1, col = 1;
    for (size_t i = 0; i < end; i++) {
        bool ends = t->of->p[i] == '\n';
        line += ends;
        col = ends ? 1 : col + 1;
    }
    tell_problem(t, line, col, "this file is not clean UTF-8 text: %s",
                 t->p->what);
    err_hint(t->err, "save it as UTF-8, without control characters");
    return true;
}

static bool tab(Teller *t) {
    int lines[] = {t->p->line, t->p->from_line, t->p->line - 1};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        if (lines[i] < 1) continue;
        Str s = yaml_line(t->of, lines[i]);
        const char *at = memchr(s.p, '\t', indent_of(s));
        if (!at) continue;
        tell_problem(t, lines[i], (int)(at - s.p) + 1,
                     "line %d is indented with a tab; YAML takes spaces only",
                     lines[i]);
        err_hint(t->err, "replace each tab by two spaces; most editors can "
                         "do so by themselves for .yaml files");
        return true;
    }
    return false;
}

static bool open_quote(Teller *t) {
    const YamlProblem *p = t->p;
    if (text_says(p->while_, "quoted scalar") &&
        text_says(p->what, "end of stream")) {
        tell_problem(t, p->from_line, p->from_col,
                     "this quote is never closed");
        err_hint(t->err, "put the same quote at the end of the text");
        return true;
    }
    if (!p->quote_to || p->quote_to != p->line) return false;
    Str s = yaml_line(t->of, p->quote_from);
    const char *at = memchr(s.p, '"', s.n);
    if (!at) at = memchr(s.p, '\'', s.n);
    tell_problem(t, p->quote_from, at ? (int)(at - s.p) + 1 : 1,
                 "the text quoted here only ends on line %d", p->quote_to);
    err_hint(t->err, "close the quote on line %d", p->quote_from);
    return true;
}

static bool bad_escape(Teller *t) {
    if (!text_says(t->p->what, "escape")) return false;
    tell_problem(t, t->p->line, t->p->col,
                 "this '\\' is the start of no escape that YAML knows");
    err_hint(t->err, "write \\\\, or put the text in single quotes");
    return true;
}

static bool bad_start(Teller *t) {
    const YamlProblem *p = t->p;
    bool alias = text_says(p->while_, "an alias") ||
                 text_says(p->while_, "an anchor") ||
                 text_says(p->while_, "a tag");
    if (!alias && !text_says(p->what, "cannot start any token")) return false;
    Str s = yaml_line(t->of, p->from_line);
    size_t i = (size_t)p->from_col - 1;
    tell_problem(t, p->from_line, p->from_col, "a text cannot begin with '%c'",
                 i < s.n ? s.p[i] : '?');
    err_hint(t->err, "put the text in quotes");
    return true;
}

static bool open_bracket(Teller *t) {
    const YamlProblem *p = t->p;
    bool list = text_says(p->while_, "flow sequence");
    if (!list && !text_says(p->while_, "flow mapping")) return false;
    char open = list ? '[' : '{', close = list ? ']' : '}';
    if (p->line > p->from_line) {
        tell_problem(t, p->from_line, p->from_col, "this '%c' is never closed",
                     open);
        err_hint(t->err, "put a '%c' at its end", close);
        return true;
    }
    tell_problem(t, p->line, p->col, "expected ',' or '%c' here", close);
    err_hint(t->err, "a comma stands between two entries; text that holds "
                     "',', ':' or brackets needs quotes");
    return true;
}

static bool second_colon(Teller *t) {
    const YamlProblem *p = t->p;
    if (!text_says(p->what, "mapping values are not allowed")) return false;
    int above = line_above(t, p->line);
    if (above && tell_tight_colon(t, above)) return true;

    Str s = yaml_line(t->of, p->line);
    size_t col = min_of((size_t)p->col - 1, s.n);
    const char *first = memmem(s.p, col, ": ", 2);
    if (first) {
        tell_problem(
            t, p->line, p->col,
            "a second ':' on this line: YAML takes it for another key");
        err_hint(t->err, "put the text in quotes: %.*s: \"...\"",
                 (int)(first - s.p - (long)indent_of(s)), s.p + indent_of(s));
        return true;
    }
    tell_problem(
        t, p->line, (int)indent_of(s) + 1,
        "this key is indented under line %d, which has a value already", above);
    err_hint(t->err, "line it up with the keys above");
    return true;
}

// A line inside or right below a list that lacks its dash.
static bool is_after_dash(const Teller *t, int line) {
    int above = line_above(t, line);
    Str s = yaml_line(t->of, above);
    size_t i = indent_of(s);
    return above && i < s.n && s.p[i] == '-' &&
           i == indent_of(yaml_line(t->of, line));
}

static bool no_dash(Teller *t) {
    const YamlProblem *p = t->p;
    bool key =
        text_says(p->while_, "simple key") && is_after_dash(t, p->from_line);
    bool item = text_says(p->while_, "block collection");
    if (!key && !item) return false;
    if (item)
        tell_problem(t, p->line, p->col,
                     "a dash is missing: this line stands in the "
                     "list that begins on line %d",
                     p->from_line);
    else
        tell_problem(t, p->from_line, p->from_col,
                     "a dash is missing: the line above is an item of a list");
    err_hint(t->err, "every item of a list begins with '- '");
    return true;
}

static bool no_colon(Teller *t) {
    const YamlProblem *p = t->p;
    if (!text_says(p->while_, "simple key")) return false;
    if (tell_tight_colon(t, p->from_line)) return true;
    tell_problem(t, p->from_line, p->from_col,
                 "there is no ':' after this key");
    err_hint(t->err, "write 'key: value'");
    return true;
}

static bool dash_after_key(Teller *t) {
    if (!text_says(t->p->what, "block sequence entries")) return false;
    tell_problem(t, t->p->line, t->p->col,
                 "a list with dashes begins on the line after its key");
    err_hint(t->err, "put each '- ' on a line of its own, or write [a, b]");
    return true;
}

static bool out_of_line(Teller *t) {
    const YamlProblem *p = t->p;
    if (!text_says(p->while_, "block mapping") &&
        !text_says(p->what, "document start"))
        return false;
    Str s = yaml_line(t->of, p->line);
    size_t first = indent_of(s);
    if ((size_t)p->col - 1 > first) {
        tell_problem(t, p->line, p->col, "the value ended before this");
        err_hint(t->err, "put the whole text in one pair of quotes");
        return true;
    }
    bool dash = first < s.n && s.p[first] == '-';
    tell_problem(t, p->line, p->col,
                 "this %s does not line up with those above",
                 dash ? "list item" : "line");
    err_hint(t->err, "what belongs together is indented by the same number "
                     "of spaces");
    return true;
}

void yaml_say_problem(const YamlProblem *p, const char *file,
                      const YamlText *of, Err *err) {
    static bool (*const tellers[])(Teller *) = {
        bad_bytes,    tab,          open_quote, bad_escape, bad_start,
        open_bracket, second_colon, no_dash,    no_colon,   dash_after_key,
        out_of_line,
    };
    Teller t = {p, file, of, err};
    for (size_t i = 0; i < COUNT_OF(tellers); i++)
        if (tellers[i](&t)) return;

    tell_problem(&t, p->line, p->col, "this is not YAML: %s%s%s", p->what,
                 p->while_ ? ", " : "", p->while_ ? p->while_ : "");
    err_hint(err, "if it is text, put it in quotes");
}
