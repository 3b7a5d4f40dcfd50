// Files that make an editor understand CUDA; see editor.h.
//
// clangd reads CUDA as clang does, whose own header for that includes two of
// the toolkit: one that CUDA 13 no longer has, one that comes with cuRAND only.
// Without them nothing after them is read. Empty ones in their places are
// enough for what a kernel needs.
#include "cli/folder/editor.h"

#include "base/json.h"
#include "base/path.h"
#include "base/str.h"
#include "build/nvcc.h"
#include "build/toolkit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const missing_headers[] = {"texture_fetch_functions.h",
                                              "curand_mtgp32_kernel.h"};

// nvcc lets the host call min and max without std::, clang only the device.
static const char host_header[] = "kata_host_functions.h";
static const char *const host_types[] = {
    "int",       "unsigned",           "long",  "unsigned long",
    "long long", "unsigned long long", "float", "double"};

typedef struct Flags {
    const char *at[32];
    int n;
} Flags;

static void add_flag(Flags *f, const char *flag) {
    f->at[f->n++] = flag;
}

// As JSON has it, which YAML takes too.
static void quote_json(Buf *out, const char *text) {
    Json j = json_to(out);
    json_str(&j, text);
}

// ---- flags

static void add_system_folder(App *a, Flags *f, const char *folder) {
    if (path_is_dir(folder))
        add_flag(f, arena_fmt(&a->arena, "-isystem%s", folder));
}

// Headers of libraries that a toolkit without them gets from kata.
static void add_libraries(App *a, const Toolkit *tk, Flags *f) {
    const char *include = path_join(&a->arena, a->build, "lib/include");
    for (const OwnHeaders *own = nvcc_own_headers; own->header; own++)
        if (*own->header &&
            (!tk->include ||
             !path_exists(path_join(&a->arena, tk->include, own->header))))
            add_system_folder(a, f, path_join(&a->arena, include, own->folder));
}

static void add_cutlass(App *a, Flags *f) {
    Err none = {0};
    const char *at = cutlass_find(&a->arena, a->build, &none);
    err_clear(&none);
    if (at) add_system_folder(a, f, at);
}

// The toolkit's own folder: the one above its headers that has its compiler,
// which PATH may know by a link elsewhere.
static const char *find_home(App *a, const Toolkit *tk) {
    Arena *m = &a->arena;
    char *real = realpath(tk->include ? tk->include : tk->nvcc, NULL);
    const char *dir = arena_str(m, real ? real : tk->nvcc);
    free(real);
    while (strlen(dir) > 1) {
        dir = path_dir(m, dir);
        if (path_exists(path_join(m, dir, "bin/nvcc"))) return dir;
    }
    return path_dir(m, path_dir(m, tk->nvcc));
}

static void add_cuda(App *a, const Toolkit *tk, const char *headers, Flags *f) {
    Arena *m = &a->arena;
    add_flag(f, "-xcuda");
    add_flag(f, arena_fmt(m, "--cuda-path=%s", find_home(a, tk)));
    add_flag(f, "-nocudalib"); // only code generation needs libdevice
    add_flag(f, "--cuda-gpu-arch=sm_80"); // old clangds know no newer one
    add_flag(f, "-std=c++17");
    add_flag(f, "-Wno-unknown-cuda-version");
    add_system_folder(a, f, headers);
    add_flag(f, "-include");
    add_flag(f, path_join(m, headers, host_header));
    if (tk->include) add_system_folder(a, f, path_join(m, tk->include, "cccl"));
    add_libraries(a, tk, f);
    add_cutlass(a, f);
    // For clangd before 19 and libcu++.
    add_flag(f, "-Xclang");
    add_flag(f, "-fcuda-allow-variadic-functions");
    add_flag(f, "-ferror-limit=0");
}

// ---- files

static void add_fragment(const char *pattern, const Flags *f, Buf *out) {
    buf_fmt(out,
            "If:\n  PathMatch: %s\nCompileFlags:\n"
            "  CompilationDatabase: None\n  Add:\n",
            pattern);
    for (int i = 0; i < f->n; i++) {
        buf_str(out, "    - ");
        quote_json(out, f->at[i]);
        buf_char(out, '\n');
    }
}

static void add_command(App *a, const Exercise *ex, const Flags *f, Buf *out) {
    const char *dir = path_join(&a->arena, a->work, ex->id);
    buf_str(out, out->len > 2 ? ",\n{\"directory\": " : "{\"directory\": ");
    quote_json(out, dir);
    buf_str(out, ", \"file\": ");
    quote_json(out, path_join(&a->arena, dir, ex->file));
    buf_str(out, ",\n \"arguments\": [\"clang++\"");
    for (int i = 0; i < f->n; i++) {
        buf_str(out, ", ");
        quote_json(out, f->at[i]);
    }
    buf_str(out, ", \"-c\", ");
    quote_json(out, ex->file);
    buf_str(out, "]}");
}

static void add_commands(App *a, const Flags *cuda, const Flags *c, Buf *out) {
    buf_str(out, "[\n");
    for (int i = 0; i < a->plan.nexercises; i++) {
        const Exercise *ex = a->plan.exercises[i];
        if (str_ends(ex->file, ".cu") && cuda->n)
            add_command(a, ex, cuda, out);
        else if (str_ends(ex->file, ".c"))
            add_command(a, ex, c, out);
    }
    buf_str(out, "\n]\n");
}

static void add_tasks(App *a, Buf *out) {
    static const char *const tasks[][2] = {{"check", "kata: check this file"},
                                           {"watch", "kata: watch this file"}};
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    const char *kata =
        n > 0 ? arena_strn(&a->arena, program, (size_t)n) : "kata";
    buf_str(out, "{\n  \"version\": \"2.0.0\",\n  \"tasks\": [");
    for (size_t i = 0; i < COUNT_OF(tasks); i++) {
        buf_fmt(out, "%s\n    {\n      \"label\": \"%s\",\n", i ? "," : "",
                tasks[i][1]);
        buf_str(out, "      \"type\": \"process\",\n      \"command\": ");
        quote_json(out, kata);
        buf_fmt(out,
                ",\n      \"args\": [\"%s\", \"${file}\"],\n"
                "      \"group\": \"%s\",\n",
                tasks[i][0], i ? "none" : "build");
        buf_str(out, "      \"problemMatcher\": {\n"
                     "        \"owner\": \"kata\",\n"
                     "        \"fileLocation\": [\"relative\", "
                     "\"${fileDirname}\"],\n"
                     "        \"pattern\": {\n"
                     "          \"regexp\": \"^(\\\\S+)[(:](\\\\d+)[):]+"
                     "(?:\\\\d+:)? *(error|warning)[^:]*: (.*)$\",\n"
                     "          \"file\": 1, \"line\": 2, \"severity\": 3, "
                     "\"message\": 4\n"
                     "        }\n      }\n    }");
    }
    buf_str(out, "\n  ]\n}\n");
}

static bool put_file(App *a, const char *name, Buf *text, int *made, Err *err) {
    const char *path = path_join(&a->arena, a->work, name);
    bool ok = path_make_dirs(path_dir(&a->arena, path), err) &&
              file_write(path, buf_text(text), text->len, err);
    *made += ok;
    buf_free(text);
    return ok;
}

static bool put_headers(App *a, const char *folder, int *made, Err *err) {
    for (size_t i = 0; i < COUNT_OF(missing_headers); i++) {
        Buf text = {0};
        buf_str(&text, "// Empty, for clangd: clang includes it, and not "
                       "every CUDA has it.\n");
        if (!put_file(a, path_join(&a->arena, folder, missing_headers[i]),
                      &text, made, err))
            return false;
    }
    Buf text = {0};
    buf_str(&text, "// For clangd: what nvcc lets the host call.\n");
    for (size_t i = 0; i < COUNT_OF(host_types); i++) {
        const char *t = host_types[i];
        buf_fmt(&text, "static inline __attribute__((host, unused)) ");
        buf_fmt(&text, "%s min(%s a, %s b) { return b < a ? b : a; }\n", t, t,
                t);
        buf_fmt(&text, "static inline __attribute__((host, unused)) ");
        buf_fmt(&text, "%s max(%s a, %s b) { return a < b ? b : a; }\n", t, t,
                t);
    }
    return put_file(a, path_join(&a->arena, folder, host_header), &text, made,
                    err);
}

bool editor_set_up(App *a, int *made, bool *cuda, Err *err) {
    Toolkit tk;
    Err none = {0};
    Flags cu = {0}, c = {0};
    Buf text = {0};
    const char *headers = path_join(&a->arena, a->work, ".clangd-headers");
    *made = 0;
    *cuda = toolkit_find(&a->arena, a->build, &tk, &none);
    err_clear(&none);
    if (*cuda && !put_headers(a, headers, made, err)) return false;
    if (*cuda) add_cuda(a, &tk, headers, &cu);
    add_flag(&c, "-xc");
    add_flag(&c, "-std=gnu17");

    if (*cuda) {
        add_fragment("'.*\\.cuh?'", &cu, &text);
        buf_str(&text, "---\n");
    }
    add_fragment("'.*\\.[ch]'", &c, &text);
    if (!put_file(a, ".clangd", &text, made, err)) return false;
    add_commands(a, &cu, &c, &text);
    if (!put_file(a, "compile_commands.json", &text, made, err)) return false;
    const char *tasks = ".vscode/tasks.json";
    if (path_exists(path_join(&a->arena, a->work, tasks))) return true;
    add_tasks(a, &text);
    return put_file(a, tasks, &text, made, err);
}
