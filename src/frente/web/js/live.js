// The line to one table: it comes back by itself, and what is said before it stands is not lost.

import { changed } from "./differ.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Answer} Answer */

const LATE = 700; // milliseconds after which whoever waits for an answer is told so

/** The socket of one table. */
export class Live {
  /**
   * @param {string} table
   * @param {string} key
   * @param {{state: (s: State) => void, thinking: (side: string, share?: number) => void, link: (up: boolean) => void, late: (late: boolean) => void, gone: (why: string) => void}} to
   */
  constructor(table, key, to) {
    this.table = table;
    this.key = key;
    this.to = to;
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    /** @type {Map<number, (a: Answer) => void>} */
    this.open = new Map();
    /** @type {((frame: Record<string, unknown>) => Answer | null) | null} */
    this.before = null; // may answer a message itself, which then is not sent
    /** @type {((frame: Record<string, unknown>, answer: Answer) => void) | null} */
    this.after = null; // hears every message with its answer
    /** @type {string[]} */
    this.queue = []; // what was said before the line stood
    /** @type {WebSocket | null} */
    this.socket = null;
    /** The last state as it came, to which changes are told. @type {State & {number?: number} | null} */
    this.held = null;
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
      socket.send(JSON.stringify({ type: "hello", key: this.key, lang: document.documentElement.lang, changes: true }));
      for (const text of this.queue.splice(0)) socket.send(text);
      this.tries = 0;
      this.to.link(true);
    };
    socket.onmessage = (e) => this.heard(JSON.parse(String(e.data)));
    socket.onclose = (e) => {
      if (this.socket !== socket || this.closed) return;
      // What was on its way when the line broke is answered as lost: the next state shows what became of it.
      const waiting = new Set(this.queue.map((text) => JSON.parse(text).id));
      for (const [id, resolve] of this.open)
        if (!waiting.has(id)) {
          this.open.delete(id);
          resolve({ type: "lost" });
        }
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
    if (message.type === "change") {
      if (this.held?.number !== message.from) {
        void this.sent({ type: "state" });
        return;
      }
      message = changed(this.held, message.diff);
    }
    if (message.type === "state") {
      this.held = message;
      this.to.state(message);
    }
    if (message.type === "talk") dispatchEvent(new CustomEvent("talk", { detail: { table: this.table, message } }));
    if (message.type === "thinking") this.to.thinking(message.side, message.share);
    else if (message.type === "trouble" || (message.type === "refused" && message.id === null))
      this.to.gone(message.reasons?.[0]?.text ?? "");
    const waiting = message.id !== undefined ? this.open.get(message.id) : undefined;
    if (waiting) {
      this.open.delete(message.id);
      if (!this.open.size) this.to.late(false);
      waiting(message);
    }
  }

  /**
   * @param {Record<string, unknown>} frame
   * @returns {Promise<Answer>}
   */
  async send(frame) {
    const held = this.before?.(frame);
    if (held) return held;
    const answer = await this.sent(frame);
    this.after?.(frame, answer);
    return answer;
  }

  /**
   * What is said before the line stands waits for it: a click that came too early is not lost.
   * @param {Record<string, unknown>} frame
   * @returns {Promise<Answer>}
   */
  sent(frame) {
    return new Promise((resolve) => {
      const id = this.next++;
      const text = JSON.stringify({ id, ...frame });
      this.open.set(id, resolve);
      setTimeout(() => this.open.has(id) && this.to.late(true), LATE);
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
      else this.queue.push(text);
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
