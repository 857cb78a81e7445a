"""The games to record, each because it adds something to the games before it in the list."""

from __future__ import annotations

from typing import Final

from tests.games.playing import NAMES, ArenaGame, Plan

from magnum_sal.model.switches import SWITCHES
from magnum_sal.words.agreement import agreement

PAST_GAMES: Final = ("schema_1_switches", "schema_2_undone", "schema_2_table", "schema_2_mapped_table")
"""The games that ``record_by_past.py`` records."""

ARENA_GAMES: Final = {
    "arena_cap": ArenaGame(bots=("random", "random"), most_moves=40),
    "arena_forfeit": ArenaGame(bots=("random", "tests.games.playing:walk_out", "random"), most_moves=400),
}
"""Games of the arena that do not end by the rules."""

EVERY_SWITCH: Final = {switch.name: switch.on for switch in SWITCHES}

PLANS: Final = (
    Plan("tie_by_miners", 10812, 2, ruleset="short_and_rich"),
    Plan("tie_by_tools", 10142, 4, ruleset="short_and_rich"),
    Plan("stranded", 42, 2, ruleset="stranded_miners_block", chooser="straying", steps=215),
    Plan("server_agreed", 20, 2, chooser="trader", steps=70, end=agreement(NAMES[0][:2], [])),
    Plan("server_absent", 21, 3, chooser="townsfolk", steps=70, end=agreement(NAMES[1][:2], NAMES[1][2:3])),
    Plan(
        "chapel_table",
        274,
        3,
        ruleset="crystal_chapel",
        switches={"mapped_mine": True, "cart_capacity": 2},
        chooser="straying",
        at_table=True,
        steps=60,
    ),
    Plan("smithy_switches", 13, 3, ruleset="smithy_game", switches=EVERY_SWITCH, steps=60, end="supper is ready"),
    Plan(
        "chapel_four",
        149,
        4,
        ruleset="crystal_chapel",
        switches={"cart_capacity": 2, "lowest_price_bonus": True},
        steps=60,
        end="supper is ready",
    ),
    Plan("bonus_table_four", 36, 4, switches={"lowest_price_bonus": True}, chooser="trader", at_table=True, steps=30),
    Plan(
        "chain_two",
        93,
        2,
        switches={"all_miners_tire": True, "lowest_price_bonus": True},
        steps=60,
        end="supper is ready",
    ),
    Plan(
        "smithy_table",
        32,
        4,
        ruleset="smithy_game",
        switches={"all_miners_tire": True},
        chooser="any_kind",
        at_table=True,
        steps=120,
    ),
    Plan("bonus_three", 7, 3, switches={"lowest_price_bonus": True}, chooser="trader", steps=30, end="supper is ready"),
    Plan(
        "stranded_table",
        8,
        4,
        ruleset="stranded_miners_block",
        switches={"cart_capacity": 2},
        at_table=True,
        steps=60,
        end="supper is ready",
    ),
    Plan("bonus_two", 68, 2, switches={"lowest_price_bonus": True}, chooser="trader", at_table=True, steps=40),
    Plan("ropes_three", 310, 3, switches=EVERY_SWITCH, chooser="trader", steps=200),
    Plan(
        "rich_table",
        355,
        3,
        ruleset="short_and_rich",
        switches={"mapped_mine": True, "all_miners_tire": True},
        at_table=True,
        steps=120,
        end="supper is ready",
    ),
    Plan("smithy_two", 213, 2, ruleset="smithy_game", switches={"mapped_mine": True}, chooser="any_kind", steps=120),
    Plan("nobody_to_send", 214, 3, switches={"castle_line_stays": True}, chooser="any_kind", steps=250, undo_every=40),
    Plan(
        "chapel_switches",
        206,
        4,
        ruleset="crystal_chapel",
        switches=EVERY_SWITCH,
        chooser="straying",
        steps=250,
        end="the inn closes",
    ),
    Plan(
        "stranded_three",
        109,
        3,
        ruleset="stranded_miners_block",
        switches={"mapped_mine": True, "lowest_price_bonus": True},
        steps=60,
        end="the inn closes",
    ),
    Plan(
        "chapel_two",
        396,
        2,
        ruleset="crystal_chapel",
        switches={"cart_capacity": 2, "all_miners_tire": True, "lowest_price_bonus": True},
        chooser="straying",
        steps=60,
        end="the inn closes",
    ),
    Plan("switches_two", 135, 2, switches=EVERY_SWITCH),
    Plan("switches_table_four", 227, 4, switches=EVERY_SWITCH, at_table=True),
    Plan("chapel_table_whole", 372, 2, ruleset="crystal_chapel", switches={"mapped_mine": True}, at_table=True),
    Plan("line_stays_three", 361, 3, switches={"castle_line_stays": True}),
    Plan("shared_win", 12498, 2, ruleset="short_and_rich"),
    Plan("cart_three", 124, 3, switches={"mapped_mine": True, "cart_capacity": 2, "lowest_price_bonus": True}),
    Plan("rope_unrevealed", 5042, 2, steps=140),
    Plan("no_order_open", 171, 4, chooser="hoarder", steps=197),
    Plan("nowhere_to_go", 547, 3, chooser="leaver", steps=224),
    Plan("lamp_table", 25, 2, ruleset="lamp_game", chooser="lamplighter", at_table=True, steps=150, undo_every=40),
    Plan("lamp_three", 35, 3, ruleset="lamp_game", chooser="lamplighter", steps=120, undo_every=50),
    Plan("lamp_four", 3, 4, ruleset="lamp_game", switches={"mapped_mine": True}, chooser="lamplighter", steps=60),
    Plan("weather_table", 4, 3, ruleset="weather_game", at_table=True, steps=60),
    Plan("weather_two", 5, 2, ruleset="weather_game", steps=60),
    Plan("weather_four", 6, 4, ruleset="weather_game", steps=60),
    Plan("night_table", 7, 4, ruleset="night_shift", chooser="lamplighter", at_table=True, steps=120),
    Plan("night_two", 8, 2, ruleset="night_shift", chooser="lamplighter", steps=120),
    Plan("night_three", 9, 3, ruleset="night_shift", switches={"mapped_mine": True}, chooser="lamplighter", steps=60),
    Plan(
        "from_position",
        3,
        2,
        position="S1: AB | S2: B | 1L1: Aa [BG/1] | A: rope, 12 groszy | turn: B, phase 1, round 3",
        steps=60,
        undo_every=40,
        end="supper is ready",
    ),
    Plan("schema_5_table", 1, 2, at_table=True, steps=12),
)
"""The other games, which ``tests.games.recording`` plays."""
