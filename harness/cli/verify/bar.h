// Bars of bandwidth that no GPU has measured: against the solution on the
// simulated device a file is compared with itself, and nothing is proved.
#ifndef CLI_VERIFY_BAR_H
#define CLI_VERIFY_BAR_H

#include "gate/result/result.h"

// Returns what is not proved by a solution that passed, or "". *wrong: that the
// exercise's `bytes:` cannot be right. In a.
const char *bar_remark(Arena *a, const CheckResult *r, bool *wrong);

#endif
