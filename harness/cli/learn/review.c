// The cards that can be reviewed, and those of today's session.
#include "cli/learn/review.h"

#include "base/day.h"
#include "cli/app/machine.h"
#include "cli/learn/course.h"
#include "cli/learn/record.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

// ---- the daily banks

typedef struct BankItem {
    const Item *item;
    bool only; // no week of its track has it
} BankItem;

typedef struct Bank {
    BankItem *at;
    int n;
} Bank;

static const BankItem *bank_find(const Bank *b, const char *id) {
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->at[i].item->id, id)) return &b->at[i];
    return NULL;
}

static Bank bank_of(App *a) {
    Bank b = {0};
    int most = 0;
    for (int i = 0; i < a->plan.ntracks; i++)
        most += a->plan.tracks[i]->daily.n;
    b.at = arena_array(&a->arena, BankItem, (size_t)most);
    for (int i = 0; i < a->plan.ntracks; i++) {
        const Track *t = a->plan.tracks[i];
        if (t->daily.n == 0 || !course_is_started(a, t)) continue;
        for (int k = 0; k < t->daily.n; k++) {
            const Item *it = &t->daily.at[k];
            if (!it->id || bank_find(&b, it->id)) continue;
            b.at[b.n++] = (BankItem){it, track_item(t, it->id) == it};
        }
    }
    return b;
}

static bool has_word(const char **words, const char *word) {
    for (; words && *words; words++)
        if (!strcmp(*words, word)) return true;
    return false;
}

// A sheet belongs to a bank if the bank names it, or if one of the bank's items
// needs it or teaches the same.
static bool sheet_belongs(const Bank *b, const Exercise *ex) {
    if (bank_find(b, ex->id)) return true;
    for (int i = 0; i < b->n; i++) {
        const Item *it = b->at[i].item;
        const char **needs = it->ex        ? it->ex->needs
                             : it->planned ? it->planned->needs
                                           : NULL;
        if (has_word(needs, ex->id)) return true;
        for (const char **t = it->ex ? it->ex->teaches : NULL; t && *t; t++)
            if (has_word(ex->teaches, *t)) return true;
    }
    return false;
}

// ---- cards

Grade review_first(const Progress *p) {
    enum { MANY = 8, FEW = 2, MUCH_HELP = 3 };
    if (p->saw_solution) return GRADE_AGAIN;
    if (p->attempts > MANY || p->hints_seen >= MUCH_HELP) return GRADE_HARD;
    return p->attempts <= FEW && !p->hints_seen ? GRADE_EASY : GRADE_GOOD;
}

static bool is_sheet(const Exercise *ex) {
    return ex->kind == KIND_QUIZ || ex->kind == KIND_WORKSHEET;
}

// A report is not written again; a kernel and a question are done again.
static bool can_repeat(App *a, const Exercise *ex) {
    return machine_can_do(a, ex) && (!ex->paper || is_sheet(ex));
}

typedef struct Deck {
    App *a;
    Bank bank;
    const Progress *rows;
    int nrows;
    MemoryRow *known; // by key
    int nknown, today;
    Review *at;
    int n;
} Deck;

static int by_key(const void *key, const void *row) {
    return strcmp(key, ((const MemoryRow *)row)->exercise);
}

static const MemoryRow *memory_find(const Deck *d, const char *key) {
    return bsearch(key, d->known, (size_t)d->nknown, sizeof *d->known, by_key);
}

// A question without a memory of its own may have that of the whole sheet.
static Review *add_card(Deck *d, const Exercise *ex, const Question *q,
                        const Progress *p) {
    Review *r = &d->at[d->n++];
    const char *key =
        q ? arena_fmt(&d->a->arena, "%s/%s", ex->id, q->id) : ex->id;
    *r = (Review){.ex = ex, .question = q, .key = key, .minutes = ex->minutes};
    if (q) r->minutes = ex->minutes > ex->paper->nquestions ? 2 : 1;
    const MemoryRow *m = memory_find(d, key);
    if (!m && q) m = memory_find(d, ex->id);
    if (m) {
        r->memory = (Memory){m->stability, m->difficulty};
        r->day = m->day;
        r->due = m->due;
        r->reviews = m->reviews;
        r->lapses = m->lapses;
    } else {
        r->memory = fsrs_first(review_first(p));
        r->day = day_at(p->last);
        r->due = r->day + fsrs_interval(r->memory);
    }
    r->recall = fsrs_recall(r->memory, d->today - r->day);
    return r;
}

static bool is_open(App *a, const char *id) {
    const char *key = arena_fmt(&a->arena, "review:%s", id);
    const char *text = store_get(a->store, &a->arena, key);
    return text && *text;
}

static void add_passed(Deck *d, const Exercise *ex, const Progress *p) {
    if (!is_sheet(ex)) {
        Review *r = add_card(d, ex, NULL, p);
        r->open = is_open(d->a, ex->id);
        r->daily = bank_find(&d->bank, ex->id) != NULL;
        return;
    }
    bool daily = sheet_belongs(&d->bank, ex);
    for (int i = 0; i < ex->paper->nquestions; i++)
        add_card(d, ex, &ex->paper->questions[i], p)->daily = daily;
}

static bool is_behind(const Deck *d, const char *id) {
    const Progress *p = store_find_progress(d->rows, d->nrows, id);
    return p && p->state != STATE_TODO && p->state != STATE_ATTEMPTED;
}

// An exercise of the bank that no week of its track has: only a review offers
// it.
static void add_fresh(Deck *d, const BankItem *b) {
    App *a = d->a;
    const Exercise *ex = b->item->ex;
    if (!ex || !b->only || !can_repeat(a, ex) || is_behind(d, ex->id)) return;
    for (const char **id = ex->needs; *id; id++) {
        const Exercise *need = plan_find(&a->plan, *id);
        if (need && machine_can_do(a, need) && !is_behind(d, *id)) return;
    }
    d->at[d->n++] = (Review){.ex = ex,
                             .key = ex->id,
                             .minutes = ex->minutes,
                             .daily = true,
                             .fresh = true,
                             .day = d->today,
                             .due = d->today,
                             .recall = 1};
}

static int by_recall(const void *x, const void *y) {
    const Review *a = x, *b = y;
    if (a->open != b->open) return a->open ? -1 : 1;
    if (a->recall != b->recall) return a->recall < b->recall ? -1 : 1;
    return strcmp(a->key, b->key);
}

static int count_cards(const Deck *d) {
    int n = d->bank.n;
    for (int i = 0; i < d->nrows; i++) {
        const Exercise *ex = plan_find(&d->a->plan, d->rows[i].exercise);
        if (ex) n += is_sheet(ex) ? ex->paper->nquestions : 1;
    }
    return n;
}

bool review_all(App *a, Review **out, int *n, Err *err) {
    Deck d = {.a = a, .today = day_today()};
    Progress *rows;
    if (!record_progress(a, &rows, &d.nrows, err) ||
        !store_memory(a->store, &a->arena, &d.known, &d.nknown, err))
        return false;
    d.rows = rows;
    d.bank = bank_of(a);
    d.at = arena_array(&a->arena, Review, (size_t)count_cards(&d));
    for (int i = 0; i < d.nrows; i++) {
        const Exercise *ex = plan_find(&a->plan, rows[i].exercise);
        bool passed =
            rows[i].state == STATE_PASSED || rows[i].state == STATE_STALE;
        if (ex && passed && can_repeat(a, ex)) add_passed(&d, ex, &rows[i]);
    }
    for (int i = 0; i < d.bank.n; i++)
        add_fresh(&d, &d.bank.at[i]);
    qsort(d.at, (size_t)d.n, sizeof *d.at, by_recall);
    *out = d.at;
    *n = d.n;
    return true;
}

// ---- a session

typedef struct Sitting {
    Review *at;
    int n, today, minutes;
    int count, sum;
    bool turn; // the bank's
} Sitting;

// The least remembered card that is due; of the bank, or not, as the turn says
// if there is one of that sort. most: minutes it may take.
static int find_due(const Sitting *s, bool question, int most) {
    int any = -1;
    for (int i = s->count; i < s->n; i++) {
        const Review *r = &s->at[i];
        if ((r->due > s->today && !r->open) ||
            (r->question != NULL) != question || r->minutes > most)
            continue;
        if (r->daily == s->turn) return i;
        if (any < 0) any = i;
    }
    return any;
}

static bool take_card(Sitting *s, bool question, int most) {
    int from = find_due(s, question, most);
    if (from < 0) return false;
    Review r = s->at[from];
    memmove(&s->at[s->count + 1], &s->at[s->count],
            (size_t)(from - s->count) * sizeof r);
    s->at[s->count++] = r;
    s->sum += r.minutes;
    s->turn = !r.daily;
    return true;
}

int review_pick(Review *at, int n, int today, int minutes, bool strict) {
    enum { SHARE = 3, ANY = 1 << 20 };
    Sitting s = {at, n, today, minutes, 0, 0, true};
    take_card(&s, true, strict ? minutes : ANY);
    while (take_card(&s, true, minutes / SHARE - s.sum))
        continue;
    s.turn = true;
    // A long kernel is not put off for ever by the questions of each day.
    if (!take_card(&s, false, minutes - s.sum) && !strict)
        take_card(&s, false, ANY);
    while (take_card(&s, false, minutes - s.sum))
        continue;
    while (take_card(&s, true, minutes - s.sum))
        continue;
    return s.count;
}
