// The name of a table's rules.

import { el, word } from "./elements.js";

// Return a line that names the rules of a table, or nothing for the standard rules. *told* is news or an invitation.
export function describeRules(told) {
  return told.is_standard ? [] : [el("p", { class: "played-rules" }, word("played_rules", { rules: told.ruleset_words }))];
}
