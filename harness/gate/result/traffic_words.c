// See traffic_words.h.
#include "gate/result/traffic_words.h"

#include "gate/result/source.h"
#include "gate/result/value_words.h"

#include "base/path.h"

#include <string.h>

static const double SECTOR = 32; // bytes

bool traffic_is_of_lanes(const CheckResult *r, const Hint *h) {
    return !strcmp(h->when, "traffic") && check_gate_fails(r, "coalescing");
}

static double sectors(const LineCost *l) {
    return (double)l->c.gmem_sectors;
}

// Sectors beyond the fewest that hold the bytes that are used.
static double waste(const LineCost *l) {
    return sectors(l) - (double)l->c.gmem_ideal;
}

// A line of the learner's file; a library's number would name another one.
static bool is_theirs(const CheckResult *r, const LineCost *l) {
    return l->line > 0 && l->file && r->file &&
           !strcmp(path_base(l->file), path_base(r->file));
}

// The line for which `of` is largest, NULL: there is none.
static const LineCost *largest(const CheckResult *r,
                               double (*of)(const LineCost *)) {
    const LineCost *most = NULL;
    for (int i = 0; i < r->nlines; i++)
        if (!most || of(&r->lines[i]) > of(most)) most = &r->lines[i];
    return most;
}

// How many times the bound it is, if the gate fails; else 0.
static double too_much(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++) {
        const GateOutcome *o = &r->gates[i];
        if (!strcmp(o->gate->metric, "traffic") && o->verdict == VERDICT_FAIL)
            return o->value / o->gate->bound;
    }
    return 0;
}

// A gate of its own judges how the lanes lie.
static bool has_gate_on_lanes(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (!strcmp(r->gates[i].gate->metric, "coalescing")) return true;
    return false;
}

// Is the waste of sectors all that is too much?
static bool lanes_explain(const CheckResult *r, double moved) {
    double wasted = 0, over = too_much(r);
    for (int i = 0; i < r->nlines; i++)
        wasted += waste(&r->lines[i]);
    double used = moved - wasted;
    return !has_gate_on_lanes(r) && over > 1 && moved >= 2 * used &&
           moved >= 0.7 * over * used;
}

static double all_sectors(const CheckResult *r) {
    double moved = 0;
    for (int i = 0; i < r->nlines; i++)
        moved += sectors(&r->lines[i]);
    return moved;
}

// The text is the block's number, or a name for it.
static bool is_block(Arena *a, const char *code, Str text) {
    return str_eq(source_meaning(a, code, text.p, text), "blockIdx.x");
}

// for (b = ...; b < blockIdx.x; ...), or downwards from the block's number.
static bool counts_blocks_before(Arena *a, const char *code, Str part[3]) {
    if (memchr(part[1].p, '{', part[1].n)) return false;
    const char *less = memchr(part[1].p, '<', part[1].n);
    if (less) {
        const char *from = less + 1 + (less[1] == '=');
        return is_block(a, code,
                        (Str){from, (size_t)(part[1].p + part[1].n - from)});
    }
    const char *set = memchr(part[0].p, '=', part[0].n);
    if (!set || !source_holds(part[2], "-")) return false;
    Str first = {set + 1, (size_t)(part[0].p + part[0].n - set - 1)};
    const char *minus = memchr(first.p, '-', first.n);
    if (minus) first.n = (size_t)(minus - first.p);
    return is_block(a, code, first);
}

// A loop in each block over all blocks before it, which moves much: with twice
// as many blocks it moves four times as much.
static const char *square_of_blocks(CheckResult *r, const char *code) {
    const double least = 0.25; // of all sectors
    Arena *a = &r->arena;
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p++) {
        if (!source_for(p, part) || !counts_blocks_before(a, code, part))
            continue;
        Str body = source_body(part[2]);
        int first = source_number(code, p),
            last = source_number(code, body.p + body.n);
        // It may end at any block.
        if (source_holds_word(body, "break")) continue;
        double moved = 0;
        for (int i = 0; i < r->nlines; i++)
            if (is_theirs(r, &r->lines[i]) && r->lines[i].line >= first &&
                r->lines[i].line <= last)
                moved += sectors(&r->lines[i]);
        double all = all_sectors(r);
        if (all <= 0 || moved < least * all) continue;
        return arena_fmt(a,
                         "The loop of line %d makes each block go through what "
                         "belongs to all blocks before it: that is %.0f %% of "
                         "all traffic here, and twice as many blocks move four "
                         "times as much. Do that once, in a kernel of its own "
                         "before this one, which stores one result for each "
                         "block. Then a block reads its result and no others.",
                         first, 100 * moved / all);
    }
    return NULL;
}

const char *traffic_repeats(CheckResult *r) {
    const double many = 2; // times what the task itself moves
    const char *code = source_code(&r->arena, r->source, r->source_len);
    if (r->time.bytes <= 0 || SECTOR * all_sectors(r) < many * r->time.bytes)
        return NULL;
    const char *square = square_of_blocks(r, code);
    return square ? square : value_stride(r, code);
}

// table[codes[i]]: the data say where the lanes load.
static bool is_gather(CheckResult *r, int line) {
    const char *code = source_code(&r->arena, r->source, r->source_len);
    int depth = 0;
    for (const char *p = source_line(&r->arena, code, line); *p; p++) {
        depth += *p == '[';
        if (*p == ']') depth--;
        if (depth > 1) return true;
    }
    return false;
}

const char *traffic_words(CheckResult *r, const char *says) {
    const char *again = traffic_repeats(r);
    if (again) return again;
    double moved = all_sectors(r);
    const LineCost *apart = largest(r, waste), *most = largest(r, sectors);
    // A tile decides how the lanes of Triton lie, and a gather where they load.
    bool tiles = r->ex && r->ex->kind == KIND_TRITON;
    if (apart && !tiles && is_theirs(r, apart) && lanes_explain(r, moved) &&
        !is_gather(r, apart->line))
        return arena_fmt(&r->arena,
                         "In line %d the lanes of a warp are far apart in "
                         "memory, so whole sectors move for a part of their "
                         "bytes. %s",
                         apart->line,
                         check_gate_fails(r, "bytes_per_request")
                             ? "Does a lane need a few neighbours, one after "
                               "the other? Then take them with one load of up "
                               "to 16 bytes. Else let neighbouring lanes take "
                               "neighbouring elements."
                             : "Let neighbouring lanes take neighbouring "
                               "elements.");
    double share = moved > 0 ? sectors(most) / moved : 0;
    // Less than the task itself takes may well be what it takes.
    bool own = most && SECTOR * sectors(most) < 0.75 * r->time.bytes;
    if (!most || !is_theirs(r, most) || share < 0.4 || own) return says;
    return arena_fmt(&r->arena, "%s Line %d moves most of it here, %.0f %%.",
                     says, most->line, 100 * share);
}
