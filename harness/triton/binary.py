"""What a compiled kernel's files say, and the bits that its launch takes."""

import os
import re
import struct

INTEGERS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8,
            "u1": 1, "u8": 1, "u16": 2, "u32": 4, "u64": 8}
FLOATS = {"fp16": ("<e", 2), "fp32": ("<f", 4), "f32": ("<f", 4),
          "fp64": ("<d", 8), "bf16": ("<f", 2)}


def scalar_bits(ty, value):
    """Bytes and bits of a scalar, as the kernel takes it."""
    if ty in INTEGERS:
        size = INTEGERS[ty]
        return size, int(value) & ((1 << 8 * size) - 1)
    form, size = FLOATS[ty]
    raw = struct.pack(form, float(value))
    if ty == "bf16":
        raw = raw[2:]
    return size, int.from_bytes(raw, "little")


def registers_of(cubin, name):
    """The registers of a thread: an attribute that names the kernel's symbol.
    A record has its tag, its size and its bytes."""
    start, = struct.unpack_from("<Q", cubin, 40)
    size, count, names = struct.unpack_from("<HHH", cubin, 58)
    header = [struct.unpack_from("<IIQQQQIIQQ", cubin, start + i * size)
              for i in range(count)]

    def text(table, at):
        at += header[table][4]
        return cubin[at:cubin.index(b"\0", at)].decode()

    for h in header:
        if text(names, h[0]) != ".nv.info":
            continue
        symbols, at, end = header[h[6]], h[4], h[4] + h[5]
        while at + 12 <= end:
            tag, nbytes = struct.unpack_from("<HH", cubin, at)
            sized = tag & 0xff == 4
            if tag == 0x2f << 8 | 4:
                symbol, registers = struct.unpack_from("<II", cubin, at + 4)
                label, = struct.unpack_from(
                    "<I", cubin, symbols[4] + 24 * symbol)
                if text(symbols[6], label) == name:
                    return registers
            at += 4 + (nbytes if sized else 0)
    return 0


LOC = re.compile(r"^(\s*\.loc\s+)(\d+) \d+ \d+(\s*//)(.*)$", re.M)
PLACE = re.compile(r"([^\s@\[\]]+):(\d+):(\d+)")


def lines_of_callers(ptx):
    """PTX in which code of Triton's own library (tl.max, tl.sum) has the line of
    the kernel that calls it. Triton writes the calls into a comment:
    .loc 2 191 40 // standard.py:191:40 @[ softmax.py:12:15 ]"""
    files = re.findall(r'^\s*\.file\s+(\d+) "(.*)"', ptx, re.M)
    own = [number for number, path in files if "/triton/language/" in path]
    known = {os.path.basename(path): number for number, path in files
             if number not in own}

    def caller(found):
        if found[2] not in own:
            return found[0]
        for name, line, column in PLACE.findall(found[4])[1:]:
            if name in known:
                return (f"{found[1]}{known[name]} {line} {column}"
                        f"{found[3]}{found[4]}")
        return found[0]

    return LOC.sub(caller, ptx) if own else ptx
