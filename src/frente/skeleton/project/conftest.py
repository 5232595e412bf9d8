"""The game is known while its tests run, installed or not."""
from pathlib import Path

from frente.kernel.catalog import add_project

add_project(Path(__file__).parents[1])
