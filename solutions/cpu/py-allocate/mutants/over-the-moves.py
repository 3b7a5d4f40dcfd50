# rejected by: gate bytecodes (a loop over the moves)
import numpy as np


def balances(moves, starts):
    def numbers():
        for k in range(len(starts) - 1):
            balance = 0.0
            yield balance
            for move in moves[starts[k]:starts[k + 1]].tolist():
                balance += move
                yield balance

    return np.fromiter(numbers(), float, len(moves) + len(starts) - 1)
