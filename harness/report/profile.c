// The counts of ncu on a GPU, in the words of `kata explain`.
#include "report/rows.h"

#include <math.h>

static void add_part(Buf *b, const char *fmt, double v) {
    if (!isfinite(v)) return;
    if (b->len) buf_str(b, ", ");
        // The format is of this file: one number each.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    buf_fmt(b, fmt, v);
#pragma GCC diagnostic pop
}

static void line(const Term *t, Buf *b, Buf *out) {
    if (b->len) {
        buf_str(out, "    ");
        term_hang(t, out, 4, 4, buf_text(b));
    }
    buf_clear(b);
}

static void show_kernel(const Term *t, const NcuKernel *k, Buf *out) {
    Buf b = {0};
    buf_str(out, "  ");
    term_ink(t, out, INK_NAME, "%s", k->kernel);
    buf_fmt(out, "\n    grid %s, block %s, ", k->grid, k->block);
    fmt_us(out, k->ns / 1e3);
    buf_str(out, " under the profiler\n");
    add_part(&b, "%.3g sectors per read", k->ld_sectors / k->ld_requests);
    add_part(&b, "%.3g sectors per write", k->st_sectors / k->st_requests);
    add_part(&b, "%.0f bank conflicts", k->conflicts);
    line(t, &b, out);
    add_part(&b, "DRAM: %.3g MB read", k->dram_read / 1e6);
    add_part(&b, "%.3g MB written", k->dram_write / 1e6);
    add_part(&b, "%.0f %% of its peak", k->dram_pct);
    line(t, &b, out);
    add_part(&b, "memory system %.0f %% of its peak", k->memory_pct);
    add_part(&b, "multiprocessors %.0f %%", k->sm_pct);
    add_part(&b, "%.0f %% of the warps resident", k->warps_pct);
    add_part(&b, "%.0f registers", k->registers);
    line(t, &b, out);
    buf_free(&b);
}

// ---- line by line

static ExplainView lines_of(const ProfileView *v, Explanation *e) {
    *e = (Explanation){0};
    for (int i = 0; i < v->nlines; i++)
        e->us += v->lines[i].us;
    return (ExplainView){.file = v->file,
                         .source = v->source,
                         .len = v->len,
                         .lines = v->lines,
                         .nlines = v->nlines,
                         .e = e};
}

// A wait is found where a value is used: worth a word, for it is not the line
// that asked for it.
static void show_lines(const Term *t, const ProfileView *v, Buf *out) {
    enum { MOST = 3 };
    Explanation e;
    ExplainView x = lines_of(v, &e);
    const LineCost *line[MOST];
    int n = report_longest(&x, line, MOST);
    if (v->nlines == 0 || !v->source) return;
    report_gap(out);
    report_costs(t, &x, "found", out);
    report_gap(out);
    if (!(e.us > 0)) return;
    term_ink(t, out, INK_BOLD, "where ncu found the warps\n");
    for (int i = 0; i < n && line[i]->us >= 0.05 * e.us; i++) {
        term_ink(t, out, INK_BOLD, "  line %d", line[i]->line);
        buf_fmt(out, "  %.0f %% of the time, mostly waiting for %s\n",
                line[i]->us / e.us * 100, line[i]->limiter);
    }
    term_wrap(t, out, 2,
              "A warp that waits for a value is found at the line that uses "
              "it, not at the one that loads it.");
}

void report_profile(const Term *t, const ProfileView *v, Buf *out) {
    term_ink(t, out, INK_BOLD, "counted by ncu");
    buf_fmt(out, " on %s", v->device);
    if (v->shape && *v->shape) buf_fmt(out, ", %s", v->shape);
    buf_char(out, '\n');
    if (v->why) term_wrap(t, out, 2, v->why);
    for (int i = 0; i < v->n; i++)
        show_kernel(t, &v->at[i], out);
    show_lines(t, v, out);
}

static void put_line(Json *j, const LineCost *l, double all) {
    json_open(j, '{');
    json_kstr(j, "file", l->file);
    json_kint(j, "line", l->line);
    json_knum(j, "share", all > 0 ? l->us / all : 0);
    json_kstr(j, "waits_for", l->limiter);
    // The counts that ncu has by line; it has no others.
#define PUT(id) json_kint(j, #id, (long long)l->c.id)
    PUT(warp_insts);
    PUT(thread_insts);
    PUT(gmem_loads);
    PUT(gmem_stores);
    PUT(gmem_sectors);
    PUT(gmem_ideal);
    PUT(smem_loads);
    PUT(smem_stores);
    PUT(smem_wavefronts);
    PUT(smem_ideal);
    PUT(local_requests);
    PUT(atomic_requests);
    PUT(barriers);
#undef PUT
    json_close(j, '}');
}

void report_profile_json(const ProfileView *v, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "device", v->device);
    json_kstr(&j, "shape", v->shape);
    json_kstr(&j, "why", v->why);
    json_key(&j, "kernels");
    json_open(&j, '[');
    for (int i = 0; i < v->n; i++) {
        const NcuKernel *k = &v->at[i];
        json_open(&j, '{');
        json_kstr(&j, "kernel", k->kernel);
        json_kstr(&j, "grid", k->grid);
        json_kstr(&j, "block", k->block);
#define NCU(id, metric, what) json_knum(&j, #id, k->id);
#include "gate/result/ncu.def"
        json_close(&j, '}');
    }
    json_close(&j, ']');
    Explanation e;
    lines_of(v, &e);
    json_key(&j, "lines");
    json_open(&j, '[');
    for (int i = 0; i < v->nlines; i++)
        put_line(&j, &v->lines[i], e.us);
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
