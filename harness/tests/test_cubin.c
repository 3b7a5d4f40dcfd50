// Cubins, made here by hand: an ELF file with the sections that count.
#include "sim/core/stack.h"
#include "sim/decode/code.h"
#include "sim/module/module.h"
#include "tests/tests.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 10, MOST = 4096 };

static struct File {
    uint8_t bytes[MOST];
    size_t n;
    Elf64_Shdr head[SECTIONS];
    int nsections;
    char names[512];
    size_t nnames;
} file;

static size_t append(const void *p, size_t n) {
    size_t at = file.n;
    ck_assert_int_le(at + n, MOST);
    if (p) memcpy(file.bytes + at, p, n);
    file.n += n;
    return at;
}

static uint32_t add_name(const char *name) {
    size_t at = file.nnames;
    strcpy(file.names + at, name);
    file.nnames += strlen(name) + 1;
    return (uint32_t)at;
}

static Elf64_Shdr *add_section(const char *name, uint32_t type, const void *p,
                               size_t n) {
    ck_assert_int_lt(file.nsections, SECTIONS);
    Elf64_Shdr *s = &file.head[file.nsections++];
    s->sh_name = add_name(name);
    s->sh_type = type;
    s->sh_offset = type == SHT_NOBITS ? file.n : append(p, n);
    s->sh_size = n;
    return s;
}

// {format 4, attribute, size 8, symbol, value}
static void info(uint8_t *out, uint8_t attribute, uint32_t symbol,
                 uint32_t value) {
    uint16_t size = 8;
    out[0] = 4;
    out[1] = attribute;
    memcpy(out + 2, &size, 2);
    memcpy(out + 4, &symbol, 4);
    memcpy(out + 8, &value, 4);
}

// An entry of .debug_frame, with the code at 64 or 32 bits of length. Returns
// where its address field is.
static size_t frame(uint8_t *out, size_t *n, bool wide, const uint8_t *code,
                    size_t size) {
    size_t word = wide ? 8 : 4, at = *n;
    uint64_t length = word + 16 + size, mark = UINT32_MAX;
    if (wide) {
        memcpy(out + at, &mark, 4);
        at += 4;
    }
    memcpy(out + at, &length, word);
    at += word;
    memset(out + at, 0, word + 16);
    memcpy(out + at + word + 16, code, size);
    *n = at + word + 16 + size;
    return at + word;
}

// Frames of 96 bytes for `$one$own`, and of 8 for `one`.
static void add_frames(void) {
    static const uint8_t own[] = {
        0x02, 0x10,                         // advance
        0x04, 1,    0,    0,    0,          // advance
        0x0c, 0x81, 0x80, 0x80, 0x28, 0x60, // the stack is 96 bytes deeper
        0x05, 0x96, 0x80, 0x80, 0x28, 3,    // a register is saved
        0x10, 5,    2,    0x0c, 0x7f,       // an expression, not to be read
        0x41, 0x85, 2,    0x0e, 0x40,       // less deep
        0x0e, 0};
    static const uint8_t one[] = {0x0c, 1, 8, 0, 0};
    uint8_t out[256];
    size_t n = 0, of_own = frame(out, &n, true, own, sizeof own);
    size_t of_one = frame(out, &n, false, one, sizeof one);
    Elf64_Rela at[] = {{of_one + 8, ELF64_R_INFO(1ull, 2), 0}, // another place
                       {of_one, ELF64_R_INFO(1ull, 2), 0},
                       {of_own, ELF64_R_INFO(1ull, 2), 0x40}};
    add_section(".debug_frame", SHT_PROGBITS, out, n);
    add_section(".rela.debug_frame", SHT_RELA, at, sizeof at);
}

// A cubin of kernels `one` (40 registers, 24 bytes of stack, 1024 of shared
// memory) and `two` (16 registers), and functions `$one$own` and `far`.
static void make_cubin(void) {
    memset(&file, 0, sizeof file);
    append(NULL, sizeof(Elf64_Ehdr));
    add_section("", SHT_NULL, NULL, 0);

    static const char strings[] = "\0one\0two\0$one$own\0far";
    Elf64_Sym syms[5] = {{0}};
    static const uint32_t at[] = {0, 1, 5, 9, 18};
    for (int i = 1; i < 5; i++) {
        syms[i].st_name = at[i];
        syms[i].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
        syms[i].st_shndx = i == 2 ? 5 : 4;
    }
    syms[3].st_value = 0x40;
    syms[4].st_value = 0x80;
    add_section(".strtab", SHT_STRTAB, strings, sizeof strings);
    add_section(".symtab", SHT_SYMTAB, syms, sizeof syms)->sh_link = 1;

    uint8_t attributes[4 + 12 * 5] = {1, 0x50, 3, 0}; // one without a payload
    info(attributes + 4, 0x11, 1, 999);
    info(attributes + 16, 0x2f, 2, 16);
    info(attributes + 28, 0x2f, 1, 40);
    info(attributes + 40, 0x12, 1, 24);
    info(attributes + 52, 0x11, 4, 56);
    add_section(".nv.info", SHT_LOPROC, attributes, sizeof attributes);
    add_section(".text.one", SHT_PROGBITS, "code", 4)->sh_info = 40u << 24 | 3;
    add_section(".text.two", SHT_PROGBITS, "code", 4)->sh_info = 16u << 24 | 4;
    add_section(".nv.shared.one", SHT_NOBITS, NULL, 1024);
    add_frames();

    Elf64_Shdr *names = &file.head[file.nsections++];
    names->sh_name = add_name(".shstrtab");
    names->sh_type = SHT_STRTAB;
    names->sh_size = file.nnames;
    names->sh_offset = append(file.names, file.nnames);

    Elf64_Ehdr head = {.e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = (uint16_t)file.nsections,
                       .e_shstrndx = (uint16_t)(file.nsections - 1)};
    memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_shoff =
        append(file.head, (size_t)file.nsections * sizeof *file.head);
    memcpy(file.bytes, &head, sizeof head);
}

static struct Info { int regs, stack, smem; } got;

static bool ask(const void *p, size_t n, const char *kernel) {
    got = (struct Info){-1, -1, -1};
    return cubin_info(p, n, kernel, &got.regs, &got.stack, &got.smem);
}

START_TEST(registers_stack_and_shared_memory_are_found) {
    make_cubin();
    ck_assert(ask(file.bytes, file.n, "one"));
    ck_assert_int_eq(got.regs, 40);
    ck_assert_int_eq(got.stack, 24);
    ck_assert_int_eq(got.smem, 1024);
    ck_assert(ask(file.bytes, file.n, "two"));
    ck_assert_int_eq(got.regs, 16);
    ck_assert_int_eq(got.stack, 0);
    ck_assert_int_eq(got.smem, 0);
}
END_TEST

START_TEST(the_section_header_tells_registers_where_nv_info_does_not) {
    make_cubin();
    for (int i = 0; i < file.nsections; i++)
        if (file.head[i].sh_type == SHT_LOPROC)
            memset(file.bytes + file.head[i].sh_offset, 0, 56);
    ck_assert(ask(file.bytes, file.n, "one"));
    ck_assert_int_eq(got.regs, 40);
    ck_assert_int_eq(got.stack, 0);
}
END_TEST

// Kernel `one` calls them.
static bool ask_frames(const void *p, size_t n, uint32_t out[4]) {
    static PtxFunc func[] = {
        {.name = "one"}, {.name = "own"}, {.name = "far"}, {.name = "inlined"}};
    Code code[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        code[i].func = &func[i];
        code[i].next = i < 3 ? &code[i + 1] : NULL;
        code[i].stack_frame = 7;
    }
    bool ok = stack_frames(p, n, code);
    for (int i = 0; i < 4; i++)
        out[i] = code[i].stack_frame;
    return ok;
}

START_TEST(the_frame_of_each_function_is_found) {
    uint32_t frame[4];
    make_cubin();
    ck_assert(ask_frames(file.bytes, file.n, frame));
    ck_assert_uint_eq(frame[0], 8);
    ck_assert_uint_eq(frame[1], 96);
    ck_assert_uint_eq(frame[2], 56);
    ck_assert_uint_eq(frame[3], 0);
    ck_assert(!ask_frames("\177ELF", 4, frame));
    ck_assert_uint_eq(frame[1], 7);
}
END_TEST

START_TEST(a_kernel_that_is_not_there_is_not_found) {
    make_cubin();
    ck_assert(!ask(file.bytes, file.n, "on"));
    ck_assert(!ask(file.bytes, file.n, "onetwo"));
    ck_assert(!ask(file.bytes, file.n, ""));
    ck_assert(!ask(NULL, 0, "one"));
    ck_assert(!ask("\177ELF", 4, "one"));
}
END_TEST

// Copies without a byte behind them, so that ASan sees reading on.
static void try_bytes(size_t n) {
    uint8_t *copy = malloc(n ? n : 1);
    memcpy(copy, file.bytes, n);
    uint32_t unused[4];
    ask(copy, n, "one");
    ask_frames(copy, n, unused);
    free(copy);
}

START_TEST(a_cubin_that_is_cut_off_or_spoilt_anywhere_does_not_crash) {
    make_cubin();
    for (size_t n = 0; n < file.n; n++)
        try_bytes(n);
    for (size_t i = 0; i < file.n; i++) {
        uint8_t was = file.bytes[i];
        static const uint8_t instead[] = {0x00, 0xff, 0x7f, 0x01};
        for (int k = 0; k < 4; k++) {
            file.bytes[i] = instead[k];
            try_bytes(file.n);
        }
        file.bytes[i] = was;
    }
}
END_TEST

SUITE_OF(cubin) {
    Suite *s = suite_create("cubin");
    TCase *tc = tcase_create("info");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, registers_stack_and_shared_memory_are_found);
    tcase_add_test(tc,
                   the_section_header_tells_registers_where_nv_info_does_not);
    tcase_add_test(tc, the_frame_of_each_function_is_found);
    tcase_add_test(tc, a_kernel_that_is_not_there_is_not_found);
    tcase_add_test(tc,
                   a_cubin_that_is_cut_off_or_spoilt_anywhere_does_not_crash);
    suite_add_tcase(s, tc);
    return s;
}
