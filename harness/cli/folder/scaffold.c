// Copying folders with blanks filled in.
#include "cli/folder/scaffold.h"

#include "base/path.h"

#include <string.h>

static const Blank *blank_at(const Scaffold *s, const char *text) {
    for (int i = 0; i < s->nblanks; i++) {
        const Blank *b = &s->blanks[i];
        if (!strncmp(text, b->word, strlen(b->word))) return b;
    }
    return NULL;
}

static char *fill_blanks(const Scaffold *s, const char *text) {
    Buf out = {0};
    while (*text) {
        const Blank *b = blank_at(s, text);
        if (b) {
            buf_str(&out, b->text);
            text += strlen(b->word);
        } else {
            buf_char(&out, *text++);
        }
    }
    char *filled = arena_str(s->arena, buf_text(&out));
    buf_free(&out);
    return filled;
}

static bool copy_one(Scaffold *s, const char *from, const char *to, Err *err) {
    Buf text = {0};
    if (path_exists(to)) {
        s->nkept++;
        return true;
    }
    bool ok = file_read(from, &text, err);
    if (ok) {
        const char *filled = fill_blanks(s, buf_text(&text));
        ok = file_write(to, filled, strlen(filled), err);
    }
    if (ok) {
        s->nmade++;
        if (s->made) s->made(s->ctx, to);
    }
    buf_free(&text);
    return ok;
}

bool scaffold_copy(Scaffold *s, const char *from, const char *to, Err *err) {
    if (!path_make_dirs(to, err)) return false;
    for (char **name = path_list(s->arena, from, NULL); *name; name++) {
        const char *source = path_join(s->arena, from, *name);
        const char *target = path_join(s->arena, to, fill_blanks(s, *name));
        bool ok = path_is_dir(source) ? scaffold_copy(s, source, target, err)
                                      : copy_one(s, source, target, err);
        if (!ok) return false;
    }
    return true;
}
