"""The German words of the expansion."""

FEASTS = {
    "crystal_chapel": "Spiel mit Kristallkapelle",
    "feasts": "Festtage",
    "feast_of_the_phase": "in dieser Phase",
    "feast_stack": "spätere Festtage",
    "barbara_day": "Sankt Barbara",
    "florian_day": "Sankt Florian",
    "fair_day": "Jahrmarkt",
    "lent": "Fastenzeit",
    "card_turned_up.feasts": "Der Festtag der Phase: {card:id}",
}

CRYSTALS = {
    "chests": "Truhen",
    "crystals": "Kristalle",
    "crystal.count": "Kristall|Kristalle",
    "foreman": "Steiger",
    "crystals_found": "{seat} findet {crystals:crystal} in {chamber}",
    "chapel": "Kapelle",
    "from.chapel": "aus der Kapelle",
    "to.chapel": "in die Kapelle",
    "for_a_crystal": "je Kristall",
    "visit_chapel": "Kapelle besuchen",
    "visit_chapel.told": "gibt in der Kapelle {crystals:crystal} für {income:grosz} ab",
    "visit_chapel.earns": "{target} erhält in der Kapelle {groszy:grosz}",
    "visit_chapel.asks.crystals": "Wie viele Kristalle?",
    "visit_chapel.answers.crystals": "{crystals:crystal}",
    "send_foreman": "Steiger schicken",
    "send_foreman.told": "schickt den Steiger für einen Kristall nach {chamber}",
    "CHAPEL-1.no_crystal_asked": "in der Kapelle gibt man mindestens einen Kristall ab",
    "CHAPEL-1.no_crystal": "du hast keinen Kristall",
    "CHAPEL-1.too_few_crystals": "du hast {held:crystal}, nicht {wanted}",
    "FOREMAN-1.too_few_crystals": "der Steiger kostet einen Kristall, und du hast keinen",
    "FOREMAN-1.foreman_is_there": "dein Steiger ist schon in {space}",
    "FOREMAN-1.no_chamber": "es gibt keine Kammer mit einem Bergmann von dir, in die der Steiger gehen kann",
}
