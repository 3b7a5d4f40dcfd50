// Options of one verb, anywhere on its line.
#include "cli/cmd.h"

#include "base/str.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Dashes say nothing of how near two names are.
static bool unknown_option(const Cmd *c, const char *word, const Opt *opts,
                           Err *err) {
    const char *names[32] = {"help", "json"};
    int n = c->reads ? 2 : 1; // those that all take
    for (int i = 0; opts[i].name && n < (int)COUNT_OF(names); i++)
        names[n++] = opts[i].name + strspn(opts[i].name, "-");
    err_set(err, ERR_USAGE, "kata %s has no option '%s'", c->name, word);
    Str name = str_of(word + strspn(word, "-")), plain;
    char text[64];
    str_cut(&name, '=', &plain); // --fiel=x
    snprintf(text, sizeof text, "%.*s", (int)plain.n, plain.p);
    int near = str_nearest(text, names, n);
    if (near >= 0) return err_hint(err, "did you mean '--%s'?", names[near]);
    return err_hint(err, "kata %s %s", c->name, c->args);
}

static const Opt *find_option(const Opt *opts, const char *word, size_t n) {
    for (; opts->name; opts++)
        if (strlen(opts->name) == n && !strncmp(opts->name, word, n))
            return opts;
    return NULL;
}

// Takes argv[*i], which begins with "--", and its value.
static bool take_option(const Cmd *c, int argc, char **argv, int *i,
                        const Opt *opts, Err *err) {
    const char *word = argv[*i], *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    const Opt *o = find_option(opts, word, n);
    if (!o) return unknown_option(c, word, opts, err);

    if (o->flag) {
        if (equals)
            return err_set(err, ERR_USAGE, "'%s' takes no value", o->name);
        *o->flag = true;
        return true;
    }
    if (equals) {
        *o->value = equals + 1;
        return true;
    }
    if (*i + 1 >= argc) {
        err_set(err, ERR_USAGE, "'%s' needs a value", o->name);
        return err_hint(err, "kata %s %s", c->name, c->args);
    }
    *o->value = argv[++*i];
    return true;
}

bool opts_take(const Cmd *c, int argc, char **argv, const Opt *opts,
               const char **words, int max, int *nwords, Err *err) {
    bool only_words = false;
    *nwords = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_words && !strcmp(word, "--")) {
            only_words = true;
        } else if (!only_words && word[0] == '-' && word[1]) {
            if (!take_option(c, argc, argv, &i, opts, err)) return false;
        } else if (*nwords == max) {
            err_set(err, ERR_USAGE, "'%s' is one argument too many for kata %s",
                    word, c->name);
            return err_hint(err, "kata %s %s", c->name, c->args);
        } else {
            words[(*nwords)++] = word;
        }
    }
    return true;
}

bool opts_int(const char *name, const char *text, long least, long *out,
              Err *err) {
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    if (*text && !*end && errno == 0 && *out >= least) return true;
    err_set(err, ERR_USAGE, "'%s' is no number for %s", text, name);
    return err_hint(err, "a whole number of at least %ld", least);
}
