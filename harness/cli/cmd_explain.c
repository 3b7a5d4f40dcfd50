// kata explain: what each line of your kernel costs, and why.
//
// The learner's file runs on the simulated device, with a GPU here or without:
// it counts what every line does, exactly, and no profiler needs permissions.
// Nothing is judged and nothing recorded, but a kernel must be right before it
// is worth explaining.
#include "cli/cmd.h"

#include "base/str.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "cli/learn/glossary.h"
#include "gate/check/check.h"
#include "gate/machine/gpu_model.h"
#include "report/report.h"
#include "run/nvml.h"

#include <string.h>

// The GPU that is here, if it is one that can be modelled, else an H100.
static const SimGpu *usual_gpu(void) {
    GpuState gpu;
    nvml_probe(&gpu);
    const SimGpu *here = gpu.present ? sim_gpu_find(gpu.name) : NULL;
    return here ? here : sim_gpu_find("h100");
}

static void show_explanation(App *a, const CheckRequest *q,
                             const CheckResult *r, const SimGpu *gpu) {
    Explanation e = explain(&a->arena, gpu, r->lines, r->nlines, r->kernels,
                            r->nkernels, &a->plan, q->ex);
    const char *address = plan_address(&a->arena, a->track, q->ex);
    ExplainView v = {
        .title =
            arena_fmt(&a->arena, "%s (%s)", address, app_show_path(a, q->file)),
        .exercise = q->ex->id,
        .file = q->file,
        .source = r->source,
        .len = r->source_len,
        .gpu = gpu,
        .shape = r->time.shape,
        .call_us = r->time.median_us,
        .copies_us = r->copies_us,
        .busy_us = r->busy_us,
        .tests_us = r->tests_us,
        .tests_kernels = r->tests_kernels,
        .lines = r->lines,
        .nlines = r->nlines,
        .kernels = r->kernels,
        .nkernels = r->nkernels,
        .e = &e,
    };
    Buf out = {0};
    if (a->json)
        report_explain_json(&v, &out);
    else
        report_explain(&a->term, &v, &out);
    app_print(&out);
}

// Wrong kernels get their check instead.
static void show_wrong(App *a, const CheckRequest *q, const CheckResult *r) {
    Buf out = {0};
    CheckHead head = {
        .address = plan_address(&a->arena, a->track, q->ex),
        .file = app_show_path(a, q->file),
        .next = app_command(a, "check", q->ex),
    };
    if (a->json)
        report_check_json(r, &head, &out);
    else
        report_check(&a->term, r, &head, &out);
    app_print(&out);
}

// The same file on this GPU, under ncu: counts of the hardware's.
static bool explain_profile(App *a, const CheckRequest *of, int *status,
                            Err *err) {
    CheckRequest q = *of;
    CheckResult r = {0};
    q.on = "gpu";
    q.gpu = NULL;
    q.count_only = false;
    q.profile = true;
    bool ok = check_run(&q, &r, err);
    term_spin_end();
    if (ok && r.verdict != VERDICT_PASS) {
        show_wrong(a, &q, &r);
        *status = verdict_exit_status(r.verdict);
    } else if (ok) {
        ProfileView v = {
            .device = r.device.name,
            .shape = r.time.shape,
            .at = r.profile,
            .n = r.nprofile,
            .file = q.file,
            .source = r.source,
            .len = r.source_len,
            .lines = r.profile_lines,
            .nlines = r.nprofile_lines,
            .why = !r.profile && !r.profile_why
                       ? "This exercise has no timed case to profile."
                       : r.profile_why,
        };
        Buf out = {0};
        if (a->json)
            report_profile_json(&v, &out);
        else {
            buf_char(&out, '\n');
            report_profile(&a->term, &v, &out);
        }
        app_print(&out);
        if (v.why) *status = 5;
    }
    check_free(&r);
    return ok;
}

// Sheets, texts, and code that runs on this processor have no kernel.
static bool has_kernels(App *a, const Exercise *ex, Err *err) {
    const char *check = app_command(a, "check", ex);
    if (ex->paper) {
        err_set(err, ERR_USAGE, "'%s' is a %s: there is no kernel to explain",
                ex->id, kind_name(ex->kind));
        return err_hint(err, "`%s` says what is right and wrong in it", check);
    }
    if (exercise_has_kernels(ex)) return true;
    err_set(err, ERR_USAGE,
            "'%s' is in %s, for this processor: there is no kernel to explain",
            ex->id, ex->kind == KIND_C ? "C" : "Python");
    return err_hint(err, "`%s --verbose` says what is counted and timed",
                    check);
}

// A word of the glossary, or several: "bank conflict". err: NULL to say nothing
// if there is none.
static bool explain_word(App *a, const char *const *words, int n, Err *err) {
    const char *word = "", *near;
    Buf out = {0};
    for (int i = 0; i < n; i++)
        word = arena_fmt(&a->arena, "%s%s%s", word, i ? " " : "", words[i]);
    bool found = glossary_add(a, word, &near, &out);
    app_print(&out);
    if (found || !err) return found;
    err_set(err, ERR_USAGE, "'%s' is no exercise, and no word of the glossary",
            word);
    return near ? err_hint(err, "did you mean '%s'?", near)
                : err_hint(err, "kata explain EXERCISE, or a word: kata "
                                "explain occupancy");
}

// One word, of which there is neither an exercise nor an entry. Its nearest
// exercises are named, and the nearest word.
static bool neither(App *a, const char *word, Err *err) {
    const char *near, *hint = arena_str(&a->arena, err->hint);
    Buf none = {0};
    bool is_path = strpbrk(word, "/:.") != NULL;
    bool several = !str_starts(err->msg, "there is no exercise");
    if (is_path || several) return false; // said well
    glossary_add(a, word, &near, &none);
    err_clear(err);
    err_set(err, ERR_USAGE, "'%s' is no exercise, and no word of the glossary",
            word);
    if (near && !str_starts(hint, "nearest"))
        return err_hint(err, "did you mean `kata explain %s`?", near);
    return err_hint(err, near ? "%s; nearest word: %s" : "%s", hint, near);
}

static bool explain_verb(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[6] = {NULL}, *model = NULL, *file = NULL;
    const char *on = "sim";
    const Opt opts[] = {{"--gpu", &model, NULL},
                        {"--file", &file, NULL},
                        {"--on", &on, NULL},
                        {0}};
    int n;
    if (!opts_take(&cmd_explain, argc, argv, opts, words, 6, &n, err))
        return false;
    // The beginning of an exercise's name may be a word: "occupancy".
    bool is_exercise = n == 0 || plan_find(&a->plan, words[0]);
    if (!is_exercise && !file && explain_word(a, words, n, NULL)) return true;
    if (n > 1) return explain_word(a, words, n, err);
    if (strcmp(on, "sim") != 0 && strcmp(on, "gpu") != 0) {
        err_set(err, ERR_USAGE, "--on does not take '%s'", on);
        return err_hint(err, "--on sim (every line) or --on gpu (ncu's "
                             "counters too)");
    }
    const SimGpu *gpu =
        model ? gpu_model_find(&a->arena, model, err) : usual_gpu();
    if (!gpu) return false;
    CheckRequest q = {
        .plan = &a->plan,
        .on = "sim",
        .gpu = gpu->id,
        .build_dir = a->build,
        .count_only = true,
        .progress = app_show_step,
        .ctx = a,
    };
    q.ex = address_exercise(a, words[0], &q.item, err);
    if (!q.ex) return n && !file && neither(a, words[0], err);
    if (!exercise_has_kernels(q.ex) && n && !file &&
        explain_word(a, words, n, NULL))
        return true;
    if (!has_kernels(a, q.ex, err)) return false;
    file = work_named_file(a, q.ex, words[0], file);
    if (!work_find_file(a, q.ex, file, &q.file, err)) {
        // Nothing of the learner's is there: then the word, if it is one.
        if (n == 0 || file || !explain_word(a, words, n, NULL)) return false;
        err_clear(err);
        return true;
    }
    bool on_gpu = strcmp(on, "gpu") == 0;
    // One document: what was asked for.
    if (on_gpu && a->json) return explain_profile(a, &q, status, err);
    CheckResult r = {0};
    bool ok = check_run(&q, &r, err);
    term_spin_end();
    if (ok && r.verdict == VERDICT_PASS)
        show_explanation(a, &q, &r, gpu);
    else if (ok)
        show_wrong(a, &q, &r);
    bool right = ok && r.verdict == VERDICT_PASS;
    if (ok) *status = verdict_exit_status(r.verdict);
    check_free(&r);
    return ok && (!on_gpu || !right || explain_profile(a, &q, status, err));
}

const Cmd cmd_explain = {
    .name = "explain",
    .args = "[EXERCISE|WORD] [--on sim|gpu] [--gpu MODEL] [--file F]",
    .help = "your source with the cost of every line, or a word",
    .more =
        "A word that is no exercise is looked up: kata explain bank "
        "conflict\n\n"
        "  --on gpu      after that what ncu counts on this GPU, by line too\n"
        "  --gpu MODEL   which GPU the simulated device is: h100, a100, ...\n"
        "                (default: the one that is here, else h100)\n"
        "  --file F      explain another file than work/ID/\n\n"
        "Counts are exact, times are modelled. Nothing is recorded. For any\n"
        "CUDA program: kata sim --explain FILE.cu\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = explain_verb,
};
