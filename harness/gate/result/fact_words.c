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

// From the mark of `event` to p no function is called that may wait.
static bool waits_for_none(const char *from, const char *p) {
    static const char *const none[] = {
        "cudaEventRecord", "cudaEventElapsedTime", "cudaGetLastError"};
    for (; from < p; from++) {
        size_t n = source_name_length(from);
        if (n == 0) continue;
        bool harmless = from[n + strspn(from + n, " ")] != '(';
        for (size_t i = 0; i < COUNT_OF(none) && !harmless; i++)
            harmless = strlen(none[i]) == n && !memcmp(from, none[i], n);
        if (!harmless) return false;
        from += n - 1;
    }
    return true;
}

// The last cudaEventRecord(event, ...) before p, in the same function.
static const char *last_mark(const char *code, const char *p, Str event) {
    static const char call[] = "cudaEventRecord";
    const char *found = NULL;
    for (const char *at = code; (at = source_word(at, call)) && at < p;) {
        at += strlen(call);
        Str its = *at == '(' ? source_call_argument(at, 0) : (Str){0};
        if (its.n == event.n && !memcmp(its.p, event.p, its.n)) found = at;
    }
    bool other = found && memmem(found, (size_t)(p - found), "\n}", 2);
    return other ? NULL : found;
}

// cudaEventElapsedTime(&ms, a, b) as a statement, and nothing waits for b.
static const char *asks_early(Arena *a, const char *code) {
    static const char call[] = "cudaEventElapsedTime";
    for (const char *p = code; (p = source_word(p, call)); p++) {
        const char *open = p + strlen(call), *before = p;
        while (before > code && strchr(" \n\t", before[-1]))
            before--;
        if (*open != '(' || before == code || !strchr(";{}", before[-1]))
            continue;
        Str ms = source_call_argument(open, 0),
            event = source_call_argument(open, 2);
        const char *mark = event.n ? last_mark(code, p, event) : NULL;
        if (!mark || !waits_for_none(mark, p)) continue;
        return arena_fmt(
            a,
            "Line %d asks for the time, and nothing has waited until the "
            "device has reached `%.*s`: cudaEventElapsedTime does not wait, "
            "it returns cudaErrorNotReady, and what `%.*s` points to stays as "
            "it was. Write cudaEventSynchronize(%.*s); before that line.",
            source_number(code, p), (int)event.n, event.p, (int)ms.n, ms.p,
            (int)event.n, event.p);
    }
    return NULL;
}

const char *fact_words(CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    bool facts = bad && bad->nfirst > 0 && bad->first[0].says;
    if (!facts || r->ntraps > 0 || r->verdict != VERDICT_FAIL) return NULL;
    if (r->reading && strstr(r->reading_errors, ",fact,")) return r->reading;
    const char *code = source_code(&r->arena, r->source, r->source_len);
    const char *says = bytes_words(r, code, NULL);
    if (!says) says = plain_words(&r->arena, code);
    if (!says) says = marks_elsewhere(&r->arena, code);
    return says ? says : asks_early(&r->arena, code);
}
