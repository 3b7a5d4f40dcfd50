// See known.h.
#include "gate/check/known.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/child/correct.h"
#include "gate/judge/fingerprint.h"
#include "plan/mutant.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 20261127 };

// ---- the rows

// The next row of an exercise: wrong solution and fingerprint.
static bool next_known(Str *rest, const Exercise *ex, Str *name, Str *print) {
    Str line, id;
    while (str_cut(rest, '\n', &line))
        if (line.n && *line.p != '#' && str_cut(&line, '\t', &id) &&
            str_eq(id, ex->id) && str_cut(&line, '\t', name)) {
            *print = str_trim(line);
            return true;
        }
    return false;
}

// Its words, and whether they are a sentence of their own.
static const char *mutant_words(Arena *a, const Exercise *ex, Str name,
                                bool *sentence) {
    MutantReason reason;
    Err err = {0};
    char *dir = path_join(a, ex->sol, "mutants");
    char *path = path_join(a, dir, arena_strn(a, name.p, name.n));
    bool ok = mutant_reason(path, a, &reason, &err);
    err_clear(&err);
    *sentence = ok && reason.says;
    return !ok ? NULL : reason.says ? reason.says : reason.why;
}

typedef struct Words {
    const char *text;
    bool sentence;
} Words;

static void keep_words(Words two[2], Words w) {
    if (!w.text || (two[0].text && !strcmp(two[0].text, w.text))) return;
    if (two[0].text && two[1].text) return;
    two[two[0].text != NULL] = w;
}

const char *known_words(Arena *a, const Exercise *ex, Str text,
                        const char *fingerprint, double *share) {
    Str name, print;
    Words two[2] = {0};
    *share = 0;
    while (next_known(&text, ex, &name, &print)) {
        double now = fingerprint_share(print, str_of(fingerprint));
        if (now <= 0 || now < *share) continue;
        Words w = {0};
        w.text = mutant_words(a, ex, name, &w.sentence);
        if (w.text && now > *share) memset(two, 0, sizeof two), *share = now;
        keep_words(two, w);
    }
    if (!two[0].text) return NULL;
    const char *says =
        arena_fmt(a, "%s%s", two[0].text, two[0].sentence ? "" : ".");
    return two[1].text ? arena_fmt(a, "%s" KNOWN_OTHER "%s%s", says,
                                   two[1].text, two[1].sentence ? "" : ".")
                       : says;
}

// ---- the run

static uint64_t seed_of(int at, int other) {
    return SEED + (uint64_t)other + 0x9e3779b97f4a7c15u * (uint64_t)(at + 1);
}

static bool draw_case(CaseData *c, Arena *a, const Exercise *ex,
                      const Case *from, uint64_t seed, Err *err) {
    return case_draw(c, a, ex, from->vars, from->nvars, from->fills,
                     from->nfills, from->name, 1, seed, err);
}

// Cases of drawn sizes are left out, where one kernel is recorded for each
// size; and those that need a device of their own.
bool known_has_word(Arena *a, const Exercise *ex, const Case *from, bool *has,
                    Err *err) {
    CaseData one, other;
    *has = false;
    if (from->loses_device || from->model) return true;
    if (!draw_case(&one, a, ex, from, seed_of(0, 0), err) ||
        !draw_case(&other, a, ex, from, seed_of(0, 1), err))
        return false;
    *has = !strcmp(one.name, other.name) && !case_is_empty(&one);
    case_drop(&one);
    case_drop(&other);
    return true;
}

static bool run_at(Check *k, int at, CaseResult *r, Err *err) {
    CaseData c;
    if (!draw_case(&c, k->a, k->ex, k->case_of[at], seed_of(at, 0), err) ||
        !case_fill(&c, k->s.shm.base, err))
        return false;
    CallResult call = session_run(&k->s, &c);
    *r = correct_call(&k->s, &c, &call);
    if (r->verdict == VERDICT_PASS) {
        expect_case(&c, &k->ref);
        *r = correct_after(&k->s, &c, 0, false);
    }
    case_drop(&c);
    return true;
}

// Other traps say where and why. A read of what nothing wrote shows where the
// mistake is met, seldom where it was made.
static bool traps_tell(const Session *s) {
    for (int i = 0; i < s->ntraps; i++)
        if (s->traps[i].severity == SIM_WRONG &&
            !str_starts(s->traps[i].kind, "uninitialised"))
            return true;
    return false;
}

// NULL if the values are not all there is: a trap, a fact, an end of the child.
static bool take_fingerprint(Check *k, const char **text, Err *err) {
    Fingerprint f;
    int before = k->s.ntraps;
    bool ok = true, plain = true;
    fingerprint_start(&f);
    for (int i = 0; i < k->ncases && ok && plain; i++) {
        bool has;
        CaseResult r = {0};
        ok = known_has_word(k->a, k->ex, k->case_of[i], &has, err);
        if (!ok || !has || (i > 0 && k->case_of[i - 1] == k->case_of[i]))
            continue;
        ok = run_at(k, i, &r, err);
        plain = !k->s.ended && !traps_tell(&k->s) &&
                !(r.nfirst > 0 && r.first[0].says);
        if (ok && plain) fingerprint_add(&f, &r);
    }
    k->s.ntraps = before;
    const char *all = fingerprint_end(&f, k->a);
    *text = ok && plain ? all : NULL;
    return ok;
}

static bool values_alone_are_wrong(const Check *k) {
    bool wrong = false;
    for (int i = 0; i < k->ncases; i++)
        wrong |= k->res->cases[i].nfirst > 0 && !k->res->cases[i].first[0].says;
    return wrong && !traps_tell(&k->s) && !k->s.ended;
}

bool known_look(Check *k, Err *err) {
    CheckResult *r = k->res;
    Buf text = {0};
    Str rest, name, print;
    const char *wanted = getenv("KATA_KNOWN");
    if (!values_alone_are_wrong(k)) return true;
    if (!k->q->fingerprint && wanted && !strcmp(wanted, "0")) return true;
    const char *path =
        path_join(k->a, k->q->plan->root, "solutions/mistakes.tsv");
    bool ok = !path_exists(path) || file_read(path, &text, err);
    rest = (Str){text.data, text.len};
    if (ok && (k->q->fingerprint || next_known(&rest, k->ex, &name, &print)))
        ok = take_fingerprint(k, &r->fingerprint, err);
    if (ok && r->fingerprint)
        r->mistake = known_words(k->a, k->ex, (Str){text.data, text.len},
                                 r->fingerprint, &r->mistake_share);
    buf_free(&text);
    return ok;
}
