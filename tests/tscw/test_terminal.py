"""The terminal shows the theatre in characters and calls hexes by their places."""
from __future__ import annotations

from frente.cli.play.textmap import TextMap, spots
from frente.cli.play.wording import Wording, atlas
from frente.games.tscw import GAME
from frente.geo.theatredata import around
from frente.kernel.referee import Match


def test_the_map_in_characters_has_every_hex_in_its_place() -> None:
    ground = atlas(GAME, None)
    assert ground is not None
    names = {ground.number(h): h for h in ground.terrain}
    assert set(names) == set(GAME.start("columns", GAME.settled({})).board.names)
    for name, place in names.items():
        assert ground.place(name) == place
        near = {ground.number(h) for h in ground.grid.neighbours(*place)}
        assert {f"{n:04d}" for n in around(int(name)) if f"{n:04d}" in names} <= near
    assert ground.place("madrid") is None
    assert ground.place("9999") is None


def test_places_are_called_by_name_and_stand_on_the_map() -> None:
    match = Match.new("tscw", "columns", {}, {}, "names")
    ground = atlas(GAME, None)
    assert ground is not None
    words = Wording(match, ground)
    assert words.space("2712") == "2712 Madrid"
    assert words.space("2919") == "2919"
    screen = TextMap(ground, list(GAME.sides))
    view = match.view(0)
    window = screen.around(spots(ground, ["2712"]))
    text = screen.draw(view, window, {"2713"}, {"2712"}).plain
    row = next(line for line in text.splitlines() if line.startswith("27"))
    assert "@o-R" in row
    assert "*o-R" in row
    assert not [line for line in text.splitlines() if line.startswith("39")]
