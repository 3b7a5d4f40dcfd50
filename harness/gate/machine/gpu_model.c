#include "gate/machine/gpu_model.h"

#include "base/path.h"
#include "base/str.h"
#include "plan/read.h"

#include <stdio.h>
#include <string.h>

static void read_a_text(Read *r, const Node *n, const char *key, void *out) {
    const char *text = read_text(r, n, key);
    if (text) *(const char **)out = text;
}

static void read_an_int(Read *r, const Node *n, const char *key, void *out) {
    read_int(r, n, key, 1, 1 << 20, out);
}

static void read_a_double(Read *r, const Node *n, const char *key, void *out) {
    double v;
    if (!read_number(r, n, key, &v)) return;
    if (v > 0)
        *(double *)out = v;
    else
        node_err(n, r->err, "%s has to be more than 0", key);
}

#define DEVICE_FIELD(type, field, ...)                                         \
    static void read_##field(Read *r, const Node *n, void *out) {              \
        SimGpu *g = out;                                                       \
        _Generic(g->field, int                                                 \
                 : read_an_int, double                                         \
                 : read_a_double, default                                      \
                 : read_a_text)(r, n, #field, (void *)&g->field);              \
    }
#include "sim/devices_fields.def"

// Was read before the others, as what they change.
static void read_like(Read *r, const Node *n, void *out) {
    const char *names[64];
    int count = 0;
    (void)out;
    for (; sim_gpu_at(count) && count < (int)COUNT_OF(names); count++)
        names[count] = sim_gpu_at(count)->id;
    read_word(r, n, "like", names, count);
}

static const Key keys[] = {
    {"like", read_like, false},
#define DEVICE_FIELD(type, field, ...) {#field, read_##field, false},
#include "sim/devices_fields.def"
};

static void at_most(Read *r, const Node *map, const char *key, double v,
                    double most, const char *what) {
    const Node *n = node_find(map, key);
    if (v > most)
        node_err(n ? n : map, r->err, "%s is %g: more than %s, %g", key, v,
                 what, most);
}

// Rejects values that no GPU has and that the model cannot work with.
static void reject_values(Read *r, const Node *map, const SimGpu *g) {
    at_most(r, map, "smem_block_kib", g->smem_block_kib, g->smem_sm_kib,
            "smem_sm_kib");
    at_most(r, map, "smem_sm_kib", g->smem_sm_kib, g->l1_kib, "l1_kib");
    at_most(r, map, "read_eff", g->read_eff, 1, "the whole");
    at_most(r, map, "mix_eff", g->mix_eff, g->read_eff, "read_eff");
    at_most(r, map, "threads_sm", g->threads_sm, 2048, "any SM has");
    at_most(r, map, "cc", g->cc, 129, "kata knows of");
    at_most(r, map, "mem_gib", g->mem_gib, 512, "there is room for");
    if (g->cc < 70)
        node_err(node_find(map, "cc"), r->err,
                 "cc is %d: compute capability times ten, from 70 on", g->cc);
    if (g->p < 1)
        node_err(node_find(map, "p"), r->err, "p has to be at least 1");
}

static const char *stem_of(Arena *a, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return arena_strn(a, name, strcspn(name, "."));
}

static const SimGpu *load_file(Arena *a, const char *path, Err *err) {
    char spec[2048];
    Node *map = yaml_load(a, path, err);
    if (!map) return NULL;
    Read r = {a, err};
    const Node *like = node_find(map, "like");
    const SimGpu *base = sim_gpu_find(like ? like->text : "h100");
    SimGpu g = base ? *base : *sim_gpu_find("h100");
    int before = err_count(err);
    g.id = stem_of(a, path);
    g.name = arena_fmt(a, "%s (%s)", g.id, g.name);
    read_map(&r, map, "a GPU model", keys, (int)COUNT_OF(keys), &g);
    if (err_count(err) == before) reject_values(&r, map, &g);
    if (err_count(err) != before) return NULL;
    if (strpbrk(g.id, "=\n") || strpbrk(g.name, "=\n") ||
        !sim_gpu_spec(&g, spec, sizeof spec)) {
        node_err(map, err, "the id or the name is too long, or holds '='");
        return NULL;
    }
    return sim_gpu_add(spec);
}

static bool is_file_name(const char *name) {
    size_t n = strlen(name);
    return n > 5 && (!strcmp(name + n - 5, ".yaml") ||
                     (n > 4 && !strcmp(name + n - 4, ".yml")));
}

const SimGpu *gpu_model_find(Arena *a, const char *name, Err *err) {
    if (is_file_name(name)) return load_file(a, name, err);
    const SimGpu *gpu = sim_gpu_find(name);
    if (gpu) return gpu;
    const char *ids[64];
    int n = 0;
    Buf names = {0};
    for (int i = 0; sim_gpu_at(i) && n < (int)COUNT_OF(ids); i++) {
        ids[n++] = sim_gpu_at(i)->id;
        buf_fmt(&names, "%s%s", i ? ", " : "", sim_gpu_at(i)->id);
    }
    int near = str_nearest(name, ids, n);
    err_set(err, ERR_USAGE, "there is no GPU model '%s'", name);
    err_hint(err, "%s%s%smodels: %s; or a YAML file of your own",
             near < 0 ? "" : "did you mean '", near < 0 ? "" : ids[near],
             near < 0 ? "" : "'? ", buf_text(&names));
    buf_free(&names);
    return NULL;
}

const char *gpu_model_text(Arena *a, const SimGpu *g) {
    char spec[2048];
    for (int i = 0; sim_gpu_at(i); i++)
        if (sim_gpu_at(i) == g) return g->id;
    return sim_gpu_spec(g, spec, sizeof spec) ? arena_str(a, spec) : g->id;
}
