"""What the terminal application says: its keys, its screens, and the hints of a first game, in English, by id."""

from __future__ import annotations

from typing import Final

_TABLE: Final = {
    "ui.log": "log",
    "ui.undo": "undo",
    "ui.redo": "redo",
    "ui.save": "save",
    "ui.language": "language",
    "ui.help": "help",
    "ui.quit": "quit",
    "ui.type_here": "type an answer, a move or a filter; Enter takes it",
    "ui.no_match": "nothing to choose contains {text:quoted}",
    "ui.many_match": "{count} lines contain {text:quoted}: choose one with the arrow keys",
    "ui.thinking": "{name} is thinking ...",
    "ui.seat_refused": "{name}: a person plays, as a file may not start {player}; --seat {name}=BOT may",
    "ui.saved": "recorded in {path}",
    "ui.save_as": "file for the log",
    "ui.nothing_to_undo": "there is no move to take back",
    "ui.nothing_to_redo": "there is no move to make again",
    "ui.undone": "taken back to move {count}",
    "ui.name": "name",
    "ui.human": "human",
    "ui.absent": "nobody",
    "ui.rules": "rules",
    "ui.seed": "seed (empty: by chance)",
    "ui.log_file": "log file (empty: none)",
    "ui.start": "start",
    "ui.resume": "resume the log",
    "ui.usual_way": "the usual way",
    "ui.nothing_there": "nothing can be done at this place",
    "ui.no_such_place": "there is no such place in the picture",
}

_COMPANION: Final = {
    "ui.table_piece": "(a piece, its number, ? lists them, b shows the board, undo, q)",
    "ui.table_move": "the move? (in notation; ? lists them, b shows the board, undo, q)",
}

_KEYS: Final = {
    "ui.help.enter": "takes the marked line; the last answer plays the move",
    "ui.help.arrows": "mark a line; what it would bring stands below",
    "ui.help.letters": "letters narrow the lines; up to 500 whole moves are listed, too",
    "ui.help.notation": "a move in notation is played, whatever is asked",
    "ui.help.back": "or Backspace takes back what is typed, then the last answer",
    "ui.help.pages": "scroll the board or the log",
    "ui.help.log": "the log in place of the board, and back",
    "ui.help.language": "the next language",
    "ui.help.rules": "the rule of the marked line, or of the last refusal; all rules",
    "ui.help.legend": "what the signs of the board mean",
    "ui.help.advice": "a bot's advice; after the end, what it makes of the game",
    "ui.help.hints": "hints on and off",
    "ui.help.undo": "take back to your last move, and make it again",
    "ui.help.save": "record the game in a file",
    "ui.help.quit": "leave",
}

_SETUP: Final = {
    "ui.no_log": "type the name of a log file first",
    "ui.next": "next",
    "ui.take": "take",
    "ui.new_game": "new game",
    "ui.go_on": "go on with the last game ({when})",
    "ui.first_game": "a first game, explained",
    "ui.bot.novice": "sees one action ahead, and misjudges it",
    "ui.bot.apprentice": "looks at its turn, not at all of it",
    "ui.bot.journeyman": "plays the best turn that it sees, at once",
    "ui.bot.foreman": "thinks ahead, for a moment",
    "ui.bot.master": "thinks ahead: the strongest",
    "ui.bot.greedy": "plays the best turn it sees, at once",
    "ui.bot.random": "plays anything at all",
    "ui.bot.search": "thinks ahead: slower and stronger",
}
"""What the first screen asks."""

_GAME: Final = {
    "ui.advice": "advice",
    "ui.advice.thinking": "Thinking...",
    "ui.advice.reviewing": "Looking at what was decided: {done} of {of} ...",
    "ui.hints": "hints",
    "ui.hint": "Hint (F6: no more)",
    "ui.bot_failed": "{name} has said no move: {reason}. Enter asks again, ^Z takes back to your last move",
    "ui.unrecorded": "This game is not recorded: {reason}",
    "ui.leave.ask": "Leave the game?",
    "ui.leave.kept": "It is recorded in {path}; magnum-sal play --last goes on with it.",
    "ui.leave.recorded": "It is recorded in {path}, and goes on with that file.",
    "ui.leave.lost": "It is recorded nowhere and will be lost. ^S in the game records it.",
    "ui.leave.yes": "leave",
    "ui.leave.no": "stay",
    "ui.end.review": "look at what could have been better",
    "ui.end.again": "the same again",
    "ui.end.keys": "Esc: back to the table, where Enter asks again",
    "ui.rules.filter": "letters filter the rules",
    "ui.rules.keys": "Up Down: another rule   PgUp PgDn: scroll   Esc: back",
    "ui.rules.none": "no rule contains {text:quoted}",
}
"""What is said at the table and around it."""

_HINTS: Final = {
    "hint.arrived": "Your miner has reached the castle. If you have the salt for an open order, complete one; "
    "otherwise he costs you a penalty. Then he is back in your stock.",
    "hint.rope": "With a rope one more miner goes into the mine, in the same action. You can also keep it for later.",
    "hint.free": "You have no action left, but a tool that costs none. Use it, or end the turn.",
    "hint.start": "Whoever is richest at the end wins, and money comes from salt, in the chambers beside the shaft. On "
    "the way there each space needs a miner, anybody's: begin by sending one to S1.",
    "hint.extract": "You can extract salt. It tires miners of yours there, and water needs miners, too. The salt goes "
    "up at once, and where none of yours stands on the way, the owners of those who do are paid for each cube.",
    "hint.water": "There is too much water in {chamber} for your miners. Send more of them, use pickaxes, or pump it "
    "out at the pump house.",
    "hint.deliver": "You own the salt for an open order. Send a miner to the castle line: he gets there in two turns, "
    "and then you deliver. Keep the salt until then, or you pay a penalty.",
    "hint.tired": "Tired miners cannot work or move, but they hold the way and spare you toll. Rest, which takes a "
    "whole turn, and all of yours stand up.",
    "hint.reveal": "You can enter a chamber where nobody has been: {chambers}. Its salt and its water are laid out "
    "when the first miner comes.",
    "hint.further": "Each space of the shaft that is held opens the next one and its chambers. Where your miners stand "
    "you pay no toll, and others pay you.",
    "hint.sell": "Your salt fits no open order yet. The market buys one or two cubes a visit, for more where less of a "
    "kind lies there. Orders pay best.",
    "hint.poor": "You have little money. The town square always pays something, and the market buys salt.",
    "hint.hire": "Your stock is empty. The inn hires out a miner who is yours to the end of the game, for the price "
    "at its marker.",
    "hint.assistant": "Buildings without an assistant: {buildings}. A miner of yours at one of them earns money "
    "whenever anybody visits it; at the castle, for each order.",
    "hint.tools": "The workshop sells tools, which help once a phase: pickaxes dig more, carts spare toll, food wakes "
    "the tired. At the end they count as money, too.",
    "hint.phase": "{done} of {needed} orders are completed; with the last one the phase ends after the round. Miners "
    "in the mine then go home, so use in time what you have there.",
    "hint.rules": "Each line has a rule: F4 shows the one that is marked, F5 what the signs mean. The log tells what "
    "the others did.",
}
"""What a first game is explained with."""

_DEMO: Final = {
    "demo.begins": "A whole game of Magnum Sal between {count} bots (seed {seed}).",
    "demo.aim": "They send miners for salt, sell it or deliver it to the castle, and whoever has most money after the "
    "last phase wins.",
    "demo.watching": "It takes some minutes. Ctrl-C ends it; --pace 0.1 is faster, --brief tells less, --quiet tells "
    "only how it ends.",
    "demo.standing": "The standing:",
    "demo.another": "watch another game",
    "demo.browser": "play in the browser",
    "demo.terminal": "play in this terminal",
    "demo.needs": "{command}  (first: {install})",
}
"""What stands around a game that somebody watches."""

TERMINAL: Final = {**_DEMO, **_TABLE, **_COMPANION, **_KEYS, **_SETUP, **_GAME, **_HINTS}
