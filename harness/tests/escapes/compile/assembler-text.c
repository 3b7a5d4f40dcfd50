// tries: to have the assembler's messages show a file
__asm__(".include \"@SECRET@\"");
