// kata verify for reports and projects.
#ifndef CLI_VERIFY_FOLDER_H
#define CLI_VERIFY_FOLDER_H

#include "cli/verify/proof.h"

// Adds the rows of the exercise.
void verify_folder(PaperProof *p);

#endif
