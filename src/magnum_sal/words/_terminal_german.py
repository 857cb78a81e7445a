"""What the terminal application says: its keys, its screens, and the hints of a first game, in German, by id."""

from __future__ import annotations

from typing import Final

_TABLE: Final = {
    "ui.log": "Verlauf",
    "ui.undo": "zurück",
    "ui.redo": "wieder vor",
    "ui.save": "sichern",
    "ui.language": "Sprache",
    "ui.help": "Hilfe",
    "ui.quit": "beenden",
    "ui.type_here": "Antwort, Zug oder Filter eingeben; Enter nimmt an",
    "ui.no_match": "keine Möglichkeit enthält {text:quoted}",
    "ui.many_match": "{count} Zeilen enthalten {text:quoted}: mit den Pfeiltasten wählen",
    "ui.thinking": "{name} überlegt ...",
    "ui.seat_refused": "{name}: ein Mensch spielt; eine Datei darf {player} nicht starten, --seat {name}=BOT schon",
    "ui.saved": "wird festgehalten in {path}",
    "ui.save_as": "Datei für den Verlauf",
    "ui.nothing_to_undo": "es gibt keinen Zug zurückzunehmen",
    "ui.nothing_to_redo": "es gibt keinen Zug zu wiederholen",
    "ui.undone": "zurückgenommen bis Zug {count}",
    "ui.name": "Name",
    "ui.human": "Mensch",
    "ui.absent": "niemand",
    "ui.rules": "Regeln",
    "ui.seed": "Startzahl (leer: Zufall)",
    "ui.log_file": "Verlaufsdatei (leer: keine)",
    "ui.start": "Start",
    "ui.resume": "Verlauf fortsetzen",
    "ui.usual_way": "wie üblich",
    "ui.nothing_there": "an diesem Ort ist nichts zu tun",
    "ui.no_such_place": "einen solchen Ort gibt es im Bild nicht",
}

_COMPANION: Final = {
    "ui.table_piece": "(das Teil oder seine Nummer, ? zählt sie auf, b zeigt den Plan, undo nimmt zurück, q beendet)",
    "ui.table_move": "der Zug? (in Notation; ? zählt sie auf, b zeigt den Plan, undo nimmt zurück, q beendet)",
}

_KEYS: Final = {
    "ui.help.enter": "nimmt die markierte Zeile; die letzte Antwort führt den Zug aus",
    "ui.help.arrows": "markieren eine Zeile; was sie bringt, steht darunter",
    "ui.help.letters": "Buchstaben filtern die Zeilen, bis zu 500 ganze Züge ebenso",
    "ui.help.notation": "ein Zug in Notation gilt bei jeder Frage",
    "ui.help.back": "oder Rücktaste nimmt Getipptes zurück, dann die letzte Antwort",
    "ui.help.pages": "blättern im Spielplan oder Verlauf",
    "ui.help.log": "Verlauf statt Spielplan, und zurück",
    "ui.help.language": "nächste Sprache",
    "ui.help.rules": "die Regel der markierten Zeile oder des letzten Einwands; alle Regeln",
    "ui.help.legend": "was die Zeichen des Spielplans bedeuten",
    "ui.help.advice": "Rat eines Bots; nach dem Ende, was er vom Spiel hält",
    "ui.help.hints": "Hinweise an und aus",
    "ui.help.undo": "nehmen bis zu deinem letzten Zug zurück und wiederholen ihn",
    "ui.help.save": "hält das Spiel in einer Datei fest",
    "ui.help.quit": "beendet",
}

_SETUP: Final = {
    "ui.no_log": "gib zuerst den Namen einer Verlaufsdatei ein",
    "ui.next": "weiter",
    "ui.take": "wählen",
    "ui.new_game": "neues Spiel",
    "ui.go_on": "das letzte Spiel fortsetzen ({when})",
    "ui.first_game": "ein erstes Spiel, erklärt",
    "ui.bot.novice": "sieht eine Aktion voraus und verschätzt sich",
    "ui.bot.apprentice": "sieht sich seinen Spielzug an, nicht ganz",
    "ui.bot.journeyman": "spielt den besten Spielzug, den er sieht, sofort",
    "ui.bot.foreman": "denkt voraus, einen Augenblick lang",
    "ui.bot.master": "denkt voraus: der stärkste",
    "ui.bot.greedy": "spielt sofort den besten Spielzug, den er sieht",
    "ui.bot.random": "spielt irgendetwas",
    "ui.bot.search": "denkt voraus: langsamer und stärker",
}
"""What the first screen asks."""

_GAME: Final = {
    "ui.advice": "Rat",
    "ui.advice.thinking": "Denkt nach ...",
    "ui.advice.reviewing": "Sieht sich die Entscheidungen an: {done} von {of} ...",
    "ui.hints": "Hinweise",
    "ui.hint": "Hinweis (F6: keine mehr)",
    "ui.bot_failed": "{name} hat keinen Zug genannt: {reason}. Enter fragt noch einmal, ^Z nimmt bis zu deinem letzten "
    "Zug zurück",
    "ui.unrecorded": "Dieses Spiel wird nicht festgehalten: {reason}",
    "ui.leave.ask": "Das Spiel verlassen?",
    "ui.leave.kept": "Es ist festgehalten in {path}; magnum-sal play --last setzt es fort.",
    "ui.leave.recorded": "Es ist festgehalten in {path} und geht mit dieser Datei weiter.",
    "ui.leave.lost": "Es ist nirgends festgehalten und geht verloren. ^S hält es im Spiel fest.",
    "ui.leave.yes": "verlassen",
    "ui.leave.no": "bleiben",
    "ui.end.review": "ansehen, was besser gegangen wäre",
    "ui.end.again": "dasselbe noch einmal",
    "ui.end.keys": "Esc: zurück zum Tisch, wo Enter wieder fragt",
    "ui.rules.filter": "Buchstaben filtern die Regeln",
    "ui.rules.keys": "Auf Ab: andere Regel   Bild auf/ab: blättern   Esc: zurück",
    "ui.rules.none": "keine Regel enthält {text:quoted}",
}
"""What is said at the table and around it."""

_HINTS: Final = {
    "hint.arrived": "Dein Bergmann hat die Burg erreicht. Hast du das Salz für einen offenen Auftrag, erfülle einen; "
    "sonst kostet er dich eine Strafe. Danach ist er wieder in deinem Vorrat.",
    "hint.rope": "Mit einem Seil geht in derselben Aktion noch ein Bergmann ins Bergwerk. Du kannst es auch aufheben.",
    "hint.free": "Du hast keine Aktion mehr, aber ein Werkzeug, das keine kostet. Setze es ein, oder beende den "
    "Spielzug.",
    "hint.start": "Wer am Ende am reichsten ist, gewinnt, und Geld bringt das Salz in den Kammern neben dem Schacht. "
    "Auf dem Weg dorthin braucht jedes Feld einen Bergmann, gleich wessen: Schicke zuerst einen nach S1.",
    "hint.extract": "Du kannst Salz abbauen. Dabei ermüden Bergleute von dir, und auch das Wasser bindet welche. "
    "Das Salz geht sofort nach oben; wo keiner von dir steht, kostet jeder Würfel Förderlohn.",
    "hint.water": "In {chamber} ist zu viel Wasser für deine Bergleute. Schicke mehr von ihnen, nimm Spitzhacken, oder "
    "pumpe es mit der Pumpe ab.",
    "hint.deliver": "Du hast das Salz für einen offenen Auftrag. Schicke einen Bergmann in die Warteschlange: In zwei "
    "Spielzügen ist er in der Burg, und du lieferst. Behalte das Salz so lange, sonst zahlst du Strafe.",
    "hint.tired": "Müde Bergleute arbeiten nicht und gehen nirgendwohin, aber sie halten den Weg und sparen "
    "Förderlohn. Mache Pause, das kostet einen ganzen Spielzug, dann stehen alle deine auf.",
    "hint.reveal": "Du kannst eine Kammer betreten, in der noch niemand war: {chambers}. Salz und Wasser werden "
    "ausgelegt, wenn der erste Bergmann kommt.",
    "hint.further": "Jedes besetzte Feld des Schachts öffnet das nächste und seine Kammern. Wo deine Bergleute stehen, "
    "zahlst du keinen Förderlohn, und andere zahlen dir.",
    "hint.sell": "Dein Salz passt noch zu keinem offenen Auftrag. Der Markt nimmt ein oder zwei Würfel je Besuch und "
    "zahlt mehr, wo weniger einer Sorte liegt. Am besten zahlen Aufträge.",
    "hint.poor": "Du hast wenig Geld. Der Rathausplatz bringt immer etwas, und der Markt kauft Salz.",
    "hint.hire": "Dein Vorrat ist leer. Im Wirtshaus wirbst du einen Bergmann an, der bis zum Spielende bleibt, zum "
    "Preis am Markierungsstein.",
    "hint.assistant": "Gebäude ohne Gehilfen: {buildings}. Ein Bergmann von dir verdient dort, sooft jemand das "
    "Gebäude besucht; in der Burg an jedem Auftrag.",
    "hint.tools": "Die Werkstatt verkauft Werkzeuge, die einmal je Phase helfen: Spitzhacken fördern mehr, Karren "
    "sparen Förderlohn, Proviant weckt Müde. Am Ende zählen sie wie Geld.",
    "hint.phase": "{done} von {needed} Aufträgen sind erfüllt; nach dem letzten endet die Phase mit der Runde. Dann "
    "gehen die Bergleute im Bergwerk heim: Nutze vorher, was du dort hast.",
    "hint.rules": "Zu jeder Zeile gehört eine Regel: F4 zeigt die der markierten, F5, was die Zeichen bedeuten. Der "
    "Verlauf erzählt, was die anderen taten.",
}
"""What a first game is explained with."""

_DEMO: Final = {
    "demo.begins": "Eine ganze Partie Magnum Sal, es spielen {count} Bots (Startzahl {seed}).",
    "demo.aim": "Sie schicken Bergleute nach Salz, verkaufen es oder liefern es an die Burg, und wer nach der letzten "
    "Phase am meisten Geld hat, gewinnt.",
    "demo.watching": "Das dauert einige Minuten. Strg-C beendet es; --pace 0.1 ist schneller, --brief erzählt weniger, "
    "--quiet nur, wie es ausgeht.",
    "demo.standing": "Der Stand:",
    "demo.another": "noch eine Partie",
    "demo.browser": "im Browser spielen",
    "demo.terminal": "im Terminal spielen",
    "demo.needs": "{command}  (zuerst: {install})",
}
"""What stands around a game that somebody watches."""

TERMINAL: Final = {**_DEMO, **_TABLE, **_COMPANION, **_KEYS, **_SETUP, **_GAME, **_HINTS}
