// Requests to the server: every answer is a message, and a refusal becomes an error with a sentence.

import { word } from "./elements.js";

export class Refusal extends Error {
  constructor(answer, status) {
    super(answer.sentence ?? `HTTP ${status}`);
    this.code = answer.code ?? "";
    this.objection = answer.objection ?? null;
    this.status = status;
  }
}

// Return the sentence of a refusal, in the player's language if there are words for it.
export function told(error) {
  const key = `refused.${error.code}`;
  return word(key) === key ? error.message : word(key);
}

// Return the response. A failed connection also becomes an error with a sentence.
async function reached(request) {
  try {
    return await request;
  } catch {
    throw new Refusal({ code: "offline", sentence: word("offline") }, 0);
  }
}

async function answered(request) {
  const response = await reached(request);
  const message = await response.json().catch(() => ({}));
  if (!response.ok || message.type === "error") throw new Refusal(message, response.status);
  return message;
}

export function ask(path) {
  return answered(fetch(path));
}

export function send(path, message) {
  const headers = { "Content-Type": "application/json" };
  // The language is that of the sentence if the server refuses the request.
  const address = `${path}?language=${document.documentElement.lang}`;
  return answered(fetch(address, { method: "POST", headers, body: JSON.stringify(message) }));
}

export async function picture(path) {
  const response = await reached(fetch(path));
  if (!response.ok) throw new Refusal(await response.json().catch(() => ({})), response.status);
  return response.text();
}
