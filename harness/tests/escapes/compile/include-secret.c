// tries: to include another person's file, whose text the messages show
#include "@SECRET@"
