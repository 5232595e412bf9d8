"""The Standard Combat Series: rules that its games share, on plain arrays, so that each game brings its own board.

odds      rounding, the ladder of odds, result codes (scs.round, scs.cbt.5, scs.cbt.8)
losses    who loses the first step and the next ones (scs.loss.1, scs.loss.2)
ground    supply traces and ways of retreat over hexes (scs.sup.1, scs.ret.1, scs.ret.2)

Strengths are whole numbers in twenty-fourths of a point, movement in eighths: halves, quarters and thirds stay exact.
"""
