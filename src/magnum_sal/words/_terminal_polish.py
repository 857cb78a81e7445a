"""What the terminal application says: its keys, its screens, and the hints of a first game, in Polish, by id."""

from __future__ import annotations

from typing import Final

_TABLE: Final = {
    "ui.log": "przebieg",
    "ui.undo": "cofnij",
    "ui.redo": "ponów",
    "ui.save": "zapisz",
    "ui.language": "język",
    "ui.help": "pomoc",
    "ui.quit": "wyjdź",
    "ui.type_here": "wpisz odpowiedź, ruch lub filtr; Enter wybiera",
    "ui.no_match": "żadna możliwość nie zawiera {text:quoted}",
    "ui.many_match": "wiersze zawierające {text:quoted}: {count}; wybierz strzałkami",
    "ui.thinking": "{name} myśli ...",
    "ui.seat_refused": "{name}: gra człowiek, bo plik nie może uruchomić {player}; może to --seat {name}=BOT",
    "ui.saved": "zapisywane w {path}",
    "ui.save_as": "plik przebiegu gry",
    "ui.nothing_to_undo": "nie ma ruchu do cofnięcia",
    "ui.nothing_to_redo": "nie ma ruchu do ponowienia",
    "ui.undone": "cofnięto do ruchu {count}",
    "ui.name": "imię",
    "ui.human": "człowiek",
    "ui.absent": "nikt",
    "ui.rules": "zasady",
    "ui.seed": "ziarno (puste: losowo)",
    "ui.log_file": "plik przebiegu (puste: brak)",
    "ui.start": "start",
    "ui.resume": "wznów z pliku",
    "ui.usual_way": "jak zwykle",
    "ui.nothing_there": "w tym miejscu nie można nic zrobić",
    "ui.no_such_place": "na rysunku nie ma takiego miejsca",
}

_COMPANION: Final = {
    "ui.table_piece": "(element, jego numer, ? wymienia możliwe, b pokazuje planszę, undo cofa, q kończy)",
    "ui.table_move": "ruch? (w notacji; ? wymienia możliwe, b pokazuje planszę, undo cofa, q kończy)",
}

_KEYS: Final = {
    "ui.help.enter": "wybiera zaznaczony wiersz; ostatnia odpowiedź wykonuje ruch",
    "ui.help.arrows": "zaznaczają wiersz; poniżej widać, co przyniesie",
    "ui.help.letters": "litery zawężają wiersze, a do 500 także całe ruchy",
    "ui.help.notation": "ruch w notacji jest wykonywany przy każdym pytaniu",
    "ui.help.back": "lub Backspace cofa wpisany tekst, potem ostatnią odpowiedź",
    "ui.help.pages": "przewijają planszę lub przebieg",
    "ui.help.log": "przebieg zamiast planszy i z powrotem",
    "ui.help.language": "następny język",
    "ui.help.rules": "zasada zaznaczonego wiersza lub ostatniej odmowy; wszystkie zasady",
    "ui.help.legend": "co oznaczają znaki na planszy",
    "ui.help.advice": "co zrobiłby bot i dlaczego; po końcu gry, co o niej sądzi",
    "ui.help.hints": "włącza i wyłącza wskazówki",
    "ui.help.undo": "cofają do twojego ostatniego ruchu i powtarzają go",
    "ui.help.save": "zapisuje grę do pliku",
    "ui.help.quit": "wychodzi",
}

_SETUP: Final = {
    "ui.no_log": "wpisz najpierw nazwę pliku przebiegu",
    "ui.next": "dalej",
    "ui.take": "wybierz",
    "ui.new_game": "nowa gra",
    "ui.go_on": "dokończ ostatnią grę ({when})",
    "ui.first_game": "pierwsza gra z objaśnieniami",
    "ui.bot.novice": "widzi jedną akcję naprzód i się myli",
    "ui.bot.apprentice": "patrzy na turę, ale nie całą",
    "ui.bot.journeyman": "gra od razu najlepszą turę, jaką widzi",
    "ui.bot.foreman": "myśli naprzód, przez chwilę",
    "ui.bot.master": "myśli naprzód: najsilniejszy",
    "ui.bot.greedy": "gra od razu najlepszą turę, jaką widzi",
    "ui.bot.random": "gra cokolwiek",
    "ui.bot.search": "myśli naprzód: wolniejszy i silniejszy",
}
"""What the first screen asks."""

_GAME: Final = {
    "ui.advice": "rada",
    "ui.advice.thinking": "Myśli...",
    "ui.advice.reviewing": "Ogląda decyzje: {done} z {of}...",
    "ui.hints": "wskazówki",
    "ui.hint": "Wskazówka (F6: dość)",
    "ui.bot_failed": "{name}: nie ma ruchu: {reason}. Enter pyta jeszcze raz, ^Z cofa do twojego ostatniego ruchu",
    "ui.unrecorded": "Ta gra nie jest zapisywana: {reason}",
    "ui.leave.ask": "Opuścić grę?",
    "ui.leave.kept": "Jest zapisana w {path}; dokończysz ją przez magnum-sal play --last.",
    "ui.leave.recorded": "Jest zapisana w {path} i z tego pliku można ją dokończyć.",
    "ui.leave.lost": "Nie jest nigdzie zapisana i przepadnie. ^S w trakcie gry zapisuje ją do pliku.",
    "ui.leave.yes": "wyjdź",
    "ui.leave.no": "zostań",
    "ui.end.review": "zobacz, co mogło pójść lepiej",
    "ui.end.again": "jeszcze raz tak samo",
    "ui.end.keys": "Esc: z powrotem do stołu, tam Enter pyta znowu",
    "ui.rules.filter": "litery zawężają zasady",
    "ui.rules.keys": "Góra Dół: inna zasada   PgUp PgDn: przewijanie   Esc: powrót",
    "ui.rules.none": "żadna zasada nie zawiera {text:quoted}",
}
"""What is said at the table and around it."""

_HINTS: Final = {
    "hint.arrived": "Twój górnik dotarł do zamku. Jeśli masz sól na odkryte zamówienie, zrealizuj je; inaczej "
    "zapłacisz karę. Potem górnik wraca do twojego zasobu.",
    "hint.rope": "Z liną w tej samej akcji idzie do kopalni jeszcze jeden górnik. Możesz ją też zachować na później.",
    "hint.free": "Nie masz już akcji, ale masz narzędzie, które jej nie kosztuje. Użyj go albo zakończ turę.",
    "hint.start": "Wygrywa najbogatszy, a pieniądze daje sól z komnat obok szybu. Na drodze do niej na każdym polu "
    "musi stać górnik, obojętnie czyj: zacznij od posłania jednego na S1.",
    "hint.extract": "Możesz wydobyć sól. Męczą się przy tym twoi górnicy, a woda też ich zajmuje. Sól "
    "idzie od razu na górę; gdzie nie stoi żaden twój górnik, za każdą kostkę płacisz tym, którzy tam stoją.",
    "hint.water": "W {chamber} jest za dużo wody dla twoich górników. Poślij ich więcej, użyj kilofów albo wypompuj "
    "wodę w szybie wodnym.",
    "hint.deliver": "Masz sól na odkryte zamówienie. Poślij górnika do kolejki w zamku: dotrze w dwie tury i wtedy "
    "dostarczysz sól. Zachowaj ją do tego czasu, bo inaczej zapłacisz karę.",
    "hint.tired": "Zmęczeni górnicy nie pracują i nie chodzą, ale trzymają drogę i zmniejszają opłaty. Odpocznij; "
    "to cała tura, ale wszyscy twoi wstaną.",
    "hint.reveal": "Możesz wejść do komnaty, w której nikogo nie było: {chambers}. Jej sól i wodę wykłada się, gdy "
    "przyjdzie pierwszy górnik.",
    "hint.further": "Każde zajęte pole szybu otwiera następne i jego komnaty. Gdzie stoją twoi górnicy, nie płacisz za "
    "wyniesienie, a inni płacą tobie.",
    "hint.sell": "Twoja sól nie pasuje jeszcze do żadnego zamówienia. Targ kupuje jedną lub dwie kostki na wizytę, "
    "drożej tam, gdzie leży mniej. Najlepiej płacą zamówienia.",
    "hint.poor": "Masz mało pieniędzy. Rynek zawsze coś daje, a targ kupuje sól.",
    "hint.hire": "Twój zasób jest pusty. W karczmie zatrudnisz górnika, który zostaje do końca gry, za cenę przy "
    "znaczniku.",
    "hint.assistant": "Budynki bez pomocnika: {buildings}. Twój górnik zarabia w takim, gdy ktokolwiek z niego "
    "korzysta; w zamku na każdym zamówieniu.",
    "hint.tools": "Warsztat sprzedaje narzędzia, które pomagają raz na fazę: kilof wydobywa więcej, wózek zmniejsza "
    "opłaty, prowiant budzi zmęczonych. Na końcu liczą się jak pieniądze.",
    "hint.phase": "Zrealizowano zamówienia: {done} z {needed}; po ostatnim faza kończy się z rundą. Wtedy "
    "górnicy z kopalni wracają, więc wykorzystaj przedtem to, co w niej masz.",
    "hint.rules": "Każdy wiersz ma swoją zasadę: F4 pokazuje tę zaznaczonego, F5 znaczenie znaków. Przebieg mówi, co "
    "zrobili inni.",
}
"""What a first game is explained with."""

_DEMO: Final = {
    "demo.begins": "Cała partia Magnum Sal, grają {count} boty (ziarno {seed}).",
    "demo.aim": "Wysyłają górników po sól, sprzedają ją albo dostarczają do zamku, a po ostatniej fazie wygrywa, kto "
    "ma najwięcej pieniędzy.",
    "demo.watching": "Potrwa to kilka minut. Ctrl-C kończy; --pace 0.1 jest szybciej, --brief mówi mniej, --quiet "
    "tylko, jak się skończyło.",
    "demo.standing": "Stan gry:",
    "demo.another": "inna partia",
    "demo.browser": "graj w przeglądarce",
    "demo.terminal": "graj w terminalu",
    "demo.needs": "{command}  (najpierw: {install})",
}
"""What stands around a game that somebody watches."""

TERMINAL: Final = {**_DEMO, **_TABLE, **_COMPANION, **_KEYS, **_SETUP, **_GAME, **_HINTS}
