"""What the page of a table says, in German, by id."""

from __future__ import annotations

from typing import Final

_STARTING: Final = {
    "table.lead": "Magnum Sal in diesem Browser: mit Freunden, jeder über einen Link, mit Bots, oder alle an einem "
    "Schirm.",
    "table.new_table": "Ein neuer Tisch",
    "table.seat": "Platz {seat}",
    "table.name": "Name",
    "table.who_plays": "wer spielt",
    "table.here": "ich, an diesem Schirm",
    "table.by_link": "jemand, über einen Link",
    "table.add_seat": "Noch ein Platz",
    "table.remove_seat": "Platz entfernen",
    "table.ruleset": "Regeln und Varianten",
    "table.takes_over": "Ein Bot übernimmt für Abwesende:",
    "table.never": "nie",
    "table.minutes_2": "nach 2 Minuten",
    "table.minutes_10": "nach 10 Minuten",
    "table.open_table": "Tisch eröffnen",
    "table.my_tables": "Deine Tische",
    "table.invitation": "Eine Einladung",
    "table.may_sit": "Das ist der Platz von {name}. Am Tisch: {names}.",
    "table.may_watch": "Du darfst einer Partie von {names} zusehen.",
    "table.sit_down": "Platz nehmen",
    "table.watch_now": "Zusehen",
    "table.player.human": "Mensch",
    "table.player.greedy": "schneller Bot",
    "table.player.search": "denkender Bot",
    "table.player.random": "Bot, der nach dem Zufall zieht",
}
"""The first page, and that of a link."""

_PLAYING: Final = {
    "table.skip": "Zur Auswahl",
    "table.menu": "Einstellungen",
    "table.language": "Sprache",
    "table.theme": "Farben",
    "table.theme_auto": "automatisch",
    "table.theme_light": "hell",
    "table.theme_dark": "dunkel",
    "table.theme_contrast": "hoher Kontrast",
    "table.close": "schließen",
    "table.jump": "Teile der Seite",
    "table.jump_board": "Plan",
    "table.jump_tools": "Werkzeuge",
    "table.jump_log": "Verlauf",
    "table.board": "Spielplan: Pfeiltasten wandern, Enter tippt an",
    "table.your_move": "Dein Zug",
    "table.log": "Was geschah",
    "table.people": "Mitspielende",
    "table.tools": "Werkzeuge des Tisches",
    "table.history": "Der Verlauf der Partie",
    "table.slider": "gespielte Züge",
    "table.now": "Jetzt",
    "table.since": "Seit meinem letzten Zug",
    "table.earlier": "einen Zug zurück",
    "table.later": "einen Zug weiter",
    "table.move_of": "Zug {at} von {steps}:",
    "table.back": "zurück",
    "table.fold": "ein- oder ausklappen",
    "table.is_this": "Ist das dein Zug?",
    "table.play": "Spielen",
    "table.cannot": "Was jetzt nicht geht, und warum",
    "table.rule_text": "der Text von Regel {rule}",
    "table.at_place": "Hier:",
    "table.hint": "Tipp",
    "table.undo": "Zurücknehmen",
    "table.undo_ask": "Um Zurücknahme bitten",
    "table.end": "Partie beenden",
    "table.graph": "Stand",
    "table.rules": "Regeln",
    "table.all_rules": "Alle Regeln",
    "table.table": "Tisch",
    "table.over": "Das Spiel ist aus",
    "table.closed": "Der Tisch ist geschlossen; sein Protokoll bleibt.",
    "table.offline": "Die Verbindung ist weg; neuer Versuch ...",
    "table.thinking": "Denkt nach ...",
    "table.show_move": "Diesen Zug zeigen",
    "table.hint_note": "Ein Bot hat viele Fortsetzungen von dem aus versucht, was alle sehen; verdeckte Teile kennt er "
    "nicht.",
    "table.hint_best": "{move}: das sah er sich am meisten an ({share} %) und erwartet ein paar Züge später {gain} "
    "Groschen.",
    "table.hint_next": "{move}: {share} %, {gain} Groschen.",
    "table.hint_only": "{move}: nichts anderes lohnt einen Blick.",
    "table.hint_brings": "Sofort: {brings}.",
    "table.graph_money": "Groschen",
    "table.graph_salt": "Salzwürfel",
}
"""The page of a table."""

_PEOPLE: Final = {
    "table.you": "du",
    "table.present": "ist da",
    "table.away": "ist weg",
    "table.awaited": "noch nicht da",
    "table.stand_in": "{bot} vertritt",
    "table.sit": "Selbst weiterspielen",
    "table.leave": "Gehen: ein Bot spielt für mich",
    "table.watching": "es sehen zu: {count}",
    "table.watch": "Für alle, die nur zusehen",
    "table.link": "Link",
    "table.copy": "Kopieren",
    "table.copied": "Der Link ist kopiert.",
    "table.qr": "Als Code für eine Kamera",
    "table.qr_alt": "QR-Code des Links",
    "table.new_link": "Ein neuer Link",
    "table.other_player": "jemand anderes spielt ...",
    "table.close_table": "Den Tisch für immer schließen",
    "table.download": "Die Partie bisher als Protokoll",
    "table.proposes_undo": "{name} bittet darum, {count:move_back} zurückzunehmen.",
    "table.proposes_end": "{name} möchte die Partie beenden, wie sie steht.",
    "table.agree": "Einverstanden",
    "table.refuse": "Nicht einverstanden",
    "table.withdraw": "Zurückziehen",
    "table.waits_for": "Es fehlt: {names}.",
    "table.end_question": "Die Partie endet, wie sie steht, sobald alle einverstanden sind, und geht dann nicht "
    "weiter.",
    "table.end_yes": "Vorschlagen",
    "move_back.count": "Zug|Züge",
}
"""Who sits where, and what all have to agree to."""

_REFUSED: Final = {
    "table.refused.stale": "Am Tisch ging es inzwischen weiter.",
    "table.refused.not_yours": "Das ist nicht dein Platz.",
    "table.refused.not_host": "Das kann nur, wer den Tisch eröffnet hat.",
    "table.refused.unknown_table": "Diesen Tisch gibt es nicht, oder dein Platz ging an jemand anderen.",
    "table.refused.unknown_link": "Der Link führt nirgends mehr hin; bitte um einen neuen.",
    "table.refused.closed": "Der Tisch ist geschlossen; sein Protokoll bleibt.",
    "table.refused.too_fast": "Das ist zu viel auf einmal; warte einen Moment.",
    "table.refused.too_many": "Mehr geht hier nicht; schließe einen Tisch oder komm später wieder.",
    "table.refused.not_kept": "Das konnte nicht festgehalten werden und ist nicht geschehen; versuch es noch einmal.",
}
"""What is refused, by the code of the answer."""

TABLES: Final = {**_STARTING, **_PLAYING, **_PEOPLE, **_REFUSED}
"""All of them."""
