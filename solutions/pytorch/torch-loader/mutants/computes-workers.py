# rejected by: case (workers that hide all of the loading, by a formula)
# says: The number of workers hides all of the loading, as a formula gives it. 90 % are enough, and one worker fewer may reach them: measure the utilisation with 0, 1, 2, ... workers, and take the first that is good enough.
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def utilisation(steps):
    # The first step waits for the workers to start: once for each epoch.
    steady = steps[1:]
    return sum(step[3] for step in steady) / sum(map(sum, steady))


def tune(dataset, run, cores):
    def make(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned)

    def is_good(*settings):
        return utilisation(run(make(*settings))) >= 0.9

    steps = run(make(BATCHES[-1], 0, True))[1:]
    wait = sum(step[0] for step in steps)
    rest = sum(sum(step[1:]) for step in steps)
    workers = min(cores, -(-wait // rest))  # rounded up
    batch = next(b for b in BATCHES if is_good(b, workers, True))
    pinned = not is_good(batch, workers, False)
    return make(batch, workers, pinned)
