// Compiles a program of NVRTC with nvcc, in a folder that it makes and removes.
//
// The names that a program asks for are addresses in variables at the end of
// the source: the PTX then says which function or variable each one means.
#include "libs/rtc.h"

#include "base/heap.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const NAME_BEGINS = "kata_name_";

typedef struct Words {
    char **at;
    int n, cap;
} Words;

typedef struct Job {
    RtcProgram *p;
    char dir[64];
    Words words;
    char arch[16]; // "90", "100a"
    bool relocatable;
} Job;

// ---- files

static char *in_folder(const Job *j, const char *name) {
    Buf path = {0};
    buf_fmt(&path, "%s/%s", j->dir, name);
    return path.data;
}

static bool write_file(const Job *j, const char *name, const Buf *text) {
    char *path = in_folder(j, name);
    for (char *slash = path + strlen(j->dir) + 1; (slash = strchr(slash, '/'));
         slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "wb");
    heap_free(path);
    if (!f) return false;
    fwrite(text->data, 1, text->len, f);
    return fclose(f) == 0;
}

static bool read_file(const Job *j, const char *name, Buf *out) {
    char *path = in_folder(j, name), piece[4096];
    FILE *f = fopen(path, "rb");
    heap_free(path);
    if (!f) return false;
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_add(out, piece, n);
    fclose(f);
    return true;
}

static int remove_one(const char *path, const struct stat *s, int flag,
                      struct FTW *ftw) {
    (void)s, (void)flag, (void)ftw;
    return remove(path);
}

static bool write_sources(const Job *j) {
    const RtcProgram *p = j->p;
    bool ok = true;
    Buf text = {0};
    // Messages and lines of code name the program as its writer does.
    buf_fmt(&text, "#line 1 \"%s\"\n%s\n#line 1 \"names\"\n", p->name,
            p->source);
    for (int i = 0; i < p->names.n; i++)
        buf_fmt(&text,
                "extern \"C\" __device__ const void *%s%d = "
                "(const void *)(%s);\n",
                NAME_BEGINS, i, p->names.at[i].name);
    ok = write_file(j, "program.cu", &text);
    for (int i = 0; ok && i < p->headers.n; i++) {
        buf_clear(&text);
        buf_str(&text, p->headers.at[i].text);
        ok = write_file(j, p->headers.at[i].name, &text);
    }
    buf_free(&text);
    return ok;
}

// ---- the command

static void add_word(Job *j, const char *fmt, ...) PRINTF(2, 3);
static void add_word(Job *j, const char *fmt, ...) {
    Buf word = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vfmt(&word, fmt, ap);
    va_end(ap);
    vec_push(&j->words, word.data);
}

// The value of an option "--name=value", or NULL.
static const char *option_value(const char *option, const char *name) {
    size_t n = strlen(name);
    return !strncmp(option, name, n) && option[n] == '=' ? option + n + 1
                                                         : NULL;
}

// NVRTC's own, which nvcc need not hear of.
static bool is_no_matter(const char *option) {
    static const char *const begins[] = {
        "--extensible-whole-program",
        "-ewp",
        "--minimal",
        "-minimal",
        "--no-source-include",
        "-no-source",
        "--pch",
        "-pch",
        "--device-debug",
        "-G",
        "--generate-line-info",
        "-lineinfo",
    };
    for (size_t i = 0; i < COUNT_OF(begins); i++)
        if (!strncmp(option, begins[i], strlen(begins[i]))) return true;
    return false;
}

// "compute_90", "sm_90a". False: it is neither.
static bool take_architecture(Job *j, const char *value) {
    const char *number = strchr(value, '_');
    j->p->real = !strncmp(value, "sm_", 3);
    if (!number || (!j->p->real && strncmp(value, "compute_", 8))) return false;
    snprintf(j->arch, sizeof j->arch, "%s", number + 1);
    return true;
}

// Code that others link with keeps its functions, whoever calls them.
static bool take_linking(Job *j, const char *o) {
    static const char *const relocatable[] = {"--relocatable-device-code=true",
                                              "-rdc=true", "--device-c", "-dc"};
    static const char *const whole[] = {"--relocatable-device-code=false",
                                        "-rdc=false", "--device-w", "-dw"};
    if (!strcmp(o, "-dlto") || !strcmp(o, "--dlink-time-opt")) {
        j->p->lto = true;
        j->relocatable = true;
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(relocatable); i++) {
        if (!strcmp(o, relocatable[i])) return j->relocatable = true;
        if (!strcmp(o, whole[i])) return true;
    }
    return false;
}

static bool take_options(Job *j, int n, const char *const *options) {
    snprintf(j->arch, sizeof j->arch, "75"); // as documented
    j->p->real = j->p->lto = false;
    for (int i = 0; i < n; i++) {
        const char *o = options[i], *v;
        // An option and its value may be two.
        bool split = !strcmp(o, "-arch") || !strcmp(o, "--gpu-architecture");
        if (split && i + 1 < n)
            v = options[++i];
        else if (!(v = option_value(o, "--gpu-architecture")))
            v = option_value(o, "-arch");
        if (v && take_architecture(j, v)) continue;
        if (take_linking(j, o)) continue;
        if (v || !strcmp(o, "-default-device") ||
            !strcmp(o, "--device-as-default-execution-space")) {
            buf_fmt(&j->p->log, "nvrtc: error: option '%s' is not known here\n",
                    o);
            return false;
        }
        if (!is_no_matter(o)) add_word(j, "%s", o);
    }
    return true;
}

static void begin_command(Job *j) {
    const char *nvcc = getenv("KATASIM_NVCC");
    add_word(j, "%s", nvcc && *nvcc ? nvcc : "nvcc");
    add_word(j, "-I%s", j->dir);
    // Headers beside the source, if its name says where that is.
    const char *slash = strrchr(j->p->name, '/');
    add_word(j, "-I%.*s", slash ? (int)(slash - j->p->name) : 1,
             slash ? j->p->name : ".");
    add_word(j, "-lineinfo");
    add_word(j, "-Wno-deprecated-gpu-targets");
}

static void end_command(Job *j) {
    if (j->relocatable) add_word(j, "-rdc=true");
    // One architecture's PTX, and its machine code for the count of registers.
    add_word(j, "-gencode");
    if (j->p->real)
        add_word(j, "arch=compute_%s,code=[compute_%s,sm_%s]", j->arch, j->arch,
                 j->arch);
    else
        add_word(j, "arch=compute_%s,code=compute_%s", j->arch, j->arch);
    add_word(j, "-fatbin");
    add_word(j, "-no-compress");
    add_word(j, "--keep");
    add_word(j, "--keep-dir=%s", j->dir);
    add_word(j, "%s/program.cu", j->dir);
    add_word(j, "-o");
    add_word(j, "%s/image", j->dir);
    vec_push(&j->words, NULL);
}

// Returns nvcc's status; its words go to the file "said".
static int run_command(const Job *j) {
    pid_t pid;
    int how = -1;
    char *said = in_folder(j, "said");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, said,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    int e =
        posix_spawnp(&pid, j->words.at[0], &files, NULL, j->words.at, environ);
    while (!e && waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    posix_spawn_file_actions_destroy(&files);
    heap_free(said);
    return e ? -1 : how;
}

// ---- results

// nvcc's words, with the program's name for that of our file.
static void keep_log(const Job *j) {
    Buf said = {0};
    char *file = in_folder(j, "program.cu");
    read_file(j, "said", &said);
    const char *at = buf_text(&said), *found;
    while ((found = strstr(at, file))) {
        buf_add(&j->p->log, at, (size_t)(found - at));
        buf_str(&j->p->log, j->p->name);
        at = found + strlen(file);
    }
    buf_str(&j->p->log, at);
    heap_free(file);
    buf_free(&said);
}

// ".global .align 8 .u64 kata_name_3 = generic(variable);"
static void take_name(RtcTexts *names, const char *at) {
    char *end, word[1024], *name = word;
    long i = strtol(at + strlen(NAME_BEGINS), &end, 10);
    if (i < 0 || i >= names->n || sscanf(end, " = %1023[^;\n]", word) != 1)
        return;
    if (!strncmp(name, "generic(", 8)) {
        name += 8;
        name[strcspn(name, ")")] = '\0';
    }
    heap_free(names->at[i].text);
    names->at[i].text = heap_new(strlen(name) + 1, 1);
    strcpy(names->at[i].text, name);
}

// The PTX without our variables, whose values are the names.
static void keep_ptx(const Job *j, const Buf *whole) {
    RtcProgram *p = j->p;
    buf_clear(&p->ptx);
    for (const char *line = buf_text(whole), *next; *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        const char *at = strstr(line, NAME_BEGINS);
        if (at && at < next && strstr(line, " = ") < next)
            take_name(&p->names, at);
        else
            buf_add(&p->ptx, line, (size_t)(next - line));
    }
}

static nvrtcResult keep_results(const Job *j, int status) {
    RtcProgram *p = j->p;
    Buf ptx = {0};
    keep_log(j);
    if (status == -1)
        buf_str(&p->log, "nvrtc: error: there is no nvcc to compile with: it "
                         "has to be on PATH\n");
    if (status != 0)
        return strstr(buf_text(&p->log), "nvcc fatal")
                   ? NVRTC_ERROR_INVALID_OPTION
               : status == -1 ? NVRTC_ERROR_INTERNAL_ERROR
                              : NVRTC_ERROR_COMPILATION;
    bool ok = read_file(j, "program.ptx", &ptx);
    if (ok) keep_ptx(j, &ptx);
    buf_clear(&p->image);
    if (p->real) ok = ok && read_file(j, "image", &p->image);
    buf_free(&ptx);
    return ok ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

nvrtcResult rtc_compile(RtcProgram *p, int n, const char *const *options) {
    Job j = {.p = p};
    nvrtcResult result = NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
    const char *tmp = getenv("TMPDIR");
    snprintf(j.dir, sizeof j.dir, "%s/kata-nvrtc-XXXXXX",
             tmp && strlen(tmp) < 40 ? tmp : "/tmp");
    buf_clear(&p->log);
    p->compiled = true;
    if (!mkdtemp(j.dir)) return result;
    begin_command(&j);
    if (!take_options(&j, n, options)) {
        result = NVRTC_ERROR_INVALID_OPTION;
    } else if (write_sources(&j)) {
        end_command(&j);
        result = keep_results(&j, run_command(&j));
    }
    nftw(j.dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    for (int i = 0; i < j.words.n; i++)
        heap_free(j.words.at[i]);
    vec_free(&j.words);
    return result;
}
