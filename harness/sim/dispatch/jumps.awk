# The public functions of libkatasim as jumps through a table: reads their names
# from standard input, writes assembler for x86-64.
#
#   cudaMalloc:  jmp *table[7]      table[7]: base_cudaMalloc, or
#                                             v3_cudaMalloc (choose.c)
#
# The library is compiled twice, for every x86-64 and for those with AVX2; both
# are linked into every program, which may so be run on another machine.
{
    name[n++] = $1
}
function table(section, label, prefix) {
    printf "\n    .section %s\n    .p2align 3\n", section
    printf "    .globl %s\n    .hidden %s\n%s:\n", label, label, label
    for (i = 0; i < n; i++)
        printf "    .quad %s%s\n", prefix, name[i]
}
END {
    print "    .text"
    for (i = 0; i < n; i++) {
        printf "    .p2align 4\n    .globl %s\n", name[i]
        printf "    .type %s, @function\n%s:\n", name[i], name[i]
        printf "    endbr64\n    jmp *katasim_table+%d(%%rip)\n", 8 * i
        printf "    .size %s, . - %s\n", name[i], name[i]
    }
    # On pages of its own, which are read-only once it is chosen.
    print "    .data\n    .p2align 12"
    table(".data", "katasim_table", "katasim_base_")
    print "    .p2align 12"
    table(".data.rel.ro,\"aw\"", "katasim_v3", "katasim_v3_")
    printf "    .globl katasim_functions\n    .hidden katasim_functions\n"
    printf "katasim_functions:\n    .quad %d\n", n
    print "    .section .note.GNU-stack,\"\",@progbits"
}
