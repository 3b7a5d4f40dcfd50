#include "sim/runtime/task.h"

#include "sim/runtime/clock.h"

#include "base/heap.h"

#include <string.h>

Task task_copy(void *to, const void *from, size_t n, int kind) {
    return (Task){.kind = TASK_COPY,
                  .copy = {.to = {to, n, 0},
                           .from = {(void *)(uintptr_t)from, n, 0},
                           .extent = {n, 1, 1},
                           .kind = kind}};
}

Task task_fill(void *to, int value, size_t n) {
    return (Task){.kind = TASK_FILL,
                  .fill = {.to = {to, n, 0},
                           .extent = {n, 1, 1},
                           .value = (uint8_t)value,
                           .unit = 1}};
}

void task_fini(Task *task) {
    if (task->kind == TASK_KERNEL) heap_free(task->kernel.params);
    if (task->kind == TASK_KERNEL) task->kernel.params = NULL;
    if (task->kind == TASK_CONDITION) heap_free(task->condition.body);
    if (task->kind == TASK_WORK) heap_free((void *)(uintptr_t)task->work.args);
}

static void *bytes_dup(const void *p, size_t n) {
    uint8_t *copy = heap_new(n + 16, 1);
    if (n) memcpy(copy, p, n);
    return copy;
}

Task task_dup(const Task *task) {
    Task copy = *task;
    const KernelTask *k = &task->kernel;
    if (task->kind == TASK_KERNEL)
        copy.kernel.params = bytes_dup(k->params, k->nparams);
    const ConditionTask *c = &task->condition;
    if (task->kind == TASK_CONDITION)
        copy.condition.body =
            bytes_dup(c->body, (size_t)c->n * sizeof *c->body);
    if (task->kind == TASK_WORK)
        copy.work.args = bytes_dup(task->work.args, task->work.args_bytes);
    return copy;
}
