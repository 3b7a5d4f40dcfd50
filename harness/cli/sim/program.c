// Three ways: one file, whose binary is kept in the cache; several, by an nvcc
// for the simulated device; a project's own build, which finds that nvcc first.
#include "cli/sim/program.h"

#include "base/path.h"
#include "base/str.h"
#include "build/backend.h"
#include "build/build.h"
#include "build/script.h"
#include "build/sim_toolkit.h"
#include "build/toolkit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- words

typedef struct NvccFlag {
    const char *name, *short_name;
    bool takes_value;
} NvccFlag;

static const NvccFlag nvcc_flags[] = {
#define FLAG(name, short_name, value) {name, short_name, value},
#include "cli/sim/nvcc_flags.def"
#undef FLAG
};

// Returns nvcc's flag that a word begins with: up to its "=", or NULL.
static const NvccFlag *nvcc_flag(const char *word) {
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < COUNT_OF(nvcc_flags); i++) {
        const NvccFlag *f = &nvcc_flags[i];
        if (strlen(f->name) == n && !strncmp(f->name, word, n)) return f;
        if (strlen(f->short_name) == n && !strncmp(f->short_name, word, n))
            return f;
    }
    return NULL;
}

// True of a flag whose value is the next word.
static bool takes_next(const char *word) {
    const NvccFlag *f = nvcc_flag(word);
    return f && f->takes_value && !strchr(word, '=');
}

// A short one may go on with its value (-Iinclude), or be the host compiler's.
static bool is_flag(const char *word) {
    if (word[0] != '-' || !word[1]) return false;
    if (word[1] == '-') return nvcc_flag(word) != NULL;
    return strcmp(word, "-h") != 0;
}

static bool is_flag_named(const char *word, const char *name) {
    const NvccFlag *f = nvcc_flag(word);
    return f && !strcmp(f->name, name);
}

int sim_words_split(int argc, char **argv, SimWords *out) {
    int left = 1;
    for (int i = 1; i < argc; i++) {
        // The result is started, not kept.
        if (!strcmp(argv[i], "-o") || !strcmp(argv[i], "--output-file")) {
            i++;
            continue;
        }
        if (!is_flag(argv[i])) {
            argv[left++] = argv[i];
            continue;
        }
        args_add(&out->flags, argv[i]);
        if (takes_next(argv[i]) && i + 1 < argc)
            args_add(&out->flags, argv[++i]);
    }
    return left;
}

// ---- one file

// Device code that is linked after it is compiled: nvcc does that.
static bool is_linked(const SimWords *w) {
    for (int i = 0; i < w->flags.n; i++) {
        const char *flag = w->flags.at[i], *is = strchr(flag, '=');
        if (is_flag_named(flag, "--device-c")) return true;
        if (!is_flag_named(flag, "--relocatable-device-code")) continue;
        if (!is && i + 1 < w->flags.n)
            return !strcmp(w->flags.at[i + 1], "true");
        if (is && !strcmp(is, "=true")) return true;
    }
    return false;
}

// Returns how many words choose a GPU to compile for (--gpu says it here), or a
// runtime (the simulated device's is the only one).
static int target_words(const char *flag) {
    static const char *const names[] = {
        "--gpu-architecture",        "--gpu-code", "--generate-code",
        "--relocatable-device-code", "--cudart",   "--cudadevrt"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_flag_named(flag, names[i])) return takes_next(flag) ? 2 : 1;
    return is_flag_named(flag, "--device-debug");
}

// The headers of CUTLASS, if kata has them: after the program's own folders.
static const char *find_cutlass(App *a) {
    Err none = {0};
    const char *at = cutlass_find(&a->arena, a->build, &none);
    err_clear(&none);
    return at;
}

static bool asks_for_one_generation(const SimWords *w) {
    for (int i = 0; i < w->flags.n; i++)
        if (strstr(w->flags.at[i], "_90a")) return true;
    return false;
}

static const char *const *flags_of(App *a, const SimWords *w) {
    Arena *m = &a->arena;
    const char **flags = arena_array(m, const char *, (size_t)w->flags.n + 2);
    int n = 0;
    for (int i = 0; i < w->flags.n; i++) {
        int skip = target_words(w->flags.at[i]);
        if (skip)
            i += skip - 1;
        else
            flags[n++] = w->flags.at[i];
    }
    const char *cutlass = find_cutlass(a);
    if (cutlass) flags[n++] = arena_fmt(m, HEADERS_FLAG "%s", cutlass);
    flags[n] = NULL;
    return flags;
}

static bool make_one(App *a, const Toolkit *tk, const BuildPlaces *places,
                     const SimGpu *gpu, const SimWords *w, SimProgram *out,
                     Err *err) {
    BuildJob job = {.backend = &backend_sim,
                    .cc = gpu->cc,
                    .source = out->file,
                    .one_generation = asks_for_one_generation(w),
                    .flags = flags_of(a, w)};
    BuildResult built = {0};
    term_spin(&a->term, "compiling");
    bool ok = build_run(&a->arena, tk, places, &job, &built, err);
    term_spin_end();
    // The compiler's own words, before ours.
    if (built.diagnostics) fputs(built.diagnostics, stderr);
    out->binary = built.binary;
    return ok;
}

// ---- commands that build

// Runs words with this terminal, in this folder, with the toolkit for the
// simulated device first, and frees them. What it says on stderr goes to the
// file `said`, unless that is NULL. Returns its status as a shell would.
static int run_with_toolkit(App *a, const char *folder, int cc,
                            const char *said, Args *words) {
    args_add(words, NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        sim_toolkit_use(&a->arena, folder, cc);
        if (a->json) dup2(STDERR_FILENO, STDOUT_FILENO);
        int to = said ? open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
        if (to >= 0) dup2(to, STDERR_FILENO);
        execvp(words->at[0], (char *const *)words->at);
        _exit(127);
    }
    args_free(words);
    int how = 127 << 8;
    while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
}

static bool has_flag(const SimWords *w, const char *start) {
    for (int i = 0; i < w->flags.n; i++)
        if (str_starts(w->flags.at[i], start)) return true;
    return false;
}

// Passes on what nvcc said; of a failure, with what kata knows of it.
static bool tell_said(App *a, const char *said, bool ok, Err *err) {
    Buf text = {0};
    Err ignored = {0};
    file_read(said, &text, &ignored);
    err_clear(&ignored);
    BuildRemark r = {0};
    if (!ok) r = build_remark(&a->arena, buf_text(&text));
    if (!r.enough) fputs(buf_text(&text), stderr);
    buf_free(&text);
    if (ok) return true;
    err_set(err, ERR_BUILD, "%s", r.text ? r.text : "it does not compile");
    return r.hint ? err_hint(err, "%s", r.hint) : false;
}

static bool make_several(App *a, const char *folder, const SimGpu *gpu,
                         const SimWords *w, SimProgram *out, Err *err) {
    Arena *m = &a->arena;
    Args words = {0};
    if (!scratch_open(&out->scratch, m, a->build, "sim", err)) return false;
    out->binary = path_join(m, out->scratch.path, "program");
    args_add(&words, path_join(m, folder, "bin/nvcc"));
    if (!has_flag(w, "-O")) args_add(&words, "-O3");
    if (!has_flag(w, "-std") && !has_flag(w, "--std"))
        args_add(&words, "-std=c++17");
    args_add(&words, "--extended-lambda");
    args_add(&words, "--expt-relaxed-constexpr");
    for (int i = 0; i < w->files.n; i++)
        args_add(&words, w->files.at[i]);
    for (int i = 0; i < w->flags.n; i++) {
        const char *flag = w->flags.at[i];
        bool compiles = is_flag_named(flag, "--device-c");
        args_add(&words, compiles ? "-rdc=true" : flag);
    }
    const char *cutlass = find_cutlass(a);
    if (cutlass) args_add(&words, arena_fmt(m, HEADERS_FLAG "%s", cutlass));
    args_add(&words, "-o");
    args_add(&words, out->binary);
    const char *said = path_join(m, out->scratch.path, "said");
    int status = run_with_toolkit(a, folder, gpu->cc, said, &words);
    return tell_said(a, said, status == 0, err);
}

static bool make_project(App *a, const char *folder, const SimGpu *gpu,
                         const SimWords *w, SimProgram *out, Err *err) {
    Args words = {0};
    args_add(&words, "/bin/sh");
    args_add(&words, "-c");
    args_add(&words, w->build);
    int status = run_with_toolkit(a, folder, gpu->cc, NULL, &words);
    if (status != 0)
        return err_set(err, ERR_BUILD, "`%s` ended with status %d", w->build,
                       status);
    if (!w->program) return true;
    out->file = out->binary = w->program[0];
    if (path_is_file(out->binary)) return true;
    err_set(err, ERR_USAGE, "`%s` has made no file '%s'", w->build, out->file);
    return err_hint(err, "after -- comes the program, with its folder: "
                         "./build/program");
}

// ---- all

// A program's arguments are what was typed, after a name of its own.
static void take_words(Arena *m, const SimWords *w, SimProgram *out) {
    args_add(&out->own, arena_str(m, out->file));
    // Of a project the program stands there itself.
    for (char **word = w->program; word && *word; word++)
        if (!w->build || word > w->program) args_add(&out->own, *word);
    args_add(&out->own, NULL);
    out->words = (char *const *)out->own.at;
}

static bool make_script(App *a, const BuildPlaces *places, const SimGpu *gpu,
                        const SimWords *w, SimProgram *out, Err *err) {
    Arena *m = &a->arena;
    const char *title = arena_fmt(m, "%s", gpu->name);
    out->python = true;
    if (!script_command(m, a->build, places, title, out->file, &out->own, err))
        return false;
    for (char **word = w->program; word && *word; word++)
        args_add(&out->own, *word);
    args_add(&out->own, NULL);
    out->words = (char *const *)out->own.at;
    out->binary = out->words[0];
    return true;
}

bool sim_program_make(App *a, const SimGpu *gpu, const SimWords *w,
                      SimProgram *out, Err *err) {
    Arena *m = &a->arena;
    Toolkit tk = {0};
    BuildPlaces places = {path_join(m, a->build, "cache"),
                          path_join(m, a->build, "lib")};
    if (w->files.n) out->file = w->files.at[0];
    if (w->files.n == 1 && !w->build && script_is_python(out->file))
        return make_script(a, &places, gpu, w, out, err);
    const BuildJob any = {.cc = gpu->cc};
    if (!toolkit_find(m, a->build, &tk, err) ||
        !backend_sim.can_build(&tk, &any, err))
        return false;
    // For programs that compile while they run (libs/rtc.c).
    setenv("KATASIM_NVCC", tk.nvcc, 1);
    if (tk.cxx_given) setenv("NVCC_CCBIN", tk.cxx, 0);
    bool ok;
    if (w->files.n == 1 && !w->build && !is_linked(w)) {
        ok = make_one(a, &tk, &places, gpu, w, out, err);
    } else {
        const char *folder = sim_toolkit(m, &tk, &places, a->build, err);
        ok = folder && (w->build ? make_project : make_several)(a, folder, gpu,
                                                                w, out, err);
    }
    if (ok && out->binary) take_words(m, w, out);
    return ok;
}

void sim_program_free(SimProgram *p) {
    scratch_close(&p->scratch);
    args_free(&p->own);
}
