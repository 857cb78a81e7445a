"""What speaks against a move, in German: a sentence for each reason, with the facts in braces."""

from __future__ import annotations

from typing import Final

_TURN: Final = {
    "game_over": "das Spiel ist zu Ende",
    "tile_waits": "zuerst muss das Plättchen von {space} aufgedeckt werden",
    "order_waits": "zuerst muss der Auftrag auf Feld {slot:slot} aufgedeckt werden",
    "tool_waits": "zuerst muss das Werkzeug auf Feld {slot:slot} aufgedeckt werden",
    "arrival_waits": "einer deiner Bergleute ist in der Burg angekommen; liefere oder zahle zuerst für ihn",
    "card_waits": "zuerst muss eine Karte aufgedeckt werden: {deck:id}",
    "decision_due": "zuerst ist etwas anderes zu entscheiden: {type:id}",
    "nothing_due": "es ist nichts zu entscheiden: {type:id}",
    "nobody_arrived": "keiner deiner Bergleute ist in der Burg angekommen",
    "no_action_left": "du hast in diesem Zug keine Aktion mehr",
    "visited_already": "dieses Gebäude hast du in diesem Zug schon besucht: {building:id}",
    "no_miner_just_placed": "das geht nur direkt, nachdem ein Bergmann das Bergwerk betreten hat",
    "actions_left": "du hast noch {actions:action}; passe, was du nicht willst",
    "none_possible": "ein solcher Zug ist jetzt nicht möglich",
    "turn_of_one_action": "auf einen Zug mit nur einer Aktion kann man nicht für eine Pause verzichten",
    "action_used": "eine Aktion dieses Zuges ist verbraucht, daher können die Bergleute nicht ausruhen",
}

_MINERS: Final = {
    "no_miner_in_stock": "du hast keinen Bergmann im Vorrat",
    "no_miner_there": "in {space} hast du keinen Bergmann",
    "only_tired_miners": "in {space} hast du nur müde Bergleute",
    "no_tired_miner": "du hast keinen müden Bergmann",
    "no_assistant_there": "du hast dort keinen Gehilfen: {building:id}",
    "no_such_source": "von hier kann kein Bergmann kommen: {place:place}",
    "nobody_to_send": "du hast keinen ausgeruhten Bergmann zu schicken: weder im Vorrat noch im Bergwerk noch in "
    "einem Gebäude",
    "nobody_else_to_send": "kein anderer deiner ausgeruhten Bergleute kann in ein anderes Feld",
    "nowhere_to_go": "von hier erreicht keiner deiner Bergleute ein anderes Feld: {places:place}",
    "there_already": "der Bergmann ist schon in {space}; er muss in ein anderes Feld",
    "all_arrived_now": "alle deine ausgeruhten Bergleute in {space} sind durch diese Aktion dorthin gekommen; ein "
    "Seil bewegt einen anderen",
    "too_many_eating": "ein Proviant stellt höchstens {most:miner} auf, nicht {wanted}",
    "too_few_tired": "du hast in {space}: {tired:tired_miner}, nicht {wanted}",
}

_CUTS_OFF: Final = "dein Bergmann ist der letzte in {space}; ohne ihn verlören die Verbindung zum Eingang: {lost}"


_CHAIN: Final = {
    "not_connected": "{space} ist nicht mit dem Eingang verbunden: {empty} ist leer",
    "would_not_be_connected": "{space} ist nicht mit dem Eingang verbunden: {empty} wäre leer",
    "cannot_be_entered": "{space} kann nicht betreten werden",
    "cuts_off": _CUTS_OFF,
    "cuts_off_beside_salt": _CUTS_OFF + ", und in {salty} liegt noch Salz",
    "cuts_off_unrevealed": _CUTS_OFF + ", und {unrevealed} ist noch nicht aufgedeckt",
    "all_hold_the_chain": "jeder deiner ausgeruhten Bergleute ist der letzte in seinem Feld ({spaces}), und ohne ihn "
    "verlören andere die Verbindung zum Eingang",
}

_EXTRACTION: Final = {
    "miners_tired": "deine Bergleute in {space} sind müde",
    "no_miner_at_salt": "du hast keinen Bergmann in einer Kammer mit Salz",
    "miners_at_salt_tired": "deine Bergleute in Kammern mit Salz sind alle müde",
    "no_cube_asked": "man baut mindestens 1 Würfel Salz ab",
    "salt_not_there": "in {space} liegt {held}, daher kann {wanted} nicht genommen werden",
    "too_weak": "deine Stärke in {space} ist {strength} (Bergleute {miners}, Spitzhacken {pickaxes}, Wasser "
    "{water}), zu wenig für {cubes:cube}",
    "too_weak_anywhere": "das Wasser ist zu viel für deine Bergleute in {spaces}",
    "too_many_pickaxes": "so viele nützen nichts ({pickaxes:pickaxe}): neben einem Bergmann brauchen {cubes:cube} "
    "und {water:water} höchstens {most}",
    "nobody_on_the_way": "in {space} steht niemand, daher lässt sich nichts hindurchtragen",
    "wrong_toll": "{cubes:cube} aus {space} hinaufzutragen kostet insgesamt {prices:grosz}, nicht {paid}",
    "toll_too_dear": "das Salz hinaufzutragen kostet {price:grosz}, und du hast {money}",
    "every_way_too_dear": "einen Würfel hinaufzutragen kostet mindestens {price:grosz}, und du hast {money}",
    "too_many_carts": "so viele nützen nichts ({carts:cart}): jeder macht ein eigenes Feld frei; Felder mit "
    "Förderlohn auf dem Weg von {space}: {charged}",
    "wrong_number_of_payments": "{payments:payment} für {players} Spieler; jeder hat einen Eintrag",
    "pays_oneself": "du kannst dir nicht selbst {paid:grosz} zahlen; dein eigener Eintrag ist 0",
    "impossible_split": "der Förderlohn auf dem Weg von {space} lässt sich nicht so teilen: {shares:share}",
}

_BUILDINGS: Final = {
    "no_such_building": "dieses Gebäude gibt es nicht: {building:id}",
    "no_assistant_place": "dieses Gebäude hat keinen Platz für einen Gehilfen: {building:id}",
    "assistant_place_taken": "dort ist schon ein Gehilfe ({building:id}), von {owner}",
    "no_assistant_place_free": "kein Gebäude hat einen freien Platz für einen Gehilfen",
    "nobody_to_hire": "in dieser Phase ist im Wirtshaus niemand mehr",
    "all_miners_hired": "du hast alle deine {miners:miner}",
    "hiring_too_dear": "der nächste Bergmann kostet {price:grosz}, und du hast {money}",
    "no_such_slot": "ein Feld {slot:slot} gibt es dort nicht ({building:id}); es gibt 1 bis {slots}",
    "empty_slot": "Feld {slot:slot} ist leer ({building:id})",
    "tool_too_dear": "dieses Werkzeug ({tool:id}) kostet {price:grosz}, und du hast {money}",
    "no_tool_on_offer": "es wird kein Werkzeug angeboten",
    "all_tools_too_dear": "kein angebotenes Werkzeug ist mit {money:grosz} zu bezahlen: das billigste kostet {price}",
    "no_miner_at_water": "du hast keinen Bergmann in einer Kammer mit Wasser",
    "no_water_there": "in {space} ist kein Wasser",
    "no_water_asked": "ein Besuch entfernt mindestens 1 Wasserwürfel",
    "too_little_water": "Wasser in {space}: {held:water}, nicht {wanted}",
    "pumping_too_dear": "{water:water} abzupumpen kostet {price:grosz}, und du hast {money}",
    "not_adjacent": "{target} grenzt nicht an {space}; benachbart: {neighbours:and}",
}

_MARKET: Final = {
    "no_salt_to_sell": "solches Salz hast du nicht zu verkaufen: {kind:id}",
    "column_full": "die Spalte ist voll, daher lässt sich solches Salz nicht verkaufen: {kind:id}",
    "no_salt_at_market": "solches Salz gibt es auf dem Markt nicht: {kind:id}",
    "salt_too_dear": "{kind:id} kostet {price:grosz}, und du hast {money}",
    "salt_too_dear_then": "{kind:id} kostet {price:grosz}, und du hast dann {money}",
    "cube_just_sold": "der Würfel, den du kaufen willst, ist der eben verkaufte: {kind:id}",
    "cube_just_bought": "der einzige Würfel, den du verkaufen kannst, ist der eben gekaufte: {kind:id}",
    "no_trade_possible": "mit deinem Salz ({salt}) und {money:grosz} lässt sich nichts verkaufen oder kaufen",
}

_CASTLE: Final = {
    "salt_for_order_missing": "der Auftrag verlangt {wanted}, und du hast {salt}",
    "no_order_open": "es liegt kein Auftrag aus",
    "no_order_covered": "dein Salz ({salt}) reicht für keinen ausliegenden Auftrag",
    "must_complete": "du kannst den Auftrag {order} erfüllen, also musst du einen erfüllen",
    "money_and_cube": "die Strafe ist Geld oder ein Würfel, nicht {paid:grosz} und ein Würfel",
    "no_salt_to_give": "solches Salz hast du nicht abzugeben: {kind:id}",
    "wrong_penalty": "die Strafe beträgt {penalty:grosz} oder einen Würfel, nicht {paid:grosz}",
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
