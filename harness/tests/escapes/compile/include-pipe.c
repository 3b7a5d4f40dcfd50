// tries: to include a pipe that nobody writes to
#include "pipe.h"
