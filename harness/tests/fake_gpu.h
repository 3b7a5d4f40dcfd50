// A program that is linked with the runner and a CUDA runtime over malloc, with
// fixtures/entry.c as the learner's file: unchecked fixtures make and remove
// it.
#ifndef TESTS_FAKE_GPU_H
#define TESTS_FAKE_GPU_H

#include "base/path.h"
#include "base/proc.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>

static char fake_gpu_dir[] = "/tmp/kata-runner-XXXXXX";
static char fake_gpu_program[64];

static void fake_gpu_compile(void) {
    ck_assert_ptr_nonnull(mkdtemp(fake_gpu_dir));
    snprintf(fake_gpu_program, sizeof fake_gpu_program, "%s/program",
             fake_gpu_dir);
    const char *argv[] = {"cc",
                          "-std=gnu17",
                          "-D_GNU_SOURCE",
                          "-Iharness",
                          "-o",
                          fake_gpu_program,
                          "harness/runner/runner.c",
                          "harness/runner/channel.c",
                          "harness/runner/clock.c",
                          "harness/runner/floor.c",
                          "harness/runner/guard.c",
                          "harness/runner/own.c",
                          "harness/runner/args.c",
                          "harness/runner/calls.c",
                          "harness/runner/counted.c",
                          "harness/runner/device.c",
                          "harness/runner/replay.c",
                          "harness/runner/timed.c",
                          "harness/run/wire.c",
                          "harness/tests/fixtures/entry.c",
                          "harness/tests/fixtures/fake_cudart.c",
                          "-ldl",
                          NULL};
    Proc p;
    Err err = {0};
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_msg(p.status == 0, "%s", buf_text(&p.err));
    proc_free(&p);
}

static void fake_gpu_remove(void) {
    Err err = {0};
    path_remove_all(fake_gpu_dir, &err);
}

#endif
