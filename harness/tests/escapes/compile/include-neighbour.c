// tries: to include a submission that lies beside it
#include "neighbour.c"
