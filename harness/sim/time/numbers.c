#include "sim/time/numbers.h"

ModelNumbers model_numbers = {
#define MODEL(name, value, unit, meaning) .name = value,
#include "sim/time/model.def"
};
