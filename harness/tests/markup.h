// A small reader of XML, strict where a page could go wrong: every element is
// closed, every attribute quoted and given once, every entity known, every id
// given once, every link within the page leads somewhere.
#ifndef TESTS_MARKUP_H
#define TESTS_MARKUP_H

#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "tests/tests.h"

#include <ctype.h>
#include <string.h>

typedef struct Markup {
    const char *at, *begin;
    char open[64][24]; // names of the elements that are open
    int depth;
    Map ids, links; // "#x" of href and labelled-by
    int elements, scripts;
} Markup;

#define MARKUP_OK(m, ok)                                                       \
    ck_assert_msg((ok), "%s, at byte %ld: %.60s", #ok,                         \
                  (long)((m)->at - (m)->begin), (m)->at)

static inline void markup_name(Markup *m, char name[24]) {
    size_t n = strspn(m->at, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:");
    MARKUP_OK(m, n > 0 && n < 24);
    memcpy(name, m->at, n);
    name[n] = '\0';
    m->at += n;
}

// Text up to one of stop: no bare '&' or '<', valid UTF-8, no control
// character.
static inline void markup_text(Markup *m, const char *stop) {
    static const char *const known[] = {"&amp;",  "&lt;",  "&gt;",
                                        "&quot;", "&#39;", NULL};
    while (*m->at && !strchr(stop, *m->at)) {
        size_t n = str_utf8(m->at, strlen(m->at));
        MARKUP_OK(m, n > 0);
        MARKUP_OK(m, (unsigned char)*m->at >= 0x20 || strchr("\t\n\r", *m->at));
        MARKUP_OK(m, *m->at != '<');
        if (*m->at == '&') {
            bool found = false;
            for (int i = 0; known[i]; i++)
                found |= str_starts(m->at, known[i]);
            MARKUP_OK(m, found);
        }
        m->at += n;
    }
}

static inline void markup_attribute(Markup *m, Map *seen) {
    char name[24];
    markup_name(m, name);
    MARKUP_OK(m, !map_find(seen, name));
    map_set(seen, name, m);
    MARKUP_OK(m, str_starts(m->at, "=\""));
    m->at += 2;
    const char *value = m->at;
    markup_text(m, "\"");
    size_t n = (size_t)(m->at - value);
    MARKUP_OK(m, *m->at == '"');
    MARKUP_OK(m, strncmp(name, "on", 2) != 0);
    if (!strcmp(name, "id")) {
        MARKUP_OK(m, n > 0 && !map_findn(&m->ids, value, n));
        map_setn(&m->ids, value, n, m);
    }
    if (!strcmp(name, "href")) {
        MARKUP_OK(m, value[0] == '#'); // nothing is loaded from anywhere
        map_setn(&m->links, value + 1, n - 1, m);
    }
    if (!strcmp(name, "aria-labelledby") || !strcmp(name, "aria-describedby"))
        for (size_t i = 0; i < n;) {
            size_t word = strcspn(value + i, " \"");
            map_setn(&m->links, value + i, word, m);
            i += word + 1;
        }
    m->at++;
}

static inline void markup_open(Markup *m) {
    Map seen = {0};
    MARKUP_OK(m, m->depth < 64);
    char *name = m->open[m->depth++];
    markup_name(m, name);
    m->elements++;
    while (*m->at == ' ') {
        m->at += strspn(m->at, " \n");
        markup_attribute(m, &seen);
    }
    map_free(&seen);
    if (str_starts(m->at, "/>")) {
        m->depth--;
        m->at += 2;
        return;
    }
    MARKUP_OK(m, *m->at == '>');
    m->at++;
    m->scripts += !strcmp(name, "script");
}

static inline void markup_close(Markup *m) {
    char name[24];
    markup_name(m, name);
    MARKUP_OK(m, m->depth > 0 && !strcmp(name, m->open[m->depth - 1]));
    m->depth--;
    MARKUP_OK(m, *m->at == '>');
    m->at++;
}

// Reads it all. Free with markup_free.
static inline void markup_read(Markup *m, const char *text) {
    *m = (Markup){.at = text, .begin = text};
    static const char *const heads[] = {
        "<!DOCTYPE html>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"};
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (str_starts(m->at, heads[i])) m->at += strlen(heads[i]);
    while (*m->at) {
        markup_text(m, "<");
        if (!*m->at) break;
        m->at++;
        if (*m->at == '/') {
            m->at++;
            markup_close(m);
        } else {
            markup_open(m);
        }
    }
    MARKUP_OK(m, m->depth == 0);
    for (int i = 0; i < m->links.n; i++)
        ck_assert_msg(map_find(&m->ids, m->links.at[i].key) != NULL,
                      "#%s leads nowhere", m->links.at[i].key);
}

static inline void markup_free(Markup *m) {
    map_free(&m->ids);
    map_free(&m->links);
}

#endif
