// The proofs of the syllabi: a table of tracks, or the lines of one.
#include "base/json.h"
#include "report/curriculum.h"

#include <stdio.h>
#include <string.h>

static double share_of(int part, int whole) {
    return whole ? 100.0 * part / whole : 0;
}

static void put_row(const Term *t, Buf *out, Ink ink, const char *name,
                    const CoverTotal *n) {
    int asks = coverage_asks(n);
    term_ink(t, out, ink, "%-28.28s", name);
    buf_fmt(out, "%6d%5d%5d%9d%6d%9d%10d", n->lines, asks,
            n->by_proof[PROOF_RUN], n->by_proof[PROOF_ANSWERED],
            n->by_proof[PROOF_SHOWN], n->by_proof[PROOF_ATTESTED],
            n->by_proof[PROOF_PLANNED]);
    if (n->by_proof[PROOF_NONE])
        term_ink(t, out, INK_BAD, "%5d", n->by_proof[PROOF_NONE]);
    buf_char(out, '\n');
}

void report_coverage(const Term *t, const Plan *p, const Coverage *c,
                     Buf *out) {
    CoverTotal all = coverage_total(c, NULL);
    int asks = coverage_asks(&all), none = all.by_proof[PROOF_NONE];
    term_ink(t, out, INK_DIM, "%-28s%6s%5s%5s%9s%6s%9s%10s\n", "track", "lines",
             "asks", "run", "answered", "shown", "attested", "announced");
    for (int i = 0; i < p->ntracks; i++) {
        if (!p->tracks[i]->syllabus) continue;
        CoverTotal n = coverage_total(c, p->tracks[i]);
        put_row(t, out, INK_NAME, p->tracks[i]->id, &n);
    }
    put_row(t, out, INK_BOLD, "all", &all);
    buf_fmt(out, "\n%d of %d lines placed. Of the %d that ask for something:\n",
            all.lines - none, all.lines, asks);
    static const struct {
        Proof proof;
        const char *what;
    } rows[] = {
        {PROOF_RUN, "run: code of the learner ran and was judged"},
        {PROOF_ANSWERED, "answered: questions whose answers kata knows"},
        {PROOF_SHOWN,
         "shown: a report or a project, with machine-made evidence"},
        {PROOF_ATTESTED,
         "attested: the learner's word, with evidence that is kept"},
        {PROOF_PLANNED,
         "announced: no exercise yet, or a quiz stands in for it"},
        {PROOF_NONE, "nothing answers them"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int n = all.by_proof[rows[i].proof];
        if (n)
            buf_fmt(out, "  %5.1f %%  %4d  %s\n", share_of(n, asks), n,
                    rows[i].what);
    }
}

void report_coverage_lines(const Term *t, const Coverage *c, const Track *one,
                           Buf *out) {
    const char *section = "";
    for (int i = 0; i < c->n; i++) {
        const CoverLine *l = &c->lines[i];
        if (l->track != one) continue;
        if (strcmp(section, l->section) != 0) {
            section = l->section;
            buf_char(out, '\n');
            term_ink(t, out, INK_BOLD, "%s\n", section);
        }
        const char *what = l->remark ? "remark" : proof_name(l->proof);
        const char *by = l->remark ? l->remark : l->by ? l->by : "-";
        Ink ink = l->remark                    ? INK_DIM
                  : l->proof == PROOF_NONE     ? INK_BAD
                  : l->proof == PROOF_PLANNED  ? INK_WARN
                  : l->proof == PROOF_ATTESTED ? INK_PLAIN
                                               : INK_GOOD;
        buf_fmt(out, "%-13s ", l->id);
        term_ink(t, out, ink, "%-9s ", what);
        term_hang(t, out, 24, 24, by);
        buf_str(out, "    ");
        term_hang(t, out, 4, 4, l->text);
    }
}

static void put_total(Json *j, const CoverTotal *n) {
    json_kint(j, "lines", n->lines);
    json_kint(j, "remarks", n->remarks);
    json_kint(j, "asks", coverage_asks(n));
    for (int i = PROOF_NONE; i <= PROOF_RUN; i++)
        json_kint(j, proof_name(i), n->by_proof[i]);
}

static void put_lines(Json *j, const Coverage *c, const Track *one) {
    json_key(j, "lines");
    json_open(j, '[');
    for (int i = 0; i < c->n; i++) {
        const CoverLine *l = &c->lines[i];
        if (l->track != one) continue;
        json_open(j, '{');
        json_kstr(j, "id", l->id);
        json_kstr(j, "proof", l->remark ? "remark" : proof_name(l->proof));
        json_kstr(j, "by", l->remark ? l->remark : l->by);
        json_kstr(j, "text", l->text);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void report_coverage_json(const Plan *p, const Coverage *c, const Track *one,
                          const Findings *f, Buf *out) {
    Json j = json_to(out);
    CoverTotal all = coverage_total(c, NULL);
    int errors = 0;
    for (int i = 0; i < f->n; i++)
        errors += f->at[i].is_error;
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kint(&j, "errors", errors);
    json_key(&j, "all");
    json_open(&j, '{');
    put_total(&j, &all);
    json_close(&j, '}');
    json_key(&j, "tracks");
    json_open(&j, '[');
    for (int i = 0; i < p->ntracks; i++) {
        if (!p->tracks[i]->syllabus) continue;
        CoverTotal n = coverage_total(c, p->tracks[i]);
        json_open(&j, '{');
        json_kstr(&j, "id", p->tracks[i]->id);
        put_total(&j, &n);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    if (one) put_lines(&j, c, one);
    json_close(&j, '}');
    buf_char(out, '\n');
}
