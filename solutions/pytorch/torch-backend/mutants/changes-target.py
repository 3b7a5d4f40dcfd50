# rejected by: trap exception (gives a node of h.relu() the target of a function)
import operator

import torch
import torch.nn.functional as F


def is_relu(node):
    if node.op == "call_method":
        return node.target == "relu"
    return node.op == "call_function" and node.target in (torch.relu, F.relu)


def is_plain_sum(node):
    return isinstance(node, torch.fx.Node) and node.op == "call_function" and \
        node.target in (operator.add, torch.add) and not node.kwargs and \
        all(isinstance(a, torch.fx.Node) for a in node.args)


def rewrite(module, fused):
    graph, count = module.graph, 0
    for relu in list(graph.nodes):
        total = relu.args[0] if is_relu(relu) else None
        # The fused operator does not give the sum: nobody else may want it.
        if not is_plain_sum(total) or len(total.users) > 1:
            continue
        # The ReLU becomes the fused operator.
        relu.target, relu.args, relu.kwargs = fused, total.args, {}
        graph.erase_node(total)
        count += 1
    return count
