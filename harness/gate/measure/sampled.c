#include "gate/measure/sampled.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double work_amount(const Measured *m) {
    return m->work.flops > 0 ? m->work.flops : m->work.bytes;
}

// Returns the part that one call does there of what the timed case, scaled,
// does.
static double share_done(double sampled, double timed, double scale) {
    return timed > 0 ? sampled / (timed * scale) : 1;
}

static bool does_its_work(const Measured *timed, const Measured *sampled) {
    const double LEAST = 0.5; // the timed case has more at the edges
    double scale = work_amount(sampled) / work_amount(timed);
    return work_amount(timed) > 0 &&
           share_done(sampled->counts.thread_insts, timed->counts.thread_insts,
                      scale) >= LEAST &&
           share_done(sampled->counts.gmem_sectors, timed->counts.gmem_sectors,
                      scale) >= LEAST;
}

double sampled_times(const SampledPair *p, const char **where) {
    double times = p->ours->time.median_us / p->mine->time.median_us;
    *where = NULL;
    if (!p->mine_sampled || !p->mine_sampled->ok || !p->ours_sampled ||
        !p->ours_sampled->ok)
        return times;
    double own =
        p->ours_sampled->time.median_us / p->mine_sampled->time.median_us;
    if (!does_its_work(p->mine, p->mine_sampled) && own > times) return times;
    *where = p->mine_sampled->time.shape;
    return own;
}

// ---- kept

static const char *kept_path(Arena *a, const char *binary, const char *about) {
    char hex[HASH_HEX];
    Hash h;
    hash_start(&h);
    hash_str(&h, about);
    hash_end(&h, hex);
    return arena_fmt(a, "%s.us-%.16s", binary, hex);
}

bool sampled_recall(Arena *a, const char *binary, const char *about,
                    Measured *out) {
    Err none = {0};
    Buf text = {0};
    double us = 0;
    if (file_read(kept_path(a, binary, about), &text, &none))
        us = strtod(buf_text(&text), NULL);
    buf_free(&text);
    err_clear(&none);
    if (!(us > 0) || !isfinite(us)) return false;
    *out = (Measured){.ok = true};
    out->time.present = out->time.modelled = out->time.sampled = true;
    out->time.median_us = out->time.lo_us = out->time.hi_us = us;
    return true;
}

void sampled_keep(Arena *a, const char *binary, const char *about,
                  const Measured *m) {
    Err none = {0};
    const char *text = arena_fmt(a, "%.17g\n", m->time.median_us);
    file_write(kept_path(a, binary, about), text, strlen(text), &none);
    err_clear(&none);
}
