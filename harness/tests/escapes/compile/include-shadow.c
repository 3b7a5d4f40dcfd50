// tries: to include what root alone may read
#include "/etc/shadow"
