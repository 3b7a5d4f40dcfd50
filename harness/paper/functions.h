// The functions that questions may call. See plan/functions.def.
#ifndef PAPER_FUNCTIONS_H
#define PAPER_FUNCTIONS_H

#include "plan/expr.h"

// For Env.call: computes f. False: it has no value for these arguments.
bool function_call(Function f, const Num *args, Num *out);

#endif
