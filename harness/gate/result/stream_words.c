// See stream_words.h.
#include "gate/result/stream_words.h"

#include "base/str.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The stream that the call or launch in this line is given, if it is a variable
// by itself.
static Str stream_in(const char *code, int line) {
    const char *at = source_at(code, line), *end = at + strcspn(at, ";");
    const char *open = strstr(at, "<<<");
    Str name = {0}, arg;
    if (open && open < end) return source_call_argument(open + 2, 3);
    for (open = strstr(at, "cuda"); open && open < end && *open != '(';)
        open++;
    for (int k = 0; open && open < end; k++) {
        arg = source_call_argument(open, k);
        if (!arg.n) break;
        name = arg;
    }
    return name;
}

// "stream 7" where it stands alone, in the text.
static const char *with_name(Arena *a, const char *text, const char *number,
                             Str name) {
    const char *at = strstr(text, number);
    size_t n = strlen(number);
    while (at && isdigit((unsigned char)at[n]))
        at = strstr(at + n, number);
    return at ? arena_fmt(a, "%.*sstream `%.*s`%s", (int)(at - text), text,
                          (int)name.n, name.p, at + n)
              : text;
}

const char *stream_words(const Told *w, TrapInfo *t) {
    Arena *a = &w->r->arena;
    unsigned long long now, first;
    const char *at = strstr(t->message, " in stream ");
    const char *other = at ? strstr(at + 1, " in stream ") : NULL;
    if (!told_is(w, "stream-race") || !*w->line || !other ||
        strcmp(t->file, t->other_file) != 0 ||
        sscanf(at, " in stream %llu", &now) != 1 ||
        sscanf(other, " in stream %llu", &first) != 1)
        return NULL;
    Str in = stream_in(w->code, t->line),
        before = stream_in(w->code, t->other_line);
    if (!source_is_name(in) || !source_is_name(before) ||
        (in.n == before.n && !memcmp(in.p, before.p, in.n)))
        return NULL;
    if (strstr(t->message, "A cudaFreeAsync") == t->message)
        t->hint = arena_fmt(a,
                            "Line %d still uses the memory in `%.*s`. Free it "
                            "in `%.*s`, or let `%.*s` wait for an event that "
                            "is recorded in `%.*s` after line %d.",
                            t->other_line, (int)before.n, before.p,
                            (int)before.n, before.p, (int)in.n, in.p,
                            (int)before.n, before.p, t->other_line);
    else if (str_starts(t->hint, "After the first"))
        t->hint = arena_fmt(a,
                            "After line %d, record an event in `%.*s` "
                            "(cudaEventRecord). Before line %d, let `%.*s` "
                            "wait for it (cudaStreamWaitEvent).",
                            t->other_line, (int)before.n, before.p, t->line,
                            (int)in.n, in.p);
    const char *to =
        with_name(a, t->message, arena_fmt(a, "stream %llu", now), in);
    return with_name(a, to, arena_fmt(a, "stream %llu", first), before);
}
