// Inside the shadow: records of lines, stamps, and who shares what.
//
//   shadow.c         address space, records, touching a line
//   shadow_strip.c    strips, as nearly all accesses are
//   shadow_log.c     what is told later
//   shadow_init.c    which bytes were ever written
//   shadow_order.c   fences, releases, acquisitions: is a stamp ordered?
//   shadow_note.c    what is told
//   shadow_record.c  a request of a warp as an access
//   touched.c        the words that a launch used
//   unread.c         what a launch wrote that nothing has read since
//   after.c          those that its blocks used after they launched children
#ifndef SIM_SHADOW_LINES_H
#define SIM_SHADOW_LINES_H

#include "base/vec.h"
#include "sim/check/after.h"
#include "sim/check/harmless.h"
#include "sim/check/shadow.h"
#include "sim/check/unread.h"
#include "sim/mem/shape.h"

// A stamp: the author and the time of an access. Two accesses with the same
// `when` and the same PARTY of `what` cannot be told apart by anyone else.
//
//   when    | block 32 | sync 16 | fence 16 |
//   what    | shared 1 | strength 2 | warp 5 | place 24 |
//   extra   of writers: the digest; of readers: the words they read; of the
//           atomics of a line that only atomics wrote: the words they updated
typedef struct Stamp {
    uint64_t when;
    uint32_t what, extra;
} Stamp;

enum {
    PLACE_BITS = 24,
    PLACE_MASK = (1 << PLACE_BITS) - 1,
    SITE_BITS = 18, // of a place; the rest is the function
    WARP_AT = PLACE_BITS,
    STRENGTH_AT = WARP_AT + 5,
    FENCES = UINT16_MAX, // and beyond: not known any more
};
#define SAME_VALUE (1u << 31) // written by several, who all wrote the same
#define PARTY      (~(uint32_t)PLACE_MASK & ~SAME_VALUE)

static inline uint32_t stamp_block(const Stamp *s) {
    return (uint32_t)(s->when >> 32);
}
static inline uint16_t stamp_sync(const Stamp *s) {
    return (uint16_t)(s->when >> 16);
}
static inline uint16_t stamp_fence(const Stamp *s) {
    return (uint16_t)s->when;
}
static inline uint32_t stamp_warp(const Stamp *s) {
    return s->what >> WARP_AT & 31;
}
static inline Strength stamp_strength(const Stamp *s) {
    return (Strength)(s->what >> STRENGTH_AT & 3);
}
static inline bool stamp_same_warp(const Stamp *a, const Stamp *b) {
    return stamp_block(a) == stamp_block(b) && stamp_warp(a) == stamp_warp(b);
}
static inline bool stamp_same_party(const Stamp *a, const Stamp *b) {
    return a->when == b->when && ((a->what ^ b->what) & PARTY) == 0;
}

// A line of 128 bytes. Of another launch than the running one only `written`
// counts.
//
// One writer is enough as long as all words in `wrote` are its own, or all are
// atomics' (the last of them stays); else
// `detail` says who wrote each word (or each byte, when parts of words have
// been written): an index into Shadow.detail, whose entries are indices into
// Shadow.writers. Readers are the last two parties; earlier ones are forgotten.
typedef struct ShadowLine {
    uint32_t launch;
    uint32_t wrote;  // words that were written, whole or in part
    uint32_t detail; // 0: all by `writer`
    bool by_byte;    // detail has 128 entries, not 32
    bool written;    // all bytes were, some time
    bool read;       // in this launch, maybe before it was written
    // of each sector: L1s may hold it since a plain load; and since before a
    // write to it
    uint8_t cached : 4, stale : 4;
    Stamp writer;
    Stamp reader, other; // extra: words that were read whole
} ShadowLine;
_Static_assert(sizeof(ShadowLine) == 64, "one line of the host's cache");

// The accesses of a block that others may have seen.
typedef struct BlockClock {
    uint32_t block;
    uint32_t nfences, cap;
    uint64_t *fence;   // when each was
    uint64_t acquired; // latest release that it knows of, 0 none
    uint64_t fenced;   // the same when it made its latest fence
    uint64_t seen;     // latest strong write that it knows of
    // its first strong write after each sync that was followed by one
    struct Said {
        uint64_t time;
        uint16_t sync;
    } * said;
    uint32_t nsaid, said_cap;
    // the word that it waited for last: who wrote it, and when; 0: none
    uint32_t heard_from;
    uint64_t heard;
} BlockClock;

// Hash tables of a launch, open addressing, empty entries have key 0. Words
// have the times of their latest release and of their latest strong write.
typedef struct KeyTable {
    struct KeyTime {
        uint64_t key, time, said;
        uint32_t by; // the block that wrote it strongly then
    } * at;
    uint32_t n, size; // a power of two, or 0
} KeyTable;

typedef struct Found {
    SimTrap trap;
    uint32_t place; // of the first
} Found;

// The words of a line that a launch has used.
typedef struct LineUse {
    uint32_t launch;
    uint32_t words[SIM_USES];
} LineUse;

// Lines [begin, end) that it has touched.
typedef struct LineRun {
    uint64_t begin, end;
} LineRun;

struct Shadow {
    uint64_t first_line, nlines;
    // records exist for lines [0, low) and [high, nlines)
    uint64_t low, high;
    ShadowLine *lines;
    // of bytes: initialised? A page that wholly is has no bits of its own.
    uint64_t (*bits)[2]; // per line
    uint8_t *pages;      // per 4 KiB: all bytes are
    bool tiles;          // $KATASIM_TILES: kernels come from Triton
    bool broken;         // no memory for records: says nothing any more
    // of launches whose words the caller wants
    bool wants_touched; // launches to come
    bool tracks;        // the running one, or the last
    bool touched_open;  // the masks are open as far as the records
    LineUse *touched;   // per line
    struct {
        LineRun *at;
        int n, cap;
    } runs;
    int open_runs[8]; // runs that may grow, or -1
    uint32_t next_run;
    // of the launch
    Launch *la; // NULL: none runs
    uint32_t launch;
    struct {
        uint32_t *at;
        uint32_t n, cap;
    } detail;
    struct {
        Stamp *at;
        uint32_t n, cap;
    } writers;
    uint32_t recent[64]; // writers of late, by place
    // order
    uint64_t now;
    KeyTable clocks; // block + 1: index into clock
    struct {
        BlockClock *at;
        int n, cap;
    } clock;
    KeyTable words; // word address: when it was released last
    KeyTable keys;  // of barriers of clusters
    // of the block that accesses
    uint32_t block;
    bool has_block;
    int mine; // its clock, or -1
    uint16_t fences;
    uint64_t acquired, seen;
    bool strong_seen; // some block made a strong access to another's word
    // what was found
    struct {
        Found *at;
        int n, cap;
    } found;
    Judged judged; // races
    // of blocks that have launched children
    Afters afters;
    // of whoever wants to know what is read later
    struct {
        Unread at[RESULTS_ASKED];
        int n;
    } asked;
};

// The record of a line, NULL: there is none.
static inline ShadowLine *shadow_line(const Shadow *s, uint64_t line) {
    uint64_t i = line - s->first_line;
    if (i < s->low) return &s->lines[i];
    return i >= s->high && i < s->nlines ? &s->lines[i] : NULL;
}

// The writer of a line stores another value to more of its words. Is that one
// word, or was it one before? Other blocks may store the same to it, so the
// value of each word is kept, in detail.
static inline bool line_keeps_values(const ShadowLine *l, uint32_t words) {
    return (words & (words - 1)) == 0 || (l->wrote & (l->wrote - 1)) == 0;
}

// Clears a line's records if another launch left them.
static inline void line_renew(ShadowLine *l, uint32_t launch) {
    l->launch = launch;
    l->wrote = l->detail = 0;
    l->read = false;
    l->cached = l->stale = 0;
    l->reader.extra = l->other.extra = 0;
    l->reader.what = l->other.what = 0;
}

// The sectors, a bit each, in which words lie.
static inline uint8_t line_sectors(uint32_t words) {
    words |= words >> 4 & 0x0f0f0f0f;
    words |= words >> 2 & 0x33333333;
    words |= words >> 1;
    return (uint8_t)((words & 0x01010101) * 0x10204080u >> 28);
}

// A plain store to words of a line that L1s may hold (shadow_order.c). A store
// changes what L1 of its own SM holds, and a fence empties it. Words that are
// updated by atomics are flags, beside what they guard.
__attribute__((cold)) void line_goes_stale(const Shadow *s, ShadowLine *l,
                                           const Stamp *me, uint32_t words);
static inline void line_changes(const Shadow *s, ShadowLine *l, const Stamp *me,
                                uint32_t words) {
    if (l->cached && stamp_strength(me) == WEAK)
        line_goes_stale(s, l, me, words);
}

// Remembers a reader of whole words.
static inline void reader_add(ShadowLine *l, const Stamp *me, uint32_t words) {
    Stamp *r = &l->reader, *o = &l->other;

    l->read = true;
    if (stamp_strength(me) == WEAK) l->cached |= line_sectors(words);
    if (r->extra && stamp_same_party(r, me)) {
        if (words & ~r->extra) r->extra |= words;
        return;
    }
    // A reader of another block is worth more than another of this one; one
    // whose words were written since, if there is none.
    bool of_other = stamp_block(r) != stamp_block(me);
    if (r->extra ? !o->extra || of_other || stamp_block(o) == stamp_block(me)
                 : of_other && !o->extra)
        *o = *r;
    *r = *me;
    r->extra = words;
}

// ---- shadow_strip.c
//
// Words of a line that has a record, as logs hold them: which record << 32, and
// the words.
static inline uint64_t shadow_pack(const Shadow *s, uint64_t line,
                                   uint32_t words) {
    return (line - s->first_line) << 32 | words;
}
static inline void shadow_fetch_packed(const Shadow *s, uint64_t packed) {
    __builtin_prefetch(&s->lines[packed >> 32], 1);
}
// Can an access be shown line by line, or does it order blocks, too?
bool shadow_may_lines(Shadow *s, const ShadowAccess *t);
// Touches n packed lines, but for those that are not simple, which it puts into
// f. Returns whether there are none.
bool shadow_lines(Shadow *s, const ShadowAccess *t, const uint64_t *at, int n,
                  Footprint *f);

// ---- touched.c. Call the last two if s->tracks only.
void touched_begin(Shadow *s);
__attribute__((cold)) void touched_words(Shadow *s, const ShadowAccess *t,
                                         uint64_t line, uint32_t words);
__attribute__((cold)) void touched_row(Shadow *s, const ShadowAccess *t,
                                       const Strip *row);

// ---- shadow_init.c
// Are all bytes of the line written? Remembers it if so.
bool init_line(Shadow *s, ShadowLine *l, uint64_t line);
// Marks bytes of a line, as in LineTouch.
void init_mark(Shadow *s, ShadowLine *l, const LineTouch *t);
// The lowest lane of a none of whose bytes was ever written, or -1.
int init_missing(Shadow *s, const Access *a);
// Records and marks exist for [lo, hi).
bool init_open(Shadow *s, uint64_t lo, uint64_t hi);

// ---- shadow_order.c
void order_begin(Shadow *s);
void order_end(Shadow *s);
// Makes b the block that accesses.
void order_block(Shadow *s, uint32_t block);
void order_fence(Shadow *s);
// A strong write publishes, a strong read acquires, what a word stands for.
void order_publish(Shadow *s, const Access *a, uint16_t sync);
void order_acquire(Shadow *s, const Access *a);
// The block's accesses from now on come after what it has acquired.
void order_settle(Shadow *s);
// Was an access of another block followed by what this block has acquired?
bool order_is_before(const Shadow *s, const Stamp *was);
// It is ordered, but this block has made no fence since it acquired that.
bool order_is_unfenced(const Shadow *s, const Stamp *was);
// Was a read of another block followed by what this block has seen?
bool order_is_read_before(const Shadow *s, const Stamp *was);
// The block waits for the words of a strong read.
void order_hear(Shadow *s, const Access *a);
// True if the block that accesses now takes a word for written because it has
// waited for another one, which the same block wrote later, and that block made
// no fence between the two. *was: the write, but for its place.
bool order_is_guessed(Shadow *s, uint64_t byte, Stamp *was);

// ---- shadow_note.c
typedef enum Clash {
    READ_AFTER_WRITE,
    WRITE_AFTER_READ,
    WRITE_AFTER_WRITE,
    ATOMIC_AFTER_READ,
    ATOMIC_AFTER_WRITE,
    LANES_OF_ONE_STORE, // the other one is the same
    UNFENCED_READ,      // after a flag, with no fence in between
    UNFENCED_WRITE,     // the same of the two writes
    READ_ONLY_READ,     // through the read-only cache, after a write
} Clash;
void note_race(Shadow *s, const ShadowAccess *t, const Access *a, uint64_t byte,
               Clash c, const Stamp *was);
void note_lanes(Shadow *s, const ShadowAccess *t, const Access *a, int lane);
void note_uninitialised(Shadow *s, const ShadowAccess *t, const Access *a,
                        int lane);
SrcLoc place_loc(const Shadow *s, uint32_t place); // while a launch runs
void note_end(Shadow *s); // hands what was found to the launch

#endif
