"""From a Triton file to an object that defines the exercise's entry.

    python build.py CALLS.json OBJECT --cxx CC --fatbinary TOOL --link FLAGS
                    [--sim]

CALLS.json: {"source": FILE, "entry": NAME, "declaration": C++, "target": 90,
"cache": FOLDER, "args": [{"name": N, "type": "float32", "pointer": true}],
"calls": [[{"shape": [3, 4]}, {"value": 5}, {}]]}; {} is a float, whose value
is passed on to kernels

record.py runs the learner's file in a sandbox, once for each call, and writes
down kernels and launches. This file trusts nothing of that but its form. It
writes C++ in which the entry looks for the call with its scalars and launches
what was recorded, and has it compiled. So the judged program has no Python,
and all that the learner can bring into it are kernels and their arguments.
"""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import caches  # noqa: E402
import tune  # noqa: E402
from confine import confine, gpu_files  # noqa: E402

SECONDS = 240


class Broken(Exception):
    """The record has not the form that record.py gives it."""


# ---- recording


def cache_of(spec):
    """Triton's own cache, one for each source: no file fills another's. Held
    until this process ends."""
    with open(spec["source"], "rb") as f:
        return caches.take(spec["cache"], f.read())


def record(spec, calls, folder, sim):
    """Runs record.py; its words are the compiler's."""
    cache = cache_of(spec)
    env = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": folder,
           "TMPDIR": folder, "LC_ALL": "C.UTF-8", "TRITON_CACHE_DIR": cache}
    if sim:
        env["KATA_TRITON_SIM"] = "1"
    for name in ("KATA_TRITON_TRACE",):
        if name in os.environ:
            env[name] = os.environ[name]
    try:
        status = subprocess.run(
            [sys.executable, "-I", "-B", os.path.join(HERE, "record.py"),
             calls, folder],
            env=env, stdin=subprocess.DEVNULL, timeout=SECONDS, cwd=folder,
            preexec_fn=lambda: confine(folder, cache)).returncode
        if status < 0:
            tell_crash(spec, folder, -status)
        return status
    except subprocess.TimeoutExpired:
        print(f"{os.path.basename(spec['source'])}:1:1: error: it was stopped "
              f"after {SECONDS} s of compilation. Huge tiles take Triton very "
              "long; try smaller ones.", file=sys.stderr)
        return 1


def tell_crash(spec, folder, signal):
    """Names the line that record.py noted last before a signal ended it."""
    line = 1
    try:
        with open(os.path.join(folder, "line")) as f:
            line = int(f.read())
    except (OSError, ValueError):
        pass
    print(f"{os.path.basename(spec['source'])}:{line}:1: error: Triton's "
          f"compiler crashed (signal {signal}) at this line", file=sys.stderr)
    if line > 1:
        print(f"advice: line {line}: this is the last line that Triton read "
              "before it crashed. Write it in another way, in smaller steps",
              file=sys.stderr)


# ---- reading what was recorded


def whole(value, least=0, most=(1 << 63) - 1):
    if type(value) is not int or not least <= value <= most:
        raise Broken(f"{value!r} is no number from {least} to {most}")
    return value


def parameters_of(ptx, name):
    """How many parameters an .entry of a PTX text has."""
    head = re.search(r"\.entry\s+" + re.escape(name) + r"\s*\((.*?)\)", ptx,
                     re.DOTALL)
    if not head:
        raise Broken(f"there is no kernel {name}")
    return head.group(1).count(".param")


class Kernel:
    def __init__(self, at, row, folder):
        self.at, self.name = at, row["name"]
        if not re.fullmatch(r"[A-Za-z_$][\w$]*", self.name):
            raise Broken("a kernel's name")
        self.threads = whole(row["threads"], 32, 1024)
        self.shared = whole(row["shared"], 0, 1 << 20)
        self.cluster = whole(row["cluster"], 1, 16)
        self.scratch = whole(row["scratch"], 0, 1 << 32)
        self.registers = whole(row["registers"], 0, 255)
        with open(f"{folder}/k{at}.ptx") as f:
            ptx = f.read()
        self.parameters = parameters_of(ptx, self.name)
        # "90a": code for one architecture alone.
        self.target = re.search(r"^\.target\s+sm_(\d+[af]?)", ptx, re.M)[1]


def passed(arg):
    """Whether a call needs the argument: it was made for the integers."""
    return arg["pointer"] or arg["type"].startswith("float")


class Temporary:
    def __init__(self, nbytes):
        self.nbytes = whole(nbytes, 0, 1 << 40)


# ---- C++

HEAD = """\
struct Dim { unsigned x, y, z; };
struct Attribute { int id; char pad[4]; union { char all[64]; Dim dim; }; };
struct Config {
    Dim grid, block;
    unsigned long shared;
    void *stream;
    Attribute *attributes;
    unsigned count;
};
extern "C" {
int cudaLaunchKernelExC(const Config *, const void *, void **);
int cudaFuncSetAttribute(const void *, int, int);
int cudaMallocAsync(void **, unsigned long, void *);
int cudaFreeAsync(void *, void *);
int cudaMemsetAsync(void *, int, unsigned long, void *);
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int,
                            void *, void *, void *, void *, int *);
int printf(const char *, ...);
void abort(void);
}
struct __half;
struct __nv_bfloat16;
typedef __half half;
typedef __nv_bfloat16 nv_bfloat16;
static unsigned long bits_of(const void *at, int size) {
    unsigned long bits = 0;
    __builtin_memcpy(&bits, at, size);
    return bits;
}
"""

KERNEL = """
extern "C" const char fat{at}[];
asm(".section .nv_fatbin, \\"a\\"\\n.balign 16\\nfat{at}: .incbin "
    "\\"{file}\\"\\n.previous");
static struct {{ int magic, version; const void *data; void *file; }}
wrapper{at} = {{0x466243b1, 1, fat{at}, 0}};
static char kernel{at};
__attribute__((constructor)) static void register{at}() {{
    void **handle = __cudaRegisterFatBinary(&wrapper{at});
    __cudaRegisterFunction(handle, &kernel{at}, (char *)"{name}", "{name}", -1,
                           0, 0, 0, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}}
"""


class Writer:
    """The C++ text of one record."""

    def __init__(self, spec, kernels, folder, shown):
        self.spec, self.kernels, self.folder = spec, kernels, folder
        self.source = shown.replace("\\", "\\\\").replace('"', '\\"')
        self.out = [HEAD]
        for k in kernels:
            self.out.append(KERNEL.format(
                at=k.at, name=k.name, file=f"{folder}/k{k.at}.fatbin"))

    def place(self, row, temporaries):
        index, offset = whole(row["index"]), whole(row["offset"])
        if row["kind"] == "temporary":
            if index >= temporaries:
                raise Broken("a temporary that there is not")
            return f"(char *)t{index} + {offset}"
        args = self.spec["args"]
        if row["kind"] != "argument" or index >= len(args) or \
                not args[index]["pointer"]:
            raise Broken("an argument that there is not")
        return f"a{index} + {offset}"

    def parameter(self, i, row):
        """A float of the entry, in the type that the kernel takes."""
        arg = self.spec["args"][whole(row["index"], 0,
                                      len(self.spec["args"]) - 1)]
        ctype = {"fp32": "float", "f32": "float", "fp64": "double"}
        if arg["pointer"] or row["type"] not in ctype:
            raise Broken("a parameter that there is not")
        return f"{ctype[row['type']]} p{i} = s{row['index']};"

    def launch(self, step, temporaries):
        at = whole(step["kernel"], 0, len(self.kernels) - 1)
        kernel = self.kernels[at]
        grid = [whole(g, 0, (1 << 32) - 1) for g in step["grid"]]
        grid += [1] * (3 - len(grid))
        blocks = grid[0] * grid[1] * grid[2]
        if blocks == 0:
            return  # as Triton does
        names, body = [], []
        for i, row in enumerate(step["args"]):
            if row["kind"] == "parameter":
                body.append(self.parameter(i, row))
            elif row["kind"] == "scalar":
                bits = whole(row["bits"], 0, (1 << 64) - 1)
                body.append(f"unsigned long p{i} = {bits}ul;")
            else:
                body.append(
                    f"char *p{i} = {self.place(row, temporaries)};")
            names.append(f"&p{i}")
        body.append("void *scratch = 0, *profile = 0;")
        if kernel.scratch:
            size = kernel.scratch * blocks * kernel.cluster
            body.append(f"cudaMallocAsync(&scratch, {size}ul, 0);")
        names += ["&scratch", "&profile"]
        if not 0 <= kernel.parameters - len(step["args"]) <= 2:
            raise Broken("a launch has not the parameters of its kernel")
        names = names[:kernel.parameters] or ["0"]
        body.append(f"void *args[] = {{{', '.join(names)}}};")
        blocks_x = grid[0] * kernel.cluster
        body.append(
            f"Config c = {{{{{blocks_x}u, {grid[1]}u, {grid[2]}u}}, "
            f"{{{kernel.threads}, 1, 1}}, {kernel.shared}, 0, 0, 0}};")
        if kernel.cluster > 1:
            body.append(f"Attribute cluster = {{4, {{}}, {{}}}}; "
                        f"cluster.dim = {{{kernel.cluster}, 1, 1}}; "
                        "c.attributes = &cluster; c.count = 1;")
        if kernel.shared > 48 << 10:
            body.append(f"cudaFuncSetAttribute(&kernel{at}, 8, "
                        f"{kernel.shared});")
        body.append(f"cudaLaunchKernelExC(&c, &kernel{at}, args);")
        if kernel.scratch:
            body.append("cudaFreeAsync(scratch, 0);")
        line = whole(step["line"], 1, 1 << 24)
        self.out.append(f'#line {line} "{self.source}"')
        self.out.append("    { " + " ".join(body) + " }")

    def call(self, name, call):
        temporaries = [Temporary(n) for n in call["temporaries"]]
        params = ", ".join(
            f"char *a{i}" if arg["pointer"] else f"double s{i}"
            for i, arg in enumerate(self.spec["args"]) if passed(arg))
        self.out.append(f"static void {name}({params}) {{")
        for i, t in enumerate(temporaries):
            self.out.append(f"    void *t{i} = 0; "
                            f"cudaMallocAsync(&t{i}, {t.nbytes or 1}ul, 0);")
        for step in call["steps"]:
            if step["do"] == "launch":
                self.launch(step, len(temporaries))
                continue
            if step["do"] != "zero":
                raise Broken("a step")
            line = whole(step["line"], 1, 1 << 24)
            self.out.append(f'#line {line} "{self.source}"')
            self.out.append(
                f"    cudaMemsetAsync({self.place(step['of'], len(temporaries))}"
                f", 0, {whole(step['bytes'])}ul, 0);")
        for i in range(len(temporaries)):
            self.out.append(f"    cudaFreeAsync(t{i}, 0);")
        self.out.append("}")

    def copy(self, edit, calls):
        """The calls of a copy with an edit; False: they have not the form."""
        before = len(self.out)
        try:
            for at, call in enumerate(calls):
                self.call(f"edit{edit}_{at}", call)
        except Broken:
            del self.out[before:]
            return False
        return True

    def test(self, call):
        """C++ that is true where the scalars are those of the call."""
        sizes = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4,
                 "uint32": 4, "int64": 8, "uint64": 8}
        tests = [f"bits_of(&{a['name']}, sizeof {a['name']}) == "
                 f"{v['value'] % (1 << 8 * sizes[a['type']])}ul"
                 for a, v in zip(self.spec["args"], call) if "value" in v]
        return " && ".join(tests) or "1"

    def entry(self, calls, edited):
        """Looks for the call that has the scalars: of the file itself, or of
        the copy that the runner's small_edit_number says."""
        args = self.spec["args"]
        given = ", ".join(
            f"(char *){a['name']}" if a["pointer"] else a["name"]
            for a in args if passed(a))
        tests = [self.test(call) for call in calls]
        if edited:
            self.out.append('extern "C" int small_edit_number;')
        self.out.append(self.spec["declaration"] + " {")
        for edit, copy in enumerate(edited, 1):
            self.out.append(f"    if (small_edit_number == {edit}) {{")
            for at, test in enumerate(tests if copy else []):
                self.out.append(f"        if ({test}) "
                                f"return edit{edit}_{at}({given});")
            self.out.append("        return;\n    }")
        for at, test in enumerate(tests):
            self.out.append(f"    if ({test}) return call{at}({given});")
        self.out.append('    printf("kata: this size was not recorded\\n");')
        self.out.append("    abort();")
        self.out.append("}")


def scalars(call):
    return tuple(v["value"] for v in call if "value" in v)


def distinct(calls):
    """One call for each set of scalars: the entry is given nothing else."""
    by_scalars = {}
    for call in calls:
        if by_scalars.setdefault(scalars(call), call) != call:
            raise Broken("two cases have the same scalars and other shapes: "
                         "the exercise must pass what tells them apart")
    return list(by_scalars.values())


# ---- tools


def run(words):
    done = subprocess.run(words, capture_output=True, text=True,
                          timeout=SECONDS)
    if done.returncode != 0:
        raise Broken(f"{words[0]}: {done.stderr.strip() or done.stdout}")


def pack(o, kernel, path):
    """Makes a fat binary of a kernel: machine code for a GPU; with the PTX,
    which it reads, for the simulated device."""
    sm = re.match(r"\d+", kernel.target)[0] if o.sim else kernel.target
    words = [o.fatbinary, f"--create={path}.fatbin", "-64", "--compress=false",
             f"--image3=kind=elf,sm={sm},file={path}.cubin"]
    if o.sim:
        words.append(f"--image3=kind=ptx,sm={sm},file={path}.ptx")
    run(words)


def kernels_of(o, found, folder):
    kernels = [Kernel(at, row, folder)
               for at, row in enumerate(found["kernels"])]
    for k in kernels:
        pack(o, k, f"{folder}/k{k.at}")
    return kernels


def load(folder, spec):
    with open(os.path.join(folder, "record.json")) as f:
        found = json.load(f)
    for calls in (found["calls"], *found["edited"]):
        if calls is not None and len(calls) != len(spec["calls"]):
            raise Broken("not every call was recorded")
    return found


def tell_times(o, spec, found, folder, shown):
    """Times what @triton.autotune may choose from, for record.py."""
    for trial in found["trials"]:
        whole(trial["call"], 0, len(found["calls"]) - 1)
    writer = Writer(spec, kernels_of(o, found, folder), folder, shown)
    text = os.path.join(folder, "tune.cpp")
    with open(text, "w") as f:
        f.write(tune.program(writer, spec, found, passed,
                             1 if o.sim else tune.GPU_ROUNDS))
    binary = os.path.join(folder, "tune")
    run([o.cxx, "-std=c++17", "-O1", text, "-o", binary, *o.link.split()])
    files = () if o.sim else gpu_files()
    us, said = tune.times(binary, SECONDS,
                          lambda: confine(folder, files=files))
    if len(us) != len(found["trials"]):
        raise Broken("the configurations of @triton.autotune could not be "
                     f"timed: {said or 'the program ended early'}")
    with open(os.path.join(folder, "times.json"), "w") as f:
        json.dump(us, f)
    if spec.get("tunes") and tune.alike(found["trials"], us):
        at = next(step["line"] for call in found["calls"]
                  for step in call["steps"] if step["do"] == "launch")
        print(f"{os.path.basename(shown)}:{at}:1: error: all configurations "
              "take the same time, so that nothing was chosen. The tiles "
              "belong into the configurations, as names that the kernel takes",
              file=sys.stderr)
        sys.exit(1)
    for line in tune.words(found["trials"], us):
        print(line, file=sys.stderr)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("calls")
    options.add_argument("object")
    options.add_argument("--cxx", required=True)
    options.add_argument("--fatbinary", required=True)
    options.add_argument("--link", default="")
    options.add_argument("--sim", action="store_true")
    o = options.parse_args()
    folder = os.path.dirname(os.path.abspath(o.object))
    with open(o.calls) as f:
        spec = json.load(f)
    shown = spec["source"]  # as messages name it
    spec["source"] = os.path.abspath(shown)
    spec["calls"] = distinct(spec["calls"])
    calls = os.path.join(folder, "distinct.json")
    with open(calls, "w") as f:
        json.dump(spec, f)
    status = record(spec, calls, folder, o.sim)
    if status != 0:
        return 1
    found = load(folder, spec)
    if found["trials"]:
        tell_times(o, spec, found, folder, shown)
        if record(spec, calls, folder, o.sim) != 0:
            return 1
        found = load(folder, spec)
    kernels = kernels_of(o, found, folder)
    writer = Writer(spec, kernels, folder, shown)
    for at, call in enumerate(found["calls"]):
        writer.call(f"call{at}", call)
    edited = [copy is not None and writer.copy(edit, copy)
              for edit, copy in enumerate(found["edited"], 1)]
    writer.out.append('#line 1 "entry.cpp"')
    writer.entry(spec["calls"], edited)
    text = os.path.join(folder, "entry.cpp")
    with open(text, "w") as f:
        f.write("\n".join(writer.out) + "\n")
    run([o.cxx, "-std=c++17", "-O1", "-g1", "-fno-stack-protector", "-c", text,
         "-o", o.object])
    used = {step["kernel"] for call in found["calls"]
            for step in call["steps"] if step["do"] == "launch"}
    registers = max((kernels[at].registers for at in used), default=0)
    print(f"ptxas info    : Used {registers} registers", file=sys.stderr)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Broken, KeyError, TypeError, ValueError) as error:
        print(f"kata's record of the launches: {error}", file=sys.stderr)
        sys.exit(2)
