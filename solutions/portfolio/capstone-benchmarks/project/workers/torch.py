#!/usr/bin/env python3
import sys

sys.path.append(sys.path.pop(0))  # this file has the name of a package
import torch
from softmax import serve

serve(lambda x: torch.softmax(x, 1))
