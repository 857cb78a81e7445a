"""Rulesets: the numbers, pieces, switches and rules of a game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final

import attrs

from .._internal.caches import cached
from .._internal.constructors import derive
from .._internal.immutable import Immutable
from .._internal.signatures import ShortSignature
from ..errors import FAILURES, MisuseError, blame_function
from ..errors.messages import brief
from ..errors.suggestions import did_you_mean, find_similar
from . import _ruleset_checks as checks
from . import box
from ._event_base import Event
from ._registered_rulesets import REGISTERED, has_namesake
from ._ruling_results import check_own_rulings, check_results
from .extension import Deck, Die, Extension, Reaction
from .looks import LOOKS
from .moves import Move
from .pieces import LOOK, MIN_PLAYERS, PENDING_PILES, SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount, SaltKind, no_kind
from .rule import WITHOUT_ACTION, Building, EventFold, Part, Rule, Rulings, When
from .switches import NAMES, SWITCHES, Setting, Switch, complaint_of_own

__all__ = ["Ruleset"]

_settings = attrgetter(*NAMES)

_CHANGED_BY_EXTENSIONS: Final = frozenset(("rules", "rulings", "extensions", "own_switches", "own_settings"))
"""The fields that ``with_extensions`` sets."""


# The hash of a state includes the hash of its ruleset, so the ruleset computes it only once.
@attrs.frozen(cache_hash=True, repr=False)
class Ruleset(Immutable):
    """
    A game's rules as one value: switches, numbers, pieces, buildings, rules and rulings.

    To create your own, use ``attrs.evolve`` on ``STANDARD``. A ruleset that differs in more than its switches from a
    registered one needs its own ``name``. Register it (``register``) before you serialize it or its games. Numbers that
    make a game impossible are rejected at once. Tuples "by number of players" contain the numbers for 2, 3 and 4
    players.

    Raises:
        MisuseError: the parts or numbers do not make a valid game, or a different ruleset is registered under this
            name; the message names the field.
    """

    SWITCHES: ClassVar = NAMES
    """The fields in which a registered ruleset may vary without a new name."""
    __signature__: ClassVar[ShortSignature] = ShortSignature()

    name: str = attrs.field(validator=checks.is_name)
    """The name in JSON and on the command line, such as ``"standard"``."""
    rules: tuple[Rule, ...] = attrs.field(validator=checks.entries_of(Rule))
    """The kinds of move, in the order in which ``legal_moves`` lists them."""
    buildings: tuple[Building, ...] = attrs.field(validator=checks.entries_of(Building))
    """The buildings in board order: the buildings passed to the constructor, then those that only a rule adds."""
    rulings: Rulings = attrs.field(validator=checks.is_rulings)
    """The functions for questions that the rulebook leaves open, and for rules that a group may change."""
    extensions: tuple[Extension, ...] = attrs.field(default=(), validator=checks.entries_of(Extension))
    """The extensions added with ``with_extensions``, in the order in which they react."""

    mapped_mine: bool = attrs.field(default=False, validator=checks.is_setting)
    """Whether tiles lie face up from the start (VAR-MAP)."""
    cart_capacity: int | None = attrs.field(default=None, validator=checks.is_setting)
    """The number of cubes that a cart frees in each of its spaces; None for all cubes (VAR-CART)."""
    all_miners_tire: bool = attrs.field(default=False, validator=checks.is_setting)
    """
    Whether an extraction tires all the player's rested miners in its chamber, even if fewer are needed (VAR-TIRE).
    """
    castle_line_stays: bool = attrs.field(default=False, validator=checks.is_setting)
    """Whether the miners in the castle line stay there at the end of a phase (VAR-LINE)."""
    lowest_price_bonus: bool = attrs.field(default=False, validator=checks.is_setting)
    """Whether a commercial privilege also earns its bonus when a cube is sold into a full column (VAR-SALE)."""

    tiles: tuple[tuple[ChamberTile, ...], ...] = attrs.field(default=box.TILES, validator=checks.entries_of(tuple))
    """The tiles of each level, one for each of its chambers."""
    orders: tuple[tuple[RoyalOrder, ...], ...] = attrs.field(default=box.ORDERS, validator=checks.entries_of(tuple))
    """The royal orders of each phase; the number of entries is the number of phases."""
    tools: tuple[str, ...] = attrs.field(default=box.TOOLS, validator=checks.each(checks.is_tool))
    """The ids of the tool cards, one per card. The order does not matter, as the cards are shuffled (SET-TOOLS)."""
    tools_per_phase: int = attrs.field(default=7, validator=checks.is_count)
    """The number of tool cards in each phase, including those on offer at its start (SETUP-2)."""
    salt_supply: SaltAmount = attrs.field(default=box.SALT_SUPPLY, validator=checks.is_salt)
    """Cubes of salt in the box, of each kind (SET-SUPPLY)."""
    water_supply: int = attrs.field(default=box.WATER_SUPPLY, validator=checks.is_count)
    """The number of cubes of water in the box (SET-SUPPLY)."""
    money_supply: int = attrs.field(default=box.MONEY_SUPPLY, validator=checks.is_count)
    """The amount of groszy in the box (SET-SUPPLY)."""
    miners_per_colour: int = attrs.field(default=box.MINERS_PER_COLOUR, validator=checks.is_colour)
    """The number of each player's miners in the box, including those in the bank (SET-SUPPLY)."""

    start_miners: tuple[int, int, int] = attrs.field(default=(5, 4, 4), validator=checks.are_by_players)
    """The number of miners that each player has in stock at the start, by number of players (SETUP-1)."""
    start_money: tuple[int, ...] = attrs.field(default=(10, 12, 14, 16), validator=checks.are_by_seat)
    """Each player's money at the start in groszy, in turn order (SETUP-1)."""
    start_salt: SaltAmount = attrs.field(default=box.SALT_AT_START, validator=checks.is_salt)
    """Cubes of salt that each player starts with (SETUP-1)."""
    start_market: SaltAmount = attrs.field(default=box.MARKET_AT_START, validator=checks.is_salt)
    """Cubes of salt in the market at the start (SETUP-1)."""
    open_orders: tuple[int, int, int] = attrs.field(default=(3, 3, 4), validator=checks.are_by_players)
    """The number of open royal orders, by number of players (SETUP-2)."""
    orders_to_end: tuple[int, int, int] = attrs.field(default=(4, 5, 5), validator=checks.are_by_players)
    """The number of completed orders that ends a phase, by number of players (PHASE-1)."""
    inn_start: tuple[int, int, int] = attrs.field(default=(4, 2, 0), validator=checks.are_by_players)
    """The space where the inn's marker starts, counted from 0, by number of players (SETUP-2)."""

    inn_track: tuple[int, ...] = attrs.field(default=box.INN_TRACK, validator=checks.are_counts)
    """The price in groszy for hiring a miner, by the space of the inn's marker (INN-1)."""
    workshop_prices: tuple[int, ...] = attrs.field(default=box.WORKSHOP_PRICES, validator=checks.are_counts)
    """The price in groszy of a tool, by slot, starting with the cheapest (SHOP-1)."""
    pump_prices: tuple[int, ...] = attrs.field(default=box.PUMP_PRICES, validator=checks.are_counts)
    """The prices in groszy of the first cubes of water; each further cube costs 1 more than the last (PUMP-1)."""
    market_prices: tuple[tuple[int, ...], ...] = attrs.field(
        default=box.MARKET_PRICES, validator=checks.each(checks.are_counts)
    )
    """
    The prices in groszy by space in the brown, green and white columns, starting with the space filled first, which
    has the highest price (MARKET-1).
    """
    market_refill: tuple[SaltKind, ...] = attrs.field(
        default=("brown", "green"), validator=checks.each(checks.is_salt_kind, may_be_none=True)
    )
    """Kinds of salt that receive a cube between phases if their column is empty (PHASE-2)."""
    privilege_gain: int = attrs.field(default=1, validator=checks.is_count)
    """The amount of groszy that a commercial privilege saves or earns in each trade (MARKET-3)."""
    town_square_income: int = attrs.field(default=1, validator=checks.is_count)
    """The amount of groszy that a visit to the town square earns (SQUARE-1)."""
    assistant_fee: int = attrs.field(default=1, validator=checks.is_count)
    """
    The amount of groszy that the bank pays an assistant's owner for each visit, or at the castle for each order
    (ASST-2).
    """
    toll: int = attrs.field(default=1, validator=checks.is_count)
    """The price in groszy for carrying a cube through a space (HAUL-1)."""
    food_miners: int = attrs.field(default=2, validator=checks.is_food)
    """The maximum number of tired miners that can stand up with one use of food (FOOD-1)."""
    cart_spaces: int = attrs.field(default=2, validator=checks.is_count)
    """The maximum number of adjacent spaces that one cart can free from toll (CART-1)."""
    penalty: int = attrs.field(default=3, validator=checks.is_count)
    """The penalty in groszy for a failed delivery at the castle (CASTLE-4)."""

    actions_first_round: int = attrs.field(default=1, validator=checks.is_turn_length)
    """The number of actions per turn in the first round of a phase (TURN-1)."""
    actions: int = attrs.field(default=2, validator=checks.is_turn_length)
    """The number of actions per turn after the first round of a phase (TURN-1)."""

    salt_value: int = attrs.field(default=3, validator=checks.is_count)
    """The value of a cube at the end, in groszy (END-1)."""
    tool_values: tuple[tuple[int, int], ...] = attrs.field(
        default=((1, 2), (3, 6), (5, 10), (7, 14), (9, 20)), validator=checks.are_tool_values
    )
    """The values of tools at the end, as pairs of a minimum number of tools and groszy (END-1)."""

    own_switches: tuple[Switch, ...] = attrs.field(default=(), validator=checks.entries_of(Switch))
    """Switches in addition to the library's; the ruleset's own rules read them with ``setting``."""
    own_settings: tuple[Setting, ...] = ()
    """
    The settings of ``own_switches``, in the same order; by default all are off. ``with_switches`` sets them by name.
    """

    by_move: Mapping[type[Move], Rule] = attrs.field(init=False, eq=False)
    """The rule of each class of moves."""
    by_type: Mapping[str, Rule] = attrs.field(init=False, eq=False)
    """The rule of each ``"type"`` of move."""
    event_types: Mapping[str, type[Event]] = attrs.field(init=False, eq=False)
    """The event classes that rules and extensions define, by ``"type"``."""
    _folds: Mapping[type[Event], EventFold] = attrs.field(init=False, eq=False)
    """The folds of the event classes that rules and extensions define."""
    parts: Mapping[str, Part] = attrs.field(init=False, eq=False)
    """The parts of the state that rules and extensions add, by key."""
    decks: Mapping[str, Deck] = attrs.field(init=False, eq=False)
    """The decks of the extensions, by id."""
    dice: Mapping[str, Die] = attrs.field(init=False, eq=False)
    """The dice of the extensions, by id."""
    has_looks: bool = attrs.field(init=False, eq=False)
    """Whether an extension lets players look at face-down tiles (see ``GameState.seen_by``)."""
    pending_piles: tuple[str, ...] = attrs.field(init=False, eq=False)
    """The kinds of pieces that can be pending: tiles, orders, tools, looks, and the ids of decks and dice."""
    _reactions: tuple[tuple[str, Reaction], ...] = attrs.field(init=False, eq=False)
    """All reactions of the extensions in order, each with its extension's id."""
    _moments: Mapping[type[Event], tuple[int, ...]] = attrs.field(init=False, eq=False)
    """The indices of the reactions to each class of events. The entry for ``Event`` covers all other classes."""
    _own_labels: tuple[Mapping[str, Mapping[str, str]], ...] = attrs.field(init=False, eq=False)
    """The words of rules and extensions, by language and id, in order of precedence."""
    _due_rules: tuple[Rule, ...] = attrs.field(init=False, eq=False)
    """The rules whose moves an extension can require."""
    _free_rules: tuple[Rule, ...] = attrs.field(init=False, eq=False)
    """The rules whose moves need neither an action nor a tool."""
    assistant_places: tuple[str, ...] = attrs.field(init=False, eq=False)
    """The buildings where an assistant can be sent, in board order."""
    building_ids: frozenset[str] = attrs.field(init=False, eq=False)
    """The ids of the buildings."""
    _dearest_tool: int = attrs.field(init=False, eq=False)
    """The highest price printed at the workshop, in groszy."""
    _dearest_salt: int = attrs.field(init=False, eq=False)
    """The highest price printed at the market, in groszy."""
    paying_buildings: frozenset[str] = attrs.field(init=False, eq=False)
    """The buildings whose assistants earn from visits (ASST-2)."""

    _by_switch: dict[str, Setting] = attrs.field(init=False, eq=False)
    """The setting of each switch, in the order of ``switches``."""

    _available: dict[Hashable, tuple[tuple[Rule, ...], tuple[Rule, ...]]] = attrs.field(
        init=False, eq=False, factory=dict
    )
    """The engine's cache of rules that apply; not part of the value."""

    def __attrs_post_init__(self) -> None:
        # Numbers are checked before fields are derived from them. ``check_whole`` comes last because it reads derived
        # fields.
        checks.check_numbers(self)
        # The standard ruleset is created before it can be registered, and is compared with itself.
        standard = REGISTERED.get("standard", self)
        derive(self, "rulings", check_own_rulings(f"ruleset {self.name!r}", self.rulings, standard.rulings))
        self._set_switches()
        brought_along = (rule.building for rule in self.rules if isinstance(rule.building, Building))
        # ``attrs.evolve`` passes the buildings of the old ruleset along. They include the buildings of its rules, which
        # must not be added twice.
        derive(self, "buildings", tuple(dict.fromkeys((*self.buildings, *brought_along))))
        brought_events = [*(rule.events for rule in self.rules), *(extension.events for extension in self.extensions)]
        folds = {event: fold for events in brought_events for event, fold in events.items()}
        parts = [rule.part for rule in self.rules if rule.part is not None]
        parts += [part for extension in self.extensions for part in extension.parts]
        derive(self, "by_move", {rule.move: rule for rule in self.rules})
        derive(self, "by_type", {rule.move.type: rule for rule in self.rules})
        derive(self, "event_types", {event.type: event for event in folds})
        derive(self, "_folds", folds)
        derive(self, "parts", {part.key: part for part in parts})
        derive(self, "decks", {deck.id: deck for extension in self.extensions for deck in extension.decks})
        derive(self, "dice", {die.id: die for extension in self.extensions for die in extension.dice})
        derive(self, "has_looks", any(extension.has_looks for extension in self.extensions))
        looks = (LOOK,) if self.has_looks else ()
        derive(self, "pending_piles", (*PENDING_PILES, *looks, *self.decks, *self.dice))
        reactions = [(extension.id, reaction) for extension in self.extensions for reaction in extension.reactions]
        derive(self, "_reactions", tuple(reactions))
        derive(self, "_moments", _moments([reaction.to for _, reaction in reactions]))
        labels = (*(rule.labels for rule in self.rules), *(extension.labels for extension in self.extensions))
        derive(self, "_own_labels", tuple(words for words in labels if words))
        derive(self, "_due_rules", tuple(rule for rule in self.rules if rule.when is When.DUE))
        free = tuple(rule for rule in self.rules if rule.when in WITHOUT_ACTION and rule.tool is None)
        derive(self, "_free_rules", free)
        helped = tuple(building for building in self.buildings if building.has_assistant_place)
        derive(self, "assistant_places", tuple(building.id for building in helped))
        derive(self, "building_ids", frozenset(building.id for building in self.buildings))
        derive(self, "_dearest_tool", max(self.workshop_prices))
        derive(self, "_dearest_salt", max(map(max, self.market_prices)))
        derive(self, "paying_buildings", frozenset(building.id for building in helped if building.pays_on_visit))
        checks.check_whole(self)
        # Two different rulesets with the same name would be confused in logs and in every message with the name.
        if has_namesake(self):
            raise MisuseError(
                f"ruleset {self.name!r}: a registered ruleset has this name, and this one differs in more than its "
                "switches; pass another name, such as name='house'"
            )

    def _set_switches(self) -> None:
        if self.own_settings == ():
            derive(self, "own_settings", tuple(switch.off for switch in self.own_switches))
        if complaint := complaint_of_own(self.own_switches, self.own_settings):
            raise MisuseError(f"ruleset {self.name!r}: {complaint}")
        names = (switch.name for switch in self.switches)
        derive(self, "_by_switch", dict(zip(names, self.settings, strict=True)))

    def __repr__(self) -> str:
        switches = "".join(f", {switch.name}={self.setting(switch.name)!r}" for switch in self.switches)
        return f"<Ruleset {self.name!r}{switches}>"

    def with_extensions(self, *extensions: Extension, name: str, **changes: Any) -> Ruleset:
        """
        Return this ruleset with *extensions*, which react and change rulings in this order.

        Args:
            extensions: The extensions to add.
            name: The name of the new ruleset.
            changes: Other fields to change, such as ``tools``. The fields that extensions change, such as ``rules``,
                are not allowed.

        Raises:
            MisuseError: the parts do not fit together, or *changes* has a field that extensions change; the message
                says why.
        """
        given: tuple[Any, ...] = extensions
        if strange := [extension for extension in given if not isinstance(extension, Extension)]:
            raise MisuseError(f"extensions: expected an Extension, got {brief(strange[0])}")
        if taken := [field for field in changes if field in _CHANGED_BY_EXTENSIONS]:
            raise MisuseError(
                f"with_extensions: {taken[0]}: extensions change this field, so set it with attrs.evolve before you "
                "add them"
            )
        rulings = self.rulings
        for extension in extensions:
            owner = f"extension {extension.id!r}"
            for ruling, wrap in extension.rulings.items():
                try:
                    changed = wrap(getattr(rulings, ruling))
                except FAILURES as error:
                    raise blame_function(f"{owner}: rulings: {ruling}", error) from error
                if not callable(changed):
                    raise MisuseError(
                        f"{owner}: rulings: {ruling}: expected a function that returns the new ruling, but it returned "
                        f"{brief(changed)}"
                    )
                # An extension may return the old ruling, which is compared with the standard one by identity.
                if changed is not getattr(rulings, ruling):
                    rulings = attrs.evolve(rulings, **{ruling: check_results(owner, ruling, changed)})
        rules = (rule for extension in extensions for rule in extension.rules)
        switches = tuple(switch for extension in extensions for switch in extension.switches)
        return attrs.evolve(
            self,
            name=name,
            rules=(*self.rules, *rules),
            rulings=rulings,
            extensions=(*self.extensions, *extensions),
            own_switches=(*self.own_switches, *switches),
            own_settings=(*self.own_settings, *(switch.off for switch in switches)),
            **changes,
        )

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The library's switches, then the ruleset's own."""
        return (*SWITCHES, *self.own_switches)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings of the switches, in the order of ``switches``."""
        return (*_settings(self), *self.own_settings)

    def setting(self, name: str) -> Setting:
        """Return the setting of one of ``switches``. Raises ``MisuseError`` for an unknown name."""
        if name not in self._by_switch:
            meant = did_you_mean(find_similar(name, self._by_switch))
            known = f"{' Its' if meant else '; its'} switches are {', '.join(self._by_switch)}"
            raise MisuseError(f"ruleset {self.name!r} has no switch {brief(name)}{meant}{known}")
        return self._by_switch[name]

    def with_switches(self, **settings: Setting) -> Ruleset:
        """
        Return this ruleset with these settings of its own switches and the library's.

        >>> from magnum_sal import STANDARD
        >>> STANDARD.with_switches(mapped_mine=True).mapped_mine
        True

        Raises:
            MisuseError: there is no such switch, or the setting is invalid.
        """
        for name in settings:
            self.setting(name)
        # ``True == 1``, so an invalid setting could otherwise pass as an equal valid one.
        given: dict[str, object] = {**settings}
        for switch in self.switches:
            if switch.name in given and (complaint := switch.complaint(given[switch.name])):
                raise MisuseError(f"ruleset {self.name!r}: {switch.name}: {complaint}")
        return with_switches(self, (self._by_switch | settings).values())

    @property
    def building_order(self) -> tuple[str, ...]:
        """The ids of the buildings, in board order."""
        return tuple(building.id for building in self.buildings)

    @property
    def tool_kinds(self) -> tuple[str, ...]:
        """The tools, each once, in the order of ``tools``."""
        return tuple(dict.fromkeys(self.tools))

    @property
    def card_kinds(self) -> tuple[str, ...]:
        """The cards of the extensions' decks, each once."""
        return tuple(dict.fromkeys(card for deck in self.decks.values() for card in deck.cards))

    @property
    def face_kinds(self) -> tuple[str, ...]:
        """The faces of the extensions' dice, each once."""
        return tuple(dict.fromkeys(face for die in self.dice.values() for face in die.faces))

    @property
    def own_parts(self) -> Mapping[str, Part]:
        """The parts whose values only extensions change; the engine keeps those of decks, dice and looks."""
        kept = {LOOKS, *self.decks, *self.dice}
        return {key: part for key, part in self.parts.items() if key not in kept}

    @property
    def streams(self) -> tuple[str, ...]:
        """The ids of the decks that reshuffle and of the dice, sorted: each draws from a stream of the setup."""
        return tuple(sorted((*(deck.id for deck in self.decks.values() if deck.reshuffles), *self.dice)))

    @property
    def phases(self) -> int:
        """The number of phases."""
        return len(self.orders)

    @property
    def _has_course(self) -> bool:
        """Whether a position can wait for reactions, cards or rolls, which the engine's own part ``Course`` lists."""
        return bool(self._moments or self.decks or self.dice)

    def _reactions_to(self, kind: type[Event]) -> tuple[int, ...]:
        """Return the indices of the reactions to a class of events, in calling order."""
        return self._moments.get(kind, self._moments.get(Event, ()))

    def actions_in(self, round: int) -> int:
        """Return the number of actions in a turn of *round*. The first round of a phase is round 1 (TURN-1)."""
        return self.actions_first_round if round == 1 else self.actions

    def market_column(self, kind: SaltKind) -> tuple[int, ...]:
        """Return *kind*'s prices, starting with the space filled first. Raises ``MisuseError`` for an unknown kind."""
        if kind not in SALT_KINDS:
            raise no_kind(kind)
        return self.market_prices[SALT_KINDS.index(kind)]


def _moments(reacted: list[type[Event]]) -> dict[type[Event], tuple[int, ...]]:
    """Return the indices of the reactions to each class of events, in order, including the reactions to all events."""
    return {
        # A reaction to ``Event`` reacts to every class. Reactions keep their order, whether they name the class or not.
        kind: tuple(number for number, to in enumerate(reacted) if to is kind or to is Event)
        for kind in dict.fromkeys((*reacted, *((Event,) if reacted else ())))
    }


def by_players(numbers: tuple[int, int, int], players: int) -> int:
    """Return the number for 2, 3 or 4 *players*."""
    return numbers[players - MIN_PLAYERS]


def most_water(ruleset: Ruleset) -> int:
    """Return the maximum number of water cubes in the mine, including stand-ins (SET-SUPPLY)."""
    return max(ruleset.water_supply, sum(tile.water for tiles in ruleset.tiles for tile in tiles))


def check_ruleset(ruleset: object) -> None:
    """Raise ``MisuseError`` if *ruleset* is not a ``Ruleset``."""
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: expected a Ruleset, got {brief(ruleset)}")


def with_switches(ruleset: Ruleset, settings: Iterable[Setting]) -> Ruleset:
    """Return *ruleset* with these settings in the order of its ``switches``; the same object if nothing changes."""
    settings = tuple(settings)
    return ruleset if settings == ruleset.settings else _with_settings(ruleset, settings)


# Equal settings give the same object, and with it the same caches. The limit keeps files and requests with ever-new
# settings from filling the memory.
@cached(most=64)
def _with_settings(ruleset: Ruleset, settings: tuple[Setting, ...]) -> Ruleset:
    changes: dict[str, Any] = dict(zip(NAMES, settings[: len(NAMES)], strict=True))
    return attrs.evolve(ruleset, **changes, own_settings=settings[len(NAMES) :])
