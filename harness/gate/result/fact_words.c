// See fact_words.h.
#include "gate/result/fact_words.h"

#include "gate/result/bytes.h"
#include "gate/result/plain_words.h"
#include "gate/result/source.h"

#include <string.h>

// The name of a parameter `cudaStream_t stream` of the function around p;
// empty: it has none.
static Str stream_given(const char *code, const char *p) {
    static const char type[] = "cudaStream_t";
    Str name = {0};
    for (const char *at = code; (at = source_word(at, type)) && at < p;) {
        at += strlen(type);
        const char *from = at + strspn(at, " ");
        size_t n = source_name_length(from);
        const char *end = from + n + strspn(from + n, " \n");
        const char *body = end + strcspn(end, "{;");
        // Another function's head is between them where its body has ended.
        bool of_body = n > 0 && *body == '{' && (*end == ')' || *end == ',');
        if (of_body)
            name = memmem(body, (size_t)(p - body), "\n}", 2) ? (Str){0}
                                                              : (Str){from, n};
    }
    return name;
}

// cudaEventRecord(event), where the function was given a stream.
static const char *marks_elsewhere(Arena *a, const char *code) {
    static const char call[] = "cudaEventRecord";
    const char *lines = NULL, *write = NULL;
    Str stream = {0};
    int n = 0;
    for (const char *p = code; (p = source_word(p, call)); p++) {
        const char *open = p + strlen(call);
        Str given = stream_given(code, p);
        if (*open != '(' || !given.n || source_call_argument(open, 1).n)
            continue;
        Str event = source_call_argument(open, 0);
        const char *one = arena_fmt(a, "%s(%.*s, %.*s)", call, (int)event.n,
                                    event.p, (int)given.n, given.p);
        int line = source_number(code, p);
        lines = n ? arena_fmt(a, "%s and %d", lines, line)
                  : arena_fmt(a, "%d", line);
        write = n ? arena_fmt(a, "%s and %s", write, one) : one;
        stream = given;
        n++;
    }
    if (n == 0) return NULL;
    return arena_fmt(a,
                     "The %s in line%s %s %s no stream, so the device notes "
                     "%s in the default stream, and the work is in `%.*s`. "
                     "Write %s.",
                     n == 1 ? "event" : "events", n == 1 ? "" : "s", lines,
                     n == 1 ? "has" : "have", n == 1 ? "it" : "them",
                     (int)stream.n, stream.p, write);
}

const char *fact_words(CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    bool facts = bad && bad->nfirst > 0 && bad->first[0].says;
    if (!facts || r->ntraps > 0 || r->verdict != VERDICT_FAIL) return NULL;
    if (r->reading && strstr(r->reading_errors, ",fact,")) return r->reading;
    const char *code = source_code(&r->arena, r->source, r->source_len);
    const char *says = bytes_words(r, code, NULL);
    if (!says) says = plain_words(&r->arena, code);
    return says ? says : marks_elsewhere(&r->arena, code);
}
