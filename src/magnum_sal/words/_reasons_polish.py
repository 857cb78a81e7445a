"""What speaks against a move, in Polish: a sentence for each reason, with the facts in braces."""

from __future__ import annotations

from typing import Final

_TURN: Final = {
    "game_over": "gra jest skończona",
    "tile_waits": "najpierw trzeba odkryć żeton komnaty {space}",
    "order_waits": "najpierw trzeba odkryć zamówienie na miejscu {slot:slot}",
    "tool_waits": "najpierw trzeba odkryć narzędzie na miejscu {slot:slot}",
    "arrival_waits": "twój górnik dotarł do zamku; najpierw zrealizuj zamówienie albo zapłać karę",
    "card_waits": "najpierw trzeba odkryć kartę: {deck:id}",
    "decision_due": "najpierw trzeba zdecydować o czymś innym: {type:id}",
    "nothing_due": "nie ma o czym decydować: {type:id}",
    "nobody_arrived": "żaden twój górnik nie dotarł do zamku",
    "no_action_left": "w tej turze nie masz już akcji",
    "visited_already": "ten budynek już odwiedzono w tej turze: {building:id}",
    "no_miner_just_placed": "ten ruch jest możliwy tylko zaraz po wstawieniu górnika do kopalni lub jego ruchu "
    "w kopalni",
    "no_miner_just_placed.not_owned": "nie masz takiego narzędzia: {tool:id}; używa się go tylko zaraz po "
    "wstawieniu górnika do kopalni lub jego ruchu w kopalni",
    "actions_left": "pozostało jeszcze: {actions:action}; spasuj, jeśli nie chcesz ich użyć",
    "actions_left.one_actions": "pozostało jeszcze: {actions:action}; spasuj, jeśli nie chcesz jej użyć",
    "none_possible": "żaden ruch tego rodzaju nie jest teraz możliwy",
    "turn_of_one_action": "tury z jedną akcją nie można poświęcić na odpoczynek",
    "action_used": "akcja tej tury jest już wykonana, więc górnicy nie mogą odpocząć",
    "action_used.only_passed": "w tej turze na razie tylko pasujesz; pasuj aż do jej końca, a twoi górnicy odpoczną",
}

_MINERS: Final = {
    "no_miner_in_stock": "nie masz górnika w zasobie",
    "no_miner_there": "w {space} nie masz górnika",
    "only_tired_miners": "w {space} masz tylko zmęczonych górników",
    "no_tired_miner": "nie masz zmęczonego górnika",
    "no_assistant_there": "nie masz tam pomocnika: {building:id}",
    "no_such_source": "nie można wysłać górnika {place:from}",
    "nobody_to_send": "nie masz wypoczętego górnika do wysłania: ani w zasobie, ani w kopalni, ani w budynku",
    "nobody_to_send.in_line": "nie masz wypoczętego górnika do wysłania: ani w zasobie, ani w kopalni, ani w "
    "budynku; z kolejki w zamku nikogo nie można odwołać",
    "nobody_else_to_send": "żaden inny twój wypoczęty górnik nie może przejść na inne pole",
    "nowhere_to_go": "stąd twój górnik nie dojdzie do innego pola: {places:place}",
    "there_already": "górnik już jest w {space}; musi iść na inne pole",
    "all_arrived_now": "wszyscy twoi wypoczęci górnicy w {space} weszli tam w tej akcji; lina przenosi innego",
    "too_many_eating": "jeden prowiant stawia na nogi najwyżej: {most:miner}, a nie {wanted}",
    "too_few_tired": "w {space} masz: {tired:tired_miner}, a nie {wanted}",
}

_LAST: Final = "twój górnik jest ostatni w {space}; bez niego "
_CUTS_OFF: Final = _LAST + "pola {lost:and} straciłyby połączenie z wejściem"
_CUTS_OFF_ONE: Final = _LAST + "pole {lost} straciłoby połączenie z wejściem"
_MAY_BE_LEFT_EMPTY: Final = "; komnatę można zostawić pustą tylko wtedy, gdy w niej i dalej nie ma już soli"
_SALTY: Final = _MAY_BE_LEFT_EMPTY + ", a w {salty} jest jeszcze sól"
_UNREVEALED: Final = _MAY_BE_LEFT_EMPTY + ", a {unrevealed} nie jest jeszcze odkryta"

_CHAIN: Final = {
    "not_connected": "{space} nie ma połączenia z wejściem: {empty} jest puste",
    "would_not_be_connected": "{space} nie ma połączenia z wejściem: {empty} byłoby puste",
    "cannot_be_entered": "do {space} nie można wejść",
    "cuts_off": _CUTS_OFF,
    "cuts_off.one_lost": _CUTS_OFF_ONE,
    "cuts_off_beside_salt": _CUTS_OFF + _SALTY,
    "cuts_off_beside_salt.one_lost": _CUTS_OFF_ONE + _SALTY,
    "cuts_off_unrevealed": _CUTS_OFF + _UNREVEALED,
    "cuts_off_unrevealed.one_lost": _CUTS_OFF_ONE + _UNREVEALED,
    "all_hold_the_chain": "każdy twój wypoczęty górnik jest ostatni na swoim polu ({spaces}), a bez niego inni "
    "straciliby połączenie z wejściem",
}

_EXTRACTION: Final = {
    "miners_tired": "twoi górnicy w {space} są zmęczeni",
    "no_miner_at_salt": "w żadnej komnacie z solą nie masz górnika",
    "miners_at_salt_tired": "wszyscy twoi górnicy w komnatach z solą są zmęczeni",
    "no_cube_asked": "wydobywa się co najmniej 1 kostkę soli",
    "salt_not_there": "w {space} jest {held}, więc nie można wziąć {wanted}",
    "salt_not_there.no_held": "w {space} nie ma już soli, więc nie można wziąć {wanted}",
    "too_weak": "twoja siła w {space} to za mało na tyle soli: {cubes:cube} ({rested:rested_miner}, "
    "{pickaxes:pickaxe}, {water:water})",
    "too_weak_anywhere": "dla twoich wypoczętych górników jest za dużo wody w: {spaces}",
    "too_many_pickaxes": "{pickaxes:pickaxe} to za dużo: jeden górnik musi pracować, a oprócz niego przyda się "
    "tu najwyżej {most:pickaxe} ({cubes:cube}[, {water:water}])",
    "too_many_pickaxes.no_most": "{pickaxes:pickaxe} to za dużo: jeden górnik musi pracować i sam tu wystarczy "
    "({cubes:cube}[, {water:water}])",
    "nobody_on_the_way": "w {space} nikt nie stoi, więc nic nie można tędy wynieść",
    "wrong_toll": "wyniesienie soli z {space} ({cubes:cube}) kosztuje razem {prices:grosz}, a nie {paid}",
    "toll_too_dear": "trzeba by zapłacić razem {price:grosz}, a masz {money}",
    "every_way_too_dear": "wyniesienie jednej kostki kosztuje co najmniej {price:grosz}, a masz {money}",
    "too_many_carts": "{carts:cart} to za dużo: każdy zwalnia inne pole; płatne pola na drodze z {space}: {charged}",
    "wrong_number_of_payments": "{payments:payment} na {players} graczy; dla każdego musi być jedna liczba, dla "
    "ciebie 0",
    "pays_oneself": "nie możesz zapłacić sobie ({paid:grosz}); twoja własna liczba to 0",
    "impossible_split": "opłat na drodze z {space} nie można tak podzielić: {shares:share}",
}

_BUILDINGS: Final = {
    "no_such_building": "nie ma takiego budynku: {building:id}",
    "no_assistant_place": "ten budynek nie ma miejsca dla pomocnika: {building:id}",
    "assistant_place_taken": "stoi tam już ({building:id}) pomocnik gracza {owner}",
    "no_assistant_place_free": "w żadnym budynku nie ma wolnego miejsca dla pomocnika",
    "nobody_to_hire": "w tej fazie w karczmie nie ma już nikogo",
    "all_miners_hired": "masz już wszystkich swoich górników ({miners})",
    "hiring_too_dear": "następny górnik kosztuje {price:grosz}, a masz {money}",
    "no_such_slot": "nie ma tam miejsca {slot:slot} ({building:id}); są tylko miejsca od 1 do {slots}",
    "empty_slot": "miejsce {slot:slot} jest puste ({building:id})",
    "tool_too_dear": "to narzędzie ({tool:id}) kosztuje {price:grosz}, a masz {money}",
    "no_tool_on_offer": "nie ma żadnego narzędzia do kupienia",
    "all_tools_too_dear": "masz {money:grosz}, a najtańsze narzędzie kosztuje {price}",
    "no_miner_at_water": "w żadnej komnacie z wodą nie masz górnika",
    "no_water_there": "w {space} nie ma wody",
    "no_water_asked": "trzeba wypompować co najmniej 1 kostkę wody",
    "too_little_water": "woda w {space}: {held:water}, a nie {wanted}",
    "too_little_water.no_held": "w {space} nie ma wody, więc nie można jej wypompować ({wanted:water})",
    "pumping_too_dear": "wypompowanie ({water:water}) kosztuje {price:grosz}, a masz {money}",
    "not_adjacent": "{target} nie sąsiaduje z {space}; komnaty sąsiednie z {space} to {neighbours:and}",
    "not_adjacent.one_neighbours": "{target} nie sąsiaduje z {space}; jedyna komnata sąsiednia z {space} to "
    "{neighbours}",
}

_MARKET: Final = {
    "no_salt_to_sell": "nie masz takiej soli na sprzedaż: {kind:id}",
    "no_salt_to_sell.then": "nie masz już wtedy takiej soli na sprzedaż: {kind:id}",
    "column_full": "ta kolumna jest pełna, więc nie można sprzedać takiej soli: {kind:id}",
    "column_full.then": "ta kolumna jest wtedy pełna, więc nie można sprzedać więcej takiej soli: {kind:id}",
    "no_salt_at_market": "na targu brak takiej soli: {kind:id}",
    "no_salt_at_market.then": "na targu nie ma już wtedy takiej soli: {kind:id}",
    "salt_too_dear": "{kind:id} kosztuje {price:grosz}, a masz {money}",
    "salt_too_dear_then": "{kind:id} kosztuje {price:grosz}, a będziesz mieć wtedy {money}",
    "cube_just_sold": "kostka, którą chcesz kupić, to ta właśnie sprzedana: {kind:id}",
    "cube_just_bought": "jedyna kostka, którą możesz sprzedać, to ta właśnie kupiona: {kind:id}",
    "no_trade_possible": "twoja sól ({salt}) i pieniądze ({money:grosz}) nie pozwalają nic sprzedać ani kupić",
    "no_trade_possible.no_market": "targ jest pusty, a nie masz soli na sprzedaż",
    "no_trade_possible.no_salt": "nie masz soli na sprzedaż, a na zakupy masz za mało: {money:grosz}",
}

_CASTLE: Final = {
    "salt_for_order_missing": "zamówienie wymaga {wanted}, a masz {salt}",
    "salt_for_order_missing.no_salt": "zamówienie wymaga {wanted}, a nie masz soli",
    "no_order_open": "nie ma odkrytych zamówień",
    "no_order_covered": "twoja sól ({salt}) nie wystarcza na żadne zamówienie",
    "no_order_covered.no_salt": "nie masz soli, więc nie zrealizujesz żadnego zamówienia",
    "must_complete": "możesz zrealizować zamówienie {order}, więc musisz któreś zrealizować",
    "money_and_cube": "karą są pieniądze albo kostka, a nie {paid:grosz} i kostka",
    "no_salt_to_give": "nie masz takiej soli do oddania: {kind:id}",
    "wrong_penalty": "kara to {penalty:grosz} albo kostka, a nie {paid:grosz}",
    "wrong_penalty.no_salt": "kara to {penalty:grosz}, a nie {paid}",
    "must_give_cube": "masz {money:grosz}, czyli mniej niż {penalty}, więc musisz oddać kostkę soli",
    "must_pay_all_money": "nie mając soli, płacisz wszystkie pieniądze: {money:grosz}, a nie {paid}",
}

_TOOLS: Final = {
    "tool_not_owned": "nie masz takiego narzędzia: {tool:id}",
    "tool_used_up": "wszystkie takie narzędzia masz w tej fazie już użyte: {tool:id}",
    "too_few_tools_ready": "gotowe do użycia: {ready:{tool}}, a nie {wanted}",
}

REASONS: Final = {
    **_TURN,
    **_MINERS,
    **_CHAIN,
    **_EXTRACTION,
    **_BUILDINGS,
    **_MARKET,
    **_CASTLE,
    **_TOOLS,
}
