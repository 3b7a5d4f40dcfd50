// Loops that begin, step or end at the wrong place, and lanes that have no sum:
// see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

// ---- sums

static bool halves(Str step) {
    return source_ends(step, "/= 2") || source_ends(step, "/=2") ||
           source_ends(step, ">>= 1") || source_ends(step, ">>=1");
}

// The body uses half of the variable, as `step / 2`: that is 1 in the round in
// which the variable is 2.
static bool takes_half_of(Arena *a, const Str part[3]) {
    static const char *const halved[] = {"/ 2", "/2", ">> 1", ">>1"};
    Str name = {part[1].p, source_name_length(part[1].p)};
    Str body = source_body(part[2]);
    for (size_t k = 0; k < COUNT_OF(halved); k++) {
        const char *text =
            arena_fmt(a, "%.*s %s", (int)name.n, name.p, halved[k]);
        const char *near =
            arena_fmt(a, "%.*s%s", (int)name.n, name.p, halved[k]);
        if (source_holds(body, text) || source_holds(body, near)) return true;
    }
    return false;
}

const char *value_tree_stops(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3)
        if (source_for(p, part) && halves(part[2]) &&
            (source_ends(part[1], "> 1") || source_ends(part[1], ">1") ||
             source_ends(part[1], ">= 2")) &&
            !takes_half_of(&r->arena, part))
            return arena_fmt(&r->arena,
                             "The loop of line %d ends before the distance "
                             "is 1, so the last step is missing, unless "
                             "another line does it: go on while it is > 0.",
                             source_number(code, p));
    return NULL;
}

// A second stage adds the sums of the warps, which are fewer than 32: a loop
// over all lanes elsewhere is the first stage.
const char *value_few_lanes(CheckResult *r, const char *code) {
    const char *few = NULL;
    long few_distance = 0;
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part) || !halves(part[2])) continue;
        const char *body = part[2].p + part[2].n;
        const char *shuffle = strstr(body, "__shfl_");
        const char *set = memchr(part[0].p, '=', part[0].n);
        if (!shuffle || !set || memchr(body, ';', (size_t)(shuffle - body)))
            continue;
        long d = strtol(set + 1, NULL, 10);
        // A fourth argument is the width of the groups.
        bool narrow = source_call_argument(strchr(shuffle, '('), 3).n > 0;
        if (d < 1 || narrow) continue;
        if (d >= 16) return NULL;
        if (few) continue;
        few = p;
        few_distance = d;
    }
    if (!few) return NULL;
    return arena_fmt(&r->arena,
                     "The shuffles of line %d begin at a distance of %ld, so "
                     "they add up %ld lanes. Is that all of them? The tree of "
                     "a whole warp begins at 16.",
                     source_number(code, few), few_distance, 2 * few_distance);
}

// The number after `text`, if it stands alone and is not 0.
static const char *other_of(const char *code, const char *text) {
    const char *at = strstr(code, text);
    if (!at) return NULL;
    at += strlen(text);
    bool alone = at[strspn(at, "0123456789")] == ')';
    return alone && strtol(at, NULL, 10) > 0 ? at : NULL;
}

// One thread of a block goes on, and it is not the first.
const char *value_other_thread(CheckResult *r, const char *code) {
    static const char *const names[] = {
        "(threadIdx.x == ", "(tid == ", "(t == "};
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        const char *at = other_of(code, names[k]);
        if (at)
            return arena_fmt(&r->arena,
                             "Line %d lets thread %ld alone go on. Has that "
                             "thread what is needed there, in a block of one "
                             "thread too?",
                             source_number(code, at), strtol(at, NULL, 10));
    }
    return NULL;
}

// The number in `if (lane == 1)`; NULL: the file asks for no such lane.
static const char *other_lane(const char *code) {
    return other_of(code, "(lane == ");
}

const char *value_wrong_lane(CheckResult *r, const char *code) {
    if (!strstr(code, "__shfl_down_sync") || strstr(code, "__shfl_up_sync") ||
        strstr(code, "__shfl_xor_sync"))
        return NULL;
    const char *other = other_lane(code);
    if (other)
        return arena_fmt(&r->arena,
                         "__shfl_down_sync brings the sum to lane 0, and line "
                         "%d takes it from lane %ld.",
                         source_number(code, other), strtol(other, NULL, 10));
    static const char *const last[] = {"== 31)", "== WARP - 1)",
                                       "== warpSize - 1)"};
    for (size_t k = 0; k < COUNT_OF(last); k++) {
        const char *at = strstr(code, last[k]);
        if (!at) continue;
        return arena_fmt(&r->arena,
                         "__shfl_down_sync brings the sum to lane 0, and line "
                         "%d takes it from the last lane.",
                         source_number(code, at));
    }
    return NULL;
}

// ---- scans of a warp

// The first number that a condition such as d < 16 ends at; 0: none.
static long written_bound(Str ask) {
    const char *less = memchr(ask.p, '<', ask.n);
    char *end;
    if (!less) return 0;
    bool equal = less[1] == '=';
    long n = strtol(less + 1 + equal, &end, 10);
    return end == ask.p + ask.n ? n + equal : 0;
}

// A tree that halves its distance, and shuffles the wrong way.
const char *value_sum_upwards(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part) || !halves(part[2])) continue;
        if (!source_holds(source_body(part[2]), "__shfl_up_sync")) continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d adds what __shfl_up_sync brings, "
                         "the value of a lane with a lower number, so the sum "
                         "of all ends in the last lane. For a sum in lane 0 "
                         "take __shfl_down_sync.",
                         source_number(code, p));
    }
    // The same without a loop, and lane 0 stores.
    const char *up = strstr(code, "+= __shfl_up_sync");
    bool checks = strstr(code, "lane >= ") || strstr(code, "? ");
    if (!up || checks || strstr(code, "__shfl_down_sync") ||
        strstr(code, "__shfl_xor_sync") || !strstr(code, "lane == 0"))
        return NULL;
    return arena_fmt(&r->arena,
                     "__shfl_up_sync in line %d brings the value of a lane "
                     "with a lower number, so the sum of all ends in the last "
                     "lane, and lane 0 adds its own value again. For a sum in "
                     "lane 0 take __shfl_down_sync.",
                     source_number(code, up));
}

const char *value_scan_lanes(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part)) continue;
        Str body = source_body(part[2]);
        int line = source_number(code, p);
        const char *up = memmem(body.p, body.n, "__shfl_up_sync", 14);
        if (!up || source_call_argument(strchr(up, '('), 3).n > 0) continue;
        bool rises =
            source_ends(part[2], "*= 2") || source_ends(part[2], "<<= 1");
        long bound = written_bound(part[1]), most = 1;
        while (most < bound) // the first distance that has no round
            most *= 2;
        if (rises && most > 1 && most <= 16)
            return arena_fmt(
                a,
                "The loop of line %d ends before a distance of %ld, "
                "so a lane adds up %ld at most. For all 32 of a "
                "warp go on while it is below 32.",
                line, most, most);
        if (source_holds(part[2], "++") || source_ends(part[2], "+= 1"))
            return arena_fmt(a,
                             "The loop of line %d takes the distances 1, 2, 3 "
                             "and so on. After 1 and 2 a lane has the sum of "
                             "four values, so the next distance is 4: double "
                             "it in each round, while it is below 32.",
                             line);
        if (!source_holds(body, "if") && !source_holds(body, "?") &&
            !source_holds(body, "*"))
            return arena_fmt(a,
                             "The loop of line %d lets every lane add. The "
                             "lowest ones have no lane below them, and "
                             "__shfl_up_sync gives them their own value: only "
                             "lanes from d on may add.",
                             line);
        if (source_holds(body, "lane > d") ||
            source_holds(body, "lane > offset"))
            return arena_fmt(a,
                             "The loop of line %d leaves out the lane whose "
                             "number is the distance, and it has a lane below "
                             "it, lane 0: compare by >=.",
                             line);
    }
    return NULL;
}

// ---- steps that do not fit the start

const char *value_lane_step(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part)) continue;
        bool block = source_ends(part[2], "+= blockDim.x");
        bool lane = source_holds(part[0], "lane") &&
                    !source_holds(part[0], "warp") &&
                    !source_holds(part[0], "threadIdx.x");
        if (block && lane)
            return arena_fmt(&r->arena,
                             "The loop of line %d begins at the number of the "
                             "lane and steps by a whole block. The 32 lanes of "
                             "a warp step by 32.",
                             source_number(code, p));
    }
    return NULL;
}

// `first + TILE <= n` with a variable that only the loop knows.
const char *value_partial_round(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part) || part[0].n == 0) continue;
        const char *plus = memchr(part[1].p, '+', part[1].n);
        const char *less = memmem(part[1].p, part[1].n, "<=", 2);
        const char *add = memmem(part[2].p, part[2].n, "+=", 2);
        bool is_own =
            !memcmp(part[0].p, "int ", 4) || !memcmp(part[0].p, "size_t ", 7);
        if (!plus || !less || !add || plus > less || !is_own) continue;
        Str ahead = str_trim((Str){plus + 1, (size_t)(less - plus - 1)});
        Str step =
            str_trim((Str){add + 2, (size_t)(part[2].p + part[2].n - add - 2)});
        if (ahead.n == 0 || ahead.n != step.n ||
            memcmp(ahead.p, step.p, step.n))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d runs while %.*s, so a last "
                         "stretch of fewer than %.*s gets no round.",
                         source_number(code, p), (int)part[1].n, part[1].p,
                         (int)step.n, step.p);
    }
    return NULL;
}
