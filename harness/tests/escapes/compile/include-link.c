// tries: to include a header that is a link to another person's file
#include "link.h"
