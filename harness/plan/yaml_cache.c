// Trees of nodes to bytes and back.
#include "plan/yaml_cache.h"

#include "base/buf.h"
#include "base/path.h"
#include "base/vec.h"

#include <string.h>
#include <sys/stat.h>

enum {
    MAX_DEPTH = 64,
    WORTH = 40, // files: fewer are parsed faster than they are kept
};

static const char magic[] = "kata-yaml";

typedef struct Strip {
    const char *p;
    size_t n;
} Strip;

typedef struct Used { // one file of this run
    const char *path;
    Strip text;
    Strip raw;        // its entry in the file that was read, or empty:
    const Node *tree; // to be written
} Used;

struct YamlCache {
    Arena *arena;
    const char *file;
    Strip all; // what was read, after the stamp
    size_t at; // of the entry that is likely next: files come in one order
    struct {
        Used *at;
        int n, cap;
    } used;
    int parsed;
};

// ---- writing

static void put_int(Buf *b, uint32_t v) {
    buf_add(b, &v, sizeof v);
}

// With its NUL, so that what is read can be used where it lies.
static void put_text(Buf *b, const char *text, size_t n) {
    put_int(b, (uint32_t)n);
    buf_add(b, text, n);
    buf_char(b, '\0');
}

static void put_loc(Buf *b, Loc loc) {
    put_int(b, (uint32_t)loc.line);
    put_int(b, (uint32_t)loc.col);
}

// node = kind quoted line col (text | n ((key line col)? node)*)
static void put_node(Buf *b, const Node *n) {
    buf_char(b, (char)n->kind);
    buf_char(b, n->quoted);
    put_loc(b, n->loc);
    if (n->kind == NODE_SCALAR) {
        put_text(b, n->text, strlen(n->text));
        return;
    }
    put_int(b, (uint32_t)n->n);
    for (int i = 0; i < n->n; i++) {
        if (n->kind == NODE_MAP) {
            put_text(b, n->keys[i], strlen(n->keys[i]));
            put_loc(b, n->key_locs[i]);
        }
        put_node(b, n->at[i]);
    }
}

static void put_entry(Buf *b, const Used *u) {
    if (u->raw.n) {
        buf_add(b, u->raw.p, u->raw.n);
        return;
    }
    size_t from = b->len;
    put_int(b, 0);
    put_text(b, u->path, strlen(u->path));
    put_text(b, u->text.p, u->text.n);
    put_node(b, u->tree);
    uint32_t size = (uint32_t)(b->len - from);
    memcpy(b->data + from, &size, sizeof size);
}

// ---- reading: every length is checked, for a file may be anything

typedef struct In {
    const char *p, *end;
    bool bad;
} In;

static bool get_bytes(In *in, void *out, size_t n) {
    in->bad |= (size_t)(in->end - in->p) < n;
    if (in->bad) return false;
    memcpy(out, in->p, n);
    in->p += n;
    return true;
}

static uint32_t get_int(In *in) {
    uint32_t v = 0;
    get_bytes(in, &v, sizeof v);
    return v;
}

static Strip get_text(In *in) {
    size_t n = get_int(in);
    in->bad |= (size_t)(in->end - in->p) <= n || in->p[n] != '\0';
    if (in->bad) return (Strip){"", 0};
    Strip s = {in->p, n};
    in->p += n + 1;
    return s;
}

typedef struct Maker {
    In in;
    Arena *a;
    const char *file;
    const YamlText *of;
} Maker;

static Loc get_loc(Maker *m) {
    int line = (int)get_int(&m->in);
    return (Loc){m->file, line, (int)get_int(&m->in)};
}

static Node *get_node(Maker *m, int depth) {
    unsigned char kind = 0, quoted = 0;
    Node *n = arena_new(m->a, Node);
    get_bytes(&m->in, &kind, 1);
    get_bytes(&m->in, &quoted, 1);
    *n = (Node){.kind = (NodeKind)kind, .quoted = quoted, .of = m->of};
    n->loc = get_loc(m);
    if (n->kind == NODE_SCALAR) {
        n->text = get_text(&m->in).p;
        return n;
    }
    size_t count = get_int(&m->in);
    m->in.bad |= kind > NODE_MAP || depth > MAX_DEPTH ||
                 count > (size_t)(m->in.end - m->in.p);
    if (m->in.bad) return n;
    n->at = arena_array(m->a, Node *, count);
    if (kind == NODE_MAP) {
        n->keys = arena_array(m->a, const char *, count);
        n->key_locs = arena_array(m->a, Loc, count);
    }
    for (size_t i = 0; i < count && !m->in.bad; i++) {
        if (kind == NODE_MAP) {
            n->keys[i] = get_text(&m->in).p;
            n->key_locs[i] = get_loc(m);
        }
        n->at[n->n++] = get_node(m, depth + 1);
    }
    return n;
}

// The tree of the entry at `at` if it is of this path and text; sets *next.
static Node *read_entry(YamlCache *c, size_t at, const char *path, Strip text,
                        Arena *a, size_t *next) {
    Maker m = {.in = {c->all.p + at, c->all.p + c->all.n, false}, .a = a};
    size_t left = c->all.n - at, size = get_int(&m.in);
    if (m.in.bad || size > left || size == 0) size = left;
    *next = at + size;
    m.in.end = c->all.p + *next;
    Strip of = get_text(&m.in);
    if (m.in.bad || strcmp(of.p, path) != 0) return NULL;
    Strip was = get_text(&m.in);
    if (m.in.bad || was.n != text.n || memcmp(was.p, text.p, text.n) != 0)
        return NULL;
    YamlText *source = arena_new(a, YamlText);
    *source = (YamlText){was.p, was.n};
    m.file = arena_str(a, path);
    m.of = source;
    Node *n = get_node(&m, 0);
    return m.in.bad ? NULL : n;
}

// From where the last one was found, once around.
static Node *find_entry(YamlCache *c, const char *path, Strip text, Arena *a,
                        Used *used) {
    size_t from = c->at < c->all.n ? c->at : 0, at = from, next;
    if (c->all.n == 0) return NULL;
    do {
        Node *n = read_entry(c, at, path, text, a, &next);
        if (n) {
            used->raw = (Strip){c->all.p + at, next - at};
            c->at = next;
            return n;
        }
        at = next < c->all.n ? next : 0;
    } while (at != from);
    return NULL;
}

// ---- the file

// Another build may parse otherwise.
static uint64_t stamp(void) {
    struct stat st;
    if (stat("/proc/self/exe", &st) != 0) return 0;
    return (uint64_t)st.st_size * 1000003 ^ (uint64_t)st.st_ino << 40 ^
           (uint64_t)st.st_mtim.tv_sec * 1000000007 ^
           (uint64_t)st.st_mtim.tv_nsec;
}

YamlCache *yaml_cache_open(Arena *a, const char *file) {
    YamlCache *c = arena_new(a, YamlCache);
    Buf text = {0};
    Err ignored = {0};
    uint64_t mine = stamp(), theirs = 0;
    *c = (YamlCache){.arena = a, .file = arena_str(a, file)};
    if (path_exists(file) && file_read(file, &text, &ignored)) {
        In in = {text.data, text.data + text.len, false};
        char head[sizeof magic];
        bool ok = get_bytes(&in, head, sizeof head) &&
                  memcmp(head, magic, sizeof head) == 0 &&
                  get_bytes(&in, &theirs, sizeof theirs) && theirs == mine;
        size_t n = ok ? (size_t)(in.end - in.p) : 0;
        if (n) c->all = (Strip){arena_strn(a, in.p, n), n};
    }
    err_clear(&ignored);
    buf_free(&text);
    return c;
}

Node *yaml_load_cached(YamlCache *c, Arena *a, const char *path, Err *err) {
    if (!c) return yaml_load(a, path, err);
    Buf text = {0};
    Err all = {0};
    Node *n = NULL;
    if (file_read(path, &text, &all)) {
        Used used = {.path = arena_str(a, path)};
        n = find_entry(c, path, (Strip){buf_text(&text), text.len}, a, &used);
        if (!n) {
            used.text =
                (Strip){arena_strn(a, buf_text(&text), text.len), text.len};
            n = yaml_parse(a, used.path, used.text.p, used.text.n, &all);
            used.tree = n;
            c->parsed++;
        }
        if (n && err_count(&all) == 0) vec_push(&c->used, used);
    }
    err_move(err, &all);
    buf_free(&text);
    return n;
}

void yaml_cache_save(YamlCache *c) {
    uint64_t mine = stamp();
    if (c && c->parsed > 0 && c->used.n >= WORTH && mine) {
        Buf out = {0};
        Err ignored = {0};
        buf_add(&out, magic, sizeof magic);
        buf_add(&out, &mine, sizeof mine);
        for (int i = 0; i < c->used.n; i++)
            put_entry(&out, &c->used.at[i]);
        if (path_make_dirs(path_dir(c->arena, c->file), &ignored))
            file_write(c->file, out.data, out.len, &ignored);
        err_clear(&ignored);
        buf_free(&out);
    }
    if (c) vec_free(&c->used);
}
