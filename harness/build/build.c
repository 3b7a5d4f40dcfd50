// From a learner's file to an exercise binary.
//
// A build has two halves, so that two builds can overlap: build_begin looks
// into the cache and, on a miss, starts nvcc and the shim's compiler side by
// side; build_end collects them, checks the learner's symbols, hides them and
// links. The time of a build is nvcc's: all else together is under 0.1 s.
#include "build/build.h"

#include "base/day.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/str.h"
#include "build/cache.h"
#include "build/diag.h"
#include "build/forbids.h"
#include "build/nvcc.h"
#include "build/options.h"
#include "build/simd.h"
#include "build/sources.h"
#include "build/symbols.h"
#include "build/tool.h"
#include "build/triton.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Build {
    Arena *a;
    const Toolkit *tk;
    const BuildPlaces *where;
    const BuildJob *job;
    BuildResult *res;
    const char *dir;    // being made, or NULL
    const char *object; // the key of the learner's object; NULL: not kept
    Buf said;           // what the compiler printed when it made that object
    const char *tests;  // the object of job->tests in the cache, or NULL
    ProcHandle *nvcc, *shim, *testing;
    Sources sources;
    double started;
    bool begun;
    Err err; // why not
};

static const char *in_dir(Build *b, const char *name) {
    return path_join(b->a, b->dir, name);
}

static BuildTools tools_of(const Build *b) {
    return b->job->calls ? triton_tools(b->tk) : b->job->backend->tools(b->tk);
}

static void compile_line(Build *b, const char *object, Args *out) {
    if (b->job->calls)
        triton_compile(b->a, b->tk, b->where, b->job, object, out);
    else
        b->job->backend->compile(b->a, b->tk, b->where, b->job, object, out);
}

// ---- the first half

// nvcc gives a shell the paths that it was given.
static bool path_is_safe(Arena *a, const char *path, Err *err) {
    char *real = realpath(path, NULL);
    if (real) path = arena_str(a, real);
    free(real);
    const char *bad = strpbrk(path, "$`\"\\\n");
    if (!bad || !str_ends(path, ".cu")) return true;
    err_set(err, ERR_INPUT, "the path '%s' has the character %c", path, *bad);
    return err_hint(err, "nvcc would let a shell read it: rename the file or "
                         "the folder");
}

static bool parts_present(Build *b, Err *err) {
    const BuildJob *j = b->job;
    const char *part[MOST_PARTS];

    if (!source_check(j->source, err)) return false;
    if (!path_is_safe(b->a, j->source, err)) return false;
    if (!j->backend->can_build(b->tk, j, err)) return false;
    int n = j->backend->parts(b->a, b->where, j, part);
    for (int i = 0; i < n; i++) {
        if (path_exists(part[i])) continue;
        err_set(err, ERR_ENV, "'%s' is not built", part[i]);
        return err_hint(err, "make");
    }
    return true;
}

// The command with a placeholder for the folder, which is new every time.
static const char *shown_command(Build *b) {
    Args args = {0};
    compile_line(b, "learner.o", &args);
    const char *text = args_text(b->a, &args);
    args_free(&args);
    return text;
}

// Adds the variables that nvcc and the host compiler read beside their command
// lines.
static void add_environment(Hash *h) {
    static const char *const names[] = {
        "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",  "CPATH",
        "C_INCLUDE_PATH",     "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *v = getenv(names[i]);
        hash_str(h, v ? v : "");
    }
}

// tests.cu includes a header of ours, which is found by a flag.
static void add_tests_key(Hash *h, Build *b, const char *source) {
    sources_add(NULL, h, b->a, source);
    key_add_file(h, b->a, b->where->cache,
                 path_join(b->a, b->where->lib, "include/tests/kata_tests.h"));
}

// Headers of libraries that kata brings along (nvcc.c).
static void add_headers_key(Hash *h, Build *b) {
    static const char *const folders[] = {
        "include/cublas",    "include/nccl",   "include/nvrtc",
        "include/nvjitlink", "include/cudnn",  "include/nvml",
        "include/cufft",     "include/curand", "include/cusolver",
        "include/cusparse"};
    // Programs may use any of them, exercises the first four, and cuDNN if they
    // say so; what uses no other keeps its objects.
    enum { OF_ALL = 4, WITH_CUDNN = 6 };
    size_t n = b->job->entry ? OF_ALL : COUNT_OF(folders);
    for (const char *const *f = b->job->flags; f && *f; f++)
        if (strstr(*f, "cudnn")) n = max_of(n, (size_t)WITH_CUDNN);
    for (size_t i = 0; i < n; i++) {
        const char *dir = path_join(b->a, b->where->lib, folders[i]);
        for (char **name = path_list(b->a, dir, NULL); *name; name++)
            key_add_file(h, b->a, b->where->cache, path_join(b->a, dir, *name));
    }
    if (nvcc_uses_hip(b->job->source))
        key_add_file(
            h, b->a, b->where->cache,
            path_join(b->a, b->where->lib, "include/hip/hip_runtime.h"));
    // CUTLASS is too large to be read for every check: its release stands for
    // it, and so does cuDNN's.
    static const char *const releases[] = {"cutlass/version.h",
                                           "cudnn_version.h"};
    for (const char *const *f = b->job->flags; f && *f; f++) {
        if (!str_starts(*f, HEADERS_FLAG "/")) continue;
        for (size_t i = 0; i < COUNT_OF(releases); i++) {
            const char *file =
                path_join(b->a, *f + strlen(HEADERS_FLAG), releases[i]);
            if (path_exists(file)) key_add_file(h, b->a, b->where->cache, file);
        }
    }
}

// All that a compiler is given when it makes the learner's object.
static const char *make_object_key(Build *b) {
    const BuildJob *j = b->job;
    BuildTools tools = tools_of(b);
    Hash h;
    char hex[HASH_HEX];

    hash_start(&h);
    hash_str(&h, tools.version);
    hash_str(&h, tools.host);
    hash_str(&h, b->res->command);
    // Its path as well: diagnostics and line information hold it.
    sources_add(&b->sources, &h, b->a, j->source);
    add_environment(&h);
    add_headers_key(&h, b);
    hash_end(&h, hex);
    return arena_str(b->a, hex);
}

static const char *make_key(Build *b, const char *object) {
    const BuildJob *j = b->job;
    const char *cache = b->where->cache, *part[MOST_PARTS];
    Hash h;
    char hex[HASH_HEX];

    hash_start(&h);
    hash_str(&h, "kata build 6");
    hash_str(&h, object);
    for (const char *const *f = j->flags; f && *f; f++)
        hash_str(&h, *f);
    hash_str(&h, j->own_kernels ? "own kernels" : "");
    hash_str(&h, j->entry ? j->entry : "");
    for (int i = 0; i < j->nfunctions; i++)
        hash_str(&h, j->functions[i].decl);
    for (const char *const *f = j->forbids; f && *f; f++)
        hash_str(&h, *f);
    if (j->tests) add_tests_key(&h, b, j->tests);
    if (j->calls) triton_add_key(&h, b->a, b->where, j);
    hash_str(&h, j->shim ? j->shim : "");
    int n = j->backend->parts(b->a, b->where, j, part);
    for (int i = 0; i < n; i++)
        key_add_file(&h, b->a, cache, part[i]);
    hash_end(&h, hex);
    return arena_str(b->a, hex);
}

// Starts a tool that reads the submission, kata's parts, and a folder of the
// exercise's (NULL: none), and writes to the folder of the build alone. ours:
// it compiles a file of kata's.
static ProcHandle *start_tool(Build *b, const Args *args, const char *tests,
                              bool ours, Err *err) {
    const BuildJob *j = b->job;
    Arena *a = b->a;
    int n = 0;
    while (j->flags && j->flags[n])
        n++;
    const char **reads = arena_array(a, const char *, n + b->sources.n + 3);
    n = 0;
    for (const char *const *f = j->flags; f && *f; f++)
        if (str_starts(*f, "-L/") || str_starts(*f, "-I/"))
            reads[n++] = *f + 2;
        else if (str_starts(*f, HEADERS_FLAG "/"))
            reads[n++] = *f + strlen(HEADERS_FLAG);
    for (int i = 0; i < b->sources.n; i++)
        reads[n++] = b->sources.at[i];
    reads[n++] = b->where->lib;
    if (tests) reads[n++] = path_dir(a, tests);
    const char *shared =
        j->calls ? path_join(a, b->where->cache, "triton") : NULL;
    if (shared && !scratch_dirs(shared, err)) return NULL;
    const ToolUse use = {.scratch = b->dir,
                         .toolkit = b->tk,
                         .reads = reads,
                         .nreads = n,
                         .shared = shared,
                         // A program of one's own runs outside of the sandbox.
                         .reads_all = !j->entry && !j->backend->is_script,
                         .has_gpu = j->calls && j->backend->has_driver,
                         // An exercise in C names its options.
                         .ours = ours || j->backend->counts_vectors};
    return tool_start(args, &use, err);
}

static bool start_shim(Build *b, Err *err) {
    const Backend *on = b->job->backend;
    const char *source = in_dir(b, on->shim_file);
    if (!file_write(source, b->job->shim, strlen(b->job->shim), err))
        return false;
    Args args = {0};
    on->compile_shim(b->tk, source, in_dir(b, "shim.o"), &args);
    b->shim = start_tool(b, &args, NULL, true, err);
    args_free(&args);
    return b->shim;
}

// The job that compiles tests.cu: nothing of the learner's is in it.
static BuildJob tests_job(const Build *b) {
    enum { MOST = 32 };
    const char **flags = arena_array(b->a, const char *, MOST + 2);
    BuildJob job = *b->job;
    const char *include = path_join(b->a, b->where->lib, "include/tests");
    int n = 0;
    flags[n++] = arena_fmt(b->a, "-I%s", include);
    for (const char *const *f = job.flags; f && *f && n < MOST; f++)
        flags[n++] = *f;
    job.flags = flags;
    job.source = job.tests;
    return job;
}

// Takes tests.o from the cache, or starts to compile it: it is the same for
// every version of the learner's file.
static bool start_tests(Build *b, Err *err) {
    BuildJob job = tests_job(b);
    Args args = {0};
    Hash h;
    char hex[HASH_HEX];

    job.backend->compile(b->a, b->tk, b->where, &job, "tests.o", &args);
    hash_start(&h);
    hash_str(&h, "kata tests 2");
    hash_str(&h, job.backend->tools(b->tk).version);
    hash_str(&h, args_text(b->a, &args));
    add_tests_key(&h, b, job.source);
    hash_end(&h, hex);
    args_free(&args);
    b->tests = arena_fmt(b->a, "%s/tests-%.32s.o", b->where->cache, hex);
    if (link(b->tests, in_dir(b, "tests.o")) == 0) return true;

    job.backend->compile(b->a, b->tk, b->where, &job, in_dir(b, "tests.o"),
                         &args);
    b->testing = start_tool(b, &args, job.source, true, err);
    args_free(&args);
    return b->testing;
}

// Takes the learner's object from the cache, or starts to compile it.
static bool start_compiler(Build *b, Err *err) {
    const char *object = in_dir(b, "learner.o");
    Args args = {0};
    if (b->object &&
        cache_take_object(b->a, b->where->cache, b->object, object, &b->said))
        return true;
    compile_line(b, object, &args);
    // The hidden tests of a script are checked, and kept, with it.
    const char *tests = b->job->backend->is_script ? b->job->tests : NULL;
    b->nvcc = start_tool(b, &args, tests, false, err);
    args_free(&args);
    return b->nvcc;
}

static bool build_begin(Build *b, Err *err) {
    b->started = clock_seconds();
    *b->res = (BuildResult){.registers = -1,
                            .spill_bytes = -1,
                            .packed = -1,
                            .scalar = -1,
                            .diagnostics = "",
                            .command = shown_command(b)};
    if (!parts_present(b, err) || !scratch_dirs(b->where->cache, err))
        return false;
    const char *object = make_object_key(b);
    b->res->key = make_key(b, object);
    // Triton's objects and checked scripts depend on more than this key has,
    // and an object does not tell which headers its source includes.
    bool forbids = b->job->forbids && *b->job->forbids;
    if (!b->job->calls && !b->job->backend->is_script && !forbids)
        b->object = object;
    if (cache_load(b->a, b->where->cache, b->res->key, b->res)) return true;

    b->dir = cache_begin(b->a, b->where->cache, err);
    if (!b->dir) return false;
    if (b->job->calls && !triton_write_calls(b->a, b->where, b->job,
                                             in_dir(b, "calls.json"), err))
        return false;
    return start_compiler(b, err) && (!b->job->entry || start_shim(b, err)) &&
           (!b->job->tests || b->job->backend->is_script ||
            start_tests(b, err));
}

// ---- the second half

// The first line with the word, for a one-line message; else all of it.
static const char *line_with(Arena *a, const char *text, const char *word) {
    const char *at = strstr(text, word);
    if (!at) return text;
    while (at > text && at[-1] != '\n')
        at--;
    return arena_strn(a, at, strcspn(at, "\n"));
}

static bool fault_of_machine(Arena *a, const char *what, const Proc *p,
                             Err *err) {
    if (p->timed_out) {
        err_set(err, ERR_ENV, "%s was stopped after %d s", what, tool_limit());
        return err_hint(err, "does the file unroll or instantiate without "
                             "end? KATA_COMPILE_S=1800 gives a slow machine "
                             "more time");
    }
    const MachineFault *fault = diag_machine_fault(buf_text(&p->err));
    if (!fault) return true;
    Str said = str_trim(str_of(fault->said)); // it may end in a line end
    err_set(err, ERR_ENV, "%s stopped: %s: %s", what, fault->means,
            line_with(a, buf_text(&p->err), arena_strn(a, said.p, said.n)));
    return err_hint(err, "%s; then try again", fault->remedy);
}

static bool blame_learner(Build *b, const char *remark, Err *err) {
    b->res->remark = remark;
    if (*b->res->diagnostics)
        err_set(err, ERR_BUILD, "%s",
                line_with(b->a, b->res->diagnostics, "error"));
    else
        err_set(err, ERR_BUILD, "%s", remark);
    return err_hint(err, "%s",
                    *b->res->diagnostics && remark
                        ? remark
                        : "correct the file, then try again");
}

static const char *remark_on_words(Build *b, const char *text) {
    Buf source = {0};
    Err ignored = {0};
    file_read(b->job->source, &source, &ignored);
    const char *code = buf_text(&source);
    const char *remark = diag_semicolon(b->a, text, code);
    if (!remark) remark = diag_store_remark(b->a, text, code, true);
    if (!remark) remark = diag_remark(b->a, text);
    if (!remark) remark = diag_store_remark(b->a, text, code, false);
    buf_free(&source);
    err_clear(&ignored);
    return remark;
}

static const char *remark_on(Build *b, const char *text) {
    const Sources *s = &b->sources;
    if (b->job->calls) return triton_take_advice(b->a, &b->res->diagnostics);
    if (!s->refused || !b->job->entry) return remark_on_words(b, text);
    return arena_fmt(b->a,
                     "'%s' %s. A submission is compiled from your file and "
                     "the headers in its own folder: copy what you need there",
                     s->refused, s->why);
}

static void read_said(Build *b) {
    Diag d = diag_read(b->a, buf_text(&b->said), b->said.len);
    b->res->diagnostics = d.text;
    b->res->registers = d.registers;
    b->res->spill_bytes = d.spill;
}

static bool collect_nvcc(Build *b, const Proc *p, Err *err) {
    buf_add(&b->said, buf_text(&p->err), p->err.len);
    buf_add(&b->said, buf_text(&p->out), p->out.len);
    read_said(b);
    if (p->status == 0) {
        if (b->object)
            cache_keep_object(b->a, b->where->cache, b->object,
                              in_dir(b, "learner.o"), &b->said);
        return true;
    }
    const char *tool = tools_of(b).name, *text = b->res->diagnostics;
    if (!fault_of_machine(b->a, tool, p, err)) return false;
    if (*text) return blame_learner(b, remark_on(b, text), err);
    err_set(err, ERR_ENV, "%s failed (status %d) and did not say why", tool,
            p->status);
    return err_hint(err, "%s", b->res->command);
}

static bool collect_shim(Build *b, const Proc *p, Err *err) {
    if (p->status == 0) return true;
    if (!fault_of_machine(b->a, "the C++ compiler", p, err)) return false;
    err_set(err, ERR_INPUT, "the entry's declaration does not compile: %s",
            buf_text(&p->err));
    return err_hint(err, "correct `entry:` in exercise.yaml");
}

// Another kata may have put the same object there meanwhile.
static bool collect_tests(Build *b, const Proc *p, Err *err) {
    if (p->status == 0)
        return link(in_dir(b, "tests.o"), b->tests) == 0 ||
               path_exists(b->tests) || err_errno(err, ERR_ENV, "%s", b->tests);
    if (!fault_of_machine(b->a, tools_of(b).name, p, err)) return false;
    err_set(err, ERR_INPUT, "%s does not compile: %s", b->job->tests,
            line_with(b->a, buf_text(&p->err), "error"));
    return err_hint(err, "correct the exercise's hidden tests");
}

// The symbols that the learner's object must define, one for each function:
// what the shim calls, or what tests.cu does.
static bool find_wanted(Build *b, const char **wanted, Err *err) {
    Symbols caller;
    const char *tests = b->job->tests;
    const char *object = in_dir(b, tests ? "tests.o" : "shim.o");
    if (!symbols_load(b->a, object, &caller, err)) return false;
    for (int i = 0; i < b->job->nfunctions; i++) {
        const char *name = b->job->functions[i].name;
        wanted[i] = tests ? symbols_called(b->a, &caller, name)
                          : symbols_wanted(&caller);
        if (!wanted[i])
            return err_set(err, ERR_INPUT, "%s does not call '%s'",
                           tests ? tests : "the shim", name);
    }
    return true;
}

// The learner's file as the preprocessor leaves it, in text.
static bool preprocess(Build *b, Buf *text, Err *err) {
    const char *out = in_dir(b, "learner.i");
    Args args = {0};
    Proc p = {0};
    compile_line(b, out, &args);
    for (int i = 0; i < args.n; i++)
        if (strcmp(args.at[i], "-c") == 0) args.at[i] = "-E";
    ProcHandle *h = start_tool(b, &args, NULL, false, err);
    args_free(&args);
    bool ok = h && proc_wait(h, &p, err) && file_read(out, text, err);
    proc_free(&p);
    return ok;
}

// A remark on the first word of the preprocessed file that the exercise
// forbids; NULL: it uses none.
static const char *used_word(const Build *b, const char *text) {
    for (const char *const *f = b->job->forbids; f && *f; f++) {
        int line = options_word_line(text, *f);
        if (line)
            return arena_fmt(b->a,
                             "%s uses '%s'%s. This exercise asks for your own "
                             "code in plain C: leave that out",
                             line < 0 ? "a header that the file includes"
                                      : arena_fmt(b->a, "line %d", line),
                             *f,
                             strcmp(*f, "vector_size") == 0
                                 ? ", or a mode of vectors, which is the same"
                                 : "");
    }
    return NULL;
}

// An exercise in C is compiled with the options that its brief names, and
// without the words that it forbids.
static bool keeps_options(Build *b, Err *err) {
    Buf text = {0};
    bool ok = preprocess(b, &text, err);
    int line = ok ? options_line(buf_text(&text)) : 0;
    const char *remark = ok ? used_word(b, buf_text(&text)) : NULL;
    buf_free(&text);
    if (line)
        remark = arena_fmt(b->a,
                           "line %d sets options of the compiler. This "
                           "exercise is about your code with the options that "
                           "kata gives: leave that out",
                           line);
    return remark ? blame_learner(b, remark, err) : ok;
}

// Finds in the object a thing that the exercise forbids: a remark, or NULL.
static const char *uses_forbidden(const Build *b, const Symbols *learner,
                                  const char *object) {
    const BuildJob *job = b->job;
    const char *used = forbids_found(b->a, job, object);
    if (!used) used = symbols_use(b->a, learner, job->forbids);
    if (!used) used = forbids_kernels_of(job, object);
    if (used)
        return arena_fmt(b->a,
                         "the file leaves the work to %s, and this exercise "
                         "asks for your own code: write that part yourself",
                         used);
    used = forbids_instruction(job, object);
    if (used)
        return arena_fmt(b->a,
                         "a kernel of the file has the instruction '%s', which "
                         "this exercise forbids, also where it does not run: "
                         "\"How it is judged\" in the brief says what to use",
                         used);
    bool own = job->own_kernels || (job->forbids && *job->forbids);
    used = own ? symbols_loader(learner) : NULL;
    if (used)
        return arena_fmt(b->a,
                         "the file loads a library while it runs, or looks for "
                         "its functions (%s), and this exercise asks for your "
                         "own code: write that part yourself",
                         used);
    return NULL;
}

static bool check_symbols(Build *b, Err *err) {
    Symbols learner;
    const BuildJob *job = b->job;
    const char *object = in_dir(b, "learner.o"), *remark = NULL;
    const char **wanted =
        arena_array(b->a, const char *, (size_t)job->nfunctions + 1);

    if (!symbols_load(b->a, object, &learner, err)) return false;
    if (job->backend->counts_vectors && !keeps_options(b, err)) return false;
    if (learner.intrudes && !job->checked)
        return blame_learner(
            b,
            arena_fmt(b->a,
                      "the file has %s. kata's own part of the program comes "
                      "first and keeps its names: leave that out",
                      learner.intrudes),
            err);
    const char *forbidden = uses_forbidden(b, &learner, object);
    if (forbidden) return blame_learner(b, forbidden, err);
    if (!find_wanted(b, wanted, err)) return false;
    for (int i = 0; i < job->nfunctions; i++)
        if (!symbols_check(b->a, &learner, wanted[i], job->functions[i].name,
                           job->functions[i].decl, &remark))
            return blame_learner(b, remark, err);
    return symbols_hide(b->a, object, &learner, wanted, err);
}

static void count_vectors(Build *b) {
    SimdCount c = {-1, -1};
    Err ignored = {0};
    simd_of_object(b->a, in_dir(b, "learner.o"), &c, &ignored);
    err_clear(&ignored);
    b->res->packed = c.packed;
    b->res->scalar = c.scalar;
}

BuildRemark build_remark(Arena *a, const char *text) {
    const char *remark = diag_remark(a, text);
    if (remark) return (BuildRemark){.hint = remark};
    LinkRemark r = diag_link_remark(a, text, true, true);
    return (BuildRemark){r.text, r.text ? r.hint : NULL, r.text && r.enough};
}

// Kernels that launch kernels: nvcc links the device code before the program.
static bool link_device(Build *b, Err *err) {
    if (!nvcc_links_device(b->job)) return true;
    Args args = {0};
    Proc p;
    nvcc_device_link(b->a, b->tk, b->job, b->dir, &args);
    ProcHandle *h = start_tool(b, &args, NULL, false, err);
    args_free(&args);
    if (!h || !proc_wait(h, &p, err)) return false;
    bool ok = p.status == 0;
    if (!ok && fault_of_machine(b->a, "nvlink", &p, err))
        blame_learner(b,
                      arena_fmt(b->a, "the device code does not link: %s",
                                line_with(b->a, buf_text(&p.err), "error")),
                      err);
    proc_free(&p);
    return ok;
}

static bool link_program(Build *b, Err *err) {
    Args args = {0};
    Proc p;
    bool sim = b->job->backend->reads_ptx;

    b->job->backend->link(b->a, b->tk, b->where, b->job, b->dir, &args);
    ProcHandle *h = start_tool(b, &args, NULL, false, err);
    args_free(&args);
    if (!h || !proc_wait(h, &p, err)) return false;
    bool ok = p.status == 0;
    if (!ok && fault_of_machine(b->a, "the linker", &p, err)) {
        const char *text = buf_text(&p.err);
        LinkRemark remark = diag_link_remark(
            b->a, text, sim, sim && nvcc_may_use_libraries(b->job));
        if (!remark.enough)
            b->res->diagnostics =
                arena_fmt(b->a, "%s%s", b->res->diagnostics, text);
        b->res->remark = remark.text;
        if (remark.text) {
            err_set(err, ERR_BUILD, "%s", remark.text);
            err_hint(err, "%s", remark.hint);
        } else {
            err_set(err, ERR_ENV, "cannot link: %s", text);
        }
    }
    proc_free(&p);
    return ok;
}

// The names of kata's own functions are not for the learner's code to find:
// they move to a file beside the program, which the sandbox does not open.
// Without the tool the program keeps them.
static void move_names(Build *b) {
    const char *program = in_dir(b, "program");
    const char *names = arena_fmt(b->a, "%s" NAMES_SUFFIX, program);
    const char *const keep[] = {"objcopy", "--only-keep-debug", program, names,
                                NULL};
    const char *const strip[] = {"objcopy", "--strip-all", program, NULL};
    Err ignored = {0};
    Proc p = {0};
    bool ok = tool_run_on(keep, program, &p, &ignored) && p.status == 0;
    proc_free(&p);
    if (ok) {
        tool_run_on(strip, program, &p, &ignored);
        proc_free(&p);
    }
    err_clear(&ignored);
}

static bool wait_for(ProcHandle **h, Proc *p, bool *ok, Err *err) {
    *p = (Proc){0};
    if (!*h) return false;
    *ok = proc_wait(*h, p, err) && *ok;
    *h = NULL;
    return true;
}

// Whatever was started is collected, also after a build_begin that failed half
// way.
bool build_finish(Build *b, Err *err) {
    Proc nvcc, shim, testing;
    bool ok = b->begun;

    if (!ok) *err = b->err;
    if (b->res->cached) goto done;
    bool ran = wait_for(&b->nvcc, &nvcc, &ok, err);
    bool ran_shim = wait_for(&b->shim, &shim, &ok, err);
    bool tested = wait_for(&b->testing, &testing, &ok, err);
    if (ok && !ran) read_said(b); // the object was in the cache
    ok = ok && (!ran || collect_nvcc(b, &nvcc, err));
    ok = ok && (!ran_shim || collect_shim(b, &shim, err));
    ok = ok && (!tested || collect_tests(b, &testing, err));
    ok = ok && (!b->job->entry || check_symbols(b, err));
    if (ok && b->job->backend->counts_vectors) count_vectors(b);
    ok = ok && link_device(b, err) && link_program(b, err);
    if (ok && b->job->entry && b->job->backend->reads_ptx) move_names(b);
    ok = ok &&
         cache_commit(b->a, b->where->cache, b->dir, b->res->key, b->res, err);
    proc_free(&nvcc);
    proc_free(&shim);
    proc_free(&testing);
    if (!ok && b->dir) cache_abandon(b->dir);
done:
    sources_free(&b->sources);
    buf_free(&b->said);
    b->res->seconds = clock_seconds() - b->started;
    return ok;
}

void build_drop(Build *b) {
    Err ignored = {0};
    if (b->nvcc) proc_stop(b->nvcc);
    if (b->shim) proc_stop(b->shim);
    if (b->testing) proc_stop(b->testing);
    build_finish(b, &ignored);
    err_clear(&ignored);
}

Build *build_start(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                   const BuildJob *job, BuildResult *res) {
    Build *b = arena_new(a, Build);
    *b = (Build){.a = a, .tk = tk, .where = where, .job = job, .res = res};
    b->begun = build_begin(b, &b->err);
    return b;
}

bool build_run(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, BuildResult *res, Err *err) {
    return build_finish(build_start(a, tk, where, job, res), err);
}
