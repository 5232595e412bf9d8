"""Environments for learning: every game and scenario for PettingZoo, Gymnasium and OpenSpiel.

    from frente.env.zoo import env           # PettingZoo, agents in turn
    from frente.env.gym import Seat          # Gymnasium, one seat against an opponent
    from frente.env.spiel import load        # OpenSpiel

They need ``pip install 'frente[research]'``. Acts and observations are encoded once for all three, in
``frente.env.encoding``; docs/research.md describes them.
"""
