// Text that only makes up the number of words.
#include "base/map.h"
#include "paper/essay.h"

#include <ctype.h>
#include <string.h>

// ---- paragraphs

bool paper_next_paragraph(Str *rest, Str *out) {
    Str line;
    bool code = false;
    *out = (Str){NULL, 0};
    while (str_cut(rest, '\n', &line)) {
        Str s = str_trim(line);
        bool fence = s.n >= 3 && !strncmp(s.p, "```", 3);
        code ^= fence;
        bool comment = s.n >= 4 && !strncmp(s.p, "<!--", 4);
        if (code || fence || comment || !s.n || *s.p == '#') {
            if (out->n) return true;
        } else {
            if (!out->p) out->p = s.p;
            out->n = (size_t)(s.p + s.n - out->p);
        }
    }
    return out->n > 0;
}

// ---- sentences

typedef struct Filler {
    Map seen; // sentences
    int words, again;
    Map counted_seen;
    int counted; // words of sentences that differ from one before in numbers
    const char *first; // of the sentences that stand there again
} Filler;

// A sentence in small letters, one space between its words. Returns how many.
static int bare_sentence(Str s, Buf *out) {
    int words = 0;
    bool inside = false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool part = isalnum(c) || c >= 0x80;
        if (part && !inside) words++;
        if (part && !inside && out->len) buf_char(out, ' ');
        if (part) buf_char(out, (char)tolower(c));
        inside = part;
    }
    return words;
}

// Takes the numbers out of a bare sentence.
static void without_numbers(Buf *bare) {
    Buf out = {0};
    Str rest = {buf_text(bare), bare->len}, word;
    while (str_cut(&rest, ' ', &word)) {
        if (!word.n || isdigit((unsigned char)*word.p)) continue;
        buf_char(&out, ' ');
        for (size_t i = 0; i < word.n; i++)
            buf_char(&out, word.p[i]);
    }
    buf_free(bare);
    *bare = out;
}

// A citation may stand in a text twice, and a few words as well.
static void take_sentence(Arena *a, Filler *f, Str s) {
    enum { FEWEST = 5 };
    Buf bare = {0};
    int words = bare_sentence(s, &bare);
    bool cites = memmem(s.p, s.n, "[attempt ", 9);
    f->words += words;
    if (words >= FEWEST && !cites) {
        if (map_find(&f->seen, buf_text(&bare))) {
            f->again += words;
            if (!f->first) f->first = arena_strn(a, s.p, s.n);
        }
        map_set(&f->seen, buf_text(&bare), f);
        without_numbers(&bare);
        if (map_find(&f->counted_seen, buf_text(&bare))) f->counted += words;
        map_set(&f->counted_seen, buf_text(&bare), f);
    }
    buf_free(&bare);
}

static void take_paragraph(Arena *a, Filler *f, Str para) {
    size_t from = 0;
    for (size_t i = 0; i < para.n; i++) {
        bool ends = strchr(".!?", para.p[i]) &&
                    (i + 1 == para.n || isspace((unsigned char)para.p[i + 1]));
        if (!ends && i + 1 < para.n) continue;
        take_sentence(a, f, str_trim((Str){para.p + from, i + 1 - from}));
        from = i + 1;
    }
}

// Sixty words of a text that says something are some forty different ones. The
// first `most` are looked at: a long text repeats its words.
static int count_different(Str text, int most, int *words) {
    Map seen = {0};
    Buf all = {0};
    bare_sentence(text, &all);
    Str rest = {buf_text(&all), all.len}, word;
    *words = 0;
    while (*words < most && str_cut(&rest, ' ', &word)) {
        if (!word.n) continue;
        ++*words;
        map_setn(&seen, word.p, word.n, &seen);
    }
    int different = (int)seen.n;
    map_free(&seen);
    buf_free(&all);
    return different;
}

// ---- places that are held for a text

// Returns true if a sentence begins so, in letters of any case.
static bool begins_open(Str s) {
    static const char *const openings[] = {"to be written",
                                           "to be filled in",
                                           "to be added",
                                           "to be decided",
                                           "tbd",
                                           "tba",
                                           "lorem ipsum",
                                           "coming soon",
                                           "here i will write",
                                           "i will write here",
                                           "this will be written"};
    while (s.n && strchr(" \t*_(>-", *s.p))
        s = (Str){s.p + 1, s.n - 1};
    for (size_t i = 0; i < COUNT_OF(openings); i++) {
        size_t n = strlen(openings[i]);
        if (s.n >= n && !strncasecmp(s.p, openings[i], n) &&
            (s.n == n || !isalnum((unsigned char)s.p[n])))
            return true;
    }
    return false;
}

bool paper_is_open(Str text) {
    static const char later[] = "will be filled in here";
    if (memmem(text.p, text.n, "TODO", 4) ||
        memmem(text.p, text.n, later, sizeof later - 1))
        return true;
    for (size_t i = 0; i < text.n; i++) {
        bool begins = i == 0 || text.p[i - 1] == '\n' ||
                      (i > 1 && isspace((unsigned char)text.p[i - 1]) &&
                       strchr(".!?:", text.p[i - 2]));
        if (begins && begins_open((Str){text.p + i, text.n - i})) return true;
    }
    return false;
}

// ---- all of it

const char *paper_filler(Arena *a, Str text) {
    enum { LOOKED_AT = 60, FEW = 20 };
    Filler f = {0};
    Str rest = text, para;
    const char *why = NULL;
    int words;
    while (paper_next_paragraph(&rest, &para))
        take_paragraph(a, &f, para);
    int different = count_different(text, LOOKED_AT, &words);
    if (f.again * 5 > f.words)
        why = arena_fmt(a,
                        "%d of %d words stand in sentences that were there "
                        "before: \"%s\"",
                        f.again, f.words, f.first);
    else if (f.counted * 2 > f.words)
        why = arena_fmt(a,
                        "%d of %d words stand in sentences that differ from "
                        "others in numbers alone: a table says that better",
                        f.counted, f.words);
    else if (words >= FEW && different * 3 < words)
        why = arena_fmt(a, "its first %d words are the same %d again and again",
                        words, different);
    map_free(&f.seen);
    map_free(&f.counted_seen);
    return why;
}
