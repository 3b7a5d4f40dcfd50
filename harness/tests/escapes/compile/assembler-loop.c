// tries: to have the assembler run without end
__asm__(".macro again\n.rept 1000000\nnop\n.endr\nagain\nagain\n.endm\nagain");
