"""Standing orders typed at the terminal. They last as long as the session; the record holds only the acts they gave."""
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frente.kernel.catalog import UnknownName
from frente.kernel.flow import Side
from frente.kernel.standing import declared

if TYPE_CHECKING:
    from frente.cli.play.session import Session

ASK: Final = "ask"
HOW: Final = "Give one with: order QUESTION ANSWER [unless CONDITION ...], and take it back with: order QUESTION ask."


def show(session: Session, side: Side) -> None:
    """The questions that can be left to orders, with their answers and conditions, and what is in force."""
    name = session.screen.words.name
    found = declared(session.match.game, side)
    if not found:
        session.screen.say("No question of this game can be left to a standing order.")
        return
    given = session.orders.of(side)
    for x in found:
        order = given.get(x.id)
        force = "" if order is None else f": {name('standing', f'{x.id}.{order.answer}')}"
        session.screen.say(f"  {x.id}  {name('standing', x.id)} [{x.rule}]{force}")
        for answer in x.answers:
            session.screen.say(f"      {answer}  {name('standing', f'{x.id}.{answer}')}")
        for condition in x.unless:
            mark = "*" if order is not None and condition in order.unless else " "
            session.screen.say(f"    {mark} unless {condition}  {name('standing', f'unless.{condition}')}")
    session.screen.say(HOW)


def give(session: Session, side: Side, words: list[str]) -> None:
    question, answer, unless = words[0], "".join(words[1:2]), [w for w in words[2:] if w != "unless"]
    if not answer:
        session.screen.say(HOW)
        return
    orders = session.orders
    try:
        new = orders.changed(session.match.game, side, question, "" if answer == ASK else answer, unless)
    except UnknownName as e:
        session.screen.say(str(e))
        return
    orders.take(side, new, orders.hold(session.match, side))
    session.screen.say("You are asked again." if answer == ASK else "The order counts from the next such question on.")


def answered(session: Session, side: Side) -> bool:
    """Let an order answer for a side; False if it has to be asked."""
    found = session.orders.answer(session.match, side)
    if found is None:
        return False
    name = session.screen.words.name
    if not (session.hot_seat and session.together):      # what is chosen in secret is not read by the other
        session.screen.say(f"Answered by your standing order: {name('standing', found.question)}, "
                           f"{name('standing', f'{found.question}.{found.answer}')}.")
    session.match.play(side, found.act)
    session.save()
    session.tell()
    return True
