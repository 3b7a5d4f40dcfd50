// See similar.h.
#include "grade/similar.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Kinds of tokens that are folded; other tokens are hashes of their text.
enum { TOKEN_NAME = 1, TOKEN_NUMBER, TOKEN_TEXT };

typedef struct Token {
    uint64_t id;
    int line;
} Token;

typedef struct Tokens {
    Arena *a;
    Language language;
    const char *p, *end;
    int line;
    bool line_start; // nothing but spaces stands before p on its line
    Token *at;
    int n, cap;
} Tokens;

static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ h >> 32;
}

static uint64_t text_hash(const char *p, size_t n) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 0x100000001b3u;
    return h | 16; // never a folded kind
}

static void add_token(Tokens *t, uint64_t id) {
    GROW(t->a, Token, t->at, t->n, t->cap);
    t->at[t->n++] = (Token){id, t->line};
}

// ---- words

static bool is_among(const char *p, size_t n, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == n && !memcmp(*words, p, n)) return true;
    return false;
}

// Words that a learner cannot rename.
static bool is_fixed(const Tokens *t, const char *p, size_t n) {
    static const char *const c_words[] = {
        "auto",     "bool",     "break",    "case",      "char",     "class",
        "const",    "continue", "default",  "do",        "double",   "else",
        "enum",     "extern",   "false",    "float",     "for",      "goto",
        "half",     "if",       "inline",   "int",       "long",     "return",
        "short",    "signed",   "sizeof",   "static",    "struct",   "switch",
        "template", "true",     "typedef",  "typename",  "union",    "unsigned",
        "using",    "void",     "volatile", "while",     "size_t",   "int64_t",
        "blockDim", "blockIdx", "gridDim",  "threadIdx", "warpSize", "float4",
        NULL};
    static const char *const python_words[] = {
        "and",    "as",    "assert", "break",  "class", "continue", "def",
        "elif",   "else",  "except", "False",  "for",   "from",     "if",
        "import", "in",    "is",     "lambda", "None",  "not",      "or",
        "pass",   "raise", "range",  "return", "True",  "try",      "while",
        "with",   "yield", NULL};
    bool python = t->language == LANGUAGE_PYTHON;
    if (is_among(p, n, python ? python_words : c_words)) return true;
    // __syncthreads, cudaMalloc; in Python, what follows a '.': tl.load.
    if (python) return t->n > 0 && t->at[t->n - 1].id == text_hash(".", 1);
    return n > 4 && (!memcmp(p, "__", 2) || !memcmp(p, "cuda", 4));
}

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static void take_word(Tokens *t) {
    const char *from = t->p;
    while (t->p < t->end && is_word_char(*t->p))
        t->p++;
    size_t n = (size_t)(t->p - from);
    add_token(t,
              is_fixed(t, from, n) ? text_hash(from, n) : (uint64_t)TOKEN_NAME);
}

static void take_number(Tokens *t) {
    while (t->p < t->end &&
           (is_word_char(*t->p) || *t->p == '.' || *t->p == '\'' ||
            ((*t->p == '+' || *t->p == '-') && strchr("eEpP", t->p[-1]))))
        t->p++;
    add_token(t, TOKEN_NUMBER);
}

// ---- texts and comments

// Moves to the end of what `close` ends, or of the file.
static void skip_to(Tokens *t, const char *close) {
    size_t n = strlen(close);
    while (t->p < t->end) {
        if ((size_t)(t->end - t->p) >= n && !memcmp(t->p, close, n)) {
            t->p += n;
            return;
        }
        t->line += *t->p++ == '\n';
    }
}

static void skip_line(Tokens *t) {
    while (t->p < t->end && *t->p != '\n') {
        bool goes_on = *t->p == '\\' && t->p + 1 < t->end && t->p[1] == '\n';
        t->line += goes_on;
        t->p += goes_on ? 2 : 1;
    }
}

static void take_text(Tokens *t) {
    char quote = *t->p;
    bool three = t->language == LANGUAGE_PYTHON && t->end - t->p >= 3 &&
                 t->p[1] == quote && t->p[2] == quote;
    add_token(t, TOKEN_TEXT);
    if (three) {
        t->p += 3;
        skip_to(t, (char[]){quote, quote, quote, '\0'});
        return;
    }
    for (t->p++; t->p < t->end && *t->p != quote && *t->p != '\n'; t->p++)
        if (*t->p == '\\' && t->p + 1 < t->end && t->p[1] != '\n') t->p++;
    t->p += t->p < t->end && *t->p == quote;
}

static bool starts(const Tokens *t, const char *with) {
    size_t n = strlen(with);
    return (size_t)(t->end - t->p) >= n && !memcmp(t->p, with, n);
}

// Comments, and lines of #include: everybody has the same.
static bool skip_comment(Tokens *t) {
    if (t->language == LANGUAGE_PYTHON) {
        if (*t->p != '#') return false;
        skip_line(t);
        return true;
    }
    if (starts(t, "/*")) {
        t->p += 2;
        skip_to(t, "*/");
        return true;
    }
    if (!starts(t, "//") && !(t->line_start && starts(t, "#include")))
        return false;
    skip_line(t);
    return true;
}

static void take_tokens(Tokens *t) {
    t->line = 1;
    t->line_start = true;
    while (t->p < t->end) {
        char c = *t->p;
        if (c == '\n' || isspace((unsigned char)c)) {
            t->line += c == '\n';
            t->line_start |= c == '\n';
            t->p++;
            continue;
        }
        if (skip_comment(t)) continue;
        t->line_start = false;
        if (isdigit((unsigned char)c)) {
            take_number(t);
        } else if (is_word_char(c)) {
            take_word(t);
        } else if (c == '"' || c == '\'') {
            take_text(t);
        } else {
            add_token(t, text_hash(t->p, 1));
            t->p++;
        }
    }
}

// ---- fingerprints

static int by_hash(const void *a, const void *b) {
    const Fingerprint *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

// Every run of tokens, hashed, in order of the text.
static Fingerprints all_runs(Arena *a, Language language, Str text) {
    Tokens t = {
        .a = a, .language = language, .p = text.p, .end = text.p + text.n};
    Fingerprints out = {0};
    if (text.n) take_tokens(&t);
    if (t.n < SIMILAR_RUN) return out;
    out.n = t.n - SIMILAR_RUN + 1;
    out.at = arena_array(a, Fingerprint, (size_t)out.n);
    for (int i = 0; i < out.n; i++) {
        uint64_t h = 0;
        for (int k = 0; k < SIMILAR_RUN; k++)
            h = mix(h, t.at[i + k].id);
        out.at[i] =
            (Fingerprint){h, t.at[i].line, t.at[i + SIMILAR_RUN - 1].line};
    }
    return out;
}

static void sort_once(Fingerprints *f) {
    int kept = 0;
    if (f->n) qsort(f->at, (size_t)f->n, sizeof *f->at, by_hash);
    for (int i = 0; i < f->n; i++)
        if (!kept || f->at[kept - 1].hash != f->at[i].hash)
            f->at[kept++] = f->at[i];
    f->n = kept;
}

static bool has_hash(const Fingerprints *f, uint64_t hash) {
    Fingerprint key = {.hash = hash};
    for (int lo = 0, hi = f->n; lo < hi;) {
        int mid = lo + (hi - lo) / 2;
        if (f->at[mid].hash == key.hash) return true;
        if (f->at[mid].hash < key.hash)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

Fingerprints similar_prints(Arena *a, Language language, Str text, Str stub) {
    Fingerprints runs = all_runs(a, language, text);
    Fingerprints given = all_runs(a, language, stub);
    Fingerprints out = {arena_array(a, Fingerprint, (size_t)runs.n), 0};
    int last = -1;
    sort_once(&given);
    // The stub's runs are gaps: no window chooses one of them.
    bool *gap = arena_array(a, bool, (size_t)runs.n);
    for (int i = 0; i < runs.n; i++)
        gap[i] = has_hash(&given, runs.at[i].hash);
    for (int i = 0; i < max_of(runs.n - SIMILAR_WINDOW + 1, min_of(runs.n, 1));
         i++) {
        int least = -1; // of equal ones the last, as in the paper
        for (int k = i; k < min_of(i + SIMILAR_WINDOW, runs.n); k++)
            if (!gap[k] &&
                (least < 0 || runs.at[k].hash <= runs.at[least].hash))
                least = k;
        if (least < 0 || least == last) continue;
        out.at[out.n++] = runs.at[least];
        last = least;
    }
    sort_once(&out);
    return out;
}

// ---- comparing

typedef struct Stretch {
    int line, last;
} Stretch;

static int by_line(const void *a, const void *b) {
    const Stretch *x = a, *y = b;
    return (x->line > y->line) - (x->line < y->line);
}

// The longest run of lines that the stretches cover without a hole.
static Stretch longest(Stretch *at, int n) {
    Stretch best = {0, 0}, now = {0, 0};
    if (n) qsort(at, (size_t)n, sizeof *at, by_line);
    for (int i = 0; i < n; i++) {
        if (i && at[i].line <= now.last + 1)
            now.last = max_of(now.last, at[i].last);
        else
            now = at[i];
        if (!best.line || now.last - now.line > best.last - best.line)
            best = now;
    }
    return best;
}

Likeness similar_compare(const Fingerprints *a, const Fingerprints *b) {
    Arena m = {0};
    Likeness l = {0};
    size_t most = (size_t)min_of(a->n, b->n);
    Stretch *in_a = arena_array(&m, Stretch, most);
    Stretch *in_b = arena_array(&m, Stretch, most);
    for (int i = 0, k = 0; i < a->n && k < b->n;) {
        const Fingerprint *x = &a->at[i], *y = &b->at[k];
        if (x->hash == y->hash) {
            in_a[l.shared] = (Stretch){x->line, x->last};
            in_b[l.shared++] = (Stretch){y->line, y->last};
        }
        i += x->hash <= y->hash;
        k += y->hash <= x->hash;
    }
    if (l.shared) {
        Stretch of_a = longest(in_a, l.shared), of_b = longest(in_b, l.shared);
        l.of_a = (double)l.shared / a->n;
        l.of_b = (double)l.shared / b->n;
        l.a_line = of_a.line, l.a_last = of_a.last;
        l.b_line = of_b.line, l.b_last = of_b.last;
    }
    arena_reset(&m);
    return l;
}

void similar_mark(const Fingerprints *a, const Fingerprints *b, bool *marks,
                  int lines) {
    for (int i = 0; i < a->n; i++)
        for (int l = a->at[i].line;
             has_hash(b, a->at[i].hash) && l <= min_of(a->at[i].last, lines);
             l++)
            marks[l] = true;
}
