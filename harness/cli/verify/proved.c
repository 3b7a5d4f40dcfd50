// Reading, asking and writing solutions/proved.tsv; see proved.h.
#include "cli/verify/proved.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "build/toolkit.h"
#include "plan/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A folder of sources that a verdict passes through (not the report, nor the
// record), and the kinds of exercises that it judges, one bit each.
#define OF_KIND(k) (1u << KIND_##k)
static const struct Part {
    const char *folder;
    unsigned kinds;
} parts[] = {
    {"base", ~0u},
    {"plan", ~0u},
    {"build", ~0u},
    {"run", ~0u},
    {"gate", ~0u},
    {"libs", ~0u},
    {"runner", ~0u},
    {"cli/verify", ~0u},
    {"sim", ~(OF_KIND(C) | OF_KIND(PYTHON))},
    {"triton", OF_KIND(TRITON)},
    {"python", OF_KIND(PYTHON)},
};

struct Proved {
    App *a;
    char compiler[64];                       // its version
    char sources[COUNT_OF(parts)][HASH_HEX]; // by part
    Str measured;                            // solutions/measured.tsv
    Map rows; // ProvedRow by exercise; NULL: no longer proved
};

enum { SHORT_HEX = 32 };

// Both empty: never proved.
typedef struct ProvedRow {
    char files[SHORT_HEX + 1], sources[SHORT_HEX + 1];
} ProvedRow;

static const char head[] =
    "# Exercises whose stub, solution and wrong kernels `kata verify` has all\n"
    "# judged on the simulated device; a hash of their files, and one of "
    "kata's\n"
    "# sources. Written by `make prove` and `make verify`.\n";

// ---- hashes

// A file without the words of a wrong solution.
static void hash_judged(Hash *h, const char *path) {
    Buf text = {0};
    Str rest, line;
    Err err = {0};
    if (!file_read(path, &text, &err)) hash_str(h, "missing");
    rest = (Str){text.data, text.len};
    for (int n = 1; n <= 2 && str_cut(&rest, '\n', &line); n++)
        if (n == 1 || !mutant_is_words(line)) {
            hash_add(h, line.p, line.n);
            hash_add(h, "\n", 1);
        }
    hash_add(h, rest.p, rest.n);
    buf_free(&text);
    err_clear(&err);
}

// Adds the names and contents of all files in the folder and below.
static void add_folder(Hash *h, Arena *m, const char *dir) {
    char **name = path_list(m, dir, NULL);
    for (; *name; name++) {
        if (!strcmp(*name, "__pycache__")) continue; // Python's, of any run
        const char *path = path_join(m, dir, *name);
        hash_str(h, *name);
        if (path_is_dir(path))
            add_folder(h, m, path);
        else
            hash_judged(h, path);
    }
    hash_str(h, ""); // the folder's end
}

static void hash_sources(Proved *p) {
    App *a = p->a;
    Toolkit tk = {0};
    Err none = {0};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        Hash h;
        hash_start(&h);
        add_folder(
            &h, &a->arena,
            arena_fmt(&a->arena, "%s/harness/%s", a->root, parts[i].folder));
        hash_end(&h, p->sources[i]);
    }
    if (toolkit_find(&a->arena, a->build, &tk, &none))
        snprintf(p->compiler, sizeof p->compiler, "%s", tk.version);
    err_clear(&none);
}

static void add_sources(Hash *h, const Proved *p, const Exercise *ex) {
    unsigned kinds = 1u << ex->kind;
    // Python that calls kernels runs them on the simulated device.
    if (ex->kind == KIND_PYTHON && (ex->machines >> MACHINE_SIM & 1))
        kinds |= OF_KIND(CUDA);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].kinds & kinds) hash_str(h, p->sources[i]);
}

// Gates on the simulated device are judged by what a GPU measured.
static void add_measured(Hash *h, const Proved *p, const char *id) {
    Str rest = p->measured, line;
    size_t n = strlen(id);
    while (str_cut(&rest, '\n', &line))
        if (line.n > n && line.p[n] == '\t' && memcmp(line.p, id, n) == 0)
            hash_add(h, line.p, line.n);
}

static void end_short(Hash *h, char out[SHORT_HEX + 1]) {
    char hex[HASH_HEX];
    hash_end(h, hex);
    memcpy(out, hex, SHORT_HEX);
    out[SHORT_HEX] = 0;
}

static ProvedRow row_now(const Proved *p, const Exercise *ex) {
    Arena *m = &p->a->arena;
    ProvedRow row;
    Hash h;
    hash_start(&h);
    hash_str(&h, p->compiler);
    add_folder(&h, m, ex->dir);
    add_folder(&h, m, ex->sol);
    add_measured(&h, p, ex->id);
    end_short(&h, row.files);
    hash_start(&h);
    add_sources(&h, p, ex);
    end_short(&h, row.sources);
    return row;
}

// ---- the file

static void take_hash(char out[SHORT_HEX + 1], Str from) {
    if (from.n != SHORT_HEX) return; // another format: not proved
    memcpy(out, from.p, SHORT_HEX);
}

static void read_rows(Proved *p, const char *text) {
    Str rest = str_of(text), line, id, files;
    while (str_cut(&rest, '\n', &line)) {
        if (!line.n || *line.p == '#' || !str_cut(&line, '\t', &id) ||
            !str_cut(&line, '\t', &files))
            continue;
        ProvedRow *row = arena_new(&p->a->arena, ProvedRow);
        take_hash(row->files, files);
        take_hash(row->sources, line);
        map_setn(&p->rows, id.p, id.n, row);
    }
}

Proved *proved_load(App *a, const char *path, Err *err) {
    Proved *p = arena_new(&a->arena, Proved);
    Buf text = {0}, measured = {0};
    Err none = {0};
    *p = (Proved){.a = a};
    if (path_exists(path) && !file_read(path, &text, err)) return NULL;
    read_rows(p, buf_text(&text));
    const char *beside =
        path_join(&a->arena, a->root, "solutions/measured.tsv");
    if (file_read(beside, &measured, &none))
        p->measured = str_of(arena_str(&a->arena, buf_text(&measured)));
    err_clear(&none);
    hash_sources(p);
    buf_free(&text);
    buf_free(&measured);
    return p;
}

ProvedState proved_state(Proved *p, const Exercise *ex) {
    const ProvedRow *then = map_find(&p->rows, ex->id), now = row_now(p, ex);
    if (!then || strcmp(then->files, now.files) != 0) return PROVED_NOT;
    return strcmp(then->sources, now.sources) == 0 ? PROVED_NOW : PROVED_BEFORE;
}

int proved_pick(Proved *p, const Exercise *ex, const char *what, int n) {
    char hex[HASH_HEX];
    Hash h;
    hash_start(&h);
    hash_str(&h, what);
    hash_str(&h, ex->id);
    add_sources(&h, p, ex);
    hash_end(&h, hex);
    hex[7] = 0; // 28 bits
    return (int)(strtol(hex, NULL, 16) % n);
}

void proved_set(Proved *p, const Exercise *ex, bool ok) {
    ProvedRow *row = ok ? arena_new(&p->a->arena, ProvedRow) : NULL;
    if (row) *row = row_now(p, ex);
    map_set(&p->rows, ex->id, row);
}

bool proved_write(Proved *p, const char *path, Err *err) {
    const Plan *plan = &p->a->plan;
    Buf out = {0};
    buf_str(&out, head);
    for (int i = 0; i < plan->nexercises; i++) {
        const char *id = plan->exercises[i]->id;
        const ProvedRow *row = map_find(&p->rows, id);
        if (row) buf_fmt(&out, "%s\t%s\t%s\n", id, row->files, row->sources);
    }
    bool ok = file_write(path, buf_text(&out), out.len, err);
    buf_free(&out);
    map_free(&p->rows);
    return ok;
}
