# rejected by: case (fuses a ReLU with the addition that is printed above it, whatever its argument is)
import operator

import torch
import torch.nn.functional as F


def rewrite(module, fused):
    done = 0
    for relu in list(module.graph.nodes):
        total = relu.prev
        if relu.target in (torch.relu, F.relu, "relu") and \
                total.target in (operator.add, torch.add) and not total.kwargs and \
                len(total.all_input_nodes) == 2 and len(total.users) == 1:
            with module.graph.inserting_before(relu):
                relu.replace_all_uses_with(module.graph.call_function(fused, total.args))
            module.graph.erase_node(relu)
            module.graph.eliminate_dead_code()
            done += 1
    return done
