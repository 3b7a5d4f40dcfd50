"""Several ranks in one process, for exercises on data over several devices.

    ranks = run_ranks(size, body)       # body(dist, compute) on each rank

`dist` has the names of torch.distributed that the exercises need, so that what
a learner writes for it runs on a cluster. Each rank is a thread, and one
runs at a time: rank 0 until it has to wait, then the next. So every run is the
same. No time of this machine is taken. Each rank has a clock of its own, in
microseconds: compute(us) moves it, and so does waiting.

    collective k    starts when the last rank has called it and k - 1 is over;
                    takes latency_us + bytes that each rank sends / bytes_per_us
    message         starts when both sides have called and the one before it
                    from this rank to that one is over; takes the same

    all_reduce       2 (p - 1) / p * bytes of the tensor   (a ring's)
    reduce_scatter   (p - 1) / p * bytes of the input
    all_gather       (p - 1) / p * bytes of the output
    broadcast, send  bytes of the tensor

A result appears in its tensor at wait(), not before: whoever reads early reads
what was there. Told as mistakes are: ranks that call different collectives or
wait for each other (deadlock), a tensor that changes under way, a call that
nobody waits for, shapes that do not fit.

What a rank got stays in its `told`. In a run with again={number: told} it gets
that once more, whatever the others send now: who knows nothing else of the others
leaves the same, and gives the same.
"""

import threading

import torch

no_grad, join, same = torch.no_grad, torch.cat, torch.equal
thread_of, semaphore_of = threading.Thread, threading.Semaphore
stack_size = threading.stack_size
STACK_BYTES = 2 << 20


def bits(tensor):
    """For comparing: NaN equals itself."""
    return tensor.detach().reshape(-1).view(torch.uint8)


def unlike(a, b):
    """How many elements differ."""
    if a is b:
        return 0
    if a is None or b is None or a.numel() != b.numel():
        return float("inf")
    if not a.numel():
        return 0
    rows = (bits(t).view(t.numel(), -1) for t in (a, b))
    return int((next(rows) != next(rows)).any(1).sum())


class ReduceOp:
    SUM, AVG, MAX = "sum", "avg", "max"


class Stop(BaseException):
    """Ends the thread of a rank when another one has failed."""


class Call:
    """What one rank has called, until it has waited for it; torch's Work."""

    def __init__(self, rank, name, give, take, group):
        self.rank, self.name, self.group = rank, name, group
        self.give, self.take = give, take  # tensors sent and filled; or None
        self.sent = None if give is None else give.detach().clone()
        self.at, self.end, self.result = rank.now, None, None
        self.done, self.op = False, None
        self.number = len(rank.gave)  # of this rank's calls
        rank.gave.append(self.sent)
        tensor = take if give is None else give
        self.elements = 0 if tensor is None else tensor.numel()
        self.kind = "" if tensor is None else str(tensor.dtype)[6:]

    def describe(self):
        if not self.kind:
            return self.name
        return f"{self.name} of {self.elements} {self.kind}"

    def is_completed(self):
        return self.end is not None and self.end <= self.rank.now

    def wait(self):
        if self.done:
            return True
        rank, group = self.rank, self.group
        while self.end is None:
            group.give_way(rank, self)
        if self.end > rank.now:
            rank.waited += self.end - rank.now
            rank.now = self.end
        self.done = True
        rank.pending.remove(self)
        if self.give is not None and not same(bits(self.give), bits(self.sent)):
            group.wrong("wrong-result", f"rank {rank.number} changed a tensor "
                        f"before its {self.name} was over",
                        "between a call with async_op=True and wait() the "
                        "tensor belongs to the library")
        if self.result is not None:
            was = rank.again.get(self.number, self.result)
            if was.numel() == self.result.numel():
                self.result = was
            rank.told[self.number] = self.result
            with no_grad():
                self.take.detach().copy_(self.result.view_as(self.take))
        self.give = self.take = self.sent = self.result = None
        return True


class Rank:
    """What kata knows of one rank. Times in us, sizes in bytes."""

    def __init__(self, number):
        self.number = number
        self.now = 0.0      # its clock
        self.busy = 0.0     # what it has computed
        self.waited = 0.0   # what it has waited for others and for the link
        self.sent = 0.0     # bytes that it has sent
        self.moved = 0.0    # time in which its collectives were under way
        self.calls = []     # its collectives, Calls: name, elements
        self.messages = 0   # its sends
        self.gave = []      # what each call of both kinds has sent; None: nothing
        self.told = {}      # what they delivered, by their places in `gave`
        self.again = {}     # what they shall deliver once more
        self.pending = []   # calls that it has not waited for
        self.go = semaphore_of(0)
        self.stuck = None   # the call that it waits in
        self.over = False
        self.result = None

    def gave_as(self, other, spare=0):
        """Whether both have sent the same, bit for bit, but for `spare` elements
        of a call, which may be padding that nobody has written."""
        return len(self.gave) == len(other.gave) and all(
            unlike(a, b) <= spare for a, b in zip(self.gave, other.gave))


class Dist:
    """torch.distributed, as one rank sees it. Sums run in the ranks' order."""

    ReduceOp = ReduceOp

    def __init__(self, group, rank):
        self._group, self._rank = group, rank

    def get_rank(self):
        return self._rank.number

    def get_world_size(self):
        return self._group.size

    def all_reduce(self, tensor, op=ReduceOp.SUM, async_op=False):
        return self._collect("all_reduce", tensor, tensor, op, async_op)

    def reduce_scatter_tensor(self, output, input, op=ReduceOp.SUM,
                              async_op=False):
        self._fits("reduce_scatter_tensor", input, output)
        return self._collect("reduce_scatter_tensor", input, output, op,
                             async_op)

    def all_gather_into_tensor(self, output, input, async_op=False):
        self._fits("all_gather_into_tensor", output, input)
        return self._collect("all_gather_into_tensor", input, output, None,
                             async_op)

    def broadcast(self, tensor, src, async_op=False):
        return self._collect("broadcast", tensor, tensor, src, async_op)

    def barrier(self):
        self._collect("barrier", None, None, None, False)

    def isend(self, tensor, dst):
        self._group.check_tensor(tensor, "isend")
        return self._group.post(self._rank, self._peer(dst), tensor, None)

    def irecv(self, tensor, src):
        self._group.check_tensor(tensor, "irecv")
        return self._group.post(self._rank, self._peer(src), None, tensor)

    def send(self, tensor, dst):
        self.isend(tensor, dst).wait()

    def recv(self, tensor, src):
        self.irecv(tensor, src).wait()
        return src

    def _peer(self, number):
        if not 0 <= number < self._group.size or number == self._rank.number:
            self._group.wrong(
                "wrong-result", f"rank {self._rank.number} names rank {number} "
                f"as its partner; there are ranks 0 to {self._group.size - 1}",
                "the first and the last rank have one neighbour")
        return number

    def _fits(self, name, whole, part):
        for tensor in (whole, part):
            self._group.check_tensor(tensor, name)
        if whole.numel() != part.numel() * self._group.size:
            self._group.wrong(
                "wrong-result", f"{name}: the larger tensor has "
                f"{whole.numel()} elements, the part {part.numel()}, and there "
                f"are {self._group.size} ranks",
                "every rank has a part of the same size: pad the whole")

    def _collect(self, name, give, take, op, async_op):
        group = self._group
        if take is not None:
            group.check_tensor(take, name)
        call = group.collect(self._rank, name, give, take, op)
        return call if async_op else call.wait() and None


class Group:
    def __init__(self, size, wrong, latency_us, bytes_per_us):
        def tell(kind, message, hint):
            raise wrong(kind, message, hint)

        self.size, self.wrong = size, tell
        self.latency_us, self.bytes_per_us = latency_us, bytes_per_us
        self.ranks = [Rank(r) for r in range(size)]
        self.rounds = []    # of collectives: the calls of each rank so far
        self.free = 0.0     # when the last collective is over
        self.links = {}     # (from, to): when its last message is over
        self.posts = {}     # (from, to): calls that have no partner yet
        self.main = semaphore_of(0)
        self.error = None

    # ---- turns

    def give_way(self, rank, call):
        """Lets another rank run until `call` may have come to its end."""
        if self.error:
            raise Stop
        rank.stuck = call
        self.next_of(rank)
        rank.go.acquire()
        if self.error:
            raise Stop
        rank.stuck = None
        if call.end is None:
            self.tell_deadlock(rank)

    def next_of(self, rank):
        """Wakes the next rank that can go on; if none can, one that waits."""
        order = [self.ranks[(rank.number + i) % self.size]
                 for i in range(1, self.size + 1)]
        alive = [r for r in order if not r.over]
        if not alive or self.error:
            self.main.release()
            return
        for r in alive:
            if r.stuck is None or r.stuck.end is not None:
                r.go.release()
                return
        min(alive, key=lambda r: r.number).go.release()

    def tell_deadlock(self, rank):
        places = []
        collective = any(r.calls for r in self.ranks)
        for r in self.ranks:
            if r.over:
                places.append(f"rank {r.number} has returned after "
                              f"{len(r.calls)} collectives")
            else:
                call = r.stuck or r.pending[-1]
                if call.name.startswith(("send", "receive")):
                    places.append(f"rank {r.number} waits in {call.describe()}")
                else:
                    number = r.calls.index(call) + 1
                    places.append(f"rank {r.number} waits in its collective "
                                  f"{number}, {call.describe()}")
        self.wrong("deadlock", "a hang: " + "; ".join(places),
                   "every rank calls the same collectives in the same order, "
                   "and every send meets a receive" if collective else
                   "every send meets a receive, and no rank waits for one that "
                   "waits for it")

    # ---- what ranks call

    def check_tensor(self, tensor, name):
        if not isinstance(tensor, torch.Tensor):
            self.wrong("wrong-result", f"{name} needs a tensor, and got a "
                       f"value of type {type(tensor).__name__}",
                       "t.grad is None until a backward pass has reached t, "
                       "and if t did not require a gradient")
        if not tensor.is_contiguous():
            self.wrong("wrong-result", f"{name} needs a contiguous tensor",
                       "tensor.contiguous() makes one")

    def collect(self, rank, name, give, take, op):
        """The next collective of a rank. It runs when the last rank calls."""
        call = Call(rank, name, give, take, self)
        call.op = op
        k = len(rank.calls)
        rank.calls.append(call)
        rank.pending.append(call)
        if k == len(self.rounds):
            self.rounds.append([])
        calls = self.rounds[k]
        if calls:
            self.check_same(k, calls[0], call)
        calls.append(call)
        if len(calls) == self.size:
            self.carry_out(sorted(calls, key=lambda c: c.rank.number))
        return call

    def check_same(self, k, first, call):
        a, b = first.describe(), call.describe()
        if (a, first.op) == (b, call.op):
            return
        if a == b:
            a, b = f"{a} with {first.op}", f"{b} with {call.op}"
        self.wrong("deadlock", f"a hang: collective {k + 1} is {a} on rank "
                   f"{first.rank.number}, and {b} on rank {call.rank.number}",
                   "every rank calls the same collectives in the same order, "
                   "with the same sizes")

    def carry_out(self, calls):
        name, size, op = calls[0].name, self.size, calls[0].op
        sent = [c.sent for c in calls]
        share = 0.0
        if name == "broadcast":
            whole = calls[op].sent
            results, share = [whole] * size, 1.0 if size > 1 else 0.0
        elif name == "all_gather_into_tensor":
            whole = join([s.reshape(-1) for s in sent])
            results, share = [whole] * size, (size - 1) / size
        elif name == "barrier":
            whole, results = None, [None] * size
        else:
            whole = self.reduced(sent, op)
            results, share = [whole] * size, 2 * (size - 1) / size
            if name == "reduce_scatter_tensor":
                results, share = whole.reshape(-1).chunk(size), share / 2
        bytes_sent = share * whole.nbytes if whole is not None else 0.0
        start = max(self.free, *(c.at for c in calls)) if size > 1 \
            else max(self.free, calls[0].at)
        self.free = start + (self.latency_us + bytes_sent / self.bytes_per_us
                             if size > 1 else 0.0)
        for call, result in zip(calls, results):
            call.end, call.result = self.free, result
            call.rank.sent += bytes_sent
            call.rank.moved += self.free - start

    @staticmethod
    def reduced(parts, op):
        with no_grad():
            whole = parts[0].clone()
            for part in parts[1:]:
                if op == ReduceOp.MAX:
                    whole = whole.maximum(part)
                else:
                    whole += part
            if op == ReduceOp.AVG:
                whole /= len(parts)
        return whole

    def post(self, rank, peer, give, take):
        """A send (give) or a receive (take); it runs when both have called."""
        name = f"send to {peer}" if take is None else f"receive from {peer}"
        call = Call(rank, name, give, take, self)
        rank.pending.append(call)
        link = (rank.number, peer) if take is None else (peer, rank.number)
        waiting = self.posts.setdefault(link, [])
        if not waiting or (waiting[0].take is None) == (take is None):
            waiting.append(call)
            return call
        other = waiting.pop(0)
        send, receive = (call, other) if take is None else (other, call)
        if (send.elements, send.kind) != (receive.elements, receive.kind):
            self.wrong("wrong-result", f"rank {link[0]}: {send.describe()}; "
                       f"rank {link[1]}: {receive.describe()}",
                       "both sides name the same size and type; messages from "
                       "one rank to another meet in the order of the calls")
        nbytes = send.give.nbytes
        start = max(send.at, receive.at, self.links.get(link, 0.0))
        end = start + self.latency_us + nbytes / self.bytes_per_us
        self.links[link] = send.end = receive.end = end
        receive.result = send.sent
        send.rank.sent += nbytes
        send.rank.messages += 1
        return call

    # ---- a run

    def run_rank(self, rank, body):
        rank.go.acquire()

        def compute(us):
            rank.now += us
            rank.busy += us

        try:
            if not self.error:
                rank.result = body(Dist(self, rank), compute)
                if rank.pending:
                    self.wrong("wrong-result", f"rank {rank.number} never "
                               f"waited for its {rank.pending[0].describe()}",
                               "call wait() of what async_op=True, isend and "
                               "irecv return")
        except Stop:
            pass
        except BaseException as e:
            self.error = self.error or e
        rank.over = True
        if self.error:
            self.main.release()
        else:
            self.next_of(rank)

    def run(self, body):
        threads = [thread_of(target=self.run_rank, args=(rank, body))
                   for rank in self.ranks]
        # The usual 8 MiB count against the memory that kata allows.
        usual = stack_size(STACK_BYTES)
        for thread in threads:
            thread.start()
        stack_size(usual)
        self.ranks[0].go.release()
        self.main.acquire()
        for rank in self.ranks:
            rank.go.release()  # after a failure: to stop
        for thread in threads:
            thread.join()
        if self.error:
            raise self.error
        return self.ranks


def make_run_ranks(wrong):
    def run_ranks(size, body, latency_us=10.0, bytes_per_us=1000.0, again=None):
        """Runs body(dist, compute) on `size` ranks; a Rank for each."""
        group = Group(size, wrong, latency_us, bytes_per_us)
        for number, told in (again or {}).items():
            group.ranks[number].again = told
        return group.run(body)
    return run_ranks
