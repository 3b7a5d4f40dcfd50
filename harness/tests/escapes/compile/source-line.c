// tries: to have the compiler's messages show a file
#line 1 "@SECRET@"
this is no C;
