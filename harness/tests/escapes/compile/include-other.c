// tries: to include another person's work, found by a path upwards
#include "../theirs/theirs.c"
