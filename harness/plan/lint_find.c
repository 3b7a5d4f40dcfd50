// The tools of the rules of kata lint: findings, and the text of files.
#include "plan/lint_parts.h"

#include "base/path.h"
#include "base/vec.h"
#include "plan/paper.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void lint_find(Findings *out, Loc loc, bool is_error, const char *fmt, ...) {
    Finding f = {.loc = loc, .is_error = is_error};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f.msg, sizeof f.msg, fmt, ap);
    va_end(ap);
    vec_push(out, f);
}

void lint_advise(Findings *out, const char *fmt, ...) {
    Finding *f = &out->at[out->n - 1];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->hint, sizeof f->hint, fmt, ap);
    va_end(ap);
}

const char *lint_text(Lint *l, const char *path) {
    Buf text = {0};
    const char *s = NULL;
    if (path_exists(path) && file_read(path, &text, NULL))
        s = arena_strn(&l->a, text.data, text.len);
    buf_free(&text);
    return s;
}

bool lint_holds_word(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += n) {
        bool left =
            at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool right = !(isalnum((unsigned char)at[n]) || at[n] == '_');
        if (left && right) return true;
    }
    return false;
}

void lint_left(Lint *l, Loc loc, const char *path) {
    static const char mark[] = "TODO(author)";
    const char *text = lint_text(l, path);
    int n = 0;
    for (const char *at = text; at && (at = strstr(at, mark)); at++)
        n++;
    if (n == 0) return;
    lint_find(l->out, loc, true, "%s: %d place%s left to you", path, n,
              n == 1 ? " is" : "s are");
    lint_advise(l->out, "write what each TODO(author) says, in its place");
}

// ---- options

static int count_words(const char *text) {
    int n = 0;
    for (const char *p = text; *p; p += strcspn(p, " \n")) {
        p += strspn(p, " \n");
        n += *p != '\0';
    }
    return n;
}

// "No." tells a learner nothing that the verdict has not told.
void lint_why(Lint *l, const Question *q, const Option *o) {
    enum { FEWEST = 3 };
    if (o->why && count_words(o->why) >= FEWEST) return;
    if (!o->why || !*o->why)
        lint_find(l->out, q->loc, true, "option \"%.60s\" has no reason",
                  o->text);
    else
        lint_find(l->out, q->loc, false,
                  "\"%.40s\" does not explain option \"%.60s\"", o->why,
                  o->text);
    lint_advise(l->out, "why: says what is right or wrong about it");
}
