#include "build/script.h"

#include "base/path.h"
#include "build/toolkit.h"

#include <string.h>

bool script_is_python(const char *file) {
    size_t n = strlen(file);
    return n > 3 && !strcmp(file + n - 3, ".py");
}

// True if the script imports PyTorch itself. Of what it imports, nobody knows.
static bool wants_torch(const char *file) {
    Buf text = {0};
    Err ignored = {0};
    bool wants = file_read(file, &text, &ignored) &&
                 (strstr(buf_text(&text), "import torch") ||
                  strstr(buf_text(&text), "from torch"));
    err_clear(&ignored);
    buf_free(&text);
    return wants;
}

bool script_command(Arena *a, const char *build, const BuildPlaces *where,
                    const char *title, const char *file, Args *out, Err *err) {
    Toolkit tk = {0};
    const char *also = wants_torch(file) ? "torch" : NULL;
    if (!toolkit_find_python(a, build, also, &tk, err)) return false;
    args_add(out, tk.python);
    args_add(out, path_join(a, where->lib, "triton/sim.py"));
    args_add(out, path_join(a, where->lib, "triton/katasim.so"));
    args_add(out, path_join(a, where->cache, "triton"));
    args_add(out, title);
    args_add(out, file);
    return true;
}
