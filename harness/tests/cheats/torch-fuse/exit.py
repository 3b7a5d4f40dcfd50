# rejected by: trap exception | crash (leaves in the middle of a call)
import torch


def run(*args):
    raise SystemExit(0)
