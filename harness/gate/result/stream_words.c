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

// A copy in this file is given a stream by its name.
static bool copies_in_streams(const char *code) {
    enum { STREAM = 4 };
    for (const char *p = code; (p = strstr(p, "cudaMemcpyAsync")); p++) {
        const char *open = p + strcspn(p, "(;");
        Str stream =
            *open == '(' ? source_call_argument(open, STREAM) : (Str){0};
        if (stream.n && isalpha((unsigned char)*stream.p) &&
            !str_eq(stream, "nullptr") && !str_eq(stream, "NULL"))
            return true;
    }
    return false;
}

const char *stream_left_out(Arena *a, const char *code) {
    enum { STREAM = 3 };
    if (!copies_in_streams(code)) return NULL;
    for (const char *p = code; (p = strstr(p, "<<<")); p++)
        if (!source_call_argument(p + 2, STREAM).n)
            return arena_fmt(a,
                             "The launch in line %d has no stream, so it is in "
                             "the default one, which waits for all others and "
                             "they for it. Give it the stream of its copies: "
                             "<<<grid, block, 0, stream>>>.",
                             source_number(code, p));
    return NULL;
}
