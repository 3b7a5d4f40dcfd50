"""Times the configurations of @triton.autotune before a record is taken.

record.py writes down what each configuration would launch ("trials"). Here
they become a program of their own, which runs each of them on arguments of the
recorded shapes, filled with zeros, by the clock of the device: modelled, or a
GPU's own. The times go back to record.py, where Triton's autotuner chooses as
it does everywhere.
"""

import subprocess

# Rounds on a GPU; the modelled clock says the same every time.
GPU_ROUNDS = 15

HEAD = """
extern "C" {
int cudaEventCreate(void **);
int cudaEventRecord(void *, void *);
int cudaEventElapsedTime(float *, void *, void *);
int cudaDeviceSynchronize(void);
int cudaGetLastError(void);
const char *cudaGetErrorString(int);
int cudaMalloc(void **, unsigned long);
int cudaMemset(void *, int, unsigned long);
}
static char *zeros(unsigned long n) {
    void *p = 0;
    cudaMalloc(&p, n ? n : 1);
    cudaMemset(p, 0, n ? n : 1);
    return (char *)p;
}
template <class Trial> static void time_trial(int rounds, Trial trial) {
    static void *from, *to;
    float best = -1;
    if (!from) cudaEventCreate(&from), cudaEventCreate(&to);
    for (int i = 0; i <= rounds; i++) {
        float ms = 0;
        cudaEventRecord(from, 0);
        trial();
        cudaEventRecord(to, 0);
        if (cudaDeviceSynchronize() || cudaGetLastError()) {
            best = -1;
            break;
        }
        cudaEventElapsedTime(&ms, from, to);
        if (i && (best < 0 || ms < best)) best = ms; // the first one warms up
    }
    printf("%.4f\\n", 1000 * best);
}
"""

SIZES = {"float32": 4, "float64": 8, "float16": 2, "bfloat16": 2, "int8": 1,
         "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4,
         "int64": 8, "uint64": 8}


def arguments(spec, call, passed):
    """C++ for the arguments of a call: memory of its shapes, or 1.0."""
    words = []
    for arg, value in zip(spec["args"], call):
        if not passed(arg):
            continue
        if not arg["pointer"]:
            words.append("1.0")
            continue
        n = SIZES[arg["type"]]
        for extent in value["shape"]:
            n *= extent
        words.append(f"zeros({n}ul)")
    return words


def program(writer, spec, found, passed, rounds):
    """The C++ text of a program that prints the time of each trial."""
    writer.out.append(HEAD)
    for at, trial in enumerate(found["trials"]):
        call = found["calls"][trial["call"]]
        writer.call(f"call{at}", {"steps": trial["steps"],
                         "temporaries": call["temporaries"]})
    writer.out.append('#line 1 "tune.cpp"')
    writer.out.append("int main() {")
    writer.out.append("    int error = cudaDeviceSynchronize();")
    writer.out.append('    if (error) return printf("! %s\\n", '
                      "cudaGetErrorString(error)), 1;")
    for at, trial in enumerate(found["trials"]):
        words = arguments(spec, spec["calls"][trial["call"]], passed)
        names = [f"v{i}" for i in range(len(words))]
        given = "".join(f" auto {n} = {w};" for n, w in zip(names, words))
        writer.out.append(f"    {{{given} time_trial({rounds}, [&] {{ "
                          f"call{at}({', '.join(names)}); }}); }}")
    writer.out.append("}")
    return "\n".join(writer.out) + "\n"


def times(binary, seconds, confined):
    """Microseconds of each trial, -1 where its launch failed, and what CUDA
    said if there is no device for it, or ""."""
    done = subprocess.run([binary], capture_output=True, text=True,
                          timeout=seconds, preexec_fn=confined)
    lines = done.stdout.splitlines()
    said = [line[2:] for line in lines if line.startswith("! ")]
    times = [float(line) for line in lines if not line.startswith("! ")]
    return times, said[0] if said else ""


def alike(trials, us):
    """Whether no choice matters: for each kernel and key, the slowest
    configuration takes as long as the fastest."""
    groups = {}
    for trial, time in zip(trials, us):
        groups.setdefault((trial["kernel"], trial["key"]), []).append(time)
    # One that failed has a mistake to be shown.
    return all(min(g) >= 0 and max(g) < 1.001 * min(g)
               for g in groups.values())


def words(trials, us):
    """A line for each kernel and key, fastest first: "autotune softmax for
    cols=781: 12.3 us BLOCK=1024 num_warps=4; 14.0 us ..."."""
    groups = {}
    for trial, time in zip(trials, us):
        groups.setdefault((trial["kernel"], trial["key"]), []).append(
            (time if time >= 0 else float("inf"), trial["config"]))
    for (kernel, key), rows in groups.items():
        rows.sort(key=lambda row: row[0])
        told = "; ".join(
            ("failed " if time == float("inf") else f"{time:.1f} us ") + config
            for time, config in rows)
        yield f"autotune {kernel}{' for ' + key if key else ''}: {told}"
