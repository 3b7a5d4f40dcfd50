// Writing SVG and running gnuplot; see picture.h.
#include "cli/picture.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/scratch.h"

static const char how_to_get_it[] =
    "install gnuplot (apt install gnuplot-nox, dnf install gnuplot, brew "
    "install gnuplot); the table is complete without it";

// One picture. The text that it prints is appended to out.
static bool draw_file(App *a, const Plot *p, PlotKind kind, const char *file,
                      Buf *out, Err *err) {
    Buf script = {0};
    Scratch scratch;
    Proc run = {0};
    if (!scratch_open(&scratch, &a->arena, a->build, "plot", err)) return false;
    const char *path = path_join(&a->arena, scratch.path, "picture.gp");
    const char *argv[] = {"gnuplot", path, NULL};

    plot_script(p, kind, file, a->term.width, &script);
    bool ok = file_write(path, buf_text(&script), script.len, err) &&
              proc_run(argv, NULL, &run, err);
    if (ok && run.status != 0) {
        ok = err_set(err, ERR_ENV, "gnuplot could not draw: %s",
                     buf_text(&run.err));
        err_hint(err, "is '%s' a place to write to?", file ? file : "stdout");
    } else if (ok && kind == PLOT_TEXT) {
        // A form feed comes first, and lines are filled up with blanks.
        for (size_t i = 0; i < run.out.len; i++) {
            char c = run.out.data[i];
            while (c == '\n' && out->len && out->data[out->len - 1] == ' ')
                out->data[--out->len] = '\0';
            if (c != '\f') buf_char(out, c);
        }
    }
    scratch_close(&scratch);
    buf_free(&script);
    proc_free(&run);
    return ok;
}

static bool has_gnuplot(App *a) {
    return proc_find(&a->arena, "gnuplot") != NULL;
}

bool picture_possible(App *a, const PictureOpts *o, Err *err) {
    if (!o->png || has_gnuplot(a)) return true;
    err_set(err, ERR_ENV,
            "PNG pictures are drawn by gnuplot, which is not on the PATH");
    return err_hint(err, "use --svg, or %s", how_to_get_it);
}

static bool write_svg(const Plot *p, int n, const char *file, Err *err) {
    Buf svg = {0};
    plot_svg_file(p, n, &svg);
    bool ok = file_write(file, buf_text(&svg), svg.len, err);
    buf_free(&svg);
    return ok;
}

bool picture_draw(App *a, const Plot *p, int n, const PictureOpts *o, Buf *out,
                  Err *err) {
    bool here = has_gnuplot(a);
    if (!o->no_plot && !a->json && here) {
        Err mine = {0};
        buf_char(out, '\n');
        draw_file(a, p, PLOT_TEXT, NULL, out, &mine);
        err_clear(&mine);
    } else if (!o->no_plot && !a->json) {
        buf_str(out, "\nno picture: ");
        term_hang(&a->term, out, 12, 0, how_to_get_it);
    }
    if (o->svg && !write_svg(p, n, o->svg, err)) return false;
    if (o->png && !draw_file(a, p, PLOT_PNG, o->png, out, err)) return false;
    if (!a->json && o->svg) buf_fmt(out, "written: %s\n", o->svg);
    if (!a->json && o->png) buf_fmt(out, "written: %s\n", o->png);
    return true;
}
