// The brief of an exercise: its README, with a line above it that says where
// in the track it stands and how long it takes.
#include "cli/learn/brief.h"

#include "base/path.h"
#include "report/report.h"

static void add_place(App *a, const Exercise *ex, const Item *item, Buf *out) {
    term_ink(&a->term, out, INK_NAME, "%s",
             plan_address(&a->arena, a->track, ex));
    if (item && item->day) buf_fmt(out, ", %s", item->day);
    if (ex->minutes > 0) buf_fmt(out, ", about %d minutes", ex->minutes);
    buf_str(out, "\n\n");
}

void brief_add(App *a, const Exercise *ex, const Item *item, Buf *out) {
    Buf text = {0};
    Err err = {0};
    add_place(a, ex, item, out);
    if (file_read(path_join(&a->arena, ex->dir, "README.md"), &text, &err)) {
        report_markdown(&a->term, buf_text(&text), text.len, out);
    } else {
        term_ink(&a->term, out, INK_BOLD, "%s\n", ex->title);
        if (ex->blurb) term_wrap(&a->term, out, 0, ex->blurb);
    }
    err_clear(&err);
    buf_free(&text);
}
