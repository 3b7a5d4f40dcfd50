// The model's numbers (model.def). Nobody changes them but the fit.
#ifndef SIM_NUMBERS_H
#define SIM_NUMBERS_H

typedef struct ModelNumbers {
#define MODEL(name, value, unit, meaning) double name;
#include "sim/time/model.def"
} ModelNumbers;
extern ModelNumbers model_numbers;

#endif
