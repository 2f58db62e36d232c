"""Simulation: rounds by number, tallied by kernels that are written once and run on CPU threads or on CUDA.

The cards of a round are a pure function of the seed and the round number, so work can be distributed in any way, and
any round can be reproduced and settled by the rules engine.
"""

import numpy as np

if not hasattr(np, "row_stack"):
    # Numba's CUDA uses a name that newer NumPy versions have dropped; it must exist before that import.
    np.row_stack = np.vstack
