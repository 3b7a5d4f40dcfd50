// The proof that every line of the syllabi rests on.
#include "plan/coverage.h"
#include "base/path.h"
#include "base/str.h"
#include "plan/lint_parts.h"
#include "plan/track_read.h"

#include <stdlib.h>
#include <string.h>

typedef struct Cover {
    Coverage *c;
    const Plan *p;
    const Track *t; // whose claims are being weighed
    Findings *out;
} Cover;

// ---- claims

static CoverLine *cover_line(const Coverage *c, const char *id) {
    return map_find(&c->by_id, id);
}

// Lines of other tracks' syllabi are for those tracks to answer.
static void claim_lines(Cover *v, const char **ids, Proof proof,
                        const char *by) {
    for (; *ids; ids++) {
        CoverLine *line = cover_line(v->c, *ids);
        if (!line || line->track != v->t || line->proof >= proof) continue;
        line->proof = proof;
        line->by = by;
    }
}

static void claim_quiz(Cover *v, const Exercise *ex, const char **ids) {
    for (; ex && ex->kind == KIND_QUIZ && *ids; ids++) {
        CoverLine *line = cover_line(v->c, *ids);
        if (line && line->track == v->t) line->quiz = ex->id;
    }
}

static void claim_planned(Cover *v, const Planned *planned, const char *id) {
    claim_lines(v, planned->covers, PROOF_PLANNED, id);
    if (kind_proof(planned->kind) != PROOF_RUN) return;
    for (const char **ids = planned->covers; *ids; ids++) {
        CoverLine *line = cover_line(v->c, *ids);
        if (line && line->track == v->t) line->announced = planned->id;
    }
}

static Proof proof_of(const Exercise *ex) {
    return kind_is_checked(ex->kind) ? kind_proof(ex->kind) : PROOF_PLANNED;
}

static Proof weaker(Proof a, Proof b) {
    return a < b ? a : b;
}

static Proof proof_of_ref(const Ref *ref) {
    return ref->ex ? proof_of(ref->ex) : PROOF_PLANNED;
}

static void claim_exercise(Cover *v, const Exercise *ex) {
    Proof proof = proof_of(ex);
    claim_lines(v, ex->covers, proof, ex->id);
    claim_quiz(v, ex, ex->covers);
    claim_lines(v, ex->attests, weaker(proof, PROOF_ATTESTED), ex->id);
}

// A reading is checked by its quiz, else it is the learner's word.
static Proof proof_of_item(const Item *item) {
    if (item->ex) return proof_of(item->ex);
    if (item->kind == ITEM_PLANNED) return PROOF_PLANNED;
    bool checked = item->quiz.ex && kind_is_checked(item->quiz.ex->kind);
    return checked ? proof_of(item->quiz.ex) : PROOF_ATTESTED;
}

static void claim_item(Cover *v, const Item *item) {
    const char *by = item->quiz.id ? item->quiz.id
                     : item->id    ? item->id
                                   : item->text;
    claim_lines(v, item->covers, proof_of_item(item), by);
    claim_quiz(v, item->ex ? item->ex : item->quiz.ex, item->covers);
    if (item->ex) claim_exercise(v, item->ex);
    if (item->planned) claim_planned(v, item->planned, item->id);
    if (item->quiz.ex) claim_exercise(v, item->quiz.ex);
    if (item->quiz.planned) claim_planned(v, item->quiz.planned, item->quiz.id);
}

// Whatever is chosen, the line is answered: the weakest item counts.
static void claim_choice(Cover *v, const Choice *c) {
    Proof weakest = PROOF_RUN;
    for (int i = 0; i < v->t->nall; i++)
        if (v->t->all[i]->choice == c)
            weakest = weaker(weakest, proof_of_item(v->t->all[i]));
    claim_lines(v, c->covers, weakest, c->title ? c->title : "a choice");
}

static int strongest_first(const void *a, const void *b) {
    return (int)*(const Proof *)b - (int)*(const Proof *)a;
}

// The weakest of what must be passed; of a choice, the strongest that suffice.
static Proof proof_of_goal(const Goal *g) {
    enum { MOST = 64 };
    Proof proofs[MOST], weakest = PROOF_RUN;
    for (int i = 0; i < g->nneeds; i++) {
        const Require *need = &g->needs[i];
        int n = min_of(need->n, (int)MOST);
        for (int k = 0; k < n; k++)
            proofs[k] = proof_of_ref(&need->of[k]);
        qsort(proofs, (size_t)n, sizeof *proofs, strongest_first);
        if (need->choose <= n)
            weakest = weaker(weakest, proofs[need->choose - 1]);
    }
    return g->nneeds ? weakest : PROOF_PLANNED;
}

static void claim_goal(Cover *v, const Goal *g, const char *by) {
    if (g) claim_lines(v, g->covers, proof_of_goal(g), by);
}

static void claim_track(Cover *v) {
    const Track *t = v->t;
    const Choice *last = NULL;
    for (int i = 0; i < t->nall; i++) {
        const Choice *c = t->all[i]->choice;
        claim_item(v, t->all[i]);
        if (c && c != last) claim_choice(v, c);
        last = c;
    }
    for (int w = 0; w < t->nweeks; w++)
        claim_goal(v, t->weeks[w].gate,
                   arena_fmt(&v->c->arena, "gate, week %d", t->weeks[w].last));
    for (int i = 0; i < t->nphases; i++) {
        const Phase *p = &t->phases[i];
        claim_goal(v, p->gate, "gate of the phase");
        for (int k = 0; k < p->ndeliverables; k++)
            claim_goal(v, &p->deliverables[k], "a deliverable");
    }
    for (int i = 0; i < t->nmilestones; i++)
        claim_goal(v, &t->milestones[i], "a milestone");
    for (int i = 0; i < t->nhabits; i++)
        claim_lines(v, t->habits[i].covers,
                    t->habits[i].by_kata ? PROOF_SHOWN : PROOF_ATTESTED,
                    t->habits[i].by_kata ? "every check" : "a habit");
}

// ---- claims that no track makes good

static void check_claims(Cover *v, Loc loc, const char *id,
                         const char **covers) {
    for (; *covers; covers++) {
        const CoverLine *line = cover_line(v->c, *covers);
        if (!line || !line->track || track_item(line->track, id)) continue;
        lint_find(v->out, loc, false, "'%s' covers %s, but %s does not hold it",
                  id, *covers, line->track->id);
        lint_advise(v->out, "put it into a week of that track, or take the "
                            "line out of covers:");
    }
}

static void check_all_claims(Cover *v) {
    for (int i = 0; i < v->p->nexercises; i++) {
        const Exercise *ex = v->p->exercises[i];
        check_claims(v, ex->loc, ex->id, ex->covers);
        check_claims(v, ex->loc, ex->id, ex->attests);
    }
    for (int i = 0; i < v->p->planned.n; i++) {
        const Planned *planned = v->p->planned.at[i].value;
        if (!plan_find(v->p, planned->id))
            check_claims(v, planned->loc, planned->id, planned->covers);
    }
}

// ---- remarks

static int index_of(const Coverage *c, const char *id, size_t n) {
    const CoverLine *line = map_findn(&c->by_id, id, n);
    return line ? (int)(line - c->lines) : -1;
}

// key = id | id ".." id
static void read_remark(Cover *v, Read *r, const Node *map, int i) {
    const char *key = map->keys[i], *dots = strstr(key, "..");
    size_t n = dots ? (size_t)(dots - key) : strlen(key);
    int from = index_of(v->c, key, n);
    int to = dots ? index_of(v->c, dots + 2, strlen(dots + 2)) : from;
    const char *words = read_text(r, map->at[i], key);
    if (from < 0 || to < from) {
        node_key_err(map, i, r->err, "'%s' is no line of the syllabi", key);
        err_hint(r->err, "an id of items.tsv, or the first and last of "
                         "several: toy-001..toy-004");
        return;
    }
    for (int k = from; words && k <= to; k++) {
        CoverLine *line = &v->c->lines[k];
        if (line->remark) {
            node_key_err(map, i, r->err, "%s has a remark already", line->id);
            err_hint(r->err, "keep one of the two");
        }
        line->remark = words;
    }
}

static void key_remarks_format(Read *r, const Node *n, void *out) {
    (void)out;
    read_format(r, n);
}

static void key_remarks(Read *r, const Node *n, void *out) {
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "remarks: is a map of lines and words");
        err_hint(r->err, "like toy-001: only a heading");
        return;
    }
    for (int i = 0; i < n->n; i++)
        read_remark(out, r, n, i);
}

static bool read_remarks(Cover *v, const char *path, Err *err) {
    static const Key keys[] = {{"format", key_remarks_format, true},
                               {"remarks", key_remarks, true}};
    Read r = {&v->c->arena, err};
    const Node *n = yaml_load(&v->c->arena, path, err);
    if (n) read_map(&r, n, "remarks", keys, COUNT_OF(keys), v);
    return err_count(err) == 0;
}

// ---- the lines

static const Track *track_of(const Plan *p, Str id) {
    for (int t = 0; t < p->ntracks; t++) {
        const char *syllabus = p->tracks[t]->syllabus;
        size_t n = syllabus ? strlen(syllabus) : 0;
        if (n && id.n > n && strncmp(id.p, syllabus, n) == 0 && id.p[n] == '-')
            return p->tracks[t];
    }
    return NULL;
}

// line = id TAB section TAB text; the first is their names.
static bool read_lines(Cover *v, const char *path, Err *err) {
    Coverage *c = v->c;
    Buf text = {0};
    if (!file_read(path, &text, err)) {
        buf_free(&text);
        return false;
    }
    int most = 0;
    for (size_t i = 0; i < text.len; i++)
        most += text.data[i] == '\n';
    c->lines = arena_array(&c->arena, CoverLine, (size_t)most + 1);
    Str rest = {buf_text(&text), text.len}, row, id, section;
    for (bool head = true; str_cut(&rest, '\n', &row); head = false) {
        if (head || !str_cut(&row, '\t', &id) || !id.n) continue;
        str_cut(&row, '\t', &section);
        c->lines[c->n++] =
            (CoverLine){.id = arena_strn(&c->arena, id.p, id.n),
                        .section = arena_strn(&c->arena, section.p, section.n),
                        .text = arena_strn(&c->arena, row.p, row.n),
                        .track = track_of(v->p, id)};
    }
    for (int i = 0; i < c->n; i++)
        map_set(&c->by_id, c->lines[i].id, &c->lines[i]);
    buf_free(&text);
    return true;
}

static void check_lines(Cover *v, const char *tsv) {
    const char *file = arena_str(&v->c->arena, tsv);
    for (int i = 0; i < v->c->n; i++) {
        const CoverLine *line = &v->c->lines[i];
        Loc loc = {file, i + 2, 1};
        if (line->remark && line->proof != PROOF_NONE) {
            lint_find(v->out, loc, true,
                      "%s is a remark, and yet '%s' covers it", line->id,
                      line->by);
            lint_advise(v->out, "take it out of remarks.yaml, or out of "
                                "covers:");
        } else if (!line->remark && line->proof == PROOF_NONE) {
            lint_find(v->out, loc, true, "nothing answers %s: %.100s", line->id,
                      line->text);
            lint_advise(v->out,
                        "covers: [%s] of an item in its track, or a "
                        "word in remarks.yaml why it asks for nothing",
                        line->id);
        }
    }
}

// A quiz about what the learner is yet to write answers nothing of it.
static void lower_quizzes(Coverage *c) {
    for (int i = 0; i < c->n; i++) {
        CoverLine *line = &c->lines[i];
        if (line->proof != PROOF_ANSWERED || !line->quiz || !line->announced)
            continue;
        line->proof = PROOF_PLANNED;
        line->by = arena_fmt(&c->arena, "%s, until then the quiz %s",
                             line->announced, line->quiz);
    }
}

bool coverage_make(Coverage *c, const Plan *p, const char *items_tsv,
                   const char *remarks, Findings *out, Err *err) {
    *c = (Coverage){0};
    Cover v = {.c = c, .p = p, .out = out};
    Err all = {0};
    if (!read_lines(&v, items_tsv, err)) return false;
    if (remarks && !read_remarks(&v, remarks, &all)) return err_move(err, &all);
    for (int t = 0; t < p->ntracks; t++) {
        v.t = p->tracks[t];
        if (v.t->syllabus) claim_track(&v);
    }
    lower_quizzes(c);
    check_all_claims(&v);
    check_lines(&v, items_tsv);
    return true;
}

void coverage_free(Coverage *c) {
    map_free(&c->by_id);
    arena_reset(&c->arena);
    *c = (Coverage){0};
}

CoverTotal coverage_total(const Coverage *c, const Track *track) {
    CoverTotal t = {0};
    for (int i = 0; i < c->n; i++) {
        const CoverLine *line = &c->lines[i];
        if (track && line->track != track) continue;
        t.lines++;
        if (line->remark)
            t.remarks++;
        else
            t.by_proof[line->proof]++;
    }
    return t;
}

int coverage_asks(const CoverTotal *t) {
    return t->lines - t->remarks;
}
