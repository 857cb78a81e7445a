"""The Polish words of the expansion."""

FEASTS = {
    "crystal_chapel": "gra z kryształową kaplicą",
    "feasts": "święta",
    "feast_of_the_phase": "w tej fazie",
    "feast_stack": "późniejsze święta",
    "barbara_day": "Świętej Barbary",
    "florian_day": "Świętego Floriana",
    "fair_day": "jarmark",
    "lent": "wielki post",
    "card_turned_up.feasts": "Święto tej fazy: {card:id}",
}

CRYSTALS = {
    "chests": "skrzynie",
    "crystals": "kryształy",
    "crystal.count": "kryształ|kryształy|kryształów",
    "foreman": "sztygar",
    "crystals_found": "{seat} znajduje {crystals:crystal} w {chamber}",
    "chapel": "kaplica",
    "from.chapel": "z kaplicy",
    "to.chapel": "do kaplicy",
    "for_a_crystal": "za kryształ",
    "visit_chapel": "wizyta w kaplicy",
    "visit_chapel.told": "oddaje w kaplicy {crystals:crystal} za {income:grosz}",
    "visit_chapel.earns": "{target} dostaje w kaplicy {groszy:grosz}",
    "visit_chapel.asks.crystals": "Ile kryształów?",
    "visit_chapel.answers.crystals": "{crystals:crystal}",
    "send_foreman": "wysłanie sztygara",
    "send_foreman.told": "wysyła sztygara do {chamber} za kryształ",
    "CHAPEL-1.no_crystal_asked": "w kaplicy oddaje się co najmniej jeden kryształ",
    "CHAPEL-1.no_crystal": "nie masz kryształu",
    "CHAPEL-1.too_few_crystals": "masz {held:crystal}, a nie {wanted}",
    "FOREMAN-1.too_few_crystals": "sztygar kosztuje kryształ, a nie masz żadnego",
    "FOREMAN-1.foreman_is_there": "twój sztygar jest już w {space}",
    "FOREMAN-1.no_chamber": "nie ma komnaty z twoim górnikiem, do której może pójść sztygar",
}
