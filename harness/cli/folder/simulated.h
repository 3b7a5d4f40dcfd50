// Running a program that kata ships on the simulated device.
#ifndef CLI_FOLDER_SIMULATED_H
#define CLI_FOLDER_SIMULATED_H

#include "cli/app/app.h"

// As PaperRequest.simulate; app: an App. Runs `kata sim`, as a learner would,
// so that both exports are made the same way.
bool simulated_export(void *app, Arena *m, const char *file, const char **args,
                      const char *gpu, bool timeline, const char **text,
                      Err *err);

#endif
