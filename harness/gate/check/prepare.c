// The first stage: the learner's text, the gates, the tools, and what the
// program runs on.
#include "gate/check/stages.h"

#include "base/path.h"
#include "base/rng.h"
#include "gate/machine/gpu_model.h"

#include <string.h>

static void say_wait(void *ctx, const char *text) {
    Check *k = ctx;
    if (k->q->progress) k->q->progress(k->q->ctx, text ? text : k->step);
}

static void open_lock(Check *k, const char *device) {
    k->lock =
        (DeviceLock){.say = say_wait, .ctx = k, .phases = &k->res->phases};
    device_lock_open(&k->lock, device);
}

// ---- on what

static bool choose_processor(Check *k, Err *err) {
    (void)err;
    k->res->backend = &backend_cpu;
    open_lock(k, "cpu");
    return true;
}

static void use_gpu(Check *k, const GpuState *gpu) {
    CheckResult *r = k->res;
    r->backend = &backend_gpu;
    r->device.cc = gpu->cc;
    r->device.driver = arena_str(k->a, gpu->driver);
    r->device.uuid = arena_str(k->a, gpu->uuid);
    open_lock(k, gpu->uuid);
    conditions_look_around(&r->conditions, &k->lock);
}

// Returns whether this machine has the devices that the timed case takes.
static bool timed_fits(Check *k) {
    CaseData timed;
    Err ignored = {0};
    bool fits = k->gpus > 1 && check_draw_timed(k, &timed, false, &ignored) &&
                check_case_fits(&timed, k->gpus);
    err_clear(&ignored);
    return fits;
}

static const char *too_few(Check *k, int count) {
    return arena_fmt(k->a, "it takes %d, and this machine has %d",
                     k->ex->devices, count);
}

static bool choose_device(Check *k, Err *err) {
    const char *on = k->q->on ? k->q->on : "auto";
    CheckResult *r = k->res;
    GpuState gpu = {0};
    k->model = k->q->gpu ? k->q->gpu : "h100";
    const SimGpu *model = gpu_model_find(k->a, k->model, err);
    if (!model) return false;
    k->model = model->id;
    if (strcmp(on, "sim") != 0) {
        conditions_begin(&r->conditions);
        gpu = r->conditions.before;
    }
    bool enough = gpu.present && gpu.count >= k->ex->devices;
    // A learner who wants the GPU gets the cases that this machine can run.
    if (!enough && gpu.present && strcmp(on, "gpu") == 0) {
        k->gpus = gpu.count;
        enough = timed_fits(k);
    }
    if (enough && gpu.cc && k->tk.libdir) {
        use_gpu(k, &gpu);
        return true;
    }
    const char *lacks = !gpu.present ? gpu.why
                        : !enough    ? too_few(k, gpu.count)
                        : !gpu.cc    ? "its driver does not say what it is"
                                     : "the toolkit has no libcudart_static.a";
    // A request for the GPU must not be answered by a model of one.
    if (strcmp(on, "gpu") == 0) {
        err_set(err, ERR_ENV, "there %s to run on: %s",
                gpu.present && !enough ? "are not enough GPUs" : "is no GPU",
                lacks);
        return err_hint(err, "--on sim runs on the simulated device; kata "
                             "doctor says more");
    }
    r->backend = &backend_sim;
    r->device.cc = model->cc;
    r->conditions.known = false;
    r->modelled = true;
    if (strcmp(on, "sim") != 0)
        r->note = arena_fmt(k->a, "%s here (%s): run on the simulated device.",
                            gpu.present && !enough ? "Too few GPUs" : "No GPU",
                            lacks);
    return true;
}

// PyTorch's tensors lie in the processor's memory, which no GPU here shares.
static bool choose_simulated(Check *k, Err *err) {
    CheckResult *r = k->res;
    k->model = k->q->gpu ? k->q->gpu : "h100";
    const SimGpu *model = gpu_model_find(k->a, k->model, err);
    if (!model) return false;
    k->model = model->id;
    r->backend = &backend_torch;
    r->device.cc = model->cc;
    r->conditions.known = false;
    r->modelled = true;
    return true;
}

static bool find_cuda(Check *k, Err *err) {
    return toolkit_find(k->a, k->q->build_dir, &k->tk, err);
}

static bool find_triton(Check *k, Err *err) {
    return find_cuda(k, err) &&
           toolkit_find_python(k->a, k->q->build_dir, NULL, &k->tk, err);
}

static bool find_cc(Check *k, Err *err) {
    return toolkit_find_cc(k->a, &k->tk, err);
}

static bool find_modules(Check *k, Err *err) {
    const char *build = k->q->build_dir;
    bool found =
        exercise_has_kernels(k->ex) ? find_cuda(k, err) : find_cc(k, err);
    if (!found) return false;
    if (k->ex->machines & 1U << MACHINE_TORCH)
        return toolkit_find_torch(k->a, build, &k->tk, err);
    if (k->ex->machines & 1U << MACHINE_NUMBA)
        return toolkit_find_numba(k->a, build, &k->tk, err);
    return toolkit_find_numpy(k->a, build, &k->tk, err);
}

static bool find_headers(Check *k, Err *err) {
    if (!(k->ex->machines & 1U << MACHINE_CUTLASS)) return true;
    k->tk.cutlass = cutlass_find(k->a, k->q->build_dir, err);
    return k->tk.cutlass;
}

static bool choose_interpreter(Check *k, Err *err) {
    if (exercise_has_kernels(k->ex)) return choose_simulated(k, err);
    choose_processor(k, err);
    k->res->backend = &backend_python;
    return true;
}

// The kinds of exercises that have a program: who compiles it, what runs it.
typedef struct Ground {
    Kind kind;
    bool (*find_tools)(Check *, Err *);
    bool (*choose_backend)(Check *, Err *);
} Ground;

static const Ground *ground_of(Kind kind) {
    static const Ground all[] = {
        {KIND_CUDA, find_cuda, choose_device},
        {KIND_TRITON, find_triton, choose_device},
        {KIND_PROGRAM, find_cuda, choose_device},
        {KIND_C, find_cc, choose_processor},
        {KIND_PYTHON, find_modules, choose_interpreter},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all[i].kind == kind) return &all[i];
    return NULL;
}

// ---- the stage

static bool read_source(Check *k, Err *err) {
    Buf text = {0};
    k->read = file_mark(k->q->file);
    if (!file_read(k->q->file, &text, err)) {
        err->kind = ERR_USAGE;
        return false;
    }
    k->res->file = k->q->file;
    k->res->source = arena_strn(k->a, buf_text(&text), text.len);
    k->res->source_len = text.len;
    buf_free(&text);
    return true;
}

bool stage_prepare(Check *k, Err *err) {
    const CheckRequest *q = k->q;
    CheckResult *r = k->res;
    const Ground *ground = ground_of(k->ex->kind);
    if (!ground) {
        err_set(err, ERR_USAGE, "'%s' is a %s: kata cannot check those yet",
                k->ex->id, kind_name(k->ex->kind));
        return err_hint(err, "kata show %s", k->ex->id);
    }
    if (k->ex->ncases == 0)
        return err_set(err, ERR_INPUT,
                       "'%s' has no cases: nothing would be "
                       "checked",
                       k->ex->id);
    if (!read_source(k, err)) return false;

    r->seed = q->seed ? q->seed : rng_entropy() & 0xffffffffff;
    k->places = (BuildPlaces){path_join(k->a, q->build_dir, "cache"),
                              path_join(k->a, q->build_dir, "lib")};
    k->gates = plan_gates(k->a, k->ex, q->item, &k->ngates);
    if (q->count_only) k->ngates = 0;
    k->timed_too = k->ex->measure.present && !q->no_time;
    exercise_version(k->ex, r->version);
    return ground->find_tools(k, err) && find_headers(k, err) &&
           ground->choose_backend(k, err) &&
           scratch_open(&k->scratch, k->a, q->build_dir, "check", err);
}
