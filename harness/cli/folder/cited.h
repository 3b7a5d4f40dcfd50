// The record as a citation asks it.
#ifndef CLI_FOLDER_CITED_H
#define CLI_FOLDER_CITED_H

#include "cli/app/app.h"
#include "paper/paper.h"

// Lives in the App.
PaperRecord cited_record(App *a);

#endif
