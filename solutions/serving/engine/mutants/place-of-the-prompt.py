# rejected by: case (every step adds place 0)
# says: A step adds the first place to its token. Token n of the text, counted from 0, has the place n.
import math

import torch
import torch.nn.functional as F


def encode(text, merges, letters):
    ids = list(text)
    rank = {tuple(m): i for i, m in enumerate(merges)}
    while True:
        best = min((rank[p] for p in zip(ids, ids[1:]) if p in rank), default=None)
        if best is None:
            return ids
        a, b = merges[best]
        out, i = [], 0
        while i < len(ids):
            if i + 1 < len(ids) and ids[i] == a and ids[i + 1] == b:
                out.append(letters + best)
                i += 2
            else:
                out.append(ids[i])
                i += 1
        ids = out


def decode(ids, merges, letters):
    out = []
    for t in ids:
        if t < letters:
            out.append(t)
        else:
            out += decode(merges[t - letters], merges, letters)
    return out


def norm(x, gain, shift):
    return F.layer_norm(x, gain.shape, gain, shift, 1e-5)


class Engine:
    def __init__(self, model):
        self.model = model
        rows, dim = model.places.shape
        self.n = 0
        blocks = len(model.qkv)
        self.k = torch.zeros(blocks, model.heads, rows, dim // model.heads, dtype=torch.float64)
        self.v = torch.zeros_like(self.k)

    def run(self, ids):
        m, old, n = self.model, self.n, len(ids)
        dim = m.table.shape[1]
        end = old + n
        x = m.table[ids] + m.places[:n]
        later = torch.ones(n, end, dtype=torch.bool).tril(old) if n > 1 else None
        for i in range(len(m.qkv)):
            y = norm(x, m.gains[2 * i], m.shifts[2 * i])
            q, k, v = (y @ m.qkv[i]).view(n, 3, m.heads, -1).permute(1, 2, 0, 3)
            self.k[i, :, old:end] = k
            self.v[i, :, old:end] = v
            mask = None if later is None else later
            y = F.scaled_dot_product_attention(q, self.k[i, :, :end], self.v[i, :, :end], attn_mask=mask)
            x = x + y.transpose(0, 1).reshape(n, dim) @ m.mix[i]
            y = norm(x, m.gains[2 * i + 1], m.shifts[2 * i + 1]) @ m.up[i]
            x = x + F.gelu(y) @ m.down[i]
        self.n = end
        return norm(x[-1], m.gains[-1], m.shifts[-1]) @ m.table.T

    def prompt(self, ids):
        self.n = 0
        return self.run(list(ids))

    def step(self, token):
        return self.run([token])


def load(model):
    return Engine(model)


def generate(engine, ids, count, stop):
    out = []
    logits = engine.prompt(ids)
    while True:
        token = int(logits.argmax())
        if token == stop:
            break
        out.append(token)
        if len(out) == count:
            break
        logits = engine.step(token)
    return out


def answer(engine, text, merges, letters, count, stop):
    ids = encode(text, merges, letters)
    return decode(generate(engine, ids, count, stop), merges, letters)


def median(v):
    v = sorted(v)
    n = len(v)
    return (v[(n - 1) // 2] + v[n // 2]) / 2


def measure(old, new, count, rounds, device):
    def time(f, n):
        start = device.now()
        f(n)
        device.synchronize()
        return device.now() - start

    def once():
        return [time(old, 1), time(old, count), time(new, 1), time(new, count)]

    once()
    rows = [once() for _ in range(rounds)]
    o1, oc, n1, nc = [list(c) for c in zip(*rows)]
    first_old, first_new = median(o1), median(n1)
    ratio = torch.tensor([a / b for a, b in zip(oc, nc)], dtype=torch.float64)
    low, high = torch.quantile(ratio, torch.tensor([0.25, 0.75], dtype=torch.float64)).tolist()
    return (first_old, first_new, (count - 1) / (median(oc) - first_old) * 1e6,
            (count - 1) / (median(nc) - first_new) * 1e6, median(ratio.tolist()), low, high)
