"""Spanish says all that English says: the same texts with the same facts, the same rules, the same rulings."""
from __future__ import annotations

import re
import string
import tomllib
from collections import Counter

import pytest

from frente.kernel.catalog import all_games, find
from frente.kernel.texts import Texts, kernel_texts

KERNEL = "kernel"
GAMES = [game.slug for game in all_games()]

# What reads the same in both languages: proper names, symbols, “no”. A text that comes to differ leaves this list.
SAME_TEXTS = {
    "tscw": {"chit-happens"},
    "heralds": {"side.cnd", "side.neutral", "side.pce", "web.short-PropagandaPhase", "web.chart-propaganda"},
    KERNEL: {"kernel.record-wrong", "kernel.no"},
    "brunete": {"phase.Game", "verb.pass", "mark.", "box.madrid", "box.carabanchel",
                "option.fifth_purple.villafranca_del_castillo", "option.fifth_purple.perales_de_milla",
                "option.fifth_purple.valdemorillo"},
    "guadalajara": {"division.DLV", "division.FN", "division.PN", "division.Lit"},
    "storm": {"badge.loss", "formation.falange"},
}
SAME_TITLES = {"brunete": {"12.1j"}}     # a hex number


def texts(owner: str, language: str) -> dict[str, str]:
    """What is said in words. The names of units stand apart: the English ones are data of the game."""
    found: Texts = kernel_texts(language) if owner == KERNEL else find(owner).texts(language)
    return {key: text for key, text in found.entries.items() if not key.startswith("unit.")}


def units(slug: str) -> set[str]:
    """Every unit of the game, by its id."""
    game = find(slug)
    vocabulary = game.words(game.start(game.scenarios[0].id, game.settled({}))).vocabulary
    return {name for verb, kind in game.kinds().items() if kind == "unit" for name in vocabulary[verb] or ()}


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def rules(game: str, file: str) -> list[dict[str, str]]:
    with (find(game).folder / file).open("rb") as f:
        found: list[dict[str, str]] = tomllib.load(f)["rule"]
    return found


def rulings(game: str, file: str) -> dict[str, str]:
    """The text of each ruling, title and all, by its number."""
    text = (find(game).folder / file).read_text(encoding="utf-8")
    parts = re.split(r"^\*\*(R\d+[a-z]?)(?: — |\.)", text, flags=re.MULTILINE)[1:]
    numbers, bodies = parts[::2], parts[1::2]
    assert len(set(numbers)) == len(numbers), f"{file} has a ruling twice"
    return {number: body.split("\n#")[0].strip() for number, body in zip(numbers, bodies)}


def figures(text: str) -> Counter[str]:
    """Every number in a text: amounts, dice, hexes, rules and rulings referred to."""
    return Counter(re.findall(r"\d+", text))


def options(text: str) -> list[tuple[str, str]]:
    """The house options a ruling names, with their values."""
    return re.findall(r"\[(?:toggle|opción): (\w+ = [^ |\]]+)|\*\*(?:Toggle|Opción)\*\* `(\w+)`", text)


@pytest.mark.parametrize("slug", GAMES)
def test_a_word_on_who_is_favoured_belongs_to_a_scenario_and_is_a_sentence(slug: str) -> None:
    found = {key: text for key, text in texts(slug, "en").items() if key.endswith(".favours")}
    assert set(found) <= {f"scenario.{s.id}.favours" for s in find(slug).scenarios}
    assert all(text.endswith(".") for text in found.values())


@pytest.mark.parametrize("owner", [KERNEL, *GAMES])
class TestTexts:
    def test_spanish_has_exactly_the_texts_of_english(self, owner: str) -> None:
        english, spanish = texts(owner, "en"), texts(owner, "es")
        assert set(english) - set(spanish) == set(), "not translated"
        assert set(spanish) - set(english) == set(), "no longer said"

    def test_a_text_has_the_same_facts_in_both_languages(self, owner: str) -> None:
        english, spanish = texts(owner, "en"), texts(owner, "es")
        assert {k: facts(t) for k, t in spanish.items()} == {k: facts(t) for k, t in english.items()}

    def test_no_text_is_empty_unless_it_says_nothing_in_english_too(self, owner: str) -> None:
        english, spanish = texts(owner, "en"), texts(owner, "es")
        assert [k for k in english if bool(english[k].strip()) != bool(spanish[k].strip())] == []

    def test_only_names_and_symbols_read_the_same_in_both_languages(self, owner: str) -> None:
        english, spanish = texts(owner, "en"), texts(owner, "es")
        assert {k for k in english if english[k] == spanish[k]} == SAME_TEXTS.get(owner, set())

    def test_a_spanish_question_is_opened_as_well_as_closed(self, owner: str) -> None:
        spanish = texts(owner, "es")
        assert [k for k, t in spanish.items() if t.count("?") != t.count("¿")] == []
        assert [k for k, t in texts(owner, "en").items() if t.endswith("?") and "?" not in spanish[k]] == []


@pytest.mark.parametrize("game", GAMES)
class TestGame:
    def test_every_unit_has_a_spanish_name(self, game: str) -> None:
        entries = find(game).texts("es").entries
        names = {key.removeprefix("unit."): text for key, text in entries.items() if key.startswith("unit.")}
        assert set(names) == units(game)
        assert [unit for unit, name in names.items() if not name.strip() or "{" in name] == []

    def test_every_rule_is_there_once_in_the_order_of_the_english_ones(self, game: str) -> None:
        assert [r["id"] for r in rules(game, "rules.es.toml")] == [r["id"] for r in rules(game, "rules.toml")]

    def test_every_rule_has_a_spanish_title_and_sentence(self, game: str) -> None:
        spanish = rules(game, "rules.es.toml")
        assert [r["id"] for r in spanish if not r["title"].strip() or not r["says"].strip()] == []
        pairs = list(zip(rules(game, "rules.toml"), spanish))
        assert [e["id"] for e, s in pairs if e["says"] == s["says"]] == []
        assert {e["id"] for e, s in pairs if e["title"] == s["title"]} == SAME_TITLES.get(game, set())

    def test_a_rule_names_the_same_numbers_in_both_languages(self, game: str) -> None:
        pairs = zip(rules(game, "rules.toml"), rules(game, "rules.es.toml"))
        assert [e["id"] for e, s in pairs
                if figures(e["title"] + " " + e["says"]) != figures(s["title"] + " " + s["says"])] == []

    def test_every_ruling_is_there_in_the_order_of_the_english_ones(self, game: str) -> None:
        assert list(rulings(game, "rulings.es.md")) == list(rulings(game, "rulings.md"))

    def test_a_ruling_names_the_same_numbers_and_options_in_both_languages(self, game: str) -> None:
        english, spanish = rulings(game, "rulings.md"), rulings(game, "rulings.es.md")
        assert [r for r in english if figures(english[r]) != figures(spanish[r])] == []
        assert {r: options(t) for r, t in spanish.items()} == {r: options(t) for r, t in english.items()}
        assert [r for r in english if english[r] == spanish[r]] == []
