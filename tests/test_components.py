"""What is in the box of each game, and the one painter of it."""
from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from frente import look
from frente.draw import faces
from frente.draw.palette import themed
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.stylesheet import Element, clips, style
from frente.kernel.catalog import GAMES, find
from frente.kernel.components import (
    Component,
    Face,
    FlagFace,
    MarkerFace,
    PawnFace,
    UnitFace,
    bands,
    first,
    listed,
    stepped,
)

ALL = sorted(GAMES)
LOOKS = {slug: look.read(find(slug).folder) for slug in ALL}
# Units, and counters in all, as the data of each game count them.
BOX = {"brunete": (145, 205), "storm": (140, 218), "heralds": (185, 318), "guadalajara": (213, 317), "tscw": (377, 487)}


@cache
def box(slug: str, language: str = "en") -> list[Component]:
    return listed(find(slug), first(find(slug)), language)


def sides_of(c: Component) -> Iterator[Face]:
    yield c.front
    if c.back is not None:
        yield c.back


def words(svg: str) -> list[str]:
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')
    return ["".join(x.itertext()) for x in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("slug", ALL)
def test_the_list_holds_every_unit_of_the_game_once_and_all_its_markers(slug: str) -> None:
    game, found = find(slug), box(slug)
    assert len({c.id for c in found}) == len(found)
    units = [c for c in found if c.kind == "unit"]
    assert (len(units), sum(c.count for c in found)) == BOX[slug]
    p = game.start(game.scenarios[0].id, game.settled({}))
    if slug == "heralds":                # what is face down has a name of its own there
        assert {c.id for c in units} == set(p.board.piece)
    else:
        assert {c.id for c in units} == {u["id"] for u in game.picture(p)["units"]}
    assert {c.side for c in found} <= {*game.sides, ""}
    assert {c.kind for c in found} <= {"unit", "marker", "chit"}
    assert {c.source for c in found} <= {"text", "estimate"}


@pytest.mark.parametrize("slug", ALL)
def test_what_starts_in_one_place_stands_there_when_the_game_begins(slug: str) -> None:
    game = find(slug)
    for scenario in game.scenarios:
        p = game.start(scenario.id, game.settled({}))
        spaces = {s["id"] for s in game.picture(p)["spaces"]}
        at: dict[str, str] = {}
        for side in (0, 1):
            at |= {x["size"] if x["size"] in {c.id for c in box(slug)} else x["id"]: x["at"]
                   for x in game.view(p, side).pieces if x["side"] == game.sides[side] or x["side"] not in game.sides}
        placed = 0
        for c in box(slug):
            start = c.starts.get(scenario.id)
            if start is None:
                continue
            assert set(start.places) <= spaces, c.id
            if start.turn == 0 and len(start.places) == 1 and at[c.id] in spaces:
                assert at[c.id] == start.places[0], c.id
                placed += 1
        assert placed or slug in ("storm", "guadalajara"), "there the players set up what they have"
    units = [c for c in box(slug) if c.kind == "unit"]
    assert all(c.starts for c in units)


@pytest.mark.parametrize("slug", ALL)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_side_of_every_counter_can_be_painted_with_what_stands_on_it(slug: str, language: str) -> None:
    for c in box(slug, language):
        for face in sides_of(c):
            svg = faces.svg(face, LOOKS[slug])
            said = words(svg)
            if isinstance(face, UnitFace):
                assert face.factors.replace("/", "·") in said, c.id
                assert {x for x in (face.above, face.beside, face.size) if x} <= set(said), c.id
            elif isinstance(face, FlagFace):
                assert face.factors in said
            elif isinstance(face, MarkerFace):
                assert " ".join(said[-len(faces.wrapped(face.words)):]) == " ".join(face.words.split()), c.id
            elif face.kind != "hidden":
                assert face.name in said, c.id
            inks = STREET_PALETTE | LOOKS[slug].palette()
            left = themed(f"<style></style>{svg}", "light", inks)        # every colour is one of the palette
            assert "var(" not in left
            assert "class=" not in svg, "looks are written out"


def test_words_of_markers_are_in_both_languages() -> None:
    for slug in ALL:
        english, spanish = ({c.id: c.name for c in box(slug, x) if c.kind != "unit"} for x in ("en", "es"))
        assert set(english) == set(spanish)
        assert sum(english[k] != spanish[k] for k in english) > len(english) / 2


def test_sides_and_states_can_be_told_apart_without_colour() -> None:
    plain = UnitFace("republican", "infantry", "8-8", steps=2, left=2)
    reduced, less = stepped(plain, UnitFace("republican", "infantry", "4-6", steps=2, left=2))
    assert reduced is not None
    seen: list[Face] = [plain, reduced, *less[1:], UnitFace("nationalist", "infantry", "8-8", steps=2, left=2),
            UnitFace("republican", "infantry", "8-8", steps=2, left=2, elite=True),
            FlagFace("republican", "8-8"), FlagFace("republican", "8-8", back=True),
            MarkerFace("republican", "turn", "clock"), MarkerFace("nationalist", "turn", "clock"),
            MarkerFace("", "turn", "clock"), MarkerFace("", "turn", "clock", back=True)]
    grey = re.compile(r"#[0-9a-f]{6}|var\(--[a-z0-9-]+\)")
    assert len({grey.sub("", faces.svg(face, LOOKS["brunete"])) for face in seen}) == len(seen)


def test_the_painter_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ValueError, match=r"no \[sign\.submarine\].*known are tank, infantry"):
        faces.svg(UnitFace("republican", "submarine", "1-1"), LOOKS["brunete"])
    with pytest.raises(ValueError, match=r"no \[side\.venetian\]"):
        faces.svg(UnitFace("venetian", "infantry", "1-1"), LOOKS["brunete"])


def test_steps_of_a_unit_are_faces_of_it() -> None:
    front = UnitFace("republican", "infantry", "7-8", steps=2, left=2)
    back, less = stepped(front, UnitFace("republican", "infantry", "3-6", steps=2, left=2))
    assert back is not None
    assert (back.factors, back.steps, back.left) == ("3-6", 2, 1)
    assert [(x.factors, x.left) for x in less] == [("3-6", 1), ("7-8", 0)]
    single = UnitFace("republican", "infantry", "7-8")
    assert stepped(single) == (None, [UnitFace("republican", "infantry", "7-8", left=0)])
    assert stepped(UnitFace("republican", "air", "3", steps=0, left=0)) == (None, [])


def test_colours_of_formations_follow_the_order_of_the_data() -> None:
    assert bands(["46", "46", "", "11"]) == {"46": 1, "": 0, "11": 3}
    assert bands([str(k) for k in range(14)])["11"] == 1, "after eleven they begin anew"


@pytest.mark.parametrize("slug", ALL)
def test_the_page_is_given_each_stroke_once_and_every_face_whole(slug: str) -> None:
    sent = json.loads(json.dumps(faces.page(box(slug), LOOKS[slug], slug)))
    assert len({str(x) for x in sent["strokes"]}) == len(sent["strokes"])
    assert {n for _, strokes in sent["faces"] for n in strokes} == set(range(len(sent["strokes"])))
    for c in box(slug):
        if c.kind != "unit":
            assert c.id not in sent["of"]
            continue
        shown: dict[str, Face] = {}
        for face in (*sides_of(c), *c.more):
            if isinstance(face, PawnFace) and face is c.back and face.kind == "hidden":
                assert whole(sent, sent["hidden"][face.side]) == strokes_of(slug, face)
            else:                        # modes of one card are one state: there the page puts the factors in
                shown.setdefault(faces.state(face), face)
        assert {name: whole(sent, n) for name, n in sent["of"][c.id].items()} == {
            name: strokes_of(slug, face) for name, face in shown.items()}


def whole(sent: dict[str, Any], number: int) -> tuple[str, list[Any]]:
    kind, strokes = sent["faces"][number]
    return kind, [sent["strokes"][n] for n in strokes]


def strokes_of(slug: str, face: Face) -> tuple[str, list[Any]]:
    drawn = faces.draw(face, LOOKS[slug])
    return drawn.kind.replace("side-", f"side-{slug}-"), json.loads(json.dumps(drawn.strokes))


def test_the_style_sheets_of_the_page_are_read_as_a_browser_reads_them() -> None:
    def seen(*chain: tuple[str, str]) -> dict[str, str]:
        return style(tuple(Element(tag, frozenset(classes.split()), False) for tag, classes in chain))

    unit = ("g", "counter side-republican")
    assert seen(unit, ("path", "c-body"))["fill"] == "var(--side-republican)", "through the name that the side gives it"
    assert seen(unit, ("text", "c-factors"))["fill"] == "var(--side-republican-ink)"
    lost, back = ("g", "counter lost side-republican"), ("g", "counter flagged back side-nationalist")
    assert seen(lost, ("text", "c-factors"))["fill"] == "var(--side-republican-print)", "the weightier rule"
    assert seen(back, ("path", "c-body"))["fill"] == "var(--side-nationalist-pale)"
    assert seen(unit, ("text", "c-name c-tight"))["font-size"] == "8px"
    assert seen(("g", "counter pawn side-cnd"), ("text", "p-q"))["font-size"] == "27px"
    assert seen(("g", "counter pawn side-cnd"), ("text", "p-val"))["fill"] == "var(--side-cnd-ink)"
    pawn = Element("g", frozenset({"counter", "pawn", "side-cnd"}), False)
    held = style((pawn, Element("text", frozenset({"p-val"}), True)))
    assert "fill" not in held, "what says its colour itself keeps it"
    cut = seen(("g", "counter flagged side-republican"), ("g", "c-top round"))["clip-path"]
    assert cut.removeprefix("url(#").removesuffix(")") in clips()
