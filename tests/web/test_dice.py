"""Fair dice in two browsers: each page gives a number of its own, and proves the game when it is over."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import set_up, start_form, take_seat
from tests.web.driver import Player

if TYPE_CHECKING:
    from tests.web.conftest import Server

Person = Callable[..., Player]


def invited(server: Server, host: Player) -> str:
    """A game set up in the page for two browsers; the link for the other."""
    start_form(host.page, server, "brunete")
    host.page.check("input[value=offensive]")
    host.page.select_option("#seat-nationalist", "open")
    host.page.get_by_role("button", name="Start the game").click()
    link = host.page.locator("#link-nationalist").input_value()
    host.page.get_by_role("link", name="Go to the board").click()
    host.page.wait_for_selector(".stack")
    return str(link)


def place(host: Player) -> None:
    """The placements of the Republican, up to the first die."""
    for at in range(3):
        host.wait(lambda at=at: host.at == at, "the next placement")
        host.my_turn()
        host.do(host.words[0])


def test_the_first_die_waits_for_the_guests_page_and_both_pages_prove_the_game(server: Server, person: Person) -> None:
    host = person()
    link = invited(server, host)
    place(host)
    host.page.get_by_text("The first die waits for a number from the page of the Nationalist player").wait_for()
    assert host.state["at"] == 3
    guest = person()
    guest.page.goto(link)
    host.wait(lambda: host.at > 3, "the first die")
    dice = host.state["dice"]
    assert (dice["grade"], dice["awaited"], set(dice["shown"])) == ("fair", [], {"republican", "nationalist"})
    host.page.get_by_role("button", name="Game menu").click()
    host.page.locator("[data-item=dice]").click()
    host.page.get_by_text("These dice are fair").wait_for()
    host.page.get_by_role("button", name="Close").first.click()
    host.page.get_by_role("button", name="Game menu").click()
    host.page.locator("[data-item=resign]").click()
    host.page.locator("dialog .danger").last.click()
    for player in (host, guest):
        player.page.get_by_role("button", name="Verify the dice").click()
        player.page.get_by_text("and they agree").wait_for()
        player.page.get_by_text("The number it gave is the one that was used").wait_for()
        assert player.page.get_by_text("are fair: the seed was bound before").count() == 1
    stranger = person()
    stranger.page.goto(link.partition("#")[0] + f"#/t/{host.state['table']}")
    stranger.page.get_by_role("button", name="Verify the dice").click()
    stranger.page.get_by_text("It gave no number of its own").wait_for()
    assert not host.faults + guest.faults + stranger.faults
    for change, fault in CHEATS.items():
        assert host.page.evaluate(CHEAT.replace("CHANGE", change), host.state["table"]) == fault, change


CHEAT = """async (table) => {
  const { faults } = await import("/js/dice.js");
  const { joined } = await import("/js/sha256.js");
  const proof = await (await fetch(`/api/tables/${table}/proof`)).json();
  const x = proof.openings[0], theirs = "e".repeat(64);
  const seal = (side, number) => joined("frente-number", x.table, side, x.commitment, number);
  const bind = () => joined("frente-dice-2", x.table, x.start, x.parent, String(x.first), ...x.sides, x.seed);
  CHANGE;
  return faults(proof, table).map(([key, facts]) => [key, ...Object.values(facts)].join(" "))[0] ?? "";
}"""
# What a server could tell afterwards, and what the page of the Republican finds.
CHEATS = {
    "": "",
    "x.seed = 'f'.repeat(32)": "dice-bad-seed",
    # another seed, by which it says it was bound all along, and numbers sealed anew
    "x.seed = 'f'.repeat(32); x.commitment = bind();"
    "for (const s of x.sides) x.sealed[s] = seal(s, x.shown[s]); proof.rolls = []": "dice-bad-bound",
    # no numbers at all, at no table: the house's dice
    "x.table = x.start = ''; x.sides = []; x.sealed = x.shown = {}; x.seed = 'f'; proof.rolls = [];"
    "x.commitment = 'fa'": "dice-bad-seed",
    "x.table = x.start = ''; x.sides = []; x.sealed = x.shown = {}; x.seed = ''; proof.rolls = []": "dice-bad-bound",
    # the number of this page, exchanged
    "x.shown.republican = theirs; x.sealed.republican = seal('republican', theirs)": "dice-bad-number republican",
    # that of a friend of the server, chosen when this page had shown its own
    "x.shown.nationalist = theirs; x.sealed.nationalist = seal('nationalist', theirs)": "dice-bad-number nationalist",
    "x.shown.nationalist = theirs": "dice-bad-number nationalist",
    "const [n, chances, came] = proof.rolls[0];"
    "proof.rolls = [[n, chances, [...Array(chances).keys()].filter((k) => !came.includes(k))]]": "dice-bad-roll 0",
    # a game that went on from one that still lasts: the seed of what was played there is not known
    "x.seed = ''; proof.rolls = []": "",
}


def test_dice_that_somebody_may_foresee_are_named_to_whoever_plays_against_him(server: Server, person: Person) -> None:
    made = set_up(server, game="brunete", scenario="offensive", seed="a test",
                  seats=dict.fromkeys(("republican", "nationalist"), "open"))
    host = person()
    take_seat(host.page, server, made, "republican")
    host.page.get_by_text("he can foresee every one of them").wait_for()
    assert not host.faults


def test_a_player_who_does_not_want_to_wait_rolls_without_the_other(server: Server, person: Person) -> None:
    host = person()
    invited(server, host)
    place(host)
    host.page.get_by_role("button", name="Roll without it").click()
    host.wait(lambda: host.at > 3, "the first die")
    assert host.state["dice"]["grade"] == "fair"
    assert not host.faults
