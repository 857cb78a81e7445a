// The rules, seating and links of a table, and the controls with which the host changes them.

import { button, el, word } from "./elements.js";
import { saveFile } from "./files.js";
import { linkRow, qrCode } from "./links.js";
import { describeRules } from "./rulesets.js";
import { showShare } from "./share.js";

export function hostPanel(page) {
  const news = page.news;
  const act = (message) => () => page.act(message);
  const rows = news.chairs.map((chair, seat) => {
    const row = [el("h3", {}, chair.name)];
    if (chair.is_yours && chair.player === "human") {
      const stands = Boolean(chair.stand_in);
      row.push(button(word(stands ? "sit" : "leave"), act({ type: stands ? "sit" : "leave", seat })));
    }
    if (chair.link) row.push(...invitation(page, chair.link, seat, news.steps === 0));
    if (news.is_host && !news.is_closed) row.push(el("p", { class: "buttons" }, hostButtons(page, chair, seat)));
    return el("section", {}, row);
  });
  const watch = news.watch_link ? [el("section", {}, el("h3", {}, word("watch")), ...invitation(page, news.watch_link, null, false))] : [];
  const log = button(word("download"), () => saveLog(page), { id: "download" });
  const share = button(word("share"), () => showShare(page), { id: "share" });
  const close = news.is_host && !news.is_closed ? [button(word("close_table"), act({ type: "close_table" }), { class: "danger" })] : [];
  return [...describeRules(news), ...rows, ...watch, el("p", {}, share), el("p", {}, log), ...close];
}

// Return a text that differs when the panel has to be built again.
export function describeSeating({ chairs, watch_link, is_host, is_closed, steps }) {
  const seats = chairs.map(({ name, player, is_yours, stand_in, link }) => [name, player, is_yours, stand_in, link]);
  return JSON.stringify([seats, watch_link, is_host, is_closed, steps === 0]);
}

async function saveLog(page) {
  try {
    saveFile("magnum-sal.jsonl", await page.connection.ask("log"), "application/jsonl");
  } catch (error) {
    page.failed(error);
  }
}

function invitation(page, path, seat, isOpen) {
  const address = new URL(path, page.address ?? location.href).href;
  // A new link has a new address, so that no browser shows the code of the old link.
  const code = page.connection.addressOf("qr", { ...(seat === null ? {} : { seat }), of: path.slice(-6) });
  return [linkRow(address), qrCode(code, isOpen)];
}

function hostButtons(page, chair, seat) {
  const { hasLinks } = page.connection.connection;
  const act = (message) => () => page.act(message);
  const bots = page.bots.map((bot) => el("option", { value: bot.name }, bot.words));
  const choose = el("select", { "aria-label": word("other_player") }, el("option", { value: "" }, word("other_player")),
    el("option", { value: "here" }, word("here")), hasLinks ? el("option", { value: "link" }, word("by_link")) : null, bots);
  // Some systems choose an option for each press of an arrow key, so only the button changes the player.
  const change = button(word("change_player"), () => page.act({ type: "set_player", seat, player: choose.value }), { disabled: true });
  choose.addEventListener("change", () => { change.disabled = !choose.value; });
  const anew = chair.player === "human" && hasLinks ? button(word("new_link"), act({ type: "give_link", seat })) : null;
  return [choose, change, anew].filter(Boolean);
}
