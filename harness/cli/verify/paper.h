// kata verify for kinds without a kernel.
#ifndef CLI_VERIFY_PAPER_H
#define CLI_VERIFY_PAPER_H

#include "cli/app/app.h"
#include "report/report.h"

// Returns its rows, and how many.
VerifyRow *verify_paper(App *a, const Exercise *ex, int *n);

#endif
