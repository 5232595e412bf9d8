// Talking to the server: requests, and one socket per table that comes back by itself.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Answer} Answer */

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

/** The socket of one table. */
export class Live {
  /**
   * @param {string} table
   * @param {string} key
   * @param {{state: (s: State) => void, thinking: (side: string) => void, link: (up: boolean) => void, gone: (why: string) => void}} to
   */
  constructor(table, key, to) {
    this.table = table;
    this.key = key;
    this.to = to;
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    /** @type {Map<number, {resolve: (a: Answer) => void, frame: string}>} */
    this.open = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const url = new URL(`api/tables/${this.table}/live`, document.baseURI);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", key: this.key, lang: document.documentElement.lang }));
      this.tries = 0;
      this.to.link(true);
    };
    socket.onmessage = (e) => this.heard(JSON.parse(String(e.data)));
    socket.onclose = (e) => {
      if (this.socket !== socket || this.closed) return;
      // What was on its way when the line broke is answered as lost: the next state shows what became of it.
      for (const { resolve } of this.open.values()) resolve({ type: "lost" });
      this.open.clear();
      if (e.code === 4404 || e.code === 4403) {
        if (e.reason) this.to.gone(e.reason);
        return;
      }
      this.to.link(false);
      setTimeout(() => this.connect(), Math.min(4000, 250 * 2 ** this.tries++));
    };
  }

  /** @param {any} message */
  heard(message) {
    if (message.type === "state") this.to.state(message);
    else if (message.type === "thinking") this.to.thinking(message.side);
    else if (message.type === "trouble" || (message.type === "refused" && message.id === null))
      this.to.gone(message.reasons?.[0]?.text ?? "");
    const waiting = message.id !== undefined ? this.open.get(message.id) : undefined;
    if (waiting) {
      this.open.delete(message.id);
      waiting.resolve(message);
    }
  }

  /**
   * @param {Record<string, unknown>} frame
   * @returns {Promise<Answer>}
   */
  send(frame) {
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve({ type: "lost" });
        return;
      }
      const id = this.next++;
      const text = JSON.stringify({ id, ...frame });
      this.open.set(id, { resolve, frame: text });
      this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
