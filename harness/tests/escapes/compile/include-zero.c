// tries: to include a file without an end
#include "/dev/zero"
