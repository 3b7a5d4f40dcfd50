#include "gate/result/result.h"

const char *stage_name(Stage s) {
    static const char *const names[] = {
        [STAGE_BUILD] = "build",     [STAGE_RUN] = "run",
        [STAGE_CORRECT] = "correct", [STAGE_GATES] = "gates",
        [STAGE_ANSWERS] = "answers", [STAGE_DONE] = "done",
    };
    return names[s];
}

const TrapInfo trap_unknown = {
    .kind = "",
    .message = "",
    .hint = "",
    .file = "",
    .function = "",
    .block = "",
    .thread = "",
    .address = "",
    .space = "",
    .access = "",
    .alloc_note = "",
    .variable = "",
    .other_file = "",
    .other_block = "",
    .other_thread = "",
    .alloc_file = "",
    .count = 1,
};
