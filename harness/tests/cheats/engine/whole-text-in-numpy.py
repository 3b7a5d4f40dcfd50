# rejected by: case (the fact products: computes the whole text again for each token, in NumPy)
import math

import numpy as np
import torch


def encode(text, merges, letters):
    rank = {pair: i for i, pair in enumerate(merges)}
    ids = list(text)
    while len(ids) > 1:
        best = min(zip(ids, ids[1:]), key=lambda p: rank.get(p, len(merges)))
        if best not in rank:
            break
        out, i = [], 0
        while i < len(ids):
            if tuple(ids[i:i + 2]) == best:
                out.append(letters + rank[best])
                i += 2
            else:
                out.append(ids[i])
                i += 1
        ids = out
    return ids


def decode(ids, merges, letters):
    out, left = [], list(reversed(ids))
    while left:
        token = left.pop()
        if token < letters:
            out.append(token)
        else:
            a, b = merges[token - letters]
            left += [b, a]
    return out


erf = np.vectorize(math.erf, otypes=[float])
NAMES = "table", "places", "gains", "shifts", "qkv", "mix", "up", "down"


def norm(x, gain, shift):
    d = x - x.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5) * gain + shift


class Engine:
    def __init__(self, model):
        for name in NAMES:
            setattr(self, name, getattr(model, name).numpy())
        self.heads, self.ids = model.heads, []

    def run(self):
        n, dim = len(self.ids), self.table.shape[1]
        x = self.table[self.ids] + self.places[:n]
        for i in range(len(self.qkv)):
            y = norm(x, self.gains[2 * i], self.shifts[2 * i]) @ self.qkv[i]
            q, k, v = y.reshape(n, 3, self.heads, -1).transpose(1, 2, 0, 3)
            s = np.exp(q @ k.transpose(0, 2, 1) / math.sqrt(dim // self.heads))
            s = np.tril(s)
            s /= s.sum(-1, keepdims=True)
            x = x + (s @ v).transpose(1, 0, 2).reshape(n, dim) @ self.mix[i]
            y = norm(x, self.gains[2 * i + 1], self.shifts[2 * i + 1]) @ self.up[i]
            x = x + y * (1 + erf(y / math.sqrt(2))) / 2 @ self.down[i]
        return torch.from_numpy(self.table @ norm(x[-1], self.gains[-1], self.shifts[-1]))

    def prompt(self, ids):
        self.ids = list(ids)
        return self.run()

    def step(self, token):
        self.ids.append(token)
        return self.run()


def load(model):
    return Engine(model)


def generate(engine, ids, count, stop):
    out = []
    logits = engine.prompt(ids)
    while True:
        token = int(logits.argmax())
        if token == stop:
            return out
        out.append(token)
        if len(out) == count:
            return out
        logits = engine.step(token)


def answer(engine, text, merges, letters, count, stop):
    ids = encode(text, merges, letters)
    return decode(generate(engine, ids, count, stop), merges, letters)


def timed(request, count, device):
    device.synchronize()
    start = device.now()
    request(count)
    device.synchronize()
    return device.now() - start


def measure(old, new, count, rounds, device):
    for request in (old, new):
        for n in (1, count):
            request(n)
    device.synchronize()
    ones, alls = [], []
    for _ in range(rounds):
        one, all = [], []
        for request in (old, new):
            one.append(timed(request, 1, device))
            all.append(timed(request, count, device))
        ones.append(one)
        alls.append(all)
    ones, alls = (torch.tensor(t, dtype=torch.float64) for t in (ones, alls))
    first, whole = (t.quantile(0.5, 0) for t in (ones, alls))
    rate = (count - 1) / (whole - first) * 1e6
    ratio = alls[:, 0] / alls[:, 1]
    spread = [ratio.quantile(q).item() for q in (0.5, 0.25, 0.75)]
    return first.tolist() + rate.tolist() + spread
