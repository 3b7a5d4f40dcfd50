#include "gate/result/triton_words.h"

#include "base/buf.h"

#include <string.h>

// "Thread (3,0,0) of block (2,0,0) reads 4 bytes" -> "Program (2,0,0) reads 4
// bytes": which thread of a program it was says nothing to whoever wrote tiles.
// "block (0,0,0) writes it" becomes "program (0,0,0) writes it".
static const char *message_of(Arena *a, const char *text) {
    static const char thread[] = "Thread (", of[] = ") of block (",
                      block[] = "block (";
    Buf b = {0};
    const char *rest = text;
    if (strncmp(text, thread, strlen(thread)) == 0) {
        const char *at = strstr(text, of);
        if (at) {
            buf_str(&b, "Program (");
            rest = at + strlen(of);
        }
    }
    for (const char *at; (at = strstr(rest, block)); rest = at + 6) {
        buf_add(&b, rest, (size_t)(at - rest));
        buf_str(&b, "program ");
    }
    buf_str(&b, rest);
    char *out = arena_str(a, buf_text(&b));
    buf_free(&b);
    return out;
}

void triton_words(Arena *a, TrapInfo *t) {
    static const struct {
        const char *kind, *advice;
    } all[] = {
#define WORDS(kind, advice) {kind, advice},
#include "gate/result/triton_words.def"
    };
    t->message = message_of(a, t->message);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].kind, t->kind) == 0) t->hint = all[i].advice;
}
