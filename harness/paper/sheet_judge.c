// Judging one answer, and saying what went wrong without giving it away.
//
// A wrong number is compared with what known mistakes give: first those of the
// question, then those that any number can show (slips.def). A mistake that
// fits is told as a question, because a coincidence cannot be told from a
// cause.
#include "paper/profile.h"
#include "paper/sheet.h"

#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers

enum {
    ON_COUNT = 1 << DIM_COUNT,
    ON_BYTES = 1 << DIM_BYTES,
    ON_TIME = 1 << DIM_TIME,
    ON_RATE = 1 << DIM_RATE,
    ON_WORK = 1 << DIM_WORK,
    ON_SPEED = 1 << DIM_SPEED,
    ON_MEASURED = ON_BYTES | ON_TIME | ON_RATE | ON_WORK | ON_SPEED,
    ON_ANY = -1,
};

static const struct {
    const char *id;
    double factor;
    int dims;
    bool of_units;
    const char *fact, *guess;
} slips[] = {
#define COUNT    ON_COUNT
#define BYTES    ON_BYTES
#define MEASURED ON_MEASURED
#define ANY      ON_ANY
#define SLIP(id, factor, dims, of_units, fact, guess)                          \
    {id, factor, dims, of_units, fact, guess},
#include "paper/slips.def"
#undef COUNT
#undef BYTES
#undef MEASURED
#undef ANY
};

static double tolerance(const Drawn *d) {
    if (d->q->has_within) return d->q->within;
    return d->whole ? 0 : 0.01;
}

// A whole answer, within 0, is so to the last digit.
static bool is_near(double got, double want, double within) {
    const double least = 1e-9, of_one = 0.4; // rounding in decimals
    double most = fmax(within, least) * fabs(want);
    if (within == 0 && want == rint(want)) most = fmin(most, of_one);
    return fabs(got - want) <= most + 1e-300;
}

static bool all_near(const double *got, const double *want, int n,
                     double within) {
    for (int i = 0; i < n; i++)
        if (!is_near(got[i], want[i], within)) return false;
    return true;
}

static bool is_reversed(const Drawn *d, const double *got) {
    for (int i = 0; i < d->nwant; i++)
        if (!is_near(got[i], d->want[d->nwant - 1 - i], 0)) return false;
    return d->nwant > 1;
}

// One factor for all values.
static bool all_times(const Drawn *d, const double *got, double factor) {
    // Tight where the answer is exact; else half of what parts the slips.
    double within = fmin(fmax(tolerance(d), 1e-6), 0.01);
    for (int i = 0; i < d->nwant; i++)
        if (!is_near(got[i], d->want[i] * factor, within)) return false;
    return d->want[0] != 0;
}

static const char *count_right(Arena *a, const Drawn *d, const double *got) {
    int right = 0;
    for (int i = 0; i < d->nwant; i++)
        right += is_near(got[i], d->want[i], tolerance(d));
    if (d->nwant == 1 || right == 0) return NULL;
    return arena_fmt(a, "%d of %d values are right", right, d->nwant);
}

// A small count is a half or a quarter of another one by chance.
static bool slips_tell(const Drawn *d) {
    const double least = 64;
    return answer_dimension(d->q->unit) != DIM_COUNT || !d->whole ||
           fabs(d->want[0]) >= least;
}

// On which side of the answer it lies, if nothing else is known.
static const char *which_side(Arena *a, const Drawn *d, const double *got) {
    const char *part = count_right(a, d, got);
    if (part || d->nwant > 1) return part;
    return arena_fmt(a, "%.10g%s%s is too %s", got[0], d->q->unit ? " " : "",
                     d->q->unit ? d->q->unit : "",
                     got[0] < d->want[0] ? "small" : "large");
}

// The question's own words say more than a guess that fits any number.
static const char *guess_or_look(Arena *a, const char *fact, const char *guess,
                                 const char *look) {
    return look ? arena_fmt(a, "%s. %s", fact, look)
                : arena_fmt(a, "%s: %s", fact, guess);
}

static void explain_number(Arena *a, const Drawn *d, const double *got,
                           PaperRow *row) {
    const Question *q = d->q;
    int dim = 1 << answer_dimension(q->unit);
    for (int i = 0; i < d->nslips; i++)
        if (all_near(got, d->slips[i].value, d->nwant,
                     fmin(tolerance(d), 0.01))) {
            paper_fail_row(row, arena_fmt(a, "mistake %s", d->slips[i].id),
                           d->slips[i].say);
            return;
        }
    if (is_reversed(d, got)) {
        paper_fail_row(row, "mistake reversed",
                       "these are the right values in the wrong order");
        return;
    }
    for (size_t i = 0; i < COUNT_OF(slips); i++)
        if (slips_tell(d) && slips[i].dims & dim &&
            all_times(d, got, slips[i].factor)) {
            const char *look = slips[i].of_units ? NULL : d->look;
            paper_fail_row(
                row, arena_fmt(a, "mistake %s", slips[i].id),
                guess_or_look(a, slips[i].fact, slips[i].guess, look));
            return;
        }
    if (d->nwant == 1 && d->whole &&
        fabs(fabs(got[0] - d->want[0]) - 1) < 1e-9) {
        paper_fail_row(row, "mistake off-by-one",
                       guess_or_look(a, "one off",
                                     "rounded the wrong way, or counted from "
                                     "1?",
                                     d->look));
        return;
    }
    if (all_times(d, got, -1)) {
        paper_fail_row(row, "mistake sign", "the sign is wrong");
        return;
    }
    if (d->nwant == 1 && got[0] != 0 &&
        is_near(1 / got[0], d->want[0], 0.005)) {
        paper_fail_row(row, "mistake upside-down",
                       "upside down: which is divided by which?");
        return;
    }
    const char *side = which_side(a, d, got);
    if (side)
        paper_fail_row(row, "wrong",
                       d->look ? arena_fmt(a, "%s. %s", side, d->look) : side);
    else
        paper_fail_row(row, "wrong", d->look ? d->look : "");
}

static void judge_number(Arena *a, const Drawn *d, const char *text,
                         PaperRow *row) {
    Answer got;
    char why[200];
    if (!answer_read(text, d->q->unit, d->nwant, &got, why)) {
        paper_fail_row(row, "unreadable", arena_str(a, why));
        return;
    }
    double within = tolerance(d);
    if (all_near(got.value, d->want, d->nwant, within) ||
        all_near(got.other, d->want, d->nwant, within))
        row->verdict = VERDICT_PASS;
    else
        explain_number(a, d, got.value, row);
}

// ---- words

// Strips what stands around a word: quotes, stars, a full stop.
static char *bare_text(Arena *a, const char *text) {
    static const char around[] = " \t`*_'\".";
    size_t from = strspn(text, around), n = strlen(text);
    while (n > from && strchr(around, text[n - 1]))
        n--;
    return arena_strn(a, text + from, n - from);
}

// How many bytes both begin with; case is one, and so are a blank, - and _.
static size_t same_beginning(const char *a, const char *b) {
    size_t n = 0;
    for (; a[n] && b[n]; n++) {
        bool part = strchr(" -_", a[n]) && strchr(" -_", b[n]);
        if (!part &&
            tolower((unsigned char)a[n]) != tolower((unsigned char)b[n]))
            break;
    }
    return n;
}

// The only name that begins as the word does, or else the longest that the word
// begins with, as in "yes, it may"; -1: none or several.
static int find_word(const char *word, const char *const *names, int n) {
    int found = -1, begins = -1;
    size_t longest = 0;
    for (int i = 0; i < n; i++) {
        size_t same = same_beginning(word, names[i]);
        bool is_whole = !names[i][same] && !isalnum((unsigned char)word[same]);
        if (!word[same] && !names[i][same]) return i;
        if (!word[same]) found = found == -1 ? i : -2;
        if (is_whole && same > longest) begins = i, longest = same;
    }
    return found == -1 ? begins : found < 0 ? -1 : found;
}

// The beginning of the word before s, which ends after *end.
static const char *word_before(const char *text, const char *s,
                               const char **end) {
    while (s > text && strchr(" \t(`*_'\"", s[-1]))
        s--;
    *end = s;
    while (s > text && isalpha((unsigned char)s[-1]))
        s--;
    return s;
}

// Returns true if a name that begins at s and ends at end is offered beside
// another: "copy or free", "copy, free". "copy, not free" offers one.
static bool is_offered(const char *text, const char *s, const char *end) {
    const char *until, *from = word_before(text, s, &until);
    if (until - from == 2 && !strncasecmp(from, "or", 2)) return true;
    if (from != until || from == text || !strchr(",;/|", from[-1]))
        return false;
    end += strspn(end, " \t)`*_'\".");
    return !*end || strchr(",;/|", *end) || !strncasecmp(end, "or ", 3);
}

// Returns true if a name other than `got` is offered as well.
static bool names_another(const char *text, const char *const *names, int n,
                          int got) {
    for (const char *s = text + 1; *text && *s; s++)
        for (int i = 0; i < n; i++) {
            size_t all = strlen(names[i]);
            if (i != got && !isalnum((unsigned char)s[-1]) &&
                same_beginning(s, names[i]) == all &&
                !isalnum((unsigned char)s[all]) && is_offered(text, s, s + all))
                return true;
        }
    return false;
}

static void judge_word(Arena *a, const Drawn *d, const char *text,
                       PaperRow *row) {
    const Question *q = d->q;
    const char *word = bare_text(a, text);
    int got = find_word(word, q->words, q->nwords);
    if (got >= 0 && names_another(word, q->words, q->nwords, got)) {
        paper_fail_row(row, "unreadable",
                       "several are offered, and the answer is one: write it "
                       "alone");
        return;
    }
    if (got == d->word) {
        row->verdict = VERDICT_PASS;
        return;
    }
    if (got < 0) {
        Buf names = {0};
        for (int i = 0; i < q->nwords; i++)
            buf_fmt(&names, "%s%s", i ? ", " : "", q->words[i]);
        paper_fail_row(
            row, "unreadable",
            arena_fmt(a, "the answer is one of: %s", buf_text(&names)));
        buf_free(&names);
        return;
    }
    for (int i = 0; i < d->nslips; i++)
        if ((int)d->slips[i].value[0] == got) {
            paper_fail_row(row, arena_fmt(a, "mistake %s", d->slips[i].id),
                           d->slips[i].say);
            return;
        }
    paper_fail_row(row, "wrong", d->look ? d->look : "");
}

// ---- options

// Reads letters ("a, c", "a c", "ac") or the text of one option into shown
// positions. Returns how many, or -1.
static int read_letters(Arena *a, const Drawn *d, const char *text, int *out) {
    const Question *q = d->q;
    char *word = bare_text(a, text);
    for (int i = 0; i < q->noptions; i++)
        if (!strcasecmp(word, bare_text(a, q->options[d->shown[i]].text))) {
            out[0] = i;
            return 1;
        }
    int n = 0;
    for (const char *s = word; *s; s++) {
        if (strchr(" \t,;)(.>-", *s)) continue;
        if (str_starts(s, "and ")) {
            s += 2;
            continue;
        }
        int i = tolower((unsigned char)*s) - 'a';
        bool again = false;
        for (int k = 0; k < n; k++)
            again |= out[k] == i;
        if (i < 0 || i >= q->noptions || again) return -1;
        out[n++] = i;
    }
    return n ? n : -1;
}

static void judge_order(Arena *a, const Drawn *d, const int *got, int n,
                        PaperRow *row) {
    if (n != d->q->noptions) {
        paper_fail_row(
            row, "unreadable",
            arena_fmt(a, "give all %d letters, in order", d->q->noptions));
        return;
    }
    for (int i = 0; i < n; i++)
        if (d->shown[got[i]] != i) {
            paper_fail_row(row, "wrong",
                           i == 0 ? "another one comes first"
                                  : arena_fmt(a,
                                              "the first %d %s right; then it "
                                              "goes wrong",
                                              i, i == 1 ? "is" : "are"));
            return;
        }
    row->verdict = VERDICT_PASS;
}

// The reasons of what was chosen wrongly, and that something is missing.
static void judge_options(Arena *a, const Drawn *d, const int *got, int n,
                          PaperRow *row) {
    const Question *q = d->q;
    int right = 0, all = 0;
    Buf why = {0};
    for (int i = 0; i < q->noptions; i++)
        all += q->options[i].right;
    for (int i = 0; i < n; i++) {
        const Option *o = &q->options[d->shown[got[i]]];
        right += o->right;
        if (!o->right)
            buf_fmt(&why, "%s%c: %s", why.len ? "\n" : "", sheet_letter(got[i]),
                    o->why);
    }
    bool ok = right == all && right == n;
    if (!ok && right < all && q->kind == ASK_SEVERAL)
        buf_fmt(&why, "%s%d more %s right", why.len ? "\n" : "", all - right,
                all - right == 1 ? "is" : "are");
    for (int i = 0; ok && i < n; i++) // right, and why
        buf_fmt(&why, "%s%s", why.len ? "\n" : "",
                q->options[d->shown[got[i]]].why);
    if (ok) {
        row->verdict = VERDICT_PASS;
        row->why = arena_str(a, buf_text(&why));
    } else {
        paper_fail_row(row, "wrong", arena_str(a, buf_text(&why)));
    }
    buf_free(&why);
}

static void judge_letters(Arena *a, const Drawn *d, const char *text,
                          PaperRow *row) {
    int got[32];
    int n = read_letters(a, d, text, got);
    if (n < 0 || (d->q->kind == ASK_ONE && n > 1)) {
        paper_fail_row(row, "unreadable",
                       arena_fmt(a, "the answer is %s of a to %c",
                                 d->q->kind == ASK_ONE ? "one" : "letters",
                                 sheet_letter(d->q->noptions - 1)));
        return;
    }
    if (d->q->kind == ASK_ORDER)
        judge_order(a, d, got, n, row);
    else
        judge_options(a, d, got, n, row);
}

// ---- opinions

// "4, because ..." | "yes: ...". No answer is wrong; a missing sentence is.
static void judge_opinion(Arena *a, const Drawn *d, const char *text,
                          PaperRow *row) {
    enum { LEAST = 8 };
    const Question *q = d->q;
    const char *rest = text + strspn(text, " `*_");
    bool ok;
    if (q->kind == ASK_RATE) {
        char *end;
        long mark = strtol(rest, &end, 10);
        ok = end > rest && mark >= q->lo && mark <= q->hi;
        rest = end;
        if (*rest == '/') rest += 1 + strspn(rest + 1, "0123456789");
    } else {
        bool yes = !strncasecmp(rest, "yes", 3),
             no = !strncasecmp(rest, "no", 2);
        ok = yes || no;
        rest += yes ? 3 : no ? 2 : 0;
    }
    rest += strspn(rest, " ,.:;-`*_");
    if (!ok)
        paper_fail_row(row, "unreadable",
                       q->kind == ASK_RATE
                           ? arena_fmt(a, "begin with a number from %d to %d",
                                       q->lo, q->hi)
                           : "begin with yes or no");
    else if (strlen(rest) < LEAST)
        paper_fail_row(row, "short",
                       "add a sentence: what makes you say so? Next month you "
                       "will want to know");
    else
        row->verdict = VERDICT_PASS;
}

// ---- all of them

void sheet_judge(Arena *a, const Drawn *d, const char *answer, PaperRow *row) {
    row->key = d->key;
    row->said = answer;
    row->method = d->method;
    row->want = sheet_answer(a, d);
    if (!*answer) {
        row->verdict = VERDICT_SKIPPED;
        row->kind = "open";
        return;
    }
    switch (d->q->kind) {
    case ASK_NUMBER: judge_number(a, d, answer, row); break;
    case ASK_WORD: judge_word(a, d, answer, row); break;
    case ASK_ONE:
    case ASK_SEVERAL:
    case ASK_ORDER: judge_letters(a, d, answer, row); break;
    case ASK_RATE:
    case ASK_YES_NO:
        judge_opinion(a, d, answer, row);
        row->want = NULL;
        break;
    }
}

// A question without a title goes by its first words.
static const char *text_beginning(Arena *a, const char *ask) {
    enum { MOST = 60 };
    size_t n = strcspn(ask, "\n");
    if (n <= MOST) return arena_strn(a, ask, n);
    n = MOST;
    while (n > MOST / 2 && ask[n] != ' ')
        n--;
    return arena_fmt(a, "%.*s ...", (int)n, ask);
}

static const char *form_of(Arena *a, const Exercise *ex) {
    return ex->kind == KIND_WORKSHEET
               ? arena_fmt(a, "kata reset %s --new draws another sheet", ex->id)
               : "";
}

// The sheet, with its answers if there is an export that gives them.
static bool draw_sheet(const PaperRequest *q, PaperResult *res, Sheet *s,
                       bool *taken, Err *err) {
    Env given = {0};
    *taken = true;
    if (q->ex->kind != KIND_PROFILE)
        return sheet_draw(&res->arena, q->ex, q->seed, s, err);
    bool ok = profile_take(q, res, &given, taken, err) &&
              sheet_draw_given(&res->arena, q->ex, q->seed,
                               *taken ? &given : NULL, s, err);
    vec_free(&given);
    return ok;
}

static bool is_own_sheet(const PaperRequest *q, uint64_t seed, Err *err) {
    if (seed && seed != q->seed) {
        err_set(err, ERR_USAGE, "this is sheet %llx, and yours is %llx now",
                (unsigned long long)seed, (unsigned long long)q->seed);
        return err_hint(err,
                        "kata reset %s hands out yours; what is in the "
                        "file is kept",
                        q->ex->id);
    }
    return true;
}

bool sheet_check(const PaperRequest *q, PaperResult *res, Err *err) {
    Arena *a = &res->arena;
    Sheet s;
    uint64_t seed;
    bool taken;
    sheet_answers(a, res->source, 0, &seed);
    if (!is_own_sheet(q, seed, err) || !draw_sheet(q, res, &s, &taken, err))
        return false;
    char **answers = sheet_answers(a, res->source, s.n, &seed);
    const bool *twice = sheet_answered_twice(a, res->source, s.n);
    res->seed = q->seed;
    if (!taken) { // nothing to compare the answers with
        res->verdict = VERDICT_FAIL;
        res->summary = arena_fmt(a, "the export: %s", res->rows[0].kind);
        return true;
    }
    int open = 0;
    for (int i = 0; i < s.n; i++) {
        PaperRow *row = paper_add_row(
            res, arena_fmt(a, "question %d", s.at[i].number),
            *s.at[i].title ? s.at[i].title : text_beginning(a, s.at[i].ask));
        sheet_judge(a, &s.at[i], answers[i], row);
        if (twice[i])
            paper_fail_row(row, "unreadable",
                           "the file answers this question more than once, in "
                           "different ways: leave one answer");
        // A quiz is to teach: what is right is told why, too.
        if (q->ex->kind == KIND_QUIZ && row->verdict == VERDICT_PASS &&
            !*row->why && row->method)
            row->why = row->method;
        open += row->verdict == VERDICT_SKIPPED;
        res->right += row->verdict == VERDICT_PASS;
    }
    if (q->ex->kind == KIND_PROFILE) { // rows count as questions do
        PaperRow first = res->rows[0];
        memmove(res->rows, res->rows + 1,
                (size_t)(res->nrows - 1) * sizeof *res->rows);
        res->rows[res->nrows - 1] = first;
    }
    // Nothing is passed that was not answered.
    res->asked = (int)ceil(q->ex->paper->pass * s.n - 1e-9);
    bool pass = res->right >= res->asked && open == 0 && s.n > 0;
    res->verdict = pass ? VERDICT_PASS : VERDICT_FAIL;
    if (q->ex->kind == KIND_ASSESSMENT)
        res->summary = arena_fmt(a, "%d of %d answered", res->right, s.n);
    else
        res->summary = arena_fmt(a, "%d of %d right%s", res->right, s.n,
                                 res->right < res->asked && res->asked < s.n
                                     ? arena_fmt(a, "; you need %d", res->asked)
                                     : "");
    if (open) {
        res->summary =
            arena_fmt(a, "%s, %d not answered yet", res->summary, open);
    }
    res->advice = pass ? "" : form_of(&res->arena, q->ex);
    return true;
}
