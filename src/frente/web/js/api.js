// Requests to the server.

/** A refusal in words, as the server gave it. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

let unreachable = "";

/**
 * What to say when the server does not answer at all; a browser's own words for it are of no use to a player.
 * @param {string} text
 */
export function whenUnreachable(text) {
  unreachable = text;
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, text?: boolean, key?: string}} [how] key: of a seat
 * @returns {Promise<any>}
 */
export async function ask(path, how = {}) {
  const answer = await fetch("api" + path, {
    method: how.method ?? (how.body === undefined ? "GET" : "POST"),
    headers: {
      "accept-language": document.documentElement.lang,
      ...(how.body === undefined ? {} : { "content-type": "application/json" }),
      ...(how.key ? { authorization: "Bearer " + how.key } : {}),
    },
    body: how.body === undefined ? undefined : JSON.stringify(how.body),
  }).catch((e) => {
    throw unreachable ? new Refused(unreachable, 0) : e;
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    const first = said.error ?? said.detail ?? said.message ?? said.text ?? answer.statusText;
    throw new Refused(
      String(typeof first === "object" && first ? (first.text ?? JSON.stringify(first)) : first),
      answer.status,
    );
  }
  if (answer.status === 204) return null;
  return how.text ? answer.text() : answer.json();
}

/** @type {Map<string, Promise<any>>} */
const stored = new Map();

/**
 * Data that does not change while the page is open.
 * @param {string} path
 * @param {boolean} [text]
 * @returns {Promise<any>}
 */
export function fixed(path, text = false) {
  let found = stored.get(path);
  if (!found) {
    found = ask(path, { text });
    found.catch(() => stored.delete(path));
    stored.set(path, found);
  }
  return found;
}
