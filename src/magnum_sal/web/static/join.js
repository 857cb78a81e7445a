// The page of an invitation link.

import { sentenceOfError } from "./connection.js";
import { button, el, notify, word } from "./elements.js";
import { goTo } from "./routes.js";
import { describeRules } from "./rulesets.js";

export async function joinPage(main, connection, link) {
  main.className = "start";
  const invitation = await connection.ask("invitation", { link });
  const names = invitation.players.join(", ");
  const asked = invitation.seat === null ? word("may_watch", { names }) : word("may_sit", { name: invitation.players[invitation.seat], names });
  const go = async () => {
    try {
      const opened = await connection.join(link);
      goTo(`/t/${opened.table}`);
    } catch (error) {
      notify(sentenceOfError(error));
    }
  };
  const join = button(word(invitation.seat === null ? "watch_now" : "sit_down"), go, { class: "play", id: "join" });
  main.replaceChildren(el("h2", {}, word("invitation")), el("p", { class: "lead" }, asked), ...describeRules(invitation), join);
}
