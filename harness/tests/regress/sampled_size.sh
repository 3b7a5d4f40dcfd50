# Gates on time are modelled at a size near a GPU's own, by some of the blocks.
. "$REGRESS/lib.sh"
need_nvcc
repo=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT=$repo KATA_EDITS=0

# saxpy with this kernel's body: verdict, value and reason of its first gate on
# time.
saxpy() { # file name, body
    mkdir -p "$1"
    cat >"$1/saxpy.cu" <<END
__global__ void saxpy_kernel(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    $2
}

void saxpy(float a, const float *x, float *y, int n)
{
    if (n > 0) saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END
    run kata check saxpy --on sim --gpu h200 --json --no-record --file "$1/saxpy.cu"
    python3 - <<'END' >"$1.txt"
import json
d = json.load(open("stdout.txt"))
gate = [g for g in d["gates"] if g["metric"] == "bandwidth"][0]
print(d["verdict"], "%.3f" % gate["value"], gate["why"])
END
}
value() { cut -d' ' -f2 "$1.txt"; }

saxpy plain 'if (i < n) y[i] = a * x[i] + y[i];'
grep -q '^pass .*; both modelled at n=16777216' plain.txt ||
    fail "the size of the gate: $(cat plain.txt)"

# The solution's time there is kept: the same is said again.
saxpy again 'if (i < n) y[i] = a * x[i] + y[i];'
diff plain.txt again.txt || fail "a second check says another thing"

# Less work at that size alone is no gain.
saxpy lies 'if (n > 8000000 && i > n / 8) return;
    if (i < n) y[i] = a * x[i] + y[i];'
! grep -q 'both modelled at' lies.txt || fail "gained: $(cat lies.txt)"
awk -v a="$(value lies)" -v b="$(value plain)" \
    'BEGIN { exit !(a < 1.15 * b) }' || fail "gained: $(cat lies.txt)"

# A kernel that fails there has passed in the timed case, whose ratio counts.
saxpy fails 'if (n > 8000000) __trap();
    if (i < n) y[i] = a * x[i] + y[i];'
grep -q '^pass' fails.txt && ! grep -q 'both modelled at' fails.txt ||
    fail "failed: $(cat fails.txt)"
