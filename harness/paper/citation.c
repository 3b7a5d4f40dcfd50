// Citations and sections: what a report is read as.
#include "paper/essay.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what a reader sees

static bool is_fence(const char *line) {
    line += strspn(line, " ");
    return !strncmp(line, "```", 3) || !strncmp(line, "~~~", 3);
}

char *paper_shown(Arena *a, const char *source) {
    char *text = arena_str(a, source);
    bool code = false;
    for (char *p = text; *p;) {
        char *end = strchrnul(p, '\n');
        bool mark = is_fence(p);
        if (mark) code = !code;
        if (mark || code) memset(p, ' ', (size_t)(end - p));
        p = *end ? end + 1 : end;
    }
    for (char *p = text; (p = strstr(p, "<!--"));) {
        char *end = strstr(p, "-->");
        end = end ? end + 3 : p + strlen(p);
        for (; p < end; p++)
            if (*p != '\n') *p = ' ';
    }
    return text;
}

// ---- citations

// citation = "[attempt " number ":" exercise facts "]"
bool citation_next(Arena *a, Str *rest, Citation *out) {
    static const char open[] = "[attempt ";
    const char *at = memmem(rest->p, rest->n, open, sizeof open - 1);
    if (!at) return false;
    const char *end = rest->p + rest->n;
    const char *close = memchr(at, ']', (size_t)(end - at));
    if (!close) return false;
    *out = (Citation){.whole = {at, (size_t)(close - at) + 1}, .exercise = ""};
    *rest = (Str){close + 1, (size_t)(end - close) - 1};

    char *after;
    long number = strtol(at + sizeof open - 1, &after, 10);
    if (number <= 0 || *after != ':') return true;
    Str s = str_trim((Str){after + 1, (size_t)(close - after) - 1});
    size_t n = 0;
    while (n < s.n && (isalnum((unsigned char)s.p[n]) || s.p[n] == '-'))
        n++;
    if (n == 0) return true;
    out->number = (int)number;
    out->exercise = arena_strn(a, s.p, n);
    out->facts = str_trim((Str){s.p + n, s.n - n});
    return true;
}

// Returns true if fact, spaces aside, is one of the comma-separated facts.
static bool has_fact(Str facts, Str fact) {
    Str part;
    while (str_cut(&facts, ',', &part)) {
        part = str_trim(part);
        size_t i = 0, k = 0;
        while (i < part.n && k < fact.n) {
            if (isspace((unsigned char)part.p[i])) {
                i++;
            } else if (isspace((unsigned char)fact.p[k])) {
                k++;
            } else if (part.p[i++] != fact.p[k++]) {
                break;
            } else if (i == part.n && k == fact.n) {
                return true;
            }
        }
    }
    return false;
}

bool citation_check(const PaperRecord *rec, Arena *a, Citation *c,
                    const char **kind, char why[300]) {
    *kind = "unknown";
    if (c->number == 0) {
        snprintf(why, 300,
                 "a citation reads [attempt 3: transpose 412 us, "
                 "H200]; `kata cite EXERCISE` writes it");
        return false;
    }
    if (!rec || !rec->attempt ||
        !rec->attempt(rec->ctx, a, c->exercise, c->number, &c->found)) {
        snprintf(why, 300,
                 "the record has no attempt %d of '%s'; `kata "
                 "history %s` lists what there is",
                 c->number, c->exercise, c->exercise);
        return false;
    }
    // "attempt 17: transpose 412 us, 3893 GB/s, H200": the facts alone.
    const char *full = strstr(c->found.text, c->exercise);
    Str facts = str_of(full ? full + strlen(c->exercise) : "");
    Str rest = c->facts, fact;
    int n = 0;
    while (str_cut(&rest, ',', &fact)) {
        fact = str_trim(fact);
        if (!fact.n) continue;
        n++;
        if (has_fact(facts, fact)) continue;
        *kind = "forged";
        snprintf(why, 300, "the record does not say '%.*s'. It has: [%s]",
                 (int)min_of(fact.n, (size_t)60), fact.p, c->found.text);
        return false;
    }
    if (n == 0) {
        snprintf(why, 300, "it cites no number; the record has: [%s]",
                 c->found.text);
        return false;
    }
    return true;
}

// ---- sections

static int heading_level(Str line) {
    size_t i = 0;
    while (i < line.n && line.p[i] == '#')
        i++;
    return i > 0 && i < line.n && i <= 6 && line.p[i] == ' ' ? (int)i : 0;
}

bool paper_next_section(Str *rest, Section *out) {
    Str line, scan = *rest;
    *out = (Section){0};
    if (!rest->n) return false;
    bool code = false, first = true;
    const char *body = rest->p;
    while (scan.n) {
        const char *from = scan.p;
        if (!str_cut(&scan, '\n', &line)) break;
        code ^= line.n >= 3 && !strncmp(line.p, "```", 3);
        int level = code ? 0 : heading_level(line);
        if (level && first) {
            out->level = level;
            out->title =
                str_trim((Str){line.p + level, line.n - (size_t)level});
            body = scan.n ? scan.p : line.p + line.n;
        } else if (level) {
            out->body = (Str){body, (size_t)(from - body)};
            *rest = (Str){from, (size_t)(rest->p + rest->n - from)};
            return true;
        }
        first = false;
    }
    out->body = (Str){body, (size_t)(rest->p + rest->n - body)};
    *rest = (Str){rest->p + rest->n, 0};
    return true;
}

// Words that hold a letter or a digit; comments are no words.
int paper_count_words(Str text) {
    int n = 0;
    bool in_word = false, counted = false;
    for (size_t i = 0; i < text.n; i++) {
        if (text.n - i >= 4 && !strncmp(text.p + i, "<!--", 4)) {
            const char *end = memmem(text.p + i, text.n - i, "-->", 3);
            if (!end) break;
            i = (size_t)(end - text.p) + 2;
            in_word = false;
            continue;
        }
        unsigned char c = (unsigned char)text.p[i];
        if (isspace(c)) {
            in_word = false;
            continue;
        }
        if (!in_word) counted = false;
        in_word = true;
        if (!counted && (isalnum(c) || c >= 0x80)) {
            counted = true;
            n++;
        }
    }
    return n;
}

// "2. Evidence:" is the heading "Evidence" to a reader.
static bool is_title(Str have, const char *want) {
    while (have.n && (isdigit((unsigned char)*have.p) || *have.p == '.' ||
                      *have.p == ')' || *have.p == ' '))
        have = (Str){have.p + 1, have.n - 1};
    while (have.n && strchr(":. *_", have.p[have.n - 1]))
        have.n--;
    return have.n == strlen(want) && !strncasecmp(have.p, want, have.n);
}

int paper_part_words(Str rest, const char *title, bool *open) {
    Section s;
    int words = -1, level = 0;
    while (paper_next_section(&rest, &s)) {
        if (words >= 0 && s.level <= level) break;
        if (words < 0 && (!s.level || !is_title(s.title, title))) continue;
        if (words < 0) {
            words = 0;
            level = s.level;
        }
        words += paper_count_words(s.body);
        *open |= paper_is_open(s.body);
    }
    return words;
}

Str paper_part_text(Str rest, const char *title) {
    Section s;
    Str found = {rest.p, 0};
    int level = 0;
    while (paper_next_section(&rest, &s)) {
        if (level && s.level <= level) break;
        if (!level && (!s.level || !is_title(s.title, title))) continue;
        if (!level) {
            level = s.level;
            found = s.body;
        }
        found.n = (size_t)(s.body.p + s.body.n - found.p);
    }
    return found;
}
