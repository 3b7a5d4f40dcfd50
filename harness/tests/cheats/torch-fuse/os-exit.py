# rejected by: trap exception | crash (ends the process with the status of success)
import os


def run(*args):
    os._exit(0)
