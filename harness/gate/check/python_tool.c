// See python_tool.h.
#include "gate/check/python_tool.h"

#include "base/path.h"
#include "base/str.h"
#include "build/tool.h"

static bool run_tool(Check *k, const Args *args, const char *folder, Proc *p,
                     Err *err) {
    const char *const reads[] = {folder};
    const ToolUse use = {.scratch = k->scratch.path,
                         .toolkit = &k->tk,
                         .reads = reads,
                         .nreads = COUNT_OF(reads),
                         .ours = true};
    ProcHandle *h = tool_start(args, &use, err);
    return h && proc_wait(h, p, err) && p->status == 0;
}

const char *python_tool(Check *k, const char *name, const char *const *more) {
    const char *python =
        k->ex->kind == KIND_TRITON ? k->tk.python : k->tk.numpy_python;
    const char *folder = path_join(k->a, k->places.lib, "python");
    const char *file = path_join(k->a, k->scratch.path, "read.py");
    const char *said = "";
    Err err = {0};
    Args args = {0};
    Proc p = {.status = -1};
    if (!python ||
        !file_write(file, k->res->source, k->res->source_len, &err)) {
        err_clear(&err);
        return said;
    }
    args_add(&args, python);
    args_add(&args, "-IB");
    args_add(&args, path_join(k->a, folder, name));
    args_add(&args, file);
    while (*more)
        args_add(&args, *more++);
    if (run_tool(k, &args, folder, &p, &err))
        said = arena_str(k->a, buf_text(&p.out));
    err_clear(&err); // nobody is worse off without
    proc_free(&p);
    args_free(&args);
    return said;
}
