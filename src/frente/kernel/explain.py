"""Why something can or cannot be done: the acts a thing takes part in, or the rules that stop it.

Legality is decided by the steps alone; this module only asks them, so it can never disagree with the referee.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from frente.kernel.catalog import Game, UnknownName
from frente.kernel.codec import Words
from frente.kernel.flow import CHANCE, Act, Fact, Position, Refusal, Side
from frente.kernel.texts import Texts, Told, kernel_texts, listed

KINDS: Final = {"unit": "kernel.kind-unit", "space": "kernel.kind-space", "button": "kernel.kind-button"}
BUTTON: Final = "button"                 # an act without an argument, or all acts of one verb: named by the verb


@dataclass
class Explanation:
    """Never empty: the acts a thing takes part in now, or every reason why there are none."""

    acts: list[Act]
    refusals: list[Refusal]


def explain(game: Game[Any], p: Position, side: Side, kind: str, arg: int | str) -> Explanation:
    """What *side* may do now with one unit, space or button, or what stops it. *arg* is a name or a number."""
    blocked = _not_asked(game, p, side)
    if blocked is not None:
        return Explanation([], [blocked])
    kinds = game.kinds()
    words = game.words(p)
    if kind == BUTTON:
        verb = str(arg)
        if verb not in words.vocabulary:
            raise UnknownName("kernel.no-act", {"game": game.title, "name": verb, "known": sorted(words.vocabulary)})
        acts = [a for a in p.choices()[side] if a.verb == verb]
        asked = [verb] if verb in p.step().verbs else []
        number = -1
    else:
        number = argument(game, words, kind, arg)
        acts = [a for a in p.choices()[side] if a.arg == number and kinds.get(a.verb, BUTTON) == kind]
        asked = [v for v in p.step().verbs if kinds.get(v, BUTTON) == kind]
    if acts:
        return Explanation(acts, [])
    found: list[Refusal] = []
    candidates = [c for v in asked for c in _candidates(words, v, number)]
    for candidate in candidates:
        for r in step_refusals(p, side, candidate):
            if r not in found:
                found.append(r)
    if not found:
        found.append(_generic(game, p, "kernel.not-offered" if candidates else "kernel.not-asked-here", side))
    return Explanation([], found)


def refusals(game: Game[Any], p: Position, side: Side, act: Act) -> list[Refusal]:
    """Every reason why *act* is not offered to *side* now; empty when it is."""
    blocked = _not_asked(game, p, side)
    if blocked is not None:
        return [blocked]
    if act in p.choices()[side]:
        return []
    if act.verb not in p.step().verbs:
        return [_generic(game, p, "kernel.not-asked-here", side)]
    found = step_refusals(p, side, act) if known(game.words(p), act) else []
    return found or [_generic(game, p, "kernel.not-offered", side)]


def step_refusals(p: Position, side: Side, act: Act) -> list[Refusal]:
    """What the asking step itself says against *act*."""
    step = p.step()
    if not step.exact and act in p.choices().get(side, ()):
        return []
    return step.why(p.stack[-1], p, side, act)


def known(words: Words, act: Act) -> bool:
    """Whether *act* is in the game's vocabulary at all."""
    if act.verb not in words.vocabulary or act.arg < 0:
        return False
    names = words.vocabulary[act.verb]
    return names is None or act.arg < max(1, len(names))


def argument(game: Game[Any], words: Words, kind: str, arg: int | str) -> int:
    """The number of the thing of that kind called *arg*."""
    verbs = [v for v, k in game.kinds().items() if k == kind and v in words.vocabulary]
    if not verbs:
        known = sorted({*game.kinds().values(), BUTTON})
        raise UnknownName("kernel.no-kind", {"game": game.title, "name": kind, "known": [_kind(k) for k in known]})
    for verb in verbs:
        names = words.vocabulary[verb]
        if isinstance(arg, str):
            if names is None and arg.isascii() and arg.isdigit() and len(arg) < 10:
                return int(arg)
            if names is not None and words.number(verb, arg) >= 0:
                return words.number(verb, arg)
        elif arg >= 0 and (names is None or arg < len(names)):
            return arg
    raise UnknownName("kernel.no-thing", {"game": game.title, "kind": _kind(kind), "name": arg})


def _kind(kind: str) -> Told | str:
    """What a kind of thing is called; a game may have kinds of its own."""
    return Told(KINDS[kind]) if kind in KINDS else kind


def prompt(p: Position) -> str:
    """Catalogue key of the question now asked."""
    step = p.step()
    return step.prompt or type(step).__name__


def say(game: Game[Any], refusal: Refusal, language: str = "en") -> str:
    """One refusal in plain words, without its rule id."""
    texts = game.texts(language)
    facts = {name: _named(texts, name, value, language) for name, value in refusal.facts.items()}
    if not refusal.key.startswith("kernel."):
        return texts.say(refusal.key, facts)
    if "question" in facts:
        facts["question"] = texts.say(str(refusal.facts["question"]), facts)
    return kernel_texts(language).say(refusal.key, facts)


def reason(refusal: Refusal, language: str, game: Game[Any]) -> dict[str, Any]:
    """One refusal as data, with its text in words."""
    text = say(game, refusal, language if game.speaks(language) else "en")
    return {"rule": refusal.rule, "key": refusal.key, "facts": refusal.facts, "text": text}


def _named(texts: Texts, name: str, value: Fact, language: str) -> str:
    """A fact as one says it: sides and whatever else the catalogue has a name for."""
    if name == "asked":                  # the sides that have to decide
        return listed([_named(texts, "side", x, language) for x in str(value).split(", ")], language)
    key = f"{'side' if name == 'by' else name}.{value}"
    return texts.say(key) if key in texts else str(value)


def sentence(game: Game[Any], found: list[Refusal], language: str = "en") -> str:
    """Refusals as one line of text, each with the rule it comes from."""
    return " ".join(f"{say(game, r, language)} [{r.rule}]" if r.rule else say(game, r, language) for r in found)


def _not_asked(game: Game[Any], p: Position, side: Side) -> Refusal | None:
    if not p.choices():
        return Refusal("", "kernel.game-over", {})
    if side not in p.choices():
        return _generic(game, p, "kernel.not-your-decision", side)
    return None


def _generic(game: Game[Any], p: Position, key: str, side: Side) -> Refusal:
    asked = ", ".join(["chance" if s == CHANCE else game.sides[s] for s in p.choices()])
    return Refusal(p.step().rule, key, {"question": prompt(p), "side": game.sides[side], "asked": asked})


def _candidates(words: Words, verb: str, number: int) -> list[Act]:
    """The acts of one verb on thing *number*, or on everything it can take (-1)."""
    names = words.vocabulary[verb]
    if number >= 0:
        act = Act(verb, number)
        return [act] if known(words, act) else []
    return [Act(verb, i) for i in range(len(names))] if names else [Act(verb)]
