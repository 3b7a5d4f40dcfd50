// The older name of cuSPARSE's header; it has one interface by now.
#include "cusparse.h"
