// Reading, asking and writing solutions/proved.tsv; see proved.h.
#include "cli/verify/proved.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "build/toolkit.h"

#include <stdio.h>
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
    Map rows; // the hash by exercise; NULL: no longer proved
};

static const char head[] =
    "# Exercises whose stub, solution and wrong kernels `kata verify` has all\n"
    "# judged on the simulated device, and a hash of what it judged. Written "
    "by\n"
    "# `make prove` and `make verify`.\n";

// ---- hashes

// Adds the names and bytes of all files in the folder and below.
static void add_folder(Hash *h, Arena *m, const char *dir) {
    char **name = path_list(m, dir, NULL);
    for (; *name; name++) {
        if (!strcmp(*name, "__pycache__")) continue; // Python's, of any run
        const char *path = path_join(m, dir, *name);
        hash_str(h, *name);
        if (path_is_dir(path))
            add_folder(h, m, path);
        else
            hash_file(h, path);
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
    hash_str(h, p->compiler);
}

// Gates on the simulated device are judged by what a GPU measured.
static void add_measured(Hash *h, const Proved *p, const char *id) {
    Str rest = p->measured, line;
    size_t n = strlen(id);
    while (str_cut(&rest, '\n', &line))
        if (line.n > n && line.p[n] == '\t' && memcmp(line.p, id, n) == 0)
            hash_add(h, line.p, line.n);
}

static const char *hash_exercise(const Proved *p, const Exercise *ex) {
    Arena *m = &p->a->arena;
    char hex[HASH_HEX];
    Hash h;
    hash_start(&h);
    add_sources(&h, p, ex);
    add_folder(&h, m, ex->dir);
    add_folder(&h, m, ex->sol);
    add_measured(&h, p, ex->id);
    hash_end(&h, hex);
    return arena_strn(m, hex, 32);
}

// ---- the file

static void read_rows(Proved *p, const char *text) {
    Str rest = str_of(text), line, id;
    while (str_cut(&rest, '\n', &line)) {
        if (!line.n || *line.p == '#' || !str_cut(&line, '\t', &id)) continue;
        char *hash = arena_strn(&p->a->arena, line.p, line.n);
        map_setn(&p->rows, id.p, id.n, hash);
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

bool proved_has(Proved *p, const Exercise *ex) {
    const char *hash = map_find(&p->rows, ex->id);
    return hash && strcmp(hash, hash_exercise(p, ex)) == 0;
}

void proved_set(Proved *p, const Exercise *ex, bool ok) {
    map_set(&p->rows, ex->id, ok ? (void *)hash_exercise(p, ex) : NULL);
}

bool proved_write(Proved *p, const char *path, Err *err) {
    const Plan *plan = &p->a->plan;
    Buf out = {0};
    buf_str(&out, head);
    for (int i = 0; i < plan->nexercises; i++) {
        const char *id = plan->exercises[i]->id;
        const char *hash = map_find(&p->rows, id);
        if (hash) buf_fmt(&out, "%s\t%s\n", id, hash);
    }
    bool ok = file_write(path, buf_text(&out), out.len, err);
    buf_free(&out);
    map_free(&p->rows);
    return ok;
}
