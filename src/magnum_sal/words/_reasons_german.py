"""What speaks against a move, in German: a sentence for each reason, with the facts in braces."""

from __future__ import annotations

from typing import Final

_TURN: Final = {
    "game_over": "das Spiel ist zu Ende",
    "tile_waits": "zuerst muss das Plättchen von {space} aufgedeckt werden",
    "order_waits": "zuerst muss der Auftrag auf Feld {slot:slot} aufgedeckt werden",
    "tool_waits": "zuerst muss das Werkzeug auf Feld {slot:slot} aufgedeckt werden",
    "arrival_waits": "einer deiner Bergleute ist in der Burg angekommen; erfülle zuerst einen Auftrag oder "
    "zahle die Strafe für ihn",
    "card_waits": "zuerst muss eine Karte aufgedeckt werden: {deck:id}",
    "decision_due": "zuerst ist etwas anderes zu entscheiden: {type:id}",
    "nothing_due": "es ist nichts zu entscheiden: {type:id}",
    "nobody_arrived": "keiner deiner Bergleute ist in der Burg angekommen",
    "no_action_left": "du hast in diesem Spielzug keine Aktion mehr",
    "visited_already": "dieses Gebäude hast du in diesem Spielzug schon besucht: {building:id}",
    "no_miner_just_placed": "das geht nur direkt, nachdem ein Bergmann im Bergwerk eingesetzt oder bewegt wurde",
    "no_miner_just_placed.not_owned": "dieses Werkzeug besitzt du nicht: {tool:id}; es lässt sich nur direkt "
    "einsetzen, nachdem ein Bergmann im Bergwerk eingesetzt oder bewegt wurde",
    "actions_left": "du hast noch {actions:action}; passe, wenn du sie nicht nutzen willst",
    "actions_left.one_actions": "du hast noch {actions:action}; passe, wenn du sie nicht nutzen willst",
    "none_possible": "ein solcher Zug ist jetzt nicht möglich",
    "turn_of_one_action": "auf einen Spielzug mit nur einer Aktion kann man nicht für eine Pause verzichten",
    "action_used": "eine Aktion dieses Spielzugs ist verbraucht, daher können die Bergleute nicht ausruhen",
    "action_used.only_passed": "in diesem Spielzug hast du bisher nur gepasst; passe, bis er endet, dann ruhen "
    "deine Bergleute aus",
}

_MINERS: Final = {
    "no_miner_in_stock": "du hast keinen Bergmann im Vorrat",
    "no_miner_there": "in {space} hast du keinen Bergmann",
    "only_tired_miners": "in {space} hast du nur müde Bergleute",
    "no_tired_miner": "du hast keinen müden Bergmann",
    "no_assistant_there": "du hast dort keinen Gehilfen: {building:id}",
    "no_such_source": "{place:from} kann kein Bergmann geschickt werden",
    "nobody_to_send": "du hast keinen ausgeruhten Bergmann, den du schicken könntest: weder im Vorrat noch im "
    "Bergwerk noch in einem Gebäude",
    "nobody_to_send.in_line": "du hast keinen ausgeruhten Bergmann, den du schicken könntest: weder im Vorrat "
    "noch im Bergwerk noch in einem Gebäude; aus der Warteschlange holt man niemanden zurück",
    "nobody_else_to_send": "kein anderer deiner ausgeruhten Bergleute kann auf ein anderes Feld",
    "nowhere_to_go": "von hier erreicht keiner deiner Bergleute ein anderes Feld: {places:place}",
    "there_already": "der Bergmann ist schon in {space}; er muss auf ein anderes Feld",
    "all_arrived_now": "alle deine ausgeruhten Bergleute in {space} sind durch diese Aktion dorthin gekommen; ein "
    "Seil bewegt einen anderen",
    "too_many_eating": "ein Proviant stellt höchstens {most:miner} auf, nicht {wanted}",
    "too_few_tired": "du hast in {space}: {tired:tired_miner}, nicht {wanted}",
}

_LAST: Final = "dein Bergmann ist der letzte in {space}; ohne ihn "
_CUTS_OFF: Final = _LAST + "verlören {lost:and} die Verbindung zum Eingang"
_CUTS_OFF_ONE: Final = _LAST + "verlöre {lost} die Verbindung zum Eingang"
_MAY_BE_LEFT_EMPTY: Final = (
    "; leer zurücklassen darf man eine Kammer nur, wenn dort und weiter außen kein Salz mehr liegt"
)
_SALTY: Final = _MAY_BE_LEFT_EMPTY + ", und in {salty} liegt noch welches"
_UNREVEALED: Final = _MAY_BE_LEFT_EMPTY + ", und {unrevealed} ist noch nicht aufgedeckt"

_CHAIN: Final = {
    "not_connected": "{space} ist nicht mit dem Eingang verbunden: {empty} ist leer",
    "would_not_be_connected": "{space} ist nicht mit dem Eingang verbunden: {empty} wäre leer",
    "cannot_be_entered": "{space} kann nicht betreten werden",
    "cuts_off": _CUTS_OFF,
    "cuts_off.one_lost": _CUTS_OFF_ONE,
    "cuts_off_beside_salt": _CUTS_OFF + _SALTY,
    "cuts_off_beside_salt.one_lost": _CUTS_OFF_ONE + _SALTY,
    "cuts_off_unrevealed": _CUTS_OFF + _UNREVEALED,
    "cuts_off_unrevealed.one_lost": _CUTS_OFF_ONE + _UNREVEALED,
    "all_hold_the_chain": "jeder deiner ausgeruhten Bergleute ist der letzte auf seinem Feld ({spaces}), und ohne ihn "
    "verlören andere die Verbindung zum Eingang",
}

_EXTRACTION: Final = {
    "miners_tired": "deine Bergleute in {space} sind müde",
    "no_miner_at_salt": "du hast keinen Bergmann in einer Kammer mit Salz",
    "miners_at_salt_tired": "deine Bergleute in Kammern mit Salz sind alle müde",
    "no_cube_asked": "man baut mindestens 1 Würfel Salz ab",
    "salt_not_there": "in {space} liegt {held}, daher kann {wanted} nicht genommen werden",
    "salt_not_there.no_held": "in {space} liegt kein Salz mehr, daher kann {wanted} nicht genommen werden",
    "too_weak": "deine Arbeitskraft in {space} reicht nicht für {cubes:cube} ({rested:rested_miner}, "
    "{pickaxes:pickaxe}, {water:water})",
    "too_weak_anywhere": "das Wasser ist zu viel für deine ausgeruhten Bergleute in {spaces}",
    "too_many_pickaxes": "so viele nützen nichts ({pickaxes:pickaxe}): ein Bergmann muss arbeiten, und neben "
    "ihm brauchen {cubes:cube}[ und {water:water}] höchstens {most:pickaxe}",
    "too_many_pickaxes.no_most": "so viele nützen nichts ({pickaxes:pickaxe}): ein Bergmann muss arbeiten, und "
    "er allein reicht für {cubes:cube}[ und {water:water}]",
    "nobody_on_the_way": "in {space} steht niemand, daher lässt sich nichts hindurchtragen",
    "wrong_toll": "{cubes:cube} aus {space} hinaufzutragen kostet insgesamt {prices:grosz}, nicht {paid}",
    "toll_too_dear": "du müsstest insgesamt {price:grosz} zahlen, und du hast {money}",
    "every_way_too_dear": "einen Würfel hinaufzutragen kostet mindestens {price:grosz}, und du hast {money}",
    "too_many_carts": "so viele nützen nichts ({carts:cart}): jeder macht ein eigenes Feld frei; Felder mit "
    "Förderlohn auf dem Weg von {space}: {charged}",
    "wrong_number_of_payments": "{payments:payment} für {players} Spieler; für jeden muss eine Zahl da sein, "
    "für dich selbst 0",
    "pays_oneself": "du kannst dir nicht selbst {paid:grosz} zahlen; deine eigene Zahl muss 0 sein",
    "impossible_split": "der Förderlohn auf dem Weg von {space} lässt sich nicht so teilen: {shares:share}",
}

_BUILDINGS: Final = {
    "no_such_building": "dieses Gebäude gibt es nicht: {building:id}",
    "no_assistant_place": "dieses Gebäude hat keinen Platz für einen Gehilfen: {building:id}",
    "assistant_place_taken": "dort ({building:id}) steht schon der Gehilfe von {owner}",
    "no_assistant_place_free": "kein Gebäude hat einen freien Platz für einen Gehilfen",
    "nobody_to_hire": "in dieser Phase ist im Wirtshaus niemand mehr",
    "all_miners_hired": "du hast alle deine {miners:miner}",
    "hiring_too_dear": "der nächste Bergmann kostet {price:grosz}, und du hast {money}",
    "no_such_slot": "ein Feld {slot:slot} gibt es dort nicht ({building:id}), nur 1 bis {slots}",
    "empty_slot": "Feld {slot:slot} ist leer ({building:id})",
    "tool_too_dear": "dieses Werkzeug ({tool:id}) kostet {price:grosz}, und du hast {money}",
    "no_tool_on_offer": "es wird kein Werkzeug angeboten",
    "all_tools_too_dear": "du hast {money:grosz}, und das billigste Werkzeug kostet {price}",
    "no_miner_at_water": "du hast keinen Bergmann in einer Kammer mit Wasser",
    "no_water_there": "in {space} ist kein Wasser",
    "no_water_asked": "ein Besuch entfernt mindestens 1 Wasserwürfel",
    "too_little_water": "Wasser in {space}: {held:water}, nicht {wanted}",
    "too_little_water.no_held": "in {space} ist kein Wasser, daher lässt sich dort nichts abpumpen: {wanted:water}",
    "pumping_too_dear": "{water:water} abzupumpen kostet {price:grosz}, und du hast {money}",
    "not_adjacent": "{target} grenzt nicht an {space}; an {space} grenzen {neighbours:and}",
    "not_adjacent.one_neighbours": "{target} grenzt nicht an {space}; an {space} grenzt nur {neighbours}",
}

_MARKET: Final = {
    "no_salt_to_sell": "solches Salz hast du nicht zu verkaufen: {kind:id}",
    "no_salt_to_sell.then": "davon hast du dann nichts mehr zu verkaufen: {kind:id}",
    "column_full": "die Spalte ist voll, daher lässt sich solches Salz nicht verkaufen: {kind:id}",
    "column_full.then": "die Spalte ist dann voll, daher lässt sich nicht noch mehr verkaufen: {kind:id}",
    "no_salt_at_market": "solches Salz gibt es auf dem Markt nicht: {kind:id}",
    "no_salt_at_market.then": "davon ist dann keines mehr auf dem Markt: {kind:id}",
    "salt_too_dear": "{kind:id} kostet {price:grosz}, und du hast {money}",
    "salt_too_dear_then": "{kind:id} kostet {price:grosz}, und du hast dann {money}",
    "cube_just_sold": "der Würfel, den du kaufen willst, ist der eben verkaufte: {kind:id}",
    "cube_just_bought": "der einzige Würfel, den du verkaufen kannst, ist der eben gekaufte: {kind:id}",
    "no_trade_possible": "mit deinem Salz ({salt}) und {money:grosz} lässt sich nichts verkaufen oder kaufen",
    "no_trade_possible.no_market": "der Markt ist leer, und du hast kein Salz zu verkaufen",
    "no_trade_possible.no_salt": "du hast kein Salz zu verkaufen, und zum Kaufen sind {money:grosz} zu wenig",
}

_CASTLE: Final = {
    "salt_for_order_missing": "der Auftrag verlangt {wanted}, und du hast {salt}",
    "salt_for_order_missing.no_salt": "der Auftrag verlangt {wanted}, und du hast kein Salz",
    "no_order_open": "es liegt kein Auftrag aus",
    "no_order_covered": "dein Salz ({salt}) reicht für keinen ausliegenden Auftrag",
    "no_order_covered.no_salt": "du hast kein Salz, also kannst du keinen Auftrag erfüllen",
    "must_complete": "du kannst den Auftrag {order} erfüllen, also musst du einen erfüllen",
    "money_and_cube": "die Strafe ist Geld oder ein Würfel, nicht {paid:grosz} und ein Würfel",
    "no_salt_to_give": "davon hast du nichts abzugeben: {kind:id}",
    "wrong_penalty": "die Strafe beträgt {penalty:grosz} oder einen Würfel, nicht {paid:grosz}",
    "wrong_penalty.no_salt": "die Strafe beträgt {penalty:grosz}, nicht {paid}",
    "must_give_cube": "mit {money:grosz}, weniger als {penalty}, musst du einen Würfel Salz abgeben",
    "must_pay_all_money": "ohne Salz zahlst du all dein Geld, {money:grosz}, nicht {paid}",
}

_TOOLS: Final = {
    "tool_not_owned": "dieses Werkzeug besitzt du nicht: {tool:id}",
    "tool_used_up": "jedes deiner Werkzeuge dieser Art ist in dieser Phase benutzt: {tool:id}",
    "too_few_tools_ready": "du hast {ready:{tool}} bereit, nicht {wanted}",
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
