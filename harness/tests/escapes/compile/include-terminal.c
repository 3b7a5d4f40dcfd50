// tries: to include what is typed at a terminal
#include "/dev/tty"
