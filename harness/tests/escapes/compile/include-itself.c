// tries: to include itself without end
#include "include-itself.c"
#include "include-itself.c"
