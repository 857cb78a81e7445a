// The name of a table's rules.

import { el, word } from "./elements.js";

// Return a line that names the rules of a table, or nothing for the standard rules without a variant. *rulesets* are
// those of the welcome. If the server's own rules are the standard ones with a variant, they replace the plain ones in
// the welcome, and the line names the plain ones, too.
export function describeRules(rulesets, words) {
  const standard = rulesets.find(({ name, switches }) => name === "standard" && !switches.some((option) => option.is_on));
  return words === standard?.words ? [] : [el("p", { class: "played-rules" }, word("played_rules", { rules: words }))];
}
