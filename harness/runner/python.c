// A function of Python as the entry, for exercises of kind python: with this
// file the runner is a library, which python/serve.py loads into the
// interpreter before any of the learner's code is read.
//
// The loop of requests runs with the interpreter's lock held, so no thread of
// Python's goes on while kata fills buffers or reads them.
#include "runner/runner.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Of torch.c, where kernels run on the simulated device.
#pragma weak python_begin
#pragma weak python_note_first

#define EXPORTED __attribute__((visibility("default")))

// Takes the words of the wire and the place of every argument; true: it
// returned what it should.
typedef int (*Entry)(int n, const char *const *words, void *const *at);

static Entry entry;
// Known to serve.py, which counts; the learner's code shares its process.
static unsigned long long secret;

// Counts of its last call, by name.
static struct Count {
    char name[32];
    double n;
} counts[16];
static int ncounts;

EXPORTED void kata_entry(Entry given, unsigned long long with);
EXPORTED void kata_note(const char *kind, const char *message, const char *hint,
                        const char *file, int line, const char *function);
EXPORTED void kata_count(const char *name, double n, unsigned long long with);
void kata_call(void **args);

void kata_entry(Entry given, unsigned long long with) {
    if (entry) return;
    entry = given;
    secret = with;
}

// The Args that a list of pointers is part of.
static Args *args_of(void **pointers) {
    return (Args *)(void *)((char *)pointers - offsetof(Args, pointer));
}

void kata_call(void **args) {
    const char *words[ARGS_MAX];
    void *at[ARGS_MAX];
    Args *a = args_of(args);
    for (int i = 0; i < a->n; i++) {
        Arg *g = &a->at[i];
        words[i] = g->words;
        at[i] = g->role == ROLE_SCALAR ? (void *)g->bits : g->pay;
    }
    if (python_begin) python_begin();
    if (!entry || !entry(a->n, words, at)) cpu_fail();
}

// Reports what is wrong with the call under way; it goes out with the answer.
void kata_note(const char *kind, const char *message, const char *hint,
               const char *file, int line, const char *function) {
    Wire w = {0};
    if (python_note_first) python_note_first();
    wire_add(&w, "say", "trap");
    wire_add(&w, "kind", "%s", kind);
    wire_add(&w, "message", "%s", message);
    wire_add(&w, "hint", "%s", hint);
    wire_add(&w, "count", "1");
    wire_add(&w, "host", "1");
    if (line > 0) {
        wire_add(&w, "file", "%s", file);
        wire_add(&w, "line", "%d", line);
        wire_add(&w, "function", "%s", function);
    }
    channel_send(&w);
    wire_free(&w);
}

// Sets a count; it goes out with the report.
void kata_count(const char *name, double n, unsigned long long with) {
    int i = 0;
    if (with != secret) {
        kata_note("exception", "the file has called a function of kata's own",
                  "compute with what the function gets, and return the result",
                  "", 0, "");
        return;
    }
    while (i < ncounts && strcmp(counts[i].name, name) != 0)
        i++;
    if (i == sizeof counts / sizeof *counts) return;
    ncounts = i == ncounts ? i + 1 : ncounts;
    snprintf(counts[i].name, sizeof counts[i].name, "%s", name);
    counts[i].n = n;
}

static void send_count(const char *name, double n) {
    Wire w = {0};
    wire_add(&w, "say", "call");
    wire_add(&w, "name", "%s", name);
    wire_add(&w, "count", "%.9g", n);
    channel_send(&w);
    wire_free(&w);
}

void python_send_counts(void) {
    for (int i = 0; i < ncounts; i++)
        send_count(counts[i].name, counts[i].n);
}
