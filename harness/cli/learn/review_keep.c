// Keeps what a review has shown: grades, and the memory after each.
#include "cli/learn/review.h"

#include "base/day.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

Grade review_grade(int tries, int hints, int minutes, int expected) {
    enum { MANY = 4 };
    if (tries >= MANY || hints > 0 || minutes > 2 * expected) return GRADE_HARD;
    return tries == 1 && 2 * minutes <= expected ? GRADE_EASY : GRADE_GOOD;
}

static const char *open_key(App *a, const char *id) {
    return arena_fmt(&a->arena, "review:%s", id);
}

static bool kept_is_open(App *a, const char *id) {
    const char *text = store_get(a->store, &a->arena, open_key(a, id));
    return text && *text;
}

static bool last_attempt(App *a, const Exercise *ex, int64_t *id, Err *err) {
    Attempt *rows;
    int n;
    if (!store_history(a->store, &a->arena, ex->id, 1, &rows, &n, err))
        return false;
    *id = n ? rows[0].id : 0;
    return true;
}

// The card of ex, from scratch.
static bool find_one(App *a, const Exercise *ex, Review *out, Err *err) {
    Review *all;
    int n;
    if (!review_all(a, &all, &n, err)) return false;
    for (int i = 0; i < n; i++)
        if (all[i].ex == ex && !all[i].question && !all[i].fresh) {
            *out = all[i];
            return true;
        }
    err_set(err, ERR_USAGE, "'%s' is not passed yet: nothing to review",
            ex->id);
    return err_hint(err, "%s", app_command(a, "next", ex));
}

// The grade of a first pass is kept when the first review begins: its attempts
// would pass for the first pass's.
static bool keep_first(App *a, const Review *r, Err *err) {
    MemoryRow row = {.exercise = r->key,
                     .stability = r->memory.stability,
                     .difficulty = r->memory.difficulty,
                     .day = r->day,
                     .due = r->due};
    return r->reviews > 0 || store_set_memory(a->store, &row, err);
}

// review:ID is "last attempt, when, hints seen" of its beginning.
bool review_begin(App *a, const Exercise *ex, Err *err) {
    int64_t id;
    Review r = {0};
    if (kept_is_open(a, ex->id)) return true;
    return find_one(a, ex, &r, err) && keep_first(a, &r, err) &&
           last_attempt(a, ex, &id, err) &&
           store_set(a->store, open_key(a, ex->id),
                     arena_fmt(&a->arena, "%lld %lld %d", (long long)id,
                               (long long)clock_now(),
                               store_hint_level(a->store, ex->id)),
                     err);
}

// The memory of a card after a review of today.
static MemoryRow memory_after(const Review *r, Grade g) {
    int today = day_today();
    Memory m = fsrs_next(r->memory, today - r->day, g);
    return (MemoryRow){.exercise = r->key,
                       .stability = m.stability,
                       .difficulty = m.difficulty,
                       .day = today,
                       .due = today + fsrs_interval(m),
                       .reviews = r->reviews + 1,
                       .lapses = r->lapses + (g == GRADE_AGAIN)};
}

static bool settle_review(App *a, const Exercise *ex, Grade g, Err *err) {
    Review r = {0};
    char day[DAY_TEXT + 8];
    if (!find_one(a, ex, &r, err)) return false;
    MemoryRow row = memory_after(&r, g);
    if (!store_add_review(a->store, &row, g, err) ||
        !store_set(a->store, open_key(a, ex->id), "", err))
        return false;
    if (!a->json)
        printf("reviewed: %s. Again on %s (%d day%s). kata review\n",
               grade_text(g), day_words(row.due, day), row.due - row.day,
               row.due - row.day == 1 ? "" : "s");
    return true;
}

bool review_heard(App *a, const Exercise *ex, bool passed, Err *err) {
    enum { MOST = 20, MINUTE = 60 };
    long long id, when;
    int hints, n, tries = 0;
    Attempt *rows;
    const char *text = store_get(a->store, &a->arena, open_key(a, ex->id));
    if (!passed || !text ||
        sscanf(text, "%lld %lld %d", &id, &when, &hints) != 3)
        return true;
    if (!store_history(a->store, &a->arena, ex->id, MOST, &rows, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        tries += rows[i].id > id;
    int64_t now = clock_now();
    // A learner who came back the next day was not at it all night.
    int minutes =
        day_at(when) == day_at(now) ? (int)((now - when) / MINUTE) : 0;
    return settle_review(
        a, ex,
        review_grade(tries, store_hint_level(a->store, ex->id) - hints, minutes,
                     max_of(ex->minutes, 1)),
        err);
}

// ---- questions

bool review_answered(App *a, const Review *card, bool right, Err *err) {
    Grade g = right ? GRADE_GOOD : GRADE_AGAIN;
    MemoryRow row = memory_after(card, g);
    return store_add_review(a->store, &row, g, err);
}

static bool is_of(const Review *r, const Exercise *ex) {
    return r->ex == ex && r->question;
}

static const PaperRow *row_of(const PaperResult *r, const char *question) {
    for (int i = 0; i < r->nrows; i++)
        if (r->rows[i].key && !strcmp(r->rows[i].key, question))
            return &r->rows[i];
    return NULL;
}

static bool has_memory(const MemoryRow *at, int n, const char *key) {
    for (int i = 0; i < n; i++)
        if (!strcmp(at[i].exercise, key)) return true;
    return false;
}

// A question that was wrong in a pass was not known, however good the rest.
static bool begin_memory(App *a, const Review *card, bool right, Err *err) {
    Memory m = right ? card->memory : fsrs_first(GRADE_AGAIN);
    MemoryRow row = {.exercise = card->key,
                     .stability = m.stability,
                     .difficulty = m.difficulty,
                     .day = card->day,
                     .due = card->day + fsrs_interval(m)};
    return store_set_memory(a->store, &row, err);
}

bool review_sheet(App *a, const PaperResult *r, Err *err) {
    Review *all;
    MemoryRow *known;
    int n, nknown, today = day_today(), answered = 0, right = 0;
    if (!review_all(a, &all, &n, err) ||
        !store_memory(a->store, &a->arena, &known, &nknown, err))
        return false;
    for (int i = 0; i < n; i++) {
        const PaperRow *row =
            is_of(&all[i], r->ex) ? row_of(r, all[i].question->id) : NULL;
        if (!row || row->verdict == VERDICT_SKIPPED) continue;
        bool is_right = row->verdict == VERDICT_PASS;
        bool known_one = has_memory(known, nknown, all[i].key);
        if (!known_one && !begin_memory(a, &all[i], is_right, err))
            return false;
        if (!known_one || all[i].due > today || all[i].day == today) continue;
        if (!review_answered(a, &all[i], is_right, err)) return false;
        answered++;
        right += is_right;
    }
    if (answered && !a->json)
        printf("reviewed: %d question%s, %d right. kata review\n", answered,
               answered == 1 ? "" : "s", right);
    return true;
}

// Every question of a sheet, as if all were answered wrong.
static bool give_up_questions(App *a, const Exercise *ex, Err *err) {
    Review *all;
    int n, gone = 0;
    if (!review_all(a, &all, &n, err)) return false;
    for (int i = 0; i < n; i++) {
        if (!is_of(&all[i], ex)) continue;
        if (!review_answered(a, &all[i], false, err)) return false;
        gone++;
    }
    if (gone && !a->json)
        printf("reviewed: %d question%s, again soon. kata review\n", gone,
               gone == 1 ? "" : "s");
    return gone > 0;
}

bool review_give_up(App *a, const Exercise *ex, Err *err) {
    if (give_up_questions(a, ex, err)) return true;
    return err->kind == ERR_NONE && settle_review(a, ex, GRADE_AGAIN, err);
}
