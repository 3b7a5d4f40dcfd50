// Settings of editors for the learner's files: clangd's, and VS Code's tasks.
#ifndef CLI_FOLDER_EDITOR_H
#define CLI_FOLDER_EDITOR_H

#include "cli/app/app.h"

// Writes .clangd, compile_commands.json and .vscode/tasks.json into the work
// folder, and headers for clangd below .clangd-headers. A file of .vscode that
// is there is left alone; the others follow the toolkit and are written anew.
// *made receives how many files were written, *cuda whether there is a toolkit.
bool editor_set_up(App *a, int *made, bool *cuda, Err *err);

#endif
