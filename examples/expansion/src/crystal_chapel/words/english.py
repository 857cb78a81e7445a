"""The English words of the expansion."""

FEASTS = {
    "crystal_chapel": "game with a crystal chapel",
    "feasts": "feasts",
    "feast_of_the_phase": "this phase",
    "feast_stack": "later feasts",
    "barbara_day": "Saint Barbara",
    "florian_day": "Saint Florian",
    "fair_day": "fair",
    "lent": "Lent",
    "card_turned_up.feasts": "The feast of the phase: {card:id}",
}

CRYSTALS = {
    "chests": "chests",
    "crystals": "crystals",
    "crystal.count": "crystal|crystals",
    "foreman": "foreman",
    "crystals_found": "{seat} finds {crystals:crystal} in {chamber}",
    "chapel": "chapel",
    "from.chapel": "from the chapel",
    "to.chapel": "to the chapel",
    "for_a_crystal": "a crystal",
    "visit_chapel": "visit the chapel",
    "visit_chapel.told": "turns in {crystals:crystal} at the chapel for {income:grosz}",
    "visit_chapel.earns": "{target} gets {groszy:grosz} at the chapel",
    "visit_chapel.asks.crystals": "How many crystals?",
    "visit_chapel.answers.crystals": "{crystals:crystal}",
    "send_foreman": "send the foreman",
    "send_foreman.told": "sends the foreman to {chamber} for a crystal",
    "CHAPEL-1.no_crystal_asked": "you must turn in at least 1 crystal",
    "CHAPEL-1.no_crystal": "you have no crystals",
    "CHAPEL-1.too_few_crystals": "you have {held:crystal}, not {wanted}",
    "FOREMAN-1.too_few_crystals": "the foreman costs a crystal, but you have none",
    "FOREMAN-1.foreman_is_there": "your foreman is already in {space}",
    "FOREMAN-1.no_chamber": "there is no chamber with one of your miners that your foreman could go to",
}
