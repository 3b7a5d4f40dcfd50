// diag: what kata adds to the compiler's words, and what it takes out.
#include "build/diag.h"
#include "build/triton.h"
#include "tests/tests.h"

#include <string.h>

static Arena a;

static void teardown(void) {
    arena_reset(&a);
}

// As nvcc 13 and gcc 12 say it.
// clang-format off
static const struct Row {
    const char *said, *remark; // part of it; NULL: none
} rows[] = {
    {"e.cu(1): error: identifier \"theadIdx\" is undefined\n", "'threadIdx'"},
    {"e.cu(2): error: identifier \"__synchthreads\" is undefined\n",
     "'__syncthreads'"},
    {"e.cu(2): error: identifier \"__shfl_up\" is undefined\n",
     "__shfl_up_sync(0xffffffff, ...)"},
    {"e.cu(2): error: identifier \"printf\" is undefined\n", "<cstdio>"},
    {"e.cu(3): error: identifier \"uint32_t\" is undefined\n", "<cstdint>"},
    {"e.cu(3): error: identifier \"__half\" is undefined\n", "<cuda_fp16.h>"},
    {"e.cu(3): error: identifier \"rows_of_mine\" is undefined\n", NULL},
    {"e.cu(3): error: identifier \"cusolverDnFoo\" is undefined\n",
     "needs  #include <cusolverDn.h>. If that is there, kata's simulated "
     "cuSOLVER has no such name yet"},
    {"e.cu(3): error: identifier \"CUBLAS_FOO\" is undefined\n",
     "'CUBLAS_FOO' belongs to cuBLAS"},
    {"e.cu(3): error: identifier \"NPP\" is undefined\n", NULL},
    // The first that there is a remark for, not the first.
    {"e.cu(3): error: identifier \"zz\" is undefined\n"
     "e.cu(4): error: identifier \"blokDim\" is undefined\n", "'blockDim'"},
    {"e.cu:1:10: fatal error: nope.h: No such file or directory\n", "'nope.h'"},
    {"e.cu:1:10: fatal error: cublas_v2.h: No such file or directory\n",
     "belongs to cuBLAS"},
    {"e.cu(2): error: a __global__ function call must be configured\n", "<<<"},
    {"e.cu(1): error: calling a __device__ function(\"__syncthreads\") from a "
     "__host__ function(\"f\") is not allowed\n",
     "__syncthreads() works between the threads"},
    {"e.cu(4): error: calling a __device__ function(\"h(float)\") from a "
     "__host__ function(\"q\") is not allowed\n", "'h' exists on the GPU only"},
    {"e.cu(2): error: calling a __host__ function(\"g(float)\") from a "
     "__global__ function(\"k\") is not allowed\n", "'g' exists on the CPU"},
    {"e.cu(1): error: a __global__ function must have a void return type\n",
     "nobody to return"},
    {"ptxas error   : Entry function '_Z1kPf' uses too much shared data "
     "(0x400000 bytes, 0xc000 max)\n", "48 KiB"},
    {"ptxas a.ptx, line 28; error   : Instruction 'wgmma.fence' not supported on "
     ".target 'sm_90'\n", "'wgmma.fence' needs"},
    {"e.cu(2): error: kernel launch from __device__ or __global__ functions "
     "requires separate compilation mode\n", "launch from the CPU"},
    {"e.cu(13): error: no instance of overloaded function "
     "\"__shfl_down_sync\" matches the argument list\n",
     "__shfl_down_sync(0xffffffff, value"},
    {"e.cu(3): error: no instance of overloaded function \"atomicAdd\" matches "
     "the argument list\n", "atomicAdd(&x, value)"},
    {"e.cu(3): error: no instance of overloaded function \"mine\" matches the "
     "argument list\n", NULL},
    {"e.cu(9): error: no operator \"*\" matches these operands\n"
     "            operand types are: float * const float4\n",
     ".x, .y, .z and .w one by one"},
    {"e.cu(4): error: no operator \"*\" matches these operands\n"
     "            operand types are: const dim3 * const unsigned int\n",
     "blockDim.x or gridDim.x for the first of them"},
    {"e.cu(4): error: no operator \"+\" matches these operands\n"
     "            operand types are: unsigned int + const uint3\n",
     "three parts each: write threadIdx.x, blockIdx.x"},
    {"e.cu(8): error: calling a __device__ function(\"__shfl_xor_sync(unsigned "
     "int, float, int, int)\") from a __host__ function(\"most\") is not "
     "allowed\n",
     "If a kernel calls `most`, write __device__ in front of it"},
    {"e.cu(3): error: expected a \";\"\n", NULL},
    {"e.cu(9): error: calling a __device__ function(\"k(int)\") from a __host__ "
     "function(\"f\") is not allowed\n"
     "e.cu(9): error: a __device__ function call cannot be configured\n",
     "mark it __global__ void"},
    {"e.cu(9): error: a host function call cannot be configured\n",
     "mark it __global__ void"},
    {"e.cu(2): error: calling a __host__ function(\"std::basic_ostream<char, "
     "std::char_traits<char> >::operator <<(int)\") from a __global__ "
     "function(\"k\") is not allowed\n", "prints with printf"},
    {"e.cu(2): error: calling a __host__ function(\"std::pow(float)\") from a "
     "__global__ function(\"k\") is not allowed\n", "without std::"},
    {"e.cu(2): error: identifier \"threads\" is undefined\n", "takes blockDim.x"},
    {"e.cu(5): error: expression must have pointer-to-object type but it has "
     "type \"float\"\n",
     "it takes one index"},
    {"e.cu(5): error: a variable length array cannot have static storage "
     "duration\n",
     "make it a constant"},
    {"e.cu(9): error: too few arguments in function call\n",
     "one argument for each parameter"},
    {"e.cu(9): error: argument of type \"const float *\" is incompatible with "
     "parameter of type \"float *\"\n", "order of the parameters"},
    {"e.cu(9): error: more than one instance of overloaded function \"max\" "
     "matches the argument list:\n", "0.0f beside a float"},
    {"e.cu(9): error: expression must have integral or unscoped enum type\n"
     "      number<<blocks, threads>>(out, n);\n", "three angle brackets"},
    {"e.cu(9): error: expression must be a pointer\n"
     "      number[blocks, threads](out, n);\n", "three angle brackets"},
    {"e.cu(9): error: expected a \")\"\n"
     "      number<<<blocks, threads>>>(out, f[1, 2);\n", NULL},
    // Old programs, and a CUDA that has those functions no longer.
    {"e.cu(4): error: identifier \"cudaThreadSynchronize\" is undefined\n",
     "cudaDeviceSynchronize() does the same"},
    {"e.cu(3): error: identifier \"cudaThreadExit\" is undefined\n",
     "cudaDeviceReset() does the same"},
    {"e.cu(3): error: identifier \"cudaBindTexture\" is undefined\n",
     "cudaCreateTextureObject makes an object"},
    {"e.cu(1): error: texture is not a template\n"
     "e.cu(4): error: no instance of overloaded function \"tex2D\" matches the "
     "argument list\n",
     "texture references are gone since CUDA 12: cudaCreateTextureObject"},
    {"e.cu(1): error: texture is not a template\n"
     "e.cu(4): error: identifier \"cudaBindTexture\" is undefined\n",
     "cudaCreateTextureObject makes an object"},
    {"e.cu(3): error: class \"cudaDeviceProp\" has no member \"clockRate\"\n",
     "cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device)"},
    {"e.cu(3): error: class \"cudaDeviceProp\" has no member "
     "\"maxTexture1DLinear\"\n", "cudaDevAttrMaxTexture1DLinearWidth"},
    {"e.cu(3): error: class \"cudaDeviceProp\" has no member \"nme\"\n", NULL},
    {"e.cu(3): error: class \"Mine\" has no member \"clockRate\"\n", NULL},
    {"e.cu(3): error: identifier \"clockRate\" is undefined\n", NULL},
    {"e.cu(4): error: no suitable constructor exists to convert from \"int\" to "
     "\"cudaMemLocation\"\n",
     "cudaMemLocation{cudaMemLocationTypeDevice, device}"},
    {"d.h:40:6: error: #error libcu++ requires at least C++ 17. Define x\n",
     "leave -std=c++11"},
    {"e.cu:3:10: fatal error: nvToolsExt.h: No such file or directory\n",
     "<nvtx3/nvToolsExt.h>"},
    {"ptxas e.ptx, line 9; error   : Instruction 'vote' without '.sync' is not "
     "supported on .target sm_70 and higher from PTX ISA version 6.4\n",
     "__ballot_sync(0xffffffff, p)"},
    {"e.hxx(4): error: __host__ or __device__ annotation on lambda requires "
     "--extended-lambda nvcc flag\n"
     "e.hxx(9): error: calling a __device__ function(\"__syncthreads\") from a "
     "__host__ function(\"operator()\") is not allowed\n",
     "which kata sim takes too"},
    // Headers that are nobody's but another library's.
    {"e.cu:1:10: fatal error: mpi.h: No such file or directory\n",
     "'mpi.h' belongs to MPI, which kata does not have"},
    {"e.cu:1:10: fatal error: GL/glew.h: No such file or directory\n",
     "belongs to GLEW"},
    {"e.cu:1:10: fatal error: helper_cuda.h: No such file or directory\n",
     "belongs to NVIDIA's cuda-samples"},
    {"e.cu:1:10: fatal error: cute/tensor.hpp: No such file or directory\n",
     "make cutlass fetches its headers"},
    {"e.cu:1:10: fatal error: cutlass/util/print_error.hpp: No such file or "
     "directory\n", "belongs to CUTLASS's tools"},
    {"e.cu:1:10: fatal error: mine.h: No such file or directory\n",
     "kata sim takes -IFOLDER"},
    {"e.cu(2): error: calling a __host__ function(\"cudaDeviceSynchronize\") "
     "from a __global__ function(\"k\") is not allowed\n",
     "cudaStreamTailLaunch"},
    {"", NULL},
};

static const struct StoreRow {
    const char *code, *mark, *source, *remark;
} store_rows[] = {
    {"x[i] = 2 * x[i];", "^", "__global__ void k(const float *x, int n)",
     "'x' is declared const, so it is only read"},
    {"x[i]++;", "^", "const float *__restrict__ x", "'x' is declared const"},
    {"*x += 1;", "^", "f(int n, const float *x)", "'x' is declared const"},
    {"s->v = 1;", "^", "const S *s", "'s' is declared const"},
    {"q[i].x = 1;", "^", "const float4 *q = (const float4 *)y;",
     "'q' is declared const"},
    {"m = 3;", "^", "const int m = n;", "take the const away"},
    {"++m;", "  ^", "const int m = n;", "take the const away"},
    {"tile[i] = 0;", "^", "__shared__ float tile[4][4];",
     "'tile[i]' is a whole array"},
    {"row = 0;", "^", "int row[4]; const int rows = 4;", "one index more"},
    {"if (i < n && i = m) y[i] = 0;", "    ^", "", "== compares"},
    {"threadIdx.x = 1;", "^", "", "are only read"},
    // the source does not say why
    {"x[i] = 1;", "^", "__global__ void k(real x, int n)", NULL},
    {"x[i] = 1;", "^", "const int xs = 4; real x; return x[i];", NULL},
    {"i + 1 = n;", "^", "const int n = 4;", NULL},
    {"5 = i;", "^", "const int i = 4;", NULL},
};

static const struct LinkRow {
    const char *said;
    int sim; // 2: with its libraries
    const char *remark;
} link_rows[] = {
    {"x.o: undefined reference to `cudaFoo'\n", true,
     "kata's simulated runtime has no cudaFoo yet"},
    {"x.o: undefined reference to `cudaFoo'\n"
     "x.o: undefined reference to `cudaBar'\n"
     "x.o: undefined reference to `cudaFoo'\n", true,
     "has no cudaFoo and no cudaBar yet"},
    {"x.o: undefined reference to `cuFoo'\n", true,
     "kata's simulated driver has no cuFoo yet"},
    {"ld: cannot find -lcutensor: No such file or directory\n", true,
     "-lcutensor asks for cuTENSOR, which kata does not simulate"},
    {"ld: cannot find -lcufile: No such file or directory\n", true,
     "-lcufile asks for cuFile, which kata does not simulate"},
    {"ld: cannot find -lcuda\n", false, NULL}, // a GPU's machine lacks it
    {"ld: cannot find -lmine: No such file or directory\n", true, NULL},
    {"ld: cannot find -lnvToolsExt: No such file or directory\n", true,
     "-lnvToolsExt is gone since CUDA 13"},
    {"ld: cannot find -lglut: No such file or directory\n", true,
     "-lglut asks for GLUT, which this machine does not have"},
    {"x.o: undefined reference to `glutInit'\n", true,
     "'glutInit' belongs to GLUT, which is not linked"},
    {"x.o: undefined reference to `cv::imread(char const*)'\n", true,
     "belongs to OpenCV"},
    {"x.o: undefined reference to `glue'\n", true, "'glue' is declared"},
    // What is the learner's own counts before what is missing here.
    {"x.o: undefined reference to `glClear'\n"
     "x.o: undefined reference to `helper(int)'\n", true, "'helper(int)' is"},
    {"x.o: undefined reference to `cudaFoo'\n"
     "x.o: undefined reference to `helper(int)'\n", true, "'helper(int)' is"},
    {"x.o: undefined reference to `cudaFoo'\n", false, "never defined"},
    {"x.o: undefined reference to `cufftExecC2C'\n", true, "belongs to cuFFT"},
    {"x.o: undefined reference to `cufftXtSetCallback'\n", 2,
     "simulated cuFFT has no cufftXtSetCallback yet"},
    {"x.o: undefined reference to `cusparseSpGEMM_compute'\n", 2,
     "simulated cuSPARSE has no cusparseSpGEMM_compute yet"},
    {"x.o: undefined reference to `nvjpegDestroy'\n", 2,
     "belongs to nvJPEG, which kata does not link"},
    {"x.o: undefined reference to `nvJitLinkGetLinkedLTOIR'\n", 2,
     "simulated nvJitLink has no nvJitLinkGetLinkedLTOIR yet"},
    {"x.o: undefined reference to `cublasCgemm_v2'\n", 2,
     "simulated cuBLAS has no cublasCgemm_v2"},
    // An exercise's: as on a GPU.
    {"x.o: undefined reference to `cublasSgemm_v2'\n", true,
     "belongs to cuBLAS, which kata does not link"},
    {"x.o: undefined reference to `helper(int)'\n", true, "never defined"},
    {"crt1.o: undefined reference to `main'\n", true, "no main()"},
    {"ld: cannot find -lfoo\n", true, NULL},
};
// clang-format on

static void matches(const char *got, const char *want) {
    if (!want) {
        ck_assert_msg(!got, "%s", got);
        return;
    }
    ck_assert_msg(got, "no remark; wanted %s", want);
    ck_assert_msg(strstr(got, want), "%s", got);
}

START_TEST(a_store_that_is_refused_is_told_with_its_reason) {
    const struct StoreRow *r = &store_rows[_i];
    const char *said =
        arena_fmt(&a,
                  "e.cu(3): error: expression must be a modifiable lvalue\n"
                  "      %s\n      %s\n\n1 error detected.\n",
                  r->code, r->mark);
    matches(diag_store_remark(&a, said, r->source, true), r->remark);
}
END_TEST

START_TEST(an_array_that_is_const_is_named_where_its_pointer_is_refused) {
    matches(diag_store_remark(
                &a,
                "e.cu(2): error: no instance of overloaded function "
                "\"atomicAdd\" matches the argument list\n"
                "            argument types are: (const float *, float)\n"
                "      atomicAdd(&x[i], 1.0f);\n      ^\n",
                "", true),
            "'x' is declared const");
    matches(
        diag_store_remark(&a,
                          "e.cu(2): error: no instance of overloaded function "
                          "\"atomicAdd\" matches the argument list\n"
                          "            argument types are: (float, float)\n"
                          "      atomicAdd(x[i], 1.0f);\n      ^\n",
                          "", true),
        NULL);
    static const char pointer[] =
        "e.cu(2): error: identifier \"zz\" is undefined\n"
        "e.cu(3): error: a value of type \"const float *\" cannot be used to "
        "initialize an entity of type \"float *\"\n";
    matches(diag_store_remark(&a, pointer, "", true), NULL);
    matches(diag_store_remark(&a, pointer, "", false), "the array is const");
}
END_TEST

START_TEST(a_semicolon_is_missed_on_the_line_that_lacks_it) {
    static const char said[] = "e.cu(4): error: expected a \";\"\n"
                               "      c = 2;\n      ^\n\n1 error detected.\n";
    matches(diag_semicolon(&a, said, "int a;\nint b = 1 // one\n\nc = 2;\n"),
            "line 2 has no `;` at its end");
    matches(diag_semicolon(&a, said, "int a;\nint b = 1;\n\nc = 2;\n"), NULL);
    // Not at the beginning of a line, or after another error.
    matches(diag_semicolon(&a,
                           "e.cu(2): error: expected a \";\"\n"
                           "      c = 2 }\n            ^\n",
                           "int a\nc = 2 }\n"),
            NULL);
    matches(diag_semicolon(&a,
                           arena_fmt(&a,
                                     "e.cu(1): error: identifier \"x\" is "
                                     "undefined\n%s",
                                     said),
                           "x\nint b = 1\n\nc = 2;\n"),
            NULL);
}
END_TEST

START_TEST(a_remark_is_made_where_kata_knows_better) {
    matches(diag_remark(&a, rows[_i].said), rows[_i].remark);
}
END_TEST

START_TEST(the_linkers_words_get_one_too) {
    LinkRemark r = diag_link_remark(&a, link_rows[_i].said, link_rows[_i].sim,
                                    link_rows[_i].sim > 1);
    matches(r.text, link_rows[_i].remark);
    if (r.text) ck_assert_str_ne(r.hint, "");
    // A name of the learner's own: the linker says where it is used.
    ck_assert_int_eq(r.enough, r.text && !strstr(r.text, "never defined"));
}
END_TEST

static const char verbose[] =
    "e.cu(3): warning #177-D: variable \"x\" was declared but never used\n"
    "      int x;\n"
    "          ^\n"
    "\n"
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z1kPf\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 12 registers, used 0 barriers\n"
    "ptxas info    : Compiling entry function '_Z2kkPf' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z2kkPf\n"
    "    88 bytes stack frame, 40 bytes spill stores, 44 bytes spill loads\n"
    "ptxas info    : Used 255 registers, used 0 barriers\n"
    "ptxas info    : Compile time = 2.047 ms\n";

START_TEST(statistics_are_read_and_taken_out_and_all_else_stays) {
    Diag d = diag_read(&a, verbose, sizeof verbose - 1);
    ck_assert_int_eq(d.registers, 255);
    ck_assert_int_eq(d.spill, 44);
    ck_assert_str_eq(
        d.text,
        "e.cu(3): warning #177-D: variable \"x\" was declared but never used\n"
        "      int x;\n"
        "          ^\n"
        "\n");
}
END_TEST

START_TEST(functions_that_do_not_fit_either_are_left_out) {
    static const char said[] =
        "e.cu(13): error: no instance of overloaded function \"f\" matches\n"
        "          f(sum, d);\n"
        "          ^\n"
        "a.h(213): note #3322-D: number of parameters of function \"f(int)\" "
        "does not match the call\n"
        "  void f(int);\n"
        "       ^\n"
        "\n"
        "1 error detected in the compilation of \"e.cu\".\n";
    Diag d = diag_read(&a, said, sizeof said - 1);
    ck_assert_str_eq(
        d.text,
        "e.cu(13): error: no instance of overloaded function \"f\" matches\n"
        "          f(sum, d);\n"
        "          ^\n"
        "\n"
        "1 error detected in the compilation of \"e.cu\".\n");
}
END_TEST

START_TEST(no_statistics_are_unknown_not_zero) {
    Diag d = diag_read(&a, "hello\n", 6);
    ck_assert_int_eq(d.registers, -1);
    ck_assert_int_eq(d.spill, -1);
    ck_assert_str_eq(d.text, "hello\n");
}
END_TEST

typedef struct FaultRow {
    const char *said, *means; // NULL: the file's own fault
} FaultRow;

static const FaultRow fault_rows[] = {
    {"Fatal error: can't write 8 bytes to section .text of x.o: 'No space left "
     "on device'\n",
     "the disk is full"},
    {"nvcc error   : 'cicc' died due to signal 9\n",
     "the machine ran out of memory"},
    {"sh: 1: cicc: not found\n", "a part of the CUDA toolkit is missing"},
    {"sh: line 1: ptxas: command not found\n",
     "a part of the CUDA toolkit is missing"},
    {"g++: fatal error: cannot execute 'cc1plus': execvp: No such file\n",
     "a part of the C++ compiler is missing"},
    {"cicc: error while loading shared libraries: libnvvm.so.4: cannot open\n",
     "a library is missing"},
    {"ERROR: No supported gcc/g++ host compiler found, but clang-14 is\n",
     "it finds no C++ compiler that suits it"},
    {"nvcc fatal   : Unsupported gpu architecture 'compute_103'\n",
     "it cannot do what kata asks of it"},
    {"ptxas fatal   : Unresolved extern function '_Z4helpf'\n", NULL},
    {"a.cu:1:10: fatal error: my.h: No such file or directory\n", NULL},
    {"nvcc error   : 'cudafe++' died due to signal 11\n", "it crashed"},
    {"Segmentation fault\n# --error 0x8b --\n", "it crashed"},
    {"a.cu(3): error: identifier \"nvcc\" is undefined\n", NULL},
};

START_TEST(a_fault_of_the_machine_is_told_from_one_of_the_file) {
    const FaultRow *r = &fault_rows[_i];
    const MachineFault *f = diag_machine_fault(r->said);
    ck_assert_msg(!f == !r->means, "%s", r->said);
    if (!f) return;
    ck_assert_str_eq(f->means, r->means);
    ck_assert(*f->remedy);
}
END_TEST

START_TEST(no_remark_is_about_the_machine) {
    ck_assert_ptr_null(diag_machine_fault(rows[_i].said));
}
END_TEST

START_TEST(advice_on_triton_is_taken_out_of_what_was_said) {
    const char *said = "a.py:3:1: error: no advice: x\nadvice: line 3: write "
                       "y\nlast\n";
    ck_assert_str_eq(triton_take_advice(&a, &said), "line 3: write y");
    ck_assert_str_eq(said, "a.py:3:1: error: no advice: x\nlast\n");
    ck_assert_ptr_null(triton_take_advice(&a, &said));
    ck_assert_str_eq(said, "a.py:3:1: error: no advice: x\nlast\n");
}
END_TEST

SUITE_OF(diag) {
    Suite *s = suite_create("diag");
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, a_store_that_is_refused_is_told_with_its_reason, 0,
                        COUNT_OF(store_rows));
    tcase_add_test(
        t, an_array_that_is_const_is_named_where_its_pointer_is_refused);
    tcase_add_test(t, a_semicolon_is_missed_on_the_line_that_lacks_it);
    tcase_add_loop_test(t, a_remark_is_made_where_kata_knows_better, 0,
                        COUNT_OF(rows));
    tcase_add_loop_test(t, the_linkers_words_get_one_too, 0,
                        COUNT_OF(link_rows));
    tcase_add_test(t, advice_on_triton_is_taken_out_of_what_was_said);
    tcase_add_test(t, statistics_are_read_and_taken_out_and_all_else_stays);
    tcase_add_test(t, functions_that_do_not_fit_either_are_left_out);
    tcase_add_test(t, no_statistics_are_unknown_not_zero);
    tcase_add_loop_test(t, a_fault_of_the_machine_is_told_from_one_of_the_file,
                        0, COUNT_OF(fault_rows));
    tcase_add_loop_test(t, no_remark_is_about_the_machine, 0, COUNT_OF(rows));
    suite_add_tcase(s, t);
    return s;
}
