// The dashboard as data.
#include "report/page_parts.h"

#include "base/json.h"

#include <math.h>

static void put_next(Json *j, const Page *p) {
    json_kstr(j, "next", p->next ? p->next->id : NULL);
    json_kstr(j, "track", p->ntracks ? p->tracks[0].track->id : NULL);
    if (!p->ntracks) return;
    json_kint(j, "done", p->tracks[0].s->done);
    json_kint(j, "total", p->tracks[0].s->total);
    json_kint(j, "due_today", p->tracks[0].s->due_today);
}

static void put_days(Json *j, const Page *p) {
    char text[DAY_TEXT];
    json_key(j, "days");
    json_open(j, '[');
    for (int i = 0; i < p->ndays; i++) {
        const PageDay *d = &p->days[i];
        if (!d->attempts && !d->due) continue;
        json_open(j, '{');
        json_kstr(j, "day", day_text(d->day, text));
        json_kint(j, "attempts", d->attempts);
        json_kint(j, "passes", d->passes);
        json_kint(j, "due", d->due);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_times(Json *j, const PageExercise *e) {
    enum { MOST = 24 };
    int every = e->ntimes / MOST + 1;
    json_key(j, "times"); // [attempt, microseconds, passed, modelled]
    json_open(j, '[');
    for (int i = 0; i < e->ntimes; i++) {
        const TimeRow *t = &e->times[i];
        if (!(t->us > 0) || (i % every && i != e->ntimes - 1)) continue;
        json_open(j, '[');
        json_int(j, i + 1);
        json_num(j, round(t->us * 1e3) / 1e3);
        json_int(j, t->verdict == VERDICT_PASS);
        json_int(j, t->modelled);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void put_exercises(Json *j, const Page *p) {
    json_key(j, "exercises");
    json_open(j, '[');
    for (int i = 0; i < p->n; i++) {
        const PageExercise *e = &p->at[i];
        bool timed = e->best && e->best->median_us > 0;
        json_open(j, '{');
        json_kstr(j, "id", e->ex->id);
        json_kstr(j, "address", e->address);
        json_kstr(j, "title", e->ex->title);
        json_kstr(j, "state", state_text(e->p ? e->p->state : STATE_TODO));
        json_kint(j, "attempts", e->ntimes);
        json_knum(j, "best_us", timed ? e->best->median_us : NAN);
        json_kbool(j, "modelled", e->best && e->best->modelled);
        json_knum(j, "of_ceiling", page_share(e));
        json_kstr(j, "medal",
                  e->nmedals ? e->ex->medals[e->nmedals - 1].name : NULL);
        put_times(j, e);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_json_roofs(Json *j, const Page *p) {
    json_key(j, "roofs");
    json_open(j, '[');
    for (int i = 0; i < p->nroofs; i++) {
        const RooflineView *v = &p->roofs[i];
        json_open(j, '{');
        json_kstr(j, "device", v->device);
        json_knum(j, "gbs", v->gbs);
        json_knum(j, "tflops", v->tflops > 0 ? v->tflops : NAN);
        json_kint(j, "kernels", v->n);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_json_reviews(Json *j, const Page *p) {
    char text[DAY_TEXT];
    json_key(j, "reviews");
    json_open(j, '[');
    for (int i = 0; i < p->nreviews; i++) {
        json_open(j, '{');
        json_kstr(j, "key", p->reviews[i].key);
        json_kstr(j, "due", day_text(p->reviews[i].due, text));
        json_knum(j, "recall", round(p->reviews[i].recall * 1e3) / 1e3);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void page_json(const Page *p, Buf *out) {
    char text[DAY_TEXT];
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "version", p->version);
    json_kstr(&j, "today", day_text(p->today, text));
    if (!p->portfolio) put_next(&j, p);
    if (!p->portfolio) put_days(&j, p);
    put_exercises(&j, p);
    put_json_roofs(&j, p);
    if (!p->portfolio) {
        put_json_reviews(&j, p);
        json_kstr(&j, "failed", p->failed ? p->failed->ex->id : NULL);
    }
    json_close(&j, '}');
    buf_char(out, '\n');
}
